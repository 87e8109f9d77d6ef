package lua

import (
	"iter"
	"slices"

	glua "github.com/yuin/gopher-lua"
)

const (
	maxCoroutines  = 64 // that hold a stack, in a run
	maxResumeDepth = 32 // coroutines that resumed each other
	coroutineSteps = 100
	resumeSteps    = 10
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

func coroutineLibrary() map[string]glua.LValue {
	all := map[string]glua.LValue{}
	for name, fn := range map[string]func(c lib) int{
		"close": coroutineClose, "create": coroutineCreate, "isyieldable": coroutineIsyieldable, "resume": coroutineResume,
		"running": coroutineRunning, "status": coroutineStatus, "wrap": coroutineWrap, "yield": coroutineYield,
	} {
		all[name] = bind(name, fn)
	}
	return all
}

func (c lib) newCoroutine() *coroutine {
	c.t.allocate(2 * tableBytes)
	co := &coroutine{st: c.t.st, fn: c.function(1)}
	co.handle = &glua.LUserData{Value: co, Metatable: glua.LNil}
	return co
}

func (c lib) coroutine(i int) *coroutine {
	if ud, ok := c.get(i).(*glua.LUserData); ok {
		if co, ok := ud.Value.(*coroutine); ok {
			return co
		}
	}
	c.wrong(i, "coroutine")
	return nil
}

func coroutineCreate(c lib) int {
	c.push(c.newCoroutine().handle)
	return 1
}

func coroutineResume(c lib) int {
	co := c.coroutine(1)
	c.L.Remove(1)
	if why := co.refusal(c.t); why != "" {
		c.push(glua.LFalse)
		c.push(glua.LString(why))
		return 2
	}
	if f := c.resume(co); f != nil {
		c.t.caught = f
		c.push(glua.LFalse)
		c.push(f.value)
		return 2
	}
	c.push(glua.LTrue)
	return 1 + c.pushPassed(co)
}

func coroutineWrap(c lib) int {
	co := c.newCoroutine()
	wrapped := goFunc(func(L *glua.LState) int {
		c := lib{L: L, t: threadOf(L), name: "wrap"}
		if why := co.refusal(c.t); why != "" {
			c.fail("%s", why)
		}
		if f := c.resume(co); f != nil {
			c.t.raise(L, f.value, f.err)
		}
		return c.pushPassed(co)
	})
	// The audit finds the coroutine through what the function captured.
	held := &glua.Upvalue{}
	held.Close()
	held.SetValue(co.handle)
	wrapped.Upvalues = []*glua.Upvalue{held}
	c.push(wrapped)
	return 1
}

func (c lib) pushPassed(co *coroutine) int {
	for _, v := range co.passed {
		c.push(v)
	}
	n := len(co.passed)
	clear(co.passed)
	co.passed = co.passed[:0]
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
func (c lib) resume(co *coroutine) *fault {
	t := c.t
	t.charge(resumeSteps)
	if co.strand == nil {
		co.begin(c)
	}
	for i := 1; i <= c.len(); i++ {
		co.passed = append(co.passed, c.get(i))
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
	co.end()
	if t.ended {
		t.unwind()
	}
	return co.failed
}

// begin gives a coroutine its stack.
func (co *coroutine) begin(c lib) {
	st := co.st
	if len(st.bred) >= maxCoroutines {
		c.t.audit()
		if len(st.bred) >= maxCoroutines {
			c.fail("more than %d coroutines that are not finished", maxCoroutines)
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
	t.meter.fuel, t.meter.given = 0, 0 // so that every instruction and charge looks
	t.top = co.strand
	co.stop()
	t.top = before
	co.end()
	if t.running {
		t.reload()
	}
}

func coroutineYield(c lib) int {
	s := c.t.top
	co := s.co
	if co == nil {
		c.fail("attempt to yield from outside a coroutine")
	}
	for i := 1; i <= c.len(); i++ {
		co.passed = append(co.passed, c.get(i))
	}
	co.yields = true
	if !s.yield(struct{}{}) {
		c.t.unwind()
	}
	return c.pushPassed(co)
}

func coroutineStatus(c lib) int {
	co := c.coroutine(1)
	switch {
	case co.state == coDead:
		return c.pushText("dead")
	case co.state == coSuspended:
		return c.pushText("suspended")
	case c.t.top.co == co:
		return c.pushText("running")
	}
	return c.pushText("normal")
}

func coroutineIsyieldable(c lib) int { return c.pushBool(c.t.top.co != nil) }

func coroutineRunning(c lib) int {
	if co := c.t.top.co; co != nil {
		c.push(co.handle)
		return 1 + c.pushBool(false)
	}
	if c.t.handle == nil {
		main := &coroutine{st: c.t.st, state: coRunning}
		c.t.handle = &glua.LUserData{Value: main, Metatable: glua.LNil}
	}
	c.push(c.t.handle)
	return 1 + c.pushBool(true)
}

func coroutineClose(c lib) int {
	co := c.coroutine(1)
	if co.state == coRunning {
		c.fail("cannot close a running coroutine")
	}
	failed := co.failed
	co.failed = nil
	if co.state == coSuspended {
		co.drop()
	}
	co.passed = nil
	if failed != nil {
		c.push(glua.LFalse)
		c.push(failed.value)
		return 2
	}
	return c.pushBool(true)
}
