package scape

import (
	"slices"
	"strings"

	"mystic-sdk/agent"
)

// The kinds of events, as agent.Event.Kind returns them and the member "type" of their JSON says.
const (
	KindReady        = "ready"
	KindSpeech       = "speech"
	KindParticipants = "participants"
	KindMovement     = "movement"
	KindPursuit      = "pursuit"
)

// ReadyEvent says that the agent has come into the world: it is connected and its own state is confirmed. It comes again after
// a connection that was lost and regained within one session.
type ReadyEvent struct{}

// Kind returns KindReady.
func (ReadyEvent) Kind() string { return KindReady }

// Key returns "".
func (ReadyEvent) Key() string { return "" }

// Stale returns false.
func (ReadyEvent) Stale(agent.Observation) bool { return false }

// MarshalJSON returns {"type":"ready"}.
func (ReadyEvent) MarshalJSON() ([]byte, error) { return encode(kind{KindReady}) }

// SpeechEvent says that a visible player's text changed and has settled. Player is the player as seen then.
type SpeechEvent struct{ Player Player }

// Kind returns KindSpeech.
func (SpeechEvent) Kind() string { return KindSpeech }

// Key returns the id of the player.
func (e SpeechEvent) Key() string { return e.Player.ID }

// Stale tells whether the player can no longer be seen: nobody answers somebody who is not there.
func (e SpeechEvent) Stale(o agent.Observation) bool {
	seen, ours := o.(*Observation)
	if !ours {
		return false
	}
	_, visible := seen.Player(e.Player.ID)
	return !visible
}

// MarshalJSON returns {"type":"speech","player":{…}}.
func (e SpeechEvent) MarshalJSON() ([]byte, error) {
	return encode(struct {
		kind
		Player Player `json:"player"`
	}{kind{KindSpeech}, e.Player})
}

// ParticipantsEvent says who came to the world and who left it, by ids. One of the two lists can be empty.
type ParticipantsEvent struct{ Joined, Left []string }

// Kind returns KindParticipants.
func (ParticipantsEvent) Kind() string { return KindParticipants }

// Key returns "".
func (ParticipantsEvent) Key() string { return "" }

// Stale returns false.
func (ParticipantsEvent) Stale(agent.Observation) bool { return false }

// MarshalJSON returns {"type":"participants","joined":[…],"left":[…]}.
func (e ParticipantsEvent) MarshalJSON() ([]byte, error) {
	return encode(struct {
		kind
		Joined []string `json:"joined"`
		Left   []string `json:"left"`
	}{kind{KindParticipants}, written(e.Joined), written(e.Left)})
}

// MovementEvent says that a movement began or that its status changed. Operation is the movement as seen then.
type MovementEvent struct{ Operation Movement }

// Kind returns KindMovement.
func (MovementEvent) Kind() string { return KindMovement }

// Key returns "".
func (MovementEvent) Key() string { return "" }

// Stale returns false.
func (MovementEvent) Stale(agent.Observation) bool { return false }

// MarshalJSON returns {"type":"movement","operation":{…}}.
func (e MovementEvent) MarshalJSON() ([]byte, error) {
	return encode(struct {
		kind
		Operation Movement `json:"operation"`
	}{kind{KindMovement}, e.Operation})
}

// PursuitEvent says that a pursuit began or that its status changed. Operation is the pursuit as seen then.
type PursuitEvent struct{ Operation Pursuit }

// Kind returns KindPursuit.
func (PursuitEvent) Kind() string { return KindPursuit }

// Key returns "".
func (PursuitEvent) Key() string { return "" }

// Stale returns false.
func (PursuitEvent) Stale(agent.Observation) bool { return false }

// MarshalJSON returns {"type":"pursuit","operation":{…}}.
func (e PursuitEvent) MarshalJSON() ([]byte, error) {
	return encode(struct {
		kind
		Operation Pursuit `json:"operation"`
	}{kind{KindPursuit}, e.Operation})
}

// kind is the first member of an event's JSON.
type kind struct {
	Type string `json:"type"`
}

// The texts of events are their own: one that waits in a queue shall not keep a whole document alive.

func speechOf(p Player) SpeechEvent {
	p.ID, p.Name, p.Text = strings.Clone(p.ID), strings.Clone(p.Name), strings.Clone(p.Text)
	return SpeechEvent{p}
}

func movementOf(m Movement) MovementEvent {
	m.ID = strings.Clone(m.ID)
	return MovementEvent{m}
}

func pursuitOf(p Pursuit) PursuitEvent {
	p.ID, p.Player = strings.Clone(p.ID), strings.Clone(p.Player)
	return PursuitEvent{p}
}

// absent returns the members of ids that others lacks, each once and in order, as texts of their own.
func absent(ids, others []string) []string {
	known := make(map[string]bool, len(others)+len(ids))
	for _, id := range others {
		known[id] = true
	}
	var out []string
	for _, id := range ids {
		if !known[id] {
			known[id] = true
			out = append(out, strings.Clone(id))
		}
	}
	return slices.Clip(out)
}
