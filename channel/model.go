package channel

import "time"

// KindTmux is the only kind of backend there is.
const KindTmux = "tmux"

// State says whether a channel takes input and shows a living program.
type State string

// The states of a channel. A channel whose program has ended, and that its terminal still shows, is unavailable: it can be
// read and not written to.
const (
	StateAvailable   State = "available"
	StateUnavailable State = "unavailable"
)

// Capability is one thing that can be done with a channel.
type Capability string

// The capabilities, in the order in which a channel lists them.
const (
	CapabilityRead    Capability = "read"
	CapabilityWrite   Capability = "write-text"
	CapabilityControl Capability = "control"
)

// Channel is one terminal endpoint as it was when it was listed.
type Channel struct {
	ChannelID      string       `json:"channel_id"`      // stays the same as long as the endpoint lives
	BackendKind    string       `json:"backend_kind"`    // KindTmux
	BackendLocator string       `json:"backend_locator"` // the same as ChannelID
	State          State        `json:"state"`
	Capabilities   []Capability `json:"capabilities"`
	Title          string       `json:"title,omitempty"` // what the program in the terminal says it is; untrusted
	CWD            string       `json:"cwd,omitempty"`   // the directory of the foreground program, byte for byte (in JSON with U+FFFD for what is no UTF-8); untrusted

	// Instance names the process that the endpoint began with and the server that holds it. It is opaque, and it changes when
	// the endpoint gets another process or the server is started again, both of which keep ChannelID.
	Instance       string   `json:"instance"`
	CurrentCommand string   `json:"current_command,omitempty"` // the name of the foreground program
	LastActivity   string   `json:"last_activity,omitempty"`   // of the window, RFC 3339 in UTC, to the second
	Dead           bool     `json:"dead,omitempty"`
	ExitStatus     *int     `json:"exit_status,omitempty"` // of a dead channel, where the backend knows it
	Metadata       Metadata `json:"backend_metadata"`
}

// Metadata is what only one kind of backend has to say about a channel.
type Metadata struct {
	Tmux *TmuxPane `json:"tmux,omitempty"`
}

// TmuxPane says where a pane is now. All of it but PaneID can change while the channel lives, and none of it addresses one.
type TmuxPane struct {
	SessionName string   `json:"session_name"` // the first of Sessions
	WindowID    string   `json:"window_id"`    // such as @3
	WindowIndex int      `json:"window_index"` // at least 0
	PaneID      string   `json:"pane_id"`      // such as %10
	PaneIndex   int      `json:"pane_index"`   // at least 0
	Sessions    []string `json:"sessions"`     // every visible session that shows the pane, in the server's order; at least one
}

// Listing is the visible channels in the order of the backend, each once.
type Listing struct {
	Channels  []Channel `json:"channels"`            // never nil
	Truncated bool      `json:"truncated,omitempty"` // more are visible than the configured maximum; each can be addressed
}

// Health says whether the backend answers. It says nothing about channels.
type Health struct {
	BackendKind string `json:"backend_kind"`
	Available   bool   `json:"available"`
	Detail      string `json:"detail,omitempty"` // a Code, where Available is false
}

// ReadRequest asks for the newest output of a channel.
type ReadRequest struct {
	ChannelID string
	Lines     int // 1 to Config.ReadMaxLines; 0: Config.ReadDefaultLines
	Bytes     int // 1 to Config.ReadMaxBytes; 0: Config.ReadMaxBytes

	// After is the Revision of an earlier read of the same channel; "": none. The answer then holds only what is new, and is
	// best asked for with the same Lines and Join as the earlier one.
	After string
	// Wait is how long to wait for output after After, 0 to MaxWait in whole milliseconds; 0: not at all. It needs After.
	Wait time.Duration
	// Quiet is how long the output must then have stood still, MinQuiet to MaxQuiet; 0: DefaultQuiet. It needs Wait.
	Quiet time.Duration
	// Join puts the rows together that the terminal wrapped; they then keep their trailing spaces.
	Join bool
	// Alternate also returns the main screen's history above a program that is on the alternate screen.
	Alternate bool
}

// Read is what a channel shows. Text is the output of a foreign program: untrusted, and possibly secret.
type Read struct {
	ChannelID  string `json:"channel_id"`
	CapturedAt string `json:"captured_at"` // RFC 3339 in UTC with milliseconds
	Text       string `json:"text"`        // valid UTF-8; rows parted by LF, none at the end; blank rows at the end are left out
	Truncated  bool   `json:"truncated"`   // older output was left out because of Lines or Bytes
	LineCount  int    `json:"line_count"`  // 0 for an empty text
	ByteCount  int    `json:"byte_count"`

	Instance       string `json:"instance"`
	Revision       string `json:"revision"`            // opaque, at most MaxRevisionLength bytes; for a later After
	Changed        *bool  `json:"changed,omitempty"`   // with After: whether anything is different; nil without
	Gap            bool   `json:"gap,omitempty"`       // with After: what was seen cannot be found again, so Text is all there is
	TimedOut       bool   `json:"timed_out,omitempty"` // with Wait: the time was up before there was output and then quiet
	Cursor         Cursor `json:"cursor"`
	Alternate      bool   `json:"alternate,omitempty"` // the program is on the alternate screen
	Dead           bool   `json:"dead,omitempty"`
	ExitStatus     *int   `json:"exit_status,omitempty"`
	CurrentCommand string `json:"current_command,omitempty"`
}

// Cursor is a place on the visible screen; both numbers begin at 0.
type Cursor struct {
	Row    int `json:"row"`
	Column int `json:"column"`
}

// Mode says how text is handed to the program.
type Mode string

// The modes of WriteRequest.
const (
	ModeExact     Mode = "exact"     // the bytes of the text and nothing else
	ModeBracketed Mode = "bracketed" // between the markers of a bracketed paste, where the program asked for them
)

// Expectation is what must still hold when a channel is changed; it is checked by the backend in one step with the change.
type Expectation struct {
	Instance string   // Channel.Instance; "": any
	Commands []string // names of which Channel.CurrentCommand must be one, at most MaxCommands of [A-Za-z0-9._+-]{1,64}; empty: any
}

// WriteRequest asks to type a text.
type WriteRequest struct {
	ChannelID string
	Text      string // valid UTF-8, at most MaxTextBytes, without control characters other than LF and TAB
	Submit    bool   // one Enter after the text
	Mode      Mode   // "": ModeExact
	Expect    Expectation
}

// WriteResult says that the backend took a text, and not what a program made of it.
type WriteResult struct {
	ChannelID string `json:"channel_id"`
	Submitted bool   `json:"submitted"`
}

// Control is one of the keys that can be pressed.
type Control string

// The controls. As bytes that a program in raw mode reads: 0x0D, 0x03, 0x1B.
const (
	ControlEnter     Control = "ENTER"
	ControlInterrupt Control = "INTERRUPT"
	ControlEscape    Control = "ESCAPE"
)

// ControlRequest asks to press one key.
type ControlRequest struct {
	ChannelID string
	Control   Control
	Expect    Expectation
}

// ControlResult says that the backend took a key, and not what a program made of it.
type ControlResult struct {
	ChannelID string  `json:"channel_id"`
	Control   Control `json:"control"`
}

// What requests may ask for, whatever is configured.
const (
	MaxIDLength       = 128     // characters of a channel_id
	MaxTextBytes      = 1 << 20 // of a written text
	MaxReadLines      = 5000
	MaxReadBytes      = 1 << 20
	MaxWait           = 45 * time.Second
	MinQuiet          = 250 * time.Millisecond
	MaxQuiet          = 10 * time.Second
	DefaultQuiet      = time.Second
	MaxCommands       = 16
	MaxRevisionLength = 512
	MaxInstanceLength = 128
)
