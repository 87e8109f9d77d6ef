package rules

import (
	"fmt"
	"slices"
	"strings"

	"mystic-sdk/contract"
)

// maxShown is how many characters of a name or text a message shows.
const maxShown = 40

// show returns a name from the script as messages show it.
func show(name string) string { return "'" + contract.Clean(name, maxShown) + "'" }

// quote returns a text from the script as messages show it.
func quote(text string) string { return contract.Quote(text, maxShown) }

// names lists verbs for a sentence.
func names(verbs []*contract.VerbSpec) string {
	all := make([]string, len(verbs))
	for i, v := range verbs {
		all[i] = v.Name
	}
	return list(all, "or")
}

// maxListed is how many names a sentence lists.
const maxListed = 12

// list joins names for a sentence: "a, b or c".
func list(all []string, last string) string {
	if len(all) > maxListed {
		all = append(slices.Clone(all[:maxListed]), fmt.Sprintf("%d more", len(all)-maxListed))
		last = "and"
	}
	n := len(all) - 1
	if n < 1 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:n], ", ") + " " + last + " " + all[n]
}

// joined lists names for a sentence, all but the first few counted.
func joined(all []string) string {
	if len(all) > maxListed {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:maxListed], ", "), len(all)-maxListed)
	}
	return strings.Join(all, ", ")
}
