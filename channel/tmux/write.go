package tmux

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"os"
	"strconv"
	"strings"

	"mystic-sdk/channel"
)

// What a command prints when a step is done: it says how far a sequence got.
const (
	pasted    = "pasted\n"
	submitted = "submitted\n"
	pressed   = "pressed\n"
)

// BufferPrefix begins the names of the buffers that this package makes and removes; the process id and a random number follow.
const BufferPrefix = "mystic-channel-"

func bufferName() string {
	var b [12]byte
	rand.Read(b[:])
	return BufferPrefix + strconv.Itoa(os.Getpid()) + "-" + hex.EncodeToString(b[:])
}

// WriteText pastes a text, and presses Enter after it, in one command sequence that no other client's commands get into. An
// empty text is not pasted, but whether the pane takes input is found out all the same.
func (b *Backend) WriteText(ctx context.Context, w channel.WriteRequest) error {
	if err := w.Check(); err != nil {
		return err
	}
	takes, rungs, err := b.input(ctx, w.ChannelID, w.Submit, w.Expect)
	if err != nil {
		return err
	}
	buffer, drop := "", ""
	if w.Text != "" {
		buffer = bufferName()
		drop = "delete-buffer -b " + buffer
	}
	want := pasted
	if w.Submit {
		want += submitted
	}
	act := func(r rung) string {
		var steps []string
		if w.Text != "" {
			paste := "paste-buffer -r -d -b "
			if w.Mode == channel.ModeBracketed {
				paste = "paste-buffer -p -r -d -b "
			}
			steps = append(steps, paste+buffer+" -t "+quote(r.target))
		}
		steps = append(steps, marker(pasted))
		if w.Submit {
			steps = append(steps, "send-keys -t "+quote(r.target)+" Enter", marker(submitted))
		}
		return choose(r.target, takes, strings.Join(steps, " ; "), deny(r.target, drop))
	}
	for len(rungs) > 0 {
		in := invocation{operation: "paste-buffer", stdin: w.Text, head: maxHead}
		var ladder []string
		ladder, rungs = climb(rungs, act, drop)
		if w.Text != "" {
			in.args = []string{"load-buffer", "-b", buffer, "-", ";"}
		}
		in.args = append(in.args, ladder...)
		out, err := b.invoke(ctx, in)
		got := string(out.head)
		if err != nil {
			b.dropAfter(ctx, err, got, buffer)
			return undelivered(err, w, got)
		}
		if got == absent+"\n" {
			continue
		}
		if row, found := strings.CutPrefix(got, refused); found {
			return refusal(row, w.ChannelID, w.Submit, w.Expect)
		}
		if got != want {
			return unknown(channel.AsError(malformed(in.operation)))
		}
		return nil
	}
	return channel.NotFound(w.ChannelID)
}

func marker(line string) string { return "display-message -p " + strings.TrimSuffix(line, "\n") }

// deny writes what is done where a pane takes no input.
func deny(target, drop string) string {
	out := "display-message -p -t " + quote(target) + " " + quote(refused+template(facts...))
	if drop != "" {
		out += " ; " + drop
	}
	return out
}

// dropAfter removes the buffer that a sequence left behind when it was aborted. It is tried once, and not where the server did
// not answer: a client that was killed while it handed the text over leaves no buffer.
func (b *Backend) dropAfter(ctx context.Context, err error, got, buffer string) {
	if buffer == "" || strings.HasPrefix(got, pasted) || ctx.Err() != nil {
		return
	}
	switch channel.AsError(err).Code {
	case channel.CodeTimeout, channel.CodeBackendUnavailable, channel.CodePermissionDenied:
		return
	}
	// What came first is the error that the caller gets; that of the removal would hide it.
	_, _ = b.invoke(ctx, invocation{operation: "delete-buffer", args: []string{"delete-buffer", "-b", buffer}, head: maxHead})
}

// undelivered says in an error what may have arrived before it.
func undelivered(err error, w channel.WriteRequest, got string) error {
	e := channel.AsError(err)
	if e.Code == channel.CodeInternalError {
		return err // the caller went away
	}
	lost := e.Code == channel.CodeTimeout || e.Code == channel.CodeBackendUnavailable
	if strings.HasPrefix(got, pasted) && w.Submit && w.Text != "" {
		outcome := "failed"
		if lost {
			outcome = "unknown"
		}
		return e.With(channel.Details{"text_delivered": true, "submit_outcome": outcome})
	}
	if ended(e) {
		return unknown(e)
	}
	return about(w.ChannelID, e)
}

// ended says whether a sequence may have gone on, or got to an end, that nobody saw.
func ended(e *channel.Error) bool {
	return e.Code == channel.CodeTimeout || e.Code == channel.CodeBackendUnavailable && e.Message == serverEnded
}

func unknown(e *channel.Error) error {
	return e.With(channel.Details{"delivery_outcome": "unknown"})
}

// input is what an operation needs that types into a channel: the condition under which the pane takes that, and the rungs to it.
func (b *Backend) input(ctx context.Context, id string, key bool, expect channel.Expectation) (takes string, rungs []rung, err error) {
	if takes, err = takesInput(key, expect); err != nil {
		return "", nil, err
	}
	pane, err := b.pane(id)
	if err != nil {
		return "", nil, err
	}
	rungs, err = b.rungs(ctx, pane)
	return takes, rungs, err
}

// SendControl presses a key in one command sequence.
func (b *Backend) SendControl(ctx context.Context, c channel.ControlRequest) error {
	if err := c.Check(); err != nil {
		return err
	}
	key := map[channel.Control]string{
		channel.ControlEnter: "Enter", channel.ControlInterrupt: "C-c", channel.ControlEscape: "Escape",
	}[c.Control]
	takes, rungs, err := b.input(ctx, c.ChannelID, true, c.Expect)
	if err != nil {
		return err
	}
	act := func(r rung) string {
		press := "send-keys -t " + quote(r.target) + " " + key + " ; " + marker(pressed)
		return choose(r.target, takes, press, deny(r.target, ""))
	}
	for len(rungs) > 0 {
		in := invocation{operation: "send-control-" + strings.ToLower(string(c.Control)), head: maxHead}
		in.args, rungs = climb(rungs, act, "")
		out, err := b.invoke(ctx, in)
		got := string(out.head)
		if err != nil {
			if e := channel.AsError(err); ended(e) {
				return unknown(e)
			}
			return about(c.ChannelID, err)
		}
		if got == absent+"\n" {
			continue
		}
		if row, found := strings.CutPrefix(got, refused); found {
			return refusal(row, c.ChannelID, true, c.Expect)
		}
		if got != pressed {
			return unknown(channel.AsError(malformed(in.operation)))
		}
		return nil
	}
	return channel.NotFound(c.ChannelID)
}
