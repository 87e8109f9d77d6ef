package rules

import (
	"mystic-sdk/lua/syntax"
)

// life is the analysis of which places are reached at all. Its value is whether one may be.
type life struct {
	flow    *flow
	returns map[*function]bool   // whether a call of it may come back
	dead    map[syntax.Node]bool // statements that are never reached, and blocks whose end is not
	once    map[syntax.Node]bool // loops whose body is reached and that never come back to their head
}

func (f *flow) lifeOf() *life {
	if f.life != nil {
		return f.life
	}
	l := &life{flow: f, returns: map[*function]bool{}, dead: map[syntax.Node]bool{}, once: map[syntax.Node]bool{}}
	f.life = l
	for _, fn := range f.all {
		l.comesBack(fn)
	}
	return l
}

// comesBack reports whether a call of a function may return.
func (l *life) comesBack(fn *function) bool {
	if known, ok := l.returns[fn]; ok {
		return known
	}
	l.returns[fn] = true // for a function that calls itself
	w := &walk[bool]{flow: l.flow, domain: l, seen: func(n syntax.Node, reached bool) {
		if !reached {
			l.dead[n] = true
		}
	}}
	returned, _ := w.function(fn, true)
	l.returns[fn] = returned
	return returned
}

func (l *life) join(a, b bool) bool { return a || b }

func (l *life) split(by syntax.Node, in bool) (yes, no bool) {
	loop, ok := by.(*syntax.NumericFor)
	return in, in && !(ok && l.flow.unbounded(loop))
}

func (l *life) call(c call, in bool) (out, raised bool) {
	if c.fn != nil && !c.caught && !l.comesBack(c.fn) {
		return false, in
	}
	return in, in
}

func (l *life) enter(_ syntax.Node, in bool) bool { return in }

func (l *life) again(loop syntax.Node, back, left bool) bool {
	l.once[loop] = !back
	return left
}

// leaves reports whether a block between a place and something around it never comes to its end: what happens there happens
// once at most.
func (l *life) leaves(at, around *site) bool {
	for up := at.Parent; up != nil && up != around; up = up.Parent {
		l.flow.script.visits++
		if block, ok := up.Node.(*syntax.Block); ok && l.dead[block] {
			return true
		}
	}
	return false
}
