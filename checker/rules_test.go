package checker_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/checker"
	"mystic-sdk/checker/rules"
	"mystic-sdk/contract"
)

var update = flag.Bool("update", false, "write the golden files anew")

// script is one case of a file under testdata.
//
// A file holds many, each behind a line `--- title`, or `--- title [miners] [deep] [look]` for another world or mode. A line with
// `-- want "regexp"` must get a diagnostic of the folder's rule whose "severity: message; hint" matches; several regexps,
// several diagnostics. A line without must get none, of any rule.
type script struct {
	title  string
	line   int // of the file, before the first one of the script
	source string
	env    *checker.Env
	wants  map[int][]string // by line of the script
}

func readScripts(t *testing.T, file string) []script {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var all []script
	lines := strings.SplitAfter(string(text), "\n")
	require.True(t, strings.HasPrefix(lines[0], "--- "), "%s: begins with a title", file)
	for i, line := range lines {
		if title, ok := strings.CutPrefix(line, "--- "); ok {
			all = append(all, script{title: strings.TrimSpace(title), line: i + 1, env: world(title), wants: map[int][]string{}})
			continue
		}
		s := &all[len(all)-1]
		s.source += line
		if _, want, ok := strings.Cut(line, "-- want "); ok {
			s.wants[i+1-s.line] = quoted(t, want)
		}
	}
	return all
}

func world(title string) *checker.Env {
	env := vale()
	if strings.Contains(title, "[miners]") {
		env = miners()
	}
	if strings.Contains(title, "[deep]") { // a place has a depth, where somebody measured it
		find := slices.IndexFunc(env.Verbs, func(v contract.VerbSpec) bool { return v.Name == "find" })
		answer := env.Verbs[find].Answer
		answer.Of = append(answer.Of, contract.FieldSpec{Name: "depth", Type: "number", Maybe: true})
	}
	env.Look = strings.Contains(title, "[look]")
	return env
}

func quoted(t *testing.T, text string) []string {
	t.Helper()
	var all []string
	for _, m := range regexp.MustCompile("\"([^\"]*)\"|`([^`]*)`").FindAllStringSubmatch(text, -1) {
		all = append(all, m[1]+m[2])
	}
	require.NotEmpty(t, all, "a want without a quoted expression: %s", text)
	return all
}

func shown(d contract.Diagnostic) string {
	text := string(d.Severity) + ": " + d.Message
	if d.Hint != "" {
		text += "; " + d.Hint
	}
	return text
}

// leastCases is how many cases of each kind every rule has at least.
const leastCases = 6

// TestRules checks each rule's own cases: what it must find, and what is near to that and sound.
func TestRules(t *testing.T) {
	tested := map[string]bool{}
	for _, rule := range rules.All() {
		if rule.Code == "too-long" {
			continue // TestTooLong makes its scripts
		}
		files, err := filepath.Glob(filepath.Join("testdata", "rules", rule.Code, "*.lua"))
		require.NoError(t, err)
		require.NotEmpty(t, files, "%s has no cases", rule.Code)
		tested[rule.Code] = true
		t.Run(rule.Code, func(t *testing.T) {
			var golden strings.Builder
			found, sound := 0, 0
			for _, file := range files {
				for _, s := range readScripts(t, file) {
					if len(s.wants) > 0 {
						found++
					} else {
						sound++
					}
					fmt.Fprintf(&golden, "%s: %s\n", filepath.Base(file), s.title)
					t.Run(s.title, func(t *testing.T) { golden.WriteString(testScript(t, rule, file, &s)) })
				}
			}
			require.GreaterOrEqual(t, found, leastCases, "cases that it finds")
			require.GreaterOrEqual(t, sound, leastCases, "near misses")
			compare(t, filepath.Join("testdata", "rules", rule.Code, "messages.golden"), golden.String())
		})
	}
	entries, err := os.ReadDir(filepath.Join("testdata", "rules"))
	require.NoError(t, err)
	for _, e := range entries {
		require.True(t, tested[e.Name()], "testdata/rules/%s belongs to no rule", e.Name())
	}
}

// testScript checks one case and returns its diagnostics as the golden file has them.
func testScript(t *testing.T, rule *rules.Rule, file string, s *script) string {
	t.Helper()
	got := map[int][]string{}
	var text strings.Builder
	for _, d := range checker.Check(s.source, s.env).Diagnostics {
		line := d.Line
		if s.wants[line] == nil || d.Code != rule.Code {
			t.Errorf("%s:%d: %s: %s, but no such thing is wanted", file, s.line+line, d.Code, shown(d))
			continue
		}
		got[line] = append(got[line], shown(d))
		fmt.Fprintf(&text, "  %d:%d-%d:%d %s\n", s.line+line, d.Column, s.line+d.EndLine, d.EndColumn, shown(d))
	}
	for line, wants := range s.wants {
		if len(got[line]) != len(wants) {
			t.Errorf("%s:%d: wanted %q, got %q", file, s.line+line, wants, got[line])
			continue
		}
		for i, want := range wants {
			if !regexp.MustCompile(want).MatchString(got[line][i]) {
				t.Errorf("%s:%d: wanted %q, got %q", file, s.line+line, want, got[line][i])
			}
		}
	}
	// Without the rule every wanted line must go missing: a case that something else finds proves nothing.
	others := slices.DeleteFunc(rules.All(), func(r *rules.Rule) bool { return r.Code == rule.Code })
	result, _ := checker.CheckWith(s.source, s.env, others)
	for _, d := range result.Diagnostics {
		t.Errorf("%s:%d: without %s there still is %s: %s", file, s.line+d.Line, rule.Code, d.Code, shown(d))
	}
	return text.String()
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run the test with -update")
	require.Equal(t, string(want), got, "%s: run the test with -update and look at the difference", file)
}

// TestSoundScripts holds the checker to its first promise.
func TestSoundScripts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "sound", "*.lua"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		for _, s := range readScripts(t, file) {
			for _, d := range checker.Check(s.source, s.env).Diagnostics {
				t.Errorf("%s:%d: %s: false alarm: %s: %s", file, s.line+d.Line, s.title, d.Code, shown(d))
			}
		}
	}
}

func TestTooLong(t *testing.T) {
	long := strings.Repeat("print(1) dig(1)\n", 2048)
	require.Len(t, long, 32768)
	require.Zero(t, checker.Check(long, miners()).Errors)
	result := checker.Check(long+"-- and more", miners())
	require.Equal(t, 1, result.Errors)
	require.Equal(t, "too-long", result.Diagnostics[0].Code)
	require.Equal(t, 2049, result.Diagnostics[0].Line)
	require.Nil(t, result.Chunk)
}
