package scape_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
)

// word is an exported text constant of the package.
type word struct{ name, value, comment string }

// words returns those whose names begin with prefix, in their order.
func words(t *testing.T, prefix string) (out []word) {
	t.Helper()
	eachDeclaration(t, func(decl ast.Decl) {
		d, is := decl.(*ast.GenDecl)
		if !is || d.Tok != token.CONST {
			return
		}
		for _, spec := range d.Specs {
			s := spec.(*ast.ValueSpec)
			if len(s.Values) != 1 || !strings.HasPrefix(s.Names[0].Name, prefix) {
				continue
			}
			if literal, is := s.Values[0].(*ast.BasicLit); is && literal.Kind == token.STRING {
				value, err := strconv.Unquote(literal.Value)
				require.NoError(t, err)
				out = append(out, word{s.Names[0].Name, value, strings.TrimSpace(s.Comment.Text())})
			}
		}
	})
	return out
}

// The guide's table of tools is what the package has, with what a session does with each.
func TestGuideOfTools(t *testing.T) {
	var table strings.Builder
	table.WriteString("| tool | here | arguments | in a session | command id |\n|---|---|---|---|---|\n")
	tools := words(t, "Tool")
	require.Len(t, tools, 17)
	first := observe(t, base(1, "hello", true))
	for i, tool := range tools {
		require.Equal(t, allTools[i], tool.value)
		id := "none"
		w := scape.NewWorld(senderFunc(func(args map[string]any) {
			if args["commandId"] != nil {
				id = "made where none is given"
			}
		}), first, nil)
		allowed := "allowed"
		if _, err := w.Call(t.Context(), tool.value, nil); errors.Is(err, scape.ErrLifecycle) {
			allowed = "refused with `scape.ErrLifecycle`"
		}
		fmt.Fprintf(&table, "| `%s` | `scape.%s` | %s | %s | %s |\n", tool.value, tool.name, tool.comment, allowed, id)
	}
	hold(t, "tools", table.String())
}

// senderFunc is Tools that are told the arguments of each call.
type senderFunc func(args map[string]any)

func (f senderFunc) Call(_ context.Context, _ string, args map[string]any) (json.RawMessage, error) {
	f(args)
	return json.RawMessage("{}"), nil
}

// The guide's table of codes says what each does.
func TestGuideOfCodes(t *testing.T) {
	var table strings.Builder
	table.WriteString("| code | here | what it does |\n|---|---|---|\n")
	for _, code := range words(t, "Code") {
		var err error = &scape.ToolError{Code: scape.Code(code.value)}
		what := "the policy's to deal with"
		switch {
		case scape.Code(code.value).Recoverable():
			what = "refuses one action: do something else"
		case errors.Is(err, agent.ErrAccessEnded):
			what = "ends the session for good"
		case errors.Is(err, agent.ErrConnectionLost):
			what = "ends the session; a new one can be entered"
		case errors.Is(err, agent.ErrUnavailable):
			what = "brings the turn again later"
		}
		fmt.Fprintf(&table, "| `%s` | `scape.%s` | %s |\n", code.value, code.name, what)
	}
	hold(t, "codes", table.String())
}

// hold requires that the guide has a text between the markers of a name.
func hold(t *testing.T, name, want string) {
	t.Helper()
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	text, err := os.ReadFile(guide)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found)
	shown, after, found := strings.Cut(rest, end)
	require.True(t, found)
	if *update {
		shown = want
		require.NoError(t, os.WriteFile(guide, []byte(before+begin+shown+end+after), 0o644))
	}
	require.Equal(t, want, shown)
}

// The guide shows code that is compiled and run as an example.
func TestGuideShowsTheExample(t *testing.T) {
	text, err := os.ReadFile(guide)
	require.NoError(t, err)
	shown := regexp.MustCompile("(?ms)^```go agent/scape/world_example_test.go\n(.*?)^```$").FindAllStringSubmatch(string(text), -1)
	require.Len(t, shown, 1)
	source, err := os.ReadFile("world_example_test.go")
	require.NoError(t, err)
	var indented strings.Builder
	for line := range strings.Lines(shown[0][1]) {
		indented.WriteString("\t" + line)
	}
	require.Contains(t, string(source), indented.String())
}
