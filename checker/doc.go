// Package checker reads a script before anything runs, and knows the closed world that it is written for: the game's verbs
// and what they take, the fields of me, the SDK's words, the Lua library, the agent's saved scripts and, through a function
// that it is handed, the names that the agent knows.
//
//	result := checker.Check(script, &checker.Env{Verbs: verbs})
//	if result.Errors > 0 {
//		for _, d := range result.Diagnostics {
//			fmt.Printf("%d:%d: %s (%s)\n", d.Line, d.Column, d.Message, d.Hint)
//		}
//	}
//
// It runs nothing, needs no configuration, and raises no alarm at a sound script: that is its first promise. The rules are
// in package rules, and docs/checker.md describes each.
//
// A check keeps nothing and starts no goroutine; any number may run at the same time. Its work is linear in the length of
// the script.
package checker
