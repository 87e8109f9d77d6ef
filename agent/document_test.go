package agent_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const document = "../docs/agent.md"

// The guide names only what is there, and shows code that is documented with the package.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	exported := exportedNames(t)
	spans := regexp.MustCompile("`agent\\.([A-Z][A-Za-z.]*)`").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, spans)
	named := map[string]bool{}
	for _, span := range spans {
		require.True(t, exported[span[1]], "the guide names agent.%s, which is not exported", span[1])
		named[span[1]] = true
	}
	for name := range exported {
		owner, _, _ := strings.Cut(name, ".")
		if owner == "SessionOptions" || owner == "PresenceOptions" || owner == "Context" || owner == "Policy" {
			require.True(t, name == owner || named[name], "the guide leaves out agent.%s", name)
		}
	}
	shown := regexp.MustCompile("(?ms)^```go agent/doc.go\n(.*?)^```$").FindAllStringSubmatch(string(text), -1)
	require.Len(t, shown, 1)
	source, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	for line := range strings.Lines(shown[0][1]) {
		require.Contains(t, string(source), "//\t"+line)
	}
}

// exportedNames returns what the package exports: names, and methods and fields behind the name of their type.
func exportedNames(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	out := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range parsed.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					name = typeName(d.Recv.List[0].Type) + "." + name
				}
				out[name] = true
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					declare(spec, out)
				}
			}
		}
	}
	for name := range out {
		for part := range strings.SplitSeq(name, ".") {
			if !ast.IsExported(part) {
				delete(out, name)
			}
		}
	}
	return out
}

// declare adds what one declaration names.
func declare(spec ast.Spec, out map[string]bool) {
	switch d := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range d.Names {
			out[name.Name] = true
		}
	case *ast.TypeSpec:
		out[d.Name.Name] = true
		var fields *ast.FieldList
		switch t := d.Type.(type) {
		case *ast.StructType:
			fields = t.Fields
		case *ast.InterfaceType:
			fields = t.Methods
		default:
			return
		}
		for _, f := range fields.List {
			for _, name := range f.Names {
				out[d.Name.Name+"."+name.Name] = true
			}
		}
	}
}

func typeName(e ast.Expr) string {
	if star, is := e.(*ast.StarExpr); is {
		e = star.X
	}
	name, _ := e.(*ast.Ident)
	return name.Name
}
