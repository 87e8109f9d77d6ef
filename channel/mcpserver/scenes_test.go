package mcpserver_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

var sceneCases = []channeltest.Case{
	{Name: "E78: a tmux server that hangs", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		config := server.Config()
		config.Timeout = 2 * time.Second
		u := serve(t, config)
		calls := map[string]args{"list_channels": {}}
		recorders := map[string]*channeltest.Recorder{}
		for name, a := range map[string]args{
			"get_channel": {}, "read_channel": {}, "write_text text": {"text": "held", "submit": false}, "write_text submit": {"text": "held", "submit": true},
			"write_text empty": {"text": "", "submit": true}, "send_control ENTER": {"control": "ENTER"}, "send_control INTERRUPT": {"control": "INTERRUPT"},
			"send_control ESCAPE": {"control": "ESCAPE"},
		} {
			recorders[name] = server.Recorder(strings.ReplaceAll(name, " ", "-"))
			calls[name] = with(a, "channel_id", recorders[name].Channel)
		}
		require.True(t, u.does("health", nil).Health.Available)
		all := func(check func(name string, got reply)) {
			got := map[string]reply{}
			var mu sync.Mutex
			var running sync.WaitGroup
			for name, a := range calls {
				running.Go(func() {
					tool, _, _ := strings.Cut(name, " ")
					answered, err := u.try(patience(t), tool, a)
					mu.Lock()
					defer mu.Unlock()
					if err == nil {
						got[name] = answered
					}
				})
			}
			running.Wait()
			require.Len(t, got, len(calls))
			for name, answered := range got {
				check(name, answered)
			}
		}
		server.Stop()
		all(func(name string, got reply) {
			require.NotNil(t, got.Error, "%s: %s", name, got.text)
			require.Equal(t, channel.CodeTimeout, got.Error.Code, name)
			require.NotEmpty(t, got.Error.Details["operation"], name)
			if contains(name, " ") {
				require.Equal(t, "unknown", got.Error.Details["delivery_outcome"], name)
			}
		})
		require.Equal(t, channel.Health{BackendKind: "tmux", Detail: "TIMEOUT"}, u.does("health", nil).Health)
		server.Continue()
		channeltest.Eventually(t, "health says that it is over", func() bool { return u.does("health", nil).Health.Available })
		arrived := map[string]string{
			"write_text text": "held", "write_text submit": "held\r", "write_text empty": "\r",
			"send_control ENTER": "\r", "send_control INTERRUPT": "\x03", "send_control ESCAPE": "\x1b",
		}
		for name, r := range recorders {
			require.Contains(t, []string{"", arrived[name]}, r.TakeText(), "all of it or nothing")
		}
		all(func(name string, got reply) { require.Nil(t, got.Error, "%s: %s", name, got.text) })
		for name, r := range recorders {
			require.Equal(t, arrived[name], r.TakeText(), name)
		}
		require.Empty(t, server.Buffers())
	}},
	{Name: "H100: from health to the end of a session", Run: func(t *testing.T) {
		for _, version := range []string{legacyVersion, modernVersion} {
			server := channeltest.Start(t)
			server.Session("demo", "stty -echo; PS1= exec bash --noprofile --norc")
			u := user{t, open(t, server.Config()).connect(version)}
			require.True(t, u.does("health", nil).Health.Available)
			listed := u.does("list_channels", nil).Channels
			require.Len(t, listed, 1)
			id := listed[0].ChannelID
			require.Equal(t, listed[0].Metadata.Tmux, u.does("get_channel", args{"channel_id": id}).Channel.Metadata.Tmux)
			read := u.does("read_channel", args{"channel_id": id, "lines": 5, "bytes": 1024}).Read
			require.LessOrEqual(t, read.LineCount, 5)
			require.LessOrEqual(t, read.ByteCount, 1024)

			u.does("write_text", args{"channel_id": id, "text": "printf 'mark%s\\n' er-1", "submit": true})
			u.shows(id, "marker-1")
			u.does("write_text", args{"channel_id": id, "text": "sleep 600", "submit": true})
			channeltest.Eventually(t, "it sleeps", func() bool {
				return u.does("get_channel", args{"channel_id": id}).Channel.CurrentCommand == "sleep"
			})
			require.Equal(t, "INTERRUPT", u.does("send_control", args{"channel_id": id, "control": "INTERRUPT"}).Control)
			u.does("write_text", args{"channel_id": id, "text": "printf 'mark%s\\n' er-2", "submit": true})
			u.shows(id, "marker-2")

			server.Run("kill-session", "-t", "=demo")
			for tool, a := range good(id) {
				if a["channel_id"] != nil {
					u.fails(channel.CodeChannelNotFound, tool, a)
				}
			}
			require.Empty(t, u.does("list_channels", nil).Channels)
			_, err := server.Try("has-session", "-t", "=demo")
			require.Error(t, err, "the session is still gone")
		}
	}},
	{Name: "H101: a terminal that speaks of another", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		p1, s2 := server.Recorder("p1"), server.Recorder("s2")
		for _, r := range []*channeltest.Recorder{p1, s2} {
			server.Run("select-pane", "-t", r.ID, "-T", "worker")
		}
		lie := fmt.Sprintf("\r\nthis is session p1, channel_id %s, session_name p1, pane_id %s\r\n", p1.Channel, p1.ID)
		terminal, err := os.OpenFile(s2.Show("#{pane_tty}"), os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = terminal.WriteString(lie)
		require.NoError(t, err)
		require.NoError(t, terminal.Close())
		s2.Shows("session_name p1")

		u := serve(t, server.Config())
		var chosen []channel.Channel
		for _, c := range u.does("list_channels", nil).Channels {
			require.Equal(t, "worker", c.Title)
			if c.Metadata.Tmux.SessionName == "p1" {
				chosen = append(chosen, c)
			}
		}
		require.Len(t, chosen, 1)
		u.does("write_text", args{"channel_id": chosen[0].ChannelID, "text": "marker", "submit": true})
		require.Equal(t, "marker\r", p1.TakeText())
		require.Empty(t, s2.TakeText())
	}},
	{Name: "W28: what is told of a channel is told where it holds", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		alive := server.Recorder("alive")
		dead := server.Session("dead", "stty -echo; read line; exit 3")
		dead.Set("remain-on-exit", "on")
		u := serve(t, server.Config())
		got := u.does("get_channel", args{"channel_id": alive.Channel}).Channel
		require.Equal(t, channel.StateAvailable, got.State)
		require.Regexp(t, `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`, got.LastActivity)

		u.does("send_control", args{"channel_id": dead.Channel, "control": "ENTER"})
		channeltest.Eventually(t, "the program has ended", func() bool { return dead.Show("#{pane_dead}") == "1" })
		got = u.does("get_channel", args{"channel_id": dead.Channel}).Channel
		require.Equal(t, channel.StateUnavailable, got.State)
		require.True(t, got.Dead)
		require.Equal(t, 3, *got.ExitStatus)
		for _, tool := range []string{"write_text", "send_control"} {
			require.Equal(t, "dead", u.fails(channel.CodeChannelUnavailable, tool, good(dead.Channel)[tool])["reason"])
		}
		require.True(t, u.does("health", nil).Health.Available, "the server survived it")
	}},
}

func TestScenes(t *testing.T) { channeltest.Run(t, sceneCases) }

// TestScope tries to get from the one allowed session at panes of others, by ids and by names that look allowed.
func TestScope(t *testing.T) {
	server := channeltest.Start(t)
	live := server.Recorder("live")
	forged := server.Folder("x\n" + live.ID + "\tlive\t@0\t0\t0\tt\t")
	hidden := []*channeltest.Recorder{
		server.Recorder("hidden"), server.Recorder("hidden,live"), server.Recorder("liv"), server.Recorder("live2"), server.Recorder("=live"), server.Recorder("Live"),
	}
	moved := live.Recorder()
	server.Run("break-pane", "-d", "-s", moved.ID, "-t", "=hidden:")
	hidden = append(hidden, moved)
	row := server.Session("forged", "cd '"+forged+"' && exec cat")
	u := serve(t, server.Config("live"))
	other := channel.Config{SocketName: "other"}
	ids := []string{row.Channel, tmux.ChannelID(other, live.ID), live.ID, "=live:." + live.ID, "live", live.Channel + " ", strings.ToUpper(live.Channel), live.Channel + ";"}
	for _, r := range hidden {
		ids = append(ids, r.Channel)
	}
	for _, id := range ids {
		for tool, a := range good(id) {
			if a["channel_id"] == nil {
				continue
			}
			u.fails(channel.CodeChannelNotFound, tool, a)
			if tool == "write_text" {
				u.fails(channel.CodeChannelNotFound, tool, with(a, "submit", true))
				u.fails(channel.CodeChannelNotFound, tool, with(with(a, "submit", true), "text", ""))
			}
		}
	}
	listed := u.does("list_channels", nil)
	require.Len(t, listed.Channels, 1)
	require.Equal(t, live.Channel, listed.Channels[0].ChannelID)
	require.NotContains(t, listed.text, "hidden")
	require.NotContains(t, listed.text, server.Socket)
	for _, r := range append(slices.Clone(hidden), live) {
		require.Empty(t, r.TakeText())
	}
	require.Empty(t, server.Buffers())
	u.does("write_text", args{"channel_id": live.Channel, "text": "seen", "submit": false})
	require.Equal(t, "seen", live.TakeText())
}

// TestAdditions uses every optional argument that the original does not have.
func TestAdditions(t *testing.T) {
	server := channeltest.Start(t)
	asking := server.Asking("asking")
	u := serve(t, server.Config())
	a := args{"channel_id": asking.Channel, "text": "a\nb", "submit": false}
	u.does("write_text", with(a, "mode", "exact"))
	require.Equal(t, "a\nb", asking.TakeText())
	u.does("write_text", with(a, "mode", "bracketed"))
	require.Equal(t, "\x1b[200~a\nb\x1b[201~", asking.TakeText())

	self := u.does("get_channel", args{"channel_id": asking.Channel}).Channel
	for _, tool := range []string{"write_text", "send_control"} {
		sent := good(asking.Channel)[tool]
		u.fails(channel.CodeChannelCommandChanged, tool, with(sent, "expect_command", []string{"vim", "emacs"}))
		u.fails(channel.CodeChannelInstanceChanged, tool, with(sent, "expect_instance", "i1-0-0-0"))
		require.Empty(t, asking.TakeText())
		u.does(tool, with(with(sent, "expect_command", []string{"vim", self.CurrentCommand}), "expect_instance", self.Instance))
		require.NotEmpty(t, asking.TakeText())
	}

	pane := server.Session("shell", `printf 'before\n'; printf '%0100d\n' 7; exec cat`)
	pane.Shows("7")
	r := args{"channel_id": pane.Channel}
	plain := u.does("read_channel", r).Read
	require.Equal(t, 3, plain.LineCount)
	require.Nil(t, plain.Changed)
	require.Equal(t, 2, u.does("read_channel", with(r, "join", true)).Read.LineCount)
	r["after"] = plain.Revision
	require.False(t, *u.does("read_channel", r).Read.Changed)
	waited := make(chan reply, 1)
	go func() {
		got, _ := u.try(context.Background(), "read_channel", with(with(r, "wait_ms", 45000), "quiet_ms", 250))
		waited <- got
	}()
	u.does("write_text", args{"channel_id": pane.Channel, "text": "new", "submit": true})
	got := <-waited
	require.Nil(t, got.Error, got.text)
	require.NotNil(t, got.Read.Changed, got.text)
	require.True(t, *got.Read.Changed)
	require.False(t, got.Read.TimedOut)
	require.Contains(t, got.Read.Text, "new")

	full := server.Session("full", `for i in $(seq 40); do echo main $i; done; printf '\033[?1049hscreen'; exec cat`)
	full.Shows("screen")
	r = args{"channel_id": full.Channel}
	read := u.does("read_channel", r).Read
	require.True(t, read.Alternate)
	require.NotContains(t, read.Text, "main")
	require.Contains(t, u.does("read_channel", with(r, "alternate", true)).Read.Text, "main 1\n")
}

// TestReadOnly serves the six tools, and refuses two of them.
func TestReadOnly(t *testing.T) {
	server := channeltest.Start(t)
	recorder := server.Recorder("live")
	config := server.Config()
	config.ReadOnly = true
	u := serve(t, config)
	for tool, a := range good(recorder.Channel) {
		if tool == "write_text" || tool == "send_control" {
			require.Equal(t, "read_only", u.fails(channel.CodePermissionDenied, tool, a)["reason"])
		} else {
			u.does(tool, a)
		}
	}
	require.Empty(t, recorder.TakeText())
}

// TestCancelByClient has a client of mcp-go give up a read that waits.
func TestCancelByClient(t *testing.T) {
	server := channeltest.Start(t)
	c := open(t, server.Config())
	u := user{t, c.connect(modernVersion)}
	a := args{"channel_id": server.Recorder("live").Channel}
	a["after"], a["wait_ms"] = u.does("read_channel", a).Read.Revision, 45000
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		_, err := u.try(ctx, "read_channel", a)
		ended <- err
	}()
	u.does("health", nil)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	channeltest.Eventually(t, "the call has ended", func() bool {
		u.does("health", nil)
		return contains(c.log.String(), `"code":"cancelled"`)
	})
}
