package lua_test

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

type output struct{ strings.Builder }

// printing is a sandbox whose one word is print, which writes to the state's *output.
var printing = sync.OnceValues(func() (*lua.Sandbox, error) {
	return lua.NewSandbox(&lua.Options{
		MaxThink: 1 << 40,
		Words: map[string]lua.Word{"print": {Func: func(c *lua.Call) error {
			w := c.Data().(*output)
			for i := range c.Len() {
				if i > 0 {
					w.WriteByte('\t')
				}
				w.WriteString(c.Arg(i).Display(1 << 16))
			}
			w.WriteByte('\n')
			return nil
		}}},
	})
})

// perform runs a script to its end and returns what it printed and the error that it ended with.
func perform(t testing.TB, source string) (printed string, problem *lua.ScriptError) {
	t.Helper()
	box, err := printing()
	require.NoError(t, err)
	program, err := lua.Compile("", source)
	require.NoError(t, err, source)
	w := &output{}
	state, err := box.NewState(lua.StateConfig{Data: w})
	require.NoError(t, err)
	defer state.Close()
	thread := state.Start(program)
	for state.Grant(100_000); thread.Resume() < lua.Done; {
		state.Grant(100_000)
	}
	return w.String(), thread.Err()
}

const (
	answersFile = "testdata/lower.txtar"
	sumsFile    = "testdata/lower.sum"
)

// TestAnswers gives what the real Lua gives.
func TestAnswers(t *testing.T) {
	archive, err := txtar.ParseFile(answersFile)
	require.NoError(t, err)
	for i := 0; i < len(archive.Files); i += 2 {
		script, want := archive.Files[i], archive.Files[i+1]
		t.Run(strings.TrimSuffix(script.Name, ".lua"), func(t *testing.T) {
			got, problem := perform(t, string(script.Data))
			require.Nil(t, problem)
			require.Equal(t, string(want.Data), got)
		})
	}
}

// TestRandomPrograms runs random programs whose output the real Lua was asked for: the file holds its sums by seed.
func TestRandomPrograms(t *testing.T) {
	sums, err := os.ReadFile(sumsFile)
	require.NoError(t, err)
	lines := bufio.NewScanner(bytes.NewReader(sums))
	for seed := uint64(0); lines.Scan(); seed++ {
		source := program(seed)
		got, problem := perform(t, source)
		require.Nil(t, problem, source)
		require.Equal(t, lines.Text(), sumOf(got), "seed %d:\n%s", seed, source)
	}
}

func sumOf(text string) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(text))) }

// operand is something that 'and' and 'or' stand between, with its value; "" is nil and "false" is false.
type operand struct{ text, value string }

func (o operand) truth() bool { return o.value != "nil" && o.value != "false" }

var operands = []operand{
	{"n", "nil"}, {"f", "false"}, {"v", "1"}, {"x", "7"}, {"G", "2"}, {"u", "3"}, {"T.k", "4"}, {"T.q", "nil"},
	{"nil", "nil"}, {"false", "false"}, {"true", "true"}, {"5", "5"}, {"'s'", "s"},
	{"id(v)", "1"}, {"id(n)", "nil"}, {"(id(f))", "false"}, {"v == 1", "true"}, {"v < 0", "false"}, {"v + 1", "2"},
}

// combine joins operands as Lua does.
func combine(op string, a, b operand) operand {
	value := b.value
	if a.truth() == (op == "or") {
		value = a.value
	}
	return operand{"(" + a.text + " " + op + " " + b.text + ")", value}
}

func negate(a operand) operand { return operand{"not (" + a.text + ")", fmt.Sprint(!a.truth())} }

// contexts are statements that print the value of an expression, which the first %s is.
var contexts = []string{
	"do local r = %s print(r) end",
	"x = %s print(x) x = 7",
	"G = %s print(G) G = 2",
	"u = %s print(u) u = 3",
	"T.z = %s print(T.z)",
	"T[1] = %s print(T[1])",
	"print((%s))",
	"print((function() return %s end)())",
	"print(({%s})[1])",
	"print(({q = %s}).q)",
	"x, y = %s, 1 print(x) x = 7",
	"y, x = 1, %s print(x) x = 7",
	"do local a, r = 1, %s print(r) end",
}

// tests are statements that ask for the truth of an expression.
var tests = []string{
	"if %s then print(true) else print(false) end",
	"do local r = false while %s do r = true break end print(r) end",
	"do local c = 0 repeat c = c + 1 until c > 1 or %s print(c < 2) end",
	"print(not %s == false)",
	"x = not %s print(not x) x = 7",
}

// TestLogic runs 'and', 'or' and 'not' of up to three operands of every kind, in every place where a value can go.
func TestLogic(t *testing.T) {
	var list []operand
	for i, a := range operands {
		for j, b := range operands {
			for _, op := range []string{"and", "or"} {
				pair := combine(op, a, b)
				list = append(list, pair, negate(pair), combine(op, negate(a), b))
				for k, c := range operands {
					if (i+j+k)%3 != 0 {
						continue
					}
					for _, other := range []string{"and", "or"} {
						list = append(list, combine(other, pair, c), combine(other, c, pair), combine(other, c, negate(pair)))
					}
				}
			}
		}
	}
	var body, want strings.Builder
	flush := func() {
		source := "G = 2 local u, T = 3, {k = 4}\nlocal function id(...) return ... end\n" +
			"local function test(n, f, v, x, y)\n" + body.String() + "end\ntest(nil, false, 1, 7)"
		got, problem := perform(t, source)
		require.Nil(t, problem, source)
		require.Equal(t, want.String(), got, source)
		body.Reset()
		want.Reset()
	}
	for i, e := range list {
		fmt.Fprintf(&body, contexts[i%len(contexts)]+"\n", e.text)
		fmt.Fprintln(&want, e.value)
		fmt.Fprintf(&body, tests[i%len(tests)]+"\n", e.text)
		fmt.Fprintln(&want, e.truth())
		if i%100 == 99 {
			flush()
		}
	}
	flush()
}

// TestNumbers are operators on numbers where they differ from the real Lua's, whose whole numbers have 64 bits.
func TestNumbers(t *testing.T) {
	got, problem := perform(t, `
print(1 << 53, 1 << 62 == 2^62, 2^53 | 0, -2^53 & -1, 1 << 63 == -2^63, 0xffffffffffffffff, 0x7fffffffffffffff == 2^63)
print(3.0, 10 / 2, 7 // 2.0, 1e15, 2^53, -0.0, 1e100 // 1 == 1e100, 5.5 // 0, -5.5 // 0, 5.5 % 0 ~= 5.5 % 0)
print(for_ == nil, 0 // -1, 1 / (0 // -1), 7 // -1, -(2^63) // -1 == 2^63)
for i = 1, 2, 0.5 do print(i) end`)
	require.Nil(t, problem)
	require.Equal(t, "9007199254740992\ttrue\t9007199254740992\t-9007199254740992\ttrue\t-1\ttrue\n"+
		"3\t5\t3\t1000000000000000\t9007199254740992\t0\ttrue\tinf\t-inf\ttrue\n"+
		"true\t0\tinf\t-7\ttrue\n1\n1.5\n2\n", got)
}

func TestOperatorErrors(t *testing.T) {
	for source, want := range map[string][2]string{
		"return 1 // 0":                            {"attempt to divide by zero", "the number on the right is 0: test it first"},
		"local z = 0 return 5 // z":                {"attempt to divide by zero", "the number on the right is 0: test it first"},
		"return 1 % 0":                             {"attempt to perform 'n%0'", "the number on the right is 0: test it first"},
		"return 1 & 1.5":                           {"number 1.5 has no integer representation", "bit operators take whole numbers: x // 1"},
		"return 1e300 | 1":                         {"number 1e+300 has no integer representation", "bit operators take whole numbers: x // 1"},
		"return (1 << 62) | 1":                     {"a number cannot hold the result 4611686018427387905 exactly", "keep fewer bits: x & 0xFFFFFFFF"},
		"return ~(2^53) - 1 < 0, ~0 >> 1":          {"a number cannot hold the result -9007199254740993 exactly", "keep fewer bits: x & 0xFFFFFFFF"},
		"local s = {} return s.bits | 1":           {"attempt to perform bitwise operation on a nil value (field 'bits' of 's')", "'s.bits' is nil here; give it a value first, or write (s.bits or 0)"},
		"return 'a' | 1":                           {"attempt to perform bitwise operation on a string value (constant 'a')", "a number stands without quotes"},
		"return ~{}":                               {"attempt to perform bitwise operation on a table value"},
		"local x return x // 2":                    {"attempt to perform arithmetic on a nil value (local 'x')", "'x' is nil here; give it a value first, or write (x or 0)"},
		"return gone % 2, gone % gone":             {"attempt to perform arithmetic on a nil value (global 'gone')", "'gone' is nil here; give it a value first, or write (gone or 0)"},
		"local t = {} return 'a' .. t.name .. 'b'": {"attempt to concatenate a nil value (field 'name' of 't')", "'t.name' is nil here; give it a value first, or write tostring(t.name)"},
		"local t = {} return 'a' .. t":             {"attempt to concatenate a table value (local 't')", "table.concat(t, \", \") joins a list of texts, print(t) shows all of it"},
		"local t return #t":                        {"attempt to get length of a nil value (local 't')", "'t' is nil here; give it a value first, or write (t or {})"},
		"return #5":                                {"attempt to get length of a number value", "'5' is a number already: leave out '#'"},
		"local t t[1] = 2":                         {"attempt to index a nil value (local 't')", "'t' is nil here; make the table first: t = t or {}"},
		"local t = {a = 1} t.b[1] = 2":             {"attempt to index a nil value (field 'b' of 't')", "'t' has a; make the table first: t.b = t.b or {}"},
		"local t = {} t[nil] = 1":                  {"table index is nil", "what stands in the brackets is nil here, and nil can be no key"},
		"local t = {[nil] = 1}":                    {"table index is nil", "what stands in the brackets is nil here, and nil can be no key"},
		"local t = {} t[0/0] = 1":                  {"table index is NaN", "0/0 is no number, and can be no key"},
		"('x')[1] = 2":                             {"attempt to index a string value (constant 'x')", "a text cannot be changed: make a new one, or keep values in a table"},
		"('x').y = 2":                              {"attempt to index a string value (constant 'x')", "a text cannot be changed: make a new one, or keep values in a table"},
		"for i = 1, 10, 0 do end":                  {"'for' step is zero", "count up by 1 or more, or down by -1 or less: for i = 10, 1, -1 do"},
		"for i = 1, 10, {} do end":                 {"'for' step must be a number, got table"},
		"local t = setmetatable({}, {}) getmetatable(t).__newindex = t t[1] = 1": {
			"'__newindex' chain is too long, or goes round in a circle"},
	} {
		_, problem := perform(t, source)
		require.NotNil(t, problem, source)
		require.Equal(t, want, [2]string{problem.Message, problem.Hint}, source)
		require.Equal(t, 1, problem.Line, source)
	}
}

// TestLines keeps the lines of what a script wrote over several.
func TestLines(t *testing.T) {
	for source, line := range map[string]int{
		"local a\nlocal b = 1 +\n  2 *\n  a":                                       3,
		"local t = {}\nt\n  .a\n  .b = 1":                                          4,
		"local s = 'a'\n  .. 'b'\n  .. nil":                                        2,
		"local t = {1,\n 2,\n [nil] = 3}":                                          3,
		"local f\nprint(1,\n  2,\n  f(3))":                                         4,
		"local a, b = {}, 2\na.x, b.y =\n 1, 2":                                    2,
		"for i = 1,\n 2,\n 0 do end":                                               1,
		"local t = {}\nt[1] = 2\nt[t.a.b] = 3":                                     3,
		"if nil then\nelseif 1 < {} then\nend":                                     2,
		"local function f()\n return 1\n  // 0\nend\nf()":                          3,
		"repeat\n local x = 1\nuntil x.y.z":                                        3,
		"local x\nx = x and\n x or\n error('e')":                                   4,
		"return setmetatable({}, {\n__index = function(t, k)\nerror(k)\nend\n}).k": 3,
	} {
		_, problem := perform(t, source)
		require.NotNil(t, problem, source)
		require.Equal(t, line, problem.Line, source)
	}
}

// TestNamesInMessages finds the local that a register is at, in blocks one after the other and inside each other.
func TestNamesInMessages(t *testing.T) {
	for source, name := range map[string]string{
		"for i = 1, 2 do local a = 1 end for j = 1, 2 do local b print(b.x) end":   "local 'b'",
		"for i = 1, 2 do\nlocal a = 1\nend\nlocal b\nprint(b.x)":                   "local 'b'",
		"do local a do local b end local c print(c.x) end":                         "local 'c'",
		"local function f(p, q) do local r = 1 end local s = q return s.x end f()": "local 's'",
		"if true then local a = 1 end\nprint(gone.x)":                              "global 'gone'",
		"while true do local a = 1 repeat local b until true local c c.x = 1 end":  "local 'c'",
		"local a = 1 local f = function() return a.x.y end a = {} f()":             "field 'x' of 'a'",
	} {
		_, problem := perform(t, source)
		require.NotNil(t, problem, source)
		require.Contains(t, problem.Message, "("+name+")", source)
	}
}
