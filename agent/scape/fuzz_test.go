package scape_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
)

var fieldPath = regexp.MustCompile(`^([A-Za-z]+(\[\d+\])?(\.|$))*$`)

// FuzzDecode reads anything. What is refused is refused with a path and for a reason; what is not comes out again to the byte,
// and its fields say what package json reads in it.
func FuzzDecode(f *testing.F) {
	for _, text := range documents(f) {
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := scape.Decode([]byte(text))
		if err != nil {
			require.Nil(t, o)
			checkRefusal(t, text, err)
			return
		}
		require.Equal(t, text, o.Document())
		require.True(t, json.Valid([]byte(text)))
		checkView(t, o)
	})
}

func checkRefusal(t *testing.T, text string, err error) {
	t.Helper()
	var field *scape.FieldError
	require.True(t, errors.As(err, &field))
	require.Regexp(t, fieldPath, field.Path)
	require.Regexp(t, `^(want |is missing$|is there twice$|is no JSON at byte \d+$|is no UTF-8$|has (\d+ bytes|too many items); |lies deeper )`, field.Problem)
	if strings.HasPrefix(field.Problem, "is no JSON") {
		require.False(t, json.Valid([]byte(text)))
	}
	if field.Problem == "is no UTF-8" {
		require.False(t, utf8.ValidString(text))
	}
}

// FuzzActivity tells an Activity a story, and requires of its events that they are about what the observations show: the same
// one again brings nothing, speech is that of a visible player who was there before, and the order is kept.
func FuzzActivity(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 0, 0x25, 1, 0, 0x27, 1, 0, 0x3f})
	f.Add([]byte("\x01\x1f\x11\x02\x33\x44\x55\x01\x1f\x99\xaa\xbb\xcc\xdd\x03\x03\x01\x02\x00\x1f\x01\x02\x03\x04\x05"))
	f.Fuzz(func(t *testing.T, story []byte) {
		var activity scape.Activity
		last := observe(t, with(base(0, "", false), connecting))
		_, err := activity.Update(last)
		require.NoError(t, err)
		for len(story) > 0 {
			var s scape.Snapshot
			s, story = scenes(story)
			o := observe(t, s)
			events, err := activity.Update(o)
			require.NoError(t, err)
			checkEvents(t, last, o, events)
			again, err := activity.Update(o)
			require.NoError(t, err)
			require.Empty(t, again)
			last = o
		}
	})
}

// scenes makes a snapshot of the first bytes of a story and returns the others.
func scenes(story []byte) (scape.Snapshot, []byte) {
	next := func() byte {
		if len(story) == 0 {
			return 0
		}
		b := story[0]
		story = story[1:]
		return b
	}
	s := with(base(0, "", false), empty)
	flags, visible := next(), next()
	if flags&1 == 0 {
		s.Status = scape.Connecting
	}
	if flags&2 != 0 {
		s.Self = nil
	}
	for i := range 6 {
		if visible>>i&1 == 0 {
			continue
		}
		b := next()
		text := []string{"", " ", scape.Dots, "...", "hi", "yo", "hi ", "\ufeff"}[b&7]
		// The last one has the id of the first.
		s.Players = append(s.Players, scape.Player{ID: string(rune('a' + i%5)), Text: text, TextRevision: int64(b >> 3 & 3), Settled: b&32 != 0})
	}
	if flags&4 != 0 {
		roster, b := []scape.Participant{}, next()
		for i := range 8 {
			if b>>i&1 != 0 {
				roster = append(roster, scape.Participant{ID: string(rune('a' + i%7))})
			}
		}
		s.Roster = scape.Some(roster)
	}
	if flags&8 != 0 {
		b := next()
		status := []scape.MovementStatus{scape.MovementMoving, scape.MovementArrived}[b>>2&1]
		s.Movement = &scape.Movement{ID: string(rune('m' + b&3)), Status: status}
	}
	if flags&16 != 0 {
		b := next()
		status := []scape.PursuitStatus{scape.PursuitMoving, scape.PursuitHolding}[b>>2&1]
		s.Pursuit = scape.Some(&scape.Pursuit{ID: string(rune('p' + b&3)), Mode: scape.PursuitFollow, Status: status, ExpiresAt: int64(b)})
	}
	return s, story
}

func checkEvents(t *testing.T, last, o *scape.Observation, events []agent.Event) {
	t.Helper()
	order := []string{scape.KindReady, scape.KindSpeech, scape.KindParticipants, scape.KindMovement, scape.KindPursuit}
	rank := func(a, b agent.Event) int { return slices.Index(order, a.Kind()) - slices.Index(order, b.Kind()) }
	require.True(t, slices.IsSortedFunc(events, rank))
	seen := map[string]bool{}
	for _, e := range events {
		require.True(t, o.CanAct(), "nothing happens to an agent that is not there")
		require.False(t, seen[e.Kind()+e.Key()], "each thing once")
		seen[e.Kind()+e.Key()] = true
		require.False(t, e.Stale(o))
		if e.Kind() != scape.KindReady && e.Kind() != scape.KindSpeech {
			require.True(t, last.CanAct())
		}
		switch e := e.(type) {
		case scape.SpeechEvent:
			player, visible := o.Player(e.Player.ID)
			require.True(t, visible)
			require.Equal(t, player, e.Player)
			require.True(t, player.Settled)
			require.Contains(t, []string{"hi", "yo", "hi "}, player.Text)
			_, before := last.Player(e.Player.ID)
			require.True(t, before)
		case scape.ParticipantsEvent:
			now, then := people(o), people(last)
			require.NotEmpty(t, slices.Concat(e.Joined, e.Left))
			for _, id := range e.Joined {
				require.True(t, now[id] && !then[id], id)
			}
			for _, id := range e.Left {
				require.True(t, then[id] && !now[id], id)
			}
		case scape.MovementEvent:
			require.Equal(t, *o.Movement, e.Operation)
			require.True(t, last.Movement == nil || last.Movement.ID != o.Movement.ID || last.Movement.Status != o.Movement.Status)
		case scape.PursuitEvent:
			require.Equal(t, *o.Pursuit.Or(nil), e.Operation)
		}
	}
	require.Equal(t, o.CanAct() && !last.CanAct(), seen[scape.KindReady])
	if o.CanAct() && last.CanAct() {
		require.Equal(t, !same(people(o), people(last)), seen[scape.KindParticipants])
	}
}

// people returns who takes part.
func people(o *scape.Observation) map[string]bool {
	out := map[string]bool{}
	for _, p := range o.Roster.Or(nil) {
		out[p.ID] = true
	}
	if o.Roster.IsZero() {
		for _, p := range o.Players {
			out[p.ID] = true
		}
	}
	return out
}

func same(a, b map[string]bool) bool {
	for id := range a {
		if !b[id] {
			return false
		}
	}
	return len(a) == len(b)
}
