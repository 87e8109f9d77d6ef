package sdk

import (
	"mystic-sdk/contract"
	"mystic-sdk/lua"
)

// task is a thread of a run, main or a handler, with what it waits for.
type task struct {
	run     *run
	thread  *lua.Thread
	handler string // the event that it handles; empty: main

	blocked  blocked
	until    int64   // of waiting and held: the tick at which it goes on
	verb     int     // of acting
	box      any     // what the action remembers; kept for the next one
	outcome  Outcome // how the action ended
	args     Args    // reused by every call
	thinking bool    // the bucket is empty
}

// blocked says what a task waits for.
type blocked uint8

const (
	ready   blocked = iota
	acting          // its action is stepped each tick
	waiting         // wait: until a tick
	held            // it did enough in this tick
)

// tick steps what the task waits for and lets it go on when that ended.
func (t *task) tick() {
	a := t.run.actor
	h := a.host
	switch t.blocked {
	case acting:
		a.usage.Acting++
		o, ended := h.rules.step(a.player, t.verb, t.box)
		if !ended {
			return
		}
		h.rules.settle(a.player, t.verb, t.box, o)
		t.settled(o)
		t.thread.ResetThink()
	case waiting, held:
		a.usage.Waiting++
		if h.clock.tick() < t.until {
			return
		}
		if t.blocked == waiting {
			t.thread.ResetThink()
		}
		t.blocked = ready
	default:
		a.usage.Thinking++
	}
	if a.resting {
		return
	}
	t.resume()
}

func (t *task) settled(o Outcome) {
	t.outcome = o
	t.blocked = ready
}

// resume lets the script go on until it blocks or ends.
func (t *task) resume() {
	r := t.run
	r.active = t
	status := t.thread.Resume()
	r.active = nil
	if r.gone {
		r.drop()
		return
	}
	t.thinking = status == lua.Thinking
	switch status {
	case lua.Done, lua.Failed, lua.Ended:
		r.finished(t, status)
	}
}

// pause blocks the calling word until the task may go on.
func (t *task) pause(c *lua.Call, b blocked, until int64) {
	t.blocked, t.until = b, until
	c.Pause()
}

// hold blocks the calling word until the next tick.
func (t *task) hold(c *lua.Call) { t.pause(c, held, t.run.actor.host.clock.tick()+1) }

// released hears that the handler above the task ended: its action goes on if the game agrees.
func (t *task) released() {
	if t.blocked != acting {
		return
	}
	a := t.run.actor
	if !a.host.rules.resume(a.player, t.verb, t.box) {
		t.settled(Refuse(whyInterrupted, 0))
	}
}

// drop cancels the action and unwinds the script.
func (t *task) drop() {
	a := t.run.actor
	if t.blocked == acting {
		t.blocked = ready
		a.host.rules.cancel(a.player, t.verb, t.box)
	}
	t.thread.Stop()
}

func (t *task) activity() string {
	a := t.run.actor
	switch t.blocked {
	case acting:
		if label := a.host.rules.label(a.player, t.verb, t.box); label != "" {
			return label
		}
		return activityActing
	case waiting, held:
		return activityWaiting
	}
	if t.thinking {
		return activityThinking
	}
	return activityWaiting
}

// What an agent is doing, where the game has no word for it.
const (
	activityIdle     = "idle"
	activityActing   = "acting"
	activityWaiting  = "waiting"
	activityThinking = "thinking" // out of steps until the next tick
	activityHandling = "handling" // an event, with its name behind
	activityResting  = "resting"  // past the leash, until the next call
)

// count adds an outcome to the run's report and notices what goes nowhere; it says whether the rest of the tick is spent.
func (r *run) count(verb, line int, o Outcome) (spent bool) {
	now := r.actor.host.clock.tick()
	var entry *tally
	for i := range r.tallies {
		e := &r.tallies[i]
		if e.verb == verb && e.line == line && e.ok == o.OK && e.why == o.Why {
			entry = e
			break
		}
	}
	if entry == nil {
		r.tallies = append(r.tallies, tally{verb: verb, line: line, ok: o.OK, why: o.Why, refused: -1})
		entry = &r.tallies[len(r.tallies)-1]
	}
	entry.n++
	if o.OK {
		return false
	}
	if o.Hint != "" {
		entry.hint = o.Hint
	}
	again := entry.refused == now
	entry.refused = now
	if entry.n == contract.RefusalsAlert {
		r.actor.alert(contract.RefusedOften(r.actor.host.rules.verbs[verb].Name, entry.n, o.Why, line))
	}
	return again
}
