package lua_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
)

// What the border promises: a value crosses as JSON would say it, or is refused with its path.
const (
	borderDepth = 32  // tables inside each other that may cross
	borderText  = 256 // bytes of one string in these tests
	memRoom     = 1 << 20
)

// passOn takes a value of the host into a script and hands it out again on every way there is: as an argument of a word, in
// mem, as a result. It also looks at what the script sees: the order of pairs, and a number as text.
const passOn = `local function ordered(t)
	local before
	for k, v in pairs(t) do
		if before ~= nil and not (before < k) or type(v) == "table" and not ordered(v) then return false end
		before = k
	end
	return true
end
local v = give()
take(v)
mem.v = v
return v, type(v) ~= "table" or ordered(v), type(v) == "number" and tostring(v)`

// crossing is one value on its way into a script and out of it again.
type crossing struct {
	given   any
	ops     []byte // of construct
	pushed  error  // what Call.Push says to it
	came    any    // what Value.Go makes of it
	refused error
	outcome
	mem    []byte // with the value as mem.v
	memErr error
}

// run plays a script whose words work on x.
func (x *crossing) run(t *testing.T, box *lua.Sandbox, program *lua.Program) {
	t.Helper()
	st, err := box.NewState(lua.StateConfig{Data: x})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(program)
	for st.Grant(200_000); th.Resume() < lua.Done; {
		st.Grant(200_000)
	}
	x.status, x.results, x.err = th.Status(), th.Results(), th.Err()
	x.mem, x.memErr = st.MemJSON(memRoom)
}

// border is a sandbox in which values cross, and the script that has them do so.
type border struct {
	box    *lua.Sandbox
	passOn *lua.Program
}

func newBorder(tb testing.TB) border {
	return border{
		box: newBox(tb, func(o *lua.Options) {
			o.MaxString, o.MaxThink = borderText, 1<<40
			o.Words["give"] = lua.Word{Func: func(c *lua.Call) error {
				x := c.Data().(*crossing)
				x.pushed = c.Push(x.given)
				return x.pushed
			}}
			o.Words["take"] = lua.Word{Func: func(c *lua.Call) error {
				x := c.Data().(*crossing)
				x.came, x.refused = c.Arg(0).Go()
				return nil
			}}
		}),
		passOn: compile(tb, passOn),
	}
}

func (b border) cross(t *testing.T, given any) *crossing {
	t.Helper()
	x := &crossing{given: given}
	x.run(t, b.box, b.passOn)
	return x
}

// depthOf counts the tables inside each other of a value that JSON decoded.
func depthOf(v any) int {
	deepest := -1
	switch v := v.(type) {
	case []any:
		for _, inner := range v {
			deepest = max(deepest, depthOf(inner))
		}
		return max(deepest, 0) + 1
	case map[string]any:
		for _, inner := range v {
			deepest = max(deepest, depthOf(inner))
		}
		return max(deepest, 0) + 1
	}
	return 0
}

// longestText returns the bytes of the longest string in a value, and of the longest name.
func longestText(v any) (text, name int) {
	visit := func(inner any) {
		t, n := longestText(inner)
		text, name = max(text, t), max(name, n)
	}
	switch v := v.(type) {
	case string:
		return len(v), 0
	case []any:
		for _, inner := range v {
			visit(inner)
		}
	case map[string]any:
		for key, inner := range v {
			visit(inner)
			name = max(name, len(key))
		}
	}
	return text, name
}

// kept is what a script keeps of a value: where JSON has a null a table has nothing. A list with a null before its last value
// is no list to the script, so it cannot go back; hole is the path of the first such, starting with at.
func kept(v any, at string) (want any, hole string) {
	switch v := v.(type) {
	case []any:
		n := len(v)
		for n > 0 && v[n-1] == nil {
			n--
		}
		if slices.Contains(v[:n], nil) {
			return nil, at // the outermost is told
		}
		list := make([]any, n)
		for i, inner := range v[:n] {
			if list[i], hole = kept(inner, fmt.Sprintf("%s[%d]", at, i+1)); hole != "" {
				return nil, hole
			}
		}
		return list, ""
	case map[string]any:
		object := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if v[key] == nil {
				continue
			}
			if object[key], hole = kept(v[key], at+step(key)); hole != "" {
				return nil, hole
			}
		}
		if len(object) == 0 {
			return []any{}, ""
		}
		return object, ""
	case float64:
		if v == 0 {
			return 0.0, "" // what comes in has one zero
		}
	}
	return v, ""
}

// step is how a path goes on to a name: as a script would write it, at most 40 bytes of it.
func step(key string) string {
	if syntax.IsName(key) {
		return "." + key
	}
	if len(key) > 40 {
		key = key[:40] + "…"
	}
	return fmt.Sprintf("[%q]", key)
}

// check compares what became of a value with what JSON says of it.
func (x *crossing) check(t *testing.T, plain any) {
	t.Helper()
	text, _ := longestText(plain)
	deep := depthOf(plain)
	if deep > borderDepth || text > borderText {
		require.Error(t, x.pushed)
		if text <= borderText {
			require.ErrorContains(t, x.pushed, "is nested deeper than 32 levels, or contains itself")
		}
		if deep <= borderDepth {
			require.ErrorContains(t, x.pushed, "is a string of")
		}
		require.Equal(t, lua.Failed, x.status)
		require.Equal(t, "script_error", x.err.Code)
		require.Equal(t, x.pushed.Error(), x.err.Message)
		return
	}
	require.NoError(t, x.pushed)
	require.Equal(t, lua.Done, x.status, "%v", x.err)
	want, hole := kept(plain, ".v")
	if hole != "" {
		path := strings.TrimPrefix(strings.TrimPrefix(hole, ".v"), ".")
		require.ErrorContains(t, x.refused, strings.TrimPrefix(path+" is no list: it has key ", " "))
		require.IsType(t, "", x.results[0], "what does not convert is shown as print does")
		require.Error(t, x.memErr)
		if deep < borderDepth {
			require.ErrorContains(t, x.memErr, "mem"+hole+" is no list: it has key ")
		}
		return
	}
	require.NoError(t, x.refused)
	require.Equal(t, want, x.came)
	require.Equal(t, want, x.results[0])
	if deep == borderDepth && depthOf(want) == borderDepth { // in mem it is one deeper
		require.ErrorContains(t, x.memErr, "is nested deeper than 32 levels")
		return
	}
	mem := map[string]any{}
	if want != nil {
		mem["v"] = want
	}
	saved, err := json.Marshal(mem)
	require.NoError(t, err)
	require.NoError(t, x.memErr)
	require.Equal(t, string(saved), string(x.mem), "whole numbers stay whole, names are sorted")
	if f, ok := want.(float64); ok && f == math.Trunc(f) && math.Abs(f) <= 1<<53 {
		require.Equal(t, strconv.FormatInt(int64(f), 10), x.results[2])
	}
}

// documents are texts of JSON, and some that are none.
var documents = []string{
	`{}`, `[]`, `null`, `true`, `"x"`, `3`, `-0`, `1e2`, `9007199254740993`, `1e300`, `1e400`, `0.1`, `-1.5e-7`, `{`, `[1,]`, ``, ` `, `nul`,
	`{"b":1,"a":{"z":[1,2,{"k":null}],"y":"ü\n"}}`, `[[],{},[[]],[{}]]`, `{"b":1,"aa":[1e-9,0.1,123456.789012345]}`, `{"a":null}`, `[null]`, `[1,null]`, `[null,1]`, `{"a":[1,[2,null,3]]}`,
	`{"a b":{"":[{"end":[null,1]}]}}`, `{"1":1,"2":2}`, `{"a":1,"a":2}`, `"\ud800"`, `{"\u0000":"\u0000"}`, `"<&>\u2028"`, "\"\xff\"", "{\"\xff\":1}",
	strings.Repeat("[", 31) + "1" + strings.Repeat("]", 31), strings.Repeat("[", 32) + strings.Repeat("]", 32), strings.Repeat("[", 33) + strings.Repeat("]", 33),
	strings.Repeat(`{"a":`, 32) + "1" + strings.Repeat("}", 32), strings.Repeat(`{"a":[`, 20) + strings.Repeat("]}", 20),
	`{"long":"` + strings.Repeat("x", borderText) + `"}`, `["` + strings.Repeat("x", borderText+1) + `"]`, `{"` + strings.Repeat("k", 60) + `":[null,1]}`,
	`[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34]`, `{"v":{"v":{"v":[true,false,null]}}}`,
}

// FuzzBorderJSON has any JSON text cross: as the mem that a run starts with, and decoded, as the answer of a word.
func FuzzBorderJSON(f *testing.F) {
	for _, text := range documents {
		f.Add(text)
	}
	b := newBorder(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		var plain any
		err := json.Unmarshal([]byte(text), &plain)
		if _, name := longestText(plain); name > borderText {
			return // the limit of strings does not hold for the names in what the host gives
		}
		b.checkMem(t, text, plain, err)
		if err == nil {
			x := b.cross(t, plain)
			x.check(t, plain)
			if x.pushed == nil {
				require.Equal(t, true, x.results[1], "pairs goes through names in their order")
			}
		}
	})
}

// checkMem starts a run with a text as its mem, and saves it again.
func (b border) checkMem(t *testing.T, text string, plain any, broken error) {
	t.Helper()
	if text == "" {
		plain, broken = map[string]any{}, nil
	}
	st, err := b.box.NewState(lua.StateConfig{Mem: []byte(text)})
	long, _ := longestText(plain)
	if broken != nil || depthOf(plain) == 0 || depthOf(plain) > borderDepth || long > borderText {
		require.ErrorContains(t, err, "mem ")
		return
	}
	require.NoError(t, err)
	defer st.Close()
	saved, err := st.MemJSON(memRoom)
	want, hole := kept(plain, "mem")
	if hole != "" {
		var refused *lua.ScriptError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, "mem_invalid", refused.Code)
		require.True(t, strings.HasPrefix(refused.Message, hole+" is no list: "), "%q", refused.Message)
		return
	}
	require.NoError(t, err)
	if list, ok := want.([]any); ok && len(list) == 0 {
		want = map[string]any{} // mem itself is an object while nothing is in it
	}
	said, err := json.Marshal(want)
	require.NoError(t, err)
	require.Equal(t, string(said), string(saved))
}
