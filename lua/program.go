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
	proto, err := lower.Compile(chunk)
	var one *syntax.Error
	if errors.As(err, &one) {
		return nil, &SyntaxError{Errors: []*syntax.Error{one}}
	}
	if err != nil {
		return nil, err
	}
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
