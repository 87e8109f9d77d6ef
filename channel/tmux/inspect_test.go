package tmux_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

func TestInspect(t *testing.T) {
	server := channeltest.Start(t)
	inspect := func(allowed ...string) tmux.Report {
		t.Helper()
		backend, err := tmux.New(server.Config(allowed...))
		require.NoError(t, err)
		report, err := backend.Inspect(t.Context())
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(report.Version, "tmux "))
		require.True(t, report.Serves)
		require.Equal(t, server.Socket, report.Socket)
		report.Version, report.Serves, report.Socket = "", false, ""
		return report
	}
	require.Equal(t, tmux.Report{}, inspect(), "a server without sessions")

	live := server.Session("live", "exec cat")
	beside := live.Split("exec cat")
	dead := deadPane(t, server, 0)
	moded := server.Session("moded", "exec cat")
	server.Run("copy-mode", "-t", moded.ID)
	off := server.Session("off", "exec cat")
	server.Run("select-pane", "-d", "-t", off.ID)
	hidden := server.Session("hidden", "exec cat")
	server.Run("copy-mode", "-t", hidden.ID)
	server.Run("new-session", "-d", "-t", "live", "-s", "other")
	blocked := func(pane channeltest.Pane, session, reason string) tmux.Blocked {
		return tmux.Blocked{ChannelID: pane.Channel, Pane: pane.ID, Session: session, Reason: reason}
	}
	require.Equal(t, tmux.Report{
		Visible: 5, Hidden: 1, Missing: []string{"gone", "liv"},
		Blocked: []tmux.Blocked{
			blocked(dead, "dead", channel.ReasonDead), blocked(moded, "moded", channel.ReasonMode), blocked(off, "off", channel.ReasonInputOff),
		},
	}, inspect("gone", "live", "liv", "dead", "moded", "off", "other"))

	server.Run("set-option", "-w", "-t", live.ID, "synchronize-panes", "on")
	require.Equal(t, tmux.Report{Visible: 2, Hidden: 4, Blocked: []tmux.Blocked{
		blocked(live, "other", channel.ReasonSynchronized), blocked(beside, "other", channel.ReasonSynchronized),
	}}, inspect("other"))
	require.Equal(t, 6, inspect().Visible)
}

// TestInspectSocket compares the path of the socket with what the server says that it is.
func TestInspectSocket(t *testing.T) {
	server := channeltest.Start(t)
	real, err := filepath.EvalSymlinks(server.Dir)
	require.NoError(t, err)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(server.Dir, link))
	for _, name := range []string{"", "named"} {
		t.Setenv("TMUX_TMPDIR", link)
		backend, err := tmux.New(channel.Config{SocketName: name})
		require.NoError(t, err)
		report, err := backend.Inspect(t.Context())
		fails(t, err, channel.CodeBackendUnavailable)
		require.True(t, report.Serves, "no server is no matter of the version")
		require.Equal(t, real, filepath.Dir(filepath.Dir(report.Socket)))

		// The server is started where the report says that it is looked for, and is then found there under its name.
		require.NoError(t, os.MkdirAll(filepath.Dir(report.Socket), 0o700))
		require.NoError(t, os.Symlink(server.Socket, report.Socket))
		_, err = backend.Inspect(t.Context())
		require.NoError(t, err)

		t.Setenv("TMUX_TMPDIR", filepath.Join(link, "nowhere"))
		report, _ = backend.Inspect(t.Context())
		tmp, err := filepath.EvalSymlinks("/tmp")
		require.NoError(t, err)
		require.Equal(t, tmp, filepath.Dir(filepath.Dir(report.Socket)), "tmux takes a folder that is there")
	}
}

func TestInspectWithoutAnAnswer(t *testing.T) {
	server := channeltest.Start(t)
	old, err := tmux.NewVersion(server.Config(), "tmux 3.1c")
	require.NoError(t, err)
	report, err := old.Inspect(t.Context())
	fails(t, err, channel.CodeBackendUnavailable)
	require.Equal(t, tmux.Report{Version: "tmux 3.1c", Socket: server.Socket}, report)

	t.Setenv("PATH", t.TempDir())
	none, err := tmux.New(server.Config())
	require.NoError(t, err)
	report, err = none.Inspect(t.Context())
	fails(t, err, channel.CodeBackendUnavailable)
	require.Equal(t, tmux.Report{Socket: server.Socket}, report)

	for _, answer := range []string{"", "x", tmux.Row("1", "live", "0", "0", "0", "0"), tmux.Row("%1", "live", "0", "0", "0")} {
		faked, _, err := tmux.NewFaked(channel.Config{}, func([]string) tmux.Answer { return tmux.Answer{Stdout: answer} })
		require.NoError(t, err)
		_, err = faked.Inspect(t.Context())
		fails(t, err, channel.CodeBackendOperationFailed)
	}
}
