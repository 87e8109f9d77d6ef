package scape_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const guide = "../../docs/agent.md"

// declared says what the seeds call a type of the contract, and where a document has one.
var declared = []struct{ name, seeds, path string }{
	{"Snapshot", "AgentObservation", ""},
	{"Position", "AgentPosition", "self."},
	{"Self", "AgentObservation.self", "self."},
	{"Player", "AgentObservation.players[]", "players[]."},
	{"Label", "AgentObservation.objects[]", "objects[]."},
	{"Cell", "AgentObservation.blocked[]", "blocked[]."},
	{"Movement", "AgentMovement", "movement."},
	{"Scene", "AgentScene", "scene."},
	{"SceneObject", "AgentSceneObject", "scene.objects[]."},
	{"GameFacts", "AgentScene.gameFacts", "scene.gameFacts."},
	{"Participant", "AgentObservation.roster[]", "roster[]."},
	{"Pursuit", "AgentPursuit", "pursuit."},
	{"Appearance", "AgentObservation.appearance", "appearance."},
	{"Limits", "AgentObservation.limits", "limits."},
}

// The guide's table of members is what the declarations say: names, tags and comments of the fields, and the rules that
// TestContract found out.
func TestGuideOfMembers(t *testing.T) {
	types, rules := typesOf(t), ruleList(t)
	var table strings.Builder
	table.WriteString("| declared | here | rule | |\n|---|---|---|---|\n")
	listed := map[string]bool{}
	for _, d := range declared {
		require.Contains(t, types, d.name)
		for _, f := range types[d.name].Fields.List {
			if f.Names == nil {
				continue // what is embedded has rows of its own
			}
			name := member(f)
			rule, tried := rules[d.path+name]
			require.True(t, tried, "%s%s was not tried", d.path, name)
			listed[d.path+name] = true
			if each, is := rules[d.path+name+"[]"]; is {
				rule = strings.Replace(rule, "a list", "a list, each "+each, 1)
			}
			remark := strings.TrimLeft(strings.TrimSpace(f.Comment.Text())+" |", " ")
			fmt.Fprintf(&table, "| `%s.%s` | `scape.%s.%s` | %s | %s\n", d.seeds, name, d.name, f.Names[0].Name, rule, remark)
		}
	}
	for path := range rules {
		position := regexp.MustCompile(`\.(x|y|floor)$`).MatchString(path) // rows of AgentPosition
		require.True(t, listed[path] || position || strings.HasSuffix(path, "]"), "the guide leaves out %s", path)
	}
	hold(t, "members", table.String())
}

// The guide names only what the package exports.
func TestGuideNames(t *testing.T) {
	text, err := os.ReadFile(guide)
	require.NoError(t, err)
	exported := exportedNames(t)
	spans := regexp.MustCompile("`scape\\.([A-Z][A-Za-z.]*)`").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, spans)
	for _, span := range spans {
		require.True(t, exported[span[1]], "the guide names scape.%s, which is not exported", span[1])
	}
}

// ruleList returns what contract.golden says of each path.
func ruleList(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/contract.golden")
	require.NoError(t, err)
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		path, rest, _ := strings.Cut(line, " ")
		presence, want, _ := strings.Cut(rest, " want ")
		want = strings.Replace(strings.TrimSpace(want), " from 0 to 9007199254740991", "", 1)
		if strings.HasPrefix(strings.TrimSpace(presence), "optional") {
			want += "; may be absent"
		}
		out[path] = want
	}
	return out
}

// member returns the name that a field has in documents.
func member(f *ast.Field) string {
	name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
	return name
}

// typesOf returns the structs of the package by name.
func typesOf(t *testing.T) map[string]*ast.StructType {
	t.Helper()
	out := map[string]*ast.StructType{}
	eachDeclaration(t, func(decl ast.Decl) {
		d, is := decl.(*ast.GenDecl)
		if !is {
			return
		}
		for _, spec := range d.Specs {
			if s, is := spec.(*ast.TypeSpec); is {
				if fields, is := s.Type.(*ast.StructType); is {
					out[s.Name.Name] = fields
				}
			}
		}
	})
	return out
}

// exportedNames returns what the package exports: names, and methods and fields behind the name of their type.
func exportedNames(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	eachDeclaration(t, func(decl ast.Decl) {
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				name := n.Name.Name
				if n.Recv != nil {
					name = receiver(n.Recv.List[0].Type) + "." + name
				}
				out[name] = true
				return false
			case *ast.ValueSpec:
				for _, name := range n.Names {
					out[name.Name] = true
				}
			case *ast.TypeSpec:
				out[n.Name.Name] = true
				var fields *ast.FieldList
				switch t := n.Type.(type) {
				case *ast.StructType:
					fields = t.Fields
				case *ast.InterfaceType:
					fields = t.Methods
				default:
					return false
				}
				for _, f := range fields.List {
					for _, name := range f.Names {
						out[n.Name.Name+"."+name.Name] = true
					}
				}
			}
			return true
		})
	})
	return out
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// eachDeclaration calls visit with what the package's code declares.
func eachDeclaration(t *testing.T, visit func(ast.Decl)) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range parsed.Decls {
			visit(decl)
		}
	}
}
