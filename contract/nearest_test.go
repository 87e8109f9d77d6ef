package contract_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

func TestNearest(t *testing.T) {
	words := []string{"wait", "say", "alert", "stop", "on", "run", "forget", "note", "print", "now", "must", "mem", "me", "inventory"}
	tests := []struct{ name, word, want string }{
		{"the word itself", "wait", "wait"},
		{"one letter more", "waits", "wait"},
		{"one letter less", "aler", "alert"},
		{"another letter", "wiit", "wait"},
		{"two neighbours swapped", "wiat", "wait"},
		{"another case", "PRINT", "print"},
		{"two mistakes in a long word", "forgett", "forget"},
		{"swap and loss in a long word", "inventrory", "inventory"},
		{"three mistakes in a long word", "invntroyy", "inventory"},
		{"two mistakes in a short word", "wqqt", ""},
		{"nothing near", "teleport", ""},
		{"the nearer one wins over the earlier", "mem", "mem"},
		{"the earlier one of equally near ones", "mez", "mem"},
		{"a swap at the end", "stpo", "stop"},
		{"no word", "", ""},
		{"a single letter is near nothing", "o", ""},
		{"a hostile length", strings.Repeat("a", 32768), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, contract.Nearest(tt.word, words))
		})
	}
}

func TestNearestOfCandidates(t *testing.T) {
	require.Empty(t, contract.Nearest("dig", nil))
	require.Empty(t, contract.Nearest("dig", []string{"", strings.Repeat("dig", 30)}))
	require.Equal(t, "dig", contract.Nearest("digg", []string{"dog", "", "dig"}))
	require.Equal(t, "höhle", contract.Nearest("hohle", []string{"höhle"}), "distance counts characters, not bytes")
	require.Equal(t, strings.Repeat("b", 64), contract.Nearest(strings.Repeat("b", 63), []string{strings.Repeat("b", 64)}))
}

func TestNearestAllocatesNothing(t *testing.T) {
	words := contract.LibraryGlobals()
	require.Zero(t, testing.AllocsPerRun(20, func() { contract.Nearest("setmetatabel", words) }))
}

// TestNearestIsADistance compares the banded distance, through Nearest, with a plain recursion on all short words.
func TestNearestIsADistance(t *testing.T) {
	words := []string{""}
	for length := 1; length <= 4; length++ {
		for _, w := range words {
			if len(w) == length-1 {
				words = append(words, w+"a", w+"b", w+"c")
			}
		}
	}
	for _, a := range words[1:] {
		if len(a) < 2 {
			continue
		}
		for _, b := range words[1:] {
			near := contract.Nearest(a, []string{b}) != ""
			if want := slowDistance(a, b) <= 1; near != want {
				t.Fatalf("%q and %q: near is %v", a, b, near)
			}
		}
	}
}

// slowDistance is the optimal string alignment distance as its definition says it.
func slowDistance(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	i, j := len(a)-1, len(b)-1
	cost := 1
	if a[i] == b[j] {
		cost = 0
	}
	d := min(slowDistance(a[:i], b)+1, slowDistance(a, b[:j])+1, slowDistance(a[:i], b[:j])+cost)
	if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
		d = min(d, slowDistance(a[:i-1], b[:j-1])+1)
	}
	return d
}
