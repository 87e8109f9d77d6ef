package lua

import (
	"math"

	glua "github.com/yuin/gopher-lua"
)

// longText is the length from which a string makes single instructions of the VM long: it compares strings byte by byte,
// and hashes those that tables are indexed with. While a state may hold such a string every instruction is looked at before
// it is done, and pays for the bytes.
const longText = 8 << 10

// noteText is told of every string that gets into a state.
func (st *State) noteText(length int) {
	if length < longText || st.long {
		return
	}
	st.long = true
	if t := st.running; t != nil {
		t.settle()
		t.reload()
	}
}

// watch pays for the strings that the next instruction works through.
func (t *Thread) watch() {
	s := t.top
	frame := s.depth()
	fn, pc, ok := s.luaFrame(frame)
	if !ok { // the one frame that is out of reach: it may hold the longest string there is
		t.pay(int64(t.st.box.maxString / bytesPerStep))
		return
	}
	var bytes int
	switch i := instruction(fn.Proto.Code[pc-1]); i.op() {
	case glua.OP_LT, glua.OP_LE, glua.OP_EQ:
		bytes = min(s.textLen(frame, i.b()), s.textLen(frame, i.c()))
	case glua.OP_GETTABLE:
		bytes = s.textLen(frame, i.c())
	}
	if bytes >= bytesPerStep {
		t.pay(int64(bytes / bytesPerStep))
	}
}

// textLen returns the length of the string that an operand of a frame's instruction is; 0 for any other value.
func (s *strand) textLen(frame, operand int) int {
	var lv glua.LValue
	if operand&constantBit != 0 {
		fn, _, _ := s.frames.at(frame)
		lv = fn.Proto.Constants[operand&^constantBit]
	} else {
		lv = s.register(frame, operand)
	}
	text, _ := lv.(glua.LString)
	return len(text)
}

// holdsLongText says whether a function or one inside it has such a string as a constant.
func holdsLongText(proto *glua.FunctionProto) bool {
	for _, constant := range proto.Constants {
		if s, ok := constant.(glua.LString); ok && len(s) >= longText {
			return true
		}
	}
	for _, inner := range proto.FunctionPrototypes {
		if holdsLongText(inner) {
			return true
		}
	}
	return false
}

// textArithmetic makes the metamethods by which strings that hold a number count as one. Without them the VM would read
// the numeral itself, at no cost however long it is.
func textArithmetic() map[string]glua.LValue {
	all := map[string]glua.LValue{}
	for event, op := range map[string]func(a, b float64) float64{
		"__add": func(a, b float64) float64 { return a + b },
		"__sub": func(a, b float64) float64 { return a - b },
		"__mul": func(a, b float64) float64 { return a * b },
		"__div": func(a, b float64) float64 { return a / b },
		"__pow": math.Pow,
		"__unm": func(a, _ float64) float64 { return -a },
	} {
		all[event] = bind(event, func(c lib) int { return c.textOperands(event, op) })
	}
	return all
}

func (c lib) textOperands(event string, op func(a, b float64) float64) int {
	a, aNumber := c.operand(1)
	b, bNumber := c.operand(2)
	if event == "__unm" {
		b, bNumber = 0, true
	}
	if aNumber && bNumber {
		return c.pushNumber(op(a, b))
	}
	// The string came first; the other may be a table that knows better.
	for _, i := range []int{1, 2} {
		if fn := metaField(c.get(i), event); fn != glua.LNil {
			c.push(fn)
			c.push(c.get(1))
			c.push(c.get(2))
			c.push(c.call(2))
			return 1
		}
	}
	wrong := 2
	if !aNumber {
		wrong = 1
	}
	v := c.get(wrong)
	err := &ScriptError{Message: "attempt to perform arithmetic on a " + typeName(v) + " value"}
	if kind, name := arithmeticOperand(c.L, wrong); name != "" {
		err.Message += named(kind, name)
		if v == glua.LNil {
			err.Hint = "'" + clipped(name) + "' is nil here: test it first, or give it a value"
		}
	}
	if _, isText := v.(glua.LString); isText {
		err.Hint = "only strings that hold a number count as one: tonumber(x)"
	}
	c.t.raiseError(c.L, err)
	return 0
}

func (c lib) operand(i int) (float64, bool) {
	switch v := c.get(i).(type) {
	case glua.LNumber:
		return float64(v), true
	case glua.LString:
		c.charge(int64(1 + len(v)/bytesPerStep))
		return parseNumber(string(v))
	}
	return 0, false
}

// arithmeticOperand says what the script calls an operand of the instruction that a metamethod was called for.
func arithmeticOperand(L *glua.LState, i int) (kind, name string) {
	s := threadOf(L).top
	fn, pc, ok := s.luaFrame(s.depth() - 1)
	if !ok || pc == 0 {
		return "", ""
	}
	in := instruction(fn.Proto.Code[pc-1])
	register := in.b()
	if i == 2 {
		register = in.c()
	}
	return operandName(fn, pc-1, register)
}
