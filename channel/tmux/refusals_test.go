package tmux_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
)

func TestRefusals(t *testing.T) { channeltest.Run(t, refusals) }

// refusedFor requires that text with Enter and every key are refused for a reason, and leave no buffer.
func refusedFor(t *testing.T, server *channeltest.Server, pane channeltest.Pane, reason string) {
	t.Helper()
	for _, service := range []*channel.Service{serve(t, server.Config()), serve(t, server.Config("other", pane.Show("#{session_name}")))} {
		for name, err := range everyOperation(t.Context(), service, pane.Channel) {
			switch {
			case name == "get", name == "read":
				require.NoError(t, err)
			case strings.HasSuffix(name, "write false") && reason == channel.ReasonSynchronized:
				require.NoError(t, err)
			default:
				e := fails(t, err, channel.CodeChannelUnavailable)
				require.Equal(t, channel.Details{"channel_id": pane.Channel, "reason": reason}, e.Details, name)
			}
		}
	}
	require.Empty(t, server.Buffers())
}

var refusals = []channeltest.Case{
	{Name: "C62 W2: a dead pane, and the server lives on", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		other := server.Recorder("other")
		pane := deadPane(t, server, 0)
		refusedFor(t, server, pane, channel.ReasonDead)
		require.Empty(t, other.TakeText())
	}},
	{Name: "C63 W6: a pane in a mode", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Recorder("live")
		for _, mode := range []string{"copy-mode", "clock-mode"} {
			server.Run(mode, "-t", pane.ID)
			refusedFor(t, server, pane.Pane, channel.ReasonMode)
			require.Equal(t, "1", pane.Show("#{pane_in_mode}"), "the mode is left alone")
			server.Run("copy-mode", "-q", "-t", pane.ID)
			require.Empty(t, pane.TakeText())
		}
		write(t, serve(t, server.Config()), pane.Pane, "now", true)
		require.Equal(t, "now\r", pane.TakeText())
	}},
	{Name: "C64 W8: a pane whose input is off", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Recorder("live")
		server.Run("select-pane", "-d", "-t", pane.ID)
		refusedFor(t, server, pane.Pane, channel.ReasonInputOff)
		server.Run("select-pane", "-e", "-t", pane.ID)
		require.Empty(t, pane.TakeText())
	}},
	{Name: "C65 W7: synchronized panes", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Recorder("live")
		beside := pane.Recorder()
		server.Run("set-option", "-w", "-t", pane.ID, "synchronize-panes", "on")
		refusedFor(t, server, pane.Pane, channel.ReasonSynchronized)
		server.Run("set-option", "-w", "-t", pane.ID, "synchronize-panes", "off")
		// A text without a key reaches its own pane only: one for each of the two scopes that were tried.
		require.Equal(t, strings.Repeat("forbidden", 2), pane.TakeText())
		require.Empty(t, beside.TakeText())
	}},
	{Name: "D73: keys are refused as texts are", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Recorder("live")
		service := serve(t, server.Config("live"))
		for _, c := range []struct {
			on, off []string
			reason  string
		}{
			{[]string{"copy-mode", "-t", pane.ID}, []string{"copy-mode", "-q", "-t", pane.ID}, channel.ReasonMode},
			{[]string{"select-pane", "-d", "-t", pane.ID}, []string{"select-pane", "-e", "-t", pane.ID}, channel.ReasonInputOff},
			{[]string{"set-option", "-w", "-t", pane.ID, "synchronize-panes", "on"}, []string{"set-option", "-w", "-t", pane.ID, "synchronize-panes", "off"}, channel.ReasonSynchronized},
		} {
			server.Run(c.on...)
			_, err := service.SendControl(t.Context(), channel.ControlRequest{ChannelID: pane.Channel, Control: channel.ControlEscape})
			require.Equal(t, c.reason, fails(t, err, channel.CodeChannelUnavailable).Details["reason"])
			server.Run(c.off...)
			require.Empty(t, pane.TakeText())
		}
		press(t, service, pane.Pane, channel.ControlEscape)
		require.Equal(t, "\x1b", pane.TakeText())
	}},
	{Name: "W19: another process in the pane, another server on the socket", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Recorder("live")
		service := serve(t, server.Config("live"))
		seen, err := service.Get(t.Context(), pane.Channel)
		require.NoError(t, err)
		expect := channel.Expectation{Instance: seen.Instance}
		both := func() (text, key error) {
			_, text = service.WriteText(t.Context(), channel.WriteRequest{ChannelID: pane.Channel, Text: "expected", Submit: true, Expect: expect})
			_, key = service.SendControl(t.Context(), channel.ControlRequest{ChannelID: pane.Channel, Control: channel.ControlEnter, Expect: expect})
			return text, key
		}
		text, key := both()
		require.NoError(t, text)
		require.NoError(t, key)
		require.Equal(t, "expected\r\r", pane.TakeText())

		server.Run("respawn-pane", "-k", "-t", pane.ID, "stty -echo; echo again; exec cat")
		pane.Shows("again")
		text, key = both()
		fails(t, text, channel.CodeChannelInstanceChanged)
		fails(t, key, channel.CodeChannelInstanceChanged)
		require.Equal(t, "again", strings.TrimSpace(pane.Screen()))

		server.Kill()
		server.Launch()
		next := server.Recorder("live")
		require.Equal(t, pane.Channel, next.Channel)
		text, key = both()
		fails(t, text, channel.CodeChannelInstanceChanged)
		fails(t, key, channel.CodeChannelInstanceChanged)
		require.Empty(t, next.TakeText())
		require.Empty(t, server.Buffers())

		expect.Instance = "#{pid}"
		text, key = both()
		require.Equal(t, "expect_instance", fails(t, text, channel.CodeInvalidArgument).Details["field"])
		require.Equal(t, "expect_instance", fails(t, key, channel.CodeInvalidArgument).Details["field"])
	}},
}

func TestExpectedCommand(t *testing.T) {
	server := channeltest.Start(t)
	pane := server.Recorder("live")
	settle(t, pane.Pane)
	service := serve(t, server.Config("live"))
	send := func(commands ...string) error {
		_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: pane.Channel, Text: "x", Expect: channel.Expectation{Commands: commands}})
		return err
	}
	require.NoError(t, send("bash", "cat"))
	require.NoError(t, send("cat"))
	fails(t, send("bash", "zsh"), channel.CodeChannelCommandChanged)
	fails(t, send("ca"), channel.CodeChannelCommandChanged)
	for _, hostile := range []string{"", "#(touch x)", "a,b", "}", "a b", strings.Repeat("c", 65)} {
		require.Equal(t, "expect_command", fails(t, send(hostile), channel.CodeInvalidArgument).Details["field"])
	}
	require.Equal(t, "xx", pane.TakeText())
	require.Empty(t, server.Buffers())
}
