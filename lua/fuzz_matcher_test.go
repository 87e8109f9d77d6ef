package lua_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua"
)

// matching is a script that calls one function of the string library, as case() says, and hands all that it answers to
// answer(). It runs here and in the bare VM, with the VM's own library; peer says that it is that one, whose answers are put
// right where vmWrong shows that they have to be.
const matching = `local what, s, p, position, how, template, count, peer = case()

local function told(...)
	local parts = {}
	for i = 1, select("#", ...) do
		local v = select(i, ...)
		parts[i] = type(v) .. " " .. tostring(v)
	end
	if peer and #parts == 0 then parts[1] = "nil nil" end
	return table.concat(parts, ", ")
end

local function each(p, between)
	local list, last = {}, nil
	for a, b, c, d, e, f in string.gmatch(s, p) do
		local values = {a, b, c, d, e, f}
		local stop = values[#values]
		if not (peer and between and a == stop and stop == last) then
			list[#list + 1], last = told(unpack(values)), stop
		end
	end
	return table.concat(list, "; ")
end

local replacements = {
	text = template,
	table = {a = "X", b = false, ab = "", ["1"] = 7, [1] = "one", [2] = "two"},
	["function"] = function(a, ...)
		if a == "a" then return nil end
		if a == "b" then return false end
		if a == 1 then return 7 end
		return "<" .. told(a, ...) .. ">"
	end,
}

if what == "gmatch" then
	answer(each(p, false))
elseif what == "places" then
	local list = each(p, true)
	if not peer then
		local again = {}
		string.gsub(s, p, function(...) again[#again + 1] = told(...) end)
		if list ~= table.concat(again, "; ") then error("gsub finds " .. table.concat(again, "; ")) end
	end
	answer(list)
elseif what == "gsub" then
	answer(told(string.gsub(s, p, replacements[how], count)))
elseif what == "plain" then
	answer(told(string.find(s, p, position, true)))
else
	answer(told(string[what](s, p, position)))
end`

// patternPieces is what a byte of a pattern stands for in FuzzMatcher, subjectPieces what one of a subject does.
var (
	patternPieces = append(strings.Fields(`a b 1 _ ( ) () * + - ? ^ $ . %a %A %d %D %l %L %u %U %s %S %w %W %p %P %c %C %x %X %z %Z
		%. %% %( %b() %bab %1 %2 [ab] [^ab] [a-b] [^0-9] [1-9] [%d_] [^%w] []] [^]b] [a-] [%%(]`), "\x80", "\xc3", "\xa9")
	subjectPieces = bytesOf("abc019_.()[]-*$^% A\n\x00\x80\xc3\xa9")
)

// question is one call of a function of the string library.
type question struct {
	what     string // a function, or "plain" for a plain find, "places" for gmatch with the places of the matches
	subject  string
	pattern  string
	position int
	how      string // what gsub replaces with
	template string
	count    int // of replacements; 0 for all
}

// patternShape is what FuzzMatcher knows of a pattern.
type patternShape struct {
	captures int
	shortest int // characters of the shortest text that it can match
	loops    int // items that may match any number of characters
	anchored bool
}

// shapeOf reads the pieces of a pattern. It answers false where the pattern is wrong, or refers to a capture that is a place.
func shapeOf(pieces []string) (shape patternShape, sound bool) {
	var open []int     // captures that are not closed
	closed := []bool{} // by capture: it can be referred to
	single := false    // the piece before is of one character, so it can be repeated
	for i := 0; i < len(pieces); i++ {
		switch piece := pieces[i]; {
		case piece == "^" && i == 0:
			shape.anchored = true
		case piece == "$" && i == len(pieces)-1:
		case piece == "()", piece == "(" && i+1 < len(pieces) && pieces[i+1] == ")":
			closed, single = append(closed, false), false
			if piece == "(" {
				i++
			}
		case piece == "(":
			open, closed, single = append(open, len(closed)), append(closed, false), false
		case piece == ")":
			if len(open) == 0 {
				return shape, false
			}
			closed[open[len(open)-1]] = true
			open, single = open[:len(open)-1], false
		case piece == "%1", piece == "%2":
			if n := int(piece[1] - '1'); n >= len(closed) || !closed[n] {
				return shape, false
			}
			single = false
		case strings.HasPrefix(piece, "%b"):
			shape.shortest, single = shape.shortest+2, false
		case single && strings.Contains("*+-?", piece):
			if piece != "+" {
				shape.shortest--
			}
			if piece != "?" {
				shape.loops++
			}
			single = false
		default:
			shape.shortest, single = shape.shortest+1, true
		}
	}
	shape.captures = len(closed)
	return shape, len(open) == 0
}

// asked is a question on its way through a script.
type asked struct {
	question
	answer string
}

// matcher asks the string library here and the VM's.
type matcher struct {
	box        *lua.Sandbox
	program    *lua.Program
	vm         *glua.LState
	vmMatching *glua.LFunction
	inVM       *asked // what case() and answer() work on there
}

func newMatcher(tb testing.TB) *matcher {
	tb.Helper()
	m := &matcher{program: compile(tb, matching), vm: glua.NewState(glua.Options{SkipOpenLibs: true})}
	m.box = newBox(tb, func(o *lua.Options) {
		o.Words["case"] = lua.Word{Func: func(c *lua.Call) error {
			q := c.Data().(*asked)
			for _, v := range []any{q.what, q.subject, q.pattern, q.position, q.how, q.template, nilCount(q.count)} {
				if err := c.Push(v); err != nil {
					return err
				}
			}
			return nil
		}}
		o.Words["answer"] = lua.Word{Func: func(c *lua.Call) error {
			c.Data().(*asked).answer = c.Arg(0).Text()
			return nil
		}}
	})
	tb.Cleanup(m.vm.Close)
	for name, open := range map[string]glua.LGFunction{
		glua.BaseLibName: glua.OpenBase, glua.StringLibName: glua.OpenString, glua.TabLibName: glua.OpenTable,
	} {
		m.vm.Push(m.vm.NewFunction(open))
		m.vm.Push(glua.LString(name))
		m.vm.Call(1, 0)
	}
	m.vm.SetGlobal("case", m.vm.NewFunction(func(L *glua.LState) int {
		q := m.inVM
		for _, v := range []glua.LValue{
			glua.LString(q.what), glua.LString(q.subject), glua.LString(q.pattern), glua.LNumber(q.position),
			glua.LString(q.how), glua.LString(q.template), glua.LNil, glua.LTrue,
		} {
			L.Push(v)
		}
		if q.count > 0 {
			L.Replace(-2, glua.LNumber(q.count))
		}
		return 8
	}))
	m.vm.SetGlobal("answer", m.vm.NewFunction(func(L *glua.LState) int {
		m.inVM.answer = L.CheckString(1)
		return 0
	}))
	fn, err := m.vm.LoadString(matching)
	require.NoError(tb, err)
	m.vmMatching = fn
	return m
}

func nilCount(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

// here asks the library of the sandbox.
func (m *matcher) here(t *testing.T, q question) string {
	t.Helper()
	a := &asked{question: q}
	st, err := m.box.NewState(lua.StateConfig{Data: a})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(m.program)
	for st.Grant(200_000); th.Resume() < lua.Done; {
		st.Grant(200_000)
	}
	require.Equal(t, lua.Done, th.Status(), "%#v: %v", q, th.Err())
	return a.answer
}

// there asks the VM's.
func (m *matcher) there(t *testing.T, q question) string {
	t.Helper()
	m.inVM = &asked{question: q}
	m.vm.Push(m.vmMatching)
	require.NoError(t, m.vm.PCall(0, 0, nil), "%#v", q)
	return m.inVM.answer
}

// A pattern of FuzzMatcher has at most so many pieces, loops and captures, and a subject so many bytes: the VM's matcher, which
// pays for nothing, ends on these at once, and the one here within what one call may cost.
const (
	maxPieces   = 12
	maxLoops    = 3
	maxCaptured = 4
	maxSubject  = 20
)

// questions are the seeds of FuzzMatcher: patterns with blanks between their pieces, each with a subject.
var questions = []struct{ pattern, subject string }{
	{"a", "ab"}, {"a b", "1ab"}, {"( %a + ) 1 ( %d * )", "ab1"}, {"^ %s * ( . - ) %s * $", " ab "}, {"() a ()", "bab"}, {". -", "ab"},
	{"%b()", "a(b)(())"}, {"%bab", "aabb"}, {"( a * ) %1", "aaaa"}, {"( . ) ( . ) %2 %1", "abba"}, {"[ab] + b", "abab"}, {"[^ab] *", "ab11"},
	{"a ?", "aab"}, {"a * a * a * b", "aaaaaaaaaaaaaaaaaaaa"}, {"%w * ( )", "ab 1"}, {"$", "ab"}, {"^", "ab"}, {"^ a", "aab"}, {"a $ b", "a$b"},
	{"[]] +", "a]b"}, {"[^]b] +", "ab]"}, {"[a-] +", "a-b"}, {"* a", "*a"}, {"( * a )", "*a"}, {"a * *", "aa**"}, {"%z", "a\x00"}, {"%Z *", "a\x00"},
	{"%. %% %(", ".%("}, {"\x80 *", "\x80\x80"}, {"%W + ", "\xc3\xa9"}, {"%C + %c", "a\n"}, {"%s +", "a\n b"}, {". - ( a ) b", "aaab"}, {"[a-b] + ( [1-9] * )", "cab19"}, {"[^0-9] +", "19a0"}, {"%x * %X", "ab1_"}, {"%p %P", ".a"}, {"%u %l", "Ab"}, {"- -", "--"},
}

func bytesOf(text string) []string {
	bytes := make([]string, len(text))
	for i := range bytes {
		bytes[i] = text[i : i+1]
	}
	return bytes
}

// spelling returns the bytes that stand for pieces of a text.
func spelling(t testing.TB, alphabet, pieces []string) []byte {
	t.Helper()
	bytes := make([]byte, len(pieces))
	for i, piece := range pieces {
		n := slices.Index(alphabet, piece)
		require.GreaterOrEqual(t, n, 0, "no piece is %q", piece)
		bytes[i] = byte(n)
	}
	return bytes
}

// spelled is the text that bytes stand for, piece by piece.
func spelled(alphabet []string, bytes []byte) []string {
	pieces := make([]string, len(bytes))
	for i, b := range bytes {
		pieces[i] = alphabet[int(b)%len(alphabet)]
	}
	return pieces
}

// FuzzMatcher holds find, match, gmatch and gsub to the VM's, on sound patterns that both read in the same way: the same
// places, the same captures, the same results. gsub and gmatch are held to each other besides.
func FuzzMatcher(f *testing.F) {
	add := func(pattern, subject string, what byte, position int8, how byte) {
		f.Add(spelling(f, patternPieces, strings.Fields(pattern)), spelling(f, subjectPieces, bytesOf(subject)), what, position, how)
	}
	for _, q := range questions {
		for what := range byte(6) {
			add(q.pattern, q.subject, what, 1, 3*what)
		}
	}
	for how := range byte(24) {
		add("a", "aab", 4, 1, how)
		add("( . ) ( %w )", "ab1ab", 4, 1, how)
	}
	for _, position := range []int8{-100, -3, -1, 0, 2, 3, 4, 100} {
		add("( . ) b ?", "abb", 0, position, 0)
		add("b", "abb", 1, position, 0)
		add("b", "abb", 5, position, 0)
	}
	m := newMatcher(f)
	f.Fuzz(func(t *testing.T, pattern, subject []byte, what byte, position int8, how byte) {
		if len(pattern) > maxPieces || len(subject) > maxSubject {
			return
		}
		q := question{subject: strings.Join(spelled(subjectPieces, subject), ""), position: int(position)}
		if q.ask(spelled(patternPieces, pattern), what, how) {
			require.Equal(t, m.there(t, q), m.here(t, q), "%#v", q)
		}
	})
}

// ask completes a question. It answers false where the pattern is wrong or large, and for what vmWrong shows.
func (q *question) ask(pieces []string, what, how byte) bool {
	shape, sound := shapeOf(pieces)
	if !sound || shape.loops > maxLoops || shape.captures > maxCaptured {
		return false
	}
	q.pattern = strings.Join(pieces, "")
	q.what = []string{"find", "match", "gmatch", "places", "gsub", "plain"}[what%6]
	switch q.what {
	case "find":
		return q.pattern != ""
	case "plain":
		return q.pattern != "" && q.position <= len(q.subject)
	case "gmatch":
		return shape.shortest > 0 && !shape.anchored
	case "places":
		for i, piece := range pieces { // the place in front is the first capture now
			switch piece {
			case "%1":
				pieces[i] = "%2"
			case "%2":
				pieces[i] = "%3"
			}
		}
		q.pattern = "()" + strings.Join(pieces, "") + "()"
	case "gsub":
		q.how = []string{"text", "table", "function"}[how%3]
		templates := []string{"", "x", "%0", "<%1>", "%%", "%1%0", "%2%1"}
		q.template = templates[int(how/3)%len(templates)]
		q.count = int(how) / 3 / len(templates) % 4
		return shape.shortest > 0 && (shape.captures > 1 || !strings.Contains(q.template, "%2"))
	}
	return true
}

// vmWrong are expressions that the VM's own string library answers otherwise than Lua 5.4, and the one here, does. FuzzMatcher
// asks for none of them, or puts the answer right.
var vmWrong = []struct{ expression, here, there, why string }{
	{`("THE"):find("%f[%a]%a+")`, "1 3", "nil", "it takes %f for the letter"},
	{`("a b"):match("%g+")`, "a", "", "it takes %g for the letter"},
	{`("a-"):match("[%a-z]+")`, "a-", "", "a class that begins a range takes the '-' and the end with it"},
	{`("%"):match("[ -%z]")`, "%", "", "a class that ends a range likewise"},
	{`(","):match("[+--]")`, ",", "", "a range does not end in '-'"},
	{`("a"):find("%")`, "error", "nil", "a '%' at the end is no mistake"},
	{`("b"):find("a[")`, "nil", "error", "it reads all of a pattern before it looks for it"},
	{`("a)"):find(")")`, "2 2", "error", "it reads a text without a special character as a pattern"},
	{`("ab"):find("(a(b)%1)")`, "error", "1 2 ab b", "a capture that is open can be referred to"},
	{`("a"):find("()%1")`, "nil", "1 0 1", "a capture that is a place stands for an empty text"},
	{`("abc"):find("", 3)`, "3 2", "1 0", "an empty pattern is found at the start, wherever it is looked for"},
	{`("abc"):find("b", 10, true)`, "nil", "error", "a plain text is not looked for behind the end"},
	{`select("#", ("a"):match("b"))`, "1", "0", "match answers nothing instead of nil"},
	{`("abc"):gsub("%w*", "x")`, "x 1", "xx 2", "an empty match right behind a match counts, as it did in Lua 5.1"},
	{`(function() local n = 0 for _ in ("aa"):gmatch("^a") do n = n + 1 end return n end)()`, "0", "1", "gmatch knows the anchor"},
	{`(function() local n = 0 for _ in ("aa"):gmatch("a", 2) do n = n + 1 end return n end)()`, "1", "2", "gmatch begins at the start"},
	{`("aa"):gsub("a", "b", 0)`, "aa 0", "bb 2", "no replacements are as many as there are"},
	{`("aa"):gsub("a", "b", -1)`, "aa 0", "bb 2", "fewer than none likewise"},
	{`("a"):gsub("a", "%x")`, "error", "%x 1", "a '%' before a letter stands for itself in a replacement"},
}

// TestVMWrong proves what FuzzMatcher passes over.
func TestVMWrong(t *testing.T) {
	m := newMatcher(t)
	for _, c := range vmWrong {
		here := "error"
		if o := play(t, m.box, "return "+c.expression); o.err == nil {
			here = strings.TrimSuffix(strings.ReplaceAll(fmt.Sprintln(o.results...), "<nil>", "nil"), "\n")
		}
		require.Equal(t, c.here, here, c.expression)
		require.Equal(t, c.there, m.evaluate(t, c.expression), "%s: %s", c.expression, c.why)
	}
}

// evaluate asks the VM for the values of an expression.
func (m *matcher) evaluate(t *testing.T, expression string) string {
	t.Helper()
	fn, err := m.vm.LoadString("return " + expression)
	require.NoError(t, err)
	m.vm.Push(fn)
	defer m.vm.SetTop(0)
	if err := m.vm.PCall(0, glua.MultRet, nil); err != nil {
		return "error"
	}
	values := make([]string, m.vm.GetTop())
	for i := range values {
		values[i] = m.vm.Get(i + 1).String()
	}
	return strings.Join(values, " ")
}
