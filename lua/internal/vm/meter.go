package vm

import (
	"fmt"
	"math/rand/v2"
	"time"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
)

const (
	// MaxCharge is how many steps one call of the library may cost.
	MaxCharge = 200_000
	// BytesPerStep is how many bytes are worked through for one step.
	BytesPerStep = 32
	// MaxValues is how many values one call may hand over as `...`, or get from unpack: the VM copies them all with a
	// single instruction, wherever `...` is written.
	MaxValues = 250
	// LongText is the length from which a string makes single instructions of the VM long: it compares strings byte by
	// byte, and hashes those that tables are indexed with.
	LongText = 512
)

// The VM looks through all captured variables of the functions under way where one of them returns, and where another one is
// captured.
const (
	// FewCaptured is how many of them take no time worth a step.
	FewCaptured = 64
	// CapturedPerStep is how many are looked through for one step.
	CapturedPerStep = 64
)

// Accounted sizes in bytes. They are constants over logical lengths, so that a script runs into its limit at the same step
// on every machine.
const (
	TableBytes    = 100
	SlotBytes     = 24
	KeyBytes      = 120
	CapturedBytes = 64
)

// Host is the thread that a function of the library runs on. Its methods may pause the script, and raise.
type Host interface {
	Instruction()                               // takes the step of the next instruction, where the meter has none left
	Pay(steps int64)                            // takes more steps than the meter has
	Allocate(bytes int64)                       // charges for bytes that are about to be made
	NoteText(length int)                        // hears of a string of at least LongText bytes
	Crowded()                                   // hears that Meter.Crowded was set
	Random() *rand.PCG                          // the stream of math.random
	Name(v glua.LValue) string                  // what tostring says of a table, a function or a coroutine
	Display(v glua.LValue, max int) string      // a value on one line
	Globals() (own, base *glua.LTable)          // of the script, and what they fall back on
	Raise(L *glua.LState, message, hint string) // raises an error of the script at the line that called the running function

	// Operand says what the script calls argument i of the running function, from 1 on, or where that stands for an operator
	// the operand, and what to write instead where the value is not fit for a use.
	Operand(L *glua.LState, i int, use Use) Operand
}

// Meter is the context that the VM asks before each instruction: Done takes one step, and where no step is left it has the
// host pause the coroutine inside the call. It never answers a channel, for which the VM would have to look into it.
type Meter struct {
	Host      Host
	MaxString int   // bytes of one string
	Fuel      int64 // steps that may be taken before the host has to look at anything
	Given     int64 // what Fuel was when the counts were last settled
	Crowded   bool  // more than FewCaptured variables stood open when they were counted, see ChargeCaptured

	walks [walksKept]walk // through tables
	turn  int             // counts their steps
}

// Done takes the step of the next instruction.
func (m *Meter) Done() <-chan struct{} {
	if m.Fuel--; m.Fuel < 0 {
		m.Host.Instruction()
	}
	return nil
}

// Deadline says that there is none.
func (m *Meter) Deadline() (time.Time, bool) { return time.Time{}, false }

// Err says that there is none.
func (m *Meter) Err() error { return nil }

// Value holds none.
func (m *Meter) Value(any) any { return nil }

// MeterOf returns the meter of the thread that runs on a stack.
func MeterOf(L *glua.LState) *Meter { return L.Context().(*Meter) }

// Charge takes steps for work that is about to be done, and pauses until they are paid.
func (m *Meter) Charge(steps int64) {
	if 0 <= steps && steps <= m.Fuel {
		m.Fuel -= steps
		return
	}
	m.Host.Pay(steps)
}

// Allocate charges for bytes that are about to be made.
func (m *Meter) Allocate(bytes int64) { m.Host.Allocate(bytes) }

// ChargeKey pays for a key that is looked for or compared: a text is hashed from its first byte to its last.
func (m *Meter) ChargeKey(key glua.LValue) {
	if text, ok := key.(glua.LString); ok && len(text) >= BytesPerStep {
		m.Charge(int64(len(text) / BytesPerStep))
	}
}

// ChargeCaptured pays for so many times that the VM looks through the captured variables of the functions that are under way on
// a stack, and returns whether there are more than a few.
func (m *Meter) ChargeCaptured(L *glua.LState, times int) (many bool) {
	open := OpenCaptured(L)
	if open <= FewCaptured {
		return false
	}
	if !m.Crowded {
		m.Crowded = true
		m.Host.Crowded()
	}
	m.Charge(int64(times * open / CapturedPerStep))
	return true
}

// ChargeText is to be called before a string of n bytes is made. It raises an error where a string would be longer than one
// may be, takes a step for every 32 bytes, and counts towards the next audit of the memory.
func (m *Meter) ChargeText(L *glua.LState, n int) {
	if n > m.MaxString {
		m.Host.Raise(L, "a string would be longer than "+number.Grouped(int64(m.MaxString))+" bytes",
			"keep the pieces in a table, and do not join a text to itself in a loop")
	}
	if n >= LongText {
		m.Host.NoteText(n)
	}
	m.Host.Allocate(int64(n))
}

// Raisef raises an error of the script.
func (m *Meter) Raisef(L *glua.LState, format string, args ...any) {
	m.Host.Raise(L, fmt.Sprintf(format, args...), "")
}
