package checker_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
	"mystic-sdk/lua"
)

// flowPrograms is how many programs are made.
const flowPrograms = 150

// TestFlowIsTrue makes programs of branches, loops, jumps and functions, and plays each many times in worlds that answer
// differently. What the checker says of a program must be so in all of them:
//   - a line that is never reached is not met, and a loop that never goes round twice does not;
//   - where a name is an error, no game time has passed;
//   - in one of the worlds the loop without an end that main begins with, or one that it leads to, goes round and round without
//     an action.
func TestFlowIsTrue(t *testing.T) {
	said := map[string]int{}
	box := flowBox(t)
	for seed := range uint64(flowPrograms) {
		g := &flowProgram{rand: rand.New(rand.NewPCG(seed, 1))}
		source := g.make()
		result := checker.Check(source, flowEnv())
		require.NotNil(t, result.Chunk, source)
		program, err := lua.Compile("", source)
		require.NoError(t, err, source)
		var worlds []*flowWorld
		for world := range flowWorlds {
			w := newFlowWorld(world)
			w.play(t, box, program)
			worlds = append(worlds, w)
		}
		for _, d := range result.Diagnostics {
			about := fmt.Sprintf("seed %d, line %d: %s: %s\n%s", seed, d.Line, d.Code, d.Message, source)
			switch {
			case d.Code == "unreachable":
				for _, w := range worlds {
					require.Zero(t, w.met[d.Line], about)
				}
			case d.Code == "once-loop":
				for _, w := range worlds {
					require.LessOrEqual(t, w.rounds[d.Line], 1, about)
				}
			case d.Code == "unknown-name" && d.Severity == contract.SeverityError:
				for _, w := range worlds {
					require.False(t, w.late[d.Line], about)
				}
			case d.Code == "endless-loop" && d.Line == g.first:
				require.True(t, slices.ContainsFunc(worlds, func(w *flowWorld) bool { return w.stuck(g.last) }), about)
			}
			said[d.Code]++
		}
	}
	for _, code := range []string{"unreachable", "once-loop", "unknown-name", "endless-loop"} {
		require.Greater(t, said[code], 30, "%s was hardly ever said: %v", code, said)
	}
}

// flowEnv is the game of the programs: one action, senses that answer differently, and two that hear how far a program came.
func flowEnv() *checker.Env {
	at := []contract.ArgSpec{{Name: "line", Type: contract.ArgNumber}}
	sense := func(name, answer string, args ...contract.ArgSpec) contract.VerbSpec {
		return contract.VerbSpec{Name: name, Kind: contract.Sense, Args: args, Answer: &contract.FieldSpec{Type: answer}}
	}
	return &checker.Env{
		Verbs: []contract.VerbSpec{
			{Name: "act", Kind: contract.Action},
			sense("ready", "boolean"), sense("open", "boolean"), sense("level", "number"), sense("list", "list"),
			sense("look", "boolean", name("place", "place")), sense("met", "boolean", at...), sense("round", "boolean", at...),
		},
		Globals: []string{"must"},
		Knows:   func(string, string) bool { return false },
	}
}

// flowWorld is one play of a program. Its senses answer the same until an action changes the world.
type flowWorld struct {
	rand        *rand.Rand
	ready, open bool
	level, list int
	acted       bool
	met         map[int]int  // how often each line was
	rounds      map[int]int  // the most rounds of the loop of a line
	now         map[int]int  // its rounds so far
	quiet       map[int]int  // of these, the last ones without an action
	idle        map[int]bool // loops that went round many times without one
	late        map[int]bool // lines that were met after an action
}

func (w *flowWorld) change() {
	w.ready, w.open, w.level, w.list = w.rand.IntN(2) == 0, w.rand.IntN(2) == 0, levelOf(w.rand.IntN(flowLevels)), w.rand.IntN(flowLists)
	clear(w.quiet)
}

// manyRounds is how many rounds without an action count as endless; nothing in a program counts that far.
const manyRounds = 12

// flowBox is the sandbox of the programs; each state's data is its flowWorld.
func flowBox(t *testing.T) *lua.Sandbox {
	t.Helper()
	word := func(f func(w *flowWorld, c *lua.Call)) lua.Word {
		return lua.Word{Func: func(c *lua.Call) error { f(c.Data().(*flowWorld), c); return nil }}
	}
	line := func(c *lua.Call) int { return int(c.Arg(0).Number()) }
	acts := word(func(w *flowWorld, c *lua.Call) {
		w.acted = true
		w.change()
		c.PushBool(w.rand.IntN(3) > 0)
	})
	words := map[string]lua.Word{
		"act": acts, "wait": acts, "print": word(func(*flowWorld, *lua.Call) {}),
		"ready": word(func(w *flowWorld, c *lua.Call) { c.PushBool(w.ready) }),
		"open":  word(func(w *flowWorld, c *lua.Call) { c.PushBool(w.open) }),
		"level": word(func(w *flowWorld, c *lua.Call) { c.PushNumber(float64(w.level)) }),
		"list":  {Func: func(c *lua.Call) error { return c.Push([]any{1, 2, 3}[:c.Data().(*flowWorld).list]) }},
		"met": word(func(w *flowWorld, c *lua.Call) {
			w.met[line(c)]++
			w.now[line(c)], w.quiet[line(c)] = 0, 0
		}),
		"round": word(func(w *flowWorld, c *lua.Call) {
			at := line(c)
			w.now[at]++
			w.quiet[at]++
			w.rounds[at] = max(w.rounds[at], w.now[at])
			if w.quiet[at] > manyRounds {
				w.idle[at] = true
			}
		}),
		"look": word(func(w *flowWorld, c *lua.Call) {
			at, err := strconv.Atoi(c.Arg(0).Text())
			require.NoError(t, err)
			w.late[at] = w.late[at] || w.acted
			c.PushBool(true)
		}),
		"stop": {Func: func(*lua.Call) error { return lua.ErrEnd }},
	}
	box, err := lua.NewSandbox(&lua.Options{Words: words, Prelude: "function must(ok) if not ok then stop() end return ok end"})
	require.NoError(t, err)
	return box
}

// stuck reports whether a loop of the lines up to one went round many times without an action.
func (w *flowWorld) stuck(last int) bool {
	for line := range w.idle {
		if line <= last {
			return true
		}
	}
	return false
}

// play lets a program run, as far as some thousand steps lead.
func (w *flowWorld) play(t *testing.T, box *lua.Sandbox, program *lua.Program) {
	t.Helper()
	state, err := box.NewState(lua.StateConfig{Data: w})
	require.NoError(t, err)
	defer state.Close()
	state.Grant(4_000)
	state.Start(program).Resume()
}

// A world begins with one of all answers that there are.
const (
	flowLevels = 5 // the last one is more than any that a program compares with
	flowLists  = 3
	flowWorlds = 2 * 2 * flowLevels * flowLists
)

func levelOf(n int) int {
	if n == flowLevels-1 {
		return 1_000
	}
	return n
}

func newFlowWorld(number int) *flowWorld {
	return &flowWorld{
		rand:  rand.New(rand.NewPCG(uint64(number), 2)),
		ready: number%2 == 0, open: number/2%2 == 0, level: levelOf(number / 4 % flowLevels), list: number / 4 / flowLevels,
		met: map[int]int{}, rounds: map[int]int{}, now: map[int]int{},
		quiet: map[int]int{}, idle: map[int]bool{}, late: map[int]bool{},
	}
}

// flowProgram makes one program. Each statement has a line of its own and first says that it is met.
type flowProgram struct {
	rand   *rand.Rand
	lines  []string
	depth  int
	loops  int
	labels int
	first  int // the line of the loop that the main part begins with
	last   int // the line of its end
	inFunc bool
}

func (g *flowProgram) make() string {
	g.add("local n, flag = 0, false")
	g.add("local once, limit = ready(), level()")
	for i := range g.rand.IntN(3) {
		g.add("local function f%d()", i)
		g.inFunc = true
		g.block(2)
		g.inFunc = false
		g.add("end")
	}
	g.add("local f, g = %s, %s", g.function(), g.function())
	g.first = len(g.lines) + 2
	g.loop(0)
	g.last = len(g.lines)
	g.block(2)
	return strings.Join(g.lines, "\n") + "\nprint(n, flag, once, limit, f, g)\n"
}

func (g *flowProgram) add(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}

// function returns the name of a function that was made before, or of one that does nothing.
func (g *flowProgram) function() string {
	if made := strings.Count(strings.Join(g.lines, "\n"), "local function f"); made > 0 {
		return fmt.Sprintf("f%d", g.rand.IntN(made))
	}
	return "print"
}

func (g *flowProgram) block(most int) {
	for range 1 + g.rand.IntN(most) {
		g.stmt()
	}
}

func (g *flowProgram) stmt() {
	g.depth++
	defer func() { g.depth-- }()
	here := len(g.lines) + 1
	g.add("met(%d)", here+1)
	simple := g.depth > 4
	switch k := g.rand.IntN(22); {
	case k < 3:
		g.add("act()")
	case k < 4:
		g.add("wait(1)")
	case k < 6:
		g.add("look(\"%d\")", here+1)
	case k < 7:
		g.add("n = n + 1")
	case k < 8:
		g.add("flag = not flag")
	case k < 10:
		g.add("%s()", g.function())
	case k < 11:
		g.add("pcall(%s)", g.function())
	case k < 12:
		g.add("if %s then %s end", g.cond(), g.exit())
	case k < 13:
		g.add("must(%s)", g.cond())
	case simple:
		g.add("print(n)")
	case k < 16:
		g.add("if %s then", g.cond())
		g.block(2)
		for g.rand.IntN(3) == 0 {
			g.add("elseif %s then", g.cond())
			g.block(2)
		}
		if g.rand.IntN(2) == 0 {
			g.add("else")
			g.block(2)
		}
		g.add("end")
	case k < 19:
		g.loop(here)
	case k < 20:
		g.labels++
		label := g.labels
		g.add("do")
		g.add("if %s then goto out%d end", g.cond(), label)
		g.block(2)
		g.add("::out%d::", label)
		g.add("end")
	case k < 21:
		g.labels++
		label := g.labels
		g.add("do ::again%d::", label)
		g.block(2)
		g.add("if %s then goto again%d end", g.cond(), label)
		g.add("end")
	default:
		g.add("pcall(function()")
		loops := g.loops
		g.loops = 0
		g.block(2)
		g.loops = loops
		g.add("if %s then error(1) end", g.cond())
		g.add("end)")
	}
}

// loop makes a loop; its line was said to be met unless met is 0.
func (g *flowProgram) loop(met int) {
	if met == 0 {
		g.add("met(%d)", len(g.lines)+2)
	}
	line := len(g.lines) + 1
	g.loops++
	end := "end"
	switch g.rand.IntN(6) {
	case 0:
		g.add("while true do")
	case 1, 2:
		g.add("while %s do", g.cond())
	case 3:
		g.add("repeat")
		end = "until " + g.cond()
	case 4:
		g.add("for i = 1, %s do", []string{"3", "level()", "math.huge"}[g.rand.IntN(3)])
	case 5:
		g.add("for i in ipairs(%s) do", []string{"list()", "{ 1, 2 }", "{ list() }"}[g.rand.IntN(3)])
	}
	g.add("round(%d)", line)
	if g.rand.IntN(4) == 0 {
		g.labels++
		label := g.labels
		g.add("if %s then goto continue%d end", g.cond(), label)
		g.add("do")
		g.block(2)
		g.add("end")
		g.add("::continue%d::", label)
	} else {
		g.block(3)
		if g.rand.IntN(6) == 0 {
			g.add("%s", g.exit())
		}
	}
	g.loops--
	g.add("%s", end)
}

// exit leaves something.
func (g *flowProgram) exit() string {
	all := []string{"stop()", "error(1)", "do return end"}
	if g.loops > 0 {
		all = append(all, "break", "break", "break")
	}
	return all[g.rand.IntN(len(all))]
}

func (g *flowProgram) cond() string {
	switch g.rand.IntN(14) {
	case 0, 1:
		return "ready()"
	case 2:
		return "not open()"
	case 3, 4:
		return fmt.Sprintf("level() %s %d", []string{"<", ">", "<=", ">=", "==", "~="}[g.rand.IntN(6)], g.rand.IntN(flowLevels-1))
	case 5:
		return fmt.Sprintf("#list() > %d", g.rand.IntN(flowLists-1))
	case 6:
		return "once"
	case 7:
		return fmt.Sprintf("limit < %d", 1+g.rand.IntN(flowLevels-1))
	case 8:
		return fmt.Sprintf("n < %d", g.rand.IntN(20))
	case 9:
		return "flag"
	case 10:
		return "act()"
	case 11, 12:
		if g.depth < 8 {
			g.depth += 2
			defer func() { g.depth -= 2 }()
			return fmt.Sprintf("(%s) %s (%s)", g.cond(), []string{"and", "or"}[g.rand.IntN(2)], g.cond())
		}
	}
	return []string{"true", "false", "nil", "open()"}[g.rand.IntN(4)]
}
