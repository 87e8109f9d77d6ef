package scape_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent/scape"
)

// crowd is what an agent sees in a busy place: ten players in view, thirty in the world, a furnished floor.
func crowd() scape.Snapshot {
	s := base(1, "hello there, this is somebody who has something to say", true)
	s.Room, s.ObservedAt = "harbour", 1767225600123
	s.Limits = scape.Limits{Radius: 10, HeartbeatMs: 15000, IdleTimeoutMs: 120000, MaxSpeechLength: scape.MaxSpeech}
	for i := range 9 {
		id := fmt.Sprintf("player-%d", i)
		s.Players = append(s.Players, scape.Player{ID: id, Name: "Somebody", Text: "some words", TextRevision: int64(i), Settled: true})
	}
	roster := []scape.Participant{}
	for i := range 30 {
		roster = append(roster, scape.Participant{ID: fmt.Sprintf("player-%d", i), Name: "Somebody", EncounterKey: scape.Some("9f86d081884c7d65")})
	}
	scene := scape.Scene{Floor: scape.Some(0), Basement: scape.Some(true), Editing: scape.Some(scape.EditingOwner)}
	for i := range 40 {
		s.Objects = append(s.Objects, scape.Label{Emoji: "🌲", Text: scape.Some("a tree")})
		s.Blocked = append(s.Blocked, scape.Cell{X: i, Y: i % scape.Height})
		scene.Objects = append(scene.Objects, scape.SceneObject{ID: scape.Some(fmt.Sprintf("%064x", i)), X: i, Y: 3, Emoji: "🌲", Message: scape.Some("a tree")})
	}
	for i := range 300 {
		scene.Blocked = append(scene.Blocked, 7*i)
	}
	s.Scene, s.Roster = scape.Some(scene), scape.Some(roster)
	s.Movement = &scape.Movement{ID: "m1", Status: scape.MovementArrived}
	return s
}

// What an observation costs in which nothing has changed: it is read, and compared with the one before.
func BenchmarkUnchangedObservation(b *testing.B) {
	document := []byte(observe(b, crowd()).Document())
	var activity scape.Activity
	b.ReportAllocs()
	b.SetBytes(int64(len(document)))
	for b.Loop() {
		o, err := scape.Decode(document)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := activity.Update(o); err != nil {
			b.Fatal(err)
		}
	}
}

// The part of it that is comparing.
func BenchmarkUnchangedDiff(b *testing.B) {
	o := observe(b, crowd())
	var activity scape.Activity
	b.ReportAllocs()
	for b.Loop() {
		if _, err := activity.Update(o); err != nil {
			b.Fatal(err)
		}
	}
}

// An agent that watches a world in which nothing happens makes next to no garbage: comparing makes none, and reading makes a
// copy of the document and its lists, whatever the number of players and texts.
func TestAllocations(t *testing.T) {
	document := []byte(observe(t, crowd()).Document())
	var activity scape.Activity
	update := func(o *scape.Observation, err error) {
		require.NoError(t, err)
		_, err = activity.Update(o)
		require.NoError(t, err)
	}
	o, err := scape.Decode(document)
	update(o, err)
	update(o, err)
	require.Zero(t, testing.AllocsPerRun(20, func() { update(o, nil) }))
	require.LessOrEqual(t, testing.AllocsPerRun(20, func() { update(scape.Decode(document)) }), 12.0)
}
