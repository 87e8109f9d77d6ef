package library

import (
	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

// operator is an arithmetic operator that lowering turns into a call.
type operator struct {
	event string // its metamethod
	bits  bool   // it takes whole numbers of 64 bits
	apply func(a, b float64) (float64, *number.Problem)
}

var (
	idivOp = operator{"__idiv", false, number.FloorDivide}
	modOp  = operator{"__mod", false, number.Modulo}
	bandOp = operator{"__band", true, func(a, b float64) (float64, *number.Problem) { return number.Bitwise("&", a, b) }}
	borOp  = operator{"__bor", true, func(a, b float64) (float64, *number.Problem) { return number.Bitwise("|", a, b) }}
	bxorOp = operator{"__bxor", true, func(a, b float64) (float64, *number.Problem) { return number.Bitwise("~", a, b) }}
	shlOp  = operator{"__shl", true, func(a, b float64) (float64, *number.Problem) { return number.Bitwise("<<", a, b) }}
	shrOp  = operator{"__shr", true, func(a, b float64) (float64, *number.Problem) { return number.Bitwise(">>", a, b) }}
)

// arithmeticHelper makes the helper of an operator.
func arithmeticHelper(op operator) *glua.LFunction {
	return vm.GoFunc(func(L *glua.LState) int {
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
			vm.MeterOf(L).Host.Raise(L, err.Message, err.Hint)
		}
		L.Push(vm.Number(result))
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
		wrongOperand(L, "perform bitwise operation on", i, vm.UseBits)
	}
	if s, ok := L.Get(i).(glua.LString); ok {
		vm.MeterOf(L).Charge(number.Work(string(s)))
		if f, ok := number.Parse(string(s)); ok {
			return glua.LNumber(f)
		}
	}
	wrongOperand(L, "perform arithmetic on", i, vm.UseArith)
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
	result, err := number.BitNot(float64(a))
	if err != nil {
		vm.MeterOf(L).Host.Raise(L, err.Message, err.Hint)
	}
	L.Push(vm.Number(result))
	return 1
}
