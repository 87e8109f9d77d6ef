package checker

import (
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// Env is the closed world that a script is checked against. The checker only reads it.
type Env struct {
	Verbs     []contract.VerbSpec
	MeFields  []contract.FieldSpec
	Events    []contract.EventSpec                // besides the built-in ones of contract
	Globals   []string                            // words that the game's prelude defines
	Refused   map[string]string                   // besides contract's: word and what to use instead
	Saved     []string                            // names of the agent's saved scripts
	Synonyms  map[string]string                   // other words for verbs: "mine" is "dig"
	Knows     func(kind, name string) bool        // may be nil: everything is known
	Known     func(kind string) []string          // for the nearest name; may be nil
	Unknown   func(kind, name string) string      // the one line for unknown and nonexistent; nil: `no KIND you know called 'NAME'`
	CountHint func(verb, condition string) string // the loop to suggest; nil: a default
	Look      bool                                // look mode
}

// Result of a check.
type Result struct {
	Diagnostics []contract.Diagnostic // by position; at most MaxErrors errors and MaxWarnings warnings
	Errors      int                   // all of them, the cut ones included
	Warnings    int
	Chunk       *syntax.Chunk // the tree; fit to compile when Errors is 0
}

// Check reads a script and runs nothing.
func Check(source string, env *Env) *Result { panic("being built") }
