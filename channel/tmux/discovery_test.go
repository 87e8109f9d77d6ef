package tmux_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

func TestDiscovery(t *testing.T) { channeltest.Run(t, discovery) }

var discovery = []channeltest.Case{
	{Name: "A1 A2 A3 A4 A7: the allowlist shows one session of two", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		server.Session("other-secret", "cat")
		pane := server.Session("live", "-c", server.Folder("work"), "printf '\\033]2;my title\\007'; exec cat")
		settle(t, pane)
		service := serve(t, server.Config("live"))
		got := onlyChannel(t, service)
		require.Equal(t, "my title", got.Title)
		require.Equal(t, pane.Show("#{pane_current_path}"), got.CWD)
		require.Equal(t, &channel.TmuxPane{
			SessionName: "live", WindowID: pane.Show("#{window_id}"), WindowIndex: 0, PaneID: pane.ID, PaneIndex: 0, Sessions: []string{"live"},
		}, got.Metadata.Tmux)
		require.Regexp(t, `^tmux:[a-f0-9]{12}:`+pane.ID[1:]+`$`, got.ChannelID)
		require.Equal(t, pane.Channel, got.ChannelID)
		require.Equal(t, got.ChannelID, got.BackendLocator)
		require.Equal(t, []channel.Capability{"read", "write-text", "control"}, got.Capabilities)
		again, err := service.Get(t.Context(), got.ChannelID)
		require.NoError(t, err)
		require.Equal(t, got, again)
		text, err := json.Marshal(got)
		require.NoError(t, err)
		require.NotContains(t, string(text), "other-secret")
		require.NotContains(t, string(text), server.Socket)
	}},
	{Name: "A5: two sessions with one title and folder", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		settle(t, server.Session("p1", "exec cat"))
		settle(t, server.Session("p2", "exec cat"))
		listing, err := serve(t, server.Config()).List(t.Context())
		require.NoError(t, err)
		require.Len(t, listing.Channels, 2)
		a, b := listing.Channels[0], listing.Channels[1]
		require.Equal(t, a.CWD, b.CWD)
		require.Equal(t, []string{"p1", "p2"}, []string{a.Metadata.Tmux.SessionName, b.Metadata.Tmux.SessionName})
		require.NotEqual(t, a.Metadata.Tmux.PaneID, b.Metadata.Tmux.PaneID)
	}},
	{Name: "A6: an allowlist that matches nothing", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		server.Session("live", "cat")
		before := server.Run("list-panes", "-a")
		service := serve(t, server.Config("liv"))
		listing, err := service.List(t.Context())
		require.NoError(t, err)
		require.Equal(t, channel.Listing{Channels: []channel.Channel{}}, listing)
		require.Equal(t, channel.Health{BackendKind: "tmux", Available: true}, service.Health(t.Context()))
		require.Equal(t, before, server.Run("list-panes", "-a"))
	}},
	{Name: "A8: a client without a locale", Run: func(t *testing.T) {
		for _, name := range []string{"LANG", "LC_ALL", "LC_CTYPE"} {
			t.Setenv(name, "")
			require.NoError(t, os.Unsetenv(name))
		}
		server := channeltest.Start(t)
		inFolder(t, server, "世界", "ünïcode")
		got := onlyChannel(t, serve(t, server.Config("世界")))
		require.Equal(t, "世界", got.Metadata.Tmux.SessionName)
		require.Equal(t, "ünïcode", filepath.Base(got.CWD))
	}},
	{Name: "A9 A10: rows that are not as they should be", Run: func(t *testing.T) {
		good := []string{"%1", "live", "@1", "2", "3", "", "", "cat", "0", "", "1700000000", "10", "1700000000", "11"}
		for name, change := range map[string]func(f []string) string{
			"separators":    func(f []string) string { return strings.ReplaceAll(tmux.Row(f...), ",", "_") },
			"nothing":       func(f []string) string { return "" },
			"too few":       func(f []string) string { return tmux.Row(f[1:]...) },
			"-1":            func(f []string) string { f[3] = "-1"; return tmux.Row(f...) },
			"1.5":           func(f []string) string { f[4] = "1.5"; return tmux.Row(f...) },
			"word":          func(f []string) string { f[3] = "one"; return tmux.Row(f...) },
			"2^53":          func(f []string) string { f[4] = "9007199254740992"; return tmux.Row(f...) },
			"pane":          func(f []string) string { f[0] = "%x"; return tmux.Row(f...) },
			"window":        func(f []string) string { f[2] = "1"; return tmux.Row(f...) },
			"no session":    func(f []string) string { f[1] = ""; return tmux.Row(f...) },
			"no process":    func(f []string) string { f[13] = ""; return tmux.Row(f...) },
			"after a good":  func(f []string) string { return tmux.Row(f...) + "x" },
			"long length":   func(f []string) string { return "99" + tmux.Row(f...) },
			"half escape":   func(f []string) string { return strings.Replace(tmux.Row(f...), "3:cat,", "~c~2t,", 1) },
			"no end":        func(f []string) string { return strings.TrimSuffix(tmux.Row(f[:13]...), "\n") + "~11\n" },
			"empty lengths": func(f []string) string { return strings.Repeat(":,", len(f)) + "\n" },
		} {
			backend, _, err := tmux.NewFaked(channel.Config{}, func([]string) tmux.Answer {
				return tmux.Answer{Stdout: change(append([]string(nil), good...))}
			})
			require.NoError(t, err)
			_, err = backend.List(t.Context())
			require.Equal(t, "list-panes", fails(t, err, channel.CodeBackendOperationFailed).Details["operation"], name)
		}
		backend, _, err := tmux.NewFaked(channel.Config{}, func([]string) tmux.Answer { return tmux.Answer{Stdout: tmux.Row(good...)} })
		require.NoError(t, err)
		_, err = backend.List(t.Context())
		require.NoError(t, err)
	}},
	{Name: "A11 A12 A13: ids that name no visible pane", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Session("live", "cat")
		service, calls := counted(t, server.Config())
		other := tmux.ChannelID(channel.Config{SocketName: "other"}, pane.ID)
		require.NotEqual(t, pane.Channel, other)
		absent := tmux.ChannelID(server.Config(), "%99")
		for _, id := range []string{other, absent} {
			for name, err := range everyOperation(t.Context(), service, id) {
				require.Equal(t, id, fails(t, err, channel.CodeChannelNotFound).Details["channel_id"], name)
			}
		}
		before := len(calls.All())
		for id, code := range map[string]channel.Code{
			"session:0.0": channel.CodeChannelNotFound, "%1": channel.CodeChannelNotFound, "tmux:zz:1": channel.CodeChannelNotFound,
			pane.Channel + " ": channel.CodeChannelNotFound, strings.ToUpper(pane.Channel): channel.CodeChannelNotFound,
			"": channel.CodeInvalidArgument, strings.Repeat("x", 129): channel.CodeInvalidArgument,
		} {
			for name, err := range everyOperation(t.Context(), service, id) {
				require.NotContains(t, fails(t, err, code).Details, "channel_id", name)
			}
		}
		require.Len(t, calls.All(), before, "tmux was run for an id that cannot be one")
	}},
	{Name: "A14: tmux is not installed", Run: func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		service := serve(t, channel.Config{SocketName: "none"})
		_, err := service.List(t.Context())
		fails(t, err, channel.CodeBackendUnavailable)
		require.Equal(t, "BACKEND_UNAVAILABLE", service.Health(t.Context()).Detail)
	}},
	{Name: "A15: no server", Run: func(t *testing.T) {
		dir := t.TempDir()
		t.Setenv("TMUX_TMPDIR", dir)
		config := channel.Config{SocketName: "none"}
		service := serve(t, config)
		_, err := service.List(t.Context())
		fails(t, err, channel.CodeBackendUnavailable)
		id := tmux.ChannelID(config, "%0")
		for name, err := range everyOperation(t.Context(), service, id) {
			require.Equal(t, channel.CodeBackendUnavailable, channel.AsError(err).Code, name)
		}
		require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			require.True(t, d.IsDir(), path)
			return err
		}))
	}},
	{Name: "A16: a renamed session and a moved pane", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Session("live", "cat")
		server.Session("more", "cat")
		service := serve(t, server.Config())
		server.Run("rename-session", "-t", "live", "renamed")
		got, err := service.Get(t.Context(), pane.Channel)
		require.NoError(t, err)
		require.Equal(t, "renamed", got.Metadata.Tmux.SessionName)
		window := got.Metadata.Tmux.WindowID
		pane.Split("cat")
		server.Run("break-pane", "-d", "-s", pane.ID, "-t", "more:")
		got, err = service.Get(t.Context(), pane.Channel)
		require.NoError(t, err)
		require.Equal(t, "more", got.Metadata.Tmux.SessionName)
		require.NotEqual(t, window, got.Metadata.Tmux.WindowID)
		read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
		write(t, service, pane, "x", true)
	}},
	{Name: "A17: a pane that moved into a hidden session", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		stays, moves, hidden := server.Recorder("live"), server.Recorder("other"), server.Recorder("hidden")
		server.Run("move-window", "-d", "-s", "other:0", "-t", "live:5")
		service := serve(t, server.Config("live"))
		write(t, service, moves.Pane, "seen", false)
		require.Equal(t, "seen", moves.TakeText())
		server.Run("move-window", "-d", "-s", "live:5", "-t", "hidden:7")
		unreachable(t, server, service, moves.Channel, stays, moves, hidden)
	}},
	{Name: "A21 W15: more panes than a listing holds", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		first := server.Session("live", "cat")
		for range 6 {
			batch := []string{}
			for range 50 {
				batch = append(batch, "new-window", "-d", "-t", "live:", "exec sleep 1000", ";")
			}
			server.Run(batch[:len(batch)-1]...)
		}
		service := serve(t, server.Config())
		listing, err := service.List(t.Context())
		require.NoError(t, err)
		require.Len(t, listing.Channels, 256)
		require.True(t, listing.Truncated)
		require.Equal(t, first.Channel, listing.Channels[0].ChannelID)
		last := tmux.ChannelID(server.Config(), "%300")
		got, err := service.Get(t.Context(), last)
		require.NoError(t, err)
		require.Equal(t, last, got.ChannelID)
		read(t, service, channel.ReadRequest{ChannelID: last})
		config := server.Config()
		config.MaxChannels = 301
		listing, err = serve(t, config).List(t.Context())
		require.NoError(t, err)
		require.Len(t, listing.Channels, 301)
		require.False(t, listing.Truncated)
	}},
	{Name: "A23 W28: a dead pane", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := deadPane(t, server, 3)
		got, err := serve(t, server.Config()).Get(t.Context(), pane.Channel)
		require.NoError(t, err)
		require.Equal(t, channel.StateUnavailable, got.State)
		require.True(t, got.Dead)
		require.Equal(t, 3, *got.ExitStatus)
		require.Regexp(t, `^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$`, got.LastActivity)
	}},
	{Name: "A24: two listings have one order", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		for _, name := range []string{"b", "a", "c"} {
			pane := server.Session(name, "exec cat")
			settle(t, pane)
			settle(t, pane.Split("exec cat"))
		}
		service := serve(t, server.Config())
		listing, err := service.List(t.Context())
		require.NoError(t, err)
		var names []string
		for _, c := range listing.Channels {
			names = append(names, fmt.Sprint(c.Metadata.Tmux.SessionName, c.Metadata.Tmux.PaneIndex))
		}
		require.Equal(t, []string{"a0", "a1", "b0", "b1", "c0", "c1"}, names)
		again, err := service.List(t.Context())
		require.NoError(t, err)
		require.Equal(t, listing, again)
	}},
}

// A shell that runs one program after the other, in one folder and another, changes while tmux prints a row about it: that is
// no fault of the row.
func TestChangingPrograms(t *testing.T) {
	server := channeltest.Start(t)
	var pane channeltest.Pane
	for i := range 3 {
		pane = server.Session(fmt.Sprint("busy", i), "set -m; while :; do /bin/true; (cd /usr/bin && exec sleep 0); done")
	}
	service := serve(t, server.Config())
	for range 200 {
		listing, err := service.List(t.Context())
		require.NoError(t, err)
		require.Len(t, listing.Channels, 3)
		read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
		_, err = service.WriteText(t.Context(), channel.WriteRequest{ChannelID: pane.Channel, Expect: channel.Expectation{Commands: []string{"vim"}}})
		fails(t, err, channel.CodeChannelCommandChanged)
	}
}

// deadPane makes a pane whose program ended with a status and that is still there.
func deadPane(t *testing.T, server *channeltest.Server, status int) channeltest.Pane {
	t.Helper()
	server.Run("set-option", "-g", "remain-on-exit", "on")
	pane := server.Session("dead", fmt.Sprintf("echo last words; read -r _; exit %d", status))
	pane.Shows("last words")
	server.Run("send-keys", "-t", pane.ID, "Enter")
	channeltest.Eventually(t, "the pane is dead", func() bool {
		// tmux 3.3a misses the end of a program now and then, until another one ends; and of one that ends at once it can
		// lose what it wrote.
		server.Run("run-shell", "true")
		return strings.Contains(pane.Screen(), "Pane is dead")
	})
	return pane
}

// inFolder makes a session whose program stands in a folder of that name.
func inFolder(t *testing.T, server *channeltest.Server, session, name string) channeltest.Pane {
	t.Helper()
	pane := server.Session(session, "-c", server.Folder(name), "echo here; exec cat")
	pane.Shows("here")
	settle(t, pane)
	return pane
}

// settle waits until cat is the program of a pane: only then do two listings say the same of it.
func settle(t *testing.T, pane channeltest.Pane) {
	t.Helper()
	channeltest.Eventually(t, "cat runs", func() bool { return pane.Show("#{pane_current_command} #{?pane_current_path,in,}") == "cat in" })
}
