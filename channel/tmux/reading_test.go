package tmux_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
)

func TestReading(t *testing.T) { channeltest.Run(t, reading) }

// printed makes a session whose program printed the output of a command, waits until the last word of it is there, and then
// goes on without printing anything.
func printed(t *testing.T, server *channeltest.Server, command, last string) channeltest.Pane {
	t.Helper()
	pane := server.Session("live", "stty -echo; "+command+"; exec cat")
	pane.Shows(last)
	settle(t, pane)
	return pane
}

var reading = []channeltest.Case{
	{Name: "B25 B31: the newest lines", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := printed(t, server, "seq -f 'line %g' 30", "line 30")
		service := serve(t, server.Config())
		got := read(t, service, channel.ReadRequest{ChannelID: pane.Channel, Lines: 12, Bytes: 4096})
		require.True(t, got.Truncated)
		require.Equal(t, 12, got.LineCount)
		require.Equal(t, len(got.Text), got.ByteCount)
		require.True(t, strings.HasPrefix(got.Text, "line 19\n"))
		require.True(t, strings.HasSuffix(got.Text, "\nline 30"))
		require.Regexp(t, `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`, got.CapturedAt)
		require.Nil(t, got.Changed)
		listed, err := service.Get(t.Context(), pane.Channel)
		require.NoError(t, err)
		require.Equal(t, listed.Instance, got.Instance)
		require.Equal(t, "cat", got.CurrentCommand)
	}},
	{Name: "B26 B27 B32: bytes are cut between characters", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := printed(t, server, "for i in 1 2 3 4 5 6 7 8 9; do echo '世界世界世界é'; done; printf 'alpha-世界'", "alpha-世界")
		service := serve(t, server.Config())
		whole := read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
		require.Equal(t, strings.Repeat("世界世界世界é\n", 9)+"alpha-世界", whole.Text)
		require.False(t, whole.Truncated)
		for bytes := 1; bytes <= 64; bytes++ {
			got := read(t, service, channel.ReadRequest{ChannelID: pane.Channel, Bytes: bytes})
			require.True(t, got.Truncated)
			require.LessOrEqual(t, got.ByteCount, bytes)
			require.Greater(t, got.ByteCount, bytes-4+1)
			require.True(t, utf8.ValidString(got.Text) && !strings.ContainsRune(got.Text, utf8.RuneError))
			require.True(t, strings.HasSuffix(whole.Text, got.Text))
		}
		require.Equal(t, "-世界", read(t, service, channel.ReadRequest{ChannelID: pane.Channel, Bytes: 7}).Text)
	}},
	{Name: "B28: more lines than are configured", Run: func(t *testing.T) {
		config := channel.Config{SocketName: "none", ReadMaxLines: 50, ReadMaxBytes: 100}
		service, calls := counted(t, config)
		_, err := service.Read(t.Context(), channel.ReadRequest{ChannelID: "x", Lines: 51})
		require.Equal(t, "lines", fails(t, err, channel.CodeInvalidArgument).Details["field"])
		_, err = service.Read(t.Context(), channel.ReadRequest{ChannelID: "x", Bytes: 101})
		require.Equal(t, "bytes", fails(t, err, channel.CodeInvalidArgument).Details["field"])
		require.Empty(t, calls.All())
	}},
	{Name: "B33: a pane that is gone", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Session("live", "cat")
		service := serve(t, server.Config())
		read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
		server.Run("kill-session", "-t", "live")
		_, err := service.Read(t.Context(), channel.ReadRequest{ChannelID: pane.Channel})
		fails(t, err, channel.CodeChannelNotFound)
	}},
	{Name: "B34 W3: two lines on a high screen", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := printed(t, server, "echo one; echo two", "two")
		got := read(t, serve(t, server.Config()), channel.ReadRequest{ChannelID: pane.Channel, Lines: 5})
		require.Equal(t, "one\ntwo", got.Text)
		require.Equal(t, 2, got.LineCount)
		require.False(t, got.Truncated)
		require.Equal(t, channel.Cursor{Row: 2, Column: 0}, got.Cursor)
	}},
	{Name: "B35: a cleared screen", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := printed(t, server, "seq 20; printf '\\033[H\\033[2Jprompt> '", "prompt>")
		got := read(t, serve(t, server.Config()), channel.ReadRequest{ChannelID: pane.Channel, Lines: 1})
		require.Equal(t, "prompt>", got.Text)
	}},
	{Name: "B36: an empty pane", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Session("live", "stty -echo; exec cat")
		got := read(t, serve(t, server.Config()), channel.ReadRequest{ChannelID: pane.Channel, Lines: 5})
		require.Empty(t, got.Text)
		require.Zero(t, got.LineCount)
		require.Zero(t, got.ByteCount)
		require.False(t, got.Truncated)
	}},
	{Name: "B37: exactly as many lines as there are", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := printed(t, server, "seq -f 'line %g' 50", "line 50")
		service := serve(t, server.Config())
		for lines, truncated := range map[int]bool{49: true, 50: false, 51: false} {
			got := read(t, service, channel.ReadRequest{ChannelID: pane.Channel, Lines: lines})
			require.Equal(t, truncated, got.Truncated, lines)
			require.Equal(t, min(lines, 50), got.LineCount)
		}
	}},
	{Name: "B42 W18: a wide pane of wide characters", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		server.Run("set-option", "-g", "history-limit", "3000")
		command := `awk 'BEGIN{for(j=0;j<250;j++)s=s "世"; for(i=0;i<1100;i++)print s; print "end"}'; exec cat`
		server.Run("new-session", "-d", "-s", "wide", "-x", "500", "-y", "30", "stty -echo; "+command)
		service := serve(t, server.Config())
		got := onlyChannel(t, service)
		channeltest.Eventually(t, "all is printed", func() bool {
			return strings.HasSuffix(read(t, service, channel.ReadRequest{ChannelID: got.ChannelID, Lines: 1}).Text, "end")
		})
		all := read(t, service, channel.ReadRequest{ChannelID: got.ChannelID, Lines: 1000})
		require.True(t, all.Truncated)
		require.LessOrEqual(t, all.ByteCount, 262144)
		require.Greater(t, all.ByteCount, 262144-4)
		require.True(t, utf8.ValidString(all.Text))
		config := server.Config()
		config.ReadMaxBytes = channel.MaxReadBytes
		all = read(t, serve(t, config), channel.ReadRequest{ChannelID: got.ChannelID, Lines: 1000})
		require.Equal(t, 999*751+3, all.ByteCount)
		require.Equal(t, 1000, all.LineCount)
	}},
	{Name: "B43: 5000 lines of 9000", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		server.Run("set-option", "-g", "history-limit", "10000")
		pane := printed(t, server, "seq -f 'line %g' 9000", "line 9000")
		config := server.Config()
		config.ReadMaxLines = 5000
		got := read(t, serve(t, config), channel.ReadRequest{ChannelID: pane.Channel, Lines: 5000})
		require.Equal(t, 5000, got.LineCount)
		require.True(t, got.Truncated)
		var want []string
		for i := 4001; i <= 9000; i++ {
			want = append(want, fmt.Sprint("line ", i))
		}
		require.Equal(t, strings.Join(want, "\n"), got.Text)
	}},
	{Name: "B44: colours and control bytes", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := printed(t, server, `printf '\033[31mred\033[0m\001\002\177 a\tb done'`, "done")
		got := read(t, serve(t, server.Config()), channel.ReadRequest{ChannelID: pane.Channel})
		require.Equal(t, "red a   b done", got.Text)
	}},
}
