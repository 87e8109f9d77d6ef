package lua

import (
	"runtime/debug"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// maxGuards is how many protected calls may stand inside each other: each takes Go stack, not only Lua's.
const maxGuards = 30

// guard is a protected call that is under way.
type guard struct {
	frame   int         // its own
	handler glua.LValue // of xpcall; nil for pcall
}

// protect calls the function that lies below its n arguments on the stack. On success the results lie where the function
// did. On an error of the script it returns what the script is to be given.
//
// The VM closes the captured variables of all functions under way when an error is raised, also of those that go on
// living behind the protected call, which would then no longer share them with their closures. So the frames below are cut
// off while the call lasts.
func (t *Thread) protect(L *glua.LState, n int, handler glua.LValue) (glua.LValue, bool) {
	s := t.top
	depth := 0
	for up := s; up != nil; up = up.up {
		depth += len(up.guards)
	}
	if depth >= maxGuards {
		t.raisef(L, "pcall inside pcall, more than %d deep", maxGuards)
	}
	frame := 0
	if depth := len(s.guards); depth > 0 {
		frame = s.guards[depth-1].frame + 1
	}
	for frame < framesKnown {
		if fn, _ := s.frames.at(frame); fn != nil && fn.IsG && protects(fn) {
			break
		}
		frame++
	}
	if frame == framesKnown {
		t.raisef(L, "stack overflow")
	}
	s.guards = append(s.guards, guard{frame: frame, handler: handler})
	s.frames.cut(frame)
	err := L.PCall(n, glua.MultRet, onErrorFunc)
	s.frames.join(frame)
	s.guards = s.guards[:len(s.guards)-1]
	if t.over() {
		t.unwind()
	}
	if err == nil {
		return nil, true
	}
	return t.caughtValue(err.(*glua.ApiError)), false
}

func protects(fn *glua.LFunction) bool { return fn == pcallFunc || fn == xpcallFunc }

// onErrorFunc is called by the VM on top of the stack that an error was raised on, before it is unwound.
var onErrorFunc, pcallFunc, xpcallFunc *glua.LFunction

func init() {
	// These refer to each other.
	onErrorFunc, pcallFunc, xpcallFunc = goFunc(onError), goFunc(basePcall), goFunc(baseXpcall)
}

func onError(L *glua.LState) int {
	t := threadOf(L)
	s := t.top
	raised := L.Get(1)
	if !t.over() {
		f := t.described(s, raised)
		t.fault = f
		raised = f.value
		if len(s.guards) > 0 {
			t.fault, t.caught = nil, f
			if handler := s.guards[len(s.guards)-1].handler; handler != nil {
				L.Push(handler)
				L.Push(raised)
				L.Call(1, 1)
				raised = L.Get(-1)
			}
		} else {
			if f.err.Stack == nil {
				f.err.Stack = t.stack()
			}
		}
	}
	closeCaptured(L)
	L.Push(raised)
	return 1
}

// closeCaptured closes the captured variables of all frames down to the protected call. The VM does that itself when an
// error is raised, unless a protected call with a handler is under way; so an error is raised that goes nowhere.
func closeCaptured(L *glua.LState) {
	before := L.Panic
	L.Panic = func(*glua.LState) {}
	L.Error(glua.LNil, 0)
	L.Panic = before
	L.Pop(1)
}

// described makes a fault of what was raised: own code leaves one, the VM raises a string behind a position of its own.
func (t *Thread) described(s *strand, raised glua.LValue) *fault {
	if f := t.fault; f != nil && f.value == raised {
		return f
	}
	if f := t.caught; f != nil && f.value == raised {
		return f // the script raised again what it had caught
	}
	text, ok := raised.(glua.LString)
	if !ok {
		return t.valueFault(raised)
	}
	err := &ScriptError{Code: codeScript}
	if t.overflowed() {
		err.Message, err.Hint = overflowMessage, overflowHint
		t.blame(s.L, err)
		return &fault{value: glua.LString(err.Error()), err: err}
	}
	inner, pc, level := s.innermost()
	if inner == nil {
		err.Message = string(text)
		return &fault{value: raised, err: err}
	}
	err.Script, err.Line = scriptName(inner.Proto.SourceName), inner.Proto.DbgSourcePositions[pc-1]
	message, ofVM := strings.CutPrefix(string(text), vmPosition(inner.Proto, pc))
	if !ofVM {
		t.st.odd = true
		t.finish(Failed, t.blame(s.L, internal(string(text), debug.Stack())))
		return &fault{value: glua.LNil, err: t.err}
	}
	scene := scene{t: t, L: s.L, fn: inner, pc: pc, level: level}
	scene.reword(message, err)
	return &fault{value: glua.LString(err.Error()), err: err}
}

// innermost returns the Lua function in which an error was raised, while onError runs on top of it.
func (s *strand) innermost() (fn *glua.LFunction, pc, level int) {
	start := 0
	if depth := len(s.guards); depth > 0 {
		start = s.guards[depth-1].frame + 1
	}
	for i := start; i < framesKnown; i++ {
		if fn, _ := s.frames.at(i); fn != onErrorFunc {
			continue
		}
		for below := i - 1; below >= 0; below-- {
			if fn, pc := s.frames.at(below); fn != nil && !fn.IsG && pc > 0 {
				return fn, pc, i - below
			}
		}
		break
	}
	return nil, 0, 0
}

// caughtValue returns what pcall gives to the script. Where the stack was full onError could not run.
func (t *Thread) caughtValue(err *glua.ApiError) glua.LValue {
	if f := t.fault; f != nil {
		t.fault, t.caught = nil, f
		return f.value
	}
	if err.Type == glua.ApiErrorError {
		return err.Object
	}
	f := t.unlooked(err)
	t.caught = f
	return f.value
}

// uncaught returns the error that ends a thread.
func (t *Thread) uncaught(err *glua.ApiError) *ScriptError {
	f := t.fault
	if t.fault = nil; f == nil {
		f = t.unlooked(err)
	}
	t.st.locate(f.err)
	return f.err
}

// unlooked makes a fault of an error that onError did not see, because there was no room to call it.
func (t *Thread) unlooked(err *glua.ApiError) *fault {
	text, ok := err.Object.(glua.LString)
	if !ok {
		return t.valueFault(err.Object)
	}
	script := &ScriptError{Code: codeScript}
	script.Script, script.Line, script.Message = cutPosition(string(text))
	if strings.HasSuffix(script.Message, "overflow") {
		script.Message, script.Hint = overflowMessage, overflowHint
	}
	return &fault{value: glua.LString(script.Error()), err: script}
}

func basePcall(L *glua.LState) int {
	t := threadOf(L)
	if L.GetTop() == 0 {
		t.raisef(L, "bad argument #1 to 'pcall' (value expected)")
	}
	if value, ok := t.protect(L, L.GetTop()-1, nil); !ok {
		L.Push(glua.LFalse)
		L.Push(value)
		return 2
	}
	L.Insert(glua.LTrue, 1)
	return L.GetTop()
}

func baseXpcall(L *glua.LState) int {
	t := threadOf(L)
	handler, ok := L.Get(2).(*glua.LFunction)
	if !ok {
		t.raisef(L, "bad argument #2 to 'xpcall' (function expected, got %s)", argType(L, 2))
	}
	L.Remove(2)
	if value, ok := t.protect(L, L.GetTop()-1, handler); !ok {
		L.Push(glua.LFalse)
		L.Push(value)
		return 2
	}
	L.Insert(glua.LTrue, 1)
	return L.GetTop()
}
