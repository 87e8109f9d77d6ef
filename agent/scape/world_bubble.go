package scape

// bubble is what the agent's own bubble is believed to show. A call decides that when it is made, long before an observation
// can show it, and a poll that is under way then still brings the old text. So observations are heard again only once one has
// shown what was said.
//
// While calls are under way, each of them has its bubble with the one before it behind, so that a failed call is as if it had
// not been made, in whatever order they end.
type bubble struct {
	text    string
	awaited bool    // it was said, and no observation has shown it yet
	failed  bool    // the call that said it did
	before  *bubble // of the call before; nil once nothing can bring that back
}

// say returns the bubble of a call that is about to be made.
func (b *bubble) say(text string) *bubble { return &bubble{text: text, awaited: true, before: b} }

// observed returns the bubble after an observation showed a text.
func (b *bubble) observed(text string) *bubble {
	switch {
	case b.awaited && text != b.text:
		return b
	case !b.awaited && text == b.text:
		return b // as it nearly always is
	}
	return &bubble{text: text} // whatever becomes of calls under way, this was seen
}

// settled returns the bubble after the call that said said has ended. It stays as it is where something newer was said.
func (b *bubble) settled(said *bubble, failed bool) *bubble {
	said.failed = failed
	if !failed {
		said.before = nil
	}
	for b.failed && b.before != nil {
		b = b.before
	}
	return b
}
