package lua

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/library"
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
	overflowMessage = "stack overflow: calls stand too deep inside each other"
	overflowHint    = "give the recursion a case in which it returns, or use a loop: about 95 calls may stand inside each other"
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
		err.Message, err.Hint = overflowMessage, s.s.overflowAdvice()
	case message == "too many recursions in gettable":
		err.Message = "'__index' chain is too long, or goes round in a circle"
	case message == "too many recursions in settable":
		err.Message = "'__newindex' chain is too long, or goes round in a circle"
	case message == "__unm undefined":
		s.operand("perform arithmetic on", i.B(), vm.UseArith, err)
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
		s.arithmetic(i, m[1], err)
	} else if m := vmFor.FindStringSubmatch(message); m != nil {
		part := map[string]string{"init": "initial value", "limit": "limit", "step": "step"}[m[1]]
		s.bound(i, part, err)
	}
}

// plainWords rewords what the VM raised where nothing is known of its scene.
func plainWords(message string) string {
	switch {
	case message == "attempt to call a non-function object":
		return "attempt to call a value that is no function"
	case vmIndex.MatchString(message):
		return fmt.Sprintf("attempt to index a %s value", kindName(vmIndex.FindStringSubmatch(message)[1]))
	case vmArith.MatchString(message):
		return "attempt to perform arithmetic on a value that is no number"
	}
	return strings.ReplaceAll(message, "userdata", "thread")
}

// overflowAdvice is what to do about calls that filled the stack: those of a metamethod that calls itself have an answer of
// their own. The frames stand as they stood also where the stack was unwound.
func (s *strand) overflowAdvice() string {
	at := framesKnown - 2 // a call of a script, or of the function of the library that it was made for
	fn, pc, ok := s.luaFrame(at)
	if !ok {
		at--
		fn, pc, ok = s.luaFrame(at)
	}
	if !ok || pc == 0 || pc > len(fn.Proto.Code) {
		return overflowHint
	}
	i := vm.Instruction(fn.Proto.Code[pc-1])
	switch i.Op() {
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS:
		return "__index calls itself here: read with rawget(t, k) inside it"
	case glua.OP_SETTABLE, glua.OP_SETTABLEKS:
		return newindexHint
	case glua.OP_CALL:
		set := vm.SetterOf(fn.Proto, pc-1, i.A())
		if set < 0 {
			break
		}
		if load := vm.Instruction(fn.Proto.Code[set]); load.Op() == glua.OP_LOADK && fn.Proto.Constants[load.Bx()] == glua.LValue(library.Operator("set")) {
			return newindexHint
		}
	}
	return overflowHint
}

const newindexHint = "__newindex calls itself here: set with rawset(t, k, v) inside it"

// value reads a register of the function, or a constant.
func (s scene) value(register int) glua.LValue {
	if register&vm.ConstantBit != 0 {
		return s.fn.Proto.Constants[register&^vm.ConstantBit]
	}
	return s.s.register(s.frame, register)
}

func (s scene) operand(verb string, register int, use vm.Use, err *ScriptError) {
	lv := s.value(register)
	err.Message = fmt.Sprintf("attempt to %s a %s value%s", verb, vm.TypeName(lv), s.origin(register))
	err.Hint = s.advice(register, lv, use)
}

func (s scene) call(i vm.Instruction, err *ScriptError) {
	switch op := i.Op(); op {
	case glua.OP_CALL, glua.OP_TAILCALL:
	case glua.OP_TFORLOOP:
		lv := s.value(i.A())
		o := vm.OriginOfSet(s.fn, vm.LoopSource(s.fn.Proto, s.pc-1, i.A()), i.A())
		err.Message = fmt.Sprintf("attempt to go through a %s value with for … in%s", vm.TypeName(lv), o)
		if err.Hint = s.adviceOn(o, lv, vm.UseIterate); err.Hint == "" {
			err.Hint = "write: for k, v in pairs(t) do"
		}
		return
	default:
		err.Message = "attempt to call a value that is no function"
		return
	}
	callee := s.value(i.A())
	if fn, ok := callee.(*glua.LFunction); ok && fn.IsG {
		// What that function was given to call is not this instruction's.
		err.Message = "attempt to call a value that is no function"
		return
	}
	s.operand("call", i.A(), vm.UseCall, err)
}

func (s scene) index(i vm.Instruction, vmType string, err *ScriptError) {
	switch i.Op() {
	case glua.OP_SETTABLE, glua.OP_SETTABLEKS:
		s.operand("index", i.A(), vm.UseStore, err)
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS, glua.OP_SELF:
		s.operand("index", i.B(), vm.UseIndex, err)
	default:
		err.Message = fmt.Sprintf("attempt to index a %s value", kindName(vmType))
	}
}

func (s scene) compare(i vm.Instruction, left, right string, err *ScriptError) {
	err.Message = fmt.Sprintf("attempt to compare %s with %s", kindName(left), kindName(right))
	if left == right {
		err.Message = fmt.Sprintf("attempt to compare two %s values", kindName(left))
	}
	if op := i.Op(); op != glua.OP_LT && op != glua.OP_LE {
		if op == glua.OP_CALL && strings.HasSuffix(s.origin(i.A()).Path, "sort") {
			err.Hint = "say which of two comes first: table.sort(list, function(a, b) return a.x < b.x end)"
		}
		return
	}
	register, other := i.B(), i.C()
	if comparable(s.value(register)) && !comparable(s.value(other)) {
		register, other = other, register
	}
	lv := s.value(register)
	use := vm.UseCompare
	switch s.value(other).(type) {
	case glua.LString:
		use = vm.UseOrder
	case *glua.LTable:
		err.Hint = "tables have no order: compare a field of both"
		if s.t.advises() {
			if names := s.fieldsOf(tableOf(lv)); names != "" {
				err.Hint += ": " + names
			}
		}
		return
	}
	if _, text := lv.(glua.LString); text == (use == vm.UseCompare) && comparable(lv) {
		// One is a number and the other a text: the text is the one to change.
		if !text {
			register, lv = other, s.value(other)
		}
		use = vm.UseCompare
	}
	err.Message += s.origin(register).String()
	err.Hint = s.advice(register, lv, use)
}

// comparable says whether a value can be less than another one of its kind.
func comparable(v glua.LValue) bool {
	switch v.(type) {
	case glua.LNumber, glua.LString:
		return true
	}
	return false
}

func (s scene) arithmetic(i vm.Instruction, left string, err *ScriptError) {
	register := i.B()
	if left == "number" {
		register = i.C()
	}
	s.operand("perform arithmetic on", register, vm.UseArith, err)
}

// bound rewords an error about a number that a for counts by.
func (s scene) bound(i vm.Instruction, part string, err *ScriptError) {
	err.Message = fmt.Sprintf("'for' %s must be a number", part)
	if op := i.Op(); op != glua.OP_FORPREP && op != glua.OP_FORLOOP {
		return
	}
	register := i.A() + map[string]int{"initial value": 0, "limit": 1, "step": 2}[part]
	lv := s.value(register)
	o := vm.OriginOfSet(s.fn, vm.LoopSource(s.fn.Proto, s.pc-1, register), register)
	err.Message += fmt.Sprintf(", got %s%s", vm.TypeName(lv), o)
	err.Hint = s.adviceOn(o, lv, vm.UseBound)
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
			t.meter.ChargeWalk(tb)
			asked := 0
			for k, _ := tb.Next(glua.LNil); k != glua.LNil && asked < maxGlobalsAsked; k, _ = tb.Next(k) {
				asked++
				t.meter.ChargeKey(k)
				if name, ok := nameIn(k); ok {
					yield(name)
				}
			}
		}
	})
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean '%s'?", best)
}

// global looks a name up as a script does.
func (t *Thread) global(name string) glua.LValue {
	if lv := t.st.globals.RawGetString(name); lv != glua.LNil {
		return lv
	}
	return t.st.box.base.RawGetString(name)
}

const (
	maxEvaluated    = 6 // steps through which a value is looked for
	maxKeyEvaluated = 2 // those for a key, where each of the others may have one
)

// evaluate finds the value that an operand had at an instruction, where it can be read without running anything of the script
// or of the game.
func (s scene) evaluate(pc, register, depth int) (glua.LValue, bool) {
	if depth == 0 {
		return glua.LNil, false
	}
	if register&vm.ConstantBit != 0 {
		return s.value(register), true
	}
	if local := vm.LocalAt(s.fn.Proto, pc, register); local != nil && vm.IsName(local.Name) {
		return s.value(register), true
	}
	set := vm.SetterOf(s.fn.Proto, pc, register)
	if set < 0 {
		return glua.LNil, false
	}
	switch i := vm.Instruction(s.fn.Proto.Code[set]); i.Op() {
	case glua.OP_LOADK:
		return s.fn.Proto.Constants[i.Bx()], true
	case glua.OP_GETGLOBAL:
		return s.t.global(vm.ConstantText(s.fn.Proto, i.Bx())), true
	case glua.OP_GETUPVAL:
		if b := i.B(); b < len(s.fn.Upvalues) && s.fn.Upvalues[b] != nil {
			return s.fn.Upvalues[b].Value(), true
		}
	case glua.OP_MOVE:
		return s.evaluate(set, i.B(), depth-1)
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS:
		holder, ok := s.evaluate(set, i.B(), depth-1)
		key, known := s.evaluate(set, i.C(), min(depth-1, maxKeyEvaluated))
		if table := tableOf(holder); ok && known && table != nil {
			if v := table.RawGet(key); v != glua.LNil {
				return v, true
			}
		}
	}
	return glua.LNil, false
}

// table is the table that an origin was read from, nil where that cannot be read.
func (s scene) table(o vm.Origin) *glua.LTable {
	holder, _ := s.evaluate(o.Set, o.Table, maxEvaluated)
	return tableOf(holder)
}

// tableOf is the table that holds the entries of a value, nil where none does.
func tableOf(v glua.LValue) *glua.LTable {
	if tb, ok := v.(*glua.LTable); ok {
		return vm.Plain(tb)
	}
	return nil
}

// metaOf is the metatable of one of the script's own tables.
func metaOf(v glua.LValue) (*glua.LTable, bool) {
	tb, ok := v.(*glua.LTable)
	if !ok || vm.ProxyOf(tb) != nil {
		return nil, false
	}
	meta, ok := tb.Metatable.(*glua.LTable)
	return meta, ok
}

const (
	maxFieldsTold   = 6   // fields that a hint lists
	maxGlobalsAsked = 256 // likewise of globals, the words of the game first
	maxFieldsAsked  = 64  // entries of a table that are looked at for one: an error that a script catches may cost little
	maxNameTold     = 60  // letters of a name that hints know
	maxAdvised      = 200 // errors that have a hint from one action to the next: more are those that a script catches in a loop
)

// advises says whether one more error may have a hint.
func (t *Thread) advises() bool {
	t.advised++
	return t.advised <= maxAdvised
}

// nameIn returns the name that a key is, where it is one that a hint can tell.
func nameIn(key glua.LValue) (string, bool) {
	name, ok := key.(glua.LString)
	if !ok || len(name) > maxNameTold || !vm.IsName(string(name)) {
		return "", false
	}
	return string(name), true
}

// fieldsOf lists the names that a table has, nothing where it has none.
func (s scene) fieldsOf(table *glua.LTable) string {
	if table == nil {
		return ""
	}
	s.t.meter.ChargeWalk(table)
	var names []string
	asked := 0
	for k, _ := table.Next(glua.LNil); k != glua.LNil && asked < maxFieldsAsked; k, _ = table.Next(k) {
		asked++
		s.t.meter.ChargeKey(k)
		if name, ok := nameIn(k); ok {
			if len(names) == maxFieldsTold {
				names = append(names, "…")
				break
			}
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// nearestMember returns the name in a value that was meant by one that it does not have: its own, or one that its metatable
// leads to; of a text one of the functions for texts.
func (s scene) nearestMember(v glua.LValue, name string) string {
	if _, ok := v.(glua.LString); ok {
		v = sharedLibrary().Values["string"]
	}
	return nearest(name, func(yield func(string)) {
		asked := 0
		for range maxEvaluated {
			table := tableOf(v)
			if table == nil {
				return
			}
			s.t.meter.ChargeWalk(table)
			for k, _ := table.Next(glua.LNil); k != glua.LNil && asked < maxFieldsAsked; k, _ = table.Next(k) {
				asked++
				s.t.meter.ChargeKey(k)
				if member, ok := k.(glua.LString); ok && len(member) <= maxNameTold && !strings.ContainsFunc(string(member), unicode.IsControl) {
					yield(string(member))
				}
			}
			meta, ok := metaOf(v)
			if !ok {
				return
			}
			v = meta.RawGetString("__index")
		}
	})
}

// nearest returns the candidate that is closest to a name, by the letters that differ; "" where none is close. Of two that
// are equally close the first in the order of the alphabet is taken.
func nearest(name string, candidates func(yield func(string))) string {
	best, distance := "", maxDistance
	switch {
	case len(name) > maxCompared:
		return ""
	case len(name) < 3:
		distance = 0
	case len(name) < 5:
		distance = 1
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

const (
	maxCompared = 40 // letters of a name that is compared with others
	maxDistance = 2  // letters that may differ
)

// editDistance counts the letters to insert, drop, change or swap with their neighbour that lead from a, which has at most
// maxCompared of them, to b; more than limit, which is at most maxDistance, is limit+1.
func editDistance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	var rows [3][maxCompared + maxDistance + 1]int
	older, before, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
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
