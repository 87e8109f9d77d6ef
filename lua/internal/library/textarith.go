package library

import (
	"math"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

// textArithmetic makes the metamethods by which strings that hold a number count as one. Without them the VM would read
// the numeral itself, at no cost however long it is.
func textArithmetic() map[string]glua.LValue {
	all := map[string]glua.LValue{}
	for event, op := range map[string]func(a, b float64) (float64, *number.Problem){
		"__add": exactly(func(a, b float64) float64 { return a + b }),
		"__sub": exactly(func(a, b float64) float64 { return a - b }),
		"__mul": exactly(func(a, b float64) float64 { return a * b }),
		"__div": exactly(func(a, b float64) float64 { return a / b }),
		"__pow": exactly(math.Pow),
		"__mod": number.Modulo,
		"__unm": exactly(func(a, _ float64) float64 { return -a }),
	} {
		all[event] = Bind(event, func(c Call) int { return c.textOperands(event, op) })
	}
	return all
}

// exactly makes an operator of one that always has a result.
func exactly(op func(a, b float64) float64) func(a, b float64) (float64, *number.Problem) {
	return func(a, b float64) (float64, *number.Problem) { return op(a, b), nil }
}

func (c Call) textOperands(event string, op func(a, b float64) (float64, *number.Problem)) int {
	a, aNumber := c.operand(1)
	b, bNumber := c.operand(2)
	if event == "__unm" {
		b, bNumber = 0, true
	}
	if aNumber && bNumber {
		result, problem := op(a, b)
		if problem != nil {
			c.Meter.Host.Raise(c.L, problem.Message, problem.Hint)
		}
		return c.pushNumber(result)
	}
	// The string came first; the other may be a table that knows better.
	for _, i := range []int{1, 2} {
		if fn := vm.MetaField(c.Get(i), event); fn != glua.LNil {
			c.Push(fn)
			c.Push(c.Get(1))
			c.Push(c.Get(2))
			c.Push(c.call(2))
			return 1
		}
	}
	wrong := 2
	if !aNumber {
		wrong = 1
	}
	v := c.Get(wrong)
	told := c.Meter.Host.Operand(c.L, wrong, vm.UseArith)
	c.Meter.Host.Raise(c.L, "attempt to perform arithmetic on a "+vm.TypeName(v)+" value"+told.Name, told.Hint)
	return 0
}

func (c Call) operand(i int) (float64, bool) {
	switch v := c.Get(i).(type) {
	case glua.LNumber:
		return float64(v), true
	case glua.LString:
		return c.parse(string(v))
	}
	return 0, false
}
