package tmux_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

func TestHostileNames(t *testing.T) { channeltest.Run(t, hostileNames) }

var hostileNames = []channeltest.Case{
	{Name: "A18 W10: a grouped session and a linked window", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Recorder("live")
		server.Session("third", "cat")
		server.Run("new-session", "-d", "-t", "live", "-s", "grouped")
		server.Run("link-window", "-d", "-s", "live:0", "-t", "third:5")
		service := serve(t, server.Config("live", "grouped", "third"))
		listing, err := service.List(t.Context())
		require.NoError(t, err)
		require.Len(t, listing.Channels, 2)
		require.Equal(t, []string{"grouped", "live", "third"}, listing.Channels[0].Metadata.Tmux.Sessions)
		require.Equal(t, pane.Channel, listing.Channels[0].ChannelID)
		// The text comes once, though three allowed sessions show the pane.
		write(t, service, pane.Pane, "once", true)
		require.Equal(t, "once\r", pane.TakeText())
		press(t, service, pane.Pane, channel.ControlEscape)
		require.Equal(t, "\x1b", pane.TakeText())
		// A session that is not allowed is not named.
		require.Equal(t, []string{"third"}, sessionsOf(t, serve(t, server.Config("third")), pane.Channel))
	}},
	{Name: "A19: a folder whose name holds TAB and LF", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		name := "a\tb\nc,1:x,~0~1~~,~"
		pane := inFolder(t, server, "live", name)
		server.Session("more", "cat")
		listing, err := serve(t, server.Config()).List(t.Context())
		require.NoError(t, err)
		require.Len(t, listing.Channels, 2)
		require.Equal(t, pane.Channel, listing.Channels[0].ChannelID)
		require.Equal(t, name, filepath.Base(listing.Channels[0].CWD))
	}},
	{Name: "A20 W5: a folder that is named like a row of an allowed session", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		live := server.Recorder("live")
		for i, name := range []string{
			"x\n%1\tlive\t@1\t0\t0\ttitle\tcwd",
			"x,~cat,1:0,0:,10:1700000000,2:10,10:1700000000,2:11,\n" + strings.TrimSuffix(tmux.Row("%1", "live", "@1", "0", "0", "", "", "cat", "0", "", "1700000000", "10", "1700000000", "11"), "\n"),
		} {
			session := "hidden" + string(rune('a'+i))
			hidden := inFolder(t, server, session, name)
			service := serve(t, server.Config("live"))
			require.Equal(t, live.Channel, onlyChannel(t, service).ChannelID)
			unreachable(t, server, service, hidden.Channel, live)
			require.Equal(t, "here", strings.TrimSpace(hidden.Screen()))
		}
	}},
	{Name: "A22: odd names of sessions are matched exactly", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		names := []string{
			"$1", "plain", "a,b", " outer ", "世界", "@1", "%1", "-x", "=x", "it's", `q"r`, "{", "}", "a#b", "50%d", "~", "x;", "!", "{last}",
			`back\slash`, "/dev/pts/0", "*", "[a]", "#,", "}#{",
		}
		panes := map[string]*channeltest.Recorder{}
		for _, name := range names {
			r := server.Recorder("temporary")
			// A number sign is doubled because tmux expands the new name; a semicolon at the end would part two commands.
			given := strings.NewReplacer("#", "##").Replace(name)
			if strings.HasSuffix(given, ";") {
				given = strings.TrimSuffix(given, ";") + `\;`
			}
			server.Run("rename-session", "-t", "=temporary", "--", given)
			// tmux makes a name visible that it cannot keep as it is: what it says is what counts.
			panes[r.Show("#{session_name}")] = r
		}
		require.Len(t, panes, len(names))
		require.Contains(t, panes, "$1")
		require.Contains(t, panes, "50%d")
		for name, r := range panes {
			service := serve(t, server.Config(name))
			require.Equal(t, name, onlyChannel(t, service).Metadata.Tmux.SessionName)
			write(t, service, r.Pane, "to "+name, true)
			require.Equal(t, "to "+name+"\r", r.TakeText())
			press(t, service, r.Pane, channel.ControlInterrupt)
			require.Equal(t, "\x03", r.TakeText())
			require.Contains(t, read(t, service, channel.ReadRequest{ChannelID: r.Channel}).Text, "ready")
			for other, o := range panes {
				if other != name {
					_, err := service.SendControl(t.Context(), channel.ControlRequest{ChannelID: o.Channel, Control: channel.ControlEnter})
					fails(t, err, channel.CodeChannelNotFound)
				}
			}
		}
		for _, r := range panes {
			require.Empty(t, r.TakeText())
		}
	}},
}

func sessionsOf(t *testing.T, service *channel.Service, id string) []string {
	t.Helper()
	got, err := service.Get(t.Context(), id)
	require.NoError(t, err)
	return got.Metadata.Tmux.Sessions
}
