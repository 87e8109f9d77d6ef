package tmux_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
)

func TestPictures(t *testing.T) { channeltest.Run(t, pictures) }

var pictures = []channeltest.Case{
	{Name: "B38 W25: wrapped rows", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		line := strings.Repeat("0123456789", 10)
		server.Run("new-session", "-d", "-s", "narrow", "-x", "40", "-y", "24", "stty -echo; echo "+line+"; printf 'end '; exec cat")
		service := serve(t, server.Config())
		id := onlyChannel(t, service).ChannelID
		channeltest.Eventually(t, "all is printed", func() bool {
			return strings.Contains(read(t, service, channel.ReadRequest{ChannelID: id}).Text, "end")
		})
		got := read(t, service, channel.ReadRequest{ChannelID: id})
		require.Equal(t, line[:40]+"\n"+line[40:80]+"\n"+line[80:]+"\nend", got.Text)
		require.Equal(t, channel.Cursor{Row: 3, Column: 4}, got.Cursor)
		got = read(t, service, channel.ReadRequest{ChannelID: id, Join: true})
		require.Equal(t, line+"\nend ", got.Text)
	}},
	{Name: "B39: the alternate screen", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := printed(t, server, `seq -f 'main %g' 60; printf '\033[?1049h\033[Hon the other screen'`, "other screen")
		service := serve(t, server.Config())
		got := read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
		require.Equal(t, "on the other screen", got.Text)
		require.True(t, got.Alternate)
		got = read(t, service, channel.ReadRequest{ChannelID: pane.Channel, Alternate: true})
		require.Contains(t, got.Text, "main 1\n")
		require.Contains(t, got.Text, "on the other screen")
		require.True(t, got.Alternate)
	}},
	{Name: "B40: copy mode", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := printed(t, server, "seq -f 'line %g' 100", "line 100")
		server.Run("copy-mode", "-t", pane.ID)
		server.Run("send-keys", "-t", pane.ID, "-X", "history-top")
		got := read(t, serve(t, server.Config()), channel.ReadRequest{ChannelID: pane.Channel, Lines: 1})
		require.Equal(t, "line 100", got.Text)
		require.False(t, got.Alternate)
	}},
	{Name: "B41: a dead pane", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := deadPane(t, server, 3)
		got := read(t, serve(t, server.Config()), channel.ReadRequest{ChannelID: pane.Channel})
		require.True(t, strings.HasPrefix(got.Text, "last words\n"), got.Text)
		require.Contains(t, got.Text, "Pane is dead")
		require.True(t, got.Dead)
		require.Equal(t, 3, *got.ExitStatus)
	}},
}

// After a revision a reader gets what is below the rows that it has seen, also where the screen scrolls and where the oldest
// rows fall off; where that cannot be told, it gets everything and is told so.
func TestIncrementalReading(t *testing.T) {
	server := channeltest.Start(t)
	pane := server.Session("live", "stty -echo; while read -r n; do seq -f \"$n %g\" $n; done")
	service := serve(t, server.Config())
	show := func(n string) {
		write(t, service, pane, n, true)
		pane.Shows(n + " " + n)
	}
	show("30")
	first := read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
	again := read(t, service, channel.ReadRequest{ChannelID: pane.Channel, After: first.Revision})
	require.False(t, *again.Changed)
	require.Empty(t, again.Text)
	require.Equal(t, first.Revision, again.Revision)

	show("40")
	got := read(t, service, channel.ReadRequest{ChannelID: pane.Channel, After: first.Revision})
	require.True(t, *got.Changed)
	require.False(t, got.Gap)
	require.False(t, got.Truncated)
	require.Equal(t, 40, got.LineCount)
	require.Equal(t, "40 1", strings.Split(got.Text, "\n")[0])
	require.True(t, strings.HasSuffix(got.Text, "\n40 40"))
	joined := read(t, service, channel.ReadRequest{ChannelID: pane.Channel, After: first.Revision, Join: true})
	require.Equal(t, 40, joined.LineCount)

	// More than the 200 rows that are asked for by default came, so the place is gone.
	show("300")
	got = read(t, service, channel.ReadRequest{ChannelID: pane.Channel, After: got.Revision})
	require.True(t, *got.Changed)
	require.True(t, got.Gap)
	require.True(t, got.Truncated)
	require.Equal(t, 200, got.LineCount)

	// The same rows printed twice are not one place.
	twice := read(t, service, channel.ReadRequest{ChannelID: pane.Channel})
	write(t, service, pane, "300", true)
	show("7")
	got = read(t, service, channel.ReadRequest{ChannelID: pane.Channel, After: twice.Revision, Lines: 1000})
	require.True(t, got.Gap)

	_, err := service.Read(t.Context(), channel.ReadRequest{ChannelID: pane.Channel, After: "AQ"})
	require.Equal(t, "after", fails(t, err, channel.CodeInvalidArgument).Details["field"])
	other := server.Session("more", "cat")
	_, err = service.Read(t.Context(), channel.ReadRequest{ChannelID: other.Channel, After: got.Revision})
	fails(t, err, channel.CodeChannelInstanceChanged)
}
