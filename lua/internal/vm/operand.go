package vm

import (
	"fmt"
	"slices"
	"strconv"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
)

// Use is what a script does with a value that is not fit for it.
type Use uint8

// The uses.
const (
	UseIndex    Use = iota // it reads a field of it
	UseStore               // it sets a field of it
	UseCall                // it calls it
	UseArith               // it computes with it
	UseBits                // it takes its bits
	UseConcat              // it joins it to a text
	UseCompare             // it asks whether it is less than a number
	UseOrder               // it asks whether it is less than a text
	UseLength              // it asks for its length
	UseBound               // it counts from it or to it
	UseStep                // it counts by it
	UseIterate             // it goes through it with for … in
	UseKey                 // it sets the field of that key
	UseTable               // it gives it to a function that takes a table
	UseNumber              // to one that takes a number
	UseText                // to one that takes a text
	UseFunction            // to one that takes a function
	UseAny                 // to one that takes something else
)

// Operand is what an agent is told of a value that is not fit for what its script does with it.
type Operand struct {
	Name   string // what the script calls it: " (local 'x')", or nothing
	Hint   string // what to write instead; may be empty
	Method bool   // it was given to a function that was called with ':'
}

// Origin says where an instruction has a value from, in the words of the script.
type Origin struct {
	Kind string // "local", "global", "upvalue", "field", "method", "entry", "result" or "constant"; empty: the text does not tell
	Name string // of an entry all of it, "spots[i]"; of a result that of the function
	Of   string // of a field or a method: what the script calls its table; may be empty
	Path string // the expression as it stands in the script without arguments, "me.load", "near()"; empty where it is not known
	Nth  int    // of a result: which one, from 1 on

	Local int // of a local: its register
	Set   int // the instruction that set the register; -1: none did, or it is a constant
	Table int // of a field, a method or an entry: the register of its table
	Key   int // likewise: the register or the constant of its key
}

const (
	maxPath    = 6 // names that an Origin puts one behind the other
	maxKeyPath = 2 // those of a key in square brackets, where each of the others may have one
)

// OriginOf finds out where the value in a register, or a constant, comes from, as it is before instruction pc.
func OriginOf(fn *glua.LFunction, pc, register int) Origin {
	return originOf(fn, pc, register, maxPath)
}

func originOf(fn *glua.LFunction, pc, register, depth int) Origin {
	if register&ConstantBit != 0 {
		return constantOrigin(fn.Proto, register&^ConstantBit)
	}
	if local := LocalAt(fn.Proto, pc, register); local != nil && IsName(local.Name) {
		return Origin{Kind: "local", Name: local.Name, Path: local.Name, Local: register, Set: -1}
	}
	return originOfSet(fn, SetterOf(fn.Proto, pc, register), register, depth)
}

// OriginOfSet says where an instruction that set a register had the value from.
func OriginOfSet(fn *glua.LFunction, set, register int) Origin {
	return originOfSet(fn, set, register, maxPath)
}

func originOfSet(fn *glua.LFunction, set, register, depth int) Origin {
	o := Origin{Set: set}
	if set < 0 || depth == 0 {
		return o
	}
	i := Instruction(fn.Proto.Code[set])
	switch i.Op() {
	case glua.OP_MOVE, glua.OP_MOVEN:
		if i.B() < i.A() {
			return originOf(fn, set, i.B(), depth-1)
		}
	case glua.OP_LOADK:
		return constantOrigin(fn.Proto, i.Bx())
	case glua.OP_GETGLOBAL:
		o.Kind, o.Name = "global", ConstantText(fn.Proto, i.Bx())
		o.Path = o.Name
	case glua.OP_GETUPVAL:
		if b := i.B(); b < len(fn.Proto.DbgUpvalues) && IsName(fn.Proto.DbgUpvalues[b]) {
			o.Kind, o.Name = "upvalue", fn.Proto.DbgUpvalues[b]
			o.Path = o.Name
		}
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS, glua.OP_SELF:
		o.Table, o.Key = i.B(), i.C()
		o.member(fn, i.Op() == glua.OP_SELF, depth)
	case glua.OP_CALL:
		o.result(fn, i, register, depth)
	}
	return o
}

// constantOrigin is that of a constant; a text has itself for a name.
func constantOrigin(proto *glua.FunctionProto, i int) Origin {
	o := Origin{Set: -1}
	switch v := proto.Constants[i].(type) {
	case glua.LString:
		if o.Kind, o.Name = "constant", string(v); len(v) <= maxClipped {
			o.Path = strconv.Quote(string(v))
		}
	case glua.LNumber:
		o.Path = number.Text(float64(v))
	}
	return o
}

// member completes the origin of a value that was read from a table: of a name or of any other key.
func (o *Origin) member(fn *glua.LFunction, method bool, depth int) {
	table, key := originOf(fn, o.Set, o.Table, depth-1), originOf(fn, o.Set, o.Key, min(depth-1, maxKeyPath))
	switch named := key.Kind == "constant" && len(key.Name) <= maxClipped && IsName(key.Name); {
	case method:
		o.Kind, o.Name, o.Of = "method", key.Name, table.Path
		o.Path = joined(table.Path, ":"+key.Name)
	case named:
		o.Kind, o.Name, o.Of = "field", key.Name, table.Path
		o.Path = joined(table.Path, "."+key.Name)
	case key.Path != "" && table.Path != "":
		o.Kind, o.Name = "entry", table.Path+"["+key.Path+"]"
		o.Path = o.Name
	}
}

// joined puts a step behind a path, where that is known.
func joined(path, step string) string {
	if path == "" {
		return ""
	}
	return path + step
}

// result completes the origin of a value that a call gave.
func (o *Origin) result(fn *glua.LFunction, call Instruction, register, depth int) {
	callee := originOf(fn, o.Set, call.A(), depth-1)
	if callee.Path == "" || callee.Kind == "result" || callee.Kind == "constant" {
		return
	}
	o.Kind, o.Name, o.Nth = "result", callee.Path, register-call.A()+1
	none := 1 // what B is for a call without arguments
	if callee.Kind == "method" {
		none = 2
	}
	if o.Path = o.Name + "(…)"; call.B() == none {
		o.Path = o.Name + "()"
	}
}

// String is what stands behind a message: " (field 'ore' of 'me')", or nothing.
func (o Origin) String() string {
	switch {
	case o.Kind == "" || o.Name == "":
		return ""
	case o.Kind == "result" && o.Nth > 1:
		return fmt.Sprintf(" (result %d of '%s')", o.Nth, Clipped(o.Name))
	case o.Kind == "result":
		return fmt.Sprintf(" (result of '%s')", Clipped(o.Name))
	case o.Of != "":
		return fmt.Sprintf(" (%s '%s' of '%s')", o.Kind, Clipped(o.Name), Clipped(o.Of))
	}
	return fmt.Sprintf(" (%s '%s')", o.Kind, Clipped(o.Name))
}

// CalledWithColon says whether a call gives the object that the function was taken from as its first argument.
func CalledWithColon(fn *glua.LFunction, pc int) bool {
	call := Instruction(fn.Proto.Code[pc])
	if op := call.Op(); op != glua.OP_CALL && op != glua.OP_TAILCALL {
		return false
	}
	at := SetterOf(fn.Proto, pc, call.A())
	return at >= 0 && Instruction(fn.Proto.Code[at]).Op() == glua.OP_SELF
}

// LocalAt returns the local variable that a register is at an instruction; nil where it is none.
func LocalAt(proto *glua.FunctionProto, pc, register int) *glua.DbgLocalInfo {
	for _, local := range proto.DbgLocals {
		if local.StartPc > pc {
			break
		}
		if pc < local.EndPc {
			if register == 0 {
				return local
			}
			register--
		}
	}
	return nil
}

// LocalNames returns the names of the local variables at an instruction, by their registers.
func LocalNames(proto *glua.FunctionProto, pc int) []string {
	var names []string
	for _, local := range proto.DbgLocals {
		if local.StartPc > pc {
			break
		}
		if pc < local.EndPc {
			names = append(names, local.Name)
		}
	}
	return names
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

// setterWindow is how many instructions before one SetterOf looks through: more than the statement that it is in has, mostly.
const setterWindow = 256

// SetterOf finds the instruction that gave a register the value that it has before pc; -1 where more than one may have, or
// none near it has.
func SetterOf(proto *glua.FunctionProto, pc, register int) int {
	setter, branch := -1, 0
	for at := max(0, pc-setterWindow); at < pc; at++ {
		i := Instruction(proto.Code[at])
		switch i.Op() {
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
			continue
		case glua.OP_JMP:
			if target := at + 1 + i.jump(); target > at && target <= pc {
				branch = max(branch, target)
			}
			continue
		}
		if i.sets(register) {
			setter = setBehind(at, branch)
		}
		if i.Op() == glua.OP_CLOSURE {
			at += int(proto.FunctionPrototypes[i.Bx()].NumUpvalues) // its captured variables follow
		}
	}
	return setter
}

// SetWithin says whether an instruction from one on and before another sets a register.
func SetWithin(proto *glua.FunctionProto, from, to, register int) bool {
	for at := from; at < min(to, len(proto.Code)); at++ {
		i := Instruction(proto.Code[at])
		if i.sets(register) {
			return true
		}
		if i.Op() == glua.OP_CLOSURE {
			at += int(proto.FunctionPrototypes[i.Bx()].NumUpvalues)
		}
	}
	return false
}

// sets says whether an instruction changes a register.
func (i Instruction) sets(register int) bool {
	a := i.A()
	switch i.Op() {
	case glua.OP_LOADNIL:
		return a <= register && register <= i.B()
	case glua.OP_TFORLOOP:
		return register >= a+2
	case glua.OP_CALL, glua.OP_TAILCALL, glua.OP_VARARG:
		return register >= a
	case glua.OP_SELF:
		return register == a || register == a+1
	case glua.OP_FORLOOP, glua.OP_FORPREP:
		return register >= a && register <= a+3
	case glua.OP_MOVE, glua.OP_MOVEN, glua.OP_LOADK, glua.OP_LOADBOOL, glua.OP_GETUPVAL, glua.OP_GETGLOBAL, glua.OP_GETTABLE,
		glua.OP_GETTABLEKS, glua.OP_NEWTABLE, glua.OP_ADD, glua.OP_SUB, glua.OP_MUL, glua.OP_DIV, glua.OP_MOD,
		glua.OP_POW, glua.OP_UNM, glua.OP_NOT, glua.OP_LEN, glua.OP_CONCAT, glua.OP_TESTSET, glua.OP_CLOSURE:
		return a == register
	}
	return false
}

// LoopSource finds the instruction that gave a register of a for its first value, for the instruction that the loop turns or
// begins with; -1 as SetterOf.
func LoopSource(proto *glua.FunctionProto, at, register int) int {
	if i := Instruction(proto.Code[at]); i.Op() == glua.OP_FORLOOP {
		at += i.jump() // where the loop begins
	}
	return SetterOf(proto, at, register)
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

// maxClipped is how many bytes of a name messages show.
const maxClipped = 60

// Clipped returns a name that a message can carry.
func Clipped(s string) string {
	if len(s) > maxClipped {
		return s[:maxClipped] + "…"
	}
	return s
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
