package scape

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"mystic-sdk/agent"
)

// WorldOptions of NewWorld.
type WorldOptions struct {
	// Now is the clock of command ids, which the world compares with its own: it takes none from 10 s ahead or 2 min behind.
	// nil: time.Now.
	Now func() time.Time
	// Unique returns the end of a command id, another one each time: 1 to 65 ASCII letters, digits, _ and -. It is called by
	// several goroutines at once. nil: random ones.
	Unique func() string
}

// World is one entered session, as an agent.World and an agent.Thinker. Besides making calls it keeps what a caller would have
// to: it refuses what a policy may not call or cannot call yet, gives each action its command id, and knows what the agent's
// own bubble shows, so that the dots of a thinking agent never take the place of a reply: what is said waits until dots that are
// on their way have arrived. Apart from that, calls that are made at the same time may reach the world in any order.
type World struct {
	// fixed at creation
	tools   Tools
	command commander

	activity Activity // of Diff, which never runs beside itself

	mu       sync.Mutex // guards what follows; never held over a call
	latest   *Observation
	thinking bool
	shown    *bubble
	dots     chan struct{} // of the call that shows or clears dots, closed when it has ended; nil while there is none
}

var (
	_ agent.World   = (*World)(nil)
	_ agent.Thinker = (*World)(nil)
)

// NewWorld returns the session that an entry began, with the observation that the entry gave. The options may be nil.
func NewWorld(tools Tools, first *Observation, opts *WorldOptions) *World {
	var o WorldOptions
	if opts != nil {
		o = *opts
	}
	w := &World{tools: tools, command: newCommander(o.Now, o.Unique), latest: first, shown: &bubble{}}
	if first.Self != nil {
		w.shown.text = first.Self.Text
	}
	return w
}

// Observe polls for an observation other than after. One that came again, byte for byte, is the same *Observation.
func (w *World) Observe(ctx context.Context, after int64, wait time.Duration) (agent.Observation, error) {
	value, err := w.tools.Call(ctx, ToolObserve, map[string]any{"afterRevision": after, "waitMs": wait.Milliseconds()})
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	latest := w.latest
	w.mu.Unlock()
	if string(value) == latest.document {
		return latest, nil
	}
	o, err := Decode(value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ToolObserve, err)
	}
	return o, nil
}

// Diff returns what an observation changed, as Activity.Update does, and lets calls be judged by it from then on.
func (w *World) Diff(next agent.Observation) ([]agent.Event, error) {
	o, ours := next.(*Observation)
	if !ours {
		return nil, errors.New("compare: the observation is of another kind of world")
	}
	events, err := w.activity.Update(o)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.latest = o
	if o.Self != nil {
		w.shown = w.shown.observed(o.Self.Text)
	}
	return events, nil
}

// Call makes one call for a policy. It is refused with ErrLifecycle for the tools that begin and end a session, and with
// ErrNotReady before the body is in the world. The actions of the contract get a command id, unless the arguments hold one.
// The arguments are only read. The result holds numbers as float64, as package json does.
func (w *World) Call(ctx context.Context, name string, args map[string]any) (map[string]any, error) {
	said, err := w.admit(ctx, name, args)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	value, err := w.send(ctx, name, args, said)
	if err != nil {
		return nil, err
	}
	var result map[string]any
	if err := json.Unmarshal(value, &result); err != nil || result == nil {
		return nil, notAnObject(name)
	}
	return result, nil
}

// admit refuses a call, or takes note of what it will make the bubble show.
func (w *World) admit(ctx context.Context, name string, args map[string]any) (*bubble, error) {
	if Lifecycle(name) {
		return nil, ErrLifecycle
	}
	if name == ToolSpeak || name == ToolStop {
		if err := w.lockWithoutDots(ctx); err != nil {
			return nil, err
		}
	} else {
		w.mu.Lock()
	}
	defer w.mu.Unlock()
	if !w.latest.CanAct() {
		return nil, ErrNotReady
	}
	switch name {
	case ToolSpeak:
		if text, is := args["text"].(string); is {
			return w.say(text), nil
		}
	case ToolStop:
		w.thinking = false
		return w.say(""), nil
	}
	return nil, nil
}

// lockWithoutDots locks the mutex at a moment when no dots are on their way: dots that came after a reply would replace it.
func (w *World) lockWithoutDots(ctx context.Context) error {
	for {
		w.mu.Lock()
		dots := w.dots
		if dots == nil {
			return nil
		}
		w.mu.Unlock()
		select {
		case <-dots:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// say takes note of a text that is about to be said. The mutex is held.
func (w *World) say(text string) *bubble {
	w.shown = w.shown.say(text)
	return w.shown
}

// send makes a call. Where it said something and failed, or its result is not wanted any more, the bubble is believed to show
// what it did before.
func (w *World) send(ctx context.Context, name string, args map[string]any, said *bubble) (json.RawMessage, error) {
	value, err := w.tools.Call(ctx, name, w.command.complete(name, args))
	if said != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.shown = w.shown.settled(said, err != nil || ctx.Err() != nil)
	}
	return value, err
}

// SetThinking stores whether the agent thinks, and shows it where that is possible: dots appear only in an empty bubble, and
// only dots are cleared. Before the body is in the world it only stores.
func (w *World) SetThinking(ctx context.Context, on bool) error {
	from, to := "", Dots
	if !on {
		from, to = Dots, ""
	}
	said, err := w.think(ctx, on, from, to)
	if err != nil || said == nil {
		return err
	}
	defer w.dotsArrived()
	_, err = w.send(ctx, ToolSpeak, map[string]any{"text": to}, said)
	return err
}

// think stores the flag, and takes note of what the bubble will show, where that changes.
func (w *World) think(ctx context.Context, on bool, from, to string) (*bubble, error) {
	w.mu.Lock()
	w.thinking = on
	w.mu.Unlock()
	if err := w.lockWithoutDots(ctx); err != nil {
		return nil, err
	}
	defer w.mu.Unlock()
	if w.thinking != on {
		return nil, nil // somebody has decided otherwise meanwhile
	}
	if w.latest.CanAct() && w.shown.text == from {
		w.dots = make(chan struct{})
		return w.say(to), nil
	}
	return nil, nil
}

// dotsArrived lets those speak who waited for dots.
func (w *World) dotsArrived() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.dots)
	w.dots = nil
}

// Thinking returns what SetThinking stored; scape_stop clears it.
func (w *World) Thinking() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.thinking
}

// Leave takes the body out of the world.
func (w *World) Leave(ctx context.Context) error {
	_, err := w.tools.Call(ctx, ToolLeave, nil)
	return err
}
