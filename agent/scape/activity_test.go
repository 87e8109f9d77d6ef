package scape_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
)

// base is the snapshot that most cases begin with: the agent is in session one, and sees player v, whose text has a revision.
func base(revision int64, text string, settled bool) scape.Snapshot {
	return scape.Snapshot{
		Protocol: scape.Protocol, SessionID: "one", Revision: 1, Status: scape.Connected, Self: &scape.Self{ID: "self", Name: "Scout"},
		Players: []scape.Player{{ID: "v", Name: "V", Text: text, TextRevision: revision, Settled: settled}},
	}
}

// with returns a snapshot with changes.
func with(s scape.Snapshot, change func(*scape.Snapshot)) scape.Snapshot {
	change(&s)
	return s
}

// Changes that cases have in common.
func connecting(s *scape.Snapshot) { s.Status = scape.Connecting }
func empty(s *scape.Snapshot)      { s.Players = nil }

func observe(tb testing.TB, s scape.Snapshot) *scape.Observation {
	tb.Helper()
	o, err := scape.New(s)
	require.NoError(tb, err)
	return o
}

// watch is an Activity and what it was told.
type watch struct {
	t        *testing.T
	activity scape.Activity
}

// sees requires the next snapshot to bring events, which are written as in `speech v: hello`.
func (w *watch) sees(s scape.Snapshot, want ...string) []agent.Event {
	w.t.Helper()
	events, err := w.activity.Update(observe(w.t, s))
	require.NoError(w.t, err)
	require.Equal(w.t, want, lines(events))
	return events
}

func lines(events []agent.Event) (out []string) {
	for _, e := range events {
		switch e := e.(type) {
		case scape.SpeechEvent:
			out = append(out, fmt.Sprintf("speech %s: %s", e.Player.ID, e.Player.Text))
		case scape.ParticipantsEvent:
			out = append(out, fmt.Sprintf("participants +%s -%s", strings.Join(e.Joined, ","), strings.Join(e.Left, ",")))
		case scape.MovementEvent:
			out = append(out, fmt.Sprintf("movement %s %s", e.Operation.ID, e.Operation.Status))
		case scape.PursuitEvent:
			out = append(out, fmt.Sprintf("pursuit %s %s", e.Operation.ID, e.Operation.Status))
		default:
			out = append(out, e.Kind())
		}
	}
	return out
}

func TestCasesActivitySpeech(t *testing.T) {
	t.Run("A1", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "old", true), "ready")
		w.sees(base(1, "old", true))
	})
	t.Run("A2", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "old", true), "ready")
		w.sees(base(2, "hello", false))
		later := with(base(2, "hello", true), func(s *scape.Snapshot) { s.Revision = 9 })
		w.sees(later, "speech v: hello")
		w.sees(later)
		w.sees(with(later, func(s *scape.Snapshot) { s.Revision = 10 }))
	})
	t.Run("A3", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "old", true), "ready")
		w.sees(with(base(0, "", false), empty), "participants + -v")
		w.sees(base(2, "hello", true), "participants +v -")
		w.sees(base(2, "hello", true))
	})
	t.Run("A4", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "old", true), "ready")
		other := with(base(2, "hello", true), func(s *scape.Snapshot) { s.SessionID = "two" })
		events, err := w.activity.Update(observe(t, other))
		require.ErrorIs(t, err, agent.ErrSessionChanged)
		require.ErrorContains(t, err, "session changed")
		require.Empty(t, events)
		w.sees(base(1, "old", true)) // as if nothing had been said
	})
	t.Run("A5", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "old", true), "ready")
		w.sees(base(2, "…", true))
		w.sees(base(3, "...", true))
		w.sees(base(4, " \u2026\ufeff", true))
		w.sees(base(5, "A real reply", true), "speech v: A real reply")
		w.sees(base(5, "A real reply", true))
	})
	t.Run("A6", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "old", true), "ready")
		w.sees(base(2, "at once", true), "speech v: at once")
	})
	t.Run("A7", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "typing", false), "ready")
		w.sees(base(1, "typing", true), "speech v: typing")
		w.sees(base(1, "typing", true))
	})
	t.Run("A8", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "again", true), "ready")
		w.sees(base(2, "again", true), "speech v: again")
		w.sees(base(2, "other", true), "speech v: other")
		w.sees(base(1, "other", true), "speech v: other") // revisions can start again
	})
	t.Run("A9", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "still", true), "ready")
		w.sees(base(1, "still", false))
		w.sees(base(1, "still", true))
	})
	t.Run("A10", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "old", true), "ready")
		w.sees(base(2, "", true))
		w.sees(base(2, "", true))
		w.sees(base(3, " \t\u00a0 ", true))
		w.sees(base(3, " \t\u00a0 ", true))
		w.sees(base(3, " \t\u00a0 ", false))
		w.sees(base(3, " \t\u00a0 ", true))
	})
	t.Run("A11", func(t *testing.T) {
		w := watch{t: t}
		w.sees(with(base(1, "old", true), connecting))
		w.sees(with(base(2, "hello", true), connecting))
		w.sees(base(2, "hello", true), "ready", "speech v: hello")
		w.sees(base(2, "hello", true))
	})
	t.Run("A12", func(t *testing.T) {
		w := watch{t: t}
		w.sees(with(base(1, "hello", true), connecting))
		w.sees(base(1, "hello", true), "ready")
		w.sees(base(1, "hello", true))
	})
	t.Run("A13", func(t *testing.T) {
		w := watch{t: t}
		w.sees(with(base(1, "old", true), func(s *scape.Snapshot) { s.Self = nil }))
		w.sees(base(1, "old", true), "ready")
	})
}

func TestCasesActivityWorld(t *testing.T) {
	moved := func(id string, x int, status scape.MovementStatus) scape.Snapshot {
		return with(base(1, "old", true), func(s *scape.Snapshot) {
			s.Movement = &scape.Movement{ID: id, Target: scape.Position{X: x}, Status: status}
		})
	}
	pursued := func(id string, expires int64, status scape.PursuitStatus) scape.Snapshot {
		return with(base(1, "old", true), func(s *scape.Snapshot) {
			s.Pursuit = scape.Some(&scape.Pursuit{ID: id, Player: "v", Mode: scape.PursuitFollow, Status: status, ExpiresAt: expires})
		})
	}
	enrolled := func(players, roster []string) scape.Snapshot {
		return with(base(1, "old", true), func(s *scape.Snapshot) {
			s.Players = nil
			for _, id := range players {
				s.Players = append(s.Players, scape.Player{ID: id, Settled: true})
			}
			if roster == nil {
				return
			}
			people := []scape.Participant{}
			for _, id := range roster {
				people = append(people, scape.Participant{ID: id})
			}
			s.Roster = scape.Some(people)
		})
	}
	t.Run("A14", func(t *testing.T) {
		w := watch{t: t}
		w.sees(enrolled([]string{"a"}, nil), "ready")
		lost := with(enrolled([]string{"a", "b"}, nil), connecting)
		lost.Movement = &scape.Movement{ID: "m1", Status: scape.MovementMoving}
		lost.Pursuit = pursued("p1", 0, scape.PursuitMoving).Pursuit
		w.sees(lost)
		again := with(lost, func(s *scape.Snapshot) { s.Status, s.Players = scape.Connected, s.Players[:1] })
		again.Movement = &scape.Movement{ID: "m1", Status: scape.MovementArrived}
		again.Pursuit = pursued("p1", 0, scape.PursuitArrived).Pursuit
		w.sees(again, "ready")
		w.sees(again)
	})
	t.Run("A15", func(t *testing.T) {
		w := watch{t: t}
		w.sees(enrolled([]string{"v"}, []string{"a", "b"}), "ready")
		w.sees(enrolled([]string{"v"}, []string{"b", "c"}), "participants +c -a")
		w.sees(enrolled([]string{"w"}, []string{"b", "c"}))
		w.sees(enrolled([]string{"w"}, []string{"c", "b"}))
		w.sees(enrolled([]string{"c", "d"}, nil), "participants +d -b") // each snapshot says by itself who takes part
		w.sees(enrolled([]string{"e", "f"}, nil), "participants +e,f -c,d")
		w.sees(enrolled([]string{"e", "f"}, []string{}), "participants + -e,f")
		w.sees(enrolled([]string{"e", "f"}, []string{}))
	})
	t.Run("A16", func(t *testing.T) {
		w := watch{t: t}
		w.sees(base(1, "old", true), "ready")
		w.sees(moved("m1", 3, scape.MovementMoving), "movement m1 moving")
		w.sees(moved("m1", 3, scape.MovementMoving))
		w.sees(moved("m1", 4, scape.MovementMoving))
		w.sees(moved("m1", 4, scape.MovementArrived), "movement m1 arrived")
		w.sees(moved("m2", 4, scape.MovementArrived), "movement m2 arrived")
		w.sees(base(1, "old", true))
		w.sees(moved("m2", 4, scape.MovementArrived), "movement m2 arrived")
	})
	t.Run("A17", func(t *testing.T) {
		none := with(base(1, "old", true), func(s *scape.Snapshot) { s.Pursuit = scape.Some[*scape.Pursuit](nil) })
		w := watch{t: t}
		w.sees(base(1, "old", true), "ready")
		w.sees(none)
		w.sees(pursued("p1", 1, scape.PursuitMoving), "pursuit p1 moving")
		w.sees(pursued("p1", 2, scape.PursuitMoving))
		w.sees(pursued("p1", 2, scape.PursuitHolding), "pursuit p1 holding")
		w.sees(pursued("p2", 2, scape.PursuitHolding), "pursuit p2 holding")
		w.sees(base(1, "old", true))
		w.sees(pursued("p2", 2, scape.PursuitHolding), "pursuit p2 holding")
		w.sees(none)
		w.sees(pursued("p2", 2, scape.PursuitHolding), "pursuit p2 holding")
	})
	t.Run("A18", func(t *testing.T) {
		w := watch{t: t}
		w.sees(moved("m1", 3, scape.MovementArrived), "ready")
		w.sees(moved("m1", 3, scape.MovementArrived))
	})
	t.Run("A19", func(t *testing.T) {
		w := watch{t: t}
		w.sees(with(enrolled([]string{"a"}, nil), connecting))
		both := enrolled([]string{"a", "b"}, nil)
		both.Players[0].Text, both.Players[0].TextRevision = "first", 2
		w.sees(both, "ready", "speech a: first")
		all := enrolled([]string{"a", "b", "c"}, nil)
		for i := range 2 {
			all.Players[i].Text, all.Players[i].TextRevision = "news", 3
		}
		all.Movement = moved("m1", 3, scape.MovementMoving).Movement
		all.Pursuit = pursued("p1", 1, scape.PursuitMoving).Pursuit
		w.sees(all, "speech a: news", "speech b: news", "participants +c -", "movement m1 moving", "pursuit p1 moving")
	})
	t.Run("A20", func(t *testing.T) {
		w := watch{t: t}
		w.sees(enrolled([]string{"a"}, nil), "ready")
		all := enrolled([]string{"a", "b"}, nil)
		all.Players[0].Text, all.Players[0].TextRevision = "news", 3
		all.Movement = moved("m1", 3, scape.MovementMoving).Movement
		all.Pursuit = pursued("p1", 1, scape.PursuitMoving).Pursuit
		o := observe(t, all)
		events, err := w.activity.Update(o)
		require.NoError(t, err)
		require.Len(t, events, 4)
		for i, e := range events {
			switch e := e.(type) {
			case scape.SpeechEvent:
				e.Player.Text = "forged"
			case scape.ParticipantsEvent:
				e.Joined[0] = "forged"
			case scape.MovementEvent:
				e.Operation.Status = scape.MovementBlocked
			case scape.PursuitEvent:
				e.Operation.Status = scape.PursuitBlocked
			}
			events[i] = nil
		}
		require.Equal(t, all.Players, o.Players)
		require.Equal(t, all.Movement, o.Movement)
		require.Equal(t, all.Pursuit, o.Pursuit)
		w.sees(all)
		// Nor does the tracker look at an observation again once it was told it.
		o.Players[0].Text, o.Players[1].ID, o.Movement.Status, o.Pursuit.Or(nil).ID = "forged", "forged", "blocked", "forged"
		again, err := w.activity.Update(observe(t, all))
		require.NoError(t, err)
		require.Empty(t, again)
	})
}

// Of players who claim one id the first one counts; otherwise each snapshot would bring news of both.
func TestSameID(t *testing.T) {
	twice := func(first, second string) scape.Snapshot {
		return with(base(1, first, true), func(s *scape.Snapshot) {
			s.Players = append(s.Players, scape.Player{ID: "v", Text: second, Settled: true})
		})
	}
	w := watch{t: t}
	w.sees(twice("one", "two"), "ready")
	w.sees(twice("one", "two"))
	w.sees(twice("one", "three"))
	w.sees(twice("four", "three"), "speech v: four")
	w.sees(base(1, "four", true))
	w.sees(with(base(0, "", false), empty), "participants + -v")
}

// Speech is stale when its speaker cannot be seen, all else never.
func TestStale(t *testing.T) {
	here, gone := observe(t, base(1, "hello", true)), observe(t, with(base(1, "", true), empty))
	speech := scape.SpeechEvent{Player: scape.Player{ID: "v"}}
	require.False(t, speech.Stale(here))
	require.True(t, speech.Stale(gone))
	require.False(t, speech.Stale(nil), "what another world shows says nothing of the speaker")
	require.Equal(t, "v", speech.Key())
	for _, e := range []agent.Event{scape.ReadyEvent{}, scape.ParticipantsEvent{Left: []string{"v"}}, scape.MovementEvent{}, scape.PursuitEvent{}} {
		require.False(t, e.Stale(gone), e.Kind())
		require.Empty(t, e.Key(), e.Kind())
	}
}

// Events have the JSON form that a model reads.
func TestEventForms(t *testing.T) {
	var out strings.Builder
	for _, e := range []agent.Event{
		scape.ReadyEvent{},
		scape.SpeechEvent{Player: scape.Player{Position: scape.Position{X: 1, Y: 2}, ID: "v", Name: "V", Text: "hi", TextRevision: 3, Settled: true}},
		scape.ParticipantsEvent{Joined: []string{"a", "b"}},
		scape.MovementEvent{Operation: scape.Movement{ID: "m", Target: scape.Position{Floor: 1}, Status: scape.MovementArrived}},
		scape.PursuitEvent{Operation: scape.Pursuit{ID: "p", Player: "v", Mode: scape.PursuitApproach, Status: scape.PursuitLost, ExpiresAt: 5}},
	} {
		text, err := json.Marshal(e)
		require.NoError(t, err)
		require.Contains(t, string(text), `{"type":"`+e.Kind()+`"`)
		fmt.Fprintf(&out, "%s\n", text)
	}
	golden(t, "events.golden", out.String())
}
