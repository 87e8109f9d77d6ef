package checker_test

import (
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

func TestDocs(t *testing.T) {
	compare(t, filepath.Join("..", "docs", "checker.md"), rules.Doc())
}

func TestRulesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules.All() {
		require.Regexp(t, `^[a-z]+(-[a-z]+)*$`, r.Code)
		require.False(t, seen[r.Code], "%s is there twice", r.Code)
		seen[r.Code] = true
		require.Contains(t, []contract.Severity{contract.SeverityError, contract.SeverityWarning}, r.Severity)
		require.NotEmpty(t, r.Summary)
		require.False(t, strings.HasSuffix(r.Summary, "."), "%s: the summary is half a sentence", r.Code)
		require.NotEmpty(t, strings.TrimSpace(r.Doc))
		require.NotNil(t, r.Run)
	}
}

// TestDocExamples checks that what a rule's text shows is what the rule finds.
func TestDocExamples(t *testing.T) {
	for _, r := range rules.All() {
		for _, m := range regexp.MustCompile("(?s)```lua\n(.*?)```").FindAllStringSubmatch(r.Doc, -1) {
			result := checker.Check(m[1], vale())
			require.True(t, slices.ContainsFunc(result.Diagnostics, func(d contract.Diagnostic) bool { return d.Code == r.Code }),
				"%s does not find its own example:\n%s\nfound: %v", r.Code, m[1], result.Diagnostics)
		}
	}
}
