package lua

import (
	"fmt"
	"strings"

	glua "github.com/yuin/gopher-lua"

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
	fn   *glua.LFunction
	line int
	name string // what its caller calls it; may be empty
	main bool   // the whole of a script
}

func (s site) text() string {
	of := ""
	if script := scriptName(s.fn.Proto.SourceName); script != "" {
		of = " of " + script
	}
	switch {
	case s.main:
		return fmt.Sprintf("main part%s, line %d", of, s.line)
	case s.name == "":
		return fmt.Sprintf("function of line %d%s, line %d", s.fn.Proto.LineDefined, of, s.line)
	}
	return fmt.Sprintf("function '%s'%s, line %d", s.name, of, s.line)
}

// walk visits the Lua functions that are under way in the thread, innermost first, until visit answers false.
func (t *Thread) walk(visit func(site) bool) {
	for s := t.top; s != nil; s = s.up {
		if !s.walk(visit) {
			return
		}
	}
}

// walk visits one strand. Down to the innermost protected call the VM tells the frames; below it they are cut off, and are
// read where they stand.
func (s *strand) walk(visit func(site) bool) bool {
	var bottom site // the VM shows the lowest frame once too often, for each tail call
	var dbg *glua.Debug
	for level := 0; ; level++ {
		var ok bool
		if dbg, ok = s.L.GetStack(level); !ok {
			break
		}
		lv, _ := s.L.GetInfo("fSl", dbg, glua.LNil)
		fn := lv.(*glua.LFunction)
		at := site{fn: fn, line: dbg.CurrentLine, main: !fn.IsG && fn.Proto.LineDefined == 0}
		if at.line == 0 && !fn.IsG { // it is just being called
			at.line = max(1, fn.Proto.LineDefined)
		}
		if dbg.What == "main" {
			bottom = at
			continue
		}
		if fn.IsG {
			continue
		}
		if _, err := s.L.GetInfo("n", dbg, glua.LNil); err == nil && !strings.HasPrefix(dbg.Name, "<") {
			at.name = dbg.Name
		}
		if !visit(at) {
			return false
		}
	}
	if bottom.fn != nil && !bottom.fn.IsG {
		if !visit(bottom) {
			return false
		}
	}
	if len(s.guards) == 0 {
		return true
	}
	for i := s.guards[len(s.guards)-1].frame - 1; i >= 0; i-- {
		if at, ok := s.siteAt(i); ok && !visit(at) {
			return false
		}
	}
	return true
}

// siteAt reads a frame that is under way; false for one of a Go function.
func (s *strand) siteAt(i int) (site, bool) {
	fn, pc := s.frames.at(i)
	if fn == nil || fn.IsG || pc < 1 {
		return site{}, false
	}
	at := site{fn: fn, line: fn.Proto.DbgSourcePositions[pc-1], main: fn.Proto.LineDefined == 0}
	if i > 0 {
		if caller, pc := s.frames.at(i - 1); caller != nil && !caller.IsG {
			for _, call := range caller.Proto.DbgCalls {
				if call.Pc == pc-1 && call.Name != "?" {
					at.name = call.Name
				}
			}
		}
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

// lastLine returns the line of the end.
func (t *Thread) lastLine() int {
	if t.final == Failed && t.err.Line > 0 && t.err.Script == scriptName(t.source) {
		return t.err.Line
	}
	if t.started && !t.fn.IsG {
		// The frame of the thread's function was left as it stood.
		if at, ok := t.root.siteAt(0); ok && at.fn.Proto.SourceName == t.source {
			return at.line
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
				line = loopInCode(at.fn.Proto, at.line) // made with goto
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
