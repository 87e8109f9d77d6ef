package mystic_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "mystic-sdk"

// imports says what the code of each folder may import besides the standard library: folders of this module, where dir/...
// takes in those below, and modules by their paths. A folder that stands here allows nothing else, a folder of the module
// that does not stand here may not exist.
var imports = map[string][]string{
	"contract":              {"github.com/invopop/jsonschema"},
	"lua/syntax":            {},
	"lua":                   {"lua/syntax", "lua/internal/...", "github.com/yuin/gopher-lua"},
	"lua/internal/vm":       {"lua/internal/number", "github.com/yuin/gopher-lua"},
	"lua/internal/number":   {"lua/syntax"},
	"lua/internal/pattern":  {"lua/internal/number", "lua/internal/vm"},
	"lua/internal/border":   {"lua/internal/number", "lua/internal/vm", "github.com/yuin/gopher-lua"},
	"lua/internal/library":  {"lua/internal/...", "github.com/yuin/gopher-lua"},
	"lua/internal/lower":    {"lua/internal/...", "lua/syntax", "github.com/yuin/gopher-lua"},
	"checker/rules":         {"lua/syntax", "contract"},
	"checker":               {"checker/rules", "lua/syntax", "contract"},
	"sdk":                   {"contract", "lua", "lua/syntax", "checker", "sdk/internal/..."},
	"sdk/internal/budget":   {},
	"sdk/internal/clock":    {},
	"sdk/internal/news":     {"contract"},
	"sdk/internal/outbox":   {},
	"sdk/internal/programs": {"lua", "lua/syntax"},
	"sdk/internal/shape":    {"contract", "lua/syntax"},
	"sdk/sdktest":           {"sdk", "contract", "github.com/rogpeppe/go-internal"},
	"mcpserver":             {"sdk", "contract", "internal/rpc", "internal/stdio", "github.com/mark3labs/mcp-go"},
	"games":                 {"sdk", "games/..."},
	"games/miners":          {"sdk"},
	"games/miners/plain":    {"sdk", "contract"},
	"channel":               {},
	"channel/tmux":          {"channel"},
	"channel/mcpserver":     {"channel", "internal/rpc", "internal/stdio", "github.com/mark3labs/mcp-go"},
	"channel/channeltest":   {"channel", "channel/tmux", "github.com/stretchr/testify", "go.uber.org/goleak"},
	"examples/embed":        {"sdk", "mcpserver", "games/..."},
	"agent":                 {},
	"agent/scape":           {"agent", "contract"},
	"agent/scape/scapetest": {"agent/scape", "agent/mcpclient", "github.com/mark3labs/mcp-go"},
	"agent/mcpclient":       {"agent", "github.com/mark3labs/mcp-go"},
	"examples/scout":        {"agent", "agent/scape", "agent/mcpclient"},
	"examples/customhost":   {"agent", "agent/scape", "agent/mcpclient"},
	"internal/rpc":          {"github.com/mark3labs/mcp-go"},
	"internal/stdio":        {"internal/rpc", "github.com/mark3labs/mcp-go"},
	"internal/mutate":       {"internal/mutate/list"},
	"internal/mutate/list":  {"github.com/rogpeppe/go-internal"},
	"internal/cli":          {"*"},
	"cmd/mystic":            {"internal/cli"},
}

// testImports says what tests may import besides what the code of their folder may and the module itself. The SDK's own
// tests see no game: what they need of one they declare.
var testImports = []string{
	"github.com/stretchr/testify", "go.uber.org/goleak", "github.com/rogpeppe/go-internal", "github.com/mark3labs/mcp-go",
	"github.com/yuin/gopher-lua",
}

// The VM is reached through package lua and what is below it; its syntax package may compare itself with the VM's in tests.
var onlyIn = map[string][]string{
	"github.com/yuin/gopher-lua": {"lua/..."},
	"github.com/mark3labs/mcp-go": {
		"mcpserver", "channel/mcpserver", "agent/mcpclient", "agent/scape/scapetest", "internal/rpc", "internal/stdio",
		"internal/cli", "examples/embed",
	},
}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	eachGoFile(t, func(file string) {
		dir := filepath.ToSlash(filepath.Dir(file))
		if dir == "." {
			return // the tests of the whole module
		}
		allowed, known := imports[dir]
		require.True(t, known, "the folder %s is not in the table of imports: say what it may import", dir)
		seen[dir] = true
		isTest := strings.HasSuffix(file, "_test.go")
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			if standard(imported) {
				continue
			}
			short := strings.TrimPrefix(imported, module+"/")
			own := short != imported
			for dependency, dirs := range onlyIn {
				if within(imported, dependency) && !allows(dirs, dir, true) {
					t.Errorf("%s imports %s, which only %s may", file, imported, strings.Join(dirs, ", "))
				}
			}
			switch {
			case short == dir, allows(allowed, short, own):
			case isTest && !own && slices.ContainsFunc(testImports, func(m string) bool { return within(imported, m) }):
			case isTest && own && !(within(dir, "sdk") && within(short, "games")) && dir != "lua/syntax":
			default:
				t.Errorf("%s imports %s, which %s may not", file, imported, dir)
			}
		}
	})
	for dir := range imports {
		require.True(t, seen[dir], "the folder %s is in the table of imports, but holds no Go file", dir)
	}
}

func allows(allowed []string, imported string, own bool) bool {
	for _, a := range allowed {
		below, tree := strings.CutSuffix(a, "/...")
		switch {
		case a == "*", a == imported, tree && within(imported, below), !own && within(imported, a):
			return true
		}
	}
	return false
}

// within says whether a path is root or lies below it.
func within(p, root string) bool { return p == root || strings.HasPrefix(p, root+"/") }

func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return first != module && !strings.Contains(first, ".")
}

// eachGoFile calls f with every Go file of the module, as a path from its root.
func eachGoFile(t *testing.T, f func(file string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if p != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" || nestedModule(p)) {
				return filepath.SkipDir
			}
			return nil
		}
		if path.Ext(name) == ".go" {
			f(p)
		}
		return nil
	})
	require.NoError(t, err)
}

// nestedModule says whether a folder is a module of its own, with its own dependencies.
func nestedModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
