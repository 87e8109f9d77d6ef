package checker_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// TestStubs pins what an editor is told, and that it is Lua which declares every word of the world.
func TestStubs(t *testing.T) {
	for name, env := range map[string]*checker.Env{"vale": vale(), "miners": miners(), "nothing": nil} {
		text := checker.Stubs(name, env)
		compare(t, "testdata/stubs/"+name+".lua", text)
		chunk, errs := syntax.Parse("", text)
		require.Empty(t, errs, name)
		scopes := syntax.Resolve(chunk)
		if env == nil {
			env = &checker.Env{}
		}
		words := env.Globals
		for _, v := range env.Verbs {
			words = append(words, v.Name)
		}
		for _, w := range contract.Words() {
			words = append(words, w.Name)
		}
		for _, word := range words {
			g := scopes.Global(word)
			require.NotNil(t, g, word)
			require.Len(t, g.Writes, 1, word)
		}
		require.NotContains(t, text, "function wait() end", "every word's arguments are annotated")
		for _, v := range env.Verbs {
			require.Contains(t, text, "function "+v.Name+"("+argumentNames(&v)+") end")
		}
	}
}

func argumentNames(v *contract.VerbSpec) string {
	var names []string
	for _, a := range v.Args {
		names = append(names, a.Name)
	}
	return strings.Join(names, ", ")
}
