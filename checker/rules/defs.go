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
func (s *Script) globalDefs(g *syntax.Global) []def { return s.globals[g.Name].defs }

func (s *Script) findDefs() {
	for _, site := range s.sites {
		switch n := site.Node.(type) {
		case *syntax.Local:
			for i, name := range n.Names {
				s.locals[name].define(valueAt(site, n.Values, i))
			}
		case *syntax.LocalFunction:
			s.locals[n.Name].define(def{At: site, Value: n.Func})
		case *syntax.FunctionStmt:
			s.defineTarget(n.Target, def{At: site, Value: n.Func})
		case *syntax.Assign:
			for i, target := range n.Targets {
				s.defineTarget(target, valueAt(site, n.Values, i))
			}
		case *syntax.NumericFor:
			s.locals[n.Var].define(def{At: site, Kind: kindNumber})
		case *syntax.GenericFor:
			for i, name := range n.Names {
				s.locals[name].define(def{At: site, Result: i})
			}
		case *syntax.Function:
			for _, name := range n.Params {
				s.locals[name].define(def{At: site})
			}
		}
	}
}

func (s *Script) defineTarget(target syntax.Expr, d def) {
	if v := s.variableOf(target); v != nil {
		v.define(d)
	}
}

func (v *variable) define(d def) { v.defs = append(v.defs, d) }

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
