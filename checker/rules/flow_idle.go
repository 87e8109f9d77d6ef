package rules

import (
	"cmp"
	"slices"

	"mystic-sdk/lua/syntax"
)

// idle is the analysis of loops that can go round without game time passing: it follows the ways on which none passes, with
// what has to hold on each. While none passes the world does not change, so what a script asks the world it can ask
// forever, and a way that leads once from the head of a loop back to it is one that is never left.
//
// A value is the ways that arrive, each from the head of a loop, the start of a function, or a label that a goto jumps back
// to. Ways are left out where there are many: then a loop may go unnoticed, and none is accused.
type idle struct {
	flow  *flow
	sums  map[*function]*summary
	round map[syntax.Node][]*way // from the head of a loop, or of a function, back to it, by the loop or the call
	slow  []int                  // the numbers of the sites where time may pass, rising
	back  bool                   // a function of the library may call one of the script's, which is followed then
}

// way is one way without game time.
type way struct {
	from syntax.Node
	last *step // nil: nothing has to hold
}

// step is one thing that has to hold on a way. The steps before it are shared by all ways that went on from there.
type step struct {
	claim
	prev *step
	n    int // of steps up to this one
}

// summary is what is known of a function: the ways from its start to its end, and to an error.
type summary struct{ returned, raised []*way }

// The most that is remembered: ways from one start, ways in all, and steps of one way.
const (
	maxWaysFrom = 4
	maxWays     = 8
	maxSteps    = 16
)

// idleOf follows every function of the script.
func (f *flow) idleOf() *idle {
	if f.idle != nil {
		return f.idle
	}
	d := &idle{flow: f, sums: map[*function]*summary{}, round: map[syntax.Node][]*way{}}
	f.idle = d
	for _, site := range f.calls {
		t := f.target(site.Node.(syntax.Expr))
		d.back = d.back || t.back != nil
		if t.effect == speaks || f.mayAct(t) {
			d.slow = append(d.slow, site.first)
		}
	}
	for _, fn := range f.all {
		d.sum(fn)
	}
	return d
}

// start is what the ways from the start of a function come from.
func (fn *function) start() syntax.Node { return fn.site.Node }

// sum follows a function; nil while that is being done.
func (d *idle) sum(fn *function) *summary {
	if s, known := d.sums[fn]; known {
		return s
	}
	d.sums[fn] = nil
	w := &walk[[]*way]{flow: d.flow, domain: d, whole: true}
	if !d.back {
		w.none = func(in []*way) bool { return len(in) == 0 }
	}
	returned, raised := w.function(fn, []*way{{from: fn.start()}})
	other := func(y *way) bool { return y.from != fn.start() }
	s := &summary{returned: without(returned, other), raised: without(raised, other)}
	d.sums[fn] = s
	return s
}

// without returns ways but for some. A list of ways is never changed, so that it may be shared.
func without(ways []*way, some func(*way) bool) []*way {
	if !slices.ContainsFunc(ways, some) {
		return ways
	}
	return slices.DeleteFunc(slices.Clone(ways), some)
}

// join brings ways together. Two that differ only in which way a condition went are one, for which it does not matter; one
// that asks less than another stands for both.
func (d *idle) join(a, b []*way) []*way {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	all := slices.Clone(a)
	for _, y := range b {
		all = d.add(all, y)
	}
	return trim(all)
}

func (d *idle) add(all []*way, y *way) []*way {
	for i := 0; i < len(all); i++ {
		x := all[i]
		d.flow.script.visits++
		switch {
		case x.from != y.from:
			continue
		case y.asksAll(x):
			return all
		case x.asksAll(y):
			all = slices.Delete(all, i, i+1)
			i--
		case x.last.prev != y.last.prev || x.last.condition != y.last.condition:
			continue
		case x.last.yes == y.last.yes:
			return all
		default:
			return d.add(slices.Delete(all, i, i+1), &way{x.from, x.last.prev})
		}
	}
	return append(all, y)
}

// asksAll reports whether y went on from where x is.
func (y *way) asksAll(x *way) bool {
	last := y.last
	for last != nil && last.n > x.steps() {
		last = last.prev
	}
	return last == x.last
}

func (y *way) steps() int {
	if y.last == nil {
		return 0
	}
	return y.last.n
}

// trim leaves ways out: of those from one start the ones that ask most, and those whose start is farthest out.
func trim(all []*way) []*way {
	if len(all) <= maxWaysFrom {
		return all
	}
	slices.SortStableFunc(all, func(x, y *way) int { return cmp.Compare(x.steps(), y.steps()) })
	count := map[syntax.Node]int{}
	all = slices.DeleteFunc(all, func(y *way) bool {
		count[y.from]++
		return count[y.from] > maxWaysFrom
	})
	if len(all) > maxWays {
		slices.SortStableFunc(all, func(x, y *way) int {
			return cmp.Compare(y.from.Range().Start.Offset, x.from.Range().Start.Offset)
		})
		all = all[:maxWays]
	}
	return all
}

func (d *idle) split(by syntax.Node, in []*way) (yes, no []*way) {
	if len(in) == 0 {
		return nil, nil
	}
	c := d.flow.condition(by)
	if c.fixed != nil {
		if *c.fixed != c.not {
			return in, nil
		}
		return nil, in
	}
	for _, y := range in {
		d.flow.script.visits++
		if y.steps() < maxSteps {
			yes = append(yes, y.on(claim{condition: c, yes: true}))
			no = append(no, y.on(claim{condition: c}))
		}
	}
	return yes, no
}

// on goes on where something has to hold.
func (y *way) on(c claim) *way {
	return &way{y.from, &step{claim: c, prev: y.last, n: y.steps() + 1}}
}

// claims returns what has to hold, the first first.
func (y *way) claims() []claim {
	all := make([]claim, y.steps())
	for s := y.last; s != nil; s = s.prev {
		all[s.n-1] = s.claim
	}
	return all
}

func (d *idle) call(c call, in []*way) (out, raised []*way) {
	for _, back := range c.back {
		if !d.passes(back) {
			return nil, nil
		}
	}
	switch {
	case c.effect == quiet:
		return in, nil
	case c.effect != own || len(in) == 0:
		return nil, nil
	}
	s := d.sum(c.fn)
	if s == nil { // it is being followed: it calls itself
		for _, y := range in {
			if y.from == c.fn.start() {
				d.round[c.node] = append(d.round[c.node], y)
			}
		}
		return nil, nil
	}
	out, raised = d.after(in, s.returned), d.after(in, s.raised)
	if c.caught {
		return d.join(out, raised), nil
	}
	return out, raised
}

// passes reports whether a function can be called without anything having to hold for no time to pass.
func (d *idle) passes(fn *function) bool {
	s := d.sum(fn)
	return s != nil && len(s.returned) == 1 && s.returned[0].last == nil
}

// after goes on through a function.
func (d *idle) after(in, through []*way) []*way {
	if len(through) == 1 && through[0].last == nil {
		return in
	}
	var out []*way
	for _, y := range in {
		for _, t := range through {
			if y.steps()+t.steps() > maxSteps {
				continue
			}
			next := y
			for _, c := range t.claims() {
				d.flow.script.visits++
				next = next.on(c)
			}
			out = append(out, next)
		}
	}
	return trim(out)
}

func (d *idle) enter(loop syntax.Node, in []*way) []*way {
	switch n := loop.(type) {
	case *syntax.GenericFor:
		return in
	case *syntax.NumericFor:
		if !d.flow.unbounded(n) {
			return in
		}
	}
	return trim(append(slices.Clone(in), &way{from: loop}))
}

func (d *idle) again(loop syntax.Node, back, left []*way) []*way {
	for _, y := range back {
		if y.from == loop {
			d.round[loop] = append(d.round[loop], y)
		}
	}
	return without(left, func(y *way) bool { return y.from == loop })
}

// certain returns a way round a loop which can be gone as it is: nil where there is none.
//
// Things that a game tells apart may be one: a miner who is full, and one with ten gold. So where a round may also act, a
// way is certain only if but one thing decides that it does not, the loop's own condition apart. Where no round acts, what
// decides does not matter: a loop that is not left at once is never left.
func (d *idle) certain(loop *site) *way {
	acts := d.acts(loop)
	own := ownCondition(loop.Node)
	ways := d.round[loop.Node]
	slices.SortStableFunc(ways, func(x, y *way) int { return cmp.Compare(x.steps(), y.steps()) })
	for _, y := range ways {
		d.flow.script.visits += y.steps()
		claims := y.claims()
		for i := range claims {
			claims[i].alone = acts && !inside(claims[i].node, own)
		}
		if together(claims) {
			return y
		}
	}
	return nil
}

// acts reports whether time may pass in a round of a loop, or in a function that calls itself.
func (d *idle) acts(loop *site) bool {
	first, last := loop.first, loop.last
	switch n := loop.Node.(type) {
	case *syntax.Label:
		last = d.flow.lastGoto(n).last
	case *syntax.Call, *syntax.MethodCall:
		first, last = loop.Func.first, loop.Func.last
	}
	i, _ := slices.BinarySearch(d.slow, first)
	return i < len(d.slow) && d.slow[i] < last
}
