package lua

import (
	"errors"
	"fmt"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/lower"
	"mystic-sdk/lua/syntax"
)

// Program is a compiled script. It is immutable, belongs to no state and may be shared by goroutines.
type Program struct {
	chunk *syntax.Chunk
	proto *glua.FunctionProto
	long  bool  // it has a string that is long, see longText
	bytes int64 // accounted
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
	proto, err := lower.Compile(chunk)
	var one *syntax.Error
	if errors.As(err, &one) {
		return nil, &SyntaxError{Errors: []*syntax.Error{one}}
	}
	if err != nil {
		return nil, err
	}
	return &Program{chunk: chunk, proto: proto, long: holdsLongText(proto), bytes: chunkBytes(chunk) + protoBytes(proto)}, nil
}

// Name returns the name that errors call it by; empty for the script as sent.
func (p *Program) Name() string { return p.chunk.Name }

// Source returns the text.
func (p *Program) Source() string { return p.chunk.Source }

// Bytes returns how many bytes the program takes, by constants over what it is made of: the same on every machine.
func (p *Program) Bytes() int64 { return p.bytes }

// Accounted sizes of what a program is made of.
const (
	nodeBytes        = 80 // of a tree
	protoFixed       = 1000
	instructionBytes = 12 // with its line
	constantBytes    = 32
	localBytes       = 48
	callBytes        = 24
	capturingBytes   = 16
)

func chunkBytes(chunk *syntax.Chunk) int64 {
	bytes := int64(len(chunk.Source))
	syntax.Walk(chunk, func(syntax.Node) bool {
		bytes += nodeBytes
		return true
	})
	return bytes
}

func protoBytes(proto *glua.FunctionProto) int64 {
	bytes := int64(protoFixed + len(proto.Code)*instructionBytes + len(proto.Constants)*constantBytes +
		len(proto.DbgLocals)*localBytes + len(proto.DbgCalls)*callBytes + len(proto.DbgUpvalues)*capturingBytes)
	for _, constant := range proto.Constants {
		if s, ok := constant.(glua.LString); ok {
			bytes += int64(len(s))
		}
	}
	for _, inner := range proto.FunctionPrototypes {
		bytes += protoBytes(inner)
	}
	return bytes
}

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
