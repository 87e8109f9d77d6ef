package channel

import (
	"context"
	"regexp"
	"strings"
)

// Backend is a kind of terminal. Its methods can be called at the same time. They return *Error, or the error of a context
// that was cancelled; each bounds its own time and leaves no process behind.
type Backend interface {
	// Owns says whether an id has the form of those that List gives. It asks nobody.
	Owns(id string) bool
	// List returns every visible channel, each once, in the backend's order and without a bound on their number.
	List(ctx context.Context) ([]Channel, error)
	// Read takes a picture of one channel.
	Read(ctx context.Context, c Capture) (Snapshot, error)
	// WriteText delivers a text that was checked by Check, once.
	WriteText(ctx context.Context, w WriteRequest) error
	// SendControl presses a key, once.
	SendControl(ctx context.Context, c ControlRequest) error
	// Health asks the backend for a sign of life.
	Health(ctx context.Context) Health
}

// Capture says what to take a picture of.
type Capture struct {
	ChannelID string
	Rows      int // of history above the visible screen, at least 0
	Bytes     int // keep at most about so many bytes, the newest ones; at least 1
	Join      bool
	Alternate bool
}

// Snapshot is what a channel showed at one instant.
type Snapshot struct {
	Instance string
	// Rows are the rows up to the last that is not blank, oldest first, in valid UTF-8.
	Rows []string
	// Above is how many of Rows lie above the row of the cursor.
	Above int
	// Cut says that older rows were left out because of Bytes; the first row can then be a part.
	Cut            bool
	Cursor         Cursor
	Alternate      bool
	Dead           bool
	ExitStatus     *int
	CurrentCommand string
}

var idForm = regexp.MustCompile(`^tmux:([0-9a-f]{12}):(0|[1-9][0-9]{0,9})$`)

// SplitID takes the id of a channel apart: the fingerprint of its scope, 12 hexadecimal digits, and the number of its pane.
// It says whether the id has that form.
func SplitID(id string) (scope, pane string, ok bool) {
	m := idForm.FindStringSubmatch(id)
	if m == nil {
		return "", "", false
	}
	return strings.Clone(m[1]), strings.Clone(m[2]), true
}
