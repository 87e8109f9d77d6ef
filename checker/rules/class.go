package rules

import "mystic-sdk/lua/syntax"

// class is a sort of node, coarse where no rule asks for one of the sorts alone.
type class uint8

const (
	classLeaf class = iota // literals, ... and declared names; they have no site
	classIdent
	classIndex
	classCall
	classMethod
	classFunction
	classOperator
	classTable
	classPart  // what is neither expression nor statement: a block, a clause of an if, a field of a table
	classLocal // the first of the statements
	classAssign
	classFunctionStmt
	classLoop
	classGoto
	classLabel
	classStmt // the other statements
	classes
)

// statement reports whether the nodes of a class are statements.
func (c class) statement() bool { return c >= classLocal }

// classOf returns the class of a node, which may be a nil pointer.
func classOf(n syntax.Node) class {
	switch n.(type) {
	case *syntax.Ident:
		return classIdent
	case *syntax.Index:
		return classIndex
	case *syntax.Call:
		return classCall
	case *syntax.MethodCall:
		return classMethod
	case *syntax.Function:
		return classFunction
	case *syntax.Binary, *syntax.Unary, *syntax.Paren:
		return classOperator
	case *syntax.Table:
		return classTable
	case *syntax.Block, *syntax.Clause, *syntax.Field:
		return classPart
	case *syntax.Local:
		return classLocal
	case *syntax.Assign:
		return classAssign
	case *syntax.FunctionStmt:
		return classFunctionStmt
	case *syntax.While, *syntax.Repeat, *syntax.NumericFor, *syntax.GenericFor:
		return classLoop
	case *syntax.Goto:
		return classGoto
	case *syntax.Label:
		return classLabel
	case *syntax.CallStmt, *syntax.Do, *syntax.If, *syntax.LocalFunction, *syntax.Return, *syntax.Break:
		return classStmt
	}
	return classLeaf
}

// sort puts the sites of each class together, when it is known how many there are.
func (s *Script) sort(counts *[classes]int32) {
	room := make([]*site, 0, len(s.sites))
	for c, n := range counts {
		s.sorted[c] = room[:0:n]
		room = room[n:n]
	}
	for _, site := range s.sites {
		s.sorted[site.class] = append(s.sorted[site.class], site)
	}
}
