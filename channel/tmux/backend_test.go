package tmux_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

func TestBackend(t *testing.T) { channeltest.Run(t, backendCases) }

var healthy = channel.Health{BackendKind: "tmux", Available: true}

var backendCases = []channeltest.Case{
	{Name: "E74 E75 E76 E77: health follows the server and starts nothing", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		service := serve(t, server.Config())
		require.Equal(t, healthy, service.Health(t.Context()))
		server.Kill()
		down := channel.Health{BackendKind: "tmux", Detail: "BACKEND_UNAVAILABLE"}
		require.Equal(t, down, service.Health(t.Context()))
		_, err := server.Try("list-sessions")
		require.Error(t, err, "health started a server")
		require.NoError(t, os.Remove(server.Socket))
		require.Equal(t, down, service.Health(t.Context()))
		require.NoFileExists(t, server.Socket)
		server.Launch()
		require.Equal(t, healthy, service.Health(t.Context()))
		server.Session("live", "cat")
		server.Run("set-option", "-s", "exit-empty", "on", ";", "kill-session", "-t", "live")
		channeltest.Eventually(t, "the server is down", func() bool { return service.Health(t.Context()) == down })
		server.Launch()
		require.Equal(t, healthy, service.Health(t.Context()))
		require.Empty(t, server.Run("list-sessions"))
	}},
	{Name: "E80: sockets that are none", Run: func(t *testing.T) {
		dir := t.TempDir()
		stale, plain := filepath.Join(dir, "stale"), filepath.Join(dir, "plain")
		listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: stale, Net: "unix"})
		require.NoError(t, err)
		listener.SetUnlinkOnClose(false)
		require.NoError(t, listener.Close())
		require.NoError(t, os.WriteFile(plain, nil, 0o600))
		for _, socket := range []string{stale, plain} {
			_, err := serve(t, channel.Config{SocketPath: socket}).List(t.Context())
			fails(t, err, channel.CodeBackendUnavailable)
		}
		server := channeltest.Start(t)
		server.Session("live", "cat")
		require.NoError(t, os.Chmod(server.Dir, 0o755))
		require.NoError(t, os.Chmod(server.Socket, 0))
		service := asNobody(t, server)
		_, err = service.List(t.Context())
		fails(t, err, channel.CodePermissionDenied)
		require.Equal(t, "PERMISSION_DENIED", service.Health(t.Context()).Detail)
	}},
	{Name: "E81 W11: a user whom the server does not let in", Run: func(t *testing.T) {
		// The whole of what such a client prints, with its status of 0, for a machine where tests cannot change the user.
		faked, _, err := tmux.NewFaked(channel.Config{}, func([]string) tmux.Answer { return tmux.Answer{Stderr: "access not allowed\n"} })
		require.NoError(t, err)
		_, err = faked.List(t.Context())
		fails(t, err, channel.CodePermissionDenied)
		if os.Geteuid() != 0 {
			return
		}
		server := channeltest.Start(t)
		pane := server.Session("live", "cat")
		require.NoError(t, os.Chmod(server.Dir, 0o755))
		require.NoError(t, os.Chmod(server.Socket, 0o666))
		service := asNobody(t, server)
		_, err = service.List(t.Context())
		fails(t, err, channel.CodePermissionDenied)
		require.Equal(t, "PERMISSION_DENIED", service.Health(t.Context()).Detail)
		for name, err := range everyOperation(t.Context(), service, pane.Channel) {
			require.Equal(t, channel.CodePermissionDenied, channel.AsError(err).Code, name)
		}
	}},
	{Name: "E82 W12: a server without sessions", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		service := serve(t, server.Config())
		require.Equal(t, healthy, service.Health(t.Context()))
		listing, err := service.List(t.Context())
		require.NoError(t, err)
		require.Equal(t, channel.Listing{Channels: []channel.Channel{}}, listing)
		unreachable(t, server, service, tmux.ChannelID(server.Config(), "%0"))
	}},
	{Name: "F91 W20: an outer tmux", Run: func(t *testing.T) {
		outer, inner := channeltest.Start(t), channeltest.Start(t)
		outer.Session("outer", "cat")
		t.Setenv("TMUX", outer.Socket+",1,0")
		t.Setenv("TMUX_PANE", "%0")
		t.Setenv("TMUX_TMPDIR", inner.Dir)
		_, err := serve(t, channel.Config{}).List(t.Context())
		fails(t, err, channel.CodeBackendUnavailable)
		inner.Session("inner", "cat")
		require.Equal(t, "inner", onlyChannel(t, serve(t, inner.Config())).Metadata.Tmux.SessionName)
	}},
}

// asNobody makes a service whose client runs as a user without rights. Where the tests are not root's, that is their own user,
// from whom the rights were taken.
func asNobody(t *testing.T, server *channeltest.Server) *channel.Service {
	t.Helper()
	if os.Geteuid() != 0 {
		return serve(t, server.Config())
	}
	backend, err := tmux.NewAs(server.Config(), 65534)
	require.NoError(t, err)
	return over(t, backend, server.Config())
}

func TestVersions(t *testing.T) {
	for version, ok := range map[string]bool{
		"tmux 3.2": true, "tmux 3.2a": true, "tmux 3.3a": true, "tmux 3.10": true, "tmux 4.0": true, "tmux next-3.6": true, "tmux master": true,
		"tmux 3.5-rc2": true, "tmux openbsd-7.4": true,
		"tmux 3.1c": false, "tmux 2.9": false, "tmux next-3.1": false, "tmux": false, "": false, "screen 5.0": false,
	} {
		require.Equal(t, ok, tmux.Serves(version), version)
	}
	server := channeltest.Start(t)
	server.Session("live", "cat")
	backend, err := tmux.NewVersion(server.Config(), "tmux 3.1c")
	require.NoError(t, err)
	_, err = backend.List(t.Context())
	require.Contains(t, fails(t, err, channel.CodeBackendUnavailable).Message, "3.2")
	require.Equal(t, "BACKEND_UNAVAILABLE", backend.Health(t.Context()).Detail)

	upgraded, err := tmux.NewVersion(server.Config(), "tmux 3.1c", "tmux 3.3a")
	require.NoError(t, err)
	require.Equal(t, "BACKEND_UNAVAILABLE", upgraded.Health(t.Context()).Detail)
	require.Equal(t, healthy, upgraded.Health(t.Context()), "another tmux was installed meanwhile")
}

func TestConfigsThatCannotBe(t *testing.T) {
	for _, c := range []channel.Config{
		{SocketName: "a", SocketPath: "b"}, {AllowedSessions: []string{}}, {AllowedSessions: []string{"a:b"}}, {AllowedSessions: []string{"a.b"}},
		{AllowedSessions: []string{""}}, {AllowedSessions: []string{"a\nb"}},
	} {
		_, err := tmux.New(c)
		fails(t, err, channel.CodeInvalidArgument)
	}
}

var outages = []channeltest.Case{
	{Name: "D72 E78 E79 W1: a server that is stopped", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Recorder("live")
		for _, allowed := range [][]string{nil, {"live"}} {
			config := server.Config(allowed...)
			config.Timeout = 300 * time.Millisecond
			service, calls := counted(t, config)
			first := read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
			server.Stop()
			_, err := service.Read(t.Context(), channel.ReadRequest{ChannelID: pane.Channel, After: first.Revision, Wait: channel.MaxWait})
			fails(t, err, channel.CodeTimeout)
			before := len(calls.All())
			_, err = service.List(t.Context())
			fails(t, err, channel.CodeTimeout)
			for name, err := range everyOperation(t.Context(), service, pane.Channel) {
				e := fails(t, err, channel.CodeTimeout)
				switch name {
				case "get", "read":
					require.NotContains(t, e.Details, "delivery_outcome", name)
				default:
					require.Equal(t, "unknown", e.Details["delivery_outcome"], name)
				}
			}
			require.Equal(t, channel.Health{BackendKind: "tmux", Detail: "TIMEOUT"}, service.Health(t.Context()))
			require.Len(t, calls.All(), before+1+9+1, "one process an operation, none twice")
			server.Continue()
			channeltest.Eventually(t, "the server answers", func() bool { return service.Health(t.Context()).Available })
			// Of each text all or nothing has come, and of each key.
			got := pane.TakeText()
			require.Empty(t, strings.NewReplacer("forbidden", "", "\r", "", "\x03", "", "\x1b", "").Replace(got))
			write(t, service, pane.Pane, "after", true)
			require.Equal(t, "after\r", pane.TakeText())
			require.Empty(t, server.Buffers())
		}
	}},
	{Name: "E83: the server dies in the middle of a write", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Recorder("live")
		config := server.Config()
		config.Timeout = time.Minute
		service := serve(t, config)
		service.Health(t.Context())
		server.Stop()
		done := make(chan error, 1)
		go func() {
			_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: pane.Channel, Text: mixed(100_000), Submit: true})
			done <- err
		}()
		channeltest.Eventually(t, "the client runs", func() bool { return channeltest.Childless() != nil })
		server.Kill()
		fails(t, <-done, channel.CodeBackendUnavailable)
		_, err := server.Try("list-sessions")
		require.Error(t, err, "a server was started")
	}},
}

func TestOutages(t *testing.T) { channeltest.Run(t, outages) }
