package lua_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// memAfter runs a script and returns the JSON of its mem.
func memAfter(t *testing.T, before, source string, max int) (string, error) {
	t.Helper()
	box := newBox(t, nil)
	st, err := box.NewState(lua.StateConfig{Mem: []byte(before)})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(compile(t, source))
	st.Grant(200_000)
	require.Equal(t, lua.Done, th.Resume(), "%v", th.Err())
	text, err := st.MemJSON(max)
	return string(text), err
}

func TestMem(t *testing.T) {
	for _, c := range []struct{ before, source, want string }{
		{"", "", "{}"},
		{"{}", "", "{}"},
		{`{"b":1,"a":{"z":[1,2,{"k":null}],"y":"ü\n"}}`, "", `{"a":{"y":"ü\n","z":[1,2,[]]},"b":1}`},
		{"", "mem.z = 1 mem.a = {3, 2} mem.m = {x = true} mem.e = {}", `{"a":[3,2],"e":[],"m":{"x":true},"z":1}`},
		{`{"n":1}`, "mem.n = mem.n + 1 mem.f = 0.5 mem.big = 2^53 mem.small = 1e-9 mem.huge = 1e21", `{"big":9007199254740992,"f":0.5,"huge":1e+21,"n":2,"small":1e-9}`},
		{`{"a":1,"b":2}`, "mem.a = nil", `{"b":2}`},
		{`[1,2]`, "mem[3] = 3", `[1,2,3]`},
		{`{"a":1}`, "mem = {b = 2}", `{"b":2}`},
		{`{"c":1,"a":2,"b":3}`, "mem.keys = {} for k in pairs(mem) do if k ~= 'keys' then table.insert(mem.keys, k) end end", `{"a":2,"b":3,"c":1,"keys":["a","b","c"]}`},
		{"", "mem.s = '<a href=\"x\">' mem['a b'] = 1", "{\"a b\":1,\"s\":\"\\u003ca href=\\\"x\\\"\\u003e\"}"},
	} {
		got, err := memAfter(t, c.before, c.source, 64<<10)
		require.NoError(t, err, c.source)
		require.Equal(t, c.want, got, c.source)
		require.True(t, json.Valid([]byte(got)))
		again, err := memAfter(t, got, "", 64<<10)
		require.NoError(t, err)
		require.Equal(t, got, again, "what was saved comes back")
	}
}

func TestMemRefused(t *testing.T) {
	for source, want := range map[string]string{
		"mem.a = {b = {1, print}}":          "mem.a.b[2] is a function, which JSON cannot say",
		"mem.x = 0/0":                       "mem.x is nan, which JSON cannot say",
		"mem.x = -1/0":                      "mem.x is -inf, which JSON cannot say",
		"mem.x = {} mem.x.x = mem.x":        "mem.x" + strings.Repeat(".x", 31) + " is nested deeper than 32 levels, or contains itself",
		"mem.list = {1, 2, nil, 4}":         "mem.list is no list: it has key 4 but not 3",
		"mem[1] = 1 mem.x = 2":              `mem is both a list and a table with names ("x")`,
		"mem = 5":                           "mem is a number now",
		"mem = nil":                         "mem is a nil now",
		"mem.s = ('x'):rep(2000)":           "mem is over 1,000 bytes as JSON",
		"for i = 1, 1000 do mem[i] = i end": "mem is over 1,000 bytes as JSON",
		"mem.s = '\\xff'":                   "mem.s is a string that is not valid UTF-8",
		"mem[coroutine.create(print)] = 1":  "mem has a key that is a thread",
		"mem[true] = 1":                     "mem has a key that is a boolean",
		"mem.co = coroutine.create(print)":  "mem.co is a thread, which JSON cannot say",
		"mem.str = string mem.str2 = {} mem.str2.x = print": "mem.str.byte is a function, which JSON cannot say",
	} {
		_, err := memAfter(t, "", source, 1000)
		var script *lua.ScriptError
		require.ErrorAs(t, err, &script, source)
		require.Equal(t, "mem_invalid", script.Code)
		require.Equal(t, want, script.Message, source)
		require.NotEmpty(t, script.Hint)
	}
}

func TestMemFromBadJSON(t *testing.T) {
	box := newBox(t, nil)
	for _, text := range []string{"{", "3", "null", `"x"`, strings.Repeat("[", 40) + strings.Repeat("]", 40)} {
		_, err := box.NewState(lua.StateConfig{Mem: []byte(text)})
		require.ErrorContains(t, err, "mem ", text)
	}
}

// TestFixedMem is the mem of a look: everything can be read in every way and nothing written.
func TestFixedMem(t *testing.T) {
	box := newBox(t, nil)
	before := `{"gold":3,"list":[1,2,3],"deep":{"x":{"y":1}}}`
	cfg := lua.StateConfig{Mem: []byte(before), FixMem: true}
	o := playWith(t, box, `local n = 0 for k in pairs(mem.deep) do n = n + 1 end
	return mem.gold, #mem.list, table.concat(mem.list, ","), mem.deep.x.y, n, mem.nothing, next(mem.deep)`, cfg)
	require.Equal(t, []any{float64(3), float64(3), "1,2,3", float64(1), float64(1), nil, "x", []any{map[string]any{"y": float64(1)}}[0]}, o.results, "%v", o.err)
	for _, source := range []string{
		"mem.gold = 4", "mem.new = 1", "mem.list[1] = 5", "mem.list[#mem.list + 1] = 5", "mem.deep.x.y = nil", "rawset(mem, 'gold', 4)",
		"table.insert(mem.list, 1)", "table.remove(mem.list)", "table.sort(mem.list)", "setmetatable(mem, nil)", "mem['go' .. 'ld'] = 1",
	} {
		o := playWith(t, box, source, cfg)
		require.Equal(t, lua.Failed, o.status, source)
	}
	o = playWith(t, box, "mem.gold = 4", cfg)
	require.Equal(t, "a look only asks: mem.gold cannot be set here", o.err.Message)
	require.Equal(t, "send it with mode run", o.err.Hint)
	st, err := box.NewState(cfg)
	require.NoError(t, err)
	defer st.Close()
	text, err := st.MemJSON(1000)
	require.NoError(t, err)
	require.Equal(t, `{"deep":{"x":{"y":1}},"gold":3,"list":[1,2,3]}`, string(text))
}
