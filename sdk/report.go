package sdk

import (
	"encoding/json"

	"mystic-sdk/contract"
	"mystic-sdk/lua"
)

// tally counts the successes of one verb, with the line of the first, or its refusals with one word at one line.
type tally struct {
	verb    int
	line    int
	ok      bool
	why     string
	hint    string
	n       int
	refused int64 // the tick of its newest refusal
}

// count adds an outcome to the run's report and notices what goes nowhere; it says whether the rest of the tick is spent.
func (r *run) count(c *lua.Call, verb int, o Outcome) (spent bool) {
	entry := r.tally(c, verb, o)
	entry.n++
	if o.OK {
		return false
	}
	if o.Hint != "" {
		entry.hint = o.Hint
	}
	host := r.actor.host
	now := host.clock.Tick()
	again := entry.refused == now
	entry.refused = now
	if entry.n == contract.RefusalsAlert {
		r.actor.alert(contract.RefusedOften(host.rules.verbs[verb].Name, entry.n, o.Why, entry.line))
	}
	return again
}

// A run's refusals are told apart as long as there are few kinds of them; those of further kinds count together, verb by verb.
const (
	maxTallies   = 64
	otherReasons = "other reasons"
)

// tally finds the entry that an outcome counts in, and makes it where it is the first of its kind.
func (r *run) tally(c *lua.Call, verb int, o Outcome) *tally {
	if o.OK {
		if e := r.tallyOf(verb, func(e *tally) bool { return e.ok }); e != nil {
			return e
		}
		return r.newTally(tally{verb: verb, ok: true, line: c.Line()})
	}
	line := c.Line()
	if e := r.tallyOf(verb, func(e *tally) bool { return !e.ok && e.line == line && e.why == o.Why }); e != nil {
		return e
	}
	if len(r.tallies) < maxTallies {
		return r.newTally(tally{verb: verb, line: line, why: o.Why})
	}
	if e := r.tallyOf(verb, func(e *tally) bool { return !e.ok && e.line == 0 && e.why == otherReasons }); e != nil {
		return e
	}
	return r.newTally(tally{verb: verb, why: otherReasons})
}

func (r *run) tallyOf(verb int, fits func(*tally) bool) *tally {
	for i := range r.tallies {
		if e := &r.tallies[i]; e.verb == verb && fits(e) {
			return e
		}
	}
	return nil
}

func (r *run) newTally(t tally) *tally {
	t.refused = -1
	r.tallies = append(r.tallies, t)
	return &r.tallies[len(r.tallies)-1]
}

// describe is the run as a reply tells it.
func (r *run) describe() *contract.Run {
	clock := r.actor.host.clock
	d := &contract.Run{
		ID: r.id, Name: r.name, State: r.state, Line: r.line(), Steps: r.spent(), Watching: r.watching(), Fault: r.fault,
		Report: r.report(),
	}
	end := r.ended
	if r.state == contract.RunRunning {
		d.Activity = r.activity()
		end = clock.Tick()
	}
	if r.started >= 0 {
		d.Ticks = end - r.started
		d.Seconds = clock.Seconds(d.Ticks)
	}
	switch {
	case r.state == contract.RunDone:
		d.Line = 0
		d.OK, d.Why, d.N = r.outcome.ok, r.outcome.why, r.outcome.n
	case r.state == contract.RunStopped && r.stopping.handler == "":
		d.Why, d.Line = r.stopping.why, r.stopping.line
	case r.state == contract.RunStopped:
		d.Why, d.Handler, d.HandlerLine = r.stopping.why, r.stopping.handler, r.stopping.line
	}
	return d
}

// line is where main stands; before the first tick it stands nowhere.
func (r *run) line() int {
	if r.main != nil {
		return r.main.thread.Line()
	}
	return r.last
}

// activity says what the agent is doing, in the game's words where it has some. There need be no run.
func (r *run) activity() string {
	switch {
	case !r.live():
		return activityIdle
	case r.phase == pending:
		return activityWaiting
	case r.actor.resting:
		return activityResting
	case r.top != nil:
		return activityHandling + " " + r.top.handler
	case r.main == nil:
		return activityIdle
	}
	return r.main.activity()
}

// scriptOf is the text that the line of a fault is in.
func (r *run) scriptOf(f *contract.Fault) string {
	if f.Script == "" {
		return r.script
	}
	return r.actor.doc.script(f.Script)
}

// report is the tallies as replies show them.
func (r *run) report() []contract.Tally {
	var out []contract.Tally
	for _, t := range r.tallies {
		c := contract.Tally{Verb: r.actor.host.rules.verbs[t.verb].Name, Line: t.line, Why: t.why, Hint: t.hint}
		if t.ok {
			c.OK = t.n
		} else {
			c.Refused = t.n
		}
		out = append(out, c)
	}
	return out
}

// outcome is what a script returned: whether it went well, why not, and how many. ok is nil where its first value is no boolean.
type outcome struct {
	ok  *bool
	why string
	n   *float64
}

func outcomeOf(values []any) (o outcome) {
	if len(values) == 0 {
		return o
	}
	said, is := values[0].(bool)
	if !is {
		return o
	}
	o.ok = &said
	if len(values) > 1 && values[1] != nil {
		o.why = clip(shownValue(values[1]))
	}
	if len(values) > 2 {
		if f, is := values[2].(float64); is {
			o.n = &f
		}
	}
	return o
}

// shownValue is a value that a script returned as text: texts as they are, everything else as JSON.
func shownValue(v any) string {
	if text, is := v.(string); is {
		return text
	}
	raw, err := json.Marshal(v)
	if err != nil { // lua gives nothing that JSON cannot say
		return "?"
	}
	return string(raw)
}

// print keeps what the script printed: a look's for its own reply, a run's among the agent's news.
func (r *run) print(text string) {
	if !r.look {
		r.actor.print(text)
	} else if len(r.printed) < contract.MaxReplyLines {
		r.printed = append(r.printed, text)
	}
}
