package lua

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/library"
	"mystic-sdk/lua/internal/vm"
	"mystic-sdk/lua/syntax"
)

// The codes of ScriptError, as the contract's registry has them.
const (
	codeScript     = "script_error"
	codeSteps      = "steps_exhausted"
	codeMemory     = "memory_exhausted"
	codeMemInvalid = "mem_invalid"
	codeInternal   = "internal"
)

// ScriptError is the end of a thread that failed.
type ScriptError struct {
	Code    string // as in contract's registry: script_error, steps_exhausted, memory_exhausted, mem_invalid, internal
	Message string // without position
	Script  string // the saved script or "prelude" that Line is in; empty: the script as sent
	Line    int
	Column  int      // 0 where it is not known
	Stack   []string // innermost first, "function 'dig_all', line 3"
	Hint    string
	Panic   any    // for internal: what a word panicked with
	Trace   []byte // for internal: the Go stack, for the log
}

// Error returns the message with its position.
func (e *ScriptError) Error() string { return position(e.Script, e.Line) + e.Message }

// position is what stands before a message that a script catches: "line 3: " or "farm line 3: ".
func position(script string, line int) string {
	switch {
	case line == 0:
		return ""
	case script == "":
		return fmt.Sprintf("line %d: ", line)
	}
	return fmt.Sprintf("%s line %d: ", script, line)
}

// preludeName is the prelude's, which no saved script can bear.
const preludeName = "=prelude"

// scriptName turns the name that a program was compiled with into what errors call it.
func scriptName(source string) string { return strings.TrimPrefix(source, "=") }

// fault is an error on its way: what the script that catches it is given, and what the host is told.
type fault struct {
	value glua.LValue
	err   *ScriptError
}

// raise raises a Lua error. It does not return.
func (t *Thread) raise(L *glua.LState, value glua.LValue, err *ScriptError) {
	t.fault = &fault{value: value, err: err}
	L.Error(value, 0)
}

// raiseError raises an error with a message, at the line that called the running function where it has no line yet.
func (t *Thread) raiseError(L *glua.LState, err *ScriptError) {
	t.blame(L, err)
	t.raise(L, glua.LString(err.Error()), err)
}

// raisef raises an error of the script.
func (t *Thread) raisef(L *glua.LState, format string, args ...any) {
	t.raiseError(L, &ScriptError{Code: codeScript, Message: fmt.Sprintf(format, args...)})
}

// blame gives an error the place of the innermost Lua function, where it has none.
func (t *Thread) blame(L *glua.LState, err *ScriptError) *ScriptError {
	if err.Code == "" {
		err.Code = codeScript
	}
	if err.Line > 0 {
		return err
	}
	t.walk(func(at site) bool {
		err.Script, err.Line = scriptName(at.fn.Proto.SourceName), at.line
		return false
	})
	return err
}

// scene makes an error of the place where the thread stands, with its stack.
func (t *Thread) scene(code, message string) *ScriptError {
	err := t.blame(t.top.L, &ScriptError{Code: code, Message: message})
	err.Stack = t.stack()
	return err
}

// stackLines bounds ScriptError.Stack.
const stackLines = 12

// stack returns the functions that are under way, innermost first.
func (t *Thread) stack() []string {
	var lines []string
	more := 0
	t.walk(func(at site) bool {
		if len(lines) == stackLines {
			more++
			return true
		}
		lines = append(lines, at.text())
		return true
	})
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return lines
}

// site is a place in a Lua function that is under way.
type site struct {
	s     *strand
	frame int
	fn    *glua.LFunction
	line  int
}

func (at site) text() string {
	of := ""
	if script := scriptName(at.fn.Proto.SourceName); script != "" {
		of = " of " + script
	}
	name := at.name()
	switch {
	case at.fn.Proto.LineDefined == 0:
		return fmt.Sprintf("main part%s, line %d", of, at.line)
	case name == "":
		return fmt.Sprintf("function of line %d%s, line %d", at.fn.Proto.LineDefined, of, at.line)
	}
	return fmt.Sprintf("function '%s'%s, line %d", name, of, at.line)
}

// name returns what the caller calls the function; empty where that is no name, or where a tail call took its place.
func (at site) name() string {
	caller, pc, ok := at.s.luaFrame(at.frame - 1)
	if !ok {
		return ""
	}
	calls := caller.Proto.DbgCalls // in the order of their places
	for i := sort.Search(len(calls), func(i int) bool { return calls[i].Pc >= pc-1 }); i < len(calls) && calls[i].Pc == pc-1; i++ {
		if vm.IsName(calls[i].Name) {
			return calls[i].Name
		}
	}
	return ""
}

// walk visits the Lua functions that are under way in the thread, innermost first, until visit answers false.
func (t *Thread) walk(visit func(site) bool) {
	for s := t.top; s != nil; s = s.up {
		if !s.walk(visit) {
			return
		}
	}
}

func (s *strand) walk(visit func(site) bool) bool {
	for i := s.depth(); i >= 0; i-- {
		if at, ok := s.siteAt(i); ok && !visit(at) {
			return false
		}
	}
	return true
}

// siteAt reads a frame that is under way; false for one of a Go function.
func (s *strand) siteAt(i int) (site, bool) {
	fn, pc, ok := s.luaFrame(i)
	if !ok {
		return site{}, false
	}
	at := site{s: s, frame: i, fn: fn, line: max(1, fn.Proto.LineDefined)}
	if pc > 0 { // else it is just being called
		at.line = fn.Proto.DbgSourcePositions[pc-1]
	}
	return at, true
}

// Line returns the line where the thread stands, in the main script or the handler's script; lines of the prelude and of
// saved scripts count as the line that called them. After its end: the last line.
func (t *Thread) Line() int {
	if t.root == nil || !t.started {
		return t.line
	}
	line := t.line
	t.walk(func(at site) bool {
		if at.fn.Proto.SourceName != t.source {
			return true
		}
		line = at.line
		return false
	})
	return line
}

// lastLine returns the line of the end. For all ends but the return of its function the line was noted before the stack was
// unwound.
func (t *Thread) lastLine() int {
	if t.final == Failed && t.err.Line > 0 && t.err.Script == scriptName(t.source) {
		return t.err.Line
	}
	if t.final != Done || t.fn.IsG {
		return t.line
	}
	// The frame of the function was left as it stood, unless it was handed to a tail call.
	if at, ok := t.root.siteAt(0); ok && at.fn == t.fn {
		return at.line
	}
	for pc, code := range slices.Backward(t.fn.Proto.Code) {
		if vm.Instruction(code).Op() == glua.OP_TAILCALL {
			return t.fn.Proto.DbgSourcePositions[pc]
		}
	}
	return t.line
}

// loopLine returns the head of the innermost loop that the thread is in, in its own script; 0 where it is in none.
func (t *Thread) loopLine() int {
	line := 0
	t.walk(func(at site) bool {
		if at.fn.Proto.SourceName == t.source {
			if line = loopInTree(t.st.programOf(at.fn.Proto), at); line == 0 {
				line = vm.LoopInCode(at.fn.Proto, at.line) // made with goto
			}
		}
		return line == 0
	})
	return line
}

// loopInTree returns the line of the innermost loop of a function that a place is in.
func loopInTree(p *Program, at site) int {
	if p == nil {
		return 0
	}
	line := 0
	syntax.Walk(p.chunk, func(n syntax.Node) bool {
		span := n.Range()
		if _, block := n.(*syntax.Block); !block && (at.line < span.Start.Line || span.End.Line < at.line) {
			return false
		}
		switch n.(type) {
		case *syntax.While, *syntax.Repeat, *syntax.NumericFor, *syntax.GenericFor:
			if span.Start.Line >= at.fn.Proto.LineDefined {
				line = span.Start.Line
			}
		}
		return true
	})
	return line
}

// programOf returns the program that a function was written in; nil for one of the host.
func (st *State) programOf(proto *glua.FunctionProto) *Program {
	for _, p := range st.programs {
		if p.owns(proto) {
			return p
		}
	}
	if p := st.box.prelude; p != nil && p.owns(proto) {
		return p
	}
	return nil
}

// Library lists what scripts find without any word of the host: global names, and for each library table its functions
// and constants. All are in the order of the alphabet.
func Library() (globals []string, tables map[string][]string) {
	lib := sharedLibrary()
	tables = map[string][]string{}
	for name, members := range lib.Tables {
		tables[name] = slices.Clone(members)
	}
	globals = append(slices.Clone(lib.Globals), "_G", "mem")
	slices.Sort(globals)
	return globals, tables
}

var sharedLibrary = sync.OnceValue(func() *library.Library {
	return library.New(map[string]glua.LValue{
		"assert": library.Bind("assert", baseAssert), "error": library.Bind("error", baseError), "pcall": pcallFunc, "xpcall": xpcallFunc,
	}, coroutineLibrary())
})

func baseAssert(c library.Call) int {
	if glua.LVAsBool(c.Any(1)) {
		return c.Len()
	}
	if c.Len() < 2 {
		const message = "assertion failed!"
		t := threadOf(c.L)
		hint := "say what must be: assert(x, \"what went wrong\")"
		if op := c.Meter.Host.Operand(c.L, 1, vm.UseAny); c.Get(1) == glua.LNil && op.Hint != "" {
			hint = op.Hint
		}
		err := t.blame(c.L, &ScriptError{Message: message, Hint: hint})
		told := glua.LString(message)
		if place(c, 1) > 0 {
			told = glua.LString(err.Error())
		}
		t.raise(c.L, told, err)
	}
	raiseValue(c, c.Get(2), place(c, 1))
	return 0
}

func baseError(c library.Call) int {
	raiseValue(c, c.Get(1), place(c, c.WholeOr(2, 1)))
	return 0
}

// place returns the level whose place an error tells: that of pcall(error, "x") has none of its own.
func place(c library.Call, level int) int {
	if dbg, ok := c.L.GetStack(1); ok && level == 1 {
		if fn, _ := c.L.GetInfo("f", dbg, glua.LNil); fn.(*glua.LFunction).IsG {
			return 0
		}
	}
	return level
}

// raiseValue raises any value as error() does. A string gets the position of the Lua function at that level, 1 being the
// innermost; at level 0 it gets none.
func raiseValue(c library.Call, v glua.LValue, level int) {
	t := threadOf(c.L)
	f := t.valueFault(v)
	n := 0
	t.walk(func(at site) bool {
		if n++; n < level {
			return true
		}
		f.err.Script, f.err.Line = scriptName(at.fn.Proto.SourceName), at.line
		return false
	})
	c.Meter.Charge(int64(n/framesPerStep + len(f.err.Message)/messagePerStep))
	if s, ok := v.(glua.LString); ok && level > 0 {
		place := position(f.err.Script, f.err.Line)
		t.meter.ChargeText(c.L, len(place)+len(s))
		f.value = glua.LString(place) + s
	}
	if known := t.caught; known != nil && known.value == v && known.tells() {
		f.err = known.err // raised again after it was caught
	}
	t.raise(c.L, f.value, t.blame(c.L, f.err))
}

// tells says whether the value of an error is the same error wherever it is raised: a table, or a text that was given its place
// here. A place in what a script wrote itself tells nothing.
func (f *fault) tells() bool {
	switch v := f.value.(type) {
	case glua.LString:
		place := position(f.err.Script, f.err.Line)
		return place != "" && strings.HasPrefix(string(v), place)
	case *glua.LTable:
		return true
	}
	return false
}

// noColumn is the column of an error whose message a script wrote, until it ends a thread: what that message names says nothing
// about where it was raised.
const noColumn = -1

// messageBytes bounds the text of an error value.
const messageBytes = 1000

const (
	messagePerStep = 16 // bytes of it that are written for one step
	framesPerStep  = 8  // functions under way that are passed on the way to the one that an error blames, likewise
)

// valueFault makes a fault of an error value: a string is its message, of a table the field that looks like one.
func (t *Thread) valueFault(v glua.LValue) *fault {
	err := &ScriptError{Code: codeScript, Column: noColumn}
	shown := Value{lv: v, st: t.st}.Display(messageBytes)
	switch v := v.(type) {
	case glua.LString:
		err.Message = shown
	case *glua.LNilType:
		err.Message, err.Hint = "error() was called without a message", "say what went wrong: error(\"no ore left\")"
	case *glua.LTable:
		err.Message = "error value " + shown
		if hidden := vm.Plain(v); hidden != nil {
			for _, key := range []string{"message", "msg", "error", "why"} {
				if s, ok := hidden.RawGetString(key).(glua.LString); ok {
					err.Message = Value{lv: s, st: t.st}.Display(messageBytes)
					break
				}
			}
		}
	default:
		err.Message = "error value " + shown
	}
	return &fault{value: v, err: err}
}
