package lua_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// boundaries are the places in which a Lua-level yield fails or ends the script without a word. A word blocks in each.
var boundaries = map[string]string{
	"plain":              `dig(1) return "ok"`,
	"in a function":      `local function f() dig(1) return "ok" end return f()`,
	"as an argument":     `local function f(a) return a and "ok" end return f(dig(1))`,
	"in a constructor":   `local t = {dig(1), n = dig(2)} return t[1] and t.n and "ok"`,
	"as a tail call":     `local function f() return dig(1) end return f() and "ok"`,
	"main's tail call":   `return dig(1)`,
	"pcall":              `local ok, dug = pcall(function() return dig(1) end) return ok and dug and "ok"`,
	"pcall of the word":  `local ok, dug = pcall(dig, 1) return ok and dug and "ok"`,
	"xpcall":             `return select(2, xpcall(function() dig(1) return "ok" end, print))`,
	"xpcall's handler":   `return select(2, xpcall(error, function() dig(1) return "ok" end))`,
	"pcall in pcall":     `return select(3, pcall(pcall, function() dig(1) return "ok" end))`,
	"after an error":     `pcall(error, "x") dig(1) pcall(function() local x = nil + 1 end) dig(1) return "ok"`,
	"sort":               `local t = {3, 1, 2} table.sort(t, function(a, b) dig(1) return a < b end) return table.concat(t) == "123" and "ok"`,
	"gsub":               `return (("k"):gsub("k", function() dig(1) return "ok" end))`,
	"iterator":           `local n = 0 for _ in function() n = n + 1 dig(1) if n < 4 then return n end end do end return n == 4 and "ok"`,
	"pairs":              `local t = setmetatable({}, {__pairs = function() dig(1) return next, {x = 1} end}) for k in pairs(t) do return k == "x" and "ok" end`,
	"__index":            `return setmetatable({}, {__index = function(_, k) dig(1) return k end}).ok`,
	"__newindex":         `local got; setmetatable({}, {__newindex = function(_, k) dig(1) got = k end}).ok = 1 return got`,
	"__newindex by key":  `local got, k = nil, "ok" setmetatable({}, {__newindex = function(_, k) dig(1) got = k end})[k] = 1 return got`,
	"__call":             `return setmetatable({}, {__call = function() dig(1) return "ok" end})()`,
	"__add":              `return setmetatable({}, {__add = function() dig(1) return "ok" end}) + 1`,
	"__idiv":             `return setmetatable({}, {__idiv = function() dig(1) return "ok" end}) // 1`,
	"__unm":              `return -setmetatable({}, {__unm = function() dig(1) return "ok" end})`,
	"__len":              `return #setmetatable({}, {__len = function() dig(1) return "ok" end})`,
	"__concat":           `return setmetatable({}, {__concat = function() dig(1) return "ok" end}) .. ""`,
	"__eq":               `local m = {__eq = function() dig(1) return true end} return setmetatable({}, m) == setmetatable({}, m) and "ok"`,
	"__lt":               `local m = {__lt = function() dig(1) return true end} return setmetatable({}, m) < setmetatable({}, m) and "ok"`,
	"__le":               `local m = {__le = function() dig(1) return true end} return setmetatable({}, m) <= setmetatable({}, m) and "ok"`,
	"__tostring":         `return tostring(setmetatable({}, {__tostring = function() dig(1) return "ok" end}))`,
	"own coroutine":      `local f = coroutine.wrap(function() dig(1) coroutine.yield("o") dig(1) return "k" end) return f() .. f()`,
	"nested coroutines":  `local f = coroutine.wrap(function() local g = coroutine.wrap(function() dig(1) coroutine.yield("o") dig(1) return "k" end) coroutine.yield(g()) return g() end) return f() .. f()`,
	"coroutine in pcall": `return select(2, pcall(coroutine.wrap(function() pcall(dig, 1) return "ok" end)))`,
	"generator":          `local s = "" for c in coroutine.wrap(function() dig(1) coroutine.yield("o") dig(1) coroutine.yield("k") end) do s = s .. c end return s`,
	"yield inside sort":  `local f = coroutine.wrap(function() table.sort({2, 1}, function(a, b) dig(1) coroutine.yield("o") return a < b end) return "k" end) return f() .. f()`,
}

func TestWordsBlockAnywhere(t *testing.T) {
	box := newBox(t, nil)
	for name, source := range boundaries {
		t.Run(name, func(t *testing.T) {
			st, err := box.NewState(lua.StateConfig{})
			require.NoError(t, err)
			defer st.Close()
			th := st.Start(compile(t, source))
			st.Grant(100_000)
			paused := 0
			for th.Resume() == lua.Paused {
				paused++
			}
			require.Equal(t, lua.Done, th.Status(), "%v", th.Err())
			require.Positive(t, paused)
			if name == "main's tail call" {
				require.Equal(t, []any{true, nil, float64(1)}, th.Results())
				return
			}
			require.Equal(t, []any{"ok"}, th.Results())
		})
	}
}

// TestStopAnywhere stops the same scripts where they are blocked. goleak sees that no goroutine is left.
func TestStopAnywhere(t *testing.T) {
	box := newBox(t, nil)
	for name, source := range boundaries {
		t.Run(name, func(t *testing.T) {
			st, err := box.NewState(lua.StateConfig{})
			require.NoError(t, err)
			th := st.Start(compile(t, "local ok = pcall(function() "+source+" end) print('went on')"))
			st.Grant(100_000)
			require.Equal(t, lua.Paused, th.Resume())
			th.Stop()
			require.Equal(t, lua.Ended, th.Status())
			require.Equal(t, lua.Ended, th.Resume())
			st.Close()
		})
	}
}

// TestThinkingAnywhere has the same scripts run on one step at a time: they are paused between any two instructions, and in
// the middle of what the library does.
func TestThinkingAnywhere(t *testing.T) {
	box := newBox(t, nil)
	for name, source := range boundaries {
		t.Run(name, func(t *testing.T) {
			whole := play(t, box, source)
			require.Equal(t, lua.Done, whole.status, "%v", whole.err)
			st, err := box.NewState(lua.StateConfig{})
			require.NoError(t, err)
			defer st.Close()
			th := st.Start(compile(t, source))
			for th.Resume() < lua.Done {
				if th.Status() == lua.Thinking {
					require.LessOrEqual(t, st.Balance(), int64(0))
					st.Grant(1)
				}
			}
			require.Equal(t, whole.results, th.Results())
			require.Equal(t, whole.steps, th.Steps())
		})
	}
}

func TestTwoThreadsOfOneState(t *testing.T) {
	box := newBox(t, nil)
	var fn *lua.Func
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	p := compile(t, "local n = 0\nlocal function handler(by)\n\tdig(1)\n\tn = n + by\n\treturn n\nend\nfirst = handler\nfor i = 1, 3 do\n\tdig(1)\n\tn = n + 1\nend\nreturn n, first")
	main := st.Start(p)
	st.Grant(100_000)
	require.Equal(t, lua.Paused, main.Resume())
	require.Equal(t, 9, main.Line())

	// A function of the script gets to the host as a word's argument.
	grab := st.Start(compile(t, "return first"))
	require.Equal(t, lua.Done, grab.Resume())
	box2 := newBox(t, func(o *lua.Options) {
		o.Words["on"] = lua.Word{Func: func(c *lua.Call) error { fn = c.Arg(0).Func(); return nil }}
	})
	st2, err := box2.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st2.Close()
	st2.Grant(100_000)
	main = st2.Start(compile(t, "local n = 0\non(function(by)\n\tdig(1)\n\tn = n + by\n\treturn n\nend)\nfor i = 1, 3 do\n\tdig(1)\n\tn = n + 1\nend\nreturn n"))
	require.Equal(t, lua.Paused, main.Resume())
	_, err = st.StartFunc(fn)
	require.EqualError(t, err, "the function belongs to another state")
	handler, err := st2.StartFunc(fn, 10)
	require.NoError(t, err)
	require.Equal(t, lua.Paused, handler.Resume())
	require.Equal(t, 3, handler.Line())
	require.Equal(t, 8, main.Line())
	require.Equal(t, lua.Paused, main.Resume(), "the two take turns as the host likes")
	require.Equal(t, lua.Done, handler.Resume())
	require.Equal(t, []any{float64(11)}, handler.Results(), "they share the script's locals")
	require.Equal(t, lua.Paused, main.Resume())
	require.Equal(t, lua.Done, main.Resume())
	require.Equal(t, []any{float64(13)}, main.Results())
}

// TestStopFromAnotherThread is what stop() in a handler does: it ends the main script from within a word of the handler.
func TestStopFromAnotherThread(t *testing.T) {
	var main *lua.Thread
	var fn *lua.Func
	box := newBox(t, func(o *lua.Options) {
		o.Words["on"] = lua.Word{Func: func(c *lua.Call) error { fn = c.Arg(0).Func(); return nil }}
		o.Words["halt"] = lua.Word{Func: func(c *lua.Call) error {
			main.Stop()
			c.Thread().Stop()
			return nil
		}}
	})
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	st.Grant(100_000)
	main = st.Start(compile(t, `on(function() pcall(halt) print("went on") end) pcall(function() while true do pcall(dig, 1) end end)`))
	require.Equal(t, lua.Paused, main.Resume())
	handler, err := st.StartFunc(fn)
	require.NoError(t, err)
	require.Equal(t, lua.Ended, handler.Resume())
	require.Equal(t, lua.Ended, main.Status())
}

func TestStopBeforeTheFirstResume(t *testing.T) {
	box := newBox(t, nil)
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	th := st.Start(compile(t, "dig(1)"))
	require.Equal(t, lua.Paused, th.Status())
	th.Stop()
	require.Equal(t, lua.Ended, th.Status())
	st.Start(compile(t, "dig(1)"))
	st.Close()
	require.PanicsWithValue(t, "lua: the state is closed", st.Close)
}

// TestWordThatEndsTheGoroutine is what a failing test does in a word: the goroutine of the caller ends with its deferred
// calls, and the state can still be closed.
func TestWordThatEndsTheGoroutine(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		o.Words["leave"] = lua.Word{Func: func(*lua.Call) error { runtime.Goexit(); return nil }}
	})
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	st.Grant(100_000)
	th := st.Start(compile(t, `local co = coroutine.wrap(function() coroutine.yield() end) co() pcall(coroutine.wrap(function() pcall(leave) end))`))
	var gone sync.WaitGroup
	gone.Go(func() { th.Resume() })
	gone.Wait()
	require.Equal(t, lua.Ended, th.Status())
	st.Close()
	require.Equal(t, []any{float64(1)}, result(t, box, "return 1"))
}

// TestThreadOfAWord: a handler may be a word itself.
func TestThreadOfAWord(t *testing.T) {
	var fn *lua.Func
	box := newBox(t, func(o *lua.Options) {
		o.Words["on"] = lua.Word{Func: func(c *lua.Call) error { fn = c.Arg(0).Func(); return nil }}
	})
	for name, status := range map[string]lua.Status{"dig": lua.Done, "pcall": lua.Done, "error": lua.Failed, "stop": lua.Ended, "boom": lua.Failed} {
		st, err := box.NewState(lua.StateConfig{})
		require.NoError(t, err)
		st.Grant(100_000)
		require.Equal(t, lua.Done, st.Start(compile(t, "on("+name+")")).Resume())
		th, err := st.StartFunc(fn, "x")
		require.NoError(t, err)
		for th.Resume() < lua.Done {
		}
		require.Equal(t, status, th.Status(), "%s: %v", name, th.Err())
		st.Close()
	}
}
