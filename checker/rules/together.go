package rules

import (
	"math"
	"slices"

	"mystic-sdk/lua/syntax"
)

// claim is a condition that has to hold, or not.
type claim struct {
	*condition
	yes   bool
	alone bool // no claim but those of this loop's own condition may speak of something else
}

// maxTries bounds the search for a way to make all claims hold.
const maxTries = 32

// together reports whether some claims can hold at the same time, as far as that is certain: where they speak of one thing
// in two ways it is not.
func together(claims []claim) bool {
	tries := maxTries
	return holdAll(claims, nil, &tries)
}

// known is a fact with whether it holds.
type known struct {
	*fact
	yes, alone bool
}

func holdAll(claims []claim, facts []known, tries *int) bool {
	if *tries--; *tries < 0 {
		return false
	}
	if len(claims) == 0 {
		return possible(facts)
	}
	c, rest := claims[0], claims[1:]
	yes := c.yes != c.not
	also := func(parts ...*condition) []claim {
		var all []claim
		for _, part := range parts {
			all = append(all, claim{part, yes, c.alone})
		}
		return append(all, rest...)
	}
	switch {
	case c.fixed != nil:
		return *c.fixed == yes && holdAll(rest, facts, tries)
	case c.a != nil && c.and == yes: // both hold, or neither does
		return holdAll(also(c.a, c.b), facts, tries)
	case c.a != nil:
		return holdAll(also(c.a), facts, tries) || holdAll(also(c.b), facts, tries)
	case c.fact.form == unknown:
		return false
	}
	return holdAll(rest, append(slices.Clip(facts), known{&c.fact, yes, c.alone}), tries)
}

// possible reports whether facts can hold at the same time: facts of one term are compared, those of others must have
// nothing to do with them.
func possible(facts []known) bool {
	for i, a := range facts {
		if slices.ContainsFunc(facts[:i], func(b known) bool { return a.key == b.key }) {
			continue // it was compared with the first of them
		}
		same := []known{a}
		for _, b := range facts[i+1:] {
			switch {
			case a.key == b.key && a.form != b.form:
				return false
			case a.key == b.key:
				same = append(same, b)
			case a.alone && b.alone:
				return false
			case slices.ContainsFunc(a.roots, func(root string) bool { return slices.Contains(b.roots, root) }):
				return false
			}
		}
		if !agree(same) {
			return false
		}
	}
	return true
}

// agree reports whether facts of one term and form can hold at the same time.
func agree(facts []known) bool {
	switch facts[0].form {
	case number:
		return someNumber(facts)
	case text:
		return someText(facts)
	}
	for _, f := range facts {
		if f.yes != facts[0].yes {
			return false
		}
	}
	return true
}

// someNumber reports whether a whole number from 0 does: an amount is no other, and that something is below 0 or between
// two numbers is not certain to ever be.
func someNumber(facts []known) bool {
	low, high := 0.0, math.Inf(1)
	var not []float64
	for _, f := range facts {
		op := f.op
		if !f.yes {
			op = opposite(op)
		}
		switch op {
		case syntax.Gt:
			low = max(low, math.Floor(f.num)+1)
		case syntax.Ge:
			low = max(low, math.Ceil(f.num))
		case syntax.Lt:
			high = min(high, math.Ceil(f.num)-1)
		case syntax.Le:
			high = min(high, math.Floor(f.num))
		case syntax.Eq:
			low, high = max(low, math.Ceil(f.num)), min(high, math.Floor(f.num))
		case syntax.Ne:
			not = append(not, f.num)
		}
	}
	for range len(not) + 1 {
		if low > high {
			return false
		}
		if !slices.Contains(not, low) {
			return true
		}
		low++
	}
	return false
}

// someText reports whether a text does. One that is none of two may not exist: scripts compare with all that there are.
func someText(facts []known) bool {
	var is, not []string
	for _, f := range facts {
		if f.yes {
			is = append(is, f.text)
		} else {
			not = append(not, f.text)
		}
	}
	if len(is) == 0 {
		return len(slices.Compact(slices.Sorted(slices.Values(not)))) < 2
	}
	for _, t := range is {
		if t != is[0] || slices.Contains(not, t) {
			return false
		}
	}
	return true
}
