package scape_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"unsafe"
	"weak"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
)

// village is a snapshot of players, whose texts have a revision, that has all that an event can be about.
func village(revision int64, ids ...string) scape.Snapshot {
	s := with(base(revision, "", true), empty)
	for _, id := range ids {
		text := fmt.Sprintf("%s says %d", id, revision)
		s.Players = append(s.Players, scape.Player{ID: id, Name: "Somebody", Text: text, TextRevision: revision, Settled: true})
	}
	s.Movement = &scape.Movement{ID: fmt.Sprint("m", revision), Status: scape.MovementMoving}
	s.Pursuit = scape.Some(&scape.Pursuit{ID: fmt.Sprint("p", revision), Player: "a", Mode: scape.PursuitFollow, Status: scape.PursuitMoving})
	return s
}

// numbered returns n ids.
func numbered(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprint("player-", i)
	}
	return ids
}

// Neither events nor an Activity keep a document alive that was followed by another one.
func TestOldDocumentsGo(t *testing.T) {
	var activity scape.Activity
	var kept []agent.Event
	var documents []weak.Pointer[byte]
	see := func(s scape.Snapshot) {
		o := observe(t, s)
		documents = append(documents, weak.Make(unsafe.StringData(o.Document())))
		events, err := activity.Update(o)
		require.NoError(t, err)
		kept = append(kept, events...)
	}
	see(village(1, "a", "b", "c", "d"))
	see(village(2, "a", "b", "c", "d", "e"))
	see(village(3, "a"))
	see(village(4, "a"))
	runtime.GC()
	for i, d := range documents[:len(documents)-1] {
		require.Nil(t, d.Value(), "document %d", i)
	}
	require.Equal(t, []string{
		"ready",
		"speech a: a says 2", "speech b: b says 2", "speech c: c says 2", "speech d: d says 2", "participants +e -", "movement m2 moving", "pursuit p2 moving",
		"speech a: a says 3", "participants + -b,c,d,e", "movement m3 moving", "pursuit p3 moving",
		"speech a: a says 4", "movement m4 moving", "pursuit p4 moving",
	}, lines(kept))
	runtime.KeepAlive(&activity)
}

// Who stands where in the list of players says nothing, nor does a revision of the observation that goes down.
func TestOrderAndRevisions(t *testing.T) {
	at := func(revision int64, ids ...string) scape.Snapshot {
		return with(village(1, ids...), func(s *scape.Snapshot) { s.Revision = revision })
	}
	w := watch{t: t}
	w.sees(at(9, "a", "b", "c"), "ready")
	w.sees(at(3, "c", "a", "b"))
	w.sees(at(0, "b", "c", "a", "b"))
	w.sees(at(1<<53-1, "a", "b", "c"))
	w.sees(with(at(2, "c", "b", "a"), func(s *scape.Snapshot) {
		s.Players[0].TextRevision, s.Players[2].TextRevision = 0, 0
	}), "speech c: c says 1", "speech a: a says 1")
}

// In a crowd of thousands nobody is missed.
func TestCrowd(t *testing.T) {
	ids := numbered(5000)
	told := func(a *scape.Activity, s scape.Snapshot) []agent.Event {
		events, err := a.Update(observe(t, s))
		require.NoError(t, err)
		return events
	}
	var activity scape.Activity
	require.Len(t, told(&activity, village(1, ids...)), 1)
	slices.Reverse(ids)
	require.Empty(t, told(&activity, village(1, ids...)))
	events := told(&activity, village(2, ids...))
	require.Len(t, events, 5000+2)
	require.Equal(t, "player-4999", events[0].Key())
	require.Equal(t, "player-0", events[4999].Key())
	events = told(&activity, village(2, ids[:2500]...))
	require.Len(t, events, 1)
	require.Equal(t, ids[2500:], events[0].(scape.ParticipantsEvent).Left)
	events = told(&activity, village(2, append(numbered(1), ids[:2500]...)...))
	require.Equal(t, []agent.Event{scape.ParticipantsEvent{Joined: numbered(1)}}, events, "who comes back says nothing new")
}

// A session that is refused leaves the one before as it was, however often it is tried. An id without letters is one, too.
func TestSessions(t *testing.T) {
	other := with(village(2, "a", "b"), func(s *scape.Snapshot) { s.SessionID = "two" })
	w := watch{t: t}
	w.sees(with(village(1, "a"), connecting))
	for range 3 {
		events, err := w.activity.Update(observe(t, other))
		require.ErrorIs(t, err, agent.ErrSessionChanged)
		require.Nil(t, events)
	}
	w.sees(village(2, "a"), "ready", "speech a: a says 2")
	unnamed := watch{t: t}
	unnamed.sees(with(village(1), func(s *scape.Snapshot) { s.SessionID = "" }), "ready")
	_, err := unnamed.activity.Update(observe(t, other))
	require.ErrorIs(t, err, agent.ErrSessionChanged)
}

// A crowd in which nothing changes costs the differ nothing.
func TestCrowdAllocations(t *testing.T) {
	o := observe(t, village(1, numbered(5000)...))
	var activity scape.Activity
	update := func() {
		_, err := activity.Update(o)
		require.NoError(t, err)
	}
	update()
	update()
	require.Zero(t, testing.AllocsPerRun(5, update))
}
