package lua_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// program makes a random script that comes to an end, raises no error that it does not catch, and prints what it does. It
// is dense in what the VM's compiler finds hard: closures over variables of loops, jumps out of and between blocks,
// constant conditions, 'and' and 'or' into variables, several assignments at once.
func program(seed uint64) string {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 1))}
	g.line("local log, calls = {}, 0")
	g.line("local function show(v) if type(v) == 'table' or type(v) == 'function' then return type(v) end return tostring(v) end")
	g.line("local function out(...) local a = {} for i = 1, select('#', ...) do a[i] = show((select(i, ...))) end print(table.concat(a, ' ')) end")
	g.line("local function I(v) if v == true then return 1 end if type(v) == 'number' then return v %% 1000 end return 0 end")
	g.line("local function id(...) calls = calls + 1 return ... end")
	g.line("local fns, T = {}, {x = 1, list = {4, 5, 6}}")
	g.line("G1, G2 = 1, nil")
	g.vars = []variable{{name: "G1", global: true}, {name: "G2", global: true}}
	g.block(18)
	g.line("for i, f in ipairs(fns) do out('fn', i, f(i)) end")
	g.line("out(calls, G1, G2, T.x, T.y, #T.list)")
	return g.text.String()
}

type variable struct {
	name   string
	global bool
	fixed  bool // not to be assigned: const, or it bounds a loop
}

type generator struct {
	rng    *rand.Rand
	text   strings.Builder
	indent int
	vars   []variable
	names  int
	loops  int // around, in this function
	depth  int
	vararg bool
	labels []string // that a goto may jump to from here
}

func (g *generator) line(format string, args ...any) {
	g.text.WriteString(strings.Repeat(" ", g.indent))
	fmt.Fprintf(&g.text, format, args...)
	g.text.WriteByte('\n')
}

func (g *generator) pick(n int) int { return g.rng.IntN(n) }

func (g *generator) chance(percent int) bool { return g.pick(100) < percent }

func pickOf[T any](g *generator, list ...T) T { return list[g.pick(len(list))] }

// fresh names a local, often one that is there already.
func (g *generator) fresh() string {
	if g.chance(30) {
		return pickOf(g, "a", "b", "x", "G1")
	}
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

func (g *generator) variable() string {
	if len(g.vars) == 0 || g.chance(5) {
		return "G2"
	}
	// The newest are the likeliest.
	i := len(g.vars) - 1 - min(g.pick(len(g.vars)), g.pick(len(g.vars)))
	return g.vars[i].name
}

func (g *generator) settable() string {
	for range 10 {
		name := g.variable()
		if !g.isFixed(name) {
			return name
		}
	}
	return "G2"
}

func (g *generator) isFixed(name string) bool {
	for i := len(g.vars) - 1; i >= 0; i-- {
		if g.vars[i].name == name {
			return g.vars[i].fixed
		}
	}
	return false
}

func (g *generator) target() string {
	return pickOf(g, g.settable(), g.settable(), g.settable(), "T.x", "T.y", "T[I("+g.variable()+")]", "T.list[1]", "T['k']")
}

// block writes up to n statements with a scope of their own.
func (g *generator) block(n int) {
	vars, labels := len(g.vars), len(g.labels)
	g.indent++
	g.depth++
	for range 1 + g.pick(n) {
		g.statement()
	}
	g.depth--
	g.indent--
	g.vars, g.labels = g.vars[:vars], g.labels[:labels]
}

func (g *generator) statement() {
	if g.depth > 4 {
		g.simple()
		return
	}
	switch g.pick(20) {
	case 0, 1:
		g.ifStmt()
	case 2:
		g.line("do")
		g.block(4)
		g.line("end")
	case 3, 4:
		g.numericFor()
	case 5, 6:
		g.genericFor()
	case 7:
		g.whileStmt()
	case 8:
		g.repeatStmt()
	case 9:
		g.goBack()
	case 10:
		g.function()
	case 11:
		g.closure()
	default:
		g.simple()
	}
}

func (g *generator) simple() {
	switch g.pick(12) {
	case 0, 1:
		g.local()
	case 2, 3, 4:
		g.line("%s = %s", g.target(), g.expr(3))
	case 5:
		g.line("%s, %s = %s, %s", g.target(), g.target(), g.expr(2), g.expr(2))
	case 6:
		g.line("%s, %s, %s = %s, %s", g.settable(), g.target(), g.settable(), g.expr(1), pickOf(g, "id(1, 2, 3)", "id()", "(id(1, 2))", g.expr(2)))
	case 7:
		g.line("out(%s, %s)", g.expr(2), g.expr(2))
	case 8:
		a, b := g.settable(), g.settable()
		g.line("%s, %s = %s, %s", a, b, b, a)
	case 9:
		g.line("out(pcall(function(...) %s = %s error(I(%s)) end))", g.settable(), g.expr(1), g.variable())
	case 10:
		g.jump()
	default:
		g.line("out('t', #%s, %s)", pickOf(g, "T.list", "{1, 2, id(7, 8)}", "{id(1, 2), 3}", "'abc'", "{n = 1, 5, [3] = 2, [2] = 1}"), g.expr(1))
	}
}

// jump leaves a loop or goes on with it, now or on a condition.
func (g *generator) jump() {
	var what []string
	if g.loops > 0 {
		what = append(what, "break")
	}
	if n := len(g.labels); n > 0 {
		what = append(what, "goto "+g.labels[n-1], "goto "+g.labels[g.pick(n)])
	}
	if len(what) == 0 {
		g.local()
		return
	}
	g.line(pickOf(g, "if %[2]s then %[1]s end", "if %[2]s then %[1]s end", "do if %[2]s then local q = %[2]s %[1]s end end", "if %[3]s then %[1]s end"),
		pickOf(g, what...), g.expr(2), pickOf(g, "true", "false", "nil", "1"))
}

func (g *generator) local() {
	switch g.pick(6) {
	case 0:
		a, b := g.fresh(), g.fresh()
		g.line("local %s, %s = %s", a, b, pickOf(g, g.expr(2), "id(1, 2)", g.expr(1)+", "+g.expr(1)))
		g.vars = append(g.vars, variable{name: a}, variable{name: b})
	case 1:
		name := g.fresh()
		g.line("local %s <const> = %s", name, g.expr(2))
		g.vars = append(g.vars, variable{name: name, fixed: true})
	case 2:
		name := g.fresh()
		g.line("local %s = function() return %s end", name, g.variable())
		g.line("out(type(%s), show(%s()))", name, name)
		g.line("%s = %s", name, g.expr(1))
		g.vars = append(g.vars, variable{name: name})
	default:
		name := g.fresh()
		g.line("local %s = %s", name, g.expr(3))
		g.vars = append(g.vars, variable{name: name})
	}
}

func (g *generator) ifStmt() {
	cond := func() string {
		return pickOf(g, g.expr(3), g.expr(2), "true", "false", "nil", "not nil", "true and false")
	}
	g.line("if %s then", cond())
	g.block(4)
	for g.chance(30) {
		g.line("elseif %s then", cond())
		g.block(3)
	}
	if g.chance(40) {
		g.line("else")
		g.block(3)
	}
	g.line("end")
}

// body writes the body of a loop, perhaps with a label at its end.
func (g *generator) body(n int, names ...string) {
	vars, labels := len(g.vars), len(g.labels)
	for _, name := range names {
		g.vars = append(g.vars, variable{name: name, fixed: true})
	}
	g.loops++
	label := ""
	if g.chance(50) {
		g.names++
		label = pickOf(g, "continue", fmt.Sprintf("l%d", g.names))
		for _, other := range g.labels {
			if other == label {
				label = fmt.Sprintf("l%d", g.names)
			}
		}
		g.labels = append(g.labels, label)
	}
	if g.chance(15) {
		g.line("%s", pickOf(g, "while true do break end", "while false do end", "if false then out(1) end", "if true then while false do end end", "do break end", "repeat break until false"))
	}
	if label == "" {
		g.block(n)
	} else {
		// Lua 5.4.4 itself does not close what a block captured when a goto leaves it for a label at the end of a block that has
		// locals, so the label's block has none.
		g.line(" do")
		g.block(n)
		g.line(" end")
		g.line(" ::%s::", label)
	}
	g.loops--
	g.vars, g.labels = g.vars[:vars], g.labels[:labels]
}

func (g *generator) numericFor() {
	name := g.fresh()
	g.line("for %s = %s do", name, pickOf(g, "1, 3", "3, 1, -1", "1, 3, I(2)", "I(1), I(2)", "1, 0", "2, 10, 4"))
	g.body(4, name)
	g.line("end")
}

func (g *generator) genericFor() {
	a, b := g.fresh(), g.fresh()
	switch g.pick(6) {
	case 0:
		g.line("for %s, %s in next, {7, 8} do", a, b)
		g.body(3, a, b)
	case 1:
		g.line("for %s in next, {9}, nil do", a)
		g.body(3, a)
	case 2:
		g.line("for %s, %s in ipairs(T.list) do", a, b)
		g.body(3, a, b)
	case 3:
		g.line("for %s in (function() local n = 0 return function() n = n + 1 if n < 4 then return n end end end)() do", a)
		g.body(3, a)
	case 4:
		g.line("for %s, %s, c in next, id({1}) do", a, b)
		g.body(3, a, b)
	default:
		g.line("for %s in pairs({1, 2}) do", a)
		g.body(3, a)
	}
	g.line("end")
}

func (g *generator) whileStmt() {
	if g.chance(40) {
		g.line("while %s do", pickOf(g, "true", "1", "not false", "nil or true", g.expr(2)))
		g.loops++
		g.block(4)
		g.loops--
		g.line(" break")
		g.line("end")
		return
	}
	g.names++
	name := fmt.Sprintf("n%d", g.names)
	g.line("local %s = 0", name)
	g.vars = append(g.vars, variable{name: name, fixed: true})
	g.line("while %s < 3 do", name)
	g.line(" %s = %s + 1", name, name)
	g.body(3)
	g.line("end")
}

func (g *generator) repeatStmt() {
	g.names++
	name := fmt.Sprintf("n%d", g.names)
	g.line("local %s = 0", name)
	g.vars = append(g.vars, variable{name: name, fixed: true})
	g.line("repeat")
	g.line(" %s = %s + 1", name, name)
	g.loops++
	vars := len(g.vars)
	inner := fmt.Sprintf("r%d", g.names)
	g.line(" local %s = %s", inner, g.expr(1))
	g.vars = append(g.vars, variable{name: inner, fixed: true})
	if g.chance(50) {
		g.line(" fns[#fns + 1] = function() return %s end", inner)
	}
	g.block(3)
	g.loops--
	g.line("until %s > 2 or %s", name, pickOf(g, inner, g.expr(2)))
	g.vars = g.vars[:vars]
}

// goBack loops by a goto to a label above.
func (g *generator) goBack() {
	g.names++
	name, label := fmt.Sprintf("n%d", g.names), fmt.Sprintf("top%d", g.names)
	g.line("do")
	g.line(" local %s = 0", name)
	g.line(" ::%s::", label)
	g.line(" %s = %s + 1", name, name)
	vars := len(g.vars)
	g.vars = append(g.vars, variable{name: name, fixed: true})
	g.block(3)
	if g.chance(50) {
		g.line(" local c = %s", g.expr(1))
		g.line(" fns[#fns + 1] = function() c = I(c) + 1 return c, %s end", name)
	}
	g.line(" if %s < 3 then goto %s end", name, label)
	g.vars = g.vars[:vars]
	g.line("end")
}

// inFunction writes the body of a function.
func (g *generator) inFunction(vararg bool, params []string, n int) {
	vars, labels, loops, outer := len(g.vars), g.labels, g.loops, g.vararg
	for _, p := range params {
		g.vars = append(g.vars, variable{name: p})
	}
	g.labels, g.loops, g.vararg = nil, 0, vararg
	g.block(n)
	g.line(" return %s", pickOf(g, g.expr(3), g.expr(2)+", "+g.expr(1), "id(1, 2)", "(id(1, 2))", g.variable()))
	g.vars, g.labels, g.loops, g.vararg = g.vars[:vars], labels, loops, outer
}

func (g *generator) function() {
	g.names++
	name := fmt.Sprintf("f%d", g.names)
	vararg := g.chance(40)
	params := pickOf(g, []string{"a"}, []string{"a", "b"}, nil)
	list := strings.Join(params, ", ")
	if vararg {
		list = strings.TrimPrefix(list+", ...", ", ")
	}
	g.line("local function %s(%s)", name, list)
	g.inFunction(vararg, params, 4)
	g.line("end")
	g.line("out('%s', %s(%s))", name, name, pickOf(g, "1, 2, 3", "", "id(4, 5)", g.expr(1)))
}

// closure keeps a closure that is called at the end.
func (g *generator) closure() {
	name := g.settable()
	g.line("fns[#fns + 1] = function(p, ...) %s = p return %s end", name, g.expr(2))
}

func (g *generator) expr(depth int) string {
	if depth == 0 || g.chance(20) {
		return pickOf(g, g.variable(), g.variable(), g.variable(), "nil", "true", "false", "0", "3", "'s'", "T.x", "T.y", "id("+g.variable()+")")
	}
	switch g.pick(14) {
	case 0, 1, 2:
		return "(" + g.expr(depth-1) + " and " + g.expr(depth-1) + ")"
	case 3, 4, 5:
		return "(" + g.expr(depth-1) + " or " + g.expr(depth-1) + ")"
	case 6:
		return "not " + g.expr(depth-1)
	case 7:
		return "(" + g.expr(depth-1) + pickOf(g, " == ", " ~= ") + g.expr(depth-1) + ")"
	case 8:
		return "(I(" + g.expr(depth-1) + ")" + pickOf(g, " < ", " <= ", " > ", " >= ") + "I(" + g.expr(depth-1) + "))"
	case 9, 10:
		op := pickOf(g, " + ", " - ", " * ", " // 3 + ", " % 7 + ", " & ", " | ", " ~ ", " << 2 ~ ")
		return "(I(" + g.expr(depth-1) + ")" + op + "I(" + g.expr(depth-1) + "))"
	case 11:
		return "(show(" + g.expr(depth-1) + ") .. " + pickOf(g, "'-'", "1", "show("+g.expr(depth-1)+") .. '.'") + ")"
	case 12:
		if g.vararg {
			return pickOf(g, "(...)", "select('#', ...)", "#{...}", "id(...)")
		}
		return "-I(" + g.expr(depth-1) + ")"
	default:
		return pickOf(g, "(id("+g.expr(depth-1)+"))", "({"+g.expr(depth-1)+"})[1]", "(function(...) return ... end)("+g.expr(depth-1)+")", "T.list[I("+g.expr(depth-1)+")]")
	}
}
