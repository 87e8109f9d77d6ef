package lua

import (
	"fmt"
	"math"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/syntax"
)

// operator is an arithmetic operator that lowering turns into a call.
type operator struct {
	event string // its metamethod
	bits  bool   // it takes whole numbers of 64 bits
	apply func(a, b float64) (float64, *ScriptError)
}

var (
	idivOp = operator{"__idiv", false, floorDivide}
	modOp  = operator{"__mod", false, modulo}
	bandOp = operator{"__band", true, func(a, b float64) (float64, *ScriptError) { return bitwise("&", a, b) }}
	borOp  = operator{"__bor", true, func(a, b float64) (float64, *ScriptError) { return bitwise("|", a, b) }}
	bxorOp = operator{"__bxor", true, func(a, b float64) (float64, *ScriptError) { return bitwise("~", a, b) }}
	shlOp  = operator{"__shl", true, func(a, b float64) (float64, *ScriptError) { return bitwise("<<", a, b) }}
	shrOp  = operator{"__shr", true, func(a, b float64) (float64, *ScriptError) { return bitwise(">>", a, b) }}
)

// arithmetic applies a binary operator to two numbers; the error, without a place, says why it cannot.
func arithmetic(op syntax.Op, a, b float64) (float64, *ScriptError) {
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
		return floorDivide(a, b)
	case syntax.Mod:
		return modulo(a, b)
	}
	return bitwise(op.String(), a, b)
}

// floorDivide is a // b. Whole numbers are divided as such: the quotient of large ones as doubles may round up to a whole
// number that is too large.
func floorDivide(a, b float64) (float64, *ScriptError) {
	x, xWhole := whole64(a)
	y, yWhole := whole64(b)
	if !xWhole || !yWhole {
		return math.Floor(a / b), nil
	}
	if y == 0 {
		return 0, problem("attempt to divide by zero", "")
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

// modulo is a % b, with the sign of b.
func modulo(a, b float64) (float64, *ScriptError) {
	x, xWhole := whole64(a)
	y, yWhole := whole64(b)
	if xWhole && yWhole {
		if y == 0 {
			return 0, problem("attempt to perform 'n%%0'", "")
		}
		m := x % y
		if m != 0 && (m < 0) != (y < 0) {
			m += y
		}
		return float64(m), nil
	}
	m := math.Mod(a, b)
	if m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return m, nil
}

// bitwise applies an operator to the bits of two whole numbers.
func bitwise(op string, a, b float64) (float64, *ScriptError) {
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

// bitNot is ~a.
func bitNot(a float64) (float64, *ScriptError) {
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
func exactly(x int64) (float64, *ScriptError) {
	if f := float64(x); f < 1<<63 && int64(f) == x {
		return f, nil
	}
	return 0, problem(fmt.Sprintf("a number cannot hold the result %d exactly", x), "keep fewer bits: x & 0xFFFFFFFF")
}

func notWhole(f float64) *ScriptError {
	return problem(fmt.Sprintf("number %s has no integer representation", numberText(f)), "bit operators take whole numbers: x // 1")
}

func problem(message, hint string) *ScriptError {
	return &ScriptError{Code: codeScript, Message: message, Hint: hint}
}

// arithmeticHelper makes the helper of an operator.
func arithmeticHelper(op operator) *glua.LFunction {
	return goFunc(func(L *glua.LState) int {
		x, y := L.Get(1), L.Get(2)
		a, aNumber := x.(glua.LNumber)
		b, bNumber := y.(glua.LNumber)
		if !aNumber || !bNumber {
			if v, ok := op.meta(L, x, y); ok {
				L.Push(v)
				return 1
			}
			a, b = op.operand(L, 1), op.operand(L, 2)
		}
		result, err := op.apply(float64(a), float64(b))
		if err != nil {
			threadOf(L).raiseError(L, err)
		}
		L.Push(number(result))
		return 1
	})
}

// meta calls the metamethod of one of two operands.
func (op operator) meta(L *glua.LState, x, y glua.LValue) (glua.LValue, bool) {
	fn := metamethod(L, x, op.event)
	if fn == glua.LNil {
		fn = metamethod(L, y, op.event)
	}
	if fn == glua.LNil {
		return nil, false
	}
	return callMeta(L, fn, x, y), true
}

// operand returns argument i as a number. A string that holds one counts as one, but for bit operators, as in Lua 5.4.
func (op operator) operand(L *glua.LState, i int) glua.LNumber {
	if n, ok := L.Get(i).(glua.LNumber); ok {
		return n
	}
	if op.bits {
		wrongOperand(L, "perform bitwise operation on", i)
	}
	if s, ok := L.Get(i).(glua.LString); ok {
		charge(L, int64(len(s)/bytesPerStep))
		if f, ok := syntax.ToNumber(string(s)); ok {
			return glua.LNumber(f)
		}
	}
	wrongOperand(L, "perform arithmetic on", i)
	return 0
}

func helpBitNot(L *glua.LState) int {
	op := operator{event: "__bnot", bits: true}
	x := L.Get(1)
	a, ok := x.(glua.LNumber)
	if !ok {
		if v, ok := op.meta(L, x, x); ok {
			L.Push(v)
			return 1
		}
		a = op.operand(L, 1)
	}
	result, err := bitNot(float64(a))
	if err != nil {
		threadOf(L).raiseError(L, err)
	}
	L.Push(number(result))
	return 1
}
