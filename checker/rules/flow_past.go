package rules

import (
	"sort"

	"mystic-sdk/lua/syntax"
)

// moment is what is known of the game time at a place of a function.
type moment uint8

const (
	unreached moment = iota
	atOnce           // no time has passed since the function began
	later            // time may have passed
)

// past is the analysis of whether game time can pass before a place. It errs on the side of yes.
type past struct {
	flow   *flow
	fn     *function            // the one that is followed
	acting map[*function][]int  // the numbers of the sites that may let time pass, rising
	late   map[syntax.Node]bool // calls before which time may pass in their function
	began  map[*function]bool   // functions that may be called when time has passed
	uses   int                  // of the names of actions, wait, run and the prelude, in the whole script
	meta   bool                 // operators may run anything
}

func (f *flow) pastOf() *past {
	if f.past != nil {
		return f.past
	}
	p := &past{flow: f, acting: map[*function][]int{}, late: map[syntax.Node]bool{}, began: map[*function]bool{}}
	f.past = p
	for _, site := range f.script.all() {
		switch n := site.Node.(type) {
		case *syntax.Ident:
			name := f.script.globalName(n)
			p.meta = p.meta || name == "setmetatable"
			if f.script.World.actsByName(name) {
				p.uses++
			}
		case *syntax.GenericFor:
			if f.foreignRounds(n) {
				p.add(site)
			}
		case *syntax.Call, *syntax.MethodCall:
			if f.mayAct(f.target(n.(syntax.Expr))) {
				p.add(site)
			}
		}
	}
	for _, fn := range f.all {
		p.fn = fn
		w := &walk[moment]{flow: f, domain: p}
		w.function(fn, atOnce)
	}
	p.findBegan()
	return p
}

func (p *past) add(at *site) {
	fn := p.flow.around(at)
	p.acting[fn] = append(p.acting[fn], at.first)
}

// mayAct reports whether game time may pass in a call.
func (f *flow) mayAct(t target) bool {
	if t.effect == acts || t.effect == foreign || t.fn != nil && t.fn.acts {
		return true
	}
	for _, back := range t.back {
		if back.acts {
			return true
		}
	}
	return false
}

// actsByName reports whether calling a global of the world may let game time pass.
func (w *World) actsByName(name string) bool {
	if name == "" {
		return false
	}
	if w.Prelude[name] && w.word(name) == nil {
		return true
	}
	e := w.effect(name)
	return w.defines(name) && (e == acts || e == foreign && w.word(name) != nil)
}

func (p *past) join(a, b moment) moment { return max(a, b) }

func (p *past) split(_ syntax.Node, in moment) (yes, no moment) { return in, in }

func (p *past) call(c call, in moment) (out, raised moment) {
	if in == later {
		p.late[c.node] = true
	}
	if in != unreached && p.flow.mayAct(c.target) {
		in = later
	}
	return in, in
}

// enter looks whether time may pass in a round, so that it has passed when the next one begins.
func (p *past) enter(loop syntax.Node, in moment) moment {
	first := p.flow.script.siteOf(loop)
	last := first.last
	if label, ok := loop.(*syntax.Label); ok {
		last = p.flow.lastGoto(label).last
	}
	all := p.acting[p.fn]
	i := sort.SearchInts(all, first.first)
	if in != unreached && i < len(all) && all[i] < last {
		return later
	}
	return in
}

func (p *past) again(_ syntax.Node, _, left moment) moment { return left }

// before reports whether game time can pass before a call.
func (p *past) before(at *site) bool {
	return p.late[at.Node] || p.began[p.flow.around(at)] || p.meta && p.uses > 0
}

// findBegan notes the functions that may be called when time has passed.
func (p *past) findBegan() {
	calls := map[*function][]*function{}
	var found []*function
	mark := func(fn *function) {
		if !p.began[fn] {
			p.began[fn] = true
			found = append(found, fn)
		}
	}
	for _, fn := range p.flow.all {
		if fn.handles || fn.loose && p.uses > 0 {
			mark(fn)
		}
		for _, caller := range fn.callers {
			p.flow.script.visits++
			if p.late[caller.Node] {
				mark(fn)
			}
			here := p.flow.around(caller)
			calls[here] = append(calls[here], fn)
		}
	}
	for len(found) > 0 {
		fn := found[len(found)-1]
		found = found[:len(found)-1]
		for _, called := range calls[fn] {
			p.flow.script.visits++
			mark(called)
		}
	}
}
