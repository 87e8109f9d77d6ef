package lua

import (
	"strconv"
	"strings"
	"unicode/utf8"
	"weak"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/border"
	"mystic-sdk/lua/internal/library"
	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

// Value is one Lua value, valid while its state is open.
type Value struct {
	lv   glua.LValue
	st   *State
	call *Call // that it is an argument of; nil for others
}

// Kind of a Value.
type Kind uint8

// The kinds.
const (
	KindNil Kind = iota
	KindBool
	KindNumber
	KindText
	KindTable
	KindFunc
	KindOther // a coroutine
)

// String returns the kind as Lua's type() says it.
func (k Kind) String() string { return vm.Kind(k).String() }

func kindOf(lv glua.LValue) Kind { return Kind(vm.KindOf(lv)) }

// Kind returns the kind.
func (v Value) Kind() Kind { return kindOf(v.lv) }

// Bool returns the truth of the value as `if` sees it.
func (v Value) Bool() bool { return v.lv != nil && glua.LVAsBool(v.lv) }

// Number returns the number, 0 unless the kind is KindNumber.
func (v Value) Number() float64 {
	n, _ := v.lv.(glua.LNumber)
	return float64(n)
}

// Text returns the string, "" unless the kind is KindText.
func (v Value) Text() string {
	s, _ := v.lv.(glua.LString)
	return string(s)
}

// Func returns the function, nil unless the kind is KindFunc.
func (v Value) Func() *Func {
	if fn, ok := v.lv.(*glua.LFunction); ok {
		return &Func{fn: fn, st: v.st}
	}
	return nil
}

// Go returns the value as JSON would say it (nil, bool, float64, string, []any, map[string]any); the error names the path. For an
// argument of the word that runs a step is charged for each value in it, which may pause the script.
func (v Value) Go() (any, error) {
	left := border.MaxCrossing
	converted, err := border.ToGo(v.lv, &left)
	if c := v.call; c != nil && c.s.call == c && v.st.running == c.t {
		c.t.charge(int64(border.MaxCrossing - left))
	}
	return converted, err
}

// Display returns the value as print shows it: strings as they are, tables on one line, at most max bytes. A longer text
// ends in "…". It is the same on every run: a function or a coroutine is shown with a number of its state. An argument of
// the word that runs is shown as its __tostring says, which is code of the script: it may block, and an error in it
// unwinds the word.
func (v Value) Display(max int) string {
	if c := v.call; c != nil && c.s.call == c && v.st.running == c.t {
		if event := vm.MetaField(v.lv, "__tostring"); event != glua.LNil {
			v.lv = glua.LString(library.Call{L: c.L, Meter: &c.t.meter, Name: "tostring"}.Tostring(v.lv))
		}
	}
	d := display{st: v.st, max: max}
	d.value(v.lv, 0)
	return d.text()
}

// Func is a function of a state.
type Func struct {
	fn *glua.LFunction
	st *State
}

// Keep says that the host holds on to the function, as to a handler, beyond the call that it came with: what only the
// function can reach then counts as memory of the script. Release says that it no longer does; it is called as often.
func (f *Func) Keep() {
	if f.st.kept == nil {
		f.st.kept = map[*Func]int{}
	}
	f.st.kept[f]++
}

// Release undoes one Keep.
func (f *Func) Release() {
	if f.st.kept[f]--; f.st.kept[f] <= 0 {
		delete(f.st.kept, f)
	}
}

// objectNames numbers the tables, functions and coroutines of a state in the order in which it is asked for them. It does
// not keep them alive.
type objectNames struct {
	tables numbered[glua.LTable]
	funcs  numbered[glua.LFunction]
	others numbered[glua.LUserData]
	last   int
}

// numbered are the objects of one type that have a number.
type numbered[T any] struct {
	ids  map[weak.Pointer[T]]int
	many int // how many there may be before those that are gone are left out
}

// text returns "table: 3".
func (n *objectNames) text(lv glua.LValue) string {
	id := 0
	switch o := lv.(type) {
	case *glua.LTable:
		id = n.tables.of(o, &n.last)
	case *glua.LFunction:
		id = n.funcs.of(o, &n.last)
	case *glua.LUserData:
		id = n.others.of(o, &n.last)
	}
	return vm.TypeName(lv) + ": " + strconv.Itoa(id)
}

// of returns the number of an object; one that has none gets the one behind last.
func (n *numbered[T]) of(object *T, last *int) int {
	p := weak.Make(object)
	if id, ok := n.ids[p]; ok {
		return id
	}
	if len(n.ids) >= n.many {
		n.sweep()
	}
	*last++
	n.ids[p] = *last
	return *last
}

// fewNumbered is how many numbered objects are kept without a look at which of them are gone.
const fewNumbered = 1024

// sweep leaves out the objects that are gone. The map is made anew, for one that was large stays so.
func (n *numbered[T]) sweep() {
	kept := map[weak.Pointer[T]]int{}
	for p, id := range n.ids {
		if p.Value() != nil {
			kept[p] = id
		}
	}
	n.ids, n.many = kept, max(fewNumbered, 2*len(kept))
}

// display writes a value on one line.
type display struct {
	st   *State
	max  int
	buf  strings.Builder
	open []*glua.LTable // the tables around the one that is written
}

const displayDepth = 8

func (d *display) full() bool { return d.buf.Len() > d.max }

// text returns what was written, cut at a character.
func (d *display) text() string {
	s := d.buf.String()
	if len(s) <= d.max {
		return s
	}
	const mark = "…"
	cut, end := d.max-len(mark), mark
	if cut < 0 {
		cut, end = d.max, ""
	}
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + end
}

func (d *display) value(lv glua.LValue, depth int) {
	switch v := lv.(type) {
	case nil, *glua.LNilType:
		d.buf.WriteString("nil")
	case glua.LBool:
		d.buf.WriteString(strconv.FormatBool(bool(v)))
	case glua.LNumber:
		d.buf.WriteString(number.Text(float64(v)))
	case glua.LString:
		if depth > 0 {
			d.quoted(string(v))
			return
		}
		d.buf.WriteString(string(v[:min(len(v), d.max+1)]))
	case *glua.LTable:
		d.table(v, depth)
	default:
		d.buf.WriteString(d.st.names.text(lv))
	}
}

// quoted writes a string inside a table, at most as much of it as there is room for.
func (d *display) quoted(s string) {
	d.buf.WriteString(strconv.Quote(s[:min(len(s), d.max+1)]))
}

func (d *display) table(tb *glua.LTable, depth int) {
	for _, around := range d.open {
		if around == tb {
			d.buf.WriteString("{...}")
			return
		}
	}
	if depth >= displayDepth {
		d.buf.WriteString("{...}")
		return
	}
	hidden := vm.Plain(tb)
	if hidden == nil {
		d.answered(tb, depth)
		return
	}
	if t := d.st.running; t != nil {
		t.meter.ChargeWalk(hidden)
	}
	d.open = append(d.open, tb)
	d.buf.WriteByte('{')
	next := 1
	for k, v := hidden.Next(glua.LNil); k != glua.LNil && !d.full(); k, v = hidden.Next(k) {
		if d.buf.String()[d.buf.Len()-1] != '{' || next > 1 {
			d.buf.WriteString(", ")
		}
		if n, ok := k.(glua.LNumber); ok && int(n) == next && float64(n) == float64(next) {
			next++
		} else if s, ok := k.(glua.LString); ok && len(s) <= d.max && vm.IsName(string(s)) {
			d.buf.WriteString(string(s) + " = ")
			next = max(next, 2)
		} else {
			d.buf.WriteByte('[')
			d.value(k, depth+1)
			d.buf.WriteString("] = ")
			next = max(next, 2)
		}
		d.value(v, depth+1)
	}
	d.buf.WriteByte('}')
	d.open = d.open[:len(d.open)-1]
}

// answered writes an object whose fields Go answers. They can be asked for only while a script runs, and listed only where the
// host lists them.
func (d *display) answered(tb *glua.LTable, depth int) {
	p, ok := vm.ProxyOf(tb).(*vm.Answered)
	t := d.st.running
	if !ok || t == nil || p.Keys == nil {
		d.buf.WriteString(d.st.names.text(tb))
		return
	}
	L := t.top.L
	d.open = append(d.open, tb)
	d.buf.WriteByte('{')
	first := true
	for _, key := range p.Keys(L) {
		if d.full() {
			break
		}
		t.charge(1)
		v := L.GetField(tb, key)
		if v == glua.LNil {
			continue
		}
		if !first {
			d.buf.WriteString(", ")
		}
		first = false
		d.buf.WriteString(key + " = ")
		d.value(v, depth+1)
	}
	d.buf.WriteByte('}')
	d.open = d.open[:len(d.open)-1]
}
