package tmux_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/tmux"
)

// FuzzInventory reads whatever a server might print, and what fields of any content look like in it.
func FuzzInventory(f *testing.F) {
	f.Add("", "live", "/tmp")
	f.Add("2:%1,4:live,", "a,b", "x\n%1\tlive\t@1\t0\t0\tt\tc")
	f.Add("99999999999999999999:x,", "$1", ",\n2:%1,")
	f.Add("-1:,", "世界", strings.Repeat("3:a", 100))
	f.Fuzz(func(t *testing.T, raw, session, cwd string) {
		if panes, err := tmux.ParseInventory(raw); err == nil {
			require.NotEmpty(t, panes)
		}
		row := tmux.Row("%1", session, "@2", "3", "4", cwd, cwd, session, "0", "", "1700000000", "5", "6", "7")
		panes, err := tmux.ParseInventory(row + row)
		if session == "" {
			require.Error(t, err)
			return
		}
		require.NoError(t, err)
		require.Equal(t, []string{"%1 " + session, "%1 " + session}, panes)
		fields, rest, err := tmux.ParseRow(row+raw, 14)
		require.NoError(t, err)
		require.Equal(t, cwd, fields[6])
		require.Equal(t, raw, rest)
		// What tmux substitutes in a field that is asked for once is undone.
		once := "~" + strings.ReplaceAll(strings.ReplaceAll(cwd, "~", "~0"), ",", "~1") + ",\n"
		fields, rest, err = tmux.ParseRow(once+raw, 1)
		require.NoError(t, err)
		require.Equal(t, cwd, fields[0])
		require.Equal(t, raw, rest)
	})
}

// FuzzIDs takes any text for an id and for an instance: it is one exactly where it is written back the same.
func FuzzIDs(f *testing.F) {
	f.Add("tmux:0123456789ab:1")
	f.Add("tmux:0123456789AB:01")
	f.Add("i1-a-b-c")
	f.Add("i1-00-+1-#{pid}")
	f.Fuzz(func(t *testing.T, s string) {
		if scope, pane, ok := channel.SplitID(s); ok {
			require.Equal(t, s, "tmux:"+scope+":"+pane)
			require.LessOrEqual(t, len(s), channel.MaxIDLength)
		}
		if again, ok := tmux.ParseInstance(s); ok {
			require.Equal(t, s, again)
			require.Regexp(t, `^i1-[0-9a-z]+-[0-9a-z]+-[0-9a-z]+$`, s)
		}
	})
}

// FuzzPicture reads whatever a server might print for a picture, and cuts it anywhere.
func FuzzPicture(f *testing.F) {
	f.Add("one\ntwo\n\n", 1, 10, false, false)
	f.Add("世界\n", 0, 2, false, true)
	f.Add("", 3, 1, true, true)
	f.Add("a  \nb  \n  \n", 1, 4, true, false)
	f.Fuzz(func(t *testing.T, text string, line, bytes int, join, cut bool) {
		if bytes < 1 || bytes > channel.MaxReadBytes {
			return
		}
		head := tmux.Row("1", "2", "3", "0", "", "0", "0", digits(line), "24", "cat")
		s, err := tmux.ParsePicture(head, text, cut, channel.Capture{Bytes: bytes, Join: join})
		if err != nil {
			return
		}
		require.True(t, 0 <= s.Above && s.Above <= len(s.Rows))
		whole := strings.Join(s.Rows, "\n")
		require.LessOrEqual(t, len(whole), bytes)
		require.True(t, utf8.ValidString(whole))
		if n := len(s.Rows); n > 1 {
			require.NotEmpty(t, strings.Trim(s.Rows[n-1], " "))
		}
		if s, err := tmux.ParsePicture(text, "", cut, channel.Capture{Bytes: bytes}); err == nil {
			require.NotEmpty(t, s.Instance)
		}
	})
}

func digits(n int) string {
	if n < 0 {
		n = -(n + 1)
	}
	const all = "0123456789"
	return all[n%10 : n%10+1]
}
