package lua_test

import (
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// counted is a script that works with everything that is charged.
const counted = `
local words = {}
for w in ("the quick brown fox jumps over the lazy dog"):gmatch("%a+") do words[#words + 1] = w end
table.sort(words, function(a, b) return a < b end)
local text = table.concat(words, " "):upper():rep(20, "-"):gsub("%f[%a]THE", function(s) return s:lower() end)
local co = coroutine.wrap(function() for i = 1, 50 do coroutine.yield(i * i) end end)
local sum = 0
for i = 1, 50 do sum = sum + co() end
for i = 1, 300 do
	local ok = pcall(function() if i % 3 == 0 then error("x") end return tostring({}) end)
	sum = sum + (ok and 1 or 0) + math.random(10)
end
local sparse = {}
for i = 1, 50 do sparse[i * 997 % 1000] = string.format("%05d %s", i, text:sub(i, i + 5)) end
local n = 0
for k, v in pairs(sparse) do n = n + #v end
dig(1)
return sum, n, #text`

// audited is a script whose memory is looked at several times, and that holds a long string, so that every instruction is.
const audited = `
local kept, long = {}, ""
for i = 1, 3000 do
	local t = {i, name = "n" .. i, inner = {i}}
	if i % 10 == 0 then kept[#kept + 1] = t end
	if i % 100 == 0 then
		for v in coroutine.wrap(function() coroutine.yield(t) coroutine.yield(t) end) do break end
	end
	if i == 2000 then long = ("x"):rep(9000) end
	if i == 2500 then long = "" end
	if long < "y" then t.less = true end
end
return #kept, kept[10].name`

// TestStepsAreExact runs the same script on fresh and used states, alone and beside others, with large and with small
// grants: always the same count and the same results.
func TestStepsAreExact(t *testing.T) {
	for _, source := range []string{counted, audited} {
		stepsAreExact(t, source)
	}
}

func stepsAreExact(t *testing.T, source string) {
	t.Helper()
	box := newBox(t, nil)
	want := play(t, box, source)
	require.Equal(t, lua.Done, want.status, "%v", want.err)
	require.Greater(t, want.steps, int64(10_000))
	for range 3 {
		again := play(t, box, source)
		require.Equal(t, want.steps, again.steps, "a used state")
		require.Equal(t, want.results, again.results)
		fresh := play(t, newBox(t, nil), source)
		require.Equal(t, want.steps, fresh.steps, "a fresh state")
	}
	for _, procs := range []int{1, 4} {
		before := runtime.GOMAXPROCS(procs)
		var beside sync.WaitGroup
		for range 4 {
			beside.Go(func() {
				if o := play(t, box, source); o.steps != want.steps {
					t.Errorf("%d steps beside others on %d cores, and %d alone", o.steps, procs, want.steps)
				}
			})
		}
		beside.Wait()
		runtime.GOMAXPROCS(before)
	}
	for _, grant := range []int64{1, 7, 1000} {
		st, err := box.NewState(lua.StateConfig{})
		require.NoError(t, err)
		th := st.Start(compile(t, source))
		granted := int64(0)
		for th.Resume() < lua.Done {
			if st.Balance() <= 0 {
				st.Grant(grant)
				granted += grant
			}
		}
		require.Equal(t, want.results, th.Results())
		require.Equal(t, want.steps, th.Steps(), "granted %d at a time", grant)
		require.Equal(t, granted-want.steps, st.Balance())
		require.Equal(t, want.steps, st.Steps())
		st.Close()
	}
}

// TestOneStepAnInstruction pins that a step is one instruction of the VM, and what a word costs.
func TestOneStepAnInstruction(t *testing.T) {
	box := newBox(t, nil)
	empty := play(t, box, "").steps
	require.Equal(t, empty+3, play(t, box, "local a = 1\nlocal b = 2\nlocal c = a + b").steps)
	loop := play(t, box, "for i = 1, 1000 do local a = i + i end").steps
	require.Equal(t, loop+9*2000, play(t, box, "for i = 1, 10000 do local a = i + i end").steps, "an addition and a jump a turn")
	require.Equal(t, empty+200+3, play(t, box, "dig(1)").steps, "the word, its name, its argument and the call")
	require.Equal(t, empty+50+2, play(t, box, "pos()").steps)
}

func TestThinkingGoesOnByItself(t *testing.T) {
	box := newBox(t, nil)
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(compile(t, "local n = 0\nfor i = 1, 10000 do\n\tn = n + 1\nend\nreturn n"))
	require.Equal(t, lua.Thinking, th.Resume(), "there are no steps yet")
	require.Equal(t, lua.Thinking, th.Resume())
	ticks := 0
	for th.Status() == lua.Thinking {
		st.Grant(1000)
		require.LessOrEqual(t, st.Balance(), int64(1000))
		th.Resume()
		ticks++
		if th.Status() == lua.Thinking {
			require.Zero(t, st.Balance())
			require.Contains(t, []int{1, 2, 3}, th.Line())
		}
	}
	require.Equal(t, []any{float64(10000)}, th.Results())
	require.Equal(t, int(th.Steps()/1000)+1, ticks)
}

func TestBucketHoldsNoMore(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxBucket = 500 })
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	st.Grant(400)
	st.Grant(400)
	require.Equal(t, int64(500), st.Balance())
}

// TestLargeChargeIsPaidOverTicks: the work is not done before it is paid, and the debt shows.
func TestLargeChargeIsPaidOverTicks(t *testing.T) {
	box := newBox(t, nil)
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(compile(t, `return #("x"):rep(200000)`))
	st.Grant(100)
	require.Equal(t, lua.Thinking, th.Resume())
	require.Less(t, st.Balance(), int64(-6000))
	for st.Balance() <= 0 {
		require.Equal(t, lua.Thinking, th.Resume())
		st.Grant(1000)
	}
	require.Equal(t, lua.Done, th.Resume())
	require.Equal(t, []any{float64(200000)}, th.Results())
}

func TestOneCallMayNotCostTooMuch(t *testing.T) {
	box := newBox(t, nil)
	for source, want := range map[string]string{
		`local t = {} for i = 1, 16000 do t[i] = i * 7919 % 16001 end table.sort(t)`: "'sort' has too much to do",
		`("a"):rep(100):find("a*a*a*a*b")`:                                           "'find' has too much to do",
		`local t = {1} table.move(t, 1, 2^40, 2)`:                                    "too many elements to move",
		`table.concat({}, "", 1, 300000)`:                                            "'concat' has too much to do: 300,000 steps",
	} {
		o := play(t, box, source)
		require.Equal(t, lua.Failed, o.status, source)
		require.Equal(t, "script_error", o.err.Code)
		require.Contains(t, o.err.Message, want)
		require.Equal(t, 1, o.err.Line)
		caught := result(t, box, "local ok, err = pcall(function() "+source+" end) return ok")
		require.Equal(t, []any{false}, caught, "it is an error like others")
	}
}

func TestMaxThink(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxThink = 50_000 })
	for name, c := range map[string]struct {
		source string
		line   int
	}{
		"while":                            {"local x = 0\n\nwhile true do\n\tx = x + 1\nend", 3},
		"for":                              {"for i = 1, 1e9 do\n\tlocal x = i\nend", 1},
		"for in":                           {"local t = {1}\nfor _ in function() return 1 end do\n\tt[1] = 2\nend", 2},
		"repeat":                           {"repeat local x = 1\n\tx = x + 1\nuntil x == 0", 1},
		"the inner loop":                   {"while true do\n\tfor i = 1, 1e9 do\n\t\tlocal x = i\n\tend\nend", 2},
		"a called function without a loop": {"local function f()\n\treturn 1\nend\nwhile true do\n\tf()\n\tf()\nend", 4},
		"in a coroutine":                   {"local f = coroutine.wrap(function()\n\twhile true do\n\t\tlocal x = 1\n\tend\nend)\nf()", 2},
		"words that do not act":            {"while true do\n\tpos()\nend", 1},
	} {
		o := play(t, box, c.source)
		require.Equal(t, lua.Failed, o.status, name)
		require.Equal(t, "steps_exhausted", o.err.Code, name)
		require.Equal(t, c.line, o.err.Line, name)
		require.Equal(t, "add wait(1) inside the loop", o.err.Hint)
		require.Contains(t, o.err.Message, "50,000 steps in the loop of line ")
		require.Equal(t, int64(50_000), o.steps, name)
	}
	require.Equal(t, lua.Done, play(t, box, "for i = 1, 1000 do dig(1) for j = 1, 100 do local x = j end end").status,
		"a word that gets somewhere resets the count")
	deep := play(t, box, "local function f(n) if n > 0 then return f(n - 1) + f(n - 1) end return 1 end f(80)")
	require.Equal(t, "steps_exhausted", deep.err.Code)
	require.Equal(t, 1, deep.err.Line)
	require.Equal(t, "50,000 steps without an action or a wait", deep.err.Message)
}

// TestSameSeedSameStream and another seed another one.
func TestSeed(t *testing.T) {
	box := newBox(t, nil)
	source := "local t = {} for i = 1, 20 do t[i] = math.random(1000) end return table.concat(t, ' '), math.random()"
	one := playWith(t, box, source, lua.StateConfig{Seed: 1}).results
	require.Equal(t, one, playWith(t, box, source, lua.StateConfig{Seed: 1}).results)
	require.NotEqual(t, one, playWith(t, box, source, lua.StateConfig{Seed: 2}).results)
	require.Equal(t, "931 730 902 888 704 356 952 674 846 384 312 866 800 33 319 737 81 765 450 4", one[0],
		"the stream is pinned: a replay of another build goes the same way")
}

// TestPassingCosts: what next and # pass over inside the VM is paid for, each time that it is passed over.
func TestPassingCosts(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxThink = 1 << 40 })
	steps := func(setup, each string) int64 {
		before := play(t, box, setup)
		require.Equal(t, lua.Done, before.status, "%v", before.err)
		after := play(t, box, setup+" for round = 1, 100 do "+each+" end")
		require.Equal(t, lua.Done, after.status, "%v", after.err)
		return (after.steps - before.steps) / 100
	}
	const removed = "local t = {} for i = 1, 10000 do t['k' .. i] = i end for i = 2, 10000 do t['k' .. i] = nil end"
	const hole = "local t = {} t[16000] = 1"
	const tail = "local t = {x = 1} for i = 1, 16000 do t[i] = i end for i = 2, 16000 do t[i] = nil end"
	for _, c := range []struct{ setup, each string }{
		{removed, "next(t)"}, {removed, "next(t, 'k1')"}, {removed, "for k in pairs(t) do end"}, {removed, "print(t)"},
		{hole, "next(t)"}, {hole, "for k in pairs(t) do end"},
		{tail, "local n = #t"}, {tail, "next(t, 1)"}, {tail, "table.insert(t, 2, nil)"}, {tail, "rawlen(t)"},
	} {
		require.Greater(t, steps(c.setup, c.each), int64(16000/8-10), "%s %s", c.setup, c.each)
	}
	// A walk pays once for all that it passes over, and a list that was emptied from its end is short again.
	require.Less(t, steps(removed, ""), int64(10))
	walk := "local t = {} for i = 1, 2000 do t['k' .. i] = i end for i = 1, 2000, 2 do t['k' .. i] = nil end"
	require.Less(t, steps(walk, "for k in pairs(t) do end"), int64(1000+1000*10))
	nested := walk + " local u = {} for i = 1, 50 do u['k' .. i] = i end"
	require.Less(t, steps(nested, "for k in pairs(t) do for j in pairs(u) do break end end"), int64(1000+1000*30))
	pops := "local t = {} for i = 1, 2000 do t[i] = i end"
	require.Less(t, steps(pops, "for i = 1, 2000 do t[i] = i end while #t > 0 do t[#t] = nil end"), int64(2000*40))
}

// TestLongTextsOfTheScript: comparing what the script itself writes goes on costing what it is, also when the memory was looked
// at, in which the script's own texts are not.
func TestLongTextsOfTheScript(t *testing.T) {
	box := newBox(t, func(o *lua.Options) { o.MaxThink = 1 << 40 })
	long := "'" + strings.Repeat("x", 15000) + "'"
	o := play(t, box, "for i = 1, 1000 do local less = "+long+" < "+long+" end")
	require.Equal(t, lua.Done, o.status)
	require.Greater(t, o.steps, int64(1000*15000/32))
}

// TestLargeResultsArePaidFor: what a word gives back costs what it is beyond the steps of the word.
func TestLargeResultsArePaidFor(t *testing.T) {
	give := func(n int) lua.Word {
		return lua.Word{Steps: 50, Func: func(c *lua.Call) error { return c.Push(make([]float64, n)) }}
	}
	box := newBox(t, func(o *lua.Options) {
		o.Words = map[string]lua.Word{"few": give(10), "many": give(10_000)}
		o.Objects = map[string]lua.Object{"me": {Index: func(c *lua.Call, _ string) error { return c.Push(make([]float64, 10_000)) }}}
		o.MaxThink, o.MaxMemory = 1<<40, 1<<20
	})
	few := play(t, box, "local x = few()").steps
	require.Less(t, few, int64(100))
	for _, script := range []string{"local x = many()", "local x = me.list"} {
		require.InDelta(t, 10_000*24/32, play(t, box, script).steps-few, 100, script)
	}
	for _, script := range []string{"local t = {} while true do t[#t + 1] = many() end", "local t = {} while true do t[#t + 1] = me.list end"} {
		o := play(t, box, script)
		require.Equal(t, "memory_exhausted", o.err.Code)
		require.Less(t, o.steps, int64(10*10_000*24/32), "it is seen soon")
	}
}
