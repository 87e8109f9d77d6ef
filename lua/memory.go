package lua

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"unsafe"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/border"
	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

// Accounted sizes of what only the audit sees.
const (
	namesBytes     = 800 // the smallest hash part
	funcBytes      = 120
	textBytes      = 8 // of a string, besides its bytes
	coroutineBytes = 200
	strandBytes    = 16 << 10
	registerBytes  = 16 // of the registers that a stack has grown by
)

// namesPerStep is how many names of locals are gone through for one step.
const namesPerStep = 64

// auditSteps is how many steps a state may take without its memory being looked at, for not everything that allocates is
// charged.
const auditSteps = 32_768

// repageSteps is how many steps a state takes at least until an audit has all numbers made anew that it holds. A page of numbers takes
// the VM 32 instructions, so meanwhile at most 8 bytes for each step are kept alive by others.
const repageSteps = 2 * auditSteps

// audit walks what is reachable, takes a step for each object, stops coroutines that nothing leads to, and ends the thread
// where the script holds more than it may.
func (t *Thread) audit() {
	t.settle()
	st := t.st
	st.past += st.made
	st.made, st.sinceAudit = 0, 0
	for _, thread := range st.threads {
		thread.meter.ForgetWalks()
	}
	a := newAuditor(st)
	if a.repages = st.steps-st.repaged >= repageSteps; a.repages {
		st.repaged = st.steps
	}
	a.roots()
	st.held, st.heldAt = a.total, st.past
	t.book(int64(len(a.queue) + a.passed/namesPerStep))
	st.sinceAudit = 0
	st.long = a.long || slices.ContainsFunc(st.programs, func(p *Program) bool { return p.long })
	for _, co := range slices.Clone(st.bred) {
		if co.state == coSuspended && !a.seen[co] {
			co.drop()
		}
	}
	if a.total > st.box.maxMemory {
		err := t.scene(codeMemory, fmt.Sprintf("the script holds %s bytes, and %s are allowed%s",
			number.Grouped(a.total), number.Grouped(st.box.maxMemory), a.largest()))
		err.Hint = "drop what is not needed: t[k] = nil, or t = {}"
		st.odd = true
		t.fail(err)
	}
	t.reload()
}

// Memory returns at most how many accounted bytes of Lua data the state holds: what it held when it was last measured, and
// all that was made since then. It looks at nothing.
func (st *State) Memory() int64 { return st.held + st.past + st.made - st.heldAt }

// Measure returns how many accounted bytes of Lua data the state holds, by walking all of them. It may be called while no
// thread of the state runs, and changes nothing of what a script will see or be charged.
func (st *State) Measure() int64 {
	st.mustBeOpen()
	a := newAuditor(st)
	a.roots()
	st.held, st.heldAt = a.total, st.past+st.made
	return st.held
}

// auditor adds up what a state holds.
type auditor struct {
	st      *State
	seen    map[any]bool
	fresh   vm.Fresh // what takes the place of captured variables that pinned their stack
	queue   []held
	next    int // the first of the queue that was not looked into
	total   int64
	big     int   // index of the largest table
	most    int64 // its bytes
	long    bool  // there is a string that is long, see longText
	repages bool  // it has numbers made anew, see vm.Own

	passed int // names of locals that were gone through
}

func newAuditor(st *State) *auditor {
	return &auditor{st: st, seen: map[any]bool{}, fresh: vm.Fresh{}}
}

// held is one object and where it was found first.
type held struct {
	object any // *glua.LTable, *glua.LFunction, *coroutine, or *glua.LUserData with a vm.Holder
	from   int // index of what it was found in; -1: a root
	step   string
	key    glua.LValue
}

// roots visits what is reachable. What has a name in the script is looked at first, so that it is called by it.
func (a *auditor) roots() {
	a.big = -1
	st := a.st
	for _, p := range st.programs {
		a.total += p.bytes
	}
	a.seen[st.globals] = true
	a.queue = append(a.queue, held{object: st.globals, from: -1})
	if mem, ok := st.globals.RawGetString("mem").(*glua.LTable); ok {
		a.add(mem, held{from: -1, step: "mem"})
	}
	a.walk()
	for _, t := range st.threads {
		a.add(t.fn, held{from: -1, step: "the main part"})
		for _, arg := range t.args {
			a.add(arg, held{from: -1, step: "an argument"})
		}
		if t.caught != nil {
			a.add(t.caught.value, held{from: -1, step: "an error value"})
		}
		for s := t.top; s != nil; s = s.up {
			a.strand(s)
		}
	}
	funcs := make([]*Func, 0, len(st.kept))
	for f := range st.kept {
		funcs = append(funcs, f)
	}
	// Only the path of the largest table depends on the order, and only where two handlers hold it.
	slices.SortFunc(funcs, func(x, y *Func) int {
		return cmp.Compare(lineOf(x.fn), lineOf(y.fn))
	})
	for _, f := range funcs {
		a.add(f.fn, held{from: -1, step: "a handler"})
	}
	a.walk()
}

func lineOf(fn *glua.LFunction) int {
	if fn.IsG {
		return 0
	}
	return fn.Proto.LineDefined
}

func (a *auditor) strand(s *strand) {
	a.total += strandBytes + int64(s.grown())*registerBytes
	for _, handler := range s.handlers {
		a.add(handler, held{from: -1, step: "the handler of xpcall"})
	}
	if s.co != nil {
		a.seen[s.co] = true
		for i, v := range s.co.passed {
			s.co.passed[i] = a.local(v)
		}
	}
	a.passed += s.values(func(name string, v glua.LValue) (own glua.LValue, other bool) {
		if !vm.IsName(name) {
			name = "a local"
		}
		a.add(v, held{from: -1, step: name})
		return a.own(v)
	})
}

// own returns what is to be held in place of a value, and whether that is another.
func (a *auditor) own(v glua.LValue) (own glua.LValue, other bool) {
	if !a.repages {
		return v, false
	}
	return vm.Own(v)
}

// local counts a value that no table holds, and returns what is to be held in its place.
func (a *auditor) local(v glua.LValue) glua.LValue {
	a.add(v, held{from: -1, step: "a local"})
	own, _ := a.own(v)
	return own
}

// add counts a value, and queues what has to be looked into.
func (a *auditor) add(v glua.LValue, at held) {
	switch v := v.(type) {
	case glua.LString:
		a.text(string(v))
		return
	case *glua.LTable:
		at.object = v
		if p := vm.ProxyOf(v); p != nil {
			if f, ok := p.(*vm.Frozen); !ok || !f.OfRun {
				return
			}
		}
	case *glua.LFunction:
		if v.IsG && len(v.Upvalues) == 0 {
			return
		}
		at.object = v
	case *glua.LUserData:
		switch o := v.Value.(type) {
		case *coroutine:
			at.object = o
		case vm.Holder:
			at.object = v
		default:
			return
		}
	default:
		return
	}
	if a.seen[at.object] {
		return
	}
	a.seen[at.object] = true
	a.queue = append(a.queue, at)
}

// text counts a string.
func (a *auditor) text(s string) {
	if len(s) > border.ShortText {
		key := unsafe.StringData(s)
		if a.seen[key] {
			return
		}
		a.seen[key] = true
		a.long = a.long || len(s) >= vm.LongText
	}
	a.total += textBytes + int64(len(s))
}

// walk looks into what is queued.
func (a *auditor) walk() {
	for ; a.next < len(a.queue); a.next++ {
		i, before := a.next, a.total
		switch object := a.queue[i].object.(type) {
		case *glua.LTable:
			a.table(object, i)
			if size := a.total - before; size > a.most {
				a.big, a.most = i, size
			}
		case *glua.LFunction:
			a.function(object, i)
		case *glua.LUserData:
			a.total += object.Value.(vm.Holder).Held(a.local)
		case *coroutine:
			a.total += coroutineBytes
			if object.fn != nil { // else it is what coroutine.running answers outside of a coroutine
				a.add(object.fn, held{from: i, step: "a coroutine"})
			}
			if object.strand != nil {
				a.strand(object.strand)
			}
			if object.failed != nil {
				a.add(object.failed.value, held{from: i, step: "an error value"})
			}
		}
	}
}

func (a *auditor) table(tb *glua.LTable, i int) {
	a.total += vm.TableBytes
	if hidden := vm.Plain(tb); hidden != tb {
		tb = hidden
	} else if meta, ok := tb.Metatable.(*glua.LTable); ok && tb != a.st.globals {
		a.add(meta, held{from: i, step: " (metatable)"})
	}
	e := vm.ExtentOf(tb)
	a.total += int64(e.Slots) * vm.SlotBytes
	if e.Keys > 0 {
		a.total += max(namesBytes, int64(e.Keys)*vm.KeyBytes)
	}
	last := glua.LValue(glua.LNil)
	if e.Slots > 0 {
		last = glua.LNumber(e.Slots)
	}
	for n := 1; n <= e.Slots; n++ { // Next would make a value of each number
		switch v := tb.RawGetInt(n); v.(type) {
		case glua.LNumber:
			if own, other := a.own(v); other {
				tb.RawSetInt(n, own)
			}
		case glua.LBool, *glua.LNilType:
		default:
			a.add(v, held{from: i, key: glua.LNumber(n)})
		}
	}
	for k, v := tb.Next(last); k != glua.LNil; k, v = tb.Next(k) {
		if _, ok := k.(glua.LNumber); !ok {
			a.add(k, held{from: i, step: " (a key)"})
		}
		a.add(v, held{from: i, key: k})
		if own, other := a.own(v); other {
			tb.RawSet(k, own)
		}
	}
}

func (a *auditor) function(fn *glua.LFunction, i int) {
	a.total += funcBytes
	for n, captured := range fn.Upvalues {
		if captured == nil {
			continue
		}
		if vm.PinsStack(captured) {
			captured = a.fresh.Of(captured)
			fn.Upvalues[n] = captured
		}
		if a.seen[captured] {
			continue
		}
		a.seen[captured] = true
		a.total += vm.CapturedBytes
		at := held{from: -1, step: "a local"}
		if !fn.IsG && n < len(fn.Proto.DbgUpvalues) && vm.IsName(fn.Proto.DbgUpvalues[n]) {
			at.step = fn.Proto.DbgUpvalues[n]
		}
		a.add(captured.Value(), at)
		if captured.IsClosed() && fn.Env == a.st.globals { // no function of the prelude, which other states have as well
			if own, other := a.own(captured.Value()); other {
				captured.SetValue(own)
			}
		}
	}
}

// largest names the table that holds most.
func (a *auditor) largest() string {
	if a.big < 0 {
		return ""
	}
	path := ""
	for i := a.big; i >= 0; i = a.queue[i].from {
		at := a.queue[i]
		if at.key == nil {
			path = at.step + path
			continue
		}
		switch key := at.key.(type) {
		case glua.LString:
			path = border.KeyStep(string(key)) + path
		case glua.LNumber:
			path = "[" + number.Text(float64(key)) + "]" + path
		default:
			path = "[" + vm.TypeName(key) + "]" + path
		}
	}
	if len(path) > 0 && path[0] == '.' {
		path = path[1:]
	}
	if len(path) > 80 {
		path = path[:80] + "…"
	}
	tb, ok := a.queue[a.big].object.(*glua.LTable)
	if !ok || path == "" {
		return ""
	}
	e := vm.ExtentOf(vm.Plain(tb))
	return "; the largest table is " + path + " with " + strconv.Itoa(e.Slots+e.Live) + " entries"
}
