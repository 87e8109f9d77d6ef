package syntax

// Error is one thing wrong with the text of a script.
type Error struct {
	Span
	Code    string // "syntax", "too-deep", "too-long", "constant-assign" or "bad-goto"
	Message string // one sentence, no position in it
	Hint    string // what to write instead; may be empty
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Parse reads a script. The tree is nil only where nothing could be made of the text; where a slip has one meaning
// (`!=`, `+=`, `null`) it is reported and read as meant, so that the tree and all errors come together. Errors are in
// order of position. A tree that came with errors must not be run.
func Parse(name, source string) (*Chunk, []*Error) { panic("being built") }
