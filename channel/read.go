package channel

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"
)

// timeForm is RFC 3339 with milliseconds.
const timeForm = "2006-01-02T15:04:05.000Z07:00"

// Read returns the newest output of a channel: the last rows up to the last that is not blank, at most Lines of them, and of
// these the last Bytes, cut between two characters. With After it returns what came below the rows that were seen then, or
// nothing where nothing is different, or, where these rows cannot be found again in exactly one place, all there is with Gap.
//
// With Wait it returns when the output is different from After and has then not changed for Quiet, or when the time is up. At
// most 2 callers wait for one channel and 16 in all; one more is refused with CodeResourceExhausted.
func (s *Service) Read(ctx context.Context, r ReadRequest) (Read, error) {
	r, err := r.complete(s.config)
	if err != nil {
		return Read{}, err
	}
	var after *revision
	if r.After != "" {
		parsed, ok := parseRevision(r.After)
		if !ok {
			return Read{}, Invalid("after", "after is not the revision of an earlier read")
		}
		after = &parsed
	}
	if !s.backend.Owns(r.ChannelID) {
		return Read{}, NotFound(r.ChannelID)
	}
	if r.Wait > 0 {
		return s.waitAndRead(ctx, r, after)
	}
	return s.readOnce(ctx, r, after)
}

// readOnce takes one picture and makes the answer of it.
func (s *Service) readOnce(ctx context.Context, r ReadRequest, after *revision) (Read, error) {
	release, err := s.locks.slot(ctx)
	if err != nil {
		return Read{}, err
	}
	defer release()
	// One row more than was asked for shows whether there are more. The bytes are those of the configuration, so that a
	// revision does not hang on how many were asked for.
	picture, err := s.backend.Read(ctx, Capture{ChannelID: r.ChannelID, Rows: r.Lines + 1, Bytes: s.config.ReadMaxBytes, Join: r.Join, Alternate: r.Alternate})
	if err != nil {
		return Read{}, err
	}
	at := time.Now()
	now := newRevision(picture)
	out := Read{
		ChannelID: r.ChannelID, CapturedAt: at.UTC().Format(timeForm), Instance: picture.Instance, Revision: now.String(),
		Cursor: picture.Cursor, Alternate: picture.Alternate, Dead: picture.Dead, ExitStatus: picture.ExitStatus,
		CurrentCommand: picture.CurrentCommand,
	}
	rows, cut := picture.Rows, picture.Cut
	if after != nil {
		if after.instance != picture.Instance {
			return Read{}, &Error{Code: CodeChannelInstanceChanged, Message: "the channel is not the one of the earlier read", Details: Details{"channel_id": r.ChannelID}}
		}
		changed := after.whole != now.whole
		out.Changed = &changed
		if !changed {
			return out, nil
		}
		if fresh, found := after.since(rows); found {
			rows, cut = fresh, false
		} else {
			out.Gap = true
		}
	}
	out.Text, out.Truncated = bound(rows, r.Lines, r.Bytes)
	out.Truncated = out.Truncated || cut
	out.ByteCount = len(out.Text)
	if out.ByteCount > 0 {
		out.LineCount = strings.Count(out.Text, "\n") + 1
	}
	return out, nil
}

// bound joins the last rows, and keeps of that the last bytes, without part of a character. It says whether it left any out.
func bound(rows []string, lines, bytes int) (text string, truncated bool) {
	if len(rows) > lines {
		rows, truncated = rows[len(rows)-lines:], true
	}
	text = strings.Join(rows, "\n")
	if len(text) > bytes {
		text, truncated = text[len(text)-bytes:], true
		for text != "" && !utf8.RuneStart(text[0]) {
			text = text[1:]
		}
	}
	return text, truncated
}
