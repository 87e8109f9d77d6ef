package lower

import (
	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// localSpan is what the VM's compiler knows of a local and writes down wrongly: the register that it lives in, and the last
// line of its block.
type localSpan struct{ register, last int }

// functionSpans are the locals of one function in the order in which the compiler meets them, and the functions inside it.
type functionSpans struct {
	locals []localSpan
	inner  []*functionSpans
	active int // registers in use
}

// spansOf finds the locals of a function.
func spansOf(params []string, body []ast.Stmt, last int) *functionSpans {
	f := &functionSpans{}
	f.declare(len(params), last)
	f.stmts(body, last)
	return f
}

func (f *functionSpans) declare(n, last int) {
	for range n {
		f.locals = append(f.locals, localSpan{f.active, last})
		f.active++
	}
}

// block visits statements with a scope of their own.
func (f *functionSpans) block(body []ast.Stmt) {
	active := f.active
	f.stmts(body, lastLine(body))
	f.active = active
}

func lastLine(body []ast.Stmt) int {
	last := 0
	for _, s := range body {
		last = max(last, s.Line(), s.LastLine())
	}
	return last
}

func (f *functionSpans) stmts(body []ast.Stmt, last int) {
	for _, s := range body {
		switch s := s.(type) {
		case *ast.AssignStmt:
			f.exprs(s.Lhs...)
			f.exprs(s.Rhs...)
		case *ast.LocalAssignStmt:
			f.exprs(s.Exprs...)
			f.declare(len(s.Names), last)
		case *ast.FuncCallStmt:
			f.exprs(s.Expr)
		case *ast.DoBlockStmt:
			f.block(s.Stmts)
		case *ast.WhileStmt:
			f.exprs(s.Condition)
			f.block(s.Stmts)
		case *ast.RepeatStmt:
			active := f.active
			f.stmts(s.Stmts, s.LastLine())
			f.exprs(s.Condition)
			f.active = active
		case *ast.IfStmt:
			f.exprs(s.Condition)
			f.block(s.Then)
			f.block(s.Else)
		case *ast.NumberForStmt:
			f.exprs(s.Init, s.Limit)
			if s.Step != nil {
				f.exprs(s.Step)
			}
			f.loop(1, s.Stmts)
		case *ast.GenericForStmt:
			f.exprs(s.Exprs...)
			f.loop(len(s.Names), s.Stmts)
		case *ast.ReturnStmt:
			f.exprs(s.Exprs...)
		}
	}
}

// loop visits the body of a for, which has three registers beside its variables.
func (f *functionSpans) loop(variables int, body []ast.Stmt) {
	active := f.active
	last := lastLine(body)
	f.declare(3+variables, last)
	f.stmts(body, last)
	f.active = active
}

// exprs visits the functions inside expressions.
func (f *functionSpans) exprs(list ...ast.Expr) {
	for _, e := range list {
		switch e := e.(type) {
		case *ast.FunctionExpr:
			f.inner = append(f.inner, spansOf(e.ParList.Names, e.Stmts, e.LastLine()))
		case *ast.AttrGetExpr:
			f.exprs(e.Object, e.Key)
		case *ast.FuncCallExpr:
			if e.Func != nil {
				f.exprs(e.Func)
			} else {
				f.exprs(e.Receiver)
			}
			f.exprs(e.Args...)
		case *ast.TableExpr:
			for _, field := range e.Fields {
				if field.Key != nil {
					f.exprs(field.Key)
				}
				f.exprs(field.Value)
			}
		case *ast.LogicalOpExpr:
			f.exprs(e.Lhs, e.Rhs)
		case *ast.RelationalOpExpr:
			f.exprs(e.Lhs, e.Rhs)
		case *ast.ArithmeticOpExpr:
			f.exprs(e.Lhs, e.Rhs)
		case *ast.UnaryMinusOpExpr:
			f.exprs(e.Expr)
		case *ast.UnaryNotOpExpr:
			f.exprs(e.Expr)
		}
	}
}

// mend sets right where the locals of a function begin and end. The compiler ends those of a block at the numbers of their
// registers, not at their own, so that of two blocks one after the other the second one's names are lost and the first one's
// never end.
func (f *functionSpans) mend(proto *glua.FunctionProto) {
	if len(f.locals) != len(proto.DbgLocals) || len(f.inner) != len(proto.FunctionPrototypes) {
		return // not as it is known: names may then be missing in messages, and nothing else
	}
	for i, local := range proto.DbgLocals {
		span := f.locals[i]
		local.EndPc = len(proto.Code) + 1
		for j := i + 1; j < len(f.locals); j++ {
			if f.locals[j].register <= span.register {
				local.EndPc = proto.DbgLocals[j].StartPc
				break
			}
		}
		for pc := local.StartPc; pc < min(local.EndPc, len(proto.Code)); pc++ {
			if proto.DbgSourcePositions[pc] > span.last {
				local.EndPc = pc
				break
			}
		}
	}
	for i, inner := range f.inner {
		inner.mend(proto.FunctionPrototypes[i])
	}
}
