package lua

import (
	"fmt"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// instruction is one instruction of the VM, as its opcode.go lays it out.
type instruction uint32

func (i instruction) op() int   { return int(i >> 26) }
func (i instruction) a() int    { return int(i>>18) & 0xff }
func (i instruction) b() int    { return int(i & 0x1ff) }
func (i instruction) c() int    { return int(i>>9) & 0x1ff }
func (i instruction) bx() int   { return int(i & 0x3ffff) }
func (i instruction) jump() int { return int(i&0x3ffff) - 0x1ffff }

// constantBit marks an operand that is a constant and not a register.
const constantBit = 1 << 8

// operandName says what the script calls the value in a register before instruction pc: "local 'x'", "global 'x'",
// "field 'x'", "method 'x'" or "upvalue 'x'"; both are empty where the text does not tell.
func operandName(fn *glua.LFunction, pc, register int) (kind, name string) {
	if register&constantBit != 0 {
		if s, ok := fn.Proto.Constants[register&^constantBit].(glua.LString); ok {
			return "constant", string(s)
		}
		return "", ""
	}
	if name, ok := localName(fn.Proto, pc, register); ok && isName(name) {
		return "local", name
	}
	setter := setterOf(fn.Proto, pc, register)
	if setter < 0 {
		return "", ""
	}
	i := instruction(fn.Proto.Code[setter])
	switch i.op() {
	case glua.OP_MOVE, glua.OP_MOVEN:
		if i.b() < i.a() {
			return operandName(fn, setter, i.b())
		}
	case glua.OP_GETGLOBAL:
		return "global", constantText(fn.Proto, i.bx())
	case glua.OP_GETUPVAL:
		if b := i.b(); b < len(fn.Proto.DbgUpvalues) && isName(fn.Proto.DbgUpvalues[b]) {
			return "upvalue", fn.Proto.DbgUpvalues[b]
		}
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS:
		return "field", keyText(fn.Proto, setter, i.c())
	case glua.OP_SELF:
		return "method", keyText(fn.Proto, setter, i.c())
	}
	return "", ""
}

// keyText returns the string that an instruction indexes with; empty for any other key.
func keyText(proto *glua.FunctionProto, pc, key int) string {
	if key&constantBit != 0 {
		return constantText(proto, key&^constantBit)
	}
	if setter := setterOf(proto, pc, key); setter >= 0 {
		if load := instruction(proto.Code[setter]); load.op() == glua.OP_LOADK {
			return constantText(proto, load.bx())
		}
	}
	return ""
}

// localName returns the local variable that a register is at an instruction.
func localName(proto *glua.FunctionProto, pc, register int) (string, bool) {
	for _, local := range proto.DbgLocals {
		if local.StartPc > pc {
			break
		}
		if pc < local.EndPc {
			if register == 0 {
				return local.Name, true
			}
			register--
		}
	}
	return "", false
}

func constantText(proto *glua.FunctionProto, i int) string {
	if i < len(proto.Constants) {
		if s, ok := proto.Constants[i].(glua.LString); ok {
			return string(s)
		}
	}
	return ""
}

// setterOf finds the instruction that gave a register the value that it has before pc; -1 where more than one may have.
func setterOf(proto *glua.FunctionProto, pc, register int) int {
	setter, branch := -1, 0
	for at := 0; at < pc; at++ {
		i := instruction(proto.Code[at])
		a, sets := i.a(), false
		switch i.op() {
		case glua.OP_LOADNIL:
			sets = a <= register && register <= i.b()
		case glua.OP_MOVEN: // further moves are part of it
			last := at + i.c()
			for ; ; at++ {
				if instruction(proto.Code[at]).a() == register {
					setter = setBehind(at, branch)
				}
				if at == last {
					break
				}
			}
		case glua.OP_TFORLOOP:
			sets = register >= a+2
		case glua.OP_CALL, glua.OP_TAILCALL:
			sets = register >= a
		case glua.OP_SELF:
			sets = register == a || register == a+1
		case glua.OP_FORLOOP, glua.OP_FORPREP:
			sets = register >= a && register <= a+3
		case glua.OP_VARARG:
			sets = register >= a
		case glua.OP_JMP:
			if target := at + 1 + i.jump(); target > at && target <= pc {
				branch = max(branch, target)
			}
		case glua.OP_MOVE, glua.OP_LOADK, glua.OP_LOADBOOL, glua.OP_GETUPVAL, glua.OP_GETGLOBAL, glua.OP_GETTABLE,
			glua.OP_GETTABLEKS, glua.OP_NEWTABLE, glua.OP_ADD, glua.OP_SUB, glua.OP_MUL, glua.OP_DIV, glua.OP_MOD,
			glua.OP_POW, glua.OP_UNM, glua.OP_NOT, glua.OP_LEN, glua.OP_CONCAT, glua.OP_TESTSET:
			sets = a == register
		case glua.OP_CLOSURE:
			sets = a == register
			at += int(proto.FunctionPrototypes[i.bx()].NumUpvalues) // its captured variables follow
		}
		if !sets {
			continue
		}
		setter = setBehind(at, branch)
	}
	return setter
}

// setBehind returns an instruction that set a register, or -1 where it may have been jumped over.
func setBehind(at, branch int) int {
	if at < branch {
		return -1
	}
	return at
}

// loopInCode returns the line of the head of the innermost loop of a function that a line is in, as its jumps tell; 0 where
// there is none.
func loopInCode(proto *glua.FunctionProto, line int) int {
	found, size := 0, len(proto.Code)+1
	for at, code := range proto.Code {
		i := instruction(code)
		if op := i.op(); op != glua.OP_JMP && op != glua.OP_FORLOOP || i.jump() >= 0 {
			continue
		}
		head := at + 1 + i.jump()
		if head < 0 || at-head >= size || !slices.Contains(proto.DbgSourcePositions[head:at+1], line) {
			continue
		}
		size = at - head
		found = proto.DbgSourcePositions[head]
		if head > 0 {
			if op := instruction(proto.Code[head-1]).op(); op == glua.OP_FORPREP || op == glua.OP_JMP {
				found = min(found, proto.DbgSourcePositions[head-1])
			}
		}
	}
	return found
}

// named writes " (local 'x')", or nothing.
func named(kind, name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(" (%s '%s')", kind, clipped(name))
}

func clipped(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}

// nearestGlobal says which word was meant by a name that is none; empty where none is near.
func (t *Thread) nearestGlobal(name string) string {
	best := nearest(name, func(yield func(string)) {
		for _, tb := range []*glua.LTable{t.st.box.base, t.st.globals} {
			for k, _ := tb.Next(glua.LNil); k != glua.LNil; k, _ = tb.Next(k) {
				if s, ok := k.(glua.LString); ok && isName(string(s)) {
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
	setter := setterOf(s.fn.Proto, s.pc-1, register)
	if setter < 0 {
		return nil
	}
	i := instruction(s.fn.Proto.Code[setter])
	var holder glua.LValue
	switch i.op() {
	case glua.OP_SELF:
		holder = s.value(i.a() + 1)
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS:
		if _, ok := localName(s.fn.Proto, s.pc-1, i.b()); ok {
			holder = s.value(i.b())
			break
		}
		from := setterOf(s.fn.Proto, setter, i.b())
		if from < 0 {
			return nil
		}
		if get := instruction(s.fn.Proto.Code[from]); get.op() == glua.OP_GETGLOBAL {
			holder = s.t.global(constantText(s.fn.Proto, get.bx()))
		}
	}
	switch v := holder.(type) {
	case *glua.LTable:
		return plain(v)
	case glua.LString:
		return plain(sharedLibrary().values["string"].(*glua.LTable))
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
		if name, ok := k.(glua.LString); ok && isName(string(name)) {
			if len(names) == maxFieldsTold {
				names = append(names, "…")
				break
			}
			names = append(names, clipped(string(name)))
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
