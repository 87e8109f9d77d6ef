package rules

import (
	"fmt"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// EndlessLoop finds loops that can go round for ever while no game time passes.
func EndlessLoop() *Rule {
	return &Rule{
		Code:     "endless-loop",
		Severity: contract.SeverityError,
		Summary:  "a loop that can go round without an action, a wait, an exit or a step toward its bound",
		Doc: `
The world changes with game time alone, and only actions, ` + "`wait` and `say`" + ` let it pass. A loop that can go round without
one goes round for ever, as whatever it asks is answered as before, until the run is ended for thinking without end:

` + "```lua" + `
while me.hp < 20 do end                     -- while me.hp < 20 do wait(1) end
while me.gold < 10 do
  if me.hp > 5 then dig(1) end              -- and where not? else wait(1)
end
repeat local t = scan() until #t > 0        -- wait(1) before until
` + "```" + `

Functions of the script are followed, and so are ` + "`goto`" + ` and functions that call themselves. An action counts whether it
takes time, ends at once or is refused: a loop of refusals is slowed down when it runs, and told of.

The rule is silent where a loop goes by what the script itself changes, and where it calls what the text does not show: a saved
script, a function out of a table or a parameter, a coroutine. Where a loop may act, a way on which it does not is told only if
one question decides that it is gone: of two, the game may know that they are never answered so.
`,
		Run: func(p *Pass) {
			if p.Chunk.Partial {
				return // what is missing may act
			}
			ways := p.flow().idleOf()
			if len(ways.round) == 0 {
				return
			}
			for _, site := range p.all() {
				switch site.class {
				case classLoop, classLabel, classCall, classMethod:
					p.endless(ways, site)
				}
			}
		},
	}
}

// endless tells of a way round a loop.
func (p *Pass) endless(ways *idle, loop *site) {
	if ways.round[loop.Node] == nil || p.toldElsewhere(loop) {
		return
	}
	if y := ways.certain(loop); y != nil {
		p.Report(Finding{Span: firstWord(loop.Node), Message: p.goesRound(loop, y), Suggest: func() string { return p.passTime(loop, y) }})
	}
}

// toldElsewhere reports whether a function that calls itself is told by another rule: one that bears the name of a verb or
// word, which was meant, by shadowed-verb, and one that nothing else calls by unused.
func (p *Pass) toldElsewhere(at *site) bool {
	call, ok := at.Node.(*syntax.Call)
	if !ok {
		return false
	}
	if id, ok := bare(call.Fn).(*syntax.Ident); ok && p.World.what(id.Name) != "" {
		return true
	}
	fn := p.flow().around(at)
	return !fn.loose && !slices.ContainsFunc(fn.callers, func(caller *site) bool { return !fn.site.holds(caller) })
}

// firstWord returns the span of a loop's keyword; of all of a label or call.
func firstWord(n syntax.Node) syntax.Span {
	span := n.Range()
	length := 0
	switch n.(type) {
	case *syntax.While:
		length = len("while")
	case *syntax.Repeat:
		length = len("repeat")
	case *syntax.NumericFor, *syntax.GenericFor:
		length = len("for")
	default:
		return span
	}
	span.End = span.Start
	span.End.Offset += length
	span.End.Column += length
	return span
}

// goesRound says what is wrong with a loop, and on which way.
func (p *Pass) goesRound(loop *site, y *way) string {
	what := "this loop can go round"
	switch loop.Node.(type) {
	case *syntax.Label:
		what = "goto can lead back here"
	case *syntax.Call, *syntax.MethodCall:
		what = "the function can get here again, and call itself for ever,"
	}
	var where, not []string
	for _, c := range y.claims() {
		if inside(c.node, ownCondition(loop.Node)) {
			continue
		}
		list := &not
		if c.yes {
			list = &where
		}
		if text := p.asked(c); !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	return what + " without an action or a wait" + stretch(where, not)
}

// asked names what decides on a way.
func (p *Pass) asked(c claim) string {
	line := c.node.Range().Start.Line
	switch c.node.(type) {
	case *syntax.NumericFor, *syntax.GenericFor:
		return fmt.Sprintf("a round of line %d", line)
	}
	if text := p.text(c.node); text != "" {
		return text
	}
	return fmt.Sprintf("what line %d asks", line)
}

// maxAsked is how many conditions a message names on each side.
const maxAsked = 2

// stretch says on which way: where some things hold and others do not.
func stretch(holds, fails []string) string {
	var parts []string
	if n := len(holds); n > 0 {
		holds = holds[max(0, n-maxAsked):]
		verb := " holds"
		if len(holds) > 1 {
			verb = " hold"
		}
		parts = append(parts, strings.Join(holds, " and ")+verb)
	}
	switch n := len(fails); {
	case n == 1:
		parts = append(parts, fails[0]+" does not hold")
	case n > 1:
		parts = append(parts, "neither "+strings.Join(fails[n-maxAsked:], " nor ")+" holds")
	}
	if parts == nil {
		return ""
	}
	return " where " + strings.Join(parts, " and ")
}

// inside reports whether a node is an expression, which may be nil for none, or below it.
func inside(n syntax.Node, outer syntax.Expr) bool {
	if outer == nil {
		return false
	}
	a, b := n.Range(), outer.Range()
	return b.Start.Offset <= a.Start.Offset && a.End.Offset <= b.End.Offset
}

// ownCondition returns what a loop itself goes by; nil for one that goes by nothing.
func ownCondition(n syntax.Node) syntax.Expr {
	switch n := n.(type) {
	case *syntax.While:
		return bare(n.Cond)
	case *syntax.Repeat:
		return bare(n.Cond)
	}
	return nil
}

// passTime says which line to add, and where.
func (p *Pass) passTime(loop *site, y *way) string {
	if p.World.Look {
		return "a look cannot wait: ask once, or use mode run"
	}
	if line := p.askedBefore(loop.Node); line > 0 {
		return fmt.Sprintf("ask again in the loop, behind a wait(1): what it goes by is from line %d", line)
	}
	if branch := p.openIf(loop, y); branch != nil {
		return "add else wait(1) before the end of the if " + endsAt(branch)
	}
	switch n := loop.Node.(type) {
	case *syntax.Repeat:
		return fmt.Sprintf("add wait(1) before until in line %d", n.Cond.Range().Start.Line)
	case *syntax.Label:
		return fmt.Sprintf("add wait(1) before goto in line %d", p.flow().lastGoto(n).Range().Start.Line)
	case *syntax.Call, *syntax.MethodCall:
		return fmt.Sprintf("return in some case before the call in line %d: if … then return end; what is to go on for ever is a loop with a wait(1) in it", n.Range().Start.Line)
	case *syntax.While:
		if !always(n.Cond) && p.flow().condition(bare(n.Cond)).fixed != nil {
			return "change what the loop goes by in it: nothing does"
		}
		if cond := p.text(n.Cond); cond != "" && len(n.Body.Stmts) == 0 {
			return "write while " + cond + " do wait(1) end"
		}
	}
	return "add wait(1) before the end of the loop " + endsAt(loop.Node)
}

// askedBefore returns the line of the only value of a variable that a loop goes by, where that stands before the loop; else 0.
func (p *Pass) askedBefore(loop syntax.Node) int {
	n, ok := loop.(*syntax.While)
	if !ok {
		return 0
	}
	e := bare(n.Cond)
	for {
		switch part := e.(type) {
		case *syntax.Unary:
			e = bare(part.X)
			continue
		case *syntax.Binary:
			if comparison(part.Op) {
				e = bare(part.X)
				continue
			}
		case *syntax.Ident:
			_, defs, all := p.defsOf(part)
			if all && len(defs) == 1 && defs[0].Value != nil && literalKind(defs[0].Value) == "" {
				return defs[0].At.Range().Start.Line
			}
		}
		return 0
	}
}

func endsAt(n syntax.Node) string {
	if r := n.Range(); r.Start.Line != r.End.Line {
		return fmt.Sprintf("in line %d", r.End.Line)
	}
	return fmt.Sprintf("of line %d", n.Range().Start.Line)
}

// openIf returns the if without an else whose conditions all fail on a way round a loop; nil where there is none.
func (p *Pass) openIf(loop *site, y *way) *syntax.If {
	claims := y.claims()
	if len(claims) == 0 {
		return nil
	}
	last := claims[len(claims)-1]
	for _, n := range below[*syntax.If](p.Script, loop) {
		if final := n.Clauses[len(n.Clauses)-1]; n.Else == nil && !last.yes && bare(final.Cond) == last.node {
			return n
		}
	}
	return nil
}
