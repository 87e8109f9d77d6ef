package tmux_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

func TestWeaknesses(t *testing.T) { channeltest.Run(t, weaknesses) }

var weaknesses = []channeltest.Case{
	{Name: "I111 W13: the pane goes, or gets another process, while a read waits", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		service := serve(t, server.Config("live"))
		wait := func(pane channeltest.Pane, change func()) error {
			first := read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
			done := make(chan error, 1)
			go func() {
				_, err := service.Read(context.Background(), channel.ReadRequest{ChannelID: pane.Channel, After: first.Revision, Wait: channel.MaxWait, Quiet: channel.MaxQuiet})
				done <- err
			}()
			channeltest.Eventually(t, "the waiting has begun", func() bool { return channeltest.Childless() != nil })
			change()
			return <-done
		}
		pane := server.Session("live", "exec cat")
		server.Session("stays", "exec cat")
		err := wait(pane, func() { server.Run("respawn-pane", "-k", "-t", pane.ID, "exec cat") })
		fails(t, err, channel.CodeChannelInstanceChanged)
		err = wait(pane, func() { server.Run("kill-session", "-t", "live") })
		require.Equal(t, pane.Channel, fails(t, err, channel.CodeChannelNotFound).Details["channel_id"])

		// A pane of another server can have the same id.
		pane = server.Session("live", "exec cat")
		first := read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
		err = wait(pane, server.Kill)
		fails(t, err, channel.CodeBackendUnavailable)
		server.Launch()
		var next channeltest.Pane
		for next.Channel != pane.Channel {
			next = server.Session("live", "exec cat")
			server.Run("rename-session", "-t", "=live", "live"+next.ID[1:])
		}
		server.Run("rename-session", "-t", next.ID, "live")
		for _, wait := range []time.Duration{0, channel.MaxWait} {
			_, err = service.Read(t.Context(), channel.ReadRequest{ChannelID: next.Channel, After: first.Revision, Wait: wait})
			fails(t, err, channel.CodeChannelInstanceChanged)
		}
	}},
	{Name: "W14: a pane that an allowed and a hidden session show", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Recorder("shown")
		server.Run("new-session", "-d", "-t", "shown", "-s", "a-hidden")
		server.Run("new-session", "-d", "-t", "shown", "-s", "z-hidden")
		service := serve(t, server.Config("shown"))
		require.Equal(t, []string{"shown"}, onlyChannel(t, service).Metadata.Tmux.Sessions)
		require.Contains(t, read(t, service, channel.ReadRequest{ChannelID: pane.Channel}).Text, "ready")
		write(t, service, pane.Pane, "x", true)
		press(t, service, pane.Pane, channel.ControlEscape)
		require.Equal(t, "x\r\x1b", pane.TakeText())
	}},
	{Name: "W21: lines of an exact text run in a shell before any Enter, as documented", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		shell := server.Session("live")
		shell.Shows("$")
		write(t, serve(t, server.Config()), shell, "echo ran$((1))\necho waits$((2))", false)
		shell.Shows("ran1")
		shell.Shows("waits$((2))")
		require.NotContains(t, shell.Screen(), "waits2")
	}},
	{Name: "W22: no buffer outlives the call that made it", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane, hidden := server.Recorder("live"), server.Recorder("hidden")
		server.Run("set-buffer", "-b", "somebody's", "kept")
		service, calls := counted(t, server.Config("live", "nobody"))
		write(t, service, pane.Pane, "text", true)
		require.Len(t, calls.All(), 1)
		_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: hidden.Channel, Text: "text"})
		fails(t, err, channel.CodeChannelNotFound)
		server.Run("copy-mode", "-t", pane.ID)
		_, err = service.WriteText(t.Context(), channel.WriteRequest{ChannelID: pane.Channel, Text: "text"})
		fails(t, err, channel.CodeChannelUnavailable)
		require.Len(t, calls.All(), 3, "the buffer goes with the call, and not after it")
		require.Equal(t, "somebody's", strings.Join(server.Buffers(), " "))
	}},
	{Name: "W23: a program that does not read, as documented", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Session("live", "stty raw -echo; echo deaf; exec sleep 1000")
		pane.Shows("deaf")
		service := serve(t, server.Config())
		for range 4 {
			write(t, service, pane, mixed(channel.MaxTextBytes), true)
		}
		require.Equal(t, healthy, service.Health(t.Context()))
		require.Empty(t, server.Buffers())
	}},
	{Name: "W24: a program in canonical mode gets 4095 bytes of a line, as documented", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		file := server.Folder("out") + "/lines"
		pane := server.Session("live", "stty -echo; echo ready; exec cat >"+file)
		pane.Shows("ready")
		service := serve(t, server.Config())
		write(t, service, pane, strings.Repeat("x", 10_000), true)
		write(t, service, pane, "short", true)
		require.Equal(t, strings.Repeat("x", 4095)+"\nshort\n", fileOnce(t, file, "short\n"))
	}},
	{Name: "W27: one process an operation", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Recorder("live")
		server.Session("other", "exec cat")
		for _, allowed := range [][]string{nil, {"live"}, {"a", "b", "c", "d", "live"}, {"other", "live"}} {
			service, calls := counted(t, server.Config(allowed...))
			_, err := service.List(t.Context())
			require.NoError(t, err)
			for _, err := range everyOperation(t.Context(), service, pane.Channel) {
				require.NoError(t, err)
			}
			require.True(t, service.Health(t.Context()).Available)
			require.Len(t, calls.All(), 1+9+1)
		}
		// Where the sessions do not fit into one command line there are as many as it takes, and still one change.
		pane.Take()
		var many []string
		for i := range 200 {
			many = append(many, strings.Repeat("n", 40)+string(rune('a'+i%26))+string(rune('a'+i/26)))
		}
		service, calls := counted(t, server.Config(append(many, "live")...))
		write(t, service, pane.Pane, "once", true)
		require.Equal(t, "once\r", pane.TakeText())
		require.Greater(t, len(calls.All()), 1)
		for _, call := range calls.All() {
			require.Less(t, len(strings.Join(call.Args, " ")), 16<<10)
		}
		require.Empty(t, server.Buffers())
	}},
}

// A read that waits returns when there was output and then quiet, and at its deadline where there was none.
func TestWaitingOnAProgram(t *testing.T) {
	server := channeltest.Start(t)
	pane := server.Session("live", "stty -echo; while read -r n; do seq -f \"$n %g\" $n; done")
	service := serve(t, server.Config("live"))
	write(t, service, pane, "9", true)
	pane.Shows("9 9")
	first := read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
	wait := channel.ReadRequest{ChannelID: pane.Channel, After: first.Revision, Wait: 300 * time.Millisecond, Quiet: channel.MinQuiet}
	got := read(t, service, wait)
	require.True(t, got.TimedOut)
	require.False(t, *got.Changed)
	require.Equal(t, first.Revision, got.Revision)
	write(t, service, pane, "5", true)
	wait.Wait = channel.MaxWait
	got = read(t, service, wait)
	require.False(t, got.TimedOut)
	require.True(t, *got.Changed)
	require.Equal(t, "5 1\n5 2\n5 3\n5 4\n5 5", got.Text)
}

// Each way around the scope that was found ends with no channel and no byte.
func TestScope(t *testing.T) {
	t.Run("a guard's target that names another session's pane", func(t *testing.T) {
		server := channeltest.Start(t)
		live, hidden := server.Recorder("live"), server.Recorder("hidden")
		out := server.Run("if-shell", "-F", "-t", "=live:."+hidden.ID, "#{==:#{pane_id},"+hidden.ID+"}", "display-message -p taken")
		require.Equal(t, "taken\n", out, "tmux takes such a target in a guard")
		unreachable(t, server, serve(t, server.Config("live")), hidden.Channel, live, hidden)
	})
	t.Run("a hidden pane that takes no input, which nobody is to know", func(t *testing.T) {
		server := channeltest.Start(t)
		live, hidden := server.Recorder("live"), server.Recorder("hidden")
		server.Run("copy-mode", "-t", hidden.ID)
		unreachable(t, server, serve(t, server.Config("live")), hidden.Channel, live)
		server.Run("copy-mode", "-q", "-t", hidden.ID)
		require.Empty(t, hidden.TakeText())
	})
	t.Run("a session whose name looks like a list", func(t *testing.T) {
		server := channeltest.Start(t)
		live, forged := server.Recorder("live"), server.Recorder("hidden,live")
		require.Equal(t, "hidden,live", forged.Show("#{window_linked_sessions_list}"))
		unreachable(t, server, serve(t, server.Config("live")), forged.Channel, live, forged)
		unreachable(t, server, serve(t, server.Config("live", "hidden")), forged.Channel, live, forged)
	})
	t.Run("an allowed name that is the id of a hidden session", func(t *testing.T) {
		server := channeltest.Start(t)
		hidden, more := server.Recorder("hidden"), server.Recorder("more")
		for _, r := range []*channeltest.Recorder{hidden, more} {
			name := r.Show("#{session_id}")
			unreachable(t, server, serve(t, server.Config(name)), r.Channel, hidden, more)
		}
	})
	t.Run("an allowed name that is the name of a hidden session's client", func(t *testing.T) {
		server := channeltest.Start(t)
		hidden := server.Recorder("hidden")
		name := server.Attach("hidden")
		out := server.Run("if-shell", "-F", "-t", "="+name+":."+hidden.ID, "#{==:#{session_name},hidden}", "display-message -p taken")
		require.Equal(t, "taken\n", out, "tmux takes a client's name for its session")
		unreachable(t, server, serve(t, server.Config(name)), hidden.Channel, hidden)
	})
	t.Run("a pane that moved between listing and action", func(t *testing.T) {
		server := channeltest.Start(t)
		live, moves, hidden := server.Recorder("live"), server.Recorder("live2"), server.Recorder("hidden")
		service := serve(t, server.Config("live", "live2"))
		_, err := service.Get(t.Context(), moves.Channel)
		require.NoError(t, err)
		server.Run("join-pane", "-d", "-s", moves.ID, "-t", hidden.ID)
		unreachable(t, server, service, moves.Channel, live, moves, hidden)
	})
	t.Run("a linked window that is unlinked", func(t *testing.T) {
		server := channeltest.Start(t)
		live, hidden := server.Recorder("live"), server.Recorder("hidden")
		server.Run("link-window", "-d", "-s", "hidden:0", "-t", "live:5")
		service := serve(t, server.Config("live"))
		write(t, service, hidden.Pane, "linked", false)
		require.Equal(t, "linked", hidden.TakeText())
		server.Run("unlink-window", "-t", "live:5")
		unreachable(t, server, service, hidden.Channel, live, hidden)
	})
	t.Run("a group without the allowed session", func(t *testing.T) {
		server := channeltest.Start(t)
		live, hidden := server.Recorder("live"), server.Recorder("hidden")
		server.Run("new-session", "-d", "-t", "hidden", "-s", "grouped")
		unreachable(t, server, serve(t, server.Config("live")), hidden.Channel, live, hidden)
		server.Run("kill-session", "-t", "grouped")
		unreachable(t, server, serve(t, server.Config("grouped")), hidden.Channel, live, hidden)
	})
	t.Run("another scope's id", func(t *testing.T) {
		server := channeltest.Start(t)
		live := server.Recorder("live")
		unreachable(t, server, serve(t, server.Config("live")), tmux.ChannelID(channel.Config{}, live.ID), live)
	})
}
