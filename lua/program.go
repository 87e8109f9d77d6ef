package lua

import (
	"fmt"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/syntax"
)

// Program is a compiled script. It is immutable, belongs to no state and may be shared by goroutines.
type Program struct {
	chunk *syntax.Chunk
	proto *glua.FunctionProto
	long  bool // it has a string that is long, see longText
}

// Compile parses, lowers and compiles a script. The error is a *SyntaxError.
func Compile(name, source string) (*Program, error) {
	chunk, errs := syntax.Parse(name, source)
	if len(errs) > 0 {
		return nil, &SyntaxError{Errors: errs}
	}
	return CompileChunk(chunk)
}

// CompileChunk is Compile of a tree that syntax.Parse gave without errors.
func CompileChunk(chunk *syntax.Chunk) (*Program, error) {
	proto, err := compileChunk(chunk)
	if err != nil {
		return nil, err
	}
	limitVarargs(proto)
	return &Program{chunk: chunk, proto: proto, long: holdsLongText(proto)}, nil
}

// Name returns the name that errors call it by; empty for the script as sent.
func (p *Program) Name() string { return p.chunk.Name }

// Source returns the text.
func (p *Program) Source() string { return p.chunk.Source }

// owns says whether a function was written in this program.
func (p *Program) owns(proto *glua.FunctionProto) bool {
	return ownsProto(p.proto, proto)
}

func ownsProto(root, proto *glua.FunctionProto) bool {
	if root == proto {
		return true
	}
	for _, inner := range root.FunctionPrototypes {
		if ownsProto(inner, proto) {
			return true
		}
	}
	return false
}

// SyntaxError is what Compile answers for a text that does not parse.
type SyntaxError struct{ Errors []*syntax.Error }

// Error returns the errors, one a line, each with its position.
func (e *SyntaxError) Error() string {
	lines := make([]string, len(e.Errors))
	for i, one := range e.Errors {
		lines[i] = fmt.Sprintf("line %d, column %d: %s", one.Start.Line, one.Start.Column, one.Message)
	}
	return strings.Join(lines, "\n")
}

// maxValues is how many values one call may hand over as `...`, or get from unpack: the VM copies them all with a single
// instruction, wherever `...` is written.
const maxValues = 250

// limitVarargs has every function with `...` begin with a look at how many values it was given. The instructions are put
// before its own, whose jumps are relative.
func limitVarargs(proto *glua.FunctionProto) {
	for _, inner := range proto.FunctionPrototypes {
		limitVarargs(inner)
		if inner.IsVarArg&glua.VarArgIsVarArg != 0 {
			limitVararg(inner)
		}
	}
}

func limitVararg(proto *glua.FunctionProto) {
	register := int(proto.NumUsedRegisters)
	if register+2 > 0xff {
		return // so many locals that the compiler has refused it
	}
	proto.Constants = append(proto.Constants, varargsFunc)
	look := []uint32{
		abx(glua.OP_LOADK, register, len(proto.Constants)-1),
		abc(glua.OP_VARARG, register+1, 0, 0),
		abc(glua.OP_CALL, register, 0, 1),
	}
	proto.NumUsedRegisters += 2
	proto.Code = slices.Concat(look, proto.Code)
	line := proto.LineDefined
	proto.DbgSourcePositions = slices.Concat([]int{line, line, line}, proto.DbgSourcePositions)
	for _, local := range proto.DbgLocals {
		if local.StartPc > 0 { // parameters are there from the start
			local.StartPc += len(look)
		}
		local.EndPc += len(look)
	}
	for i := range proto.DbgCalls {
		proto.DbgCalls[i].Pc += len(look)
	}
}

var varargsFunc = goFunc(func(L *glua.LState) int {
	if n := L.GetTop(); n > maxValues {
		threadOf(L).raisef(L, "a function is called with %s values: at most %d are allowed", grouped(int64(n)), maxValues)
	}
	return 0
})

// abc and abx encode an instruction of the VM.
func abc(op, a, b, c int) uint32 { return uint32(op)<<26 | uint32(a)<<18 | uint32(c)<<9 | uint32(b) }
func abx(op, a, bx int) uint32   { return uint32(op)<<26 | uint32(a)<<18 | uint32(bx) }
