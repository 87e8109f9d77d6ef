// Package rules holds the checker's rules: each is a Go value in a file of its own, and All lists them.
//
// A rule reads one script through a Pass: the tree with every name resolved (Script), and the closed world that the
// script is written for (World). It reports Findings and runs nothing. Package checker drives the rules, puts what they
// find in order and caps it; a program that only wants to check a script uses that package, one that lists or documents
// the rules uses this one:
//
//	for _, rule := range rules.All() {
//		fmt.Println(rule.Code, rule.Summary)
//	}
//
// Rules that ask what can happen before, behind or for ever share one walk over the ways through a script (flow.go), with a
// domain for each question: whether a place is reached (flow_life.go), whether game time can have passed (flow_past.go), on
// which ways none passes (flow_idle.go).
//
// The first promise of every rule is that a sound script raises no alarm: where the tree alone cannot tell, a rule is
// silent. The second is that its work is linear in the length of the script.
//
// Everything here is immutable or belongs to one check, so checks may run at the same time.
package rules
