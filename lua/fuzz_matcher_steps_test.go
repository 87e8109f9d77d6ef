package lua_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// maxCall is what one call of the library may cost.
const maxCall = 200_000

// matchSteps is the most that one call of the string library may cost for matching a pattern of m bytes, q of them marks of
// repetition, against a subject of n bytes: it begins at each place and makes a choice for each repetition, and between two
// choices looks at each byte of the pattern once, and for each at the set that it begins, or the subject that %b goes through.
func matchSteps(n, m, q int) int64 {
	steps := float64(n+1) * float64(m+1) * float64(m+n+2)
	for range q {
		steps *= float64(n + 2)
	}
	return int64(min(steps, maxCall))
}

// callSteps is what else it costs: the instructions of the script around it, and the strings that are made of what was found,
// which are at most 32 captures, or what gsub leaves and the room in which that grows.
func callSteps(n int) int64 { return 400 + 34*int64(2+n/32) }

const oneMatch = `local what, s, p, position = case()
if what == "gsub" then return string.gsub(s, p, "") end
if what == "gmatch" then return string.gmatch(s, p, position)() end
return string[what](s, p, position)`

// stepper runs single calls of the string library.
type stepper struct {
	box     *lua.Sandbox
	program *lua.Program
}

func newStepper(tb testing.TB) stepper {
	tb.Helper()
	box := newBox(tb, func(o *lua.Options) {
		o.Words["case"] = lua.Word{Func: func(c *lua.Call) error {
			q := c.Data().(*question)
			c.PushText(q.what)
			c.PushText(q.subject)
			c.PushText(q.pattern)
			c.PushNumber(float64(q.position))
			return nil
		}}
	})
	return stepper{box: box, program: compile(tb, oneMatch)}
}

func (s stepper) run(t *testing.T, q question) outcome {
	t.Helper()
	st, err := s.box.NewState(lua.StateConfig{Data: &q})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(s.program)
	for st.Grant(maxCall); th.Resume() < lua.Done; {
		st.Grant(maxCall)
	}
	return outcome{status: th.Status(), results: th.Results(), err: th.Err(), steps: th.Steps()}
}

// TestMatchSteps pins what each byte of a subject costs: a step for each item of the pattern that is begun with, one for each
// byte that is looked at, and one for each member of a set that it is compared with.
func TestMatchSteps(t *testing.T) {
	s := newStepper(t)
	for _, c := range []struct {
		pattern, unit string
		each          int64 // steps for each unit that the subject is longer
	}{
		{"%d", "a", 2},
		{"[b]", "a", 3},
		{"[bcd]", "a", 5},
		{"[^a-z%d]", "a", 3}, // the range has it
		{"(b)", "a", 3},      // the bracket is an item
		{"%f[b]", "a", 3},    // the byte before is compared, too
		{"%b()", "a", 1},
		{"^%b()", "(", 1},
		{"^a*b", "a", 3}, // one there, two on the way back
		{"^a-b", "a", 3},
		{"^a*$", "a", 1},
		{"^a?b", "a", 0},
	} {
		steps := func(n int) int64 {
			return s.run(t, question{what: "find", subject: strings.Repeat(c.unit, n), pattern: c.pattern, position: 1}).steps
		}
		require.Equal(t, 320*c.each+320/32, steps(420)-steps(100), "%q; the word that makes the subject costs a step for 32 bytes", c.pattern)
	}
}

// FuzzMatcherSteps matches any bytes against any: a call ends in an answer or in an error of the script, costs what matchSteps
// says and no more, and where it tried each place of the subject in vain no less than a look at the pattern for each, and one
// at the subject, which only %b and %f can do without.
func FuzzMatcherSteps(f *testing.F) {
	for what := range byte(4) {
		for _, q := range questions {
			f.Add(q.subject, strings.ReplaceAll(q.pattern, " ", ""), what, int16(1))
		}
		for _, pattern := range costly {
			f.Add(strings.Repeat("a", 200), pattern, what, int16(1))
			f.Add(strings.Repeat("(", 2000), pattern, what, int16(-50))
		}
		for _, pattern := range broken {
			f.Add("ab\x00\xff(", pattern, what, int16(0))
		}
	}
	s := newStepper(f)
	f.Fuzz(func(t *testing.T, subject, pattern string, what byte, position int16) {
		if len(subject) > 4000 || len(pattern) > 500 {
			return
		}
		q := question{what: []string{"find", "match", "gmatch", "gsub"}[what%4], subject: subject, pattern: pattern, position: int(position)}
		o := s.run(t, q)
		repeats := 0
		for _, mark := range []string{"*", "+", "-", "?"} {
			repeats += strings.Count(pattern, mark)
		}
		require.LessOrEqual(t, o.steps, matchSteps(len(subject), len(pattern), repeats)+callSteps(len(subject)), "%#v", q)
		if o.status == lua.Failed {
			require.Equal(t, "script_error", o.err.Code, "%#v: %v\n%s", q, o.err.Panic, o.err.Trace)
			require.NotEmpty(t, o.err.Message)
			require.NotContains(t, o.err.Message, "\n")
			return
		}
		require.Equal(t, lua.Done, o.status, "%#v", q)
		inVain := len(o.results) == 0 || o.results[0] == nil // gmatch ends without a value
		if inVain && strings.ContainsAny(pattern, "*+?[%.(") && !strings.HasPrefix(pattern, "^") {
			looks := 2 * places(len(subject), int(position))
			if strings.HasPrefix(pattern, "%b") || strings.HasPrefix(pattern, "%f") {
				looks /= 2
			}
			require.GreaterOrEqual(t, o.steps, int64(looks), "%#v", q)
		}
	})
}

// places counts the places of a subject of n bytes from a position on, the end included.
func places(n, position int) int {
	switch {
	case position > 0:
		return max(0, n+1-(position-1))
	case position == 0 || -position > n:
		return n + 1
	}
	return -position + 1
}

// costly are patterns that take long where nobody counts, and broken ones that are wrong or look so.
var (
	costly = []string{
		"a*a*a*a*b", ".-.-.-.-y", strings.Repeat("a?", 28) + strings.Repeat("a", 28), "%b()%b()%b()", "^a*b", strings.Repeat("(a*)", 32), "%f[%a]%a+",
		"(()(a)%2)", "", "x", strings.Repeat("a-", 100) + "b", "[" + strings.Repeat("x", 200) + "]*y", strings.Repeat("%1", 50), "(a*)" + strings.Repeat("%1", 50) + "b",
	}
	broken = []string{
		"%", "[", "[^", "[a", "[]", "[a%", "[%]", "(", ")", "(()", "%1", "%0", "(%1)", "%b", "%bx", "%f", "%f[", "%fx", "*", "^*", "a**", "[b-", "[b-]", "\xff*",
		"[\x80-\xff]+", strings.Repeat("(", 33), strings.Repeat("()", 33), strings.Repeat("(a", 250), strings.Repeat("a?", 250), "\x00", "[^\x00]", "%\x00",
		"$$", "^^", "-", "[%w-z]", "]",
	}
)
