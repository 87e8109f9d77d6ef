package rules

import "mystic-sdk/lua/syntax"

// domain is what one analysis knows of the ways that lead to a place of a script, as a value of S. The zero S means that no
// way leads there. walk knows the language: what a branch, a loop, a jump, a call do to the ways. A domain knows what it asks.
type domain[S any] interface {
	// join returns what arrives where two stretches come together.
	join(a, b S) S
	// split parts the ways at what decides: a condition, or a for, whose body is yes and whose end is no.
	split(by syntax.Node, in S) (yes, no S)
	// call returns what arrives behind a call, and what leaves it as an error.
	call(c call, in S) (out, raised S)
	// enter returns what arrives at the head of a loop, by whatever round. A label that a goto behind it jumps to is a loop.
	enter(loop syntax.Node, in S) S
	// again hears what comes back to the head of a loop, and what leaves it. It returns what goes on behind it.
	again(loop syntax.Node, back, left S) S
}

// walk follows the ways through one function, each statement once.
type walk[S any] struct {
	flow   *flow
	domain domain[S]
	whole  bool                 // a condition that takes no time is split as a whole, and not at its ands and ors
	seen   func(syntax.Node, S) // hears what arrives at each statement, and at the end of each block; may be nil
	none   func(S) bool         // reports whether no way arrives, so that expressions need not be followed; nil: they are

	returned, raised S
	broken           []S // what the breaks of the open loops take along, innermost last
	waiting          map[*syntax.Label]S
}

// function follows the ways through a function from its first statement. It returns what arrives where it returns, its end
// included, and what leaves it as an error.
func (w *walk[S]) function(fn *function, in S) (returned, raised S) {
	end := w.block(fn.body, in)
	return w.domain.join(w.returned, end), w.raised
}

func (w *walk[S]) block(b *syntax.Block, in S) S {
	for _, stmt := range b.Stmts {
		if w.seen != nil {
			w.seen(stmt, in)
		}
		in = w.stmt(stmt, in)
	}
	if w.seen != nil {
		w.seen(b, in)
	}
	return in
}

func (w *walk[S]) stmt(stmt syntax.Stmt, in S) S {
	w.flow.script.visits++
	var nowhere S
	switch n := stmt.(type) {
	case *syntax.Local:
		return w.exprs(n.Values, in)
	case *syntax.Assign:
		return w.exprs(n.Values, w.targets(n.Targets, in))
	case *syntax.FunctionStmt:
		return w.targets([]syntax.Expr{n.Target}, in)
	case *syntax.CallStmt:
		return w.expr(n.Call, in)
	case *syntax.Do:
		return w.block(n.Body, in)
	case *syntax.If:
		return w.branch(n, 0, in)
	case *syntax.While:
		return w.while(n, in)
	case *syntax.Repeat:
		return w.repeat(n, in)
	case *syntax.NumericFor:
		in = w.exprs([]syntax.Expr{n.From, n.To}, in)
		if n.Step != nil {
			in = w.expr(n.Step, in)
		}
		return w.counted(n, n.Body, in)
	case *syntax.GenericFor:
		in = w.exprs(n.Values, in)
		return w.counted(n, n.Body, in)
	case *syntax.Return:
		w.returned = w.domain.join(w.returned, w.exprs(n.Values, in))
		return nowhere
	case *syntax.Break:
		if last := len(w.broken) - 1; last >= 0 {
			w.broken[last] = w.domain.join(w.broken[last], in)
		}
		return nowhere
	case *syntax.Goto:
		w.jump(n, in)
		return nowhere
	case *syntax.Label:
		return w.label(n, in)
	}
	return in
}

// branch follows an if from one of its conditions on.
func (w *walk[S]) branch(n *syntax.If, clause int, in S) S {
	if clause == len(n.Clauses) {
		if n.Else == nil {
			return in
		}
		return w.block(n.Else, in)
	}
	yes, no := w.cond(n.Clauses[clause].Cond, in)
	then := w.block(n.Clauses[clause].Body, yes)
	return w.domain.join(then, w.branch(n, clause+1, no))
}

// body follows the body of a loop. It returns what arrives at its end, and what breaks out of it.
func (w *walk[S]) body(b *syntax.Block, in S) (end, broken S) {
	var nothing S
	w.broken = append(w.broken, nothing)
	end = w.block(b, in)
	last := len(w.broken) - 1
	broken = w.broken[last]
	w.broken = w.broken[:last]
	return end, broken
}

// while follows a while. What leaves a loop after some rounds leaves it as what comes back to its head does, so that each body
// is followed once: what goes on behind the loop has both, unless the condition always holds.
func (w *walk[S]) while(n *syntax.While, in S) S {
	yes, no := w.cond(n.Cond, w.domain.enter(n, in))
	end, broken := w.body(n.Body, yes)
	left := w.domain.join(no, broken)
	if !always(n.Cond) {
		left = w.domain.join(left, end)
	}
	return w.domain.again(n, end, left)
}

// repeat is while for a loop whose condition stands at its end.
func (w *walk[S]) repeat(n *syntax.Repeat, in S) S {
	end, broken := w.body(n.Body, w.domain.enter(n, in))
	yes, no := w.cond(n.Cond, end)
	left := w.domain.join(yes, broken)
	if !never(n.Cond) {
		left = w.domain.join(left, no)
	}
	return w.domain.again(n, no, left)
}

// counted follows a for, whose values were followed before.
func (w *walk[S]) counted(n syntax.Stmt, b *syntax.Block, in S) S {
	in = w.domain.enter(n, in)
	if w.flow.foreignRounds(n) {
		in, _ = w.domain.call(call{target: target{effect: foreign}, node: n}, in)
	}
	yes, no := w.domain.split(n, in)
	end, broken := w.body(b, yes)
	left := w.domain.join(no, broken)
	if !w.flow.unbounded(n) {
		left = w.domain.join(left, end)
	}
	return w.domain.again(n, end, left)
}

// jump takes what arrives at a goto to its label.
func (w *walk[S]) jump(n *syntax.Goto, in S) {
	label := w.flow.script.Scopes.Target(n)
	switch {
	case label == nil:
	case label.Start.Offset > n.Start.Offset:
		if w.waiting == nil {
			w.waiting = map[*syntax.Label]S{}
		}
		w.waiting[label] = w.domain.join(w.waiting[label], in)
	default:
		var left S
		w.domain.again(label, in, left)
	}
}

// label joins what arrives at a label from before it and by gotos before it; one that gotos behind it jump to is the head of a
// loop.
func (w *walk[S]) label(n *syntax.Label, in S) S {
	if arrived, ok := w.waiting[n]; ok {
		in = w.domain.join(in, arrived)
	}
	if w.flow.lastGoto(n) != nil {
		in = w.domain.enter(n, in)
	}
	return in
}

// targets follows what stands before the keys that an assignment writes.
func (w *walk[S]) targets(list []syntax.Expr, in S) S {
	for _, e := range list {
		if index, ok := e.(*syntax.Index); ok {
			in = w.touch(index, w.exprs([]syntax.Expr{index.X, index.Key}, in))
		}
	}
	return in
}

func (w *walk[S]) exprs(list []syntax.Expr, in S) S {
	for _, e := range list {
		in = w.expr(e, in)
	}
	return in
}

// expr follows an expression whose value decides nothing.
func (w *walk[S]) expr(e syntax.Expr, in S) S {
	if w.none != nil && w.none(in) {
		return in
	}
	w.flow.script.visits++
	switch e := e.(type) {
	case *syntax.Paren:
		return w.expr(e.X, in)
	case *syntax.Index:
		return w.touch(e, w.expr(e.Key, w.expr(e.X, in)))
	case *syntax.Unary:
		return w.touch(e, w.expr(e.X, in))
	case *syntax.Binary:
		if e.Op != syntax.And && e.Op != syntax.Or {
			return w.touch(e, w.expr(e.Y, w.expr(e.X, in)))
		}
		yes, no := w.cond(e.X, in)
		if e.Op == syntax.And {
			return w.domain.join(w.expr(e.Y, yes), no)
		}
		return w.domain.join(yes, w.expr(e.Y, no))
	case *syntax.Table:
		for _, field := range e.Fields {
			if field.Key != nil {
				in = w.expr(field.Key, in)
			}
			in = w.expr(field.Value, in)
		}
	case *syntax.Call:
		return w.call(e, e.Args, w.expr(e.Fn, in))
	case *syntax.MethodCall:
		return w.call(e, e.Args, w.expr(e.X, in))
	}
	return in
}

// cond follows a condition, and says what arrives where it holds and where it does not.
func (w *walk[S]) cond(e syntax.Expr, in S) (yes, no S) {
	if w.none != nil && w.none(in) {
		return in, in
	}
	w.flow.script.visits++
	switch {
	case always(e):
		return w.expr(e, in), no
	case never(e):
		return yes, w.expr(e, in)
	case w.whole && w.flow.quiet(e):
		return w.domain.split(bare(e), in)
	}
	switch n := e.(type) {
	case *syntax.Paren:
		return w.cond(n.X, in)
	case *syntax.Unary:
		if n.Op == syntax.Not {
			no, yes = w.cond(n.X, in)
			return yes, no
		}
	case *syntax.Binary:
		switch n.Op {
		case syntax.And:
			left, not := w.cond(n.X, in)
			yes, no = w.cond(n.Y, left)
			return yes, w.domain.join(not, no)
		case syntax.Or:
			holds, left := w.cond(n.X, in)
			yes, no = w.cond(n.Y, left)
			return w.domain.join(holds, yes), no
		}
	}
	return w.domain.split(e, w.expr(e, in))
}

// call follows a call behind the expression that names what is called.
func (w *walk[S]) call(node syntax.Expr, args []syntax.Expr, in S) S {
	var nowhere S
	t := w.flow.target(node)
	if (t.effect == musts || t.effect == asserts) && len(args) > 0 {
		yes, no := w.cond(args[0], in)
		if t.effect == asserts {
			w.raised = w.domain.join(w.raised, no)
		}
		return w.exprs(args[1:], yes)
	}
	in = w.exprs(args, in)
	switch t.effect {
	case raises:
		w.raised = w.domain.join(w.raised, in)
		return nowhere
	case ends:
		return nowhere
	}
	out, raised := w.domain.call(call{target: t, node: node}, in)
	w.raised = w.domain.join(w.raised, raised)
	return out
}

// touch follows an operator or an access, which a metatable can turn into a call of anything.
func (w *walk[S]) touch(e syntax.Expr, in S) S {
	if w.flow.runsMeta(e) {
		in, _ = w.domain.call(call{target: target{effect: foreign}, node: e}, in)
	}
	return in
}

// never reports whether an expression is false or nil by its form.
func never(e syntax.Expr) bool { return literalKind(e) == kindNil || isFalse(e) }
