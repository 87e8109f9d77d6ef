package library

import (
	"fmt"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

// helpers are the functions that lowering calls. Scripts cannot reach them. They hold no state: each finds its thread
// through the VM's context, and one function serves all states.
var helpers = map[string]*glua.LFunction{
	"idiv": arithmeticHelper(idivOp), "mod": arithmeticHelper(modOp),
	"band": arithmeticHelper(bandOp), "bor": arithmeticHelper(borOp), "bxor": arithmeticHelper(bxorOp),
	"shl": arithmeticHelper(shlOp), "shr": arithmeticHelper(shrOp),
	"bnot": vm.GoFunc(helpBitNot), "len": vm.GoFunc(helpLen), "step": vm.GoFunc(helpStep),
	"concat": vm.GoFunc(helpConcat), "concatAll": vm.GoFunc(helpConcatAll),
	"set": vm.GoFunc(helpSet), "list": vm.GoFunc(helpList),
	"closure": vm.GoFunc(helpClosure),
	"new":     vm.GoFunc(helpNew), "newFull": vm.GoFunc(helpNewFull), "newOpen": vm.GoFunc(helpNewOpen),
}

// Operator returns the function that stands for an operator; nil for a name that is none.
func Operator(name string) *glua.LFunction { return helpers[name] }

// ConcatParts is how many parts of a concatenation are given side by side; more go through a table.
const ConcatParts = 50

// metamethod returns a metamethod of a value, nil if it has none.
func metamethod(L *glua.LState, v glua.LValue, name string) glua.LValue {
	if v.Type() == glua.LTNumber || v == glua.LNil {
		return glua.LNil
	}
	return L.GetMetaField(v, name)
}

// callMeta calls a metamethod and returns its first result.
func callMeta(L *glua.LState, fn glua.LValue, args ...glua.LValue) glua.LValue {
	L.Push(fn)
	for _, a := range args {
		L.Push(a)
	}
	L.Call(len(args), 1)
	v := L.Get(-1)
	L.Pop(1)
	return v
}

func helpLen(L *glua.LState) int {
	v := L.Get(1)
	if s, ok := v.(glua.LString); ok {
		L.Push(vm.Number(float64(len(s))))
		return 1
	}
	tb, isTable := v.(*glua.LTable)
	if !isTable || tb.Metatable != glua.LNil {
		if fn := metamethod(L, v, "__len"); fn != glua.LNil {
			L.Push(callMeta(L, fn, v))
			return 1
		}
	}
	if !isTable {
		wrongOperand(L, "get length of", 1, vm.UseLength)
	}
	L.Push(vm.Number(float64(vm.MeterOf(L).Border(tb))))
	return 1
}

// helpStep checks the step of a for, which may not be zero.
func helpStep(L *glua.LState) int {
	step, ok := L.Get(1).(glua.LNumber)
	if !ok {
		op := vm.MeterOf(L).Host.Operand(L, 1, vm.UseStep)
		vm.MeterOf(L).Host.Raise(L, fmt.Sprintf("'for' step must be a number, got %s%s", vm.TypeName(L.Get(1)), op.Name), op.Hint)
	}
	if step == 0 {
		vm.MeterOf(L).Host.Raise(L, "'for' step is zero", "count up by 1 or more, or down by -1 or less: for i = 10, 1, -1 do")
	}
	L.Push(step)
	return 1
}

// helpSet is t[k] = v.
func helpSet(L *glua.LState) int {
	object, key, value := L.Get(1), L.Get(2), L.Get(3)
	if tb, ok := object.(*glua.LTable); ok && tb.Metatable == glua.LNil {
		vm.RawStore(L, tb, key, value)
		return 0
	}
	for range glua.MaxTableGetLoop {
		tb, isTable := object.(*glua.LTable)
		if isTable && tb.RawGet(key) != glua.LNil {
			vm.RawStore(L, tb, key, value)
			return 0
		}
		next := metamethod(L, object, "__newindex")
		switch {
		case next == glua.LNil && isTable:
			vm.RawStore(L, tb, key, value)
			return 0
		case next == glua.LNil:
			wrongOperand(L, "index", 1, vm.UseStore)
		case next.Type() == glua.LTFunction:
			L.Push(next)
			L.Push(object)
			L.Push(key)
			L.Push(value)
			L.Call(3, 0)
			return 0
		}
		object = next
	}
	vm.MeterOf(L).Raisef(L, "'__newindex' chain is too long, or goes round in a circle")
	return 0
}

func helpNew(L *glua.LState) int {
	vm.MeterOf(L).Allocate(vm.TableBytes)
	L.Push(vm.MakeTable(0, 0))
	return 1
}

// helpClosure pays for a function that was just made, which captures so many variables: for its memory, and for the VM's search
// among those that the functions under way have captured.
func helpClosure(L *glua.LState) int {
	captured, m := int(L.Get(1).(glua.LNumber)), vm.MeterOf(L)
	m.Allocate(int64(vm.TableBytes + captured*vm.CapturedBytes))
	m.Charge(int64(captured))
	m.ChargeCaptured(L, captured)
	L.Push(L.Get(2))
	return 1
}

// helpNewFull pays for a table that the VM has just made; its size is bounded by the text of the script.
func helpNewFull(L *glua.LState) int {
	vm.MeterOf(L).Allocate(int64(L.Get(1).(glua.LNumber)))
	L.Push(L.Get(2))
	return 1
}

// helpNewOpen is helpNewFull for one that ends in any number of values, which were on the stack already.
func helpNewOpen(L *glua.LState) int {
	tb := L.Get(2).(*glua.LTable)
	vm.MeterOf(L).Allocate(int64(L.Get(1).(glua.LNumber)) + int64(tb.MaxN())*vm.SlotBytes)
	L.Push(tb)
	return 1
}

// helpList stores items behind the first ones of a new table.
func helpList(L *glua.LState) int {
	tb, base := L.Get(1).(*glua.LTable), int(L.Get(2).(glua.LNumber))
	n := L.GetTop() - 2
	vm.MeterOf(L).Allocate(int64(n) * vm.SlotBytes)
	for i := 1; i <= n; i++ {
		tb.RawSetInt(base+i, L.Get(2+i))
	}
	return 0
}

// helpConcat joins its arguments. What is text or a number throughout is joined at once.
func helpConcat(L *glua.LState) int {
	n := L.GetTop()
	if n == 2 { // as most are
		x, xText := textOf(L.Get(1))
		y, yText := textOf(L.Get(2))
		if xText && yText {
			vm.MeterOf(L).ChargeText(L, len(x)+len(y))
			L.Push(glua.LString(x + y))
			return 1
		}
	}
	var room [8]string
	texts, size := room[:0], 0
	if n > len(room) { // the instructions that bring a few of them are enough
		vm.MeterOf(L).Charge(int64(n))
	}
	for i := 1; i <= n; i++ {
		if n > len(room) {
			chargeNumber(L, L.Get(i))
		}
		text, ok := textOf(L.Get(i))
		if !ok {
			parts := make([]glua.LValue, n)
			for i := range parts {
				parts[i] = L.Get(i + 1)
			}
			L.Push(concatenate(L, parts))
			return 1
		}
		texts = append(texts, text)
		size += len(text)
	}
	vm.MeterOf(L).ChargeText(L, size)
	L.Push(glua.LString(strings.Join(texts, "")))
	return 1
}

// numberSteps is what it costs to write a number.
const numberSteps = 3

// chargeNumber pays for one of many parts where that is a number, which has to be written first.
func chargeNumber(L *glua.LState, v glua.LValue) {
	if _, number := v.(glua.LNumber); number {
		vm.MeterOf(L).Charge(numberSteps)
	}
}

// textOf returns what a string or a number adds to a concatenation.
func textOf(v glua.LValue) (string, bool) {
	switch v := v.(type) {
	case glua.LString:
		return string(v), true
	case glua.LNumber:
		return number.Text(float64(v)), true
	}
	return "", false
}

func helpConcatAll(L *glua.LState) int {
	tb := L.Get(2).(*glua.LTable)
	parts := make([]glua.LValue, int(L.Get(1).(glua.LNumber)))
	vm.MeterOf(L).Charge(int64(len(parts)))
	for i := range parts {
		parts[i] = tb.RawGetInt(i + 1)
		chargeNumber(L, parts[i])
	}
	L.Push(concatenate(L, parts))
	return 1
}

// concatenate joins values from the right to the left, as Lua does: what is text at once, what has a metamethod by that.
func concatenate(L *glua.LState, parts []glua.LValue) glua.LValue {
	n := len(parts) - 1
	result := parts[n]
	for n > 0 {
		if from := textsBefore(parts[:n], result); from < n {
			result = glua.LString(join(L, parts[from:n], result))
			n = from
			continue
		}
		left := parts[n-1]
		fn := metamethod(L, left, "__concat")
		if fn == glua.LNil {
			fn = metamethod(L, result, "__concat")
		}
		if fn == glua.LNil {
			wrong := n // of the parts, from 0
			if _, ok := textOf(left); !ok {
				wrong = n - 1
			}
			cannotConcatenate(L, wrong, len(parts), parts[wrong])
		}
		result = callMeta(L, fn, left, result)
		n--
	}
	return result
}

// textsBefore returns from which part on all are text, up to and with the last.
func textsBefore(parts []glua.LValue, last glua.LValue) int {
	from := len(parts)
	if _, ok := textOf(last); !ok {
		return from
	}
	for from > 0 {
		if _, ok := textOf(parts[from-1]); !ok {
			break
		}
		from--
	}
	return from
}

// join writes text and numbers one behind the other. The whole is paid for before it is made.
func join(L *glua.LState, parts []glua.LValue, last glua.LValue) string {
	texts := make([]string, len(parts)+1)
	size := 0
	for i := range texts {
		if i < len(parts) {
			texts[i], _ = textOf(parts[i])
		} else {
			texts[i], _ = textOf(last)
		}
		size += len(texts[i])
	}
	vm.MeterOf(L).ChargeText(L, size)
	return strings.Join(texts, "")
}

func cannotConcatenate(L *glua.LState, part, parts int, v glua.LValue) {
	var op vm.Operand
	if parts <= ConcatParts {
		op = vm.MeterOf(L).Host.Operand(L, part+1, vm.UseConcat)
	}
	if op.Hint == "" {
		op.Hint = "use tostring(x) for what may be nil"
	}
	vm.MeterOf(L).Host.Raise(L, fmt.Sprintf("attempt to concatenate a %s value%s", vm.TypeName(v), op.Name), op.Hint)
}

// wrongOperand raises an error about argument i of a helper, which is an operand of the script.
func wrongOperand(L *glua.LState, verb string, i int, use vm.Use) {
	op := vm.MeterOf(L).Host.Operand(L, i, use)
	vm.MeterOf(L).Host.Raise(L, fmt.Sprintf("attempt to %s a %s value%s", verb, vm.TypeName(L.Get(i)), op.Name), op.Hint)
}
