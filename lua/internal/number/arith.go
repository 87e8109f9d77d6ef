package number

import (
	"fmt"
	"math"
	"math/bits"

	"mystic-sdk/lua/syntax"
)

// Apply applies a binary operator to two numbers; the error, without a place, says why it cannot.
func Apply(op syntax.Op, a, b float64) (float64, *Problem) {
	switch op {
	case syntax.Add:
		return a + b, nil
	case syntax.Sub:
		return a - b, nil
	case syntax.Mul:
		return a * b, nil
	case syntax.Div:
		return a / b, nil
	case syntax.Pow:
		return math.Pow(a, b), nil
	case syntax.IDiv:
		return FloorDivide(a, b)
	case syntax.Mod:
		return Modulo(a, b)
	}
	return Bitwise(op.String(), a, b)
}

// FloorDivide is a // b. Whole numbers are divided as such: the quotient of large ones as doubles may round up to a whole
// number that is too large.
func FloorDivide(a, b float64) (float64, *Problem) {
	x, xWhole := whole64(a)
	y, yWhole := whole64(b)
	if !xWhole || !yWhole {
		return math.Floor(a / b), nil
	}
	if y == 0 {
		return 0, &Problem{"attempt to divide by zero", zeroHint}
	}
	if y == -1 {
		return 0 - a, nil // the one quotient that may not fit into 64 bits, and no zero below zero
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return float64(q), nil
}

// Modulo is a % b, with the sign of b.
func Modulo(a, b float64) (float64, *Problem) {
	x, xWhole := whole64(a)
	y, yWhole := whole64(b)
	if xWhole && yWhole {
		if y == 0 {
			return 0, &Problem{"attempt to perform 'n%0'", zeroHint}
		}
		m := x % y
		if m != 0 && (m < 0) != (y < 0) {
			m += y
		}
		return float64(m), nil
	}
	m := Fmod(a, b)
	if m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return m, nil
}

// Fmod is what math.Mod is, the remainder with the sign of a. That subtracts once for each bit that a is longer than b, which
// may be 2,000 of them; here they go 64 at a time.
func Fmod(a, b float64) float64 {
	x, y := math.Abs(a), math.Abs(b)
	switch {
	case x < y: // also where b is infinite
		return a
	case !(y > 0) || math.IsInf(x, 0) || math.IsNaN(x):
		return math.NaN()
	}
	rest, power := split(x)
	divisor, unit := split(y)
	rest %= divisor
	for power > unit {
		n := min(power-unit, 64)
		rest = bits.Rem64(rest>>(64-n), rest<<n, divisor)
		power -= n
	}
	return math.Copysign(math.Ldexp(float64(rest), unit), a)
}

// split returns a positive number as a whole one times a power of two.
func split(f float64) (whole uint64, power int) {
	const fraction = 1<<52 - 1
	word := math.Float64bits(f)
	whole, power = word&fraction, int(word>>52)
	if power > 0 {
		whole |= fraction + 1
		power--
	}
	return whole, power - 1074
}

const zeroHint = "the number on the right is 0: test it first"

// Bitwise applies an operator to the bits of two whole numbers.
func Bitwise(op string, a, b float64) (float64, *Problem) {
	x, ok := whole64(a)
	if !ok {
		return 0, notWhole(a)
	}
	y, ok := whole64(b)
	if !ok {
		return 0, notWhole(b)
	}
	switch op {
	case "&":
		x &= y
	case "|":
		x |= y
	case "~":
		x ^= y
	case "<<":
		x = shift(x, y)
	case ">>":
		x = shift(x, -y)
	}
	return exactly(x)
}

// BitNot is ~a.
func BitNot(a float64) (float64, *Problem) {
	x, ok := whole64(a)
	if !ok {
		return 0, notWhole(a)
	}
	return exactly(^x)
}

// shift moves bits to the left, or to the right by a negative n; those that come in are zero.
func shift(x, n int64) int64 {
	switch {
	case n <= -64 || n >= 64:
		return 0
	case n < 0:
		return int64(uint64(x) >> -n)
	}
	return x << n
}

// exactly returns a whole number as the number of a script, which holds it exactly up to 2^53.
func exactly(x int64) (float64, *Problem) {
	if f := float64(x); f < 1<<63 && int64(f) == x {
		return f, nil
	}
	return 0, &Problem{fmt.Sprintf("a number cannot hold the result %d exactly", x), "keep fewer bits: x & 0xFFFFFFFF"}
}

func notWhole(f float64) *Problem {
	return &Problem{fmt.Sprintf("number %s has no integer representation", Text(f)), "bit operators take whole numbers: x // 1"}
}

// Problem says why an operator cannot be applied, and what to do about it.
type Problem struct{ Message, Hint string }
