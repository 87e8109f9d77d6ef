package lua_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// TestMended holds scripts that broke a promise once: they stalled the host, counted steps backwards, held memory unseen, or
// failed as the host's fault.
func TestMended(t *testing.T) {
	box := hostileBox(t, 300_000)
	for source, want := range map[string]string{
		"return pcall(table.unpack, {}, -2^62, 2^62)":                                       "",
		"return pcall(table.concat, {}, '', -2^62, 2^62)":                                   "",
		"return pcall(table.move, {}, -2^62, 2^62, 1)":                                      "",
		"return #(('x'):rep(390):gsub('x', ('y'):rep(1000)))":                               "a string would be longer than 262,144 bytes",
		"local s = ('x'):rep(262140) error(s)":                                              "a string would be longer than 262,144 bytes",
		"local t = setmetatable({}, {__name = ('x'):rep(262143)}) return tostring(t)":       "a string would be longer than 262,144 bytes",
		"main = coroutine.running() for i = 1, 2e4 do local t = {i} end return main ~= nil": "",
		"local s = ('x'):rep(2e5) for i = 1, 1000 do pcall(error, s, 0) end return true":    "",
		"error('x', 2)": "x", "error(nil, 2)": "error() was called without a message",
	} {
		o := play(t, box, source)
		require.Positive(t, o.steps, source)
		if want == "" {
			require.Equal(t, lua.Done, o.status, "%s: %v", source, o.err)
			continue
		}
		require.Equal(t, lua.Failed, o.status, source)
		require.Equal(t, want, o.err.Message, source)
		require.Equal(t, 1, o.err.Line, source)
	}
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(compile(t, "mem = me"))
	st.Grant(20_000)
	require.Equal(t, lua.Done, th.Resume())
	_, err = st.MemJSON(1000)
	require.ErrorContains(t, err, "mem is a table that the game answers")
}
