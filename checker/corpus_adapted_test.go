package checker_test

import (
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
)

// leastAdapted is how many cases are adapted from other corpora at the least.
const leastAdapted = 300

// adapted is an idea of another corpus, put into a script for the vale. A file holds many:
//
//	corpus: OWNER/REPOSITORY
//
//	=== WHERE IN IT: THE IDEA
//	local wanted = 4 --> unused
//
// A mark --> CODE CODE… behind a line wants findings there; the mark is no part of the script. Lines that begin with one of
// the following are none either:
//
//	want: LINE CODE; LINE CODE     where a mark cannot stand
//	sound: WHY                     it is good as it is
//	not looked for: WHY            the corpus finds something that the checker leaves alone
//
// In each case stands at least one of them. Its idea may say [look] or [miners], as in readScripts.
type adapted struct {
	name   string // FILE: WHERE: IDEA
	source string
	env    *checker.Env
	wants  []string // LINE CODE
	quiet  bool     // sound, or not looked for
	sound  bool
}

var (
	mark  = regexp.MustCompile(`[ \t]*--> ([a-z -]+)$`)
	codes = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
)

func readAdapted(t *testing.T) []adapted {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "adapted", "*.txt"))
	require.NoError(t, err)
	var all []adapted
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		short := filepath.Base(file)
		head, cases, ok := strings.Cut(string(text), "\n=== ")
		require.True(t, ok && strings.HasPrefix(head, "corpus: "), "%s: it begins with its corpus", short)
		for one := range strings.SplitSeq(cases, "\n=== ") {
			all = append(all, readCase(t, short, one))
		}
	}
	return all
}

func readCase(t *testing.T, file, text string) adapted {
	t.Helper()
	title, body, _ := strings.Cut(text, "\n")
	require.Regexp(t, `^.+: .+`, title, "%s: a case is called WHERE: IDEA", file)
	c := adapted{name: file + ": " + title, env: world(title)}
	var script []string
	for line := range strings.SplitSeq(strings.TrimRight(body, "\n"), "\n") {
		if rest, ok := strings.CutPrefix(line, "want: "); ok {
			c.wants = append(c.wants, strings.Split(rest, "; ")...)
			continue
		}
		if why, ok := strings.CutPrefix(line, "sound: "); ok {
			require.NotEmpty(t, why, c.name)
			c.sound, c.quiet = true, true
			continue
		}
		if why, ok := strings.CutPrefix(line, "not looked for: "); ok {
			require.NotEmpty(t, why, c.name)
			c.quiet = true
			continue
		}
		if m := mark.FindStringSubmatch(line); m != nil {
			line = mark.ReplaceAllString(line, "")
			for code := range strings.FieldsSeq(m[1]) {
				c.wants = append(c.wants, fmt.Sprintf("%d %s", len(script)+1, code))
			}
		}
		script = append(script, line)
	}
	c.source = strings.Join(script, "\n")
	require.True(t, len(c.wants) > 0 || c.quiet, "%s: nothing is said of it", c.name)
	require.False(t, len(c.wants) > 0 && c.sound, "%s: it is sound or it is not", c.name)
	return c
}

// readPending reads which cases the checker cannot do yet: a line CASE => REASON for each.
func readPending(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "adapted", "pending.list"))
	require.NoError(t, err)
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, why, ok := strings.Cut(line, " => ")
		require.True(t, ok && why != "", "a line is CASE => REASON, not %q", line)
		all[name] = why
	}
	return all
}

// TestAdapted holds the checker to what was expected of it before it was asked. A case that it cannot do yet is on the list
// of those pending, and fails when it begins to work, so that the list stays true.
func TestAdapted(t *testing.T) {
	pending := readPending(t)
	known := map[string]bool{}
	for _, r := range rules.All() {
		known[r.Code] = true
	}
	names := map[string]bool{}
	for _, c := range readAdapted(t) {
		require.False(t, names[c.name], "%s is there twice", c.name)
		names[c.name] = true
		why, isPending := pending[c.name]
		delete(pending, c.name)
		file, _, _ := strings.Cut(c.name, ": ")
		t.Run(c.name, func(t *testing.T) {
			for _, want := range c.wants {
				_, code, _ := strings.Cut(want, " ")
				require.Regexp(t, codes, code)
				require.True(t, known[code], "no rule has the code %s", code)
			}
			result := checker.Check(c.source, c.env)
			require.Len(t, result.Diagnostics, result.Errors+result.Warnings, "findings past those that a reply shows")
			var lines []string
			for _, d := range result.Diagnostics {
				lines = append(lines, fmt.Sprintf("%d %s", d.Line, d.Code))
			}
			slices.Sort(lines)
			if isPending {
				require.NotEqual(t, slices.Sorted(slices.Values(c.wants)), lines, "it works now; take it off the list (%s)", why)
				return
			}
			sameFindings(t, "testdata/adapted/"+file, c.wants, result.Diagnostics)
		})
	}
	require.Empty(t, pending, "pending cases that are not there")
	require.GreaterOrEqual(t, len(names), leastAdapted)
}
