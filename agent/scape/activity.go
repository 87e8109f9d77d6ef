package scape

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"mystic-sdk/agent"
)

// Activity finds what changed between the observations of one session. The zero value is ready to be told the first one. It is
// for one goroutine at a time, and keeps nothing of an observation that could change behind its back.
//
// Events are differences between snapshots, not a mailbox. What a player says counts as speech once it has settled, and only if
// it changed or was being typed while the player could be seen: a bubble that has settled before that is how things were. A text
// that came and went between two observations was not seen.
type Activity struct {
	begun    bool
	session  string
	ready    bool
	count    uint64 // of observations
	speakers map[string]speaker
	people   []string // who took part
	spare    []string // room for the next people
	movement operation
	pursuit  operation
}

// speaker is a player who can be seen, as of the latest observation.
type speaker struct {
	text     string
	revision int64
	pending  bool   // a change was seen that has not settled yet
	seen     uint64 // the observation that showed the player last
}

// operation is what makes two snapshots of a movement or a pursuit differ.
type operation struct{ id, status string }

// Update is told the next observation and returns what changed since the one before: ready, then speech in the order of
// players, participants, movement and pursuit. Of players with the same id only the first counts. The first observation can
// only be ready. One of another session is refused with agent.ErrSessionChanged and changes nothing.
func (a *Activity) Update(o *Observation) ([]agent.Event, error) {
	if a.begun && o.SessionID != a.session {
		return nil, fmt.Errorf("observe: %w", agent.ErrSessionChanged)
	}
	var events []agent.Event
	ready := o.CanAct()
	if ready && !a.ready {
		events = append(events, ReadyEvent{})
	}
	events = a.listen(events, o.Players, ready)
	events = a.compare(events, &o.Snapshot, ready && a.ready)
	a.begun, a.session, a.ready = true, o.SessionID, ready
	return events, nil
}

// listen adds what players said, and forgets those who cannot be seen any more: they are new when they come back.
func (a *Activity) listen(events []agent.Event, players []Player, ready bool) []agent.Event {
	if a.speakers == nil {
		a.speakers = map[string]speaker{}
	}
	a.count++
	visible := 0
	for _, p := range players {
		last, known := a.speakers[p.ID]
		if known && last.seen == a.count {
			continue
		}
		visible++
		pending := !p.Settled
		if known {
			pending = last.pending || last.revision != p.TextRevision || last.text != p.Text
		}
		if ready && known && pending && p.Settled && spoken(p.Text) {
			events = append(events, speechOf(p))
		}
		// A change stays pending until it could be told. One to nothing or to dots is over when it has settled.
		pending = pending && !(ready && p.Settled)
		a.speakers[p.ID] = speaker{p.Text, p.TextRevision, pending, a.count}
	}
	if visible < len(a.speakers) {
		maps.DeleteFunc(a.speakers, func(_ string, s speaker) bool { return s.seen != a.count })
	}
	return events
}

// compare adds who came and went, and what became of the agent's own operations, where that can be told from two snapshots
// that both were ready.
func (a *Activity) compare(events []agent.Event, s *Snapshot, both bool) []agent.Event {
	people := s.people(a.spare[:0])
	if both && !slices.Equal(people, a.people) {
		joined, left := absent(people, a.people), absent(a.people, people)
		if len(joined)+len(left) > 0 {
			events = append(events, ParticipantsEvent{joined, left})
		}
	}
	clear(a.people)
	a.people, a.spare = people, a.people

	var movement, pursuit operation
	if m := s.Movement; m != nil {
		movement = operation{m.ID, string(m.Status)}
		if both && movement != a.movement {
			events = append(events, movementOf(*m))
		}
	}
	if p := s.Pursuit.Or(nil); p != nil {
		pursuit = operation{p.ID, string(p.Status)}
		if both && pursuit != a.pursuit {
			events = append(events, pursuitOf(*p))
		}
	}
	a.movement, a.pursuit = movement, pursuit
	return events
}

// people appends the ids of those who take part: of the roster, or where there is none of the players who can be seen.
func (s *Snapshot) people(ids []string) []string {
	if roster, there := s.Roster.Get(); there {
		for _, p := range roster {
			ids = append(ids, p.ID)
		}
		return ids
	}
	for _, p := range s.Players {
		ids = append(ids, p.ID)
	}
	return ids
}

// spoken tells whether a text says anything. Blank ones do not, nor the dots of somebody who thinks. White space is what worlds
// in JavaScript take for it: the byte order mark is, U+0085 is not.
func spoken(text string) bool {
	switch trimmed := strings.TrimFunc(text, func(r rune) bool { return r == '\uFEFF' || r != '\u0085' && unicode.IsSpace(r) }); trimmed {
	case "", Dots, "...":
		return false
	}
	return true
}
