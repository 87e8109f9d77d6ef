package lower

import (
	"math"

	"mystic-sdk/lua/syntax"
)

// The VM's own '%' subtracts once for each bit by which its left operand is longer than the right one, and that may be 2,000 times.
// A call of a helper takes longer than the few subtractions that most scripts need. So '%' is left to the VM where the operands are
// known to be near each other: where a loop counts.

const (
	// nearby is how many times as large as the right operand the left one may be.
	nearby = 1 << 53
	// longestLoop is more turns than any run has.
	longestLoop = 1 << 40
)

// bound returns a number that the absolute value of an expression does not exceed; infinity where none is known, and where the
// expression may be no number.
func (l *lowerer) bound(e syntax.Expr) float64 {
	switch e := e.(type) {
	case *syntax.Number:
		return math.Abs(e.Value)
	case *syntax.Paren:
		return l.bound(e.X)
	case *syntax.Ident:
		if v := l.scopes.Local(e); v != nil && len(v.Writes) == 0 {
			if most, ok := l.counters[v.Name]; ok {
				return most
			}
		}
	case *syntax.Unary:
		if e.Op == syntax.Neg {
			return l.bound(e.X)
		}
	case *syntax.Binary:
		x, y := l.bound(e.X), l.bound(e.Y)
		switch e.Op {
		case syntax.Add, syntax.Sub:
			return x + y
		case syntax.Mul:
			return x * y
		case syntax.Mod:
			if x <= math.MaxFloat64 { // then it is a number; infinity times 0 is none
				return y
			}
		}
	}
	return math.Inf(1)
}

// count remembers how far a loop can count.
func (l *lowerer) count(s *syntax.NumericFor) {
	step := 1.0
	if s.Step != nil {
		step = l.bound(s.Step)
	}
	if l.counters == nil {
		l.counters = map[*syntax.Name]float64{}
	}
	l.counters[s.Var] = l.bound(s.From) + step*longestLoop
}
