package rules

import (
	"strings"
	"unicode"

	"mystic-sdk/lua/syntax"
)

// def is one place that gives a variable a value.
type def struct {
	At     *site       // the statement or function
	Value  syntax.Expr // what it is given; nil: see Kind
	Result int         // which result of Value, or of the iterator of a loop, from 0
	Kind   kind        // without a Value: kindNil for a local declared without one, else what a loop or call gives it
}

// globalDefs returns all places of the script that assign a global.
func (s *Script) globalDefs(g *syntax.Global) []def { return s.defs[g] }

// defsOf returns all places that give the variable of a name its value, and false where there may be others: the name is
// one that the world defines, a saved script or a table access may set it, or the expression is no name.
func (s *Script) defsOf(e syntax.Expr) (key any, defs []def, all bool) {
	id, ok := e.(*syntax.Ident)
	if !ok {
		return nil, nil, false
	}
	if v := s.Scopes.Local(id); v != nil {
		return v, s.defs[v], true
	}
	g := s.Scopes.Global(id.Name)
	if g == nil || s.openWorld || s.saved || s.ownKeys[id.Name] || s.World.defines(id.Name) {
		return nil, nil, false
	}
	return g, s.defs[g], len(g.Writes) > 0
}

func (s *Script) findDefs() {
	s.defs = map[any][]def{}
	for _, site := range s.sites {
		switch n := site.Node.(type) {
		case *syntax.Local:
			for i, name := range n.Names {
				s.define(s.Scopes.Declared(name), valueAt(site, n.Values, i))
			}
		case *syntax.LocalFunction:
			s.define(s.Scopes.Declared(n.Name), def{At: site, Value: n.Func})
		case *syntax.FunctionStmt:
			s.defineTarget(n.Target, def{At: site, Value: n.Func})
		case *syntax.Assign:
			for i, target := range n.Targets {
				s.defineTarget(target, valueAt(site, n.Values, i))
			}
		case *syntax.NumericFor:
			s.define(s.Scopes.Declared(n.Var), def{At: site, Kind: kindNumber})
		case *syntax.GenericFor:
			for i, name := range n.Names {
				s.define(s.Scopes.Declared(name), def{At: site, Result: i})
			}
		case *syntax.Function:
			for _, name := range n.Params {
				s.define(s.Scopes.Declared(name), def{At: site})
			}
		}
	}
}

func (s *Script) defineTarget(target syntax.Expr, d def) {
	id, ok := target.(*syntax.Ident)
	if !ok {
		return
	}
	if v := s.Scopes.Local(id); v != nil {
		s.define(v, d)
	} else {
		s.define(s.Scopes.Global(id.Name), d)
	}
}

func (s *Script) define(key any, d def) { s.defs[key] = append(s.defs[key], d) }

// valueAt returns what the i-th of several names gets from a list of values.
func valueAt(site *site, values []syntax.Expr, i int) def {
	last := len(values) - 1
	switch {
	case i < last, i == last:
		return def{At: site, Value: values[i]}
	case last >= 0 && multiple(values[last]):
		return def{At: site, Value: values[last], Result: i - last}
	}
	return def{At: site, Kind: kindNil}
}

// multiple reports whether an expression in last place of a list can give any number of values.
func multiple(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Call, *syntax.MethodCall, *syntax.Vararg:
		return true
	}
	return false
}

// bare returns an expression without the parentheses around it.
func bare(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.Paren)
		if !ok {
			return e
		}
		e = p.X
	}
}

// globalName returns the name of a global that the script itself never assigns, so that it means what the world says; ""
// for every other expression.
func (s *Script) globalName(e syntax.Expr) string {
	id, ok := bare(e).(*syntax.Ident)
	if !ok || s.Scopes.Local(id) != nil || s.assigns(id.Name) {
		return ""
	}
	return id.Name
}

// assigns reports whether the script may set a global of this name: it does so somewhere, or in a way that the tree does
// not show.
func (s *Script) assigns(name string) bool {
	if s.openWorld || s.ownKeys[name] {
		return true
	}
	g := s.Scopes.Global(name)
	return g != nil && len(g.Writes) > 0
}

// findOpenings finds out whether globals may be set in ways other than assigning to their names: as fields of _G, with a
// key that is no literal, by whatever _G is handed on to, or by a saved script.
func (s *Script) findOpenings() {
	s.ownKeys = map[string]bool{}
	if g := s.Scopes.Global("run"); g != nil {
		s.saved = true
	}
	g := s.Scopes.Global("_G")
	if g == nil {
		return
	}
	s.openWorld = len(g.Writes) > 0
	for _, id := range g.Reads {
		site := s.siteOf(id)
		switch p := site.Parent.Node.(type) {
		case *syntax.Index:
			key, literal := p.Key.(*syntax.String)
			switch {
			case p.X != site.Node, !literal && site.Parent.Target:
				s.openWorld = true
			case literal && site.Parent.Target:
				s.ownKeys[key.Value] = true
			}
			continue
		case *syntax.Call:
			switch s.globalName(p.Fn) {
			case "pairs", "next", "type", "tostring", "rawget", "rawlen", "print":
				continue
			}
		}
		s.openWorld = true
	}
}

// leftOut reports whether a name may be declared in a part of the text that the tree leaves out, as it did not parse: the
// text has the name more often than the tree.
func (s *Script) leftOut(name string) bool {
	if !s.Chunk.Partial {
		return false
	}
	if s.words == nil {
		s.words = countWords(s.Chunk.Source)
	}
	g := s.Scopes.Global(name)
	return s.words[name] > len(g.Reads)+len(g.Writes)
}

// countWords counts the words of a text, be they names or not.
func countWords(source string) map[string]int {
	words := map[string]int{}
	for _, w := range strings.FieldsFunc(source, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		words[w]++
	}
	return words
}
