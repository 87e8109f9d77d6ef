package lua_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

func TestNewSandboxRefuses(t *testing.T) {
	ok := lua.Word{Func: func(*lua.Call) error { return nil }}
	object := lua.Object{Index: func(*lua.Call, string) error { return nil }}
	for want, opts := range map[string]lua.Options{
		`word "end": is no name in Lua`:       {Words: map[string]lua.Word{"end": ok}},
		`word "a b": is no name in Lua`:       {Words: map[string]lua.Word{"a b": ok}},
		`word "1a": is no name in Lua`:        {Words: map[string]lua.Word{"1a": ok}},
		`word "": is no name in Lua`:          {Words: map[string]lua.Word{"": ok}},
		`word "pairs": is defined already`:    {Words: map[string]lua.Word{"pairs": ok}},
		`word "mem": is taken`:                {Words: map[string]lua.Word{"mem": ok}},
		`word "dig" has no function`:          {Words: map[string]lua.Word{"dig": {Steps: 1}}},
		`object "string": is defined already`: {Objects: map[string]lua.Object{"string": object}},
		`object "dig": is defined already`:    {Words: map[string]lua.Word{"dig": ok}, Objects: map[string]lua.Object{"dig": object}},
		`object "me" has no Index`:            {Objects: map[string]lua.Object{"me": {}}},
	} {
		_, err := lua.NewSandbox(&opts)
		require.EqualError(t, err, want)
	}
	_, err := lua.NewSandbox(nil)
	require.NoError(t, err)
}

func TestObjects(t *testing.T) {
	var asked []string
	inner := &lua.Object{Index: func(c *lua.Call, key string) error {
		if key == "deep" {
			c.PushText("yes")
		}
		return nil
	}}
	box := newBox(t, func(o *lua.Options) {
		o.Objects = map[string]lua.Object{"me": {Index: func(c *lua.Call, key string) error {
			asked = append(asked, key)
			switch key {
			case "gold":
				c.PushNumber(3)
			case "bag":
				c.PushObject(inner)
			case "slow":
				c.Pause()
				return c.Push([]string{"a", "b"})
			case "bad":
				return errors.New("nobody knows")
			case "panics":
				panic("in me")
			case "two":
				c.PushNumber(1)
				c.PushNumber(2)
			}
			require.Zero(t, c.Len())
			return nil
		}}}
	})
	require.Equal(t, []any{float64(3), nil, "yes", nil, "a", float64(1), nil}, result(t, box,
		"local a, b = me.two return me.gold, me.nothing, me.bag.deep, me.bag.x, me.slow[1], a, b"))
	require.Equal(t, []string{"two", "gold", "nothing", "bag", "bag", "slow"}, asked)
	o := play(t, box, "return me.bad")
	require.Equal(t, "nobody knows", o.err.Message)
	require.Equal(t, "internal", play(t, box, "pcall(function() return me.panics end)").err.Code)
	o = play(t, box, "for k in pairs(me) do end")
	require.Equal(t, "the fields of this table cannot be listed", o.err.Message)
	o = play(t, box, "me.gold = 4")
	require.Equal(t, "this table is read-only: gold", o.err.Message)
}

// TestInvoke is run("farm"): a saved script is called as a function, errors name it, and lines of the caller are the
// caller's.
func TestInvoke(t *testing.T) {
	farm, err := lua.Compile("farm", "local n = 0\nfor i = 1, 2 do\n\tlocal ok = dig(1)\n\tn = n + 1\nend\ncount = n\nreturn n, 'done'")
	require.NoError(t, err)
	broken, err := lua.Compile("broken", "\nlocal function inner()\n\treturn mem.x.y\nend\ninner()")
	require.NoError(t, err)
	var lines []int
	box := newBox(t, func(o *lua.Options) {
		dig := o.Words["dig"].Func
		o.Words["dig"] = lua.Word{Func: func(c *lua.Call) error {
			lines = append(lines, c.Line(), c.Thread().Line())
			return dig(c)
		}}
		o.Words["run"] = lua.Word{Func: func(c *lua.Call) error {
			if c.Arg(0).Text() == "farm" {
				c.Invoke(farm)
			} else {
				c.Invoke(broken)
			}
			return nil
		}}
		o.Prelude = "function dig_twice()\n\n\n\n\n\n\n\n\n\n\tdig(1)\n\tdig(1)\nend"
	})
	o := play(t, box, "local a, b = run('farm')\n\nreturn a, b, count,\n run('farm')")
	require.Equal(t, []any{float64(2), "done", float64(2), float64(2), "done"}, o.results)
	require.Equal(t, []int{1, 1, 1, 1, 4, 4, 4, 4}, lines)
	o = play(t, box, "\n\n\nrun('broken')")
	require.Equal(t, "broken", o.err.Script)
	require.Equal(t, 3, o.err.Line)
	require.Equal(t, 13, o.err.Column)
	require.Equal(t, []string{"function 'inner' of broken, line 3", "main part of broken, line 5", "main part, line 4"}, o.err.Stack)
	require.EqualError(t, o.err, "broken line 3: attempt to index a nil value (field 'x' of 'mem')")
	require.Equal(t, []any{false, "broken line 3: attempt to index a nil value (field 'x' of 'mem')"}, result(t, box, "return pcall(run, 'broken')"))
	require.Equal(t, 4, o.line)
	require.Equal(t, 2, play(t, box, "local function f()\n\tstop()\nend\nf()").line)
	require.Equal(t, 3, play(t, box, "local x = 1\n\nreturn dig(1)").line)
	require.Equal(t, 1, play(t, box, "return (dig(1))\n\n\n").line)

	lines = nil
	require.Equal(t, lua.Done, play(t, box, "\nlocal t = {1}\ntable.sort({2, 1}, function()\n\tpcall(dig_twice)\n\treturn false\nend)\ncoroutine.wrap(dig_twice)()").status)
	require.Equal(t, []int{4, 4, 4, 4, 7, 7, 7, 7}, lines, "lines of the prelude are those that called it")
}

func TestLineWhilePaused(t *testing.T) {
	box := newBox(t, nil)
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(compile(t, "local function f()\n\treturn dig(1)\nend\n\nlocal x = f()\npcall(function()\n\tpcall(dig, 1)\nend)\nlocal co = coroutine.wrap(function()\n\tdig(1)\nend)\nco()\nreturn 1"))
	st.Grant(100_000)
	for _, line := range []int{2, 7, 10} {
		require.Equal(t, lua.Paused, th.Resume())
		require.Equal(t, line, th.Line())
	}
	require.Equal(t, lua.Done, th.Resume())
	require.Equal(t, 13, th.Line())
	th = st.Start(compile(t, "local function f()\n\tdig(1)\nend\n\nf()"))
	require.Equal(t, lua.Paused, th.Resume())
	th.Stop()
	require.Equal(t, 2, th.Line(), "where it was stopped")
}

func TestWordsSeeTheirCall(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		o.Words["look"] = lua.Word{Steps: 5, Func: func(c *lua.Call) error {
			require.Equal(t, "host's own", c.Data())
			require.Equal(t, "host's own", c.State().Data())
			require.Equal(t, 2, c.Len())
			before := c.Thread().Steps()
			require.Positive(t, c.Thread().Think())
			c.Charge(10)
			c.Charge(-10)
			require.Equal(t, before+10, c.Thread().Steps())
			require.Equal(t, c.State().Steps(), c.Thread().Steps())
			c.Thread().ResetThink()
			require.Zero(t, c.Thread().Think())
			balance := c.State().Balance()
			c.State().Grant(7)
			require.Equal(t, balance+7, c.State().Balance())
			c.PushNil()
			c.PushBool(false)
			c.PushNumber(1.5)
			c.PushText("x")
			return nil
		}}
	})
	st, err := box.NewState(lua.StateConfig{Data: "host's own"})
	require.NoError(t, err)
	defer st.Close()
	require.Equal(t, "host's own", st.Data())
	th := st.Start(compile(t, "return select('#', look(1, nil)), look(1, 2)"))
	st.Grant(1000)
	require.Equal(t, lua.Done, th.Resume())
	require.Equal(t, []any{float64(4), nil, false, 1.5, "x"}, th.Results())
}

// TestVerbAllocatesNothing: call, hand-over and return, the question after its line included.
func TestVerbAllocatesNothing(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		dig := o.Words["dig"].Func
		o.Words["dig"] = lua.Word{Steps: 200, Func: func(c *lua.Call) error {
			if c.Line() != 1 {
				return errors.New("not at line 1")
			}
			return dig(c)
		}}
	})
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(compile(t, "while true do local ok, why, n = dig(3) end"))
	turn := func() {
		st.Grant(1000)
		if th.Resume() != lua.Paused {
			t.Fatal(th.Err())
		}
	}
	turn()
	require.Zero(t, testing.AllocsPerRun(1000, turn))
	require.Zero(t, testing.AllocsPerRun(1000, func() { th.Line() }))
}

// TestRunIsCheap guards what a run takes, in bytes and allocations.
func TestRunIsCheap(t *testing.T) {
	const agents = 200
	box := newBox(t, nil)
	p := compile(t, "local seen = {} local function work(n) for i = 1, n do seen[i] = i end return dig(n) end while work(5) do end")
	start := func() *lua.State {
		st, err := box.NewState(lua.StateConfig{Mem: []byte(`{"gold":3,"seen":[1,2,3]}`)})
		require.NoError(t, err)
		st.Grant(10_000)
		require.Equal(t, lua.Paused, st.Start(p).Resume())
		return st
	}
	held := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc + m.StackInuse
	}
	start().Close()
	before := held()
	states := make([]*lua.State, agents)
	for i := range states {
		states[i] = start()
	}
	require.Less(t, (held()-before)/agents, uint64(32<<10), "bytes of heap and stack of a blocked agent")
	for _, st := range states {
		st.Close()
	}
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() { start().Close() }), float64(70), "allocations to start a run")
}
