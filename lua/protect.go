package lua

import (
	"fmt"
	"runtime/debug"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/library"
	"mystic-sdk/lua/internal/vm"
)

// maxProtected is how many protected calls may stand inside each other: each takes Go stack, not only Lua's.
const maxProtected = 30

// errorSteps is what a caught error costs: to unwind a stack is work.
const errorSteps = 50

// tracePerStep is how many functions on a stack are passed for one step where the VM writes it down.
const tracePerStep = 4

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
		depth += len(up.handlers)
	}
	if depth >= maxProtected {
		t.raiseError(L, &ScriptError{
			Message: fmt.Sprintf("pcall inside pcall, more than %d deep", maxProtected), Hint: "put one pcall around the whole, outside of what calls itself",
		})
	}
	frame := s.depth()
	if frame >= framesKnown {
		t.raisef(L, overflowMessage)
	}
	around := s.guarded
	s.handlers, s.guarded = append(s.handlers, handler), frame
	s.frames.cut(frame)
	err := L.PCall(n, glua.MultRet, onErrorFunc)
	s.frames.join(frame)
	s.guarded = around
	s.handlers = s.handlers[:len(s.handlers)-1]
	if t.over() {
		t.unwind()
	}
	if err == nil {
		return nil, true
	}
	t.charge(errorSteps)
	t.chargeTrace(err.(*glua.ApiError), frame)
	return t.caughtValue(err.(*glua.ApiError)), false
}

// chargeTrace pays where a stack was too full to call onError on it. The VM writes down all that stands on the stack above a frame
// then, and for each function goes there from the top.
func (t *Thread) chargeTrace(err *glua.ApiError, frame int) {
	if err.StackTrace != "" {
		t.charge(int64((callFrames - frame) * (callFrames - frame) / tracePerStep))
	}
}

// onErrorFunc is called by the VM on top of the stack that an error was raised on, before it is unwound.
var onErrorFunc, pcallFunc, xpcallFunc *glua.LFunction

func init() {
	// These refer to each other.
	onErrorFunc, pcallFunc, xpcallFunc = vm.GoFunc(onError), vm.GoFunc(basePcall), vm.GoFunc(baseXpcall)
}

func onError(L *glua.LState) int {
	t := threadOf(L)
	s := t.top
	raised := L.Get(1)
	if !t.over() {
		f := t.described(s, raised)
		raised = f.value
		n := len(s.handlers)
		switch {
		case n == 0:
			if f.err.Stack == nil {
				f.err.Stack = t.stack()
			}
			t.fault, t.line = f, t.Line()
		case s.handlers[n-1] == nil:
			t.fault, t.caught = nil, f
		case !t.over():
			t.fault, t.caught = nil, f
			L.Push(s.handlers[n-1])
			L.Push(raised)
			L.Call(1, 1)
			raised = L.Get(-1)
		}
	}
	if !t.over() && t.meter.Crowded {
		t.meter.ChargeCaptured(L, s.depth()-s.guarded)
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
	text, ok := raised.(glua.LString)
	if !ok {
		return t.valueFault(raised)
	}
	err := &ScriptError{Code: codeScript}
	if t.overflowed() {
		err.Message, err.Hint = overflowMessage, s.overflowAdvice()
		t.blame(s.L, err)
		return &fault{value: glua.LString(err.Error()), err: err}
	}
	scene := scene{t: t, s: s, frame: s.depth() - 1}
	for ; scene.frame >= 0; scene.frame-- {
		if fn, pc, ok := s.luaFrame(scene.frame); ok && pc > 0 {
			scene.fn, scene.pc = fn, pc
			break
		}
	}
	if scene.fn == nil {
		err.Message = string(text)
		return &fault{value: raised, err: err}
	}
	err.Script, err.Line = scriptName(scene.fn.Proto.SourceName), scene.fn.Proto.DbgSourcePositions[scene.pc-1]
	message, ofVM := strings.CutPrefix(string(text), vmPosition(scene.fn.Proto, scene.pc))
	if !ofVM { // the VM saw no function of the script down to the protected call
		message, ofVM = strings.CutPrefix(string(text), " ")
	}
	if !ofVM {
		t.st.odd = true
		t.finish(Failed, t.blame(s.L, internal(string(text), debug.Stack())))
		return &fault{value: glua.LNil, err: t.err}
	}
	scene.reword(message, err)
	return &fault{value: glua.LString(err.Error()), err: err}
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
		script.Message, script.Hint = overflowMessage, t.top.overflowAdvice()
	} else {
		script.Message = plainWords(script.Message)
	}
	return &fault{value: glua.LString(script.Error()), err: script}
}

func basePcall(L *glua.LState) int {
	t := threadOf(L)
	if L.GetTop() == 0 {
		t.raisef(L, "bad argument #1 to 'pcall' (value expected)")
	}
	return t.pcall(L, nil)
}

// pcall calls the first argument with the others.
func (t *Thread) pcall(L *glua.LState, handler glua.LValue) int {
	if fn := L.Get(1); !callable(fn) {
		err := t.blame(L, &ScriptError{Message: "attempt to call a " + vm.TypeName(fn) + " value"})
		f := &fault{value: glua.LString(err.Error()), err: err}
		t.caught = f
		L.Push(glua.LFalse)
		L.Push(f.value)
		return 2
	}
	if value, ok := t.protect(L, L.GetTop()-1, handler); !ok {
		L.Push(glua.LFalse)
		L.Push(value)
		return 2
	}
	L.Insert(glua.LTrue, 1)
	return L.GetTop()
}

// callable says whether the VM can call a value: it looks for __call once.
func callable(v glua.LValue) bool {
	if v.Type() == glua.LTFunction {
		return true
	}
	return vm.MetaField(v, "__call").Type() == glua.LTFunction
}

func baseXpcall(L *glua.LState) int {
	t := threadOf(L)
	handler, ok := L.Get(2).(*glua.LFunction)
	if !ok {
		t.raiseError(L, &ScriptError{
			Message: fmt.Sprintf("bad argument #2 to 'xpcall' (function expected, got %s)", library.ArgType(L, 2)),
			Hint:    "it is called as xpcall(f, function(err) … end)",
		})
	}
	L.Remove(2)
	return t.pcall(L, handler)
}
