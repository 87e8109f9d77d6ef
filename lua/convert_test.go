package lua_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

type place struct {
	Name    string   `json:"name"`
	X       int      `json:"x"`
	Y       float32  `json:"y,omitempty"`
	Exits   []string `json:"exits"`
	Next    *place   `json:"next,omitempty"`
	Secret  string   `json:"-"`
	Quoted  int      `json:",omitzero"`
	private int      //lint:ignore U1000 that it is not said is the case under test
}

type embeds struct {
	place
	Extra bool `json:"extra"`
}

type loop struct{ Self *loop }

type marshals struct{}

func (marshals) MarshalJSON() ([]byte, error) { return []byte(`{"b":[1,null],"a":true}`), nil }

// TestPush passes values into a script, which shows them as print does.
func TestPush(t *testing.T) {
	for name, c := range map[string]struct {
		value any
		want  string
	}{
		"nil":          {nil, "nil"},
		"bool":         {true, "true"},
		"int":          {-3, "-3"},
		"uint8":        {uint8(200), "200"},
		"float":        {2.5, "2.5"},
		"whole float":  {float64(4), "4"},
		"float32":      {float32(0.5), "0.5"},
		"string":       {"a\nb", "a\nb"},
		"bytes":        {[]byte{1, 2}, "AQI="},
		"list":         {[]int{1, 2, 3}, "{1, 2, 3}"},
		"array":        {[2]bool{true, false}, "{true, false}"},
		"nil list":     {[]int(nil), "{}"},
		"empty list":   {[]any{}, "{}"},
		"map":          {map[string]any{"b": 1, "a": []any{nil, "x"}, "c c": map[string]int{}}, `{a = {[2] = "x"}, b = 1, ["c c"] = {}}`},
		"map by int":   {map[int]string{2: "b", 1: "a"}, `{["1"] = "a", ["2"] = "b"}`},
		"struct":       {place{Name: "cave", X: 1, Secret: "s"}, `{name = "cave", x = 1, exits = {}}`},
		"pointer":      {&place{Name: "cave", Y: 2, Exits: []string{"out"}, Next: &place{Name: "hill"}}, `{name = "cave", x = 0, y = 2, exits = {"out"}, next = {name = "hill", x = 0, exits = {}}}`},
		"nil pointer":  {(*place)(nil), "nil"},
		"embedded":     {embeds{place: place{Name: "cave", X: 1}, Extra: true}, `{extra = true, name = "cave", x = 1}`},
		"marshaler":    {marshals{}, "{a = true, b = {1}}"},
		"json.Number":  {json.Number("12"), "12"},
		"time":         {time.Unix(0, 0).UTC(), "1970-01-01T00:00:00Z"},
		"raw":          {json.RawMessage(`[1,2]`), "{1, 2}"},
		"any in a map": {map[string]any{"x": &[]int{1}}, "{x = {1}}"},
		"own types":    {map[kind]level{"a": 3}, "{a = 3}"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, pushed(t, c.value))
		})
	}
}

type (
	kind  string
	level int
)

func pushed(t *testing.T, value any) string {
	t.Helper()
	box := newBox(t, func(o *lua.Options) {
		o.Words["give"] = lua.Word{Func: func(c *lua.Call) error { return c.Push(value) }}
	})
	o := play(t, box, "print(give())")
	require.Nil(t, o.err)
	return o.printed[0]
}

func TestPushRefuses(t *testing.T) {
	self := &loop{}
	self.Self = self
	var deep any = 1
	for range 33 {
		deep = []any{deep}
	}
	for want, value := range map[string]any{
		"a.b[2] is nan, which JSON cannot say":                     map[string]any{"a": map[string][]float64{"b": {1, math.NaN()}}},
		"is inf, which JSON cannot say":                            math.Inf(1),
		`["x y"] is a func, which JSON cannot say`:                 map[string]any{"x y": func() {}},
		"is a chan, which JSON cannot say":                         make(chan int),
		"Self is nested deeper than 32 levels, or contains itself": self,
		"[1] is nested deeper than 32 levels, or contains itself":  deep,
		"does not convert to JSON":                                 failing{},
		"is a complex128, which JSON cannot say":                   1i,
	} {
		box := newBox(t, func(o *lua.Options) {
			o.Words["give"] = lua.Word{Func: func(c *lua.Call) error {
				err := c.Push(value)
				require.Error(t, err)
				return err
			}}
		})
		o := play(t, box, "give()")
		require.Equal(t, "script_error", o.err.Code)
		require.True(t, strings.HasSuffix(o.err.Message, want), "%q for %q", o.err.Message, want)
	}
}

type failing struct{}

func (failing) MarshalJSON() ([]byte, error) { return nil, errors.New("no") }

// TestGo takes values out of a script.
func TestGo(t *testing.T) {
	box := newBox(t, nil)
	for source, want := range map[string]any{
		"nil":           nil,
		"true":          true,
		"3":             float64(3),
		"'x'":           "x",
		"{}":            []any{},
		"{1, 'a', {}}":  []any{float64(1), "a", []any{}},
		"{a = {b = 1}}": map[string]any{"a": map[string]any{"b": float64(1)}},
		"{1, nil}":      []any{float64(1)},
		"setmetatable({x = 1}, {__index = {y = 2}})": map[string]any{"x": float64(1)},
		// What JSON cannot say is shown as print does.
		"{1, nil, 3}":             "{1, [3] = 3}",
		"{1, x = 2}":              "{1, x = 2}",
		"{[true] = 1}":            "{[true] = 1}",
		"0/0":                     "nan",
		"math.huge":               "inf",
		"print":                   "function: 1",
		"{f = print}":             "{f = function: 1}",
		"'\\xff'":                 "\xff",
		"coroutine.create(print)": "thread: 1",
	} {
		require.Equal(t, []any{want}, result(t, box, "return "+source), source)
	}
	got := result(t, box, "local t = {1} t[2] = t return t")
	require.Equal(t, []any{"{1, {...}}"}, got)
	deep := "local t = {} for i = 1, 40 do t = {t} end return t"
	require.Equal(t, []any{strings.Repeat("{", 8) + "{...}" + strings.Repeat("}", 8)}, result(t, box, deep))
}

// TestGoNamesThePath of what does not convert.
func TestGoNamesThePath(t *testing.T) {
	var got error
	box := newBox(t, func(o *lua.Options) {
		o.Words["take"] = lua.Word{Func: func(c *lua.Call) error {
			_, got = c.Arg(0).Go()
			return nil
		}}
	})
	for source, want := range map[string]string{
		"{a = {b = {1, 0/0}}}":    "a.b[2] is nan, which JSON cannot say",
		"{[1] = {x = print}}":     "[1].x is a function, which JSON cannot say",
		"{a = {1, 2, nil, 4}}":    "a is no list: it has key 4 but not 3",
		"{1, x = 2}":              `is both a list and a table with names ("x")`,
		"{a = {[{}] = 1}}":        "a has a key that is a table",
		"{a = {[1.5] = 1}}":       "a is no list: it has key 1.5 but not 1",
		"{a = '\xff'}":            "a is a string that is not valid UTF-8",
		"{['\xff'] = 1}":          "has a key that is not valid UTF-8",
		"coroutine.create(print)": "is a thread, which JSON cannot say",
		"(function() local t = {} t.t = t return t end)()": strings.TrimPrefix(strings.Repeat(".t", 32), ".") + " is nested deeper than 32 levels, or contains itself",
	} {
		require.Equal(t, lua.Done, play(t, box, "take("+source+")").status)
		require.EqualError(t, got, want, source)
	}
}

func TestDisplay(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		o.Words["show"] = lua.Word{Func: func(c *lua.Call) error {
			c.PushText(c.Arg(0).Display(int(c.Arg(1).Number())))
			return nil
		}}
		o.Objects = map[string]lua.Object{"me": {Index: func(c *lua.Call, key string) error { return nil }}}
	})
	for source, want := range map[string]string{
		`show("plain\ntext", 100)`:                    "plain\ntext",
		`show({"a\nb", 'q"'}, 100)`:                   `{"a\nb", "q\""}`,
		`show({1, 2, x = {y = true}, [10] = 1}, 100)`: "{1, 2, [10] = 1, x = {y = true}}",
		`show({["a b"] = 1, ["end"] = 2}, 100)`:       `{["a b"] = 1, ["end"] = 2}`,
		`show(("x"):rep(50), 10)`:                     "xxxxxxx…",
		`show({("ä"):rep(50)}, 12)`:                   "{\"äää…",
		`show({1, 2, 3}, 2)`:                          "{1",
		`show(me, 100)`:                               "table: 1",
		`show(string, 20)`:                            `{byte = function:…`,
		`show(1/3, 100)`:                              "0.33333333333333",
	} {
		require.Equal(t, []any{want}, result(t, box, "return "+source), source)
	}
	o := play(t, box, "local t = {} for i = 1, 10000 do t[i] = i end return #show(t, 500)")
	require.Equal(t, []any{float64(500)}, o.results, "%v", o.err)
}

// TestDisplayAsksTostring as print does, while a word runs; at any other time no code of the script runs.
func TestDisplayAsksTostring(t *testing.T) {
	var kept lua.Value
	box := newBox(t, func(o *lua.Options) {
		o.Words["keep"] = lua.Word{Func: func(c *lua.Call) error { kept = c.Arg(0); return nil }}
	})
	o := play(t, box, `local t = setmetatable({1}, {__tostring = function(t) dig(1) return "T" .. #t end})
	print(t, {t})`)
	require.Equal(t, []string{"T1 {{1}}"}, o.printed, "%v", o.err)
	require.Equal(t, 2, o.resumes)
	st, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer st.Close()
	st.Grant(10_000)
	require.Equal(t, lua.Paused, st.Start(compile(t, `keep(setmetatable({1}, {__tostring = error})) dig(1)`)).Resume())
	require.Equal(t, "{1}", kept.Display(100))
	o = play(t, box, `print(setmetatable({}, {__tostring = function() error("not now", 0) end}))`)
	require.Equal(t, "not now", o.err.Message)
	o = play(t, box, `print(setmetatable({}, {__tostring = function() return {} end}))`)
	require.Equal(t, "'__tostring' must return a string", o.err.Message)
	o = play(t, box, `return setmetatable({}, {__tostring = function() error("never") end}), print`)
	require.Equal(t, lua.Done, o.status)
	o = play(t, box, `error(setmetatable({code = 1}, {__tostring = function() error("never") end}))`)
	require.Equal(t, "error value {code = 1}", o.err.Message)
}

func TestKinds(t *testing.T) {
	var kinds []string
	box := newBox(t, func(o *lua.Options) {
		o.Words["kinds"] = lua.Word{Func: func(c *lua.Call) error {
			for i := range c.Len() + 1 {
				kinds = append(kinds, c.Arg(i).Kind().String())
			}
			require.Equal(t, lua.KindNil, c.Arg(-1).Kind())
			require.False(t, c.Arg(0).Bool())
			require.True(t, c.Arg(2).Bool())
			require.Equal(t, float64(1), c.Arg(2).Number())
			require.Zero(t, c.Arg(3).Number(), "a string is no number")
			require.Equal(t, "1", c.Arg(3).Text())
			require.Empty(t, c.Arg(2).Text())
			require.Nil(t, c.Arg(2).Func())
			require.NotNil(t, c.Arg(5).Func())
			return nil
		}}
	})
	require.Equal(t, lua.Done, play(t, box, "kinds(nil, false, 1, '1', {}, print, coroutine.create(print))").status)
	require.Equal(t, []string{"nil", "boolean", "number", "string", "table", "function", "thread", "nil"}, kinds)
}

// TestCrossingIsBounded: a table that is held twice is copied twice, and what that comes to is bounded.
func TestCrossingIsBounded(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		o.Words["take"] = lua.Word{Func: func(c *lua.Call) error {
			_, err := c.Arg(0).Go()
			return err
		}}
	})
	const shared = "local t = {1} for i = 1, 25 do t = {t, t} end "
	o := play(t, box, shared+"take(t)")
	require.Equal(t, lua.Failed, o.status)
	require.Contains(t, o.err.Message, "is among more than 10,000 values, which is too much to hand over at once")
	text := result(t, box, shared+"return t")[0].(string)
	require.Contains(t, text, "{{...}, {...}}", "a result that cannot cross is shown")
	require.LessOrEqual(t, len(text), 500)
	require.Len(t, result(t, box, "local t = {} for i = 1, 9998 do t[i] = i end return t")[0], 9998)
}

func TestFloat32CrossesAsJSONSaysIt(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		o.Words["give"] = lua.Word{Func: func(c *lua.Call) error { return c.Push([]float32{0.1, 2.5}) }}
	})
	require.Equal(t, []any{true}, result(t, box, "local t = give() return t[1] == 0.1 and t[2] == 2.5"))
}

// TestSharedValues hands over a value whose pointers lead to the same one again and again: a few bytes of Go, and 2^15 tables.
func TestSharedValues(t *testing.T) {
	type fork struct{ Left, Right any }
	tree := &fork{}
	for range 14 {
		tree = &fork{tree, tree}
	}
	box := newBox(t, func(o *lua.Options) {
		o.Words["tree"] = lua.Word{Func: func(c *lua.Call) error { return c.Push(tree) }}
	})
	o := play(t, box, "local x = tree()")
	require.Equal(t, "script_error", o.err.Code)
	require.Contains(t, o.err.Message, "is part of more than 4,194,304 bytes of Lua data")
}
