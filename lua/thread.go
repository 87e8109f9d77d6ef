package lua

import (
	"iter"
	"runtime/debug"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/border"
	"mystic-sdk/lua/internal/vm"
)

// Status says why Resume came back.
type Status uint8

// The statuses.
const (
	Paused   Status = iota // a word called Pause
	Thinking               // the bucket is empty; Resume goes on once there are steps again
	Done                   // the function returned
	Failed                 // Err says why
	Ended                  // a word returned ErrEnd, or Stop was called
)

// String returns the status in one word.
func (s Status) String() string {
	if names := [...]string{"paused", "thinking", "done", "failed", "ended"}; int(s) < len(names) {
		return names[s]
	}
	return "?"
}

// Thread is one coroutine of a state: the main script or a handler. Lua-level coroutines are part of their thread.
type Thread struct {
	st     *State
	meter  vm.Meter
	fn     *glua.LFunction
	args   []glua.LValue
	source string // the script whose lines Line tells

	next func() (struct{}, bool)
	stop func()

	root *strand
	top  *strand // the strand that runs, or stands: a coroutine of the script, or root

	status  Status
	running bool
	started bool
	ended   bool // the end is set: it is raised until everything is unwound
	final   Status
	err     *ScriptError
	results []any

	steps int64
	think int64
	line  int

	fault     *fault         // what own code raised, on its way to the next protected call
	caught    *fault         // the last error that a script caught
	advised   int            // errors since the last action for which what to write instead was looked for
	unwinding *glua.ApiError // the panic that carries the end

	handle *glua.LUserData // what coroutine.running answers outside of a coroutine
}

func (st *State) newThread(fn *glua.LFunction, args []glua.LValue) *Thread {
	t := &Thread{
		st: st, fn: fn, args: args,
		unwinding: &glua.ApiError{Type: glua.ApiErrorRun, Object: glua.LNil, StackTrace: "-"},
	}
	t.meter.Host, t.meter.MaxString = (*host)(t), st.box.maxString
	if !fn.IsG {
		t.source = fn.Proto.SourceName
		t.line = fn.Proto.LineDefined
	}
	t.root = st.machine.take(st.globals)
	t.top = t.root
	t.root.L.SetContext(&t.meter)
	t.next, t.stop = iter.Pull(t.run)
	st.threads = append(st.threads, t)
	return t
}

// Resume lets it run until the next Status. Only one thread of a state runs at a time.
func (t *Thread) Resume() Status {
	if t.status >= Done {
		return t.status
	}
	if t.st.closed {
		panic("lua: Resume of a thread whose state is closed")
	}
	if t.st.running != nil {
		panic("lua: Resume while a thread of the state is running")
	}
	if t.status == Thinking && t.st.bucket <= 0 {
		return Thinking
	}
	t.started = true
	t.enter()
	returned := false
	defer func() {
		if !returned {
			t.abandon()
		}
	}()
	_, alive := t.next()
	returned = true
	t.leave(nil)
	if !alive {
		t.close()
	}
	return t.status
}

// abandon ends the thread where a word ended the goroutine, as a failing test does.
func (t *Thread) abandon() {
	t.leave(nil)
	t.finish(Ended, nil)
	for _, co := range slices.Clone(t.st.bred) {
		if co.t == t && co.state == coSuspended {
			co.drop()
		}
	}
	t.status, t.st.odd = Ended, true
	t.st.drop(t)
}

// enter makes this the running thread and returns the one that was.
func (t *Thread) enter() (before *Thread) {
	before, t.st.running = t.st.running, t
	t.running = true
	t.reload()
	return before
}

func (t *Thread) leave(before *Thread) {
	t.settle()
	t.meter.Fuel, t.meter.Given = 0, 0
	t.running = false
	t.st.running = before
}

// Status returns what the last Resume returned; Paused before the first.
func (t *Thread) Status() Status { return t.status }

// Stop unwinds it; no code of the script runs any more. Safe in every status, and from within a word of another thread.
// From within a word of the thread itself it is unwound when that word returns.
func (t *Thread) Stop() {
	if t.status >= Done {
		return
	}
	t.finish(Ended, nil)
	if t.running {
		return
	}
	before := t.enter()
	t.stop()
	t.leave(before)
	t.close()
}

// close is called once the coroutine has returned. Coroutines of the script that stand somewhere end with it.
func (t *Thread) close() {
	for _, co := range slices.Clone(t.st.bred) {
		if co.t == t {
			co.drop()
		}
	}
	t.line = t.lastLine()
	t.status = t.final
	t.st.machine.give(t.root)
	t.root, t.top = nil, nil
	t.args, t.next, t.stop = nil, nil, nil
	t.st.drop(t)
}

// run is the coroutine.
func (t *Thread) run(yield func(struct{}) bool) {
	defer func() {
		if r := recover(); r != nil {
			t.escaped(r)
		}
	}()
	t.root.yield = yield
	L := t.root.L
	L.Push(t.fn)
	for _, arg := range t.args {
		L.Push(arg)
	}
	err := L.PCall(len(t.args), glua.MultRet, onErrorFunc)
	if t.ended {
		return
	}
	if err != nil {
		t.finish(Failed, t.uncaught(err.(*glua.ApiError)))
		return
	}
	t.keepResults(L)
	t.finish(Done, nil)
}

// keepResults takes what the function returned, which costs a step for each value in it.
func (t *Thread) keepResults(L *glua.LState) {
	t.results = make([]any, L.GetTop())
	left, shown := border.MaxCrossing, 0
	for i := range t.results {
		var err error
		if t.results[i], err = border.ToGo(L.Get(i+1), &left); err != nil {
			text := Value{lv: L.Get(i + 1), st: t.st}.Display(resultBytes)
			t.results[i], shown = text, shown+len(text)
		}
	}
	t.charge(int64(border.MaxCrossing - left + shown/messagePerStep))
}

// resultBytes bounds the text of a result that JSON cannot say.
const resultBytes = 500

// escaped ends the thread after a panic that no protected call of the VM held, which its state does not outlive.
func (t *Thread) escaped(r any) {
	t.st.odd = true
	switch {
	case t.ended:
	case t.overflowed():
		t.finish(Failed, t.blame(t.top.L, &ScriptError{Message: overflowMessage, Hint: overflowHint}))
	default:
		t.finish(Failed, internal(r, debug.Stack()))
	}
}

// overflowed says whether the stack of values has grown as far as it may. The VM trips over its own message then, where
// the value that found no room was an argument of a tail call.
func (t *Thread) overflowed() bool { return t.top != nil && vm.RegistryLen(t.top.L) >= registryMax }

func internal(r any, trace []byte) *ScriptError {
	const message = "something went wrong inside the game; this is no fault of the script"
	return &ScriptError{Code: codeInternal, Message: message, Panic: r, Trace: trace}
}

// finish sets the end of the thread. The first end holds.
func (t *Thread) finish(final Status, err *ScriptError) {
	if t.ended {
		return
	}
	t.settle()
	if final == Ended || err != nil && err.Script != scriptName(t.source) {
		t.line = t.Line()
	}
	t.ended, t.final, t.err = true, final, err
	t.meter.Fuel, t.meter.Given = 0, 0
}

// fail sets the end and raises it.
func (t *Thread) fail(err *ScriptError) {
	t.finish(Failed, err)
	t.unwind()
}

// over says whether what runs is being unwound: the thread, or the coroutine of the script that it is in.
func (t *Thread) over() bool {
	return t.ended || t.top != nil && t.top.co != nil && t.top.co.drops
}

// unwind raises the end that was set.
func (t *Thread) unwind() { panic(t.unwinding) }

// pause hands control to whoever called Resume.
func (t *Thread) pause(why Status) {
	if t.over() {
		t.unwind()
	}
	t.status = why
	if !t.top.yield(struct{}{}) {
		t.finish(Ended, nil)
		t.unwind()
	}
}

// Steps returns the steps spent by this thread.
func (t *Thread) Steps() int64 { return t.steps + t.meter.Given - t.meter.Fuel }

// Think returns the steps spent since the last ResetThink.
func (t *Thread) Think() int64 { return t.think + t.meter.Given - t.meter.Fuel }

// ResetThink says that the thread got somewhere.
func (t *Thread) ResetThink() {
	t.settle()
	t.think, t.advised = 0, 0
	if t.running {
		t.reload()
	}
}

// Err returns why it failed; nil unless the status is Failed.
func (t *Thread) Err() *ScriptError {
	if t.status != Failed {
		return nil
	}
	return t.err
}

// Results returns what the function returned, as Value.Go gives it; what does not convert is its Display string.
func (t *Thread) Results() []any { return t.results }
