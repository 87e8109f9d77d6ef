package lua

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// scene is the place where the VM raised an error.
type scene struct {
	t     *Thread
	s     *strand
	frame int
	fn    *glua.LFunction
	pc    int // the instruction after the one that failed
}

const (
	overflowMessage = "stack overflow: functions call each other without an end"
	overflowHint    = "give the recursion a case in which it returns without calling itself"
)

// The VM's own texts, as vm.go and state.go of v1.1.2 have them.
var (
	vmIndex   = regexp.MustCompile(`^attempt to index a non-table object\((\w+)\) with key '`)
	vmCompare = regexp.MustCompile(`^attempt to compare (\w+) with (\w+)$`)
	vmArith   = regexp.MustCompile(`^cannot perform \w+ operation between (\w+) and \w+$`)
	vmFor     = regexp.MustCompile(`^for statement (init|limit|step) must be a number$`)
)

// vmPosition is what the VM puts before a message.
func vmPosition(proto *glua.FunctionProto, pc int) string {
	return fmt.Sprintf("%s:%d: ", proto.SourceName, proto.DbgSourcePositions[pc-1])
}

// cutPosition takes the VM's position off a message.
func cutPosition(text string) (script string, line int, message string) {
	text = strings.TrimPrefix(text, " ")
	head, rest, ok := strings.Cut(text, ": ")
	if !ok {
		return "", 0, text
	}
	colon := strings.LastIndexByte(head, ':')
	if colon < 0 {
		return "", 0, text
	}
	line, err := strconv.Atoi(head[colon+1:])
	if err != nil {
		return "", 0, text
	}
	return scriptName(head[:colon]), line, rest
}

// reword says what the VM raised as Lua 5.4 would, with the names that the script uses, and what to do about it.
func (s scene) reword(message string, err *ScriptError) {
	i := instruction(s.fn.Proto.Code[s.pc-1])
	err.Message = strings.ReplaceAll(message, "userdata", "thread")
	switch {
	case message == "attempt to call a non-function object":
		s.call(i, err)
	case message == "stack overflow", message == "registry overflow":
		err.Message, err.Hint = overflowMessage, overflowHint
	case message == "too many recursions in gettable":
		err.Message = "'__index' chain is too long, or goes round in a circle"
	case message == "too many recursions in settable":
		err.Message = "'__newindex' chain is too long, or goes round in a circle"
	case message == "__unm undefined":
		s.operand("perform arithmetic on", i.b(), err)
	default:
		s.patterns(i, message, err)
	}
}

func (s scene) patterns(i instruction, message string, err *ScriptError) {
	if m := vmIndex.FindStringSubmatch(message); m != nil {
		s.index(i, m[1], err)
	} else if m := vmCompare.FindStringSubmatch(message); m != nil {
		s.compare(i, m[1], m[2], err)
	} else if m := vmArith.FindStringSubmatch(message); m != nil {
		s.arithmetic(i, m[1], err)
	} else if m := vmFor.FindStringSubmatch(message); m != nil {
		part := map[string]string{"init": "initial value", "limit": "limit", "step": "step"}[m[1]]
		err.Message = fmt.Sprintf("'for' %s must be a number", part)
	}
}

// value reads a register of the function, or a constant.
func (s scene) value(register int) glua.LValue {
	if register&constantBit != 0 {
		return s.fn.Proto.Constants[register&^constantBit]
	}
	return s.s.register(s.frame, register)
}

func (s scene) operand(verb string, register int, err *ScriptError) {
	lv := s.value(register)
	kind, name := operandName(s.fn, s.pc-1, register)
	err.Message = fmt.Sprintf("attempt to %s a %s value%s", verb, typeName(lv), named(kind, name))
	s.nilHint(register, lv, kind, name, err)
}

func (s scene) call(i instruction, err *ScriptError) {
	if op := i.op(); op != glua.OP_CALL && op != glua.OP_TAILCALL {
		err.Message = "attempt to call a value that is no function"
		if op == glua.OP_TFORLOOP {
			lv := s.value(i.a())
			err.Message = fmt.Sprintf("attempt to go through a %s value with for … in", typeName(lv))
			err.Hint = "write: for k, v in pairs(t) do"
		}
		return
	}
	callee := s.value(i.a())
	if fn, ok := callee.(*glua.LFunction); ok && fn.IsG {
		// What that function was given to call is not this instruction's.
		err.Message = "attempt to call a value that is no function"
		return
	}
	kind, name := operandName(s.fn, s.pc-1, i.a())
	err.Message = fmt.Sprintf("attempt to call a %s value%s", typeName(callee), named(kind, name))
	if callee != glua.LNil {
		return
	}
	switch kind {
	case "global":
		err.Hint = s.t.nearestGlobal(name)
	case "field", "method":
		err.Hint = s.nearestField(i.a(), name)
	}
}

func (s scene) index(i instruction, vmType string, err *ScriptError) {
	register := i.b()
	switch i.op() {
	case glua.OP_SETTABLE, glua.OP_SETTABLEKS:
		register = i.a()
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS, glua.OP_SELF:
	default:
		err.Message = fmt.Sprintf("attempt to index a %s value", kindName(vmType))
		return
	}
	s.operand("index", register, err)
}

func (s scene) compare(i instruction, left, right string, err *ScriptError) {
	err.Message = fmt.Sprintf("attempt to compare %s with %s", kindName(left), kindName(right))
	if left == right {
		err.Message = fmt.Sprintf("attempt to compare two %s values", kindName(left))
	}
	if op := i.op(); op != glua.OP_LT && op != glua.OP_LE {
		return
	}
	for _, register := range []int{i.b(), i.c()} {
		if lv := s.value(register); lv == glua.LNil {
			kind, name := operandName(s.fn, s.pc-1, register)
			err.Message += named(kind, name)
			s.nilHint(register, lv, kind, name, err)
			return
		}
	}
	if left == "string" && right == "number" || left == "number" && right == "string" {
		err.Hint = "turn the string into a number first: tonumber(x)"
	}
}

func (s scene) arithmetic(i instruction, left string, err *ScriptError) {
	register := i.b()
	if left == "number" {
		register = i.c()
	}
	s.operand("perform arithmetic on", register, err)
}

// nilHint says what to do about a nil operand.
func (s scene) nilHint(register int, lv glua.LValue, kind, name string, err *ScriptError) {
	if lv != glua.LNil || name == "" {
		return
	}
	switch kind {
	case "global":
		err.Hint = s.t.nearestGlobal(name)
	case "field":
		if err.Hint = s.nearestField(register, name); err.Hint != "" {
			return
		}
		if fields := s.fieldsBeside(register); fields != "" {
			err.Hint = "there is " + fields
		}
	}
	if err.Hint == "" {
		err.Hint = fmt.Sprintf("'%s' is nil here: test it first, or give it a value", clipped(name))
	}
}

// kindName turns the VM's name of a type into the script's.
func kindName(vmType string) string {
	if vmType == "userdata" {
		return "thread"
	}
	return vmType
}
