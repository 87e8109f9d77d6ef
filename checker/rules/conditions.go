package rules

import (
	"slices"

	"mystic-sdk/lua/syntax"
)

// condition is what decides a branch, made of facts.
type condition struct {
	node  syntax.Node // the expression, or a for
	and   bool        // a and b; else, where a is there, a or b
	a, b  *condition
	not   bool // it is the opposite of what it says
	fact  fact
	fixed *bool // it is always this
}

// form says how a fact is put.
type form uint8

const (
	unknown  form = iota // nothing can be said
	truth                // the term is neither nil nor false
	number               // the term, op, num
	text                 // the term equals the text
	relation             // whatever the key says holds
)

// fact is one thing that holds or does not, for as long as no game time passes.
type fact struct {
	form  form
	key   string
	roots []string
	op    syntax.Op
	num   float64
	text  string
}

// condition returns what decides a branch as facts.
func (f *flow) condition(by syntax.Node) *condition {
	if c, known := f.conds[by]; known {
		return c
	}
	f.script.visits++
	c := &condition{node: by}
	f.conds[by] = c
	switch n := by.(type) {
	case *syntax.NumericFor:
		f.countedRounds(c, n)
	case *syntax.GenericFor:
		f.listedRounds(c, n)
	case *syntax.Paren:
		*c = *f.condition(n.X)
	case *syntax.Unary:
		if n.Op == syntax.Not {
			*c = *f.condition(n.X)
			c.not = !c.not
		} else {
			c.fact = f.truthOf(n)
		}
	case *syntax.Binary:
		switch {
		case n.Op == syntax.And || n.Op == syntax.Or:
			c.and, c.a, c.b = n.Op == syntax.And, f.condition(n.X), f.condition(n.Y)
		case comparison(n.Op):
			f.compared(c, n)
		default:
			c.fact = f.truthOf(n)
		}
	case *syntax.Call:
		if value := f.given(n); value != nil {
			*c = *f.condition(value)
		} else {
			c.fact = f.truthOf(n)
		}
	case syntax.Expr:
		t := f.term(n)
		if t.ok && t.lit != nil {
			c.fix(always(t.lit))
		} else {
			c.fact = truthOf(t)
		}
	}
	c.node = by
	return c
}

// given returns what a call of a function of the script gives, where the function does nothing but return one value.
func (f *flow) given(n *syntax.Call) syntax.Expr {
	t := f.target(n)
	if t.effect != own || t.caught || len(t.fn.body.Stmts) != 1 {
		return nil
	}
	r, ok := t.fn.body.Stmts[0].(*syntax.Return)
	if !ok || len(r.Values) != 1 {
		return nil
	}
	return r.Values[0]
}

func (c *condition) fix(value bool) { c.fixed = &value }

func (f *flow) truthOf(e syntax.Expr) fact { return truthOf(f.term(e)) }

func truthOf(t term) fact {
	if !t.ok || len(t.roots) == 0 {
		return fact{}
	}
	return fact{form: truth, key: t.key, roots: t.roots}
}

// compared reads a comparison. What is compared with nil, true or false is asked for its truth: where the term is no
// boolean that is not quite the same, which makes facts contradict each other that need not.
func (f *flow) compared(c *condition, n *syntax.Binary) {
	x, y, op := f.term(n.X), f.term(n.Y), n.Op
	if !x.ok || !y.ok {
		return
	}
	if x.lit != nil && y.lit != nil {
		c.compareLiterals(op, x.lit, y.lit)
		return
	}
	if x.lit != nil {
		x, y, op = y, x, flipped(op)
	}
	if len(x.roots) == 0 {
		return
	}
	equality := op == syntax.Eq || op == syntax.Ne
	c.fact = fact{key: x.key, roots: x.roots, op: op}
	value, numeral := y.number()
	word, isText := y.lit.(*syntax.String)
	switch {
	case numeral:
		c.fact.form, c.fact.num = number, value
	case equality && isText:
		c.fact.form, c.fact.text = text, word.Value
		c.not = op == syntax.Ne
	case equality && y.lit != nil:
		c.fact.form = truth
		c.not = (op == syntax.Eq) != always(y.lit)
	default:
		c.fact.form = relation
		c.fact.key += " " + n.Op.String() + " " + y.key
		c.fact.roots = append(slices.Clone(x.roots), y.roots...)
	}
}

// compareLiterals says what comes of a comparison of two numbers.
func (c *condition) compareLiterals(op syntax.Op, x, y syntax.Expr) {
	a, aKnown := numberOf(x)
	b, bKnown := numberOf(y)
	if !aKnown || !bKnown {
		return
	}
	switch op {
	case syntax.Lt:
		c.fix(a < b)
	case syntax.Gt:
		c.fix(a > b)
	case syntax.Le:
		c.fix(a <= b)
	case syntax.Ge:
		c.fix(a >= b)
	case syntax.Eq:
		c.fix(a == b)
	case syntax.Ne:
		c.fix(a != b)
	}
}

func (t *term) number() (float64, bool) {
	if t.lit == nil {
		return 0, false
	}
	return numberOf(t.lit)
}

// flipped returns the operator that says the same with its sides swapped.
func flipped(op syntax.Op) syntax.Op {
	switch op {
	case syntax.Lt:
		return syntax.Gt
	case syntax.Gt:
		return syntax.Lt
	case syntax.Le:
		return syntax.Ge
	case syntax.Ge:
		return syntax.Le
	}
	return op
}

// opposite returns the operator that holds where op does not.
func opposite(op syntax.Op) syntax.Op {
	switch op {
	case syntax.Lt:
		return syntax.Ge
	case syntax.Gt:
		return syntax.Le
	case syntax.Le:
		return syntax.Gt
	case syntax.Ge:
		return syntax.Lt
	case syntax.Eq:
		return syntax.Ne
	}
	return syntax.Eq
}

// countedRounds says when a for has a round.
func (f *flow) countedRounds(c *condition, n *syntax.NumericFor) {
	if f.unbounded(n) {
		c.fix(true)
		return
	}
	step := 1.0
	if n.Step != nil {
		var known bool
		if step, known = numberOf(n.Step); !known || step == 0 {
			return
		}
	}
	from, to := f.term(n.From), f.term(n.To)
	low, lowKnown := from.number()
	high, highKnown := to.number()
	switch {
	case lowKnown && highKnown:
		c.fix(step > 0 && low <= high || step < 0 && low >= high)
	case lowKnown && to.ok && len(to.roots) > 0:
		c.fact = fact{form: number, key: to.key, roots: to.roots, op: syntax.Ge, num: low}
		if step < 0 {
			c.fact.op = syntax.Le
		}
	case highKnown && from.ok && len(from.roots) > 0:
		c.fact = fact{form: number, key: from.key, roots: from.roots, op: syntax.Le, num: high}
		if step < 0 {
			c.fact.op = syntax.Ge
		}
	}
}

// listedRounds says when a for over a list or map has a round: where it has an entry.
func (f *flow) listedRounds(c *condition, n *syntax.GenericFor) {
	if len(n.Values) != 1 || f.foreignRounds(n) {
		return
	}
	call, ok := n.Values[0].(*syntax.Call)
	if !ok || len(call.Args) != 1 {
		return
	}
	if table, ok := bare(call.Args[0]).(*syntax.Table); ok {
		if len(table.Fields) == 0 {
			c.fix(false)
		} else if first := table.Fields[0]; first.Key == nil && literalKind(first.Value) != "" && literalKind(first.Value) != kindNil {
			c.fix(true)
		}
		return
	}
	shape := f.script.shapeOf(call.Args[0])
	if t := f.term(call.Args[0]); shape != nil && t.ok && len(t.roots) > 0 && f.untouched(call.Args[0]) {
		c.fact = fact{form: number, key: "#" + t.key, roots: t.roots, op: syntax.Ge, num: 1}
	}
}
