package lua_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
)

// vmAccepts asks the VM's own parser and compiler.
func vmAccepts(source string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	stmts, err := parse.Parse(strings.NewReader(source), "")
	if err == nil {
		_, err = glua.Compile(stmts, "")
	}
	return err
}

// beyond are texts that the two languages read differently: what Lua has only since 5.1, what the VM's reader is known to
// get wrong, and words of other languages, which are reported here wherever they stand.
var beyond = regexp.MustCompile(strings.Join([]string{
	`[^\x20-\x7e\n\t]`,                // other bytes
	`^#|//|[&|]|~[^=]|~$|<<|>>|::`,    // operators of 5.3, labels
	`\b(goto|arg)\b`,                  // a word since 5.2; a parameter that the VM may add
	`<\s*[a-z]+\s*>`,                  // attributes
	`\\[^abfnrtv"'0-9\n]|\\[0-9]|\\$`, // escapes that are new, or that the VM reads as plain letters
	`;`,                               // the empty statement
	`(?i)0x`,                          // hexadecimal fractions
	`[0-9.][0-9a-zA-Z_.]*[a-zA-Z_.]`,  // numerals that end in letters, for which the VM has its own rules
	`\[=|--\[`,                        // levels of long brackets
	`\b(null\w*|None|undefined|N[Ii][Ll]|NULL|True|TRUE|False|FALSE|lambda|[fF])\b`, // words of other languages
	`\b(switch|match|case|when|default|try|except|catch|finally|class|struct|enum|interface|foreach|unless|loop|forever)\b`,
	`\b(new|await|async|typeof)\s`,
	"`|\"\"\"|'''",
}, "|"))

// looser are mistakes that the VM's parser lets through.
var looser = []string{
	"a statement cannot be a value alone",         // (f())
	"an entry of the table is missing before ','", // {1,, 2}
}

// breaksEarly says whether a statement follows a break, which Lua 5.1 does not allow.
func breaksEarly(chunk *syntax.Chunk) bool {
	early := false
	syntax.Walk(chunk, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Block); ok {
			for _, s := range b.Stmts[:max(0, len(b.Stmts)-1)] {
				_, isBreak := s.(*syntax.Break)
				early = early || isBreak
			}
		}
		return true
	})
	return early
}

// FuzzGrammar reads what Lua 5.1 knows like the VM's own parser, and compiles whatever it accepts.
func FuzzGrammar(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(strings.ReplaceAll(program(seed), "goto ", "g = "))
	}
	archive, err := txtar.ParseFile("syntax/testdata/errors.txtar")
	require.NoError(f, err)
	for _, file := range archive.Files {
		f.Add(string(file.Data))
	}
	for _, name := range []string{"miner", "shapes"} {
		source, err := os.ReadFile("syntax/testdata/sound/" + name + ".lua")
		require.NoError(f, err)
		f.Add(string(source))
	}
	f.Add("while a do break b() end")
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 2000 {
			return // the VM's parser overflows the stack of the process
		}
		chunk, errs := syntax.Parse("", source)
		if len(errs) == 0 {
			_, err := lua.CompileChunk(chunk)
			require.NoError(t, err)
		}
		for _, e := range errs {
			if e.Code != "syntax" {
				return // limits, which the VM has not
			}
		}
		if beyond.MatchString(source) {
			return
		}
		err := vmAccepts(source)
		if len(errs) == 0 {
			require.True(t, err == nil || breaksEarly(chunk), "%v", err)
		} else if !slices.Contains(looser, errs[0].Message) {
			require.Error(t, err, errs[0].Message)
		}
	})
}
