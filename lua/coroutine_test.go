package lua_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

func TestCoroutineLimits(t *testing.T) {
	box := newBox(t, nil)
	// 64 that stand somewhere and can be reached.
	o := play(t, box, "kept = {} for i = 1, 100 do kept[i] = coroutine.create(function() coroutine.yield() end) coroutine.resume(kept[i]) end")
	require.Equal(t, "more than 64 coroutines that are not finished", o.err.Message)
	// Those that were only made take no place, those that ended none any more.
	require.Equal(t, []any{float64(1000)}, result(t, box, `local kept = {} for i = 1, 1000 do kept[i] = coroutine.create(function() end) end
		for i = 1, 1000 do coroutine.resume(kept[i]) end return #kept`))
	// Those that nothing leads to are stopped when there is no place left.
	o = play(t, box, `local n = 0
		for i = 1, 1000 do
			for v in coroutine.wrap(function() for j = 1, 3 do coroutine.yield(j) end end) do n = n + v break end
		end
		return n`)
	require.Equal(t, []any{float64(1000)}, o.results, "%v", o.err)
	// Those that something leads to are not: a local, an upvalue, a table, the stack of another.
	o = play(t, box, `local function gen(n) return coroutine.wrap(function() while true do coroutine.yield(n) n = n + 1 end end) end
		local a = gen(10)
		local t = {b = gen(20)}
		local function up() return a() + t.b() end
		local holder = coroutine.wrap(function() local c = gen(30) while true do coroutine.yield(c()) end end)
		holder() up()
		for i = 1, 300 do gen(1)() end
		return up(), holder(), a(), t.b()`)
	require.Equal(t, []any{float64(32), float64(31), float64(12), float64(22)}, o.results, "%v", o.err)
	// 32 that resume each other.
	o = play(t, box, "local function f(n) return coroutine.wrap(function() return f(n + 1) end)() end f(1)")
	require.Equal(t, "too many coroutines that resume each other", o.err.Message)
	require.Equal(t, []any{float64(31)}, result(t, box, "local function f(n) if n == 0 then return 0 end return 1 + coroutine.wrap(f)(n - 1) end return f(31)"))
}

// TestCoroutineStepsAreCounted with those of the thread, whichever is running when they are spent.
func TestCoroutineStepsAreCounted(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxThink = 50_000 })
	o := play(t, box, "local f = coroutine.wrap(function() while true do coroutine.yield() end end) while true do f() end")
	require.Equal(t, "steps_exhausted", o.err.Code)
	require.Equal(t, int64(50_000), o.steps)
}

// TestClosedCoroutineRunsNothing: closing unwinds it without a word, and its thread goes on.
func TestClosedCoroutineRunsNothing(t *testing.T) {
	box := newBox(t, nil)
	o := play(t, box, `local said = {}
	local co = coroutine.create(function()
		pcall(function()
			xpcall(function()
				table.sort({2, 1}, function() coroutine.yield("here") end)
			end, function() said[#said + 1] = "handler" end)
			said[#said + 1] = "behind xpcall"
		end)
		said[#said + 1] = "behind pcall"
	end)
	local _, where = coroutine.resume(co)
	local closed = coroutine.close(co)
	dig(1)
	return where, closed, coroutine.status(co), #said, select(2, coroutine.resume(co))`)
	require.Equal(t, []any{"here", true, "dead", float64(0), "cannot resume dead coroutine"}, o.results, "%v", o.err)
	o = play(t, box, "local co; co = coroutine.create(function() coroutine.close(co) end) error(select(2, coroutine.resume(co)), 0)")
	require.Equal(t, "cannot close a running coroutine", o.err.Message)
}

// TestCoroutinesBelongToTheirThread: a handler cannot resume one of the main script.
func TestCoroutinesBelongToTheirThread(t *testing.T) {
	var fn *lua.Func
	box := newBox(t, func(o *lua.Options) {
		o.Words["on"] = lua.Word{Func: func(c *lua.Call) error { fn = c.Arg(0).Func(); return nil }}
	})
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	st.Grant(100_000)
	main := st.Start(compile(t, `co = coroutine.create(function() coroutine.yield(1) end) coroutine.resume(co)
	later = coroutine.create(function() return "late" end)
	on(function() return coroutine.status(co), select(2, coroutine.resume(co)), select(2, coroutine.resume(later)) end)
	dig(1)`))
	require.Equal(t, lua.Paused, main.Resume())
	handler, err := st.StartFunc(fn)
	require.NoError(t, err)
	require.Equal(t, lua.Done, handler.Resume(), "%v", handler.Err())
	require.Equal(t, []any{"suspended", "cannot resume a coroutine of the main script or of another handler", "late"}, handler.Results())
	require.Equal(t, lua.Done, main.Resume())
	handler, err = st.StartFunc(fn)
	require.NoError(t, err)
	require.Equal(t, lua.Done, handler.Resume())
	require.Equal(t, "dead", handler.Results()[0], "they end with their thread")
}

func TestRunningCoroutine(t *testing.T) {
	box := newBox(t, nil)
	require.Equal(t, []any{true, true, false, "running", "normal"}, result(t, box, `local main, isMain = coroutine.running()
	local inner, status
	local co; co = coroutine.create(function()
		local self, m = coroutine.running()
		inner = m
		local other = coroutine.wrap(function() status = coroutine.status(co) end)
		local own = coroutine.status(self)
		other()
		return self == co, own
	end)
	local _, same, own = coroutine.resume(co)
	return isMain, same, inner, own, status`))
}
