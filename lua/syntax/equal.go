package syntax

// Equal reports whether two trees are the same but for positions, comments, name and source.
func Equal(a, b *Chunk) bool { return sameBlock(a.Body, b.Body) }

func sameBlock(a, b *Block) bool {
	return a == b || a != nil && b != nil && same(a.Stmts, b.Stmts, sameStmt)
}

// same reports whether two lists have the same length and pairwise the same elements.
func same[T any](a, b []T, eq func(a, b T) bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !eq(a[i], b[i]) {
			return false
		}
	}
	return true
}

func sameName(a, b *Name) bool    { return a.Text == b.Text }
func sameString(a, b string) bool { return a == b }

func sameClause(a, b *Clause) bool { return sameExpr(a.Cond, b.Cond) && sameBlock(a.Body, b.Body) }

func sameField(a, b *Field) bool { return sameExpr(a.Key, b.Key) && sameExpr(a.Value, b.Value) }

func sameFunction(a, b *Function) bool {
	return a.Name == b.Name && a.Vararg == b.Vararg && same(a.Params, b.Params, sameName) && sameBlock(a.Body, b.Body)
}

func sameStmt(a, b Stmt) bool {
	switch a := a.(type) {
	case *Local:
		b, ok := b.(*Local)
		return ok && same(a.Names, b.Names, sameName) && same(a.Attribs, b.Attribs, sameString) && same(a.Values, b.Values, sameExpr)
	case *Assign:
		b, ok := b.(*Assign)
		return ok && same(a.Targets, b.Targets, sameExpr) && same(a.Values, b.Values, sameExpr)
	case *CallStmt:
		b, ok := b.(*CallStmt)
		return ok && sameExpr(a.Call, b.Call)
	case *Do:
		b, ok := b.(*Do)
		return ok && sameBlock(a.Body, b.Body)
	case *While:
		b, ok := b.(*While)
		return ok && sameExpr(a.Cond, b.Cond) && sameBlock(a.Body, b.Body)
	case *Repeat:
		b, ok := b.(*Repeat)
		return ok && sameExpr(a.Cond, b.Cond) && sameBlock(a.Body, b.Body)
	case *If:
		b, ok := b.(*If)
		return ok && same(a.Clauses, b.Clauses, sameClause) && sameBlock(a.Else, b.Else)
	case *NumericFor:
		b, ok := b.(*NumericFor)
		return ok && sameName(a.Var, b.Var) && sameExpr(a.From, b.From) && sameExpr(a.To, b.To) && sameExpr(a.Step, b.Step) && sameBlock(a.Body, b.Body)
	case *GenericFor:
		b, ok := b.(*GenericFor)
		return ok && same(a.Names, b.Names, sameName) && same(a.Values, b.Values, sameExpr) && sameBlock(a.Body, b.Body)
	case *FunctionStmt:
		b, ok := b.(*FunctionStmt)
		return ok && sameExpr(a.Target, b.Target) && sameFunction(a.Func, b.Func)
	case *LocalFunction:
		b, ok := b.(*LocalFunction)
		return ok && sameName(a.Name, b.Name) && sameFunction(a.Func, b.Func)
	case *Return:
		b, ok := b.(*Return)
		return ok && same(a.Values, b.Values, sameExpr)
	case *Break:
		_, ok := b.(*Break)
		return ok
	case *Goto:
		b, ok := b.(*Goto)
		return ok && sameName(a.Label, b.Label)
	case *Label:
		b, ok := b.(*Label)
		return ok && sameName(a.Name, b.Name)
	}
	return false
}

func sameExpr(a, b Expr) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case *Nil:
		_, ok := b.(*Nil)
		return ok
	case *True:
		_, ok := b.(*True)
		return ok
	case *False:
		_, ok := b.(*False)
		return ok
	case *Vararg:
		_, ok := b.(*Vararg)
		return ok
	case *Number:
		b, ok := b.(*Number)
		return ok && a.Value == b.Value && a.Text == b.Text
	case *String:
		b, ok := b.(*String)
		return ok && a.Value == b.Value
	case *Ident:
		b, ok := b.(*Ident)
		return ok && a.Name == b.Name
	case *Index:
		b, ok := b.(*Index)
		return ok && a.Dot == b.Dot && sameExpr(a.X, b.X) && sameExpr(a.Key, b.Key)
	case *Call:
		b, ok := b.(*Call)
		return ok && sameExpr(a.Fn, b.Fn) && same(a.Args, b.Args, sameExpr)
	case *MethodCall:
		b, ok := b.(*MethodCall)
		return ok && sameExpr(a.X, b.X) && sameName(a.Name, b.Name) && same(a.Args, b.Args, sameExpr)
	case *Function:
		b, ok := b.(*Function)
		return ok && sameFunction(a, b)
	case *Binary:
		b, ok := b.(*Binary)
		return ok && a.Op == b.Op && sameExpr(a.X, b.X) && sameExpr(a.Y, b.Y)
	case *Unary:
		b, ok := b.(*Unary)
		return ok && a.Op == b.Op && sameExpr(a.X, b.X)
	case *Paren:
		b, ok := b.(*Paren)
		return ok && sameExpr(a.X, b.X)
	case *Table:
		b, ok := b.(*Table)
		return ok && same(a.Fields, b.Fields, sameField)
	}
	return false
}
