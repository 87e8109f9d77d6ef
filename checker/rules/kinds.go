package rules

import (
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// kind is what an expression certainly is, whatever the script does; the zero kind is anything.
type kind string

// The kinds, as messages name them.
const (
	kindNil      kind = "nil"
	kindBoolean  kind = "a boolean"
	kindNumber   kind = "a number"
	kindText     kind = "text"
	kindTable    kind = "a table"
	kindFunction kind = "a function"
)

// literalKind returns the kind that an expression has by its form alone, without asking what its names mean.
func literalKind(e syntax.Expr) kind {
	switch e := e.(type) {
	case *syntax.Paren:
		return literalKind(e.X)
	case *syntax.Nil:
		return kindNil
	case *syntax.True, *syntax.False:
		return kindBoolean
	case *syntax.Number:
		return kindNumber
	case *syntax.String:
		return kindText
	case *syntax.Table:
		return kindTable
	case *syntax.Function:
		return kindFunction
	case *syntax.Unary:
		if e.Op == syntax.Not {
			return kindBoolean
		}
		if e.Op == syntax.Neg && literalKind(e.X) == kindNumber {
			return kindNumber
		}
	case *syntax.Binary:
		if comparison(e.Op) {
			return kindBoolean
		}
	}
	return ""
}

func comparison(op syntax.Op) bool {
	switch op {
	case syntax.Lt, syntax.Gt, syntax.Le, syntax.Ge, syntax.Eq, syntax.Ne:
		return true
	}
	return false
}

// numberOf returns the value of a numeral, with a minus before it or not.
func numberOf(e syntax.Expr) (float64, bool) {
	switch e := bare(e).(type) {
	case *syntax.Number:
		return e.Value, true
	case *syntax.Unary:
		if e.Op == syntax.Neg {
			v, ok := numberOf(e.X)
			return -v, ok
		}
	}
	return 0, false
}

// isCondition reports whether an expression is a comparison or boolean: it never gives a number or text.
func isCondition(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Paren:
		return isCondition(e.X)
	case *syntax.Binary:
		switch e.Op {
		case syntax.And:
			return isCondition(e.Y)
		case syntax.Or:
			return isCondition(e.X) && isCondition(e.Y)
		}
	}
	return literalKind(e) == kindBoolean
}

// maxDepth is how deep kindOf looks into an expression; deeper ones are anything.
const maxDepth = 5

// kindOf returns the kind of an expression as far as the tree tells: by its form, by what a local is given everywhere, by
// what the game declares.
func (s *Script) kindOf(e syntax.Expr) kind { return s.kind(e, maxDepth) }

func (s *Script) kind(e syntax.Expr, depth int) kind {
	s.visits++
	if k := literalKind(e); k != "" {
		return k
	}
	if depth == 0 {
		return ""
	}
	switch e := bare(e).(type) {
	case *syntax.Unary:
		if e.Op == syntax.Neg && s.kind(e.X, depth-1) == kindNumber {
			return kindNumber
		}
	case *syntax.Binary:
		return s.binaryKind(e, depth)
	case *syntax.Call:
		return s.resultKind(e, 0)
	case *syntax.Index:
		return declaredKind(s.shapeOf(e))
	case *syntax.Ident:
		return s.variableKind(e, depth)
	}
	return ""
}

// binaryKind looks at operands as a metatable could make any operator give anything.
func (s *Script) binaryKind(e *syntax.Binary, depth int) kind {
	switch e.Op {
	case syntax.And:
		return ""
	case syntax.Or:
		left := e.X
		if and, ok := bare(left).(*syntax.Binary); ok && and.Op == syntax.And {
			left = and.Y // where the and gives its left side, the or gives its right one
		}
		if k := s.kind(left, depth-1); k == s.kind(e.Y, depth-1) {
			return k
		}
		return ""
	}
	x, y := s.kind(e.X, depth-1), s.kind(e.Y, depth-1)
	plain := func(k kind) bool { return k == kindNumber || k == kindText }
	switch {
	case !plain(x) || !plain(y):
		return ""
	case e.Op == syntax.Concat:
		return kindText
	}
	return kindNumber
}

func (s *Script) variableKind(id *syntax.Ident, depth int) kind {
	v, _, all := s.defsOf(id)
	if !all {
		if word := s.uses[id].of.word; word != nil && word.Value {
			return kindTable // me or mem
		}
		return ""
	}
	return s.kindOfVariable(v, depth)
}

// kindOfVariable returns the kind of a variable as far as the script alone gives it values.
func (s *Script) kindOfVariable(v *variable, depth int) kind {
	if !v.kindKnown {
		v.kindKnown = true // for one that is given something of itself
		v.kind = s.kindOfDefs(v.defs, depth)
	}
	return v.kind
}

func (s *Script) kindOfDefs(defs []def, depth int) kind {
	var k kind
	for i, d := range defs {
		s.visits++
		this := d.Kind
		if d.Value != nil {
			if call, ok := d.Value.(*syntax.Call); ok {
				this = s.resultKind(call, d.Result)
			} else if d.Result == 0 {
				this = s.kind(d.Value, depth-1)
			}
		}
		if i > 0 && this != k {
			return ""
		}
		k = this
	}
	return k
}

// resultKind returns the kind of one result of a call.
func (s *Script) resultKind(call *syntax.Call, result int) kind {
	if verb := s.verbOf(call); verb != nil {
		switch {
		case verb.Kind == contract.Action && result == resultOK:
			return kindBoolean
		case verb.Kind == contract.Action && result == resultN:
			return kindNumber
		case verb.Kind == contract.Sense && result == 0:
			return declaredKind(verb.Answer)
		}
		return ""
	}
	if result > 0 {
		return ""
	}
	if index, ok := bare(call.Fn).(*syntax.Index); ok {
		key, ok := index.Key.(*syntax.String)
		if !ok {
			return ""
		}
		switch s.globalName(index.X) + "." + key.Value {
		case "math.floor", "math.ceil", "math.abs", "math.sqrt", "math.random", "string.len":
			return kindNumber
		case "string.format", "string.upper", "string.lower", "string.rep", "string.sub", "table.concat":
			return kindText
		}
		return ""
	}
	switch s.globalName(call.Fn) {
	case "tostring", "type":
		return kindText
	}
	return ""
}
