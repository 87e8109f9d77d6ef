package rules

import (
	"mystic-sdk/lua/syntax"
)

// needed returns those of several uses of one name, in the order of the text, that need it to be there. A script may ask
// whether something exists: `type(x)`, `x == nil`, `x or y` in place of a value, and `if x then … x() … end` or
// `x and x()`, where the later use is guarded by the earlier one. Asking is no mistake.
func (s *Script) needed(uses []*site) []*site {
	var out []*site
	covered := 0 // uses before this number are guarded
	for i, use := range uses {
		s.visits++
		asks, guard := s.asks(use)
		later := i+1 < len(uses) && uses[i+1].first < guard
		if asks || later {
			covered = max(covered, guard)
		}
		if !asks && !later && use.first >= covered {
			out = append(out, use)
		}
	}
	return out
}

// asks reports whether a use only asks whether something exists, and up to which number the sites after it are guarded by
// its answer, if it is one.
func (s *Script) asks(use *site) (asks bool, guard int) {
	test := use
	switch p := use.Parent.Node.(type) {
	case *syntax.Binary:
		if p.Op == syntax.Eq || p.Op == syntax.Ne {
			other := p.X
			if other == use.Node {
				other = p.Y
			}
			if literalKind(other) != kindNil {
				return false, 0
			}
			asks, test = true, use.Parent
		}
	case *syntax.Call:
		if s.globalName(p.Fn) == "type" && len(p.Args) > 0 && p.Args[0] == use.Node {
			return true, 0
		}
	}
	if !asks && use.Logic == use && !use.condition() {
		return false, 0
	}
	if use.Else && !use.condition() {
		asks = true
	}
	return asks, test.guarded()
}

// guarded returns the number up to which sites run only after a test was answered: the rest of its expression, the
// statement that it decides, and the rest of the block if that statement leaves it.
func (test *site) guarded() int {
	top := test.Logic
	if !top.condition() {
		return top.last
	}
	stmt := top.Parent
	clause, ok := stmt.Node.(*syntax.Clause)
	if !ok {
		return stmt.last
	}
	stmt = stmt.Parent
	if n := len(clause.Body.Stmts); n > 0 {
		switch clause.Body.Stmts[n-1].(type) {
		case *syntax.Return, *syntax.Break:
			return stmt.Parent.last
		}
	}
	return stmt.last
}
