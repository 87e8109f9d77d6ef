package lua_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/lua"
)

// TestEndsCannotBeCaught has each end come at each boundary, inside every kind of protected call. Nothing of the script
// may run behind it.
func TestEndsCannotBeCaught(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxThink, o.MaxMemory = 100_000, 256<<10 })
	for name, end := range map[string]struct {
		source string
		status lua.Status
		code   string
	}{
		"a word ends the run": {"stop()", lua.Ended, ""},
		"a word panics":       {"boom()", lua.Failed, "internal"},
		"thinking":            {"while true do end", lua.Failed, "steps_exhausted"},
		"memory":              {"local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end", lua.Failed, "memory_exhausted"},
	} {
		for boundary, source := range boundaries {
			source = strings.ReplaceAll(source, "return dig(1)", "dig(1)")
			source = strings.ReplaceAll(source, "dig(1)", end.source)
			if strings.Contains(source, "("+end.source) || strings.Contains(source, "{"+end.source) ||
				strings.Contains(source, "= "+end.source) || strings.Contains(source, "dig") {
				continue // the word stands where no statement can
			}
			for around, script := range map[string]string{
				"pcall":     "pcall(function() " + source + " end)",
				"xpcall":    "xpcall(function() " + source + " end, function() print('handled') end)",
				"coroutine": "coroutine.resume(coroutine.create(function() " + source + " end))",
				"wrap":      "pcall(coroutine.wrap(function() " + source + " end))",
				"sort":      "pcall(table.sort, {2, 1}, function() " + source + " end)",
				"gsub":      "pcall(string.gsub, 'a', 'a', function() " + source + " end)",
				"both":      "pcall(pcall, pcall, function() coroutine.wrap(function() pcall(function() " + source + " end) end)() end)",
			} {
				o := play(t, box, script+" print('went on')")
				what := name + ", " + boundary + ", " + around
				require.Equal(t, end.status, o.status, "%s: %v", what, o.err)
				if end.code != "" {
					require.Equal(t, end.code, o.err.Code, "%s: %v", what, o.err)
					require.Equal(t, 1, o.err.Line, what)
				}
				require.Empty(t, o.printed, what)
			}
		}
	}
}

// TestEndsInNestedProtection are the short ways of trying again for ever.
func TestEndsInNestedProtection(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxThink = 100_000 })
	for _, source := range []string{
		"while true do pcall(function() while true do end end) end",
		"while true do xpcall(function() error('x') end, function() while true do end end) end",
		"while true do coroutine.wrap(function() while true do end end)() end",
		"local t = setmetatable({}, {__index = function() while true do end end}) while true do pcall(function() return t.x end) end",
		"while true do pcall(table.sort, {1, 2, 3}, function() while true do end end) end",
		"while true do pcall(string.gsub, 'aaa', 'a', function() while true do end end) end",
		"local function f() pcall(f) f() end f()",
		"local function f() return pcall(f) end while true do f() end",
		"::again:: goto again",
		"while true do pcall(string.rep) end",
		"while true do pcall(('a'):rep(100).find, ('a'):rep(100), 'a*a*a*a*b') end",
	} {
		o := play(t, box, source)
		require.Equal(t, lua.Failed, o.status, source)
		require.Equal(t, "steps_exhausted", o.err.Code, "%s: %v", source, o.err)
		require.Equal(t, int64(100_000), o.steps, source)
	}
}

func TestPanicOfAWord(t *testing.T) {
	box := newBox(t, nil)
	o := play(t, box, "local x = 1\npcall(boom)")
	require.Equal(t, lua.Failed, o.status)
	require.Equal(t, "internal", o.err.Code)
	require.Equal(t, "boom", o.err.Panic)
	require.Contains(t, string(o.err.Trace), "lua_test.words")
	require.Equal(t, 2, o.err.Line)
	require.NotContains(t, o.err.Error(), "boom", "what went wrong inside the game is not the script's business")
	require.Equal(t, lua.Done, play(t, box, "return 1").status)
}

// TestPanicThatIsNoValue: a word may panic with nil or while it is stopped.
func TestPanicsOfAllKinds(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		o.Words["bad"] = lua.Word{Func: func(c *lua.Call) error {
			switch c.Arg(0).Text() {
			case "nil":
				panic(nil) //nolint:govet // the point
			case "error":
				panic(errors.New("an error"))
			case "runtime":
				var p *lua.Options
				_ = p.MaxThink
			}
			defer func() { panic("while it was stopped") }()
			c.Pause()
			return nil
		}}
	})
	for _, kind := range []string{"nil", "error", "runtime"} {
		o := play(t, box, "pcall(bad, '"+kind+"')")
		require.Equal(t, "internal", o.err.Code, kind)
		require.NotNil(t, o.err.Panic, kind)
	}
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	th := st.Start(compile(t, "pcall(bad, 'late')"))
	st.Grant(1000)
	require.Equal(t, lua.Paused, th.Resume())
	th.Stop()
	require.Equal(t, lua.Ended, th.Status(), "the first end holds")
	st.Close()
}

// TestErrorsOfWords: an error that a word returns is an error of the script, which it may catch.
func TestErrorsOfWords(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		o.Words["refuse"] = lua.Word{Func: func(c *lua.Call) error { return errors.New("no such place") }}
		o.Words["coded"] = lua.Word{Func: func(c *lua.Call) error {
			return &lua.ScriptError{Code: "mem_invalid", Message: "mem is full", Hint: "drop something"}
		}}
		o.Words["twice"] = lua.Word{Func: func(c *lua.Call) error {
			c.Pause()
			return errors.Join(errors.New("the end"), lua.ErrEnd)
		}}
	})
	require.Equal(t, []any{false, "line 1: no such place"}, result(t, box, "return pcall(function() refuse() end)"))
	o := play(t, box, "\nrefuse()")
	require.Equal(t, &lua.ScriptError{Code: "script_error", Message: "no such place", Line: 2, Stack: []string{"main part, line 2"}}, o.err)
	o = play(t, box, "\n\ncoded()")
	require.Equal(t, "mem_invalid", o.err.Code)
	require.Equal(t, "drop something", o.err.Hint)
	require.Equal(t, 3, o.err.Line)
	require.Equal(t, lua.Ended, play(t, box, "pcall(twice)").status)
}

// TestNoGoroutineIsLeft looks after each way of leaving a script, besides the look at the end of all tests.
func TestNoGoroutineIsLeft(t *testing.T) {
	box := newBox(t, nil)
	for _, source := range []string{
		"local co = coroutine.wrap(function() while true do coroutine.yield() end end) co() dig(1)",
		"for i = 1, 50 do local co = coroutine.create(function() dig(1) coroutine.yield() end) coroutine.resume(co) end",
		"kept = {} for i = 1, 60 do kept[i] = coroutine.create(function() coroutine.yield() end) coroutine.resume(kept[i]) end",
		"local function f(n) if n > 0 then coroutine.wrap(f)(n - 1) end dig(1) end f(20)",
	} {
		for resumes := range 4 {
			st, err := box.NewState(lua.StateConfig{})
			require.NoError(t, err)
			th := st.Start(compile(t, source))
			st.Grant(200_000)
			for range resumes {
				th.Resume()
			}
			st.Close()
			goleak.VerifyNone(t)
		}
	}
}
