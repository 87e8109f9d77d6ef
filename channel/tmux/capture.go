package tmux

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"mystic-sdk/channel"
)

// The variables of the row that stands before a captured picture.
var pictureFacts = []string{
	"pid", "start_time", "pane_pid", "pane_dead", "pane_dead_status", "alternate_on", "cursor_x", "cursor_y", "pane_height",
	"pane_current_command",
}

// blankSlack is room for the blank rows of a high pane, which do not count as output.
const blankSlack = 64 << 10

// Read takes a picture of a pane, and what is to be known about it, at one instant. The pane need not take input.
func (b *Backend) Read(ctx context.Context, c channel.Capture) (channel.Snapshot, error) {
	pane, err := b.pane(c.ChannelID)
	if err != nil {
		return channel.Snapshot{}, err
	}
	rungs, err := b.rungs(ctx, pane)
	if err != nil {
		return channel.Snapshot{}, err
	}
	act := func(r rung) string {
		capture := "capture-pane -p"
		if c.Join {
			capture += " -J"
		}
		capture += " -t " + quote(r.target)
		history := fmt.Sprintf("%s -S -%d", capture, c.Rows)
		picture := choose(r.target, "#{alternate_on}", capture, history)
		if c.Alternate {
			picture = history
		}
		return "display-message -p -t " + quote(r.target) + " " + quote(template(pictureFacts...)) + " ; " + picture
	}
	for len(rungs) > 0 {
		in := invocation{operation: "capture-pane", head: maxHead, tail: c.Bytes + blankSlack}
		in.args, rungs = climb(rungs, act, "")
		out, err := b.invoke(ctx, in)
		if err != nil {
			return channel.Snapshot{}, about(c.ChannelID, err)
		}
		if string(out.head) == absent+"\n" {
			continue
		}
		picture, err := parsePicture(out, c)
		if err != nil {
			return channel.Snapshot{}, malformed(in.operation)
		}
		return picture, nil
	}
	return channel.Snapshot{}, channel.NotFound(c.ChannelID)
}

// about puts the id of the channel into an error that says it is not there.
func about(id string, err error) error {
	if e := channel.AsError(err); e.Code == channel.CodeChannelNotFound {
		return channel.NotFound(id)
	}
	return err
}

// parsePicture reads a row of facts and the captured rows below it.
func parsePicture(out output, c channel.Capture) (channel.Snapshot, error) {
	f, rest, err := parseRow(string(out.head), len(pictureFacts))
	if err != nil {
		return channel.Snapshot{}, err
	}
	who, err := newInstance(f[0], f[1], f[2])
	if err != nil {
		return channel.Snapshot{}, err
	}
	column, okColumn := parseIndex(f[6])
	line, okLine := parseIndex(f[7])
	height, okHeight := parseIndex(f[8])
	if !okColumn || !okLine || !okHeight || line >= height {
		return channel.Snapshot{}, errRow
	}
	s := channel.Snapshot{
		Instance: who.String(), Cursor: channel.Cursor{Row: line, Column: column}, Alternate: f[5] == "1", Dead: f[3] == "1",
		CurrentCommand: f[9],
	}
	if s.Dead {
		s.ExitStatus = exitStatus(f[4])
	}
	text := []byte(rest)
	if out.cut {
		text = nil
	}
	text = append(text, out.tail...)
	body, ended := bytes.CutSuffix(text, []byte{'\n'})
	if !ended {
		return channel.Snapshot{}, errRow
	}
	// tmux prints valid UTF-8, but where the beginning is missing a part of a character can stand first.
	body = bytes.ToValidUTF8(body, nil)
	used := bytes.TrimRight(body, " \n")
	// What was trimmed off the last row that is used belongs to it where rows keep their spaces.
	if c.Join && len(used) > 0 {
		spaces, _, _ := bytes.Cut(body[len(used):], []byte{'\n'})
		used = body[:len(used)+len(spaces)]
	}
	if over := len(used) - c.Bytes; over > 0 {
		used, s.Cut = used[over:], true
	}
	for s.Cut && len(used) > 0 && !utf8.RuneStart(used[0]) {
		used = used[1:]
	}
	s.Cut = s.Cut || out.cut
	if len(used) == 0 {
		return s, nil
	}
	blank := bytes.Count(body[len(bytes.TrimRight(body, " \n")):], []byte{'\n'})
	s.Rows = strings.Split(string(used), "\n")
	// From the end: the rows below the cursor's, which a terminal that does not wrap always has, and then its own.
	s.Above = len(s.Rows) + blank - (height - line)
	if c.Join {
		// Rows that were put together cannot be counted off the screen. The last used row is being written unless the
		// cursor stands at the beginning of a row.
		s.Above = len(s.Rows)
		if column > 0 {
			s.Above--
		}
	}
	s.Above = max(0, min(s.Above, len(s.Rows)))
	return s, nil
}
