package lua

import (
	"iter"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/library"
	"mystic-sdk/lua/internal/vm"
)

const (
	maxCoroutines  = 64 // that hold a stack, in a run
	maxResumeDepth = 32 // coroutines that resumed each other
	coroutineSteps = 100
	resumeSteps    = 10

	auditedPerStep = 128 // bytes of memory that are looked through for one step where a coroutine asks for it
)

// coroutine is one of a script. It has a stack of its own from its first resume to its end, and is part of the thread that
// resumes it first, so that steps are counted and words block as they do elsewhere.
type coroutine struct {
	st     *State
	t      *Thread // from the first resume on
	fn     *glua.LFunction
	handle *glua.LUserData // what the script holds
	state  coroutineState
	strand *strand // from the first resume to the end

	next func() (struct{}, bool)
	stop func()

	passed []glua.LValue // the values of the last resume or yield
	yields bool          // it handed over because it yielded, not because the thread pauses
	failed *fault        // why it died, where an error did it
	drops  bool          // it is being unwound while its thread goes on
}

type coroutineState uint8

const (
	coSuspended coroutineState = iota
	coRunning                  // or it resumed another that runs
	coDead
)

// coLib is one call of a function about coroutines.
type coLib struct {
	library.Call
	t *Thread
}

func coroutineLibrary() map[string]glua.LValue {
	all := map[string]glua.LValue{}
	for name, fn := range map[string]func(c coLib) int{
		"close": coroutineClose, "create": coroutineCreate, "isyieldable": coroutineIsyieldable, "resume": coroutineResume,
		"running": coroutineRunning, "status": coroutineStatus, "wrap": coroutineWrap, "yield": coroutineYield,
	} {
		all[name] = library.Bind(name, func(c library.Call) int { return fn(coLib{c, threadOf(c.L)}) })
	}
	return all
}

func (c coLib) newCoroutine() *coroutine {
	c.t.allocate(2 * vm.TableBytes)
	co := &coroutine{st: c.t.st, fn: c.Function(1)}
	co.handle = &glua.LUserData{Value: co, Metatable: glua.LNil}
	return co
}

func (c coLib) coroutine(i int) *coroutine {
	if ud, ok := c.Get(i).(*glua.LUserData); ok {
		if co, ok := ud.Value.(*coroutine); ok {
			return co
		}
	}
	c.Wrong(i, "coroutine")
	return nil
}

func coroutineCreate(c coLib) int {
	c.Push(c.newCoroutine().handle)
	return 1
}

func coroutineResume(c coLib) int {
	co := c.coroutine(1)
	c.L.Remove(1)
	if why := co.refusal(c.t); why != "" {
		c.Push(glua.LFalse)
		c.Push(glua.LString(why))
		return 2
	}
	if f := c.resume(co); f != nil {
		c.t.caught = f
		c.Push(glua.LFalse)
		c.Push(f.value)
		return 2
	}
	c.Push(glua.LTrue)
	return 1 + c.pushPassed(co)
}

func coroutineWrap(c coLib) int {
	co := c.newCoroutine()
	wrapped := vm.GoFunc(func(L *glua.LState) int {
		c := coLib{library.Call{L: L, Meter: vm.MeterOf(L), Name: "wrap"}, threadOf(L)}
		if why := co.refusal(c.t); why != "" {
			c.t.raiseError(L, &ScriptError{Message: why, Hint: "it gives nothing more: end the loop at its last value, or ask coroutine.status(co) of one made with coroutine.create"})
		}
		if f := c.resume(co); f != nil {
			c.t.raise(L, f.value, f.err)
		}
		return c.pushPassed(co)
	})
	c.Push(library.Holding(wrapped, co.handle))
	return 1
}

func (c coLib) pushPassed(co *coroutine) int {
	for _, v := range co.passed {
		c.Push(v)
	}
	n := len(co.passed)
	if clear(co.passed); co.state == coDead {
		co.passed = nil
	} else {
		co.passed = co.passed[:0]
	}
	return n
}

// refusal says why a coroutine cannot be resumed now.
func (co *coroutine) refusal(t *Thread) string {
	switch {
	case co.state == coDead:
		return "cannot resume dead coroutine"
	case co.state == coRunning:
		return "cannot resume non-suspended coroutine"
	case co.t != nil && co.t != t:
		return "cannot resume a coroutine of the main script or of another handler"
	}
	depth := 0
	for s := t.top; s != nil; s = s.up {
		depth++
	}
	if depth > maxResumeDepth {
		return "too many coroutines that resume each other"
	}
	return ""
}

// resume lets a coroutine run until it yields or ends, with the arguments that are on the stack. It returns the error that
// killed it.
func (c coLib) resume(co *coroutine) *fault {
	t := c.t
	t.charge(resumeSteps)
	if co.strand == nil {
		co.begin(c)
	}
	for i := 1; i <= c.Len(); i++ {
		co.passed = append(co.passed, c.Get(i))
	}
	c.L.SetTop(0)
	from := t.top
	s := co.strand
	s.up = from
	co.state = coRunning
	for {
		t.top = s
		_, alive := co.next()
		if !alive {
			break
		}
		if co.yields {
			co.yields = false
			t.top, s.up = from, nil
			co.state = coSuspended
			t.payGrowth(s.growth())
			return nil
		}
		// The thread pauses somewhere inside: hand on, from strand to strand, to whoever resumed it.
		if !from.yield(struct{}{}) {
			t.finish(Ended, nil)
			t.top = s
			co.stop()
			break
		}
	}
	t.top = from
	grown, copied := s.growth()
	co.end()
	if t.ended {
		t.unwind()
	}
	t.payGrowth(grown, copied)
	failed := co.failed
	if failed != nil { // of which only the value is asked for once more, by coroutine.close
		co.failed = &fault{value: failed.value}
	}
	return failed
}

// payGrowth pays for the bytes that a stack has grown by, and for those that were copied for that.
func (t *Thread) payGrowth(bytes, copied int64) {
	if bytes > 0 {
		t.charge(copied / vm.BytesPerStep)
		t.allocate(bytes)
	}
}

// begin gives a coroutine its stack.
func (co *coroutine) begin(c coLib) {
	st := co.st
	if len(st.bred) >= maxCoroutines {
		c.t.charge(st.Memory() / auditedPerStep)
		c.t.audit()
		if len(st.bred) >= maxCoroutines {
			c.Fail("more than %d coroutines that are not finished", maxCoroutines)
		}
	}
	c.t.charge(coroutineSteps)
	st.made += strandBytes
	co.strand = st.machine.take(st.globals)
	co.strand.co = co
	co.strand.L.SetContext(&c.t.meter)
	co.t = c.t
	co.next, co.stop = iter.Pull(co.run)
	st.bred = append(st.bred, co)
}

// run is the coroutine.
func (co *coroutine) run(yield func(struct{}) bool) {
	s := co.strand
	s.yield = yield
	t := co.t
	defer func() {
		if r := recover(); r != nil {
			t.escaped(r)
		}
	}()
	s.L.Push(co.fn)
	n := len(co.passed)
	for _, v := range co.passed {
		s.L.Push(v)
	}
	co.passed = co.passed[:0]
	err := s.L.PCall(n, glua.MultRet, onErrorFunc)
	switch {
	case t.over():
	case err != nil:
		co.failed = t.fault
		t.fault = nil
		if co.failed == nil {
			t.chargeTrace(err.(*glua.ApiError), 0)
			co.failed = t.unlooked(err.(*glua.ApiError))
		}
	default:
		for i := 1; i <= s.L.GetTop(); i++ {
			co.passed = append(co.passed, s.L.Get(i))
		}
	}
}

// end gives the stack of a coroutine back.
func (co *coroutine) end() {
	co.state = coDead
	co.st.machine.give(co.strand)
	co.strand, co.next, co.stop = nil, nil, nil
	co.st.bred = slices.DeleteFunc(co.st.bred, func(other *coroutine) bool { return other == co })
}

// drop unwinds a suspended coroutine without running any code of the script.
func (co *coroutine) drop() {
	if co.strand == nil {
		co.state = coDead
		return
	}
	t := co.t
	before := t.top
	co.drops = true
	t.settle()
	t.meter.Fuel, t.meter.Given = 0, 0 // so that every instruction and charge looks
	t.top = co.strand
	co.stop()
	t.top = before
	co.end()
	if t.running {
		t.reload()
	}
}

func coroutineYield(c coLib) int {
	s := c.t.top
	co := s.co
	if co == nil {
		c.t.raiseError(c.L, &ScriptError{
			Message: "attempt to yield from outside a coroutine", Hint: "wait(seconds) lets time pass; yield is for functions that coroutine.wrap was given",
		})
	}
	for i := 1; i <= c.Len(); i++ {
		co.passed = append(co.passed, c.Get(i))
	}
	co.yields = true
	if !s.yield(struct{}{}) {
		c.t.unwind()
	}
	return c.pushPassed(co)
}

func coroutineStatus(c coLib) int {
	co := c.coroutine(1)
	switch {
	case co.state == coDead:
		return c.PushText("dead")
	case co.state == coSuspended:
		return c.PushText("suspended")
	case c.t.top.co == co:
		return c.PushText("running")
	}
	return c.PushText("normal")
}

func coroutineIsyieldable(c coLib) int { return c.PushBool(c.t.top.co != nil) }

func coroutineRunning(c coLib) int {
	if co := c.t.top.co; co != nil {
		c.Push(co.handle)
		return 1 + c.PushBool(false)
	}
	if c.t.handle == nil {
		main := &coroutine{st: c.t.st, state: coRunning}
		c.t.handle = &glua.LUserData{Value: main, Metatable: glua.LNil}
	}
	c.Push(c.t.handle)
	return 1 + c.PushBool(true)
}

func coroutineClose(c coLib) int {
	co := c.coroutine(1)
	if co.state == coRunning {
		c.Fail("cannot close a running coroutine")
	}
	failed := co.failed
	co.failed = nil
	if co.state == coSuspended {
		co.drop()
	}
	co.passed = nil
	if failed != nil {
		c.Push(glua.LFalse)
		c.Push(failed.value)
		return 2
	}
	return c.PushBool(true)
}
