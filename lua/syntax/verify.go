package syntax

import "fmt"

// verify reports what a tree as a whole has wrong: constants that are set, jumps that lead nowhere or into the scope of a
// local, and functions that are larger than the virtual machine can hold.
func verify(chunk *Chunk, errs *errorList) {
	scopes := Resolve(chunk)
	for _, v := range scopes.Variables {
		if v.Attrib == "" {
			continue
		}
		for _, id := range v.Writes {
			errs.add(id.Span, "constant-assign", fmt.Sprintf("%s is constant and cannot be set", quoted(id.Name)),
				fmt.Sprintf("remove '<%s>' in line %d, or take another name", v.Attrib, v.Name.Start.Line))
		}
	}
	for _, f := range scopes.Funcs {
		if n := len(f.Upvalues); n > MaxUpvalues {
			errs.add(Span{f.Func.Start, f.Func.Start.plus(len("function"))}, "too-long",
				fmt.Sprintf("this function uses %d locals of the functions around it; at most %d fit", n, MaxUpvalues),
				"keep some of them in a table, or give them to it as arguments")
		}
	}
	v := newVerifier(scopes, errs)
	v.block(chunk.Body, false)
}

// verifier walks the statements of a tree with the blocks around them and the locals that are alive.
type verifier struct {
	scopes *Scopes
	errs   *errorList
	frames []frame // blocks of the current function, innermost last
	active int     // locals alive in it, registers of loops, and one that is kept free
	told   bool    // it is over a limit and that was reported

	constants map[any]int // the names, numbers and texts in it, numbered from 1 on
	around    int         // locals that are alive in the functions around it
	searched  *int        // what the VM's compiler compares to find the names of the whole script
}

func newVerifier(scopes *Scopes, errs *errorList) *verifier {
	return &verifier{scopes: scopes, errs: errs, active: 1, constants: map[any]int{}, searched: new(int)}
}

// within makes the verifier of a function inside this one.
func (v *verifier) within() *verifier {
	inner := newVerifier(v.scopes, v.errs)
	inner.around, inner.searched = v.around+v.active, v.searched
	return inner
}

// frame is one block on the way to a statement.
type frame struct {
	block  *Block
	index  int  // of the statement that is being looked at
	repeat bool // the body of a repeat, whose locals live on in its condition
}

func (v *verifier) block(b *Block, repeat bool) {
	v.body(b, repeat, func() {})
}

// body visits a block; tail runs while the block's locals are alive.
func (v *verifier) body(b *Block, repeat bool, tail func()) {
	active := v.active
	v.frames = append(v.frames, frame{block: b, repeat: repeat})
	for i, s := range b.Stmts {
		v.frames[len(v.frames)-1].index = i
		v.stmt(s)
	}
	tail()
	v.frames = v.frames[:len(v.frames)-1]
	v.active = active
}

// locals counts n more locals, the first of them declared at `at`.
func (v *verifier) locals(n int, at Span) {
	v.active += n
	v.room(0, at)
}

// room checks that n intermediate values fit beside the locals.
func (v *verifier) room(n int, at Span) {
	if v.active+n > MaxRegisters && !v.told {
		v.told = true
		v.errs.add(at, "too-long", fmt.Sprintf("%d locals and intermediate values live here at the same time in one function; at most %d fit", v.active+n, MaxRegisters),
			"keep some of them in a table, do it in several statements, or move a part into a function of its own")
	}
}

func (v *verifier) stmt(s Stmt) {
	v.room(stmtRegisters(s), s.Range())
	switch s := s.(type) {
	case *Local:
		v.exprs(s.Values)
		v.locals(len(s.Names), s.Names[0].Span)
	case *Assign:
		v.exprs(s.Targets)
		v.exprs(s.Values)
	case *CallStmt:
		v.expr(s.Call)
	case *Do:
		v.block(s.Body, false)
	case *While:
		v.expr(s.Cond)
		v.block(s.Body, false)
	case *Repeat:
		v.body(s.Body, true, func() { v.expr(s.Cond) })
	case *If:
		for _, c := range s.Clauses {
			v.expr(c.Cond)
			v.block(c.Body, false)
		}
		if s.Else != nil {
			v.block(s.Else, false)
		}
	case *NumericFor:
		v.exprs([]Expr{s.From, s.To})
		if s.Step != nil {
			v.expr(s.Step)
		}
		v.loop(s.Body, 1, s.Var.Span)
	case *GenericFor:
		v.exprs(s.Values)
		v.loop(s.Body, max(len(s.Names), loopRegisters), s.Names[0].Span)
	case *FunctionStmt:
		v.expr(s.Target)
		v.expr(s.Func)
	case *LocalFunction:
		v.locals(1, s.Name.Span)
		v.expr(s.Func)
	case *Return:
		v.exprs(s.Values)
	case *Goto:
		v.jump(s)
	case *Label:
		v.label(s)
	}
}

// loop visits the body of a for with n variables.
func (v *verifier) loop(b *Block, n int, at Span) {
	active := v.active
	v.locals(n+loopRegisters, at)
	v.block(b, false)
	v.active = active
}

func (v *verifier) exprs(list []Expr) {
	for _, e := range list {
		v.expr(e)
	}
}

// expr visits the functions inside an expression, and counts its constants.
func (v *verifier) expr(e Expr) {
	Walk(e, func(n Node) bool {
		f, ok := n.(*Function)
		if !ok {
			v.constant(n)
			return true
		}
		inner := v.within()
		at := f.Span
		if len(f.Params) > 0 {
			at = f.Params[0].Span
		}
		inner.locals(len(f.Params), at)
		inner.block(f.Body, false)
		return false
	})
}

// constant counts what becomes a constant of the function.
func (v *verifier) constant(n Node) {
	var one any
	switch n := n.(type) {
	case *Number:
		one = n.Value
	case *String:
		one = n.Value
	case *Ident: // a local needs none, but hardly a function has many
		one = n.Name
		v.search(v.around+v.active, n)
	case *MethodCall:
		one = n.Name.Text
	default:
		return
	}
	if known := v.constants[one]; known > 0 {
		v.search(constantCompared*known, n)
		return
	}
	v.constants[one] = len(v.constants) + 1
	v.search(constantCompared*len(v.constants), n)
	if len(v.constants) == MaxConstants+1 {
		v.errs.add(n.Range(), "too-long", fmt.Sprintf("one function has more than %d different names, numbers and texts", MaxConstants),
			"move a part of it into a function of its own, or keep the data in one long text and take it apart with gmatch")
	}
}

// search counts so many comparisons of the VM's compiler, which looks for a name among all locals that are alive and for a
// constant among all of the function.
func (v *verifier) search(compared int, n Node) {
	before := *v.searched
	*v.searched += compared
	if before <= MaxSearched && *v.searched > MaxSearched {
		v.errs.add(n.Range(), "too-long", "this script has so many names in use at a time, and uses them so often, that it would take too long to read",
			"move a part of it into functions of their own beside each other, or into a saved script")
	}
}

// label reports a label whose name another one of the blocks around it has.
func (v *verifier) label(l *Label) {
	for i := range v.frames {
		f := &v.frames[i]
		for _, s := range f.block.Stmts[:f.index] {
			if other, ok := s.(*Label); ok && other.Name.Text == l.Name.Text {
				v.errs.add(l.Name.Span, "bad-goto", fmt.Sprintf("the label %s stands in line %d already", quoted(l.Name.Text), other.Start.Line),
					"give one of them another name")
				return
			}
		}
	}
}

// jump reports a goto that cannot reach its label.
func (v *verifier) jump(g *Goto) {
	name := g.Label.Text
	label := v.scopes.Target(g)
	if label == nil {
		hint := fmt.Sprintf("put '::%s::' into this block or one around it", cut(name))
		if name == "continue" {
			hint = "put '::continue::' before the 'end' of the loop"
		}
		v.errs.add(g.Label.Span, "bad-goto", fmt.Sprintf("no label %s can be seen from here", quoted(name)), hint)
		return
	}
	for _, f := range v.frames {
		at := indexOf(f.block, label)
		if at < 0 {
			continue
		}
		if at <= f.index || !f.repeat && endsBlock(f.block, at) {
			return
		}
		if local := localBetween(f.block.Stmts[f.index+1 : at]); local != nil {
			v.errs.add(g.Label.Span, "bad-goto", fmt.Sprintf("this jumps into the scope of the local %s of line %d", quoted(local.Text), local.Start.Line),
				fmt.Sprintf("declare %s before the 'goto', or put 'do … end' around the part between", quoted(local.Text)))
		}
		return
	}
}

// indexOf returns where a label stands directly in a block, -1 if it does not.
func indexOf(b *Block, l *Label) int {
	if l.Start.Offset < b.Start.Offset || l.End.Offset > b.End.Offset {
		return -1
	}
	for i, s := range b.Stmts {
		if s == Stmt(l) {
			return i
		}
	}
	return -1
}

// endsBlock reports whether only labels follow statement i of a block.
func endsBlock(b *Block, i int) bool {
	for _, s := range b.Stmts[i+1:] {
		if _, ok := s.(*Label); !ok {
			return false
		}
	}
	return true
}

// localBetween returns the first local that the statements declare.
func localBetween(stmts []Stmt) *Name {
	for _, s := range stmts {
		switch s := s.(type) {
		case *Local:
			return s.Names[0]
		case *LocalFunction:
			return s.Name
		}
	}
	return nil
}
