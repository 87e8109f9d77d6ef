package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua/syntax"
)

// meanings writes every use of a name as name@line>line of its declaration, or name@line>global, in the order of the text.
func meanings(chunk *syntax.Chunk) string {
	scopes := syntax.Resolve(chunk)
	var uses []string
	syntax.Walk(chunk, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			meaning := "global"
			if v := scopes.Local(id); v != nil {
				meaning = fmt.Sprint(v.Name.Start.Line)
			}
			uses = append(uses, fmt.Sprintf("%s@%d>%s", id.Name, id.Start.Line, meaning))
		}
		return true
	})
	return strings.Join(uses, " ")
}

func TestResolveMeanings(t *testing.T) {
	for source, want := range map[string]string{
		"local x = x\nreturn x":                                    "x@1>global x@2>1",
		"local x = 1\nlocal x = x\nreturn x":                       "x@2>1 x@3>2",
		"local function f()\nreturn f() end":                       "f@2>1",
		"local f = function()\nreturn f() end":                     "f@2>global",
		"function f()\nreturn f() end":                             "f@1>global f@2>global",
		"local t\nfunction t.a:b()\nreturn self, t end":            "t@2>1 self@3>2 t@3>1",
		"for i = i, i do\nlocal i = i end\nreturn i":               "i@1>global i@1>global i@2>1 i@3>global",
		"for k, v in pairs(k) do\nf(k, v) end":                     "pairs@1>global k@1>global f@2>global k@2>1 v@2>1",
		"repeat\nlocal x\nuntil x\nreturn x":                       "x@3>2 x@4>global",
		"while x do\nlocal x\nx = 1 end":                           "x@1>global x@3>2",
		"if x then\nlocal x = x\nelse\nx = 1 end":                  "x@1>global x@2>global x@4>global",
		"do local x\nx = 1 end\nx = 2":                             "x@2>1 x@3>global",
		"local function f(a, a)\nreturn a end":                     "a@2>1",
		"local function f(a)\nlocal a = a\nreturn a end":           "a@2>1 a@3>2",
		"local x\nlocal t = {x = x, [x] = y}\nreturn t.x":          "x@2>1 x@2>1 y@2>global t@3>2",
		"local a, b\na, b.c, c = b, a":                             "a@2>1 b@2>1 c@2>global b@2>1 a@2>1",
		"local x\nlocal y <const> = function()\nx = y end":         "x@3>1 y@3>global",
		"local a\ndo\nlocal a\ndo\nlocal a end\na = 1\nend\na = 2": "a@6>3 a@8>1",
	} {
		require.Equal(t, want, meanings(parse(t, source)), source)
	}
}

func TestResolveVariables(t *testing.T) {
	chunk := parse(t, `local a, b <const> = 1, 2
a = b
local function outer(p, ...)
  local q = p
  return function() a, q = q, G end
end
function G() return outer end
for i, j in next, {} do a = i end
function a.b:m() end
return G, H
`)
	s := syntax.Resolve(chunk)
	byName := map[string]*syntax.Variable{}
	for _, v := range s.Variables {
		byName[v.Name.Text] = v
		require.Same(t, v, s.Declared(v.Name))
	}
	a, b, q, p := byName["a"], byName["b"], byName["q"], byName["p"]
	require.Equal(t, syntax.LocalVar, a.Kind)
	require.Len(t, a.Writes, 3)
	require.Len(t, a.Reads, 1)
	require.True(t, a.Captured)
	require.Nil(t, a.Owner)
	require.Equal(t, "const", b.Attrib)
	require.False(t, b.Captured)
	require.Equal(t, syntax.FunctionVar, byName["outer"].Kind)
	require.True(t, byName["outer"].Captured)
	require.Equal(t, syntax.ParamVar, p.Kind)
	require.Equal(t, "outer", p.Owner.Name)
	require.True(t, q.Captured)
	require.Len(t, q.Writes, 1)
	require.Equal(t, syntax.LoopVar, byName["i"].Kind)
	require.Empty(t, byName["j"].Reads)
	require.Equal(t, syntax.SelfVar, byName["self"].Kind)

	require.Equal(t, []string{"G", "next", "H"}, []string{s.Globals[0].Name, s.Globals[1].Name, s.Globals[2].Name})
	require.Len(t, s.Global("G").Writes, 1)
	require.Len(t, s.Global("G").Reads, 2)
	require.Nil(t, s.Global("nothing"))

	require.Len(t, s.Funcs, 5)
	require.Same(t, s.Main, s.Funcs[0])
	require.Same(t, s.Main, s.Func(nil))
	inner := s.Funcs[2]
	require.Same(t, inner, s.Func(inner.Func))
	require.Equal(t, []*syntax.Variable{a, q}, inner.Upvalues)
	require.Equal(t, []*syntax.Variable{a}, s.Funcs[1].Upvalues, "a passes through outer")
	require.Equal(t, []*syntax.Variable{p, q}, s.Funcs[1].Variables)

	// A variable is visible from behind its declaration to the end of its block.
	require.Equal(t, 1, a.Visible.Start.Line)
	require.Equal(t, 26, a.Visible.Start.Column)
	require.Equal(t, 11, a.Visible.End.Line)
	require.Equal(t, 4, q.Visible.Start.Line)
	require.Equal(t, 6, q.Visible.End.Line)
}

func TestResolveGotos(t *testing.T) {
	chunk := parse(t, `::a::
for i = 1, 2 do
  do goto b end
  goto a
  ::b::
end
local f = function() ::a:: goto a end`)
	s := syntax.Resolve(chunk)
	var targets []int
	syntax.Walk(chunk, func(n syntax.Node) bool {
		if g, ok := n.(*syntax.Goto); ok {
			targets = append(targets, s.Target(g).Start.Line)
		}
		return true
	})
	require.Equal(t, []int{5, 1, 7}, targets)
}

// TestResolveGrowsWithTheText counts visits, not time: a name deep inside many functions is noted once for each.
func TestResolveUpvaluesOnce(t *testing.T) {
	source := "local x\n" + strings.Repeat("local function f()\n", 50) + strings.Repeat("x = x\n", 100) + strings.Repeat("end\n", 50)
	for _, f := range syntax.Resolve(parse(t, source)).Funcs[1:] {
		require.Len(t, f.Upvalues, 1)
	}
}

func TestWalk(t *testing.T) {
	chunk := parse(t, "local a, b <const> = f(x.y, -1)[2]\nfor i = 1, 2, 3 do t:m{k = v, [w] = ...} end\n::l:: repeat goto l until not (z)\n"+
		"function o.p:q(r, ...) if c then elseif d then else return self end end\nfor g, h in n do end a, b.c = 1, 2")
	last := syntax.Pos{}
	var texts []string
	syntax.Walk(chunk, func(n syntax.Node) bool {
		at := n.Range()
		require.GreaterOrEqual(t, at.End.Offset, at.Start.Offset)
		if _, function := n.(*syntax.Function); !function { // which begins before the name of its statement
			require.GreaterOrEqual(t, at.Start.Offset, last.Offset, "in the order of the text")
			last = at.Start
		}
		switch n := n.(type) {
		case *syntax.Name:
			texts = append(texts, n.Text)
		case *syntax.Ident:
			texts = append(texts, n.Name)
		case *syntax.Number:
			texts = append(texts, n.Text)
		case *syntax.String:
			texts = append(texts, n.Value)
		}
		return true
	})
	require.Equal(t, "a b f x y 1 2 i 1 2 3 t m k v w l l z o p q r c d self g h n a b c 1 2", strings.Join(texts, " "))

	count := 0
	syntax.Walk(chunk, func(n syntax.Node) bool {
		count++
		_, block := n.(*syntax.Block)
		return !block
	})
	require.Equal(t, 2, count, "the chunk and its block, nothing below")
}
