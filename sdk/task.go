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

// tick steps what the task waits for and says whether it goes on in this tick: that ended, or it waits for nothing but steps.
func (t *task) tick() (goesOn bool) {
	a := t.run.actor
	now := a.host.clock.Tick()
	switch {
	case t.blocked == acting:
		a.usage.Acting++
		if !t.step() {
			return false
		}
	case a.resting:
		a.usage.Resting++
	case t.blocked == ready:
		a.usage.Thinking++
	default:
		a.usage.Waiting++
	}
	if a.resting || a.removed || t.blocked != ready && now < t.until {
		return false
	}
	if t.blocked == waiting {
		t.thread.ResetThink()
	}
	t.blocked = ready
	return true
}

// step plays one tick of the action and says whether it ended.
func (t *task) step() bool {
	a, verb := t.run.actor, t.bound()
	o, ended := verb.step(a.player, t.box)
	if !ended {
		return false
	}
	t.ended(o)
	verb.settle(a.player, t.box, o)
	t.thread.ResetThink()
	return true
}

// ended hears how the action ended.
func (t *task) ended(o Outcome) {
	t.outcome = o
	t.blocked = ready
}

// bound is the verb of the action.
func (t *task) bound() *bound { return t.run.actor.host.rules.bound[t.verb] }

// resume lets the script go on until it blocks or ends.
func (t *task) resume() lua.Status {
	t.run.active = t
	status := t.thread.Resume()
	t.run.active = nil
	return status
}

// resumed hears how far the script came.
func (t *task) resumed(status lua.Status) {
	r := t.run
	if r.actor.removed {
		return // the run ends with its tick
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
func (t *task) hold(c *lua.Call) { t.pause(c, held, t.run.actor.host.clock.Tick()+1) }

// released hears that the handler above the task ended: its action goes on if the game agrees.
func (t *task) released() {
	if t.blocked == acting && !t.bound().resume(t.run.actor.player, t.box) {
		t.ended(Refuse(contract.WhyInterrupted, 0))
	}
}

// drop cancels the action and unwinds the script, whatever the game's code does.
func (t *task) drop() {
	if t.blocked == acting {
		t.blocked = ready
		a := t.run.actor
		a.host.protect(a.id, func() { t.bound().cancel(a.player, t.box) })
	}
	t.thread.Stop()
}

// activity says what the task is doing, in the game's words where it has some.
func (t *task) activity() string {
	switch {
	case t.blocked == acting:
		if label := t.bound().label(t.run.actor.player, t.box); label != "" {
			return label
		}
		return activityActing
	case t.blocked == ready && t.thinking:
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
