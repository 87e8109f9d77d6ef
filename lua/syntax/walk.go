package syntax

// Walk calls fn for n and for every node below it, each before its children and in the order of the text. Where fn answers
// false the children of that node are left out. Blocks, names, fields and clauses are nodes like all others; the
// undeclared "self" of `function a:m()` is not visited, as it is nowhere in the text.
func Walk(n Node, fn func(n Node) bool) {
	if !fn(n) {
		return
	}
	Children(n, func(child Node) { Walk(child, fn) })
}

// Children calls fn for the nodes directly below n, in the order of the text.
func Children(n Node, fn func(child Node)) {
	switch n := n.(type) {
	case *Chunk:
		fn(n.Body)
	case *Block:
		for _, s := range n.Stmts {
			fn(s)
		}
	case *Field:
		if n.Key != nil {
			fn(n.Key)
		}
		fn(n.Value)
	case *Clause:
		fn(n.Cond)
		fn(n.Body)
	case Expr:
		exprChildren(n, fn)
	case Stmt:
		stmtChildren(n, fn)
	}
}

func exprChildren(e Expr, fn func(Node)) {
	switch e := e.(type) {
	case *Index:
		fn(e.X)
		fn(e.Key)
	case *Call:
		fn(e.Fn)
		eachExpr(e.Args, fn)
	case *MethodCall:
		fn(e.X)
		fn(e.Name)
		eachExpr(e.Args, fn)
	case *Function:
		for _, p := range e.DeclaredParams() {
			fn(p)
		}
		fn(e.Body)
	case *Binary:
		fn(e.X)
		fn(e.Y)
	case *Unary:
		fn(e.X)
	case *Paren:
		fn(e.X)
	case *Table:
		for _, f := range e.Fields {
			fn(f)
		}
	}
}

func stmtChildren(s Stmt, fn func(Node)) {
	switch s := s.(type) {
	case *Local:
		eachName(s.Names, fn)
		eachExpr(s.Values, fn)
	case *Assign:
		eachExpr(s.Targets, fn)
		eachExpr(s.Values, fn)
	case *CallStmt:
		fn(s.Call)
	case *Do:
		fn(s.Body)
	case *While:
		fn(s.Cond)
		fn(s.Body)
	case *Repeat:
		fn(s.Body)
		fn(s.Cond)
	case *If:
		for _, c := range s.Clauses {
			fn(c)
		}
		if s.Else != nil {
			fn(s.Else)
		}
	case *NumericFor:
		fn(s.Var)
		fn(s.From)
		fn(s.To)
		if s.Step != nil {
			fn(s.Step)
		}
		fn(s.Body)
	case *GenericFor:
		eachName(s.Names, fn)
		eachExpr(s.Values, fn)
		fn(s.Body)
	case *FunctionStmt:
		fn(s.Target)
		fn(s.Func)
	case *LocalFunction:
		fn(s.Name)
		fn(s.Func)
	case *Return:
		eachExpr(s.Values, fn)
	case *Goto:
		fn(s.Label)
	case *Label:
		fn(s.Name)
	}
}

func eachExpr(list []Expr, fn func(Node)) {
	for _, e := range list {
		fn(e)
	}
}

func eachName(list []*Name, fn func(Node)) {
	for _, n := range list {
		fn(n)
	}
}
