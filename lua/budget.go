package lua

import (
	"fmt"
	"time"

	glua "github.com/yuin/gopher-lua"
)

const (
	maxCharge    = 200_000 // steps that one call of the library may cost
	bytesPerStep = 32
)

// meter is the context that the VM asks before each instruction: Done takes one step, and where no step is left it pauses
// the coroutine inside the call. It never answers a channel, for which the VM would have to look into it.
type meter struct {
	t     *Thread
	fuel  int64 // steps that may be taken before Done has to look at anything
	given int64 // what fuel was when the counts were last settled
}

func (m *meter) Done() <-chan struct{} {
	if m.fuel--; m.fuel < 0 {
		m.t.instruction()
	}
	return nil
}

func (m *meter) Deadline() (time.Time, bool) { return time.Time{}, false }
func (m *meter) Err() error                  { return nil }
func (m *meter) Value(any) any               { return nil }

// threadOf returns the thread that runs on a stack.
func threadOf(L *glua.LState) *Thread { return L.Context().(*meter).t }

// charge takes steps for work that is about to be done, and pauses until they are paid.
func charge(L *glua.LState, steps int64) { threadOf(L).charge(steps) }

// chargeBytes is to be called before a string or a table of n bytes is made. It raises an error where a string would be
// longer than one may be, takes a step for every 32 bytes, and counts towards the next audit of the memory.
func chargeBytes(L *glua.LState, n int) {
	t := threadOf(L)
	if n > t.st.box.maxString {
		t.raiseError(L, &ScriptError{
			Code: codeScript, Message: "a string would be longer than " + grouped(int64(t.st.box.maxString)) + " bytes",
			Hint: "keep the pieces in a table, and do not join a text to itself in a loop",
		})
	}
	t.st.noteText(n)
	t.allocate(int64(n))
}

// allocate charges for bytes that are about to be made.
func (t *Thread) allocate(n int64) {
	t.st.made += n
	t.charge(1 + n/bytesPerStep)
	if t.st.made >= t.st.box.maxMemory/2 {
		t.audit()
	}
}

func (t *Thread) charge(steps int64) {
	if t.meter.fuel >= steps {
		t.meter.fuel -= steps
		return
	}
	t.pay(steps)
}

// instruction is Done where the fuel is spent.
func (t *Thread) instruction() {
	t.meter.fuel = 0 // the step is not taken before it can be paid
	t.settle()
	t.check()
	for t.st.bucket <= 0 {
		t.pause(Thinking)
	}
	if t.st.long {
		t.book(1)
		t.watch()
		return
	}
	t.reload()
	t.meter.fuel--
}

// pay is charge where the fuel does not cover it: the steps are owed first and paid over as many grants as it takes.
func (t *Thread) pay(steps int64) {
	t.settle()
	t.check()
	if room := t.st.box.maxThink - t.think; steps > room {
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
	t.book(t.meter.given - t.meter.fuel)
	t.meter.given = t.meter.fuel
}

// reload sets the fuel to the steps that may be taken before one of the limits has to be looked at.
func (t *Thread) reload() {
	fuel := int64(0)
	if !t.ended && !t.st.long {
		fuel = max(0, min(t.st.bucket, t.st.box.maxThink-t.think, auditSteps-t.st.sinceAudit))
	}
	t.meter.fuel, t.meter.given = fuel, fuel
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
	err.Message = fmt.Sprintf("%s steps %s", grouped(t.st.box.maxThink), where)
	t.fail(err)
}

// grouped writes a count as 1,000,000.
func grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
