package rules

import (
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// Pass is one rule's look at one script.
type Pass struct {
	*Script
	Rule   *Rule
	Syntax []*syntax.Error // what the parser found
	Report func(Finding)   // takes what the rule finds, in any order
}

// Finding is one thing that a rule found.
type Finding struct {
	syntax.Span
	Severity contract.Severity // empty: the rule's
	Message  string            // one sentence without a full stop: what is wrong, as written
	Hint     string            // what to write instead; may be empty
	// Suggest makes the hint where making it costs more than a moment: it is called only for a finding that is shown.
	Suggest func() string
}

// find reports a finding at a node with a hint that is at hand.
func (p *Pass) find(n syntax.Node, message, hint string) {
	p.Report(Finding{Span: n.Range(), Message: message, Hint: hint})
}
