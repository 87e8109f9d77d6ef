package contract_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

func TestWords(t *testing.T) {
	var names, acts []string
	for _, w := range contract.Words() {
		names = append(names, w.Name)
		if w.Acts {
			acts = append(acts, w.Name)
		}
		require.True(t, strings.HasPrefix(w.Signature, w.Name))
		require.NotEmpty(t, w.Doc)
		require.Equal(t, w.Value, w.Signature == w.Name, "a value has no parentheses")
		require.True(t, w.Max == -1 || w.Min <= w.Max)
		require.False(t, w.Value && w.Max != 0)
	}
	require.ElementsMatch(t, strings.Fields("wait say alert stop on run forget note print now must mem me"), names)
	require.ElementsMatch(t, strings.Fields("wait say on forget note"), acts)
}

// TestWordsAreOneWorld proves that no word has two meanings: an own word, a library name and a refused word are three things.
func TestWordsAreOneWorld(t *testing.T) {
	seen := map[string]string{}
	claim := func(name, what string) {
		require.NotContains(t, seen, name, "%s is also %s", what, seen[name])
		seen[name] = what
	}
	for _, w := range contract.Words() {
		claim(w.Name, "a word")
	}
	globals := contract.LibraryGlobals()
	require.True(t, slices.IsSorted(globals))
	for _, name := range globals {
		claim(name, "a library global")
	}
	for table, names := range contract.LibraryTables() {
		claim(table, "a library table")
		require.True(t, slices.IsSorted(names), table)
		require.Equal(t, names, slices.Compact(slices.Clone(names)))
		for _, name := range names {
			claim(table+"."+name, "a library function")
		}
	}
	for word, instead := range contract.RefusedWords() {
		claim(word, "a refused word")
		require.NotEmpty(t, instead)
		require.NotContains(t, instead, "\n")
	}
	for _, word := range strings.Fields("os io debug require package load loadstring loadfile dofile module collectgarbage newproxy getfenv setfenv string.dump channel") {
		require.Equal(t, "a refused word", seen[word], word)
	}
	for _, word := range strings.Fields("assert error ipairs next pairs pcall xpcall select tonumber tostring type rawequal rawget rawset rawlen setmetatable getmetatable _VERSION string table math utf8 coroutine bit") {
		require.Contains(t, seen[word], "a library", word)
	}
}

// TestRefusedWordsPointToWhatIsThere checks that the words named in an answer exist.
func TestRefusedWordsPointToWhatIsThere(t *testing.T) {
	var there []string
	for _, w := range contract.Words() {
		there = append(there, w.Name)
	}
	there = append(there, contract.LibraryGlobals()...)
	call := regexp.MustCompile(`\b([a-z]+)\(`)
	for word, instead := range contract.RefusedWords() {
		for _, m := range call.FindAllStringSubmatch(instead, -1) {
			require.Contains(t, there, m[1], "the answer for %s", word)
		}
	}
}

func TestOwnWhys(t *testing.T) {
	whys := contract.OwnWhys()
	require.Equal(t, []string{"cancelled", "interrupted", "unknown"}, whys)
	card := strings.Join(contract.CardLines(), "\n")
	for _, why := range whys {
		require.Contains(t, card, why, "an agent reads of it before it meets it")
	}
	whys[0] = "x"
	require.Equal(t, contract.WhyCancelled, contract.OwnWhys()[0])
}

func TestBuiltinEvents(t *testing.T) {
	events := contract.BuiltinEvents()
	require.Len(t, events, 2)
	require.Equal(t, "heard", events[0].Name)
	require.Equal(t, []string{"who", "text"}, events[0].Args)
	require.Equal(t, "resumed", events[1].Name)
	require.Empty(t, events[1].Args)
}

func TestDataIsFresh(t *testing.T) {
	contract.Words()[0].Name = "x"
	contract.LibraryGlobals()[0] = "x"
	contract.LibraryTables()["math"][0] = "x"
	contract.RefusedWords()["os"] = "x"
	contract.BuiltinEvents()[0].Args[0] = "x"
	contract.Codes()[0].Code = "x"
	contract.CardLines()[0] = "x"
	contract.ToolNames()[0] = "x"
	require.Equal(t, "wait", contract.Words()[0].Name)
	require.NotEqual(t, "x", contract.LibraryGlobals()[0])
	require.NotEqual(t, "x", contract.LibraryTables()["math"][0])
	require.NotEqual(t, "x", contract.RefusedWords()["os"])
	require.Equal(t, "who", contract.BuiltinEvents()[0].Args[0])
	require.Equal(t, contract.InvalidArgument, contract.Codes()[0].Code)
	require.NotEqual(t, "x", contract.CardLines()[0])
	require.Equal(t, "card", contract.ToolNames()[0])
}

// TestCardSaysTheLimits ties numbers in the card's fixed lines to the constants.
func TestCardSaysTheLimits(t *testing.T) {
	card := strings.Join(contract.CardLines(), "\n")
	for _, want := range []string{
		fmt.Sprintf("(0 to %d, default %d)", contract.MaxWait, contract.DefaultWait),
		fmt.Sprintf("%d characters", contract.MaxSpeech),
		fmt.Sprintf("%d KiB", contract.MaxMem>>10),
		fmt.Sprintf("At most %d at-once", contract.MaxInstant),
	} {
		require.Contains(t, card, want)
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2, "éééé": 1} {
		require.Equal(t, want, contract.Tokens(text))
	}
}
