package rules

import (
	"fmt"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// OutcomeOrder finds results of actions that are taken for the number done.
func OutcomeOrder() *Rule {
	return &Rule{
		Code:     "outcome-order",
		Severity: contract.SeverityWarning,
		Summary:  "the first or second result of an action used as a number, or as a table with all of them",
		Doc: `
An action gives ` + "`ok, why, n`" + `: whether it worked, the refusal word, the amount done. The number is the third:

` + "```lua" + `
local n = dig(3)
total = total + n                -- n is true or false
local ok, why, n = dig(3)        -- this is meant
local result = dig(3)
print(result.why)                -- likewise: there is no table with the three
` + "```" + `
`,
		Run: func(p *Pass) {
			told := map[*variable]bool{}
			for _, site := range p.all() {
				var e syntax.Expr
				switch n := site.Node.(type) {
				case *syntax.Ident:
					e = n
				case *syntax.Call:
					e = n
				default:
					continue
				}
				use := p.takenFor(site)
				if use == "" {
					continue
				}
				o := p.outcomeOf(e)
				if o == nil || o.result == resultN || o.result == resultWhy && use != usedNumber {
					continue
				}
				v, defs, _ := p.defsOf(e)
				if v == nil {
					p.find(site, fmt.Sprintf("%s gives ok first, true or false, but this %s", names(o.verbs), use), outcomeHint(p, "n", e))
				} else if !told[v] {
					told[v] = true
					misread(p, o, site, use, defs)
				}
			}
		},
	}
}

// misread reports a variable at the place where it gets its value, which is the one to mend.
func misread(p *Pass, o *outcome, site *site, use string, defs []def) {
	what := "the first result of %s, ok: true or false"
	if o.result == resultWhy {
		what = "the second result of %s, the refusal word"
	}
	name := contract.Clean(site.Node.(*syntax.Ident).Name, maxShown)
	number := name
	if use == usedIndexed {
		number = "n" // the name is that of a table with all results
	}
	for _, d := range defs {
		if d.Value != nil {
			p.find(d.Value, fmt.Sprintf("'%s' is "+what+", but line %d %s", name, names(o.verbs), site.Range().Start.Line, use), outcomeHint(p, number, d.Value))
			return
		}
	}
}

// outcomeHint takes the number of a call, or its word where that is what the name says.
func outcomeHint(p *Pass, name string, call syntax.Expr) string {
	text := p.text(call)
	if text == "" {
		text = "…"
	}
	if name == "ok" || name == "why" {
		name = "n"
	}
	return "write local ok, why, " + name + " = " + text
}

// What is done with a result that is not for it.
const (
	usedNumber   = "takes it for a number"
	usedJoined   = "joins it to a text"
	usedCompared = "compares it with a text"
	usedIndexed  = "looks for a field of it"
)

// takenFor says what is done at a site that only a number, a text or a table is for; "" for all else.
func (s *Script) takenFor(site *site) string {
	switch n := site.Parent.Node.(type) {
	case *syntax.Binary:
		switch n.Op {
		case syntax.Add, syntax.Sub, syntax.Mul, syntax.Div, syntax.IDiv, syntax.Mod, syntax.Pow,
			syntax.Lt, syntax.Gt, syntax.Le, syntax.Ge:
			return usedNumber
		case syntax.Concat:
			return usedJoined
		case syntax.Eq, syntax.Ne:
			x, y := literalKind(n.X), literalKind(n.Y)
			switch {
			case x == kindNumber || y == kindNumber:
				return usedNumber
			case x == kindText || y == kindText:
				return usedCompared
			}
		}
	case *syntax.Unary:
		if n.Op == syntax.Neg {
			return usedNumber
		}
	case *syntax.NumericFor:
		return usedNumber
	case *syntax.Index:
		if n.X == site.Node {
			return usedIndexed
		}
	case *syntax.MethodCall:
		if n.X == site.Node {
			return usedIndexed
		}
	case *syntax.Call:
		if s.numberArgument(n, site) {
			return usedNumber
		}
	}
	return ""
}

// numberArgument reports whether a variable is handed to a verb or word that takes a number first. A call in that place
// hands on all its results, and wrong-arguments counts them.
func (s *Script) numberArgument(call *syntax.Call, site *site) bool {
	_, name := site.Node.(*syntax.Ident)
	if !name || len(call.Args) == 0 || call.Args[0] != site.Node {
		return false
	}
	if word := s.wordOf(call); word != nil {
		return word.Name == "wait"
	}
	verb := s.verbOf(call)
	return verb != nil && len(verb.Args) > 0 && (verb.Args[0].Type == contract.ArgCount || verb.Args[0].Type == contract.ArgNumber)
}
