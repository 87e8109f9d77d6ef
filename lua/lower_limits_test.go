package lua_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
)

// list writes n elements parted by commas; each format may have one %d.
func list(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = format
		if strings.Contains(format, "%d") {
			parts[i] = fmt.Sprintf(format, i)
		}
	}
	return strings.Join(parts, ", ")
}

// crowded are statements that need many registers, by size.
var crowded = map[string]func(n int) string{
	"arguments":        func(n int) string { return "f(" + list(n, "x") + ")" },
	"method arguments": func(n int) string { return "t:f(" + list(n, "x.y") + ")" },
	"calls in calls": func(n int) string {
		return "f(" + strings.Repeat("f(1, ", n%90) + "2" + strings.Repeat(")", n%90) + ")"
	},
	"list":           func(n int) string { return "t = {" + list(n, "x") + "}" },
	"open list":      func(n int) string { return "t = {" + list(n, "x") + ", f()}" },
	"keys":           func(n int) string { return "t = {" + list(n, "[x] = x") + "}" },
	"names and list": func(n int) string { return "t = {" + list(n, "k%d = x, x + y") + "}" },
	"lists in lists": func(n int) string {
		return "t = " + strings.Repeat("{1, 2, ", n%90) + "f()" + strings.Repeat("}", n%90)
	},
	"concatenation": func(n int) string { return "t = x" + strings.Repeat(" .. x", n) },
	"nested concat": func(n int) string {
		return "t = " + strings.Repeat("(x .. y .. ", n%90) + "x" + strings.Repeat(")", n%90)
	},
	"sum":             func(n int) string { return "t = x" + strings.Repeat(" + f(x)", n) },
	"right sum":       func(n int) string { return "t = " + strings.Repeat("x + (", n%90) + "x" + strings.Repeat(")", n%90) },
	"and or":          func(n int) string { return "t = x" + strings.Repeat(" and y or x", n/2) },
	"right divisions": func(n int) string { return "t = " + strings.Repeat("x // (", n%90) + "x" + strings.Repeat(")", n%90) },
	"targets":         func(n int) string { return list(n+1, "t[x]") + " = " + list(n+1, "y") },
	"names":           func(n int) string { return list(n+1, "g%d") + " = f()" },
	"locals":          func(n int) string { return "local " + list(n+1, "a%d") + " = f()" },
	"values":          func(n int) string { return "local a = " + list(n+1, "x.y") },
	"results":         func(n int) string { return "do return " + list(n+1, "x.y") + " end" },
	"for in":          func(n int) string { return "for " + list(n+1, "k%d") + " in next, t do f(k0) end" },
	"for in values":   func(n int) string { return "for k in " + list(n+1, "x.y") + " do f(k) end" },
	"for":             func(n int) string { return "for i = f(" + list(n, "x") + "), 2, f(" + list(n, "x") + ") do end" },
	"comparison":      func(n int) string { return "while x < f(" + list(n, "x") + ") do end" },
	"field":           func(n int) string { return "t[f(" + list(n, "x") + ")].y[x] = f(" + list(n, "x") + ")" },
	"condition":       func(n int) string { return "if not f(" + list(n, "x") + ") then goto e end ::e::" },
	"vararg function": func(n int) string { return "f(function(...) f(" + list(n, "x") + ", ...) end)" },
}

// TestCrowdedFunctions holds the parser to its count of registers: what it lets through compiles.
func TestCrowdedFunctions(t *testing.T) {
	for name, statement := range crowded {
		t.Run(name, func(t *testing.T) {
			for _, locals := range []int{0, 1, 120, 180, 195, 196, 197, 198} {
				refused := 0
				for _, n := range []int{1, 2, 3, 5, 10, 30, 49, 50, 51, 75, 100, 150, 190, 210} {
					source := statement(n)
					if locals > 0 {
						source = "local " + list(locals, "l%d") + "\n" + source
					}
					for _, source := range []string{source, "local function f(...)\n" + source + "\nend"} {
						_, errs := syntax.Parse("", source)
						for _, e := range errs {
							require.Contains(t, []string{"too-long", "too-deep"}, e.Code, "%s: %s", source, e.Message)
						}
						if len(errs) > 0 {
							refused++
							continue
						}
						_, err := lua.Compile("", source)
						require.NoError(t, err, "%d locals, %d: %s", locals, n, source)
					}
				}
				if locals <= 50 && statement(1) != statement(91) {
					_, errs := syntax.Parse("", statement(60))
					require.Empty(t, errs, "a moderate size is refused")
				}
			}
		})
	}
}

// TestCapturedByTables fills a table by a function that captures as many variables as can be: the VM counts them in a byte.
func TestCapturedByTables(t *testing.T) {
	source := "local " + list(60, "u%d") + " = " + list(60, "%d") + "\n" +
		"local function f()\nlocal " + list(120, "l%d") + " = " + list(120, "%d") + "\n" +
		"local t = {[1] = 0, " + list(60, "u%d") + ", " + list(120, "l%d") + "}\n" +
		"local sum = 0 for _, v in ipairs(t) do sum = sum + v end print(#t, sum)\nend\nf()"
	got, problem := perform(t, source)
	require.Nil(t, problem)
	require.Equal(t, fmt.Sprintf("180\t%d\n", 59*60/2+119*120/2), got)
}
