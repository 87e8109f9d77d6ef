package rules

import (
	"fmt"
	"strings"

	"mystic-sdk/contract"
)

// Rule is one thing that the checker looks for.
type Rule struct {
	Code     string            // what its diagnostics carry; lower-case words joined by dashes
	Severity contract.Severity // what its findings are unless they say otherwise
	Summary  string            // what it finds, in half a sentence for tables
	Doc      string            // Markdown: what it finds, why that is wrong, what to write instead
	Run      func(*Pass)       // reports what it finds; called once for a script
}

// Doc returns a Markdown page about all rules, the source of docs/checker.md.
func Doc() string {
	var b strings.Builder
	b.WriteString(docHead)
	b.WriteString("| code | severity | finds |\n|---|---|---|\n")
	all := All()
	for _, r := range all {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.Code, r.Code, r.Severity, r.Summary)
	}
	for _, r := range all {
		fmt.Fprintf(&b, "\n## %s\n\n%s: %s.\n\n%s\n", r.Code, r.Severity, r.Summary, strings.TrimSpace(r.Doc))
	}
	return b.String()
}

const docHead = `# The checker

<!-- Generated from the rules by go test ./checker -update; edit the rules' Doc texts instead. -->

The checker reads a script before anything runs and knows the whole world that the script is written for: the game's
verbs, the fields of ` + "`me`" + `, the SDK's words, the Lua library, the agent's saved scripts and the names that the agent knows.
It runs nothing and needs no configuration. With an error nothing starts; warnings do not stop a run. A reply carries
at most 20 errors and 5 warnings, in the order of the script, and says how many there are besides.

The examples are for a game with the actions ` + "`dig(n)`, `drop(n)` and `go(place)`" + ` and the sense ` + "`scan(kind)`" + `.

`
