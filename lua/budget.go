package lua

import (
	"fmt"
	"math/rand/v2"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

// threadOf returns the thread that runs on a stack.
func threadOf(L *glua.LState) *Thread { return (*Thread)(vm.MeterOf(L).Host.(*host)) }

// host is what a thread is to the library.
type host Thread

func (h *host) Instruction()              { (*Thread)(h).instruction() }
func (h *host) Pay(steps int64)           { (*Thread)(h).pay(steps) }
func (h *host) Allocate(bytes int64)      { (*Thread)(h).allocate(bytes) }
func (h *host) NoteText(length int)       { h.st.noteText(length) }
func (h *host) Crowded()                  { (*Thread)(h).look() }
func (h *host) Random() *rand.PCG         { return h.st.random }
func (h *host) Name(v glua.LValue) string { return h.st.names.text(v) }

func (h *host) Display(v glua.LValue, max int) string { return Value{lv: v, st: h.st}.Display(max) }

func (h *host) Globals() (own, base *glua.LTable) { return h.st.globals, h.st.box.base }

func (h *host) Raise(L *glua.LState, message, hint string) {
	(*Thread)(h).raiseError(L, &ScriptError{Code: codeScript, Message: message, Hint: hint})
}

// allocate charges for bytes that are about to be made.
func (t *Thread) allocate(n int64) {
	t.st.made += n
	t.charge(1 + n/vm.BytesPerStep)
	if t.st.made >= t.st.box.maxMemory/2 {
		t.audit()
	}
}

func (t *Thread) charge(steps int64) { t.meter.Charge(steps) }

// instruction is Done where the fuel is spent.
func (t *Thread) instruction() {
	t.meter.Fuel = 0 // the step is not taken before it can be paid
	t.settle()
	t.check()
	for t.st.bucket <= 0 {
		t.pause(Thinking)
	}
	if t.looks() {
		t.book(1)
		t.watch()
		return
	}
	t.reload()
	t.meter.Fuel--
}

// pay is charge where the fuel does not cover it: the steps are owed first and paid over as many grants as it takes.
func (t *Thread) pay(steps int64) {
	t.settle()
	t.check()
	if room := t.st.box.maxThink - t.think; steps > room || steps < 0 {
		t.book(room)
		t.exhausted()
	}
	t.book(steps)
	for t.st.bucket < 0 {
		t.pause(Thinking)
	}
	t.reload()
}

// check raises the end of the thread where it has come, and makes it come where a limit is reached.
func (t *Thread) check() {
	if t.over() {
		t.unwind()
	}
	if t.think >= t.st.box.maxThink {
		t.exhausted()
	}
	if t.st.sinceAudit >= auditSteps {
		t.audit()
	}
}

// book counts steps that were taken.
func (t *Thread) book(steps int64) {
	t.steps += steps
	t.think += steps
	t.st.steps += steps
	t.st.sinceAudit += steps
	t.st.bucket -= steps
}

// settle books what was spent of the fuel.
func (t *Thread) settle() {
	t.book(t.meter.Given - t.meter.Fuel)
	t.meter.Given = t.meter.Fuel
}

// reload sets the fuel to the steps that may be taken before one of the limits has to be looked at.
func (t *Thread) reload() {
	fuel := int64(0)
	if !t.ended && !t.looks() {
		fuel = max(0, min(t.st.bucket, t.st.box.maxThink-t.think, auditSteps-t.st.sinceAudit))
	}
	t.meter.Fuel, t.meter.Given = fuel, fuel
}

// exhausted ends the thread: it thought for too long.
func (t *Thread) exhausted() {
	err := t.scene("steps_exhausted", "")
	where := "without an action or a wait"
	err.Hint = "add wait(1) where it goes on and on"
	if line := t.loopLine(); line > 0 {
		err.Line, err.Column = line, 0
		where = fmt.Sprintf("in the loop of line %d without an action or a wait", line)
		err.Hint = "add wait(1) inside the loop"
	}
	err.Message = fmt.Sprintf("%s steps %s", number.Grouped(t.st.box.maxThink), where)
	t.fail(err)
}

// noteText is told of every string that gets into a state.
func (st *State) noteText(length int) {
	if length < vm.LongText || st.long {
		return
	}
	st.long = true
	if t := st.running; t != nil {
		t.look()
	}
}

// looks says whether each instruction is looked at before it is done, for there is what makes single ones long.
func (t *Thread) looks() bool { return t.st.long || t.meter.Crowded }

// look makes a thread look at its next instruction.
func (t *Thread) look() {
	t.settle()
	t.reload()
}

// watch pays for what the next instruction works through, where that may be much: strings, and captured variables.
func (t *Thread) watch() {
	s := t.top
	frame := s.depth()
	fn, pc, ok := s.luaFrame(frame)
	if !ok {
		if t.st.long { // the one frame that is out of reach: it may hold the longest string there is
			t.pay(int64(t.st.box.maxString / vm.BytesPerStep))
		}
		return
	}
	var bytes int
	switch i := vm.Instruction(fn.Proto.Code[pc-1]); i.Op() {
	case glua.OP_LT, glua.OP_LE, glua.OP_EQ:
		bytes = min(s.textLen(frame, i.B()), s.textLen(frame, i.C()))
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS, glua.OP_SELF:
		bytes = s.textLen(frame, i.C())
	case glua.OP_SETTABLE, glua.OP_SETTABLEKS:
		bytes = s.textLen(frame, i.B())
	case glua.OP_GETGLOBAL, glua.OP_SETGLOBAL:
		bytes = len(vm.ConstantText(fn.Proto, i.Bx()))
	case glua.OP_RETURN, glua.OP_TAILCALL, glua.OP_CLOSE:
		t.leaves()
	}
	if bytes >= vm.BytesPerStep {
		t.pay(int64(bytes / vm.BytesPerStep))
	}
}

// leaves pays where a function or a block is left, whose captured variables the VM looks for among all that stand open. Where
// they have become few, and no coroutine can have others, this is over.
func (t *Thread) leaves() {
	if !t.meter.Crowded {
		return
	}
	const counted = 4 // to count them takes longer than to look through them
	if many := t.meter.ChargeCaptured(t.top.L, counted); !many && t.top == t.root && len(t.st.bred) == 0 {
		t.meter.Crowded = false
	}
}

// textLen returns the length of the string that an operand of a frame's instruction is; 0 for any other value.
func (s *strand) textLen(frame, operand int) int {
	var lv glua.LValue
	if operand&vm.ConstantBit != 0 {
		fn, _, _ := s.frames.at(frame)
		lv = fn.Proto.Constants[operand&^vm.ConstantBit]
	} else {
		lv = s.register(frame, operand)
	}
	text, _ := lv.(glua.LString)
	return len(text)
}

// holdsLongText says whether a function or one inside it has such a string as a constant.
func holdsLongText(proto *glua.FunctionProto) bool {
	for _, constant := range proto.Constants {
		if s, ok := constant.(glua.LString); ok && len(s) >= vm.LongText {
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
