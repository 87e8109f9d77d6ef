package agent

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Overflow says what a session does when more events wait than MaxPendingEvents.
type Overflow int

// The choices of SessionOptions.Overflow.
const (
	// OverflowStop ends the session with ErrQueueFull: nothing is lost unseen.
	OverflowStop Overflow = iota
	// OverflowCoalesce keeps the newest event of each kind and key, and where that is not enough drops the oldest. Turn.Lost
	// counts what went.
	OverflowCoalesce
)

// The defaults and the ranges of options.
const (
	defaultObserveWait  = time.Second
	minObserveWait      = time.Millisecond
	maxObserveWait      = 25 * time.Second
	defaultTick         = 40 * time.Millisecond
	minTick             = 10 * time.Millisecond
	defaultTurnTimeout  = 90 * time.Second
	defaultPending      = 128
	defaultSleepAfter   = 30 * time.Second
	defaultWakeInterval = 5 * time.Second
)

// SessionOptions of RunSession. Durations are whole milliseconds.
type SessionOptions struct {
	ObserveWait      time.Duration // how long one poll waits for a change, 1 ms to 25 s; 0: 1 s
	Tick             time.Duration // between two calls of Policy.Tick, at least 10 ms; 0: 40 ms
	TurnTimeout      time.Duration // after which a turn is cancelled, and given up 5 s later; 0: 90 s
	MaxPendingEvents int           // that wait for a turn; 0: 128
	Overflow         Overflow      // what happens when more would wait; 0: OverflowStop

	// Log is told what changes no outcome: failing departures, turns that were cut off. Its handler calls nothing of the
	// session. nil: nobody is told.
	Log *slog.Logger
}

// PresenceOptions of RunPresence. Durations are whole milliseconds.
type PresenceOptions struct {
	World        World           // entered already; nil: RunPresence begins with Sleeper.Enter
	First        Observation     // of World; needed where World is given
	Session      *SessionOptions // of each session; nil: the defaults
	SleepAfter   time.Duration   // without anybody else, at least 1 ms; 0: 30 s
	WakeInterval time.Duration   // between two questions whether somebody came, at least 1 ms; 0: 5 s

	// OnState is told of sleep and return, on RunPresence's goroutine; nil: nobody is. The first session is announced only
	// where RunPresence entered it.
	OnState func(State)
	// OnEnter is called after each entry that RunPresence made, before the session begins; nil: nothing is. Its error ends
	// RunPresence, which leaves.
	OnEnter func(context.Context) error
}

// State is what RunPresence is about.
type State string

// The states in the order in which they come.
const (
	StateSleeping   State = "sleeping"   // the world was left because nobody is there
	StateConnecting State = "connecting" // somebody came: entering
	StateListening  State = "listening"  // entered
)

// filled returns the options with the defaults in place of zeros.
func (o *SessionOptions) filled() (SessionOptions, error) {
	var out SessionOptions
	if o != nil {
		out = *o
	}
	err := firstError(
		duration("observe wait", &out.ObserveWait, defaultObserveWait, minObserveWait, maxObserveWait),
		duration("tick", &out.Tick, defaultTick, minTick, 0),
		duration("turn timeout", &out.TurnTimeout, defaultTurnTimeout, time.Millisecond, 0),
	)
	switch {
	case err != nil:
		return out, err
	case out.MaxPendingEvents < 0:
		return out, fmt.Errorf("%w: %d pending events are too few: at least 1, or 0 for %d",
			ErrOptions, out.MaxPendingEvents, defaultPending)
	case out.MaxPendingEvents == 0:
		out.MaxPendingEvents = defaultPending
	}
	if out.Overflow != OverflowStop && out.Overflow != OverflowCoalesce {
		return out, fmt.Errorf("%w: overflow %d is neither to stop nor to coalesce", ErrOptions, out.Overflow)
	}
	if out.Log == nil {
		out.Log = slog.New(slog.DiscardHandler)
	}
	return out, nil
}

// filled returns the options with the defaults in place of zeros.
func (o *PresenceOptions) filled() (PresenceOptions, SessionOptions, error) {
	var out PresenceOptions
	if o != nil {
		out = *o
	}
	session, err := out.Session.filled()
	if (out.World == nil) != (out.First == nil) {
		err = fmt.Errorf("%w: an entered world and its first observation come together", ErrOptions)
	}
	err = firstError(err,
		duration("sleep after", &out.SleepAfter, defaultSleepAfter, time.Millisecond, 0),
		duration("wake interval", &out.WakeInterval, defaultWakeInterval, time.Millisecond, 0),
	)
	return out, session, err
}

// duration puts the default in place of a zero and refuses what is out of range; a most of 0 is no bound.
func duration(name string, d *time.Duration, def, least, most time.Duration) error {
	switch {
	case *d == 0:
		*d = def
	case *d%time.Millisecond != 0:
		return fmt.Errorf("%w: %s of %v is not whole milliseconds", ErrOptions, name, *d)
	case *d < least:
		return fmt.Errorf("%w: %s of %v is too short: at least %v, or 0 for %v", ErrOptions, name, *d, least, def)
	case most > 0 && *d > most:
		return fmt.Errorf("%w: %s of %v is too long: at most %v", ErrOptions, name, *d, most)
	}
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
