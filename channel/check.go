package channel

import (
	"fmt"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"
)

var commandForm = regexp.MustCompile(`^[A-Za-z0-9._+-]{1,64}$`)

func checkID(id string) error {
	if n := utf8.RuneCountInString(id); n < 1 || n > MaxIDLength {
		return Invalid("channel_id", fmt.Sprintf("channel_id must have 1 to %d characters", MaxIDLength))
	}
	return nil
}

// Check says what is wrong with a request, as an *Error of CodeInvalidArgument, or returns nil. A backend relies on it.
func (w WriteRequest) Check() error {
	if err := checkID(w.ChannelID); err != nil {
		return err
	}
	if w.Mode != "" && w.Mode != ModeExact && w.Mode != ModeBracketed {
		return Invalid("mode", "mode must be exact or bracketed")
	}
	if n := len(w.Text); n > MaxTextBytes {
		return Invalid("text", "text has too many bytes").With(Details{"byte_count": n, "max_bytes": MaxTextBytes})
	}
	if !utf8.ValidString(w.Text) {
		return Invalid("text", "text is not valid Unicode")
	}
	for _, r := range w.Text {
		if isControl(r) && r != '\n' && r != '\t' {
			return Invalid("text", "text holds a control character other than LF and TAB").With(Details{"code_point": fmt.Sprintf("%U", r)})
		}
	}
	return w.Expect.check()
}

// isControl says whether a character is of Unicode's category Cc.
func isControl(r rune) bool { return r < 0x20 || r >= 0x7f && r <= 0x9f }

// Check says what is wrong with a request, as an *Error of CodeInvalidArgument, or returns nil. A backend relies on it.
func (c ControlRequest) Check() error {
	if err := checkID(c.ChannelID); err != nil {
		return err
	}
	if !slices.Contains([]Control{ControlEnter, ControlInterrupt, ControlEscape}, c.Control) {
		return Invalid("control", "control must be ENTER, INTERRUPT or ESCAPE")
	}
	return c.Expect.check()
}

func (e Expectation) check() error {
	if len(e.Instance) > MaxInstanceLength {
		return Invalid("expect_instance", fmt.Sprintf("expect_instance has at most %d bytes", MaxInstanceLength))
	}
	if len(e.Commands) > MaxCommands {
		return Invalid("expect_command", fmt.Sprintf("expect_command names at most %d commands", MaxCommands))
	}
	for _, name := range e.Commands {
		if !commandForm.MatchString(name) {
			return Invalid("expect_command", "a name in expect_command must be 1 to 64 letters, digits, dots, underscores, plus and minus signs")
		}
	}
	return nil
}

// complete fills in what a request leaves open and says what is wrong with it. Bounds come first, so that they are told even
// where the channel is unknown.
func (r ReadRequest) complete(c Config) (ReadRequest, error) {
	if r.Lines < 0 || r.Lines > c.ReadMaxLines {
		return r, Invalid("lines", fmt.Sprintf("lines must be 1 to %d", c.ReadMaxLines)).With(Details{"max_lines": c.ReadMaxLines})
	}
	if r.Bytes < 0 || r.Bytes > c.ReadMaxBytes {
		return r, Invalid("bytes", fmt.Sprintf("bytes must be 1 to %d", c.ReadMaxBytes)).With(Details{"max_bytes": c.ReadMaxBytes})
	}
	if err := checkID(r.ChannelID); err != nil {
		return r, err
	}
	switch {
	case r.Wait < 0 || r.Wait > MaxWait || r.Wait%time.Millisecond != 0:
		return r, Invalid("wait_ms", fmt.Sprintf("wait_ms must be 0 to %d", MaxWait.Milliseconds()))
	case r.Wait > 0 && r.After == "":
		return r, Invalid("wait_ms", "wait_ms needs after, the revision of an earlier read")
	case r.Quiet != 0 && (r.Quiet < MinQuiet || r.Quiet > MaxQuiet):
		return r, Invalid("quiet_ms", fmt.Sprintf("quiet_ms must be %d to %d", MinQuiet.Milliseconds(), MaxQuiet.Milliseconds()))
	case r.Quiet != 0 && r.Wait == 0:
		return r, Invalid("quiet_ms", "quiet_ms needs wait_ms")
	}
	r.Lines = or(r.Lines, c.ReadDefaultLines)
	r.Bytes = or(r.Bytes, c.ReadMaxBytes)
	if r.Quiet == 0 {
		r.Quiet = DefaultQuiet
	}
	return r, nil
}
