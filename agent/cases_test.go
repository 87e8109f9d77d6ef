package agent_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/internal/mutate/list"
)

// answers says which packages answer for which numbered cases of the facts. A1 to A20, R1 to R36, T1 to T6 and P1 to P11 are all
// there; V3 is what a later rule made of R8.
var answers = []struct {
	dirs    []string
	numbers string
}{
	{[]string{"."}, `R4 R5 R6 R7 R8 R9 R10 R12 R13 R14 R15 R16 R18 R19 R20 R24 R25 R26 R27 R28 R29 R31 R32 R33 R34 R35 R36
		P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 V3`},
	{[]string{"scape", "mcpclient"}, `A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20
		R1 R2 R3 R11 R17 R21 R22 R23 R30 T1 T2 T3 T4 T5 T6 P11`},
}

// Every number has an answer.
func TestNumbersAreWhole(t *testing.T) {
	given := map[string]bool{"V3": true}
	for letter, last := range map[string]int{"A": 20, "R": 36, "T": 6, "P": 11} {
		for n := range last {
			given[letter+strconv.Itoa(n+1)] = true
		}
	}
	for _, a := range answers {
		for _, number := range strings.Fields(a.numbers) {
			require.True(t, given[number], "%s is no case of these, or has two answers", number)
			delete(given, number)
		}
	}
	require.Empty(t, given, "cases that nobody answers for")
}

// Each case is a subtest under its number, and fails for at least one listed fault. Which packages there are is the matter of
// the table of imports at the root; one that is not there yet answers for nothing.
func TestNumbers(t *testing.T) {
	for _, a := range answers {
		if !there(a.dirs[0]) {
			continue
		}
		var tested, noticed []string
		for _, dir := range a.dirs {
			if there(dir) {
				tested = append(tested, cases(t, dir)...)
				noticed = append(noticed, faults(t, dir)...)
			}
		}
		for _, number := range strings.Fields(a.numbers) {
			require.Contains(t, tested, number, "no subtest of this number in %v", a.dirs)
			require.Contains(t, noticed, number, "no mutation in %v names this case", a.dirs)
		}
	}
}

func there(dir string) bool {
	_, err := os.Stat(dir)
	return err == nil
}

// faults returns the cases that the mutations of a package name, each of which can be applied.
func faults(t *testing.T, dir string) []string {
	t.Helper()
	mutations, err := list.Read(dir)
	require.NoError(t, err)
	names := map[string]bool{}
	var out []string
	for _, m := range mutations {
		require.False(t, names[m.Name], "%s: two mutations are called %s", dir, m.Name)
		names[m.Name] = true
		_, err := m.Apply()
		require.NoError(t, err)
		out = append(out, m.Cases...)
	}
	return out
}

// cases returns the numbers of the subtests of a package.
func cases(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	require.NoError(t, err)
	number := regexp.MustCompile(`^[A-Z]\d+$`)
	var out []string
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range parsed.Decls {
			f, is := decl.(*ast.FuncDecl)
			if !is || !strings.HasPrefix(f.Name.Name, "TestCases") {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if name := subtest(n); number.MatchString(name) {
					require.NotContains(t, out, name, fmt.Sprintf("%s: a second subtest of this number", file))
					out = append(out, name)
				}
				return true
			})
		}
	}
	return out
}

// subtest returns the name of the subtest that a node runs, where it is written out.
func subtest(n ast.Node) string {
	call, is := n.(*ast.CallExpr)
	if !is || len(call.Args) != 2 {
		return ""
	}
	method, is := call.Fun.(*ast.SelectorExpr)
	name, literal := call.Args[0].(*ast.BasicLit)
	if !is || !literal || method.Sel.Name != "Run" || name.Kind != token.STRING {
		return ""
	}
	text, err := strconv.Unquote(name.Value)
	if err != nil {
		return ""
	}
	return text
}
