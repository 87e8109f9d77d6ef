package library

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

// Library is what all states share. Nothing in it is written once it is built, and none of its functions holds a state.
type Library struct {
	Globals    []string // sorted
	Values     map[string]glua.LValue
	Tables     map[string][]string // sorted
	StringMeta *glua.LTable        // the metatable of strings
}

// New makes the library. What has to know of threads comes from outside: functions by their names, and what the table
// coroutine holds.
func New(functions, coroutines map[string]glua.LValue) *Library {
	lib := &Library{Values: map[string]glua.LValue{}, Tables: map[string][]string{}}
	maps.Copy(lib.Values, baseLibrary())
	maps.Copy(lib.Values, functions)
	for name, members := range map[string]map[string]glua.LValue{
		"string":    stringLibrary(),
		"table":     tableLibrary(),
		"math":      mathLibrary(),
		"utf8":      utf8Library(),
		"bit":       bitLibrary(),
		"coroutine": coroutines,
	} {
		tb := vm.MakeTable(0, len(members))
		lib.Tables[name] = slices.Sorted(maps.Keys(members))
		for _, member := range lib.Tables[name] {
			tb.RawSetString(member, members[member])
		}
		if name == "string" {
			lib.StringMeta = vm.MakeTable(0, 10)
			for event, fn := range textArithmetic() {
				lib.StringMeta.RawSetString(event, fn)
			}
			hidden := vm.MakeTable(0, len(members))
			*hidden = *tb
			lib.StringMeta.RawSetString("__index", hidden)
			lib.StringMeta.RawSetString("__metatable", vm.LockedText)
		}
		vm.Freeze(tb, fixedLibrary, false)
		lib.Values[name] = tb
	}
	lib.Globals = slices.Sorted(maps.Keys(lib.Values))
	return lib
}

var fixedLibrary = vm.Refusing("the library cannot be changed: %s", "make a local of your own")

// Holding tells the audit what a function of the host keeps alive, and returns the function.
func Holding(fn glua.LValue, values ...glua.LValue) glua.LValue {
	f := fn.(*glua.LFunction)
	for _, v := range values {
		f.Upvalues = append(f.Upvalues, vm.NewCaptured(v))
	}
	return f
}

// Call is one call of a library function. It is valid until the function returns.
type Call struct {
	L     *glua.LState
	Meter *vm.Meter
	Name  string // of the function, for errors
}

// Bind makes a function of the library.
func Bind(name string, fn func(c Call) int) glua.LValue {
	return vm.GoFunc(func(L *glua.LState) int { return fn(Call{L: L, Meter: vm.MeterOf(L), Name: name}) })
}

// Len returns how many arguments were given.
func (c Call) Len() int { return c.L.GetTop() }

// Get returns argument i, from 1 on; nil past the end.
func (c Call) Get(i int) glua.LValue { return c.L.Get(i) }

// Push adds a result.
func (c Call) Push(v glua.LValue) { c.L.Push(v) }

// Fail raises an error of the script. It does not return.
func (c Call) Fail(format string, args ...any) { c.Meter.Raisef(c.L, format, args...) }

// refuse raises an error of the script with what to write instead. It does not return.
func (c Call) refuse(hint, format string, args ...any) {
	c.Meter.Host.Raise(c.L, fmt.Sprintf(format, args...), hint)
}

// bad raises an error about argument i.
func (c Call) bad(i int, format string, args ...any) {
	c.unfit(i, vm.UseAny, fmt.Sprintf(format, args...), "")
}

// unfit raises an error about argument i, which is not fit for a use. Without a hint it says what can be said of the value, or
// how the function is called.
func (c Call) unfit(i int, use vm.Use, what, hint string) {
	op := c.Meter.Host.Operand(c.L, i, use)
	if hint == "" && i <= c.Len() {
		hint = op.Hint
	}
	if hint == "" {
		hint = usage(c.Name)
	}
	if op.Method {
		i-- // the script gives it no place of its own
	}
	message := fmt.Sprintf("bad argument #%d to '%s' (%s)", i, c.Name, what)
	if i == 0 {
		message = fmt.Sprintf("'%s' is called on a value that does not fit (%s)", c.Name, what)
	}
	c.Meter.Host.Raise(c.L, message, hint)
}

// ArgType says what type an argument has.
func ArgType(L *glua.LState, i int) string {
	if i > L.GetTop() {
		return "no value"
	}
	return vm.TypeName(L.Get(i))
}

// Wrong raises an error about the type of argument i.
func (c Call) Wrong(i int, expected string) {
	use, hint := vm.UseAny, ""
	switch expected {
	case "table":
		use = vm.UseTable
	case "number":
		use = vm.UseNumber
		if _, text := c.Get(i).(glua.LString); text {
			hint = strings.TrimSuffix(strconv.Quote(c.Meter.Host.Display(c.Get(i), shownText))+" is no number; "+usage(c.Name), "; ")
		}
	case "string":
		use = vm.UseText
	case "function":
		use = vm.UseFunction
	}
	c.unfit(i, use, expected+" expected, got "+ArgType(c.L, i), hint)
}

// shownText is how much of a text a hint shows that is no number.
const shownText = 40

// Any returns argument i, which must be given.
func (c Call) Any(i int) glua.LValue {
	if i > c.Len() {
		c.bad(i, "value expected")
	}
	return c.Get(i)
}

func (c Call) table(i int) *glua.LTable {
	tb, ok := c.Get(i).(*glua.LTable)
	if !ok {
		c.Wrong(i, "table")
	}
	return tb
}

// Function returns argument i, which must be a function.
func (c Call) Function(i int) *glua.LFunction {
	fn, ok := c.Get(i).(*glua.LFunction)
	if !ok {
		c.Wrong(i, "function")
	}
	return fn
}

// absent says whether argument i is nil or not given.
func (c Call) absent(i int) bool { return c.Get(i) == glua.LNil }

// number returns argument i, or the number that a string holds.
func (c Call) number(i int) float64 {
	switch v := c.Get(i).(type) {
	case glua.LNumber:
		return float64(v)
	case glua.LString:
		if f, ok := c.parse(string(v)); ok {
			return f
		}
	}
	c.Wrong(i, "number")
	return 0
}

// parse reads a numeral, and pays for that.
func (c Call) parse(s string) (float64, bool) {
	c.charge(number.Work(s))
	return number.Parse(s)
}

// whole returns argument i, which must be a whole number. What is beyond 2^53 is taken as the nearest int.
func (c Call) whole(i int) int {
	f := c.number(i)
	if f != math.Trunc(f) || math.Abs(f) > 1<<63 {
		c.unfit(i, vm.UseNumber, "number has no integer representation", number.Text(f)+" is no whole number: write math.floor(x), or x // 1")
	}
	return int(max(-1<<60, min(1<<60, f))) // of which two can be added
}

// WholeOr returns argument i, a whole number, or what holds where it is absent.
func (c Call) WholeOr(i, otherwise int) int {
	if c.absent(i) {
		return otherwise
	}
	return c.whole(i)
}

// text returns argument i, a string, or a number as a string.
func (c Call) text(i int) string {
	switch v := c.Get(i).(type) {
	case glua.LString:
		return string(v)
	case glua.LNumber:
		return number.Text(float64(v))
	}
	c.Wrong(i, "string")
	return ""
}

func (c Call) textOr(i int, otherwise string) string {
	if c.absent(i) {
		return otherwise
	}
	return c.text(i)
}

// room is to be called before a string of n bytes is made.
func (c Call) room(n int) { c.Meter.ChargeText(c.L, n) }

// PushText adds a string as a result, and returns 1.
func (c Call) PushText(s string) int {
	c.Push(glua.LString(s))
	return 1
}

func (c Call) pushNumber(f float64) int {
	c.Push(vm.Number(f))
	return 1
}

// PushBool adds a truth as a result, and returns 1.
func (c Call) PushBool(b bool) int {
	c.Push(vm.Boolean(b))
	return 1
}

// call calls fn, which lies below its n arguments on the stack, for one result.
func (c Call) call(n int) glua.LValue {
	c.L.Call(n, 1)
	v := c.L.Get(-1)
	c.L.Pop(1)
	return v
}

// work is the toll of one call that does not know beforehand how much it has to do. It pays as it goes, up to vm.MaxCharge.
type work struct {
	Call
	spent int64
}

func (c Call) work() work { return work{Call: c} }

// Charge pays for a part of the work.
func (w *work) Charge(steps int64) {
	if w.spent += steps; w.spent > vm.MaxCharge {
		w.Call.Fail("'%s' has too much to do: over %s steps in one call", w.Name, number.Grouped(vm.MaxCharge))
	}
	w.Meter.Charge(steps)
}

// Fail raises an error about a pattern.
func (w *work) Fail(message string) { w.refuse(patternHint, "%s", message) }

const patternHint = "to find a text as it is write s:find(text, 1, true); in a pattern % goes before each of ^$()%.[]*+-? that stands for itself"

// charge pays for one piece of work whose size is known.
func (c Call) charge(steps int64) {
	if steps > vm.MaxCharge {
		c.Fail("'%s' has too much to do: %s steps in one call, and %s are allowed", c.Name, number.Grouped(steps), number.Grouped(vm.MaxCharge))
	}
	c.Meter.Charge(steps)
}
