package lua

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/vm"
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
	i := vm.Instruction(s.fn.Proto.Code[s.pc-1])
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
		s.operand("perform arithmetic on", i.B(), err)
	default:
		s.patterns(i, message, err)
	}
}

func (s scene) patterns(i vm.Instruction, message string, err *ScriptError) {
	if m := vmIndex.FindStringSubmatch(message); m != nil {
		s.index(i, m[1], err)
	} else if m := vmCompare.FindStringSubmatch(message); m != nil {
		s.compare(i, m[1], m[2], err)
	} else if m := vmArith.FindStringSubmatch(message); m != nil {
		s.Apply(i, m[1], err)
	} else if m := vmFor.FindStringSubmatch(message); m != nil {
		part := map[string]string{"init": "initial value", "limit": "limit", "step": "step"}[m[1]]
		err.Message = fmt.Sprintf("'for' %s must be a number", part)
	}
}

// value reads a register of the function, or a constant.
func (s scene) value(register int) glua.LValue {
	if register&vm.ConstantBit != 0 {
		return s.fn.Proto.Constants[register&^vm.ConstantBit]
	}
	return s.s.register(s.frame, register)
}

func (s scene) operand(verb string, register int, err *ScriptError) {
	lv := s.value(register)
	kind, name := vm.OperandName(s.fn, s.pc-1, register)
	err.Message = fmt.Sprintf("attempt to %s a %s value%s", verb, vm.TypeName(lv), vm.Named(kind, name))
	s.nilHint(register, lv, kind, name, err)
}

func (s scene) call(i vm.Instruction, err *ScriptError) {
	if op := i.Op(); op != glua.OP_CALL && op != glua.OP_TAILCALL {
		err.Message = "attempt to call a value that is no function"
		if op == glua.OP_TFORLOOP {
			lv := s.value(i.A())
			err.Message = fmt.Sprintf("attempt to go through a %s value with for … in", vm.TypeName(lv))
			err.Hint = "write: for k, v in pairs(t) do"
		}
		return
	}
	callee := s.value(i.A())
	if fn, ok := callee.(*glua.LFunction); ok && fn.IsG {
		// What that function was given to call is not this instruction's.
		err.Message = "attempt to call a value that is no function"
		return
	}
	kind, name := vm.OperandName(s.fn, s.pc-1, i.A())
	err.Message = fmt.Sprintf("attempt to call a %s value%s", vm.TypeName(callee), vm.Named(kind, name))
	if callee != glua.LNil {
		return
	}
	switch kind {
	case "global":
		err.Hint = s.t.nearestGlobal(name)
	case "field", "method":
		err.Hint = s.nearestField(i.A(), name)
	}
}

func (s scene) index(i vm.Instruction, vmType string, err *ScriptError) {
	register := i.B()
	switch i.Op() {
	case glua.OP_SETTABLE, glua.OP_SETTABLEKS:
		register = i.A()
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS, glua.OP_SELF:
	default:
		err.Message = fmt.Sprintf("attempt to index a %s value", kindName(vmType))
		return
	}
	s.operand("index", register, err)
}

func (s scene) compare(i vm.Instruction, left, right string, err *ScriptError) {
	err.Message = fmt.Sprintf("attempt to compare %s with %s", kindName(left), kindName(right))
	if left == right {
		err.Message = fmt.Sprintf("attempt to compare two %s values", kindName(left))
	}
	if op := i.Op(); op != glua.OP_LT && op != glua.OP_LE {
		return
	}
	for _, register := range []int{i.B(), i.C()} {
		if lv := s.value(register); lv == glua.LNil {
			kind, name := vm.OperandName(s.fn, s.pc-1, register)
			err.Message += vm.Named(kind, name)
			s.nilHint(register, lv, kind, name, err)
			return
		}
	}
	if left == "string" && right == "number" || left == "number" && right == "string" {
		err.Hint = "turn the string into a number first: tonumber(x)"
	}
}

func (s scene) Apply(i vm.Instruction, left string, err *ScriptError) {
	register := i.B()
	if left == "number" {
		register = i.C()
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
		err.Hint = fmt.Sprintf("'%s' is nil here: test it first, or give it a value", vm.Clipped(name))
	}
}

// kindName turns the VM's name of a type into the script's.
func kindName(vmType string) string {
	if vmType == "userdata" {
		return "thread"
	}
	return vmType
}

// nearestGlobal says which word was meant by a name that is none; empty where none is near.
func (t *Thread) nearestGlobal(name string) string {
	best := nearest(name, func(yield func(string)) {
		for _, tb := range []*glua.LTable{t.st.box.base, t.st.globals} {
			for k, _ := tb.Next(glua.LNil); k != glua.LNil; k, _ = tb.Next(k) {
				if s, ok := k.(glua.LString); ok && vm.IsName(string(s)) {
					yield(string(s))
				}
			}
		}
	})
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean '%s'?", best)
}

// nearestField says which field of a table was meant by one that it does not have.
func (s scene) nearestField(register int, name string) string {
	table := s.container(register)
	if table == nil {
		return ""
	}
	best := nearest(name, func(yield func(string)) {
		for k, _ := table.Next(glua.LNil); k != glua.LNil; k, _ = table.Next(k) {
			if s, ok := k.(glua.LString); ok {
				yield(string(s))
			}
		}
	})
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean '%s'?", best)
}

// container finds the table that the value in a register was read from, where it still stands in a variable.
func (s scene) container(register int) *glua.LTable {
	setter := vm.SetterOf(s.fn.Proto, s.pc-1, register)
	if setter < 0 {
		return nil
	}
	i := vm.Instruction(s.fn.Proto.Code[setter])
	var holder glua.LValue
	switch i.Op() {
	case glua.OP_SELF:
		holder = s.value(i.A() + 1)
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS:
		if _, ok := vm.LocalName(s.fn.Proto, s.pc-1, i.B()); ok {
			holder = s.value(i.B())
			break
		}
		from := vm.SetterOf(s.fn.Proto, setter, i.B())
		if from < 0 {
			return nil
		}
		if get := vm.Instruction(s.fn.Proto.Code[from]); get.Op() == glua.OP_GETGLOBAL {
			holder = s.t.global(vm.ConstantText(s.fn.Proto, get.Bx()))
		}
	}
	switch v := holder.(type) {
	case *glua.LTable:
		return vm.Plain(v)
	case glua.LString:
		return vm.Plain(sharedLibrary().Values["string"].(*glua.LTable))
	}
	return nil
}

// global looks a name up as a script does.
func (t *Thread) global(name string) glua.LValue {
	if lv := t.st.globals.RawGetString(name); lv != glua.LNil {
		return lv
	}
	return t.st.box.base.RawGetString(name)
}

// maxFieldsTold is how many fields a hint lists.
const maxFieldsTold = 6

// fieldsBeside says which fields the table has in which the value of a register was looked for in vain.
func (s scene) fieldsBeside(register int) string {
	table := s.container(register)
	if table == nil {
		return ""
	}
	var names []string
	for k, _ := table.Next(glua.LNil); k != glua.LNil; k, _ = table.Next(k) {
		if name, ok := k.(glua.LString); ok && vm.IsName(string(name)) {
			if len(names) == maxFieldsTold {
				names = append(names, "…")
				break
			}
			names = append(names, vm.Clipped(string(name)))
		}
	}
	return strings.Join(names, ", ")
}

// nearest returns the candidate that is closest to a name, by the letters that differ; "" where none is close. Of two that
// are equally close the first in the order of the alphabet is taken.
func nearest(name string, candidates func(yield func(string))) string {
	best, distance := "", len(name)/3+1
	if distance > 2 {
		distance = 2
	}
	candidates(func(candidate string) {
		if strings.EqualFold(candidate, name) && candidate != name {
			best, distance = candidate, 0
			return
		}
		if d := editDistance(name, candidate, distance); d < distance || d == distance && (best == "" || candidate < best) {
			best, distance = candidate, d
		}
	})
	return best
}

// editDistance counts the letters to insert, drop, change or swap with their neighbour that lead from a to b; more than
// limit is limit+1.
func editDistance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit || len(a) > 40 {
		return limit + 1
	}
	older, before, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range before {
		before[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(before[j]+1, row[j-1]+1, before[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, before, row = before, row, older
	}
	return min(before[len(b)], limit+1)
}
