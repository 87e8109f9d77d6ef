package rules

import (
	"fmt"
	"sort"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// itself is a verb or word of the game's language that stands in the script without being called.
type itself struct {
	name string
	what string // "verb" or "word"
	call string // how it is called
}

// shown names it for a message.
func (it *itself) shown() string { return "the " + it.what + " " + it.name + " itself" }

// itselfOf returns the verb or word that an expression names, or nil.
func (s *Script) itselfOf(e syntax.Expr) *itself {
	switch v := s.variableOf(bare(e)); {
	case v == nil:
	case v.verb != nil:
		return &itself{v.name, "verb", s.exampleCall(v.verb, nil)}
	case v.word != nil && !v.word.Value:
		return &itself{v.name, "word", v.word.Signature}
	}
	return nil
}

// uncalled finds verbs and words that stand where only what they give is for.
func uncalled(p *Pass, site *site, id *syntax.Ident) {
	if call, ok := site.Parent.Node.(*syntax.Call); ok && call.Fn == site.Node {
		return
	}
	it := p.itselfOf(id)
	if it == nil {
		return
	}
	switch {
	case takenForResult(p.Script, site):
		p.find(site, fmt.Sprintf("%s is the %s itself, not what it gives", it.name, it.what), "call it: "+it.call)
	case site.condition() && !asksForIt(p.Script, site, id.Name):
		p.find(site, fmt.Sprintf("%s is the %s itself, always true", it.name, it.what), "call it: "+it.call)
	}
}

// takenForResult reports whether something is done at a site that a function is never for.
func takenForResult(s *Script, site *site) bool {
	for site.Parent != nil {
		if _, ok := site.Parent.Node.(*syntax.Paren); !ok {
			break
		}
		site = site.Parent
	}
	switch p := site.Parent.Node.(type) {
	case *syntax.Binary:
		switch {
		case p.Op == syntax.And, p.Op == syntax.Or:
			return false
		case p.Op != syntax.Eq && p.Op != syntax.Ne:
			return true
		}
		return isResult(literalKind(p.X)) || isResult(literalKind(p.Y))
	case *syntax.Unary:
		return p.Op != syntax.Not
	case *syntax.NumericFor:
		return true
	case *syntax.Call:
		word := s.wordOf(p)
		return word != nil && showsText(word.Name)
	case *syntax.Local:
		return len(p.Values) == 1 && (len(p.Names) > 1 || p.Names[0].Text == "ok")
	case *syntax.Assign:
		id, _ := p.Targets[0].(*syntax.Ident)
		return !site.Target && len(p.Values) == 1 && (len(p.Targets) > 1 || id != nil && id.Name == "ok")
	}
	return false
}

// isResult reports whether verbs and words give values of a kind.
func isResult(k kind) bool {
	return k == kindBoolean || k == kindNumber || k == kindText
}

// asksForIt reports whether a verb or word in a condition only asks whether the game has it: what is decided by an if uses
// it again. No loop asks that.
func asksForIt(s *Script, test *site, name string) bool {
	clause, ok := test.Logic.Parent.Node.(*syntax.Clause)
	if !ok {
		return false
	}
	stmt := test.Logic.Parent.Parent
	end := stmt.last
	if n := len(clause.Body.Stmts); n > 0 && negatedIn(test) {
		switch clause.Body.Stmts[n-1].(type) {
		case *syntax.Return, *syntax.Break:
			end = stmt.Parent.last
		}
	}
	reads := s.Scopes.Global(name).Reads
	next := sort.Search(len(reads), func(i int) bool { return s.siteOf(reads[i]).first > test.first })
	return next < len(reads) && s.siteOf(reads[next]).first < end
}

// negatedIn reports whether a site stands below an odd number of nots in its condition.
func negatedIn(test *site) bool {
	odd := false
	for up := test; up != test.Logic; up = up.Parent {
		if not, ok := up.Parent.Node.(*syntax.Unary); ok && not.Op == syntax.Not {
			odd = !odd
		}
	}
	return odd
}

// mustArgument looks at what must is given first: it is for the results of a call, and every other thing but a truth always
// passes. It reports whether it found something.
func mustArgument(p *Pass, call *syntax.Call) bool {
	if len(call.Args) == 0 {
		return false
	}
	arg := bare(call.Args[0])
	what, hint := "", ""
	example := func(verb *contract.VerbSpec, given []syntax.Expr) string {
		if verb == nil {
			return ""
		}
		return "write must(" + p.exampleCall(verb, given) + ")"
	}
	if it := p.itselfOf(arg); it != nil {
		what, hint = it.shown(), "write must("+it.call+")"
		if verb := p.World.verb(it.name); verb != nil {
			hint = example(verb, call.Args[1:])
		}
	} else if text, ok := arg.(*syntax.String); ok && p.World.verb(text.Value) != nil {
		what, hint = quote(text.Value), example(p.World.verb(text.Value), call.Args[1:])
	} else if k := literalKind(arg); k != "" && k != kindBoolean && k != kindNil {
		what, hint = written(arg, k), example(p.World.firstAction(), nil)
	} else {
		return false
	}
	p.find(arg, "must takes the results of a call, not "+what, hint)
	return true
}
