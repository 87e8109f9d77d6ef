package lua

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	glua "github.com/yuin/gopher-lua"
)

// Library lists what scripts find without any word of the host: global names, and for each library table its functions
// and constants. All are in the order of the alphabet.
func Library() (globals []string, tables map[string][]string) {
	lib := sharedLibrary()
	tables = map[string][]string{}
	for name, members := range lib.tables {
		tables[name] = slices.Clone(members)
	}
	globals = append(slices.Clone(lib.globals), "_G", "mem")
	slices.Sort(globals)
	return globals, tables
}

// library is what all states share. Nothing in it is written once it is built, and none of its functions holds a state.
type library struct {
	globals    []string // sorted
	values     map[string]glua.LValue
	tables     map[string][]string // sorted
	stringMeta *glua.LTable        // the metatable of strings
}

var sharedLibrary = sync.OnceValue(func() *library {
	lib := &library{values: map[string]glua.LValue{}, tables: map[string][]string{}}
	maps.Copy(lib.values, baseLibrary())
	for name, members := range map[string]map[string]glua.LValue{
		"string":    stringLibrary(),
		"table":     tableLibrary(),
		"math":      mathLibrary(),
		"utf8":      utf8Library(),
		"bit":       bitLibrary(),
		"coroutine": coroutineLibrary(),
	} {
		tb := makeTable(0, len(members))
		lib.tables[name] = slices.Sorted(maps.Keys(members))
		for _, member := range lib.tables[name] {
			tb.RawSetString(member, members[member])
		}
		if name == "string" {
			lib.stringMeta = makeTable(0, 8)
			for event, fn := range textArithmetic() {
				lib.stringMeta.RawSetString(event, fn)
			}
			hidden := makeTable(0, len(members))
			*hidden = *tb
			lib.stringMeta.RawSetString("__index", hidden)
			lib.stringMeta.RawSetString("__metatable", lockedText)
		}
		freeze(tb, fixedLibrary, false)
		lib.values[name] = tb
	}
	lib.globals = slices.Sorted(maps.Keys(lib.values))
	return lib
})

// lib is one call of a library function.
type lib struct {
	L    *glua.LState
	t    *Thread
	name string // of the function, for errors
}

func bind(name string, fn func(c lib) int) glua.LValue {
	return goFunc(func(L *glua.LState) int { return fn(lib{L: L, t: threadOf(L), name: name}) })
}

func (c lib) len() int              { return c.L.GetTop() }
func (c lib) get(i int) glua.LValue { return c.L.Get(i) }
func (c lib) push(v glua.LValue)    { c.L.Push(v) }

func (c lib) fail(format string, args ...any) { c.t.raisef(c.L, format, args...) }

// bad raises an error about argument i.
func (c lib) bad(i int, format string, args ...any) {
	err := &ScriptError{
		Code:    codeScript,
		Message: fmt.Sprintf("bad argument #%d to '%s' (%s)", i, c.name, fmt.Sprintf(format, args...)),
	}
	if kind, name := helperOperand(c.L, i); name != "" && c.get(i) == glua.LNil {
		err.Hint = fmt.Sprintf("%s '%s' is nil here: test it first, or give it a value", kind, clipped(name))
	}
	c.t.raiseError(c.L, err)
}

func argType(L *glua.LState, i int) string {
	if i > L.GetTop() {
		return "no value"
	}
	return typeName(L.Get(i))
}

func (c lib) wrong(i int, expected string) {
	c.bad(i, "%s expected, got %s", expected, argType(c.L, i))
}

// any returns argument i, which must be given.
func (c lib) any(i int) glua.LValue {
	if i > c.len() {
		c.bad(i, "value expected")
	}
	return c.get(i)
}

func (c lib) table(i int) *glua.LTable {
	tb, ok := c.get(i).(*glua.LTable)
	if !ok {
		c.wrong(i, "table")
	}
	return tb
}

func (c lib) function(i int) *glua.LFunction {
	fn, ok := c.get(i).(*glua.LFunction)
	if !ok {
		c.wrong(i, "function")
	}
	return fn
}

// absent says whether argument i is nil or not given.
func (c lib) absent(i int) bool { return c.get(i) == glua.LNil }

// number returns argument i, or the number that a string holds.
func (c lib) number(i int) float64 {
	switch v := c.get(i).(type) {
	case glua.LNumber:
		return float64(v)
	case glua.LString:
		c.t.charge(int64(1 + len(v)/bytesPerStep))
		if f, ok := parseNumber(string(v)); ok {
			return f
		}
	}
	c.wrong(i, "number")
	return 0
}

// maxWhole is 2^53: whole numbers beyond it are not exact.
const maxWhole = 1 << 53

// whole returns argument i, which must be a whole number. What is beyond 2^53 is taken as the nearest int.
func (c lib) whole(i int) int {
	f := c.number(i)
	if f != math.Trunc(f) || math.IsInf(f, 0) {
		c.bad(i, "number has no integer representation")
	}
	return int(max(-1<<62, min(1<<62, f)))
}

func (c lib) wholeOr(i, otherwise int) int {
	if c.absent(i) {
		return otherwise
	}
	return c.whole(i)
}

// text returns argument i, a string, or a number as a string.
func (c lib) text(i int) string {
	switch v := c.get(i).(type) {
	case glua.LString:
		return string(v)
	case glua.LNumber:
		return numberText(float64(v))
	}
	c.wrong(i, "string")
	return ""
}

func (c lib) textOr(i int, otherwise string) string {
	if c.absent(i) {
		return otherwise
	}
	return c.text(i)
}

// room is to be called before a string of n bytes is made.
func (c lib) room(n int) { chargeBytes(c.L, n) }

func (c lib) pushText(s string) int {
	c.push(glua.LString(s))
	return 1
}

func (c lib) pushNumber(f float64) int {
	c.push(number(f))
	return 1
}

func (c lib) pushBool(b bool) int {
	c.push(boolean(b))
	return 1
}

// call calls fn, which lies below its n arguments on the stack, for one result.
func (c lib) call(n int) glua.LValue {
	c.L.Call(n, 1)
	v := c.L.Get(-1)
	c.L.Pop(1)
	return v
}

// work is the toll of one call that does not know beforehand how much it has to do. It pays as it goes, up to maxCharge.
type work struct {
	t     *Thread
	L     *glua.LState
	name  string
	spent int64
}

func (c lib) work() work { return work{t: c.t, L: c.L, name: c.name} }

func (w *work) charge(steps int64) {
	if w.spent += steps; w.spent > maxCharge {
		w.t.raisef(w.L, "'%s' has too much to do: over %s steps in one call", w.name, grouped(maxCharge))
	}
	w.t.charge(steps)
}

// charge pays for one piece of work whose size is known.
func (c lib) charge(steps int64) {
	if steps > maxCharge {
		c.fail("'%s' has too much to do: %s steps in one call, and %s are allowed", c.name, grouped(steps), grouped(maxCharge))
	}
	c.t.charge(steps)
}
