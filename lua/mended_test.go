package lua_test

import (
	"fmt"
	"strings"
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

// TestClosuresCost: making a function that captures many variables, where many are captured, is work for the VM.
func TestClosuresCost(t *testing.T) {
	var locals, uses []string
	for i := range 50 {
		locals = append(locals, fmt.Sprintf("local a%d = %d", i, i))
		uses = append(uses, fmt.Sprintf("a%d", i))
	}
	all := strings.Join(uses, ", ")
	o := play(t, newBox(t, nil), "local function d(n) "+strings.Join(locals, " ")+" local function k() return "+all+
		" end if n > 0 then return d(n - 1) + 1 end for i = 1, 100 do local function c() return "+all+" end end return 0 end return d(80)")
	require.Equal(t, lua.Done, o.status, "%v", o.err)
	require.Equal(t, []any{float64(80)}, o.results)
	require.Greater(t, o.steps, int64(100*50*80))
	self := "local n = 0 local function f() local function g(i) n = n + 1 if i > 0 then g(i - 1) end end g(3) end f() return n"
	require.Equal(t, []any{float64(4)}, result(t, newBox(t, nil), self), "a local function sees itself")
}

// TestPausesInsideTables: where a script stands inside a store or a # because its steps are spent, a handler may change the same
// table, and nothing that it does is lost.
func TestPausesInsideTables(t *testing.T) {
	box := newBox(t, nil)
	for name, c := range map[string]struct{ main, handler, want string }{
		"the first item": {"t = {} dig() t[1] = 1 dig()", "t.a = 5 t[2] = 6", "return t[1] == 1 and t.a == 5 and t[2] == 6"},
		"a hole":         {"t = {} dig() t[400] = 1 dig()", "t.a = 5 t[2] = 6", "return t[400] == 1 and t.a == 5 and t[2] == 6"},
		"a length": {
			"t = {} for i = 1, 2000 do t[i] = i end for i = 1, 2000 do t[i] = nil end dig() local n = #t dig()",
			"for i = 1, 5 do t[i] = i end", "return #t == 5 and t[5] == 5",
		},
		"a key that is new": {
			"t = {} for i = 1, 100 do t['k' .. i] = i end for i = 1, 100 do t['k' .. i] = nil end dig() t[k or 'x'] = 1 dig()",
			"t.a = 5 t[1] = 6", "return t.x == 1 and t.a == 5 and t[1] == 6",
		},
	} {
		for steps := range int64(60) {
			st, err := box.NewState(lua.StateConfig{})
			require.NoError(t, err)
			main := st.Start(compile(t, c.main))
			st.Grant(200_000)
			require.Equal(t, lua.Paused, main.Resume(), name)
			st.Grant(steps - st.Balance())
			status := main.Resume()
			st.Grant(200_000)
			require.Equal(t, lua.Done, st.Start(compile(t, c.handler)).Resume(), name)
			for ; status == lua.Thinking; status = main.Resume() {
				st.Grant(200_000)
			}
			require.Equal(t, lua.Paused, status, name)
			look := st.Start(compile(t, c.want))
			require.Equal(t, lua.Done, look.Resume(), name)
			require.Equal(t, []any{true}, look.Results(), "%s, stopped after %d steps", name, steps)
			st.Close()
		}
	}
}
