package syntax_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	vmparse "github.com/yuin/gopher-lua/parse"

	"mystic-sdk/lua/syntax"
)

// seed gives a fuzz target all scripts of the tests, with every end of line.
func seed(f *testing.F) {
	for _, source := range sound {
		f.Add(source)
	}
	for _, source := range old {
		f.Add(source)
		f.Add(strings.ReplaceAll(source, " ", ""))
		f.Add(strings.ReplaceAll(source, " ", "\r\n"))
	}
	for _, text := range nestings {
		f.Add(text(110))
	}
	archive, err := txtar.ParseFile(errorsFile)
	require.NoError(f, err)
	for _, file := range archive.Files {
		if filepath.Ext(file.Name) == ".lua" {
			f.Add(string(file.Data))
		}
	}
	files, err := filepath.Glob("testdata/sound/*.lua")
	require.NoError(f, err)
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(string(source))
	}
}

// FuzzParse reads anything: it never panics, every position is one of the text, errors keep its order, and what is accepted
// can be printed and read again.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, source string) {
		chunk, errs := syntax.Parse("name", source)
		checkErrors(t, source, errs)
		if chunk == nil {
			require.NotEmpty(t, errs)
			return
		}
		if chunk.Partial {
			require.NotEmpty(t, errs)
		}
		checkSpans(t, chunk, len(errs) == 0)
		syntax.Resolve(chunk)
		if len(errs) == 0 {
			checkPrint(t, chunk)
		}
	})
}

// checkErrors holds errors to what Error promises: a known code, one line of text, a stretch of the source, one after the
// other.
func checkErrors(t *testing.T, source string, errs []*syntax.Error) {
	t.Helper()
	places, last := placesOf(source), 0
	for _, e := range errs {
		require.Contains(t, []string{"syntax", "too-deep", "too-long", "constant-assign", "bad-goto"}, e.Code)
		require.NotEmpty(t, e.Message)
		require.False(t, strings.ContainsAny(e.Message+e.Hint, "\r\n"), "%q", e.Message+e.Hint)
		if utf8.ValidString(source) { // else an error may quote what is not
			require.True(t, utf8.ValidString(e.Message+e.Hint), "%q", e.Message+e.Hint)
		}
		require.GreaterOrEqual(t, e.Start.Offset, last)
		require.LessOrEqual(t, e.Start.Offset, len(source))
		require.Greater(t, e.End.Offset, e.Start.Offset)
		require.LessOrEqual(t, e.End.Offset, len(source)+1, "one behind the text, where the end of it is wrong")
		require.Equal(t, places[e.Start.Offset], e.Start)
		last = e.Start.Offset
	}
}

// checkSpans holds every node to a stretch of the text that begins where its line and column say, and comments to be what
// stands there. In a tree without errors a node also lies inside the one around it; one that was made of a slip, as the sum in
// "x += 1", may reach beyond.
func checkSpans(t *testing.T, chunk *syntax.Chunk, sound bool) {
	t.Helper()
	places := placesOf(chunk.Source)
	var below func(n syntax.Node)
	below = func(n syntax.Node) {
		around := n.Range()
		if around.Start.Offset > around.End.Offset || around.End.Offset >= len(places) {
			require.Fail(t, "no stretch of the text", "%T %v", n, around)
		}
		if around.Start != places[around.Start.Offset] {
			require.Equal(t, places[around.Start.Offset], around.Start, "%T", n)
		}
		syntax.Children(n, func(child syntax.Node) {
			at := child.Range()
			if sound && (at.Start.Offset < around.Start.Offset || at.End.Offset > around.End.Offset) {
				require.Fail(t, "a node reaches beyond the one around it", "%T %v in %T %v", child, at, n, around)
			}
			below(child)
		})
	}
	below(chunk)
	for _, c := range chunk.Comments {
		require.Equal(t, chunk.Source[c.Start.Offset:c.End.Offset], c.Text)
		require.Equal(t, places[c.Start.Offset], c.Start)
	}
}

// placesOf counts lines and columns anew: it returns the position of every byte, and of the end. The mark of the encoding at
// the start is no column.
func placesOf(source string) []syntax.Pos {
	places := make([]syntax.Pos, len(source)+1)
	at := syntax.Pos{Line: 1, Column: 1}
	for i, r := range source {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError && !strings.HasPrefix(source[i:], "\uFFFD") {
			size = 1
		}
		for range size {
			places[at.Offset] = at
			at.Offset++
		}
		switch {
		case r == '\n', r == '\r' && !strings.HasPrefix(source[i:], "\r\n"):
			at.Line, at.Column = at.Line+1, 1
		case i > 0 || r != '\uFEFF':
			at.Column++
		}
	}
	places[at.Offset] = at
	return places
}

// checkPrint prints a tree that has no errors, which gives a text that parses to an equal tree and prints as itself.
func checkPrint(t *testing.T, chunk *syntax.Chunk) {
	t.Helper()
	printed := syntax.Print(chunk)
	if len(printed) > syntax.MaxSource {
		return // the indent of a large script
	}
	again, errs := syntax.Parse("", printed)
	require.Empty(t, errs, "%s", printed)
	require.True(t, syntax.Equal(chunk, again), "%s", printed)
	require.Equal(t, printed, syntax.Print(again))
}

// vocabulary is what a byte of FuzzGrammar stands for: the words and the marks of Lua 5.1, and a few names and literals.
var vocabulary = append(strings.Fields(`and break do else elseif end false for function if in local nil not or repeat return
	then true until while + - * / % ^ # == ~= <= >= < > = ( ) { } [ ] ; : , . .. ... a b c 1 .5 2e3 's' "t" [[u]]`), "\n")

// spelled returns the bytes that stand for a text whose tokens have blanks between them.
func spelled(text string) []byte {
	code := map[string]byte{}
	for i, word := range vocabulary {
		code[word] = byte(i)
	}
	var spelling []byte
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			spelling = append(spelling, code["\n"])
		}
		for _, word := range strings.Fields(line) {
			b, known := code[word]
			if !known {
				panic("no word of the vocabulary: " + word)
			}
			spelling = append(spelling, b)
		}
	}
	return spelling
}

// old are scripts of Lua 5.1, and some that are none.
var old = []string{
	"", "return", "return ;", "local a", "a = 1", "a . b [ c ] = 1 , 's'", "a , b . c = b , a", "a ( )",
	"a : b ( 1 ) . c { } 's'", "a 's' [[u]] { 1 }", "( a or b ) . c = 1", "( a ) ( b )", "a = b\n( c ) ( )",
	"local a , b = 1 , 2e3 ; local c", "a = 1 + .5 - 2e3 * a / b % c ^ 1", "a = not b == c and - a < # b or a .. b .. c",
	"a = - - 1 a = - a ^ - b a = not not a", "a = { 1 , 's' ; a = 1 , [ b ] = c , a ( ) , ... }", "a = { a , b , }",
	"a = { [ 1 ] = { } , { { } } }", "if a then b ( ) elseif c then else a = 1 end", "while a do if b then break end end",
	"repeat local a = 1 until a == 1", "for a = 1 , 2e3 do end for a = 1 , b , - 1 do break end",
	"for a , b in c do a ( b ) end", "do do end end ;", "function a . b : c ( a , ... ) return ... end",
	"local function a ( b ) return a ( b ) end", "return function ( ) end , ...",
	"a = function ( ... ) local a , b = ... return a , ( ... ) end", "a = a [ b ] ( c ) . a : b { c } [ 1 ]",
	"while true do break a ( ) end", "a = = b", "a = { 1 , , .5 }", "a { b ; ; }", "a = { ; }", "( a ( ) )", "( a 's' ) b 's'",
	"a . b", "a = 1 = 1", "break", "while a do break ; ; end", "return ; ;", "a = ( b , c )", "a ( ) ; ( b ) ( )", "a = b ; ( c ) . a = 1",
	"function ( a ) end", "local a . b = 1", "for a = 1 do end", "a 's' = 1", "if a then else elseif b then end", "end",
	"a ( b c )", "function a ( ) return ... end", "a = 's' : b ( )", "a = ( 's' ) : b ( )", "a = function ( ) end ( )",
	"a : b = 1", "else", "a = }",
}

// TestSlack proves what FuzzGrammar allows for: mistakes that the VM's grammar lets through, and breaks that it refuses.
func TestSlack(t *testing.T) {
	bracketed, doubled := "(a())", "a = { 1 , , .5 }"
	for _, source := range []string{bracketed, doubled} {
		_, err := vmparse.Parse(strings.NewReader(source), "")
		require.NoError(t, err)
		_, errs := syntax.Parse("", source)
		require.NotEmpty(t, errs, source)
	}
	require.ErrorIs(t, vmAccepts(bracketed), errBracketed)
	require.True(t, doubledSeparator(strings.Fields(doubled)))
	require.False(t, doubledSeparator(strings.Fields("a ( { 1 , 2 ; } , b ) ; ; a = { }")))
	inner := "while a do break b() end"
	require.Error(t, vmAccepts(inner), "in Lua 5.1 only the last statement of a block may be a break")
	require.NoError(t, vmAccepts(inOld(parse(t, inner))))
	empty := "while a do break ; ; end"
	require.Error(t, vmAccepts(empty), "and Lua 5.1 has no empty statements")
	require.NoError(t, vmAccepts(inOld(parse(t, empty))))
}

// vmAccepts asks the VM's own parser, and its compiler, which knows where '...' and break may stand.
func vmAccepts(source string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	stmts, err := vmparse.Parse(strings.NewReader(source), "")
	if err == nil {
		_, err = glua.Compile(stmts, "")
	}
	if err == nil && hasBracketed(reflect.ValueOf(stmts)) {
		err = errBracketed
	}
	return err
}

// errBracketed is about a statement like (f()). The VM's grammar takes any value in brackets as a statement, and looks only
// whether it is a call.
var errBracketed = errors.New("a call in brackets is no statement")

// hasBracketed looks for such a statement in a piece of the VM's tree.
func hasBracketed(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return false
		}
		if s, ok := v.Interface().(*ast.FuncCallStmt); ok && s.Expr.(*ast.FuncCallExpr).AdjustRet {
			return true
		}
		return hasBracketed(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			if hasBracketed(v.Index(i)) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if hasBracketed(v.Field(i)) {
				return true
			}
		}
	}
	return false
}

// doubledSeparator says whether two separators follow each other in a table. The VM's grammar lets a list of entries end in any
// number of them and go on behind that, and its tree does not tell.
func doubledSeparator(words []string) bool {
	var open []string
	separated := false
	for _, word := range words {
		switch word {
		case "{", "(", "[":
			open = append(open, word)
		case "}", ")", "]":
			open = open[:max(0, len(open)-1)]
		case ",", ";":
			if separated && len(open) > 0 && open[len(open)-1] == "{" {
				return true
			}
		}
		separated = word == "," || word == ";" || separated && word == "\n"
	}
	return false
}

// emptyBehindBreak finds a break with empty statements behind it, which the tree does not tell.
var emptyBehindBreak = regexp.MustCompile(`\bbreak(\s*;){2}`)

// inOld returns an accepted script as Lua 5.1 can read it: as it is, unless a break is not the last statement of its block.
// Then it is printed with a block around each of these.
func inOld(chunk *syntax.Chunk) string {
	text := chunk.Source
	if emptyBehindBreak.MatchString(text) {
		text = ""
	}
	syntax.Walk(chunk, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Block); ok {
			for i, s := range b.Stmts[:max(0, len(b.Stmts)-1)] {
				if _, ok := s.(*syntax.Break); ok {
					b.Stmts[i] = &syntax.Do{Body: &syntax.Block{Stmts: []syntax.Stmt{s}}}
					text = ""
				}
			}
		}
		return true
	})
	if text == "" {
		text = syntax.Print(chunk)
	}
	return text
}

// maxWords keeps the texts of FuzzGrammar below every limit, and the VM's parser, which knows none, off the end of its stack.
const maxWords = 90

// FuzzGrammar writes texts with the words of Lua 5.1 and holds the parser to the VM's: both accept a text or both refuse it.
// What is accepted survives being printed.
func FuzzGrammar(f *testing.F) {
	for _, text := range old {
		f.Add(spelled(text))
	}
	f.Fuzz(func(t *testing.T, words []byte) {
		if len(words) > maxWords {
			return
		}
		text := make([]string, len(words))
		for i, w := range words {
			text[i] = vocabulary[int(w)%len(vocabulary)]
		}
		source := strings.Join(text, " ")
		chunk, errs := syntax.Parse("", source)
		if len(errs) == 0 {
			checkPrint(t, chunk)
			require.NoError(t, vmAccepts(inOld(chunk)), "%q", source)
			return
		}
		for _, e := range errs {
			require.Equal(t, "syntax", e.Code, "%q", source)
		}
		if !doubledSeparator(text) {
			require.Error(t, vmAccepts(source), "%q: %s", source, errs[0].Message)
		}
	})
}

// beyond are texts that the two languages read differently: what Lua has only since 5.1, what the VM's reader is known to
// get wrong, and words of other languages, which are reported here wherever they stand.
var beyond = regexp.MustCompile(strings.Join([]string{
	`[^\x20-\x7e\n\t]`,                // other bytes
	`^#|//|[&|]|~[^=]|~$|<<|>>|::`,    // operators of 5.3, labels
	`\b(goto|arg)\b`,                  // a word since 5.2; a parameter that the VM may add
	`<\s*[a-z]+\s*>`,                  // attributes
	`\\[^abfnrtv"'0-9\n]|\\[0-9]|\\$`, // escapes that are new, or that the VM reads as plain letters
	`[,;]\s*[,;]`,                     // separators without an entry between them, see doubledSeparator
	`(?i)0x`,                          // hexadecimal fractions
	`(^|\W)\.?[0-9][\w.]*[a-zA-Z_.]`,  // numerals that end in letters, for which the VM has its own rules
	`\[=|--\[`,                        // levels of long brackets
	`\b(null\w*|None|undefined|N[Ii][Ll]|NULL|True|TRUE|False|FALSE|lambda|[fF])\b`, // words of other languages
	`\b(switch|match|case|when|default|try|except|catch|finally|class|struct|enum|interface|foreach|unless|loop|forever)\b`,
	`\b(new|await|async|typeof)\s`,
	"`|\"\"\"|'''",
}, "|"))

// FuzzText holds the parser to the VM's on any text of the language that both know, letters, literals and comments included.
func FuzzText(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 2000 {
			return // the VM's parser overflows the stack of the process
		}
		chunk, errs := syntax.Parse("", source)
		for _, e := range errs {
			if e.Code != "syntax" {
				return // limits, which the VM has not
			}
		}
		switch {
		case beyond.MatchString(source):
		case len(errs) == 0:
			require.NoError(t, vmAccepts(inOld(chunk)))
		default:
			require.Error(t, vmAccepts(source), errs[0].Message)
		}
	})
}
