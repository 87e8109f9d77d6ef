package lower

import (
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"mystic-sdk/lua/syntax"
)

func (l *lowerer) stmts(b *syntax.Block) []ast.Stmt {
	list := make([]ast.Stmt, 0, len(b.Stmts))
	for _, s := range b.Stmts {
		list = append(list, l.stmt(s)...)
	}
	return list
}

func one(s ast.Stmt) []ast.Stmt { return []ast.Stmt{s} }

// scope wraps statements into a block of their own.
func scope(line, last int, stmts ...ast.Stmt) ast.Stmt {
	return to(at(&ast.DoBlockStmt{Stmts: stmts}, line), last)
}

func (l *lowerer) stmt(s syntax.Stmt) []ast.Stmt {
	line, last := s.Range().Start.Line, s.Range().End.Line
	switch s := s.(type) {
	case *syntax.Local:
		return one(l.local(s))
	case *syntax.Assign:
		return l.assign(s)
	case *syntax.CallStmt:
		return one(at(&ast.FuncCallStmt{Expr: l.expr(s.Call)}, line))
	case *syntax.Do:
		return one(scope(line, last, l.stmts(s.Body)...))
	case *syntax.While:
		return l.while(s)
	case *syntax.Repeat:
		return l.repeat(s)
	case *syntax.If:
		return l.ifStmt(s.Clauses, s.Else, last)
	case *syntax.NumericFor:
		return l.numericFor(s)
	case *syntax.GenericFor:
		return l.genericFor(s)
	case *syntax.FunctionStmt:
		return l.store(s.Target, l.funcExpr(s.Func))
	case *syntax.LocalFunction:
		fn := l.funcExpr(s.Func)
		if _, plain := fn.(*ast.FunctionExpr); plain {
			return one(at(&ast.LocalAssignStmt{Names: []string{s.Name.Text}, Exprs: []ast.Expr{fn}}, line))
		}
		return []ast.Stmt{
			at(&ast.LocalAssignStmt{Names: []string{s.Name.Text}}, line),
			at(&ast.AssignStmt{Lhs: []ast.Expr{ident(s.Name.Text, line)}, Rhs: []ast.Expr{fn}}, line),
		}
	case *syntax.Return:
		return l.returnStmt(s)
	case *syntax.Break:
		if label := l.fn.breaks[len(l.fn.breaks)-1]; label != "" {
			return one(l.jump(label, line))
		}
		return one(at(&ast.BreakStmt{}, line))
	case *syntax.Goto:
		return one(l.jump(s.Label.Text, line))
	case *syntax.Label:
		l.fn.labels = true
		return one(at(&ast.LabelStmt{Name: s.Name.Text}, line))
	}
	panic(fmt.Sprintf("lower: unknown statement %T", s))
}

func (l *lowerer) jump(label string, line int) ast.Stmt {
	l.fn.jumps = true
	return at(&ast.GotoStmt{Label: label}, line)
}

// local lowers a local statement. The VM brings `local f = function` into scope before the function, as only
// `local function` may; a second value, which is dropped, makes it an ordinary local.
func (l *lowerer) local(s *syntax.Local) ast.Stmt {
	node := at(&ast.LocalAssignStmt{Exprs: l.exprs(s.Values)}, s.Start.Line)
	for _, n := range s.Names {
		node.Names = append(node.Names, n.Text)
	}
	if len(node.Names) == 1 && len(node.Exprs) == 1 {
		if fn, ok := node.Exprs[0].(*ast.FunctionExpr); ok && mentions(s.Values[0], s.Names[0].Text) {
			node.Exprs = append(node.Exprs, at(&ast.NilExpr{}, fn.Line()))
		}
	}
	return node
}

// mentions reports whether a name is used anywhere in an expression.
func mentions(e syntax.Expr, name string) bool {
	found := false
	syntax.Walk(e, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && id.Name == name {
			found = true
		}
		return !found
	})
	return found
}

// returnStmt lowers a return. One value that is a call cut to it goes through a local, for which the VM has an instruction
// of its own; it would return what else lies on the stack.
func (l *lowerer) returnStmt(s *syntax.Return) []ast.Stmt {
	line := s.Start.Line
	values := l.exprs(s.Values)
	if len(values) == 1 {
		if call, ok := values[0].(*ast.FuncCallExpr); ok && call.AdjustRet {
			return one(scope(line, line, bind1(valueName, values[0], line), at(&ast.ReturnStmt{Exprs: []ast.Expr{ident(valueName, line)}}, line)))
		}
	}
	return one(at(&ast.ReturnStmt{Exprs: values}, line))
}

// bind1 is `local name = value`.
func bind1(name string, value ast.Expr, line int) ast.Stmt {
	return at(&ast.LocalAssignStmt{Names: []string{name}, Exprs: []ast.Expr{value}}, line)
}

func ident(name string, line int) ast.Expr { return at(&ast.IdentExpr{Value: name}, line) }

// ifStmt lowers an if from one of its clauses on. A condition that is constant chooses its block now.
func (l *lowerer) ifStmt(clauses []*syntax.Clause, otherwise *syntax.Block, last int) []ast.Stmt {
	// From the last clause to the first, so that a chain of many does not nest calls here.
	var rest []ast.Stmt
	if otherwise != nil {
		rest = l.stmts(otherwise)
	}
	// The clauses are lowered in order, for the labels that they need are numbered.
	conds, bodies := make([]ast.Expr, len(clauses)), make([][]ast.Stmt, len(clauses))
	for i, c := range clauses {
		conds[i], bodies[i] = l.expr(c.Cond), l.stmts(c.Body)
	}
	for i, c := range slices.Backward(clauses) {
		line := c.Start.Line
		switch truth(conds[i]) {
		case always:
			rest = one(scope(line, last, bodies[i]...))
		case never:
			rest = one(scope(line, last, rest...))
		default:
			rest = one(to(at(&ast.IfStmt{Condition: conds[i], Then: bodies[i], Else: rest}, line), last))
		}
	}
	return rest
}

// loop lowers the body of a loop and puts what finish makes of it where a break of the body can leave it. The VM leaves a
// loop without closing the variables that closures captured in a block inside of it, so where there may be any, a break is a
// goto, which does.
func (l *lowerer) loop(span syntax.Span, body *syntax.Block, finish func(stmts []ast.Stmt) ast.Stmt) []ast.Stmt {
	label := ""
	if l.captures(span) {
		l.labels++
		label = hidden("break", l.labels)
	}
	jumps := l.fn.jumps
	l.fn.breaks = append(l.fn.breaks, label)
	l.fn.jumps = false
	node := finish(l.stmts(body))
	used := l.fn.jumps
	l.fn.jumps = jumps || used
	l.fn.breaks = l.fn.breaks[:len(l.fn.breaks)-1]
	if label == "" || !used {
		return one(node)
	}
	line := span.End.Line
	return one(scope(span.Start.Line, line, node, at(&ast.LabelStmt{Name: label}, line)))
}

// captures reports whether closures capture a variable of this function that is declared within a span.
func (l *lowerer) captures(span syntax.Span) bool {
	for _, v := range l.fn.info.Variables {
		if v.Captured && span.Start.Offset <= v.Name.Start.Offset && v.Name.Start.Offset < span.End.Offset {
			return true
		}
	}
	return false
}

func (l *lowerer) while(s *syntax.While) []ast.Stmt {
	line, last := s.Start.Line, s.End.Line
	cond := l.expr(s.Cond)
	if truth(cond) == never {
		return nil
	}
	return l.loop(s.Span, s.Body, func(body []ast.Stmt) ast.Stmt {
		if truth(cond) == always {
			cond = at(&ast.TrueExpr{}, line)
			body = padded(body, false, line)
		}
		return to(at(&ast.WhileStmt{Condition: cond, Stmts: body}, line), last)
	})
}

// repeat lowers a repeat. What an if or a while decides by a constant is gone by now, so its condition can be one only as a
// whole.
func (l *lowerer) repeat(s *syntax.Repeat) []ast.Stmt {
	line, last := s.Start.Line, s.End.Line
	return l.loop(s.Span, s.Body, func(body []ast.Stmt) ast.Stmt {
		cond := l.expr(s.Cond)
		body = padded(body, truth(cond) != sometimes, line)
		return to(at(&ast.RepeatStmt{Condition: cond, Stmts: body}, line), last)
	})
}

func (l *lowerer) numericFor(s *syntax.NumericFor) []ast.Stmt {
	line, last := s.Start.Line, s.End.Line
	node := to(at(&ast.NumberForStmt{Name: s.Var.Text, Init: l.single(s.From), Limit: l.single(s.To)}, line), last)
	if s.Step != nil {
		node.Step = l.single(s.Step)
		if step, ok := numberOf(node.Step); !ok || step == 0 {
			node.Step = l.call("step", line, node.Step)
		}
	}
	l.count(s)
	return l.loop(s.Span, s.Body, func(body []ast.Stmt) ast.Stmt {
		node.Stmts = body
		return node
	})
}

// genericFor lowers a for over an iterator. Unless its values are one call, the VM takes what it has not been given from
// whatever lies in the registers; three names and a nil for what is missing keep it from that.
func (l *lowerer) genericFor(s *syntax.GenericFor) []ast.Stmt {
	line, last := s.Start.Line, s.End.Line
	node := to(at(&ast.GenericForStmt{Exprs: l.exprs(s.Values)}, line), last)
	for _, n := range s.Names {
		node.Names = append(node.Names, n.Text)
	}
	if len(node.Exprs) != 1 || !isMulti(node.Exprs[0]) {
		for len(node.Names) < 3 {
			node.Names = append(node.Names, hidden("for", len(node.Names)))
		}
		for len(node.Exprs) < 3 && !isMulti(node.Exprs[len(node.Exprs)-1]) {
			node.Exprs = append(node.Exprs, at(&ast.NilExpr{}, line))
		}
	}
	return l.loop(s.Span, s.Body, func(body []ast.Stmt) ast.Stmt {
		node.Stmts = padded(body, false, line)
		return node
	})
}

// padded puts an instruction that does nothing before a body that begins with a jump. The VM's compiler shortens a jump to
// a jump, and takes the second one's target for the number of a label where it has shortened that already: behind a
// loop's back. tail says whether something that jumps follows an empty body.
func padded(body []ast.Stmt, tail bool, line int) []ast.Stmt {
	if !beginsWithJump(body, tail) {
		return body
	}
	pad := scope(line, line, at(&ast.LocalAssignStmt{Names: []string{hidden("pad", 0)}}, line))
	return slices.Insert(slices.Clone(body), 0, pad)
}

// beginsWithJump reports whether the first instruction of statements may be a jump; tail is the answer for none at all.
func beginsWithJump(stmts []ast.Stmt, tail bool) bool {
	for _, s := range stmts {
		switch s := s.(type) {
		case *ast.LabelStmt:
			continue
		case *ast.BreakStmt:
			return true
		case *ast.DoBlockStmt:
			if len(s.Stmts) == 0 {
				continue
			}
			return beginsWithJump(s.Stmts, true)
		case *ast.WhileStmt:
			return truth(s.Condition) != sometimes && beginsWithJump(s.Stmts, true)
		case *ast.RepeatStmt:
			return beginsWithJump(s.Stmts, truth(s.Condition) != sometimes)
		}
		return false
	}
	return tail
}
