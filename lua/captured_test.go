package lua_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// TestCapturedStaysShared: an audit of the memory has captured variables made anew, and whoever shares one shares it still, also
// where a function is held by nothing but a call of the library that is under way. pass(n) lets n audits go by.
func TestCapturedStaysShared(t *testing.T) {
	box := newBox(t, nil)
	const before = `local function pass(n) for i = 1, n * 33000 do end end
		local function pair() local x = 0 return function() x = x + 1 return x end, function() return x end end
		local up, seen = pair() `
	for name, script := range map[string]string{
		"at rest": `pass(1) up() pass(1) return up(), seen()`,
		"a removed item": `local t = setmetatable({}, {__len = function() return 2 end,
				__index = function() local f = up up = nil return f or 1 end, __newindex = function() pass(1) end})
			local f = table.remove(t, 1) up = f f() return f(), seen()`,
		"an item that is being sorted in": `local t, turn = {1, 2, 3, 4, 5, up}, 0 up = nil
			table.sort(t, function(a, b)
				if type(a) ~= "function" then return false end
				a, turn = nil, turn + 1
				for i = 1, 6 do t[i] = 0 end
				if turn == 2 then pass(1) end
				return true
			end)
			t[1]() return t[1](), seen()`,
		"a coroutine that waits": `local co = coroutine.wrap(function() local f = up up = nil coroutine.yield() f() coroutine.yield(f()) end)
			co() pass(1) return co(), seen()`,
		"what is yielded": `local co = coroutine.create(function() pass(1) coroutine.yield(up) end)
			local _, f = coroutine.resume(co) pass(1) f() return f(), seen()`,
		"a caught error": `local function fail() local x = 5 up = function() x = x + 1 return x end seen = function() return x end error("x") end
			pcall(fail) pass(1) up() return up() - 5, seen() - 5`,
		"a full stack": `local function deep(n) local x = 0
				if n == 9 then up = function() x = x + 1 return x end seen = function() return x end end return 1 + deep(n + 1) end
			pcall(deep, 1) pass(1) up() return up(), seen()`,
		"a block that goto leaves": `do local i = 0 ::again:: local x = 0 i = i + 1 up = function() x = x + 1 return x end
				seen = function() return x end if i < 3 then goto again end end
			pass(1) up() return up(), seen()`,
		"another function inside": `up = (function() local x = 0 seen = function() return x end
				return (function() return function() x = x + 1 return x end end)() end)()
			pass(1) up() return up(), seen()`,
	} {
		o := play(t, box, before+script)
		require.Equal(t, lua.Done, o.status, "%s: %v", name, o.err)
		require.Equal(t, []any{2.0, 2.0}, o.results, name)
	}
}

// TestNumbersStayTheirs: an audit has numbers made anew as well, wherever they are.
func TestNumbersStayTheirs(t *testing.T) {
	require.Equal(t, []any{"-inf 0.25 1000.5 nan inf 7 -3 0.5 8.5 2.5 true"}, result(t, newBox(t, nil), `
		local t = {-0.0, 0.25, 1000.5, 0/0, 1/0, 7, -3, key = 0.5, [1.5] = 8.5}
		local x = 1.5
		local function up() x = x + 1 return x end
		local alone = t[2] * 3
		for i = 1, 200000 do end
		local out = {1 / t[1]}
		for i = 2, #t do out[i] = t[i] end
		return table.concat(out, " ") .. " " .. t.key .. " " .. t[1.5] .. " " .. up() .. " " .. tostring(alone == 0.75)`))
}

// TestPreludeIsNotWritten has two states look at their memory at a time while both hold the functions of a prelude, which all
// states share: the race detector finds a write.
func TestPreludeIsNotWritten(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		o.Prelude = `local half = 0.1 + 0.2 function get() return half end function again() return half end`
	})
	program := compile(t, "local a, b = get, again for i = 1, 150000 do a() end return a() == b()")
	var beside, ready sync.WaitGroup
	ready.Add(2)
	for range 2 {
		beside.Go(func() {
			st, err := box.NewState(lua.StateConfig{})
			if err != nil {
				t.Error(err)
				ready.Done()
				return
			}
			defer st.Close()
			th := st.Start(program)
			ready.Done()
			ready.Wait()
			for th.Status() < lua.Done {
				st.Grant(20_000)
				th.Resume()
			}
			if got := th.Results(); len(got) != 1 || got[0] != true {
				t.Errorf("%v %v", got, th.Err())
			}
		})
	}
	beside.Wait()
}
