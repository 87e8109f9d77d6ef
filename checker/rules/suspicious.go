package rules

import (
	"fmt"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// Suspicious finds expressions that are sound Lua and never what was meant.
func Suspicious() *Rule {
	return &Rule{
		Code:     "suspicious",
		Severity: contract.SeverityWarning,
		Summary:  "an expression that cannot be what was meant",
		Doc: `
Lua has its traps:

` + "```lua" + `
if not state == "idle" then end     -- compares (not state); write state ~= "idle"
if where == {} then end             -- a new table equals no other; next(t) == nil asks for an empty one
for i = 10, 1 do end                -- never runs; write for i = 10, 1, -1
x = x                               -- does nothing
n = #3                              -- a number has no length
if me.gold > "3" then end           -- a number and a text cannot be compared
x = full and false or dig           -- is always dig
while not dig do wait(1) end        -- dig is the verb itself, always true; write dig(1)
pcall(dig(1))                       -- digs outside the pcall; write pcall(dig, 1)
on("heard", function(e) print(e.who) end)    -- heard gives two texts; write function(who, text)
` + "```" + `

What fails whenever it is reached is an error:

` + "```lua" + `
print("gold: " + me.gold)           -- + takes numbers; write "gold: " .. me.gold
print("tired: " .. me.tired)        -- write tostring(me.tired)
` + "```" + `
`,
		Run: func(p *Pass) {
			told := map[*syntax.Binary]bool{}
			for site, n := range every[*syntax.Binary](p.Script) {
				switch {
				case arithmetic(n.Op):
					reckoned(p, site, n, told)
				case n.Op == syntax.Concat:
					unjoinable(p, site, n)
				default:
					suspiciousBinary(p, site, n)
				}
			}
			for site, id := range every[*syntax.Ident](p.Script) {
				uncalled(p, site, id)
			}
			for _, call := range every[*syntax.Call](p.Script) {
				eventTable(p, call)
				calledTooSoon(p, call)
			}
			for site, n := range every[*syntax.Unary](p.Script) {
				if n.Op == syntax.Len && p.kindOf(n.X) == kindNumber {
					p.find(site, "# of a number: only texts and tables have a length", "leave # out")
				}
			}
			for _, n := range every[*syntax.NumericFor](p.Script) {
				suspiciousFor(p, n)
			}
			for site, n := range every[*syntax.Assign](p.Script) {
				if len(n.Targets) == 1 && len(n.Values) == 1 && samePath(n.Targets[0], n.Values[0], maxPath) {
					p.find(site, "this assigns something to itself", "leave it out, or write what is meant on one side")
				}
			}
		},
	}
}

// calledTooSoon finds pcall(dig(1)): the verb is called outside the pcall, which is then given what it answered.
func calledTooSoon(p *Pass, call *syntax.Call) {
	name := p.globalName(call.Fn)
	if name != "pcall" && name != "xpcall" || len(call.Args) == 0 {
		return
	}
	inner, ok := bare(call.Args[0]).(*syntax.Call)
	if !ok || p.verbOf(inner) == nil && p.wordOf(inner) == nil {
		return
	}
	handed := []string{p.text(inner.Fn)}
	if name == "xpcall" {
		handed = append(handed, "handler")
	}
	for _, arg := range inner.Args {
		handed = append(handed, p.text(arg))
	}
	hint := fmt.Sprintf("write %s(%s)", name, strings.Join(handed, ", "))
	if slices.Contains(handed, "") {
		hint = fmt.Sprintf("hand %s the function and then its arguments", name)
	}
	p.find(inner, fmt.Sprintf("%s is called before %s, which gets only what it gave", p.text(inner.Fn), name), hint)
}

func suspiciousBinary(p *Pass, site *site, n *syntax.Binary) {
	if n.Op == syntax.Or {
		and, ok := bare(n.X).(*syntax.Binary)
		if ok && and.Op == syntax.And && (literalKind(and.Y) == kindNil || isFalse(and.Y)) {
			p.find(site, "what stands before or is never true, so this always gives what stands behind it", "write if … then … else … end")
		}
		return
	}
	if !comparison(n.Op) {
		return
	}
	equality := n.Op == syntax.Eq || n.Op == syntax.Ne
	if not, ok := n.X.(*syntax.Unary); ok && not.Op == syntax.Not && literalKind(n.Y) != kindBoolean && p.kindOf(n.Y) != kindBoolean {
		p.find(site, "not binds tighter: this compares (not …) with something", negated(p, not, n))
		return
	}
	for _, side := range [...]syntax.Expr{n.X, n.Y} {
		if k := literalKind(side); equality && (k == kindTable || k == kindFunction) {
			p.find(site, fmt.Sprintf("%s made here equals no other, so this is always %t", k, n.Op == syntax.Ne), emptyHint(side))
			return
		}
	}
	x, y := p.kindOf(n.X), p.kindOf(n.Y)
	if x == kindNumber && y == kindText || x == kindText && y == kindNumber {
		message := fmt.Sprintf("a number and a text are never equal, so this is always %t", n.Op == syntax.Ne)
		if !equality {
			message = "a number and a text cannot be compared"
		}
		p.find(site, message, "write the number without quotes, or tonumber(text)")
	}
}

// negated returns the comparison that was meant by `not a == b`.
func negated(p *Pass, not *syntax.Unary, n *syntax.Binary) string {
	x, y := p.text(not.X), p.text(n.Y)
	opposite := map[syntax.Op]string{syntax.Eq: "~=", syntax.Ne: "==", syntax.Lt: ">=", syntax.Le: ">", syntax.Gt: "<=", syntax.Ge: "<"}[n.Op]
	if x == "" || y == "" {
		return "write a " + opposite + " b"
	}
	return "write " + x + " " + opposite + " " + y
}

func emptyHint(side syntax.Expr) string {
	if t, ok := bare(side).(*syntax.Table); ok && len(t.Fields) == 0 {
		return "next(t) == nil asks whether a table is empty"
	}
	return "compare what is in it"
}

func suspiciousFor(p *Pass, n *syntax.NumericFor) {
	from, known := numberOf(n.From)
	to, ends := numberOf(n.To)
	step, steps := 1.0, true
	if n.Step != nil {
		step, steps = numberOf(n.Step)
	}
	if !ends || !steps {
		return
	}
	header := syntax.Span{Start: n.From.Range().Start, End: n.To.Range().End}
	report := func(message, hint string) { p.Report(Finding{Span: header, Message: message, Hint: hint}) }
	switch length, ok := bare(n.From).(*syntax.Unary); {
	case step == 0:
		report("a loop with step 0 never ends", "write a step that leads to the end")
	case known && step > 0 && from > to, ok && length.Op == syntax.Len && n.Step == nil && to <= 1:
		report("this counts up from the larger number, so it does not run", fmt.Sprintf("write for %s = %s, %s, -1 do", n.Var.Text, orDots(p.text(n.From)), orDots(p.text(n.To))))
	case known && step < 0 && from < to:
		report("this counts down from the smaller number, so it does not run", "leave the step out, or swap the two")
	}
}

func orDots(text string) string {
	if text == "" {
		return "…"
	}
	return text
}

// samePath reports whether two expressions are the same name, or the same constant field of the same path.
func samePath(a, b syntax.Expr, steps int) bool {
	if steps == 0 {
		return false
	}
	switch a := a.(type) {
	case *syntax.Ident:
		b, ok := b.(*syntax.Ident)
		return ok && a.Name == b.Name
	case *syntax.Index:
		b, ok := b.(*syntax.Index)
		if !ok {
			return false
		}
		x, xok := a.Key.(*syntax.String)
		y, yok := b.Key.(*syntax.String)
		return xok && yok && x.Value == y.Value && samePath(a.X, b.X, steps-1)
	}
	return false
}
