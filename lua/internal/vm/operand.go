package vm

import (
	"fmt"
	"reflect"
	"slices"

	glua "github.com/yuin/gopher-lua"
)

// OperandName says what the script calls the value in a register before instruction pc: "local 'x'", "global 'x'",
// "field 'x'", "method 'x'" or "upvalue 'x'"; both are empty where the text does not tell.
func OperandName(fn *glua.LFunction, pc, register int) (kind, name string) {
	if register&ConstantBit != 0 {
		if s, ok := fn.Proto.Constants[register&^ConstantBit].(glua.LString); ok {
			return "constant", string(s)
		}
		return "", ""
	}
	if name, ok := LocalName(fn.Proto, pc, register); ok && IsName(name) {
		return "local", name
	}
	setter := SetterOf(fn.Proto, pc, register)
	if setter < 0 {
		return "", ""
	}
	i := Instruction(fn.Proto.Code[setter])
	switch i.Op() {
	case glua.OP_MOVE, glua.OP_MOVEN:
		if i.B() < i.A() {
			return OperandName(fn, setter, i.B())
		}
	case glua.OP_GETGLOBAL:
		return "global", ConstantText(fn.Proto, i.Bx())
	case glua.OP_GETUPVAL:
		if b := i.B(); b < len(fn.Proto.DbgUpvalues) && IsName(fn.Proto.DbgUpvalues[b]) {
			return "upvalue", fn.Proto.DbgUpvalues[b]
		}
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS:
		return "field", keyText(fn.Proto, setter, i.C())
	case glua.OP_SELF:
		return "method", keyText(fn.Proto, setter, i.C())
	}
	return "", ""
}

// keyText returns the string that an instruction indexes with; empty for any other key.
func keyText(proto *glua.FunctionProto, pc, key int) string {
	if key&ConstantBit != 0 {
		return ConstantText(proto, key&^ConstantBit)
	}
	if setter := SetterOf(proto, pc, key); setter >= 0 {
		if load := Instruction(proto.Code[setter]); load.Op() == glua.OP_LOADK {
			return ConstantText(proto, load.Bx())
		}
	}
	return ""
}

// LocalName returns the local variable that a register is at an instruction.
func LocalName(proto *glua.FunctionProto, pc, register int) (string, bool) {
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

// ConstantText returns a constant of a function that is a string; empty for any other.
func ConstantText(proto *glua.FunctionProto, i int) string {
	if i < len(proto.Constants) {
		if s, ok := proto.Constants[i].(glua.LString); ok {
			return string(s)
		}
	}
	return ""
}

// SetterOf finds the instruction that gave a register the value that it has before pc; -1 where more than one may have.
func SetterOf(proto *glua.FunctionProto, pc, register int) int {
	setter, branch := -1, 0
	for at := 0; at < pc; at++ {
		i := Instruction(proto.Code[at])
		a, sets := i.A(), false
		switch i.Op() {
		case glua.OP_LOADNIL:
			sets = a <= register && register <= i.B()
		case glua.OP_MOVEN: // further moves are part of it
			last := at + i.C()
			for ; ; at++ {
				if Instruction(proto.Code[at]).A() == register {
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
			at += int(proto.FunctionPrototypes[i.Bx()].NumUpvalues) // its captured variables follow
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

// LoopInCode returns the line of the head of the innermost loop of a function that a line is in, as its jumps tell; 0 where
// there is none.
func LoopInCode(proto *glua.FunctionProto, line int) int {
	found, size := 0, len(proto.Code)+1
	for at, code := range proto.Code {
		i := Instruction(code)
		if op := i.Op(); op != glua.OP_JMP && op != glua.OP_FORLOOP || i.jump() >= 0 {
			continue
		}
		head := at + 1 + i.jump()
		if head < 0 || at-head >= size || !slices.Contains(proto.DbgSourcePositions[head:at+1], line) {
			continue
		}
		size = at - head
		found = proto.DbgSourcePositions[head]
		if head > 0 {
			if op := Instruction(proto.Code[head-1]).Op(); op == glua.OP_FORPREP || op == glua.OP_JMP {
				found = min(found, proto.DbgSourcePositions[head-1])
			}
		}
	}
	return found
}

// Named writes " (local 'x')", or nothing.
func Named(kind, name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(" (%s '%s')", kind, Clipped(name))
}

// Clipped returns a name that a message can carry.
func Clipped(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}

// CallOperand says what the script calls argument i of the function of the host that is running, which lies in the registers
// behind the function.
func CallOperand(L *glua.LState, i int) (kind, name string) {
	fn, pc, ok := caller(L)
	if !ok {
		return "", ""
	}
	call := Instruction(fn.Proto.Code[pc])
	if call.Op() != glua.OP_CALL {
		return "", ""
	}
	return OperandName(fn, pc, call.A()+i)
}

// InstructionOperand says what the script calls operand i, 1 or 2, of the instruction that a metamethod was called for.
func InstructionOperand(L *glua.LState, i int) (kind, name string) {
	fn, pc, ok := caller(L)
	if !ok {
		return "", ""
	}
	in := Instruction(fn.Proto.Code[pc])
	register := in.B()
	if i == 2 {
		register = in.C()
	}
	return OperandName(fn, pc, register)
}

// caller returns the function of a script that called the function of the host that is running, and its instruction.
func caller(L *glua.LState) (fn *glua.LFunction, pc int, ok bool) {
	dbg, ok := L.GetStack(1)
	if !ok {
		return nil, 0, false
	}
	lv, err := L.GetInfo("f", dbg, glua.LNil)
	fn, ok = lv.(*glua.LFunction)
	if err != nil || !ok || fn.IsG {
		return nil, 0, false
	}
	parent := reflect.ValueOf(L).Elem().Field(known().frame).Elem().FieldByName("Parent")
	if !parent.IsValid() || parent.Kind() != reflect.Pointer || parent.IsNil() {
		return nil, 0, false
	}
	next := parent.Elem().FieldByName("Pc")
	if !next.IsValid() || !next.CanInt() || int(next.Int()) < 1 || int(next.Int()) > len(fn.Proto.Code) {
		return nil, 0, false
	}
	return fn, int(next.Int()) - 1, true
}

var keywords = map[string]bool{
	"and": true, "break": true, "do": true, "else": true, "elseif": true, "end": true, "false": true, "for": true,
	"function": true, "goto": true, "if": true, "in": true, "local": true, "nil": true, "not": true, "or": true,
	"repeat": true, "return": true, "then": true, "true": true, "until": true, "while": true,
}

// IsName says whether a string can be a name in Lua.
func IsName(name string) bool {
	for i, c := range []byte(name) {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != "" && !keywords[name]
}
