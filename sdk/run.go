package sdk

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"mystic-sdk/contract"
	"mystic-sdk/lua"
	"mystic-sdk/sdk/internal/news"
)

// run is one execution of a script: its Lua state, its main thread with at most one handler above it, and its report.
type run struct {
	actor   *actor
	id      string
	name    string // the name it is saved under
	script  string
	program *lua.Program
	look    bool // a look beside the running script: senses only

	state    contract.RunState
	vm       *lua.State // nil before its first tick and once nothing of it can run
	main     *task
	top      *task // the handler that holds main; nil without one
	active   *task // the one that runs now
	handlers []handler
	queue    []event

	sent     int64 // the tick of the call that sent it
	begun    bool
	started  int64 // the tick of its first step
	ended    int64
	steps    int64 // once vm is gone
	tallies  []tally
	stopping *stopping
	result   []any // what main returned
	fault    *contract.Fault
	last     int      // main's last line, once it is gone
	gone     bool     // the agent was removed while the run was being played
	printed  []string // of a look: its own output
}

// handler is a standing order.
type handler struct {
	event string
	fn    *lua.Func
}

// event is something that happened to an agent and waits for its handler.
type event struct {
	name string
	args []any
}

// stopping says who called stop.
type stopping struct {
	why     string
	line    int
	handler string // empty: main
}

// tally counts the outcomes of one verb at one line with one word.
type tally struct {
	verb    int
	line    int
	ok      bool
	why     string
	hint    string
	n       int
	refused int64 // the tick of its newest refusal
}

// live says that something of the run can still happen: it runs, or its handlers watch.
func (r *run) live() bool {
	return r != nil && (!r.begun && r.state == contract.RunRunning || r.vm != nil)
}

// newRun makes a run that starts on its next tick.
func (a *actor) newRun(program *lua.Program) *run {
	return &run{actor: a, program: program, script: program.Source(), state: contract.RunRunning}
}

// begin gives the run its Lua state.
func (r *run) begin() error {
	a := r.actor
	r.begun = true
	r.started = a.host.clock.tick()
	vm, err := a.host.sandbox.NewState(lua.StateConfig{
		Data: r, Mem: a.doc.mem, FixMem: r.look, Seed: a.host.seedOf(a.id, a.doc.runs),
	})
	if err != nil {
		return err
	}
	r.vm = vm
	r.main = &task{run: r, thread: vm.Start(r.program)}
	return nil
}

// emit queues an event if the run has a handler for it; the oldest gives way when the queue is full.
func (r *run) emit(e event) bool {
	if r.vm == nil || r.handlerOf(e.name) == nil {
		return false
	}
	if len(r.queue) == contract.MaxEvents {
		r.actor.digest(fmt.Sprintf("an event %s was dropped: %d were waiting for their handler", r.queue[0].name, contract.MaxEvents), false)
		r.queue = slices.Delete(r.queue, 0, 1)
	}
	r.queue = append(r.queue, e)
	return true
}

func (r *run) handlerOf(name string) *lua.Func {
	for _, h := range r.handlers {
		if h.event == name {
			return h.fn
		}
	}
	return nil
}

// watch sets or, with nil, drops a standing order.
func (r *run) watch(name string, fn *lua.Func) {
	r.handlers = slices.DeleteFunc(r.handlers, func(h handler) bool { return h.event == name })
	if fn != nil {
		r.handlers = append(r.handlers, handler{name, fn})
	}
}

func (r *run) watching() []string {
	names := make([]string, len(r.handlers))
	for i, h := range r.handlers {
		names[i] = h.event
	}
	return names
}

// tick lets the run have its tick.
func (r *run) tick() {
	defer func() {
		if p := recover(); p != nil {
			r.fail(r.actor.host.internal(r.actor.id, p, debug.Stack()))
		}
	}()
	if !r.begun {
		if err := r.begin(); err != nil {
			r.fail(r.actor.host.internal(r.actor.id, err, nil))
			return
		}
	}
	r.vm.Grant(r.actor.host.stepsPerTick)
	if r.top == nil {
		r.startHandler()
	}
	if r.top != nil {
		r.top.tick()
	} else if r.main != nil {
		r.main.tick()
	}
}

// startHandler holds main and starts the handler of the oldest event that still has one.
func (r *run) startHandler() {
	for len(r.queue) > 0 && r.top == nil {
		e := r.queue[0]
		r.queue = slices.Delete(r.queue, 0, 1)
		fn := r.handlerOf(e.name)
		if fn == nil {
			continue
		}
		thread, err := r.vm.StartFunc(fn, e.args...)
		if err != nil {
			panic(err)
		}
		r.top = &task{run: r, thread: thread, handler: e.name}
	}
}

// finished hears that a task's thread came to its end.
func (r *run) finished(t *task, status lua.Status) {
	switch {
	case r.stopping != nil:
		r.end(contract.RunStopped)
	case t.handler != "":
		r.handlerEnded(t, status)
	case status == lua.Failed:
		r.fail(r.actor.host.faultOf(r.actor.id, t.thread.Err()))
	default:
		r.mainDone(t)
	}
}

func (r *run) handlerEnded(t *task, status lua.Status) {
	r.top = nil
	if status == lua.Failed {
		f := r.actor.host.faultOf(r.actor.id, t.thread.Err())
		r.watch(t.handler, nil)
		r.actor.alert(fmt.Sprintf("handler %s failed at line %d and was dropped: %s", t.handler, f.Line, f.Message))
	}
	if r.main != nil {
		r.main.released()
		return
	}
	if err := r.keepMem(); err != nil {
		r.actor.alert(err.Message + ": the last good mem stands")
	}
	if len(r.handlers) == 0 {
		r.close()
	}
}

// mainDone ends a run whose main script returned; its handlers, if any, go on watching.
func (r *run) mainDone(t *task) {
	r.result = t.thread.Results()
	if err := r.keepMem(); err != nil {
		r.fail(err)
		return
	}
	r.last = t.thread.Line()
	r.main = nil
	r.state = contract.RunDone
	r.ended = r.actor.host.clock.tick()
	if len(r.handlers) == 0 {
		r.close()
	}
	r.tell()
}

// fail ends the run with a fault.
func (r *run) fail(f *contract.Fault) {
	r.fault = f
	if r.state != contract.RunRunning { // a handler of a run that was told as done
		r.actor.alert(fmt.Sprintf("a handler failed at line %d: %s", f.Line, f.Message))
		r.drop()
		return
	}
	r.end(contract.RunFailed)
}

// end ends a run that is not done, in any state: what it was doing is cancelled, mem is kept.
func (r *run) end(state contract.RunState) {
	if r.main != nil {
		r.last = r.main.thread.Line()
	}
	was := r.state
	r.drop()
	if was != contract.RunRunning {
		return // done, and told; only its handlers ended
	}
	r.state = state
	r.ended = r.actor.host.clock.tick()
	r.tell()
}

// drop cancels what goes on, innermost first, keeps mem and gives the Lua state back.
func (r *run) drop() {
	for _, t := range []*task{r.top, r.main} {
		if t != nil {
			t.drop()
		}
	}
	if r.vm != nil {
		if err := r.keepMem(); err != nil && r.fault == nil {
			r.actor.alert(err.Message + ": the last good mem stands")
		}
	}
	r.close()
}

// close gives the Lua state back.
func (r *run) close() {
	r.top, r.main, r.handlers, r.queue = nil, nil, nil, nil
	if r.vm != nil {
		r.steps = r.vm.Steps()
		r.vm.Close()
		r.vm = nil
	}
}

// keepMem takes mem into the agent's document.
func (r *run) keepMem() *contract.Fault {
	if r.look {
		return nil
	}
	mem, err := r.vm.MemJSON(contract.MaxMem)
	if err != nil {
		if e := (*lua.ScriptError)(nil); errors.As(err, &e) {
			return r.actor.host.faultOf(r.actor.id, e)
		}
		return r.actor.host.internal(r.actor.id, err, nil)
	}
	r.actor.doc.mem = mem
	return nil
}

// tell makes the end of the run a line of news.
func (r *run) tell() {
	a := r.actor
	if r.look {
		return
	}
	if r.state == contract.RunFailed {
		a.usage.Failed++
	}
	a.usage.Steps += r.spent()
	a.log.Add(news.Line{Kind: news.Run, Ran: r.describe()}, r.state != contract.RunReplaced)
}

func (r *run) spent() int64 {
	if r.vm != nil {
		return r.vm.Steps()
	}
	return r.steps
}

// print keeps what the script printed: a look's for its own reply, a run's among the agent's news.
func (r *run) print(text string) {
	if !r.look {
		r.actor.print(text)
	} else if len(r.printed) < contract.MaxReplyLines {
		r.printed = append(r.printed, text)
	}
}

// abandon ends the run of an agent that is gone. A run that is being played right now ends as soon as it hands back.
func (r *run) abandon() {
	if r.active != nil {
		r.gone = true
		return
	}
	r.drop()
}

// describe is the run as a reply tells it.
func (r *run) describe() *contract.Run {
	host := r.actor.host
	d := &contract.Run{
		ID: r.id, Name: r.name, State: r.state, Steps: r.spent(), Watching: r.watching(), Fault: r.fault, Report: r.report(),
		Script: r.text(r.fault),
	}
	end := r.ended
	if r.state == contract.RunRunning {
		d.Activity = r.activity()
		end = host.clock.tick()
	}
	if r.begun {
		d.Ticks = end - r.started
		d.Seconds = host.clock.seconds(d.Ticks)
	}
	d.Line = r.line()
	if s := r.stopping; s != nil {
		d.Why = s.why
		if d.Handler = s.handler; s.handler != "" {
			d.HandlerLine = s.line
		} else {
			d.Line = s.line
		}
	}
	if r.state == contract.RunDone {
		d.Line = 0
		d.OK, d.Why, d.N = outcomeOf(r.result)
	}
	return d
}

// text is the script that a fault's line is in.
func (r *run) text(f *contract.Fault) string {
	if f == nil || f.Script == "" {
		return r.script
	}
	return r.actor.doc.script(f.Script)
}

// clip cuts text of a script to what a reply can show of it, and leaves it raw: the reply quotes it.
func clip(text string) string {
	const bytes = 4 * contract.MaxSpeech // at most four a character
	if len(text) > bytes {
		text = text[:bytes]
	}
	return text
}

// outcomeOf reads ok, why, n from what a script returned, when its first value is a boolean.
func outcomeOf(values []any) (*bool, string, *float64) {
	if len(values) == 0 {
		return nil, "", nil
	}
	ok, is := values[0].(bool)
	if !is {
		return nil, "", nil
	}
	var why string
	var n *float64
	if len(values) > 1 {
		switch w := values[1].(type) {
		case nil:
		case string:
			why = clip(w)
		default:
			text, _ := json.Marshal(w)
			why = clip(string(text))
		}
	}
	if len(values) > 2 {
		if f, is := values[2].(float64); is {
			n = &f
		}
	}
	return &ok, why, n
}

// line is where main stands; before the first tick it stands nowhere.
func (r *run) line() int {
	if r.main != nil {
		return r.main.thread.Line()
	}
	return r.last
}

// activity says what the agent is doing, in the game's words where it has some.
func (r *run) activity() string {
	switch {
	case r == nil || !r.live():
		return activityIdle
	case !r.begun:
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

// report turns the tallies into what replies show, the most frequent first.
func (r *run) report() []contract.Tally {
	if len(r.tallies) == 0 {
		return nil
	}
	out := make([]contract.Tally, 0, len(r.tallies))
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
