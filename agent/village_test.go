package agent_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"mystic-sdk/agent"
)

// village is a small world: people say things, and the agent hears them. Tests change it and read its journal.
type village struct {
	calls journal
	polls journal

	mu       sync.Mutex
	now      *view
	changed  chan struct{} // closed and replaced when now is
	told     *view         // what Diff was told last
	broken   error         // what the next poll returns
	left     int
	leaveBy  time.Time // the deadline of the departure
	leaveErr error     // of its context
	flag     bool      // of SetThinking

	// fixed before the session
	leaving error                                              // what Leave returns
	onCall  func(ctx context.Context, name string) error       // runs inside Call
	onDiff  func(next *view) error                             // runs inside Diff
	onThink func(ctx context.Context, on bool) error           // runs inside SetThinking
	onPoll  func(ctx context.Context, after int64) (stop bool) // runs inside Observe
	onLeave func()
}

// view is an observation of the village: who is there, with what they said last.
type view struct {
	session string
	rev     int64
	phase   agent.Phase
	says    map[string]string
	strange func() // runs where the session asks for its id
}

func (v *view) Session() string {
	if v.strange != nil {
		v.strange()
	}
	return v.session
}

func (v *view) Revision() int64    { return v.rev }
func (v *view) Phase() agent.Phase { return v.phase }

// note is an event of the village: "ready", "speech" of somebody, or "people".
type note struct{ kind, who, text string }

func (n note) Kind() string { return n.kind }
func (n note) Key() string  { return n.who }
func (n note) Stale(o agent.Observation) bool {
	_, there := o.(*view).says[n.who]
	return n.kind == "speech" && !there
}

// newVillage has one person in it, who says nothing.
func newVillage() *village {
	v := &village{changed: make(chan struct{})}
	v.now = &view{session: "one", rev: 1, phase: agent.Ready, says: map[string]string{"ann": ""}}
	return v
}

// first is the observation that a session begins with.
func (v *village) first() agent.Observation {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// change makes the next view.
func (v *village) change(edit func(next *view)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	next := *v.now
	next.rev++
	next.says = maps.Clone(v.now.says)
	edit(&next)
	v.now = &next
	close(v.changed)
	v.changed = make(chan struct{})
}

func (v *village) say(who, text string) { v.change(func(next *view) { next.says[who] = text }) }

func (v *village) goAway(who string) { v.change(func(next *view) { delete(next.says, who) }) }

// fail makes polls fail from now on.
func (v *village) fail(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.broken = err
	close(v.changed)
	v.changed = make(chan struct{})
}

func (v *village) Observe(ctx context.Context, after int64, wait time.Duration) (agent.Observation, error) {
	if v.onPoll != nil && v.onPoll(ctx, after) {
		return nil, ctx.Err()
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	v.polls.write(fmt.Sprintf("after %d wait %v", after, wait))
	for {
		v.mu.Lock()
		now, broken, changed := v.now, v.broken, v.changed
		v.mu.Unlock()
		switch {
		case broken != nil:
			return nil, broken
		case now.rev != after:
			return now, nil
		}
		select {
		case <-changed:
		case <-timer.C:
			return now, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (v *village) Diff(o agent.Observation) ([]agent.Event, error) {
	next := o.(*view)
	if v.onDiff != nil {
		if err := v.onDiff(next); err != nil {
			return nil, err
		}
	}
	was := v.told
	v.told = next
	if next.phase != agent.Ready {
		return nil, nil
	}
	if was == nil || was.phase != agent.Ready {
		return []agent.Event{note{kind: "ready"}}, nil
	}
	var events []agent.Event
	for _, who := range slices.Sorted(maps.Keys(next.says)) {
		if text := next.says[who]; text != "" && text != was.says[who] {
			events = append(events, note{"speech", who, text})
		}
	}
	if len(was.says) != len(next.says) {
		events = append(events, note{kind: "people"})
	}
	return events, nil
}

func (v *village) Call(ctx context.Context, name string, args map[string]any) (map[string]any, error) {
	v.write(fmt.Sprintf("%s %v", name, args["text"]))
	if v.onCall != nil {
		if err := v.onCall(ctx, name); err != nil {
			return nil, err
		}
	}
	return map[string]any{"ok": true}, nil
}

func (v *village) Leave(ctx context.Context) error {
	if v.onLeave != nil {
		v.onLeave()
	}
	v.write("leave")
	v.mu.Lock()
	defer v.mu.Unlock()
	v.left++
	v.leaveErr = ctx.Err()
	v.leaveBy, _ = ctx.Deadline()
	return v.leaving
}

func (v *village) SetThinking(ctx context.Context, on bool) error {
	v.write(fmt.Sprintf("thinking %v", on))
	v.mu.Lock()
	v.flag = on
	v.mu.Unlock()
	if v.onThink != nil {
		return v.onThink(ctx, on)
	}
	return ctx.Err()
}

func (v *village) Thinking() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.flag
}

func (v *village) write(line string) { v.calls.write(line) }

// wrote returns the journal of calls so far.
func (v *village) wrote() []string { return v.calls.read() }

// polled returns what was polled so far.
func (v *village) polled() []string { return v.polls.read() }

// journal is lines that several goroutines write. Its lock also orders what a test has read before what is written later,
// which the clock of a bubble does not.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) write(lines ...string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, lines...)
}

func (j *journal) read() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.lines)
}

var errBroken = errors.New("the village burnt down")

// names returns what events say, in one string each.
func names(events []agent.Event) []string {
	out := []string{}
	for _, e := range events {
		name := e.Kind()
		if n, is := e.(note); is && n.who != "" {
			name += " " + n.who + " " + n.text
		}
		out = append(out, name)
	}
	return out
}
