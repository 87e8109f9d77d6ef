package lua_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// growers hold more and more. Each must end in memory_exhausted, and name what grew where it can be named.
var growers = map[string]struct{ source, names string }{
	"a list":                   {"local seen = {} for i = 1, 1e9 do seen[#seen + 1] = i end", "seen with"},
	"small lists":              {"all = {} for i = 1, 1e9 do local t = {} t[1] = i all[i] = t end", ""},
	"small tables":             {"all = {} for i = 1, 1e9 do local t = {} t.x = i t.y = i all[i] = t end", ""},
	"points":                   {"all = {} for i = 1, 1e9 do all[i] = {x = i, y = -i} end", ""},
	"closures":                 {"all = {} for i = 1, 1e9 do all[i] = function() return i end end", ""},
	"a list in a global":       {"seen = {} for i = 1, 1e9 do seen[#seen + 1] = {i} end", "seen with"},
	"mem":                      {"mem.log = {} for i = 1, 1e9 do table.insert(mem.log, {i}) end", "mem.log with"},
	"names":                    {"map = {} for i = 1, 1e9 do map['key' .. i] = i end", "map with"},
	"sparse":                   {"map = {} for i = 1, 1e9 do map[i * 100000] = i end", "map with"},
	"strings":                  {"texts = {} for i = 1, 1e9 do texts[i] = ('x'):rep(1000) .. i end", "texts with"},
	"one string":               {"local s = 'x' while true do s = s .. s end", ""},
	"a chain":                  {"local node = nil for i = 1, 1e9 do node = {next = node} end", ""},
	"upvalues":                 {"local fs = {} for i = 1, 1e9 do local t = {i} fs[i] = function() return t end end", ""},
	"nested":                   {"t = {} local at = t for i = 1, 1e9 do at.x = {} at = at.x end", ""},
	"keys that die":            {"t = {} for i = 1, 1e9 do t[i .. 'k'] = {} if i % 3 > 0 then t[i .. 'k'] = nil end end", ""},
	"a metatable":              {"local hidden = {} local t = setmetatable({}, {__index = hidden}) for i = 1, 1e9 do hidden[i] = {} end", ""},
	"a locked metatable":       {"local t = setmetatable({}, {__metatable = false, __index = {}}) local m = getmetatable('x') for i = 1, 1e9 do rawset(t, i, {}) end", ""},
	"a coroutine's local":      {"local co = coroutine.wrap(function() local t = {} while true do for i = 1, 100 do t[#t + 1] = {} end coroutine.yield() end end) while true do co() end", ""},
	"arguments of a coroutine": {"local cos = {} for i = 1, 60 do cos[i] = coroutine.wrap(function(...) coroutine.yield() return ... end) cos[i](('x'):rep(200000) .. i) end", ""},
	"concat":                   {"local all = {} for i = 1, 1e9 do all[i] = table.concat({i, ('y'):rep(2000)}, '-') end", ""},
	"keys":                     {"local t = {} for i = 1, 1e9 do t[{}] = true end", ""},
	"_G":                       {"for i = 1, 1e9 do _G['g' .. i] = {} end", ""},
	"one number of a page":     {page + "local t = {} for i = 1, 1e9 do t[i] = page() end", "t with"},
	"one key of a page":        {page + "local t = {} for i = 1, 1e9 do t[page()] = true end", "t with"},
	"one field of a page":      {page + "local t = {} for i = 1, 1e9 do t[i] = {" + strings.Repeat("page(), ", 30) + "} end", ""},
	"one capture of a page":    {page + "local t = {} for i = 1, 1e9 do local x = page() t[i] = function() return x end end", ""},
	"one register of a page": {page + "local function deep(n) " + manyLocals(80) + " = " + strings.Repeat("page(), ", 79) + "page() " +
		"if n > 0 then deep(n - 1) else coroutine.yield() end return a1 end local t = {} " +
		"for i = 1, 60 do t[i] = coroutine.wrap(deep) t[i](85) end error('they are all held')", ""},
	"coroutines that died": {"local t = {} for i = 1, 1e9 do local co = coroutine.create(error) coroutine.resume(co, 'e' .. i) t[i] = co end", "t with"},
	"coroutines that ended": {"do local t = {} for i = 1, 64 do t[i] = coroutine.wrap(coroutine.yield) t[i]() end for i = 1, 64 do t[i]() end end " +
		"local s, p, t = ('a'):rep(32), ('(.)'):rep(32), {} for i = 1, 1e9 do t[i] = {s:find(p)} end", ""},
	"captures": {"local s, p, t = ('a'):rep(32), ('(.)'):rep(32), {} for i = 1, 1e9 do t[i] = {s:find(p)} end", ""},
	"lists that were long": {"local t = {} for i = 1, 1e9 do local l = {} for j = 1, 50 do l[j] = j end for j = 50, 1, -1 do l[j] = nil end " +
		"t[i] = {#l, l} end", ""},
	"formats inside each other": {"local big, deep = ('x'):rep(2e5), 0 local t = setmetatable({}, {__tostring = function(t) deep = deep + 1 " +
		"if deep < 44 then return (('%s%s'):format(big, t)) end for i = 1, 1e5 do end error('they are all held') end}) tostring(t)", ""},
	"removals inside each other": {"local deep, meta = 0, {__len = function() return 5 end} " +
		"meta.__index = function() local t = {} for i = 1, 5000 do t[i] = i end return t end " +
		"meta.__newindex = function() deep = deep + 1 if deep < 40 then table.remove(setmetatable({}, meta), 1) end for i = 1, 1e5 do end error('they are all held') end " +
		"table.remove(setmetatable({}, meta), 1)", ""},
}

// page is a function that makes a page of the VM's numbers, of which there are 32 on each, and returns one of them.
var page = "local last = 0.5 local function page() local x = last " + strings.Repeat("x = x + 1 ", 31) + "last = x return x end "

func TestMemoryIsBounded(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxThink, o.MaxMemory = 1<<40, 1<<20 })
	for name, c := range growers {
		t.Run(name, func(t *testing.T) {
			o := play(t, box, c.source)
			require.Equal(t, lua.Failed, o.status)
			if name == "one string" {
				require.Equal(t, "script_error", o.err.Code)
				require.Contains(t, o.err.Message, "a string would be longer than 262,144 bytes")
				return
			}
			require.Equal(t, "memory_exhausted", o.err.Code, "%v", o.err)
			require.Contains(t, o.err.Message, c.names)
			require.Equal(t, 1, o.err.Line)
			require.NotEmpty(t, o.err.Hint)
			require.Equal(t, o.steps, play(t, box, c.source).steps, "the end comes at the same step")
		})
	}
}

// TestNumbersAreNotKept asks for the numbers of objects that are dropped at once, of two types by turns.
func TestNumbersAreNotKept(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxThink = 1 << 40 })
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(compile(t, "for i = 1, 3e5 do if i % 1024 == 0 then tostring({}) else tostring(function() end) end end"))
	before := heap()
	for th.Status() < lua.Done {
		st.Grant(200_000)
		th.Resume()
	}
	require.Equal(t, lua.Done, th.Status())
	require.Less(t, heap()-before, int64(1<<20))
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestGarbageIsFree: what a script drops does not count, however much it makes.
func TestGarbageIsFree(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxThink = 1 << 40 })
	for _, source := range []string{
		"for i = 1, 20000 do local t = {i, {i}} end",
		"for i = 1, 3000 do local s = ('x'):rep(10000) .. i end",
		"local t = {} for i = 1, 20000 do t['k' .. i] = {} t['k' .. i] = nil end",
		"local t = {} for i = 1, 20000 do t[#t + 1] = {} if #t > 50 then table.remove(t, 1) end end",
		"for i = 1, 300 do local co = coroutine.wrap(function() local t = {('x'):rep(10000)} coroutine.yield(t) end) co() end",
	} {
		o := play(t, box, source)
		require.Equal(t, lua.Done, o.status, "%s: %v", source, o.err)
	}
}

// TestMaxString is held by everything that makes a string.
func TestMaxString(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxString = 10_000 })
	for _, source := range []string{
		"('x'):rep(10001)", "('x'):rep(5001, 'y')", "('x'):rep(1e9)", "('x'):rep(1e12)", "('x'):rep(2^62)", "('xx'):rep(2^62, 'yyy')",
		"big .. 'x'", "big .. big .. big", "'x' .. big .. 'x'",
		"table.concat({big, 'x'})", "table.concat({'', '', ''}, big)",
		"string.format('%s%s', big, big)", "string.format(('%99d'):rep(102), table.unpack(list))",
		"('x'):rep(5000):gsub('x', 'yyy')", "big:gsub('', 'x')", "big:gsub('x', '%0%0')", "big:gsub('^', 'x')",
		"big:gsub('x', {x = 'yy'})", "big:gsub('x', function() return 'yy' end)",
		"string.format('%q', big)",
	} {
		o := play(t, box, "local big, list = ('x'):rep(10000), {} for i = 1, 200 do list[i] = i end return "+source)
		require.Equal(t, lua.Failed, o.status, source)
		require.Equal(t, "script_error", o.err.Code, "%s: %v", source, o.err)
		require.True(t, strings.HasSuffix(o.err.Message, "a string would be longer than 10,000 bytes"), "%s: %v", source, o.err)
	}
	require.Equal(t, []any{float64(10_000)}, result(t, box, "return #(('x'):rep(9999) .. 'x')"))
}

// TestKeptFunctionsCount: what only a handler reaches counts while the host holds it.
func TestKeptFunctionsCount(t *testing.T) {
	var fn *lua.Func
	box := newBox(t, func(o *lua.Options) {
		o.MaxThink = 1 << 40
		o.Words["on"] = lua.Word{Func: func(c *lua.Call) error { fn = c.Arg(0).Func(); fn.Keep(); return nil }}
		o.Words["off"] = lua.Word{Func: func(c *lua.Call) error { fn.Release(); return nil }}
	})
	grow := "do local t = {} for i = 1, 8000 do t[i] = {} end on(function() return t end) end "
	o := play(t, box, grow+grow+grow+grow+grow+"dig(1)")
	require.Equal(t, lua.Failed, o.status)
	require.Equal(t, "memory_exhausted", o.err.Code)
	o = play(t, box, grow+"off() "+grow+"off() "+grow+"off() "+grow+"off() "+grow+"off()")
	require.Equal(t, lua.Done, o.status, "%v", o.err)
}

// TestMeasure: what a host is told of the memory of a state, and that asking changes nothing.
func TestMeasure(t *testing.T) {
	box := newBox(t, nil)
	source := "local t = {} for i = 1, 20000 do t[i] = 'item ' .. i end dig() t = nil local junk for i = 1, 20000 do junk = 'junk ' .. i end dig()"
	run := func(measure bool) (steps int64, full, atMost, left int64) {
		st, err := box.NewState(lua.StateConfig{})
		require.NoError(t, err)
		defer st.Close()
		th := st.Start(compile(t, source))
		resume := func() {
			for {
				st.Grant(20_000)
				if status := th.Resume(); status != lua.Thinking {
					require.Equal(t, lua.Paused, status)
					return
				}
				if measure {
					require.LessOrEqual(t, st.Measure(), st.Memory())
				}
			}
		}
		resume()
		if measure {
			full = st.Measure()
			require.Equal(t, full, st.Memory())
		}
		resume()
		if measure {
			atMost = st.Memory()
			left = st.Measure()
		}
		return th.Steps(), full, atMost, left
	}
	plain, _, _, _ := run(false)
	steps, full, atMost, left := run(true)
	require.Equal(t, plain, steps)
	require.Greater(t, full, int64(20_000*24))
	require.Less(t, left, int64(40_000), "the list is gone")
	require.Greater(t, atMost, left, "what was made and dropped counts until it is looked for")
}
