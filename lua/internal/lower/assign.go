package lower

import (
	"github.com/yuin/gopher-lua/ast"

	"mystic-sdk/lua/syntax"
)

// assign lowers an assignment. The VM computes a value in the very register of the local that it is for, while it still
// needs what is there: `a, b = b, a` gives both the same value, `x = (g(x))` calls nothing. So only values that it writes
// with their last instruction are left to it, and several assignments at once go through locals of their own.
func (l *lowerer) assign(s *syntax.Assign) []ast.Stmt {
	if len(s.Targets) == 1 {
		if len(s.Values) == 1 {
			return l.store(s.Targets[0], l.expr(s.Values[0]))
		}
	}
	return l.assignMany(s)
}

// store assigns one value to one target.
func (l *lowerer) store(target syntax.Expr, value ast.Expr) []ast.Stmt {
	switch t := target.(type) {
	case *syntax.Ident:
		return one(l.storeName(t, value))
	case *syntax.Index:
		return one(l.storeIndex(l.single(t.X), l.key(t.Key), value, t.Key.Range().Start.Line))
	}
	panic("lower: the parser let an assignment to something else through")
}

func (l *lowerer) storeName(t *syntax.Ident, value ast.Expr) ast.Stmt {
	line := t.Start.Line
	value = uncut(value)
	v := l.scopes.Local(t)
	if v == nil || v.Owner != l.fn.info.Func || isLastWrite(value) {
		return at(&ast.AssignStmt{Lhs: []ast.Expr{ident(t.Name, line)}, Rhs: []ast.Expr{value}}, line)
	}
	return scope(line, line, bind1(valueName, value, line),
		at(&ast.AssignStmt{Lhs: []ast.Expr{ident(t.Name, line)}, Rhs: []ast.Expr{ident(valueName, line)}}, line))
}

// uncut undoes cut where a value is the only one of an assignment, which takes one anyway: the VM does that right.
func uncut(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		e.AdjustRet = false
	case *ast.Comma3Expr:
		e.AdjustRet = false
	}
	return e
}

// isLastWrite reports whether the VM writes the register of the result with the last instruction of an expression, and in
// any case: all but 'and' and 'or'.
func isLastWrite(e ast.Expr) bool {
	_, logical := e.(*ast.LogicalOpExpr)
	return !logical
}

// storeIndex assigns to a field. A name as key goes to the VM, any other to a helper that pays for what the table grows by.
func (l *lowerer) storeIndex(object, key, value ast.Expr, line int) ast.Stmt {
	if _, ok := key.(*ast.StringExpr); ok && !isLiteral(object) {
		target := at(&ast.AttrGetExpr{Object: object, Key: key}, line)
		return at(&ast.AssignStmt{Lhs: []ast.Expr{target}, Rhs: []ast.Expr{uncut(value)}}, line)
	}
	call := l.call("set", line, object, key, cut(value))
	return at(&ast.FuncCallStmt{Expr: call}, line)
}

// isLiteral reports whether an expression is a constant, which the VM takes for a register where a table should stand.
func isLiteral(e ast.Expr) bool {
	switch e.(type) {
	case *ast.NilExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.NumberExpr, *ast.StringExpr:
		return true
	}
	return false
}

// assignMany assigns several values: first the tables and keys of the targets are computed, then all values, then the
// targets are set, the last one first.
func (l *lowerer) assignMany(s *syntax.Assign) []ast.Stmt {
	line := s.Start.Line
	prepare := at(&ast.LocalAssignStmt{}, line)
	keep := func(e ast.Expr) ast.Expr {
		if isLiteral(e) {
			return e
		}
		name := hidden("target", len(prepare.Names))
		prepare.Names = append(prepare.Names, name)
		prepare.Exprs = append(prepare.Exprs, cut(e))
		return ident(name, line)
	}
	values := at(&ast.LocalAssignStmt{Exprs: l.exprs(s.Values)}, line)
	var sets []func() ast.Stmt
	for i, t := range s.Targets {
		name := hidden("value", i)
		values.Names = append(values.Names, name)
		switch t := t.(type) {
		case *syntax.Ident:
			sets = append(sets, func() ast.Stmt { return l.storeName(t, ident(name, line)) })
		case *syntax.Index:
			object, key := keep(l.single(t.X)), keep(l.key(t.Key))
			sets = append(sets, func() ast.Stmt { return l.storeIndex(object, key, ident(name, line), t.Key.Range().Start.Line) })
		}
	}
	var stmts []ast.Stmt
	if len(prepare.Names) > 0 {
		stmts = append(stmts, prepare)
	}
	stmts = append(stmts, values)
	for i := len(sets) - 1; i >= 0; i-- {
		stmts = append(stmts, sets[i]())
	}
	return one(scope(line, s.End.Line, stmts...))
}
