package lua

import (
	"strings"

	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"mystic-sdk/lua/syntax"
)

// parseScript stands until the parser does.
func parseScript(name, source string) (*syntax.Chunk, []*syntax.Error) {
	return &syntax.Chunk{Name: name, Source: source}, nil
}

// compileChunk is the bridge that stands until the lowering does.
func compileChunk(chunk *syntax.Chunk) (*glua.FunctionProto, error) {
	stmts, err := parse.Parse(strings.NewReader(chunk.Source), chunk.Name)
	if err != nil {
		return nil, &SyntaxError{Errors: []*syntax.Error{{Span: syntax.Span{Start: syntax.Pos{Line: 1, Column: 1}}, Code: "syntax", Message: err.Error()}}}
	}
	return glua.Compile(stmts, chunk.Name)
}
