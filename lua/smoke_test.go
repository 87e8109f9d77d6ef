package lua_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

func TestSmoke(t *testing.T) {
	box, err := lua.NewSandbox(&lua.Options{Words: map[string]lua.Word{
		"dig": {Steps: 200, Func: func(c *lua.Call) error {
			c.Pause()
			c.PushBool(true)
			c.PushNumber(float64(c.Line()))
			return nil
		}},
	}})
	require.NoError(t, err)
	run := func(src string) *lua.Thread {
		p, err := lua.Compile("", src)
		require.NoError(t, err)
		st, err := box.NewState(lua.StateConfig{})
		require.NoError(t, err)
		defer st.Close()
		th := st.Start(p)
		st.Grant(100000)
		for th.Resume() < lua.Done {
			st.Grant(100000)
		}
		t.Logf("%s %v %v line=%d steps=%d", th.Status(), th.Results(), th.Err(), th.Line(), th.Steps())
		if e := th.Err(); e != nil {
			t.Logf("   %s | hint %s | stack %q", e.Message, e.Hint, e.Stack)
		}
		return th
	}
	run("local ok, n = dig()\nreturn ok, n")
	run("local ok, n = pcall(dig)\nreturn ok, n")
	run(`local n = 0
local function inc() n = n + 1 end
local ok, err = pcall(function() inc() pcall(error, "y") error("x") end)
inc()
return n, err`)
	run("local function f()\n digg()\nend\nf()")
	run("local t = {}\nreturn t.x.y")
	run("local t = {}\nt.x.y = 1")
	run("return 1 < nil")
	run("local x\nreturn 1 + x")
	run("local s = {}\nreturn 'a' .. s.b")
	run("local function f() return 1 + f() end\nreturn pcall(f)")
	run("local function f() return 1 + f() end\nreturn f()")
	run("while true do\n local x = 1\nend")
	run("while true do pcall(function() while true do end end) end")
	run("error({code=3})")
	run("error()")
	run("error('boom', 2)")
	run("for k, v in pairs(nil) do end")
	run("for i = 1, 3 do table.insert(mem, i) end return mem, #mem, tostring(mem), tostring(print), type(tostring)")
	run("string.x = 1")
	run("return pcall(pcall, error, 'x')")
	run("return math.random(), math.random(10), 1/0, 0/0, 10/2, 2^53, 1e15, 1/3")
}
