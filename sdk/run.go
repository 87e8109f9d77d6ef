package sdk

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"mystic-sdk/contract"
	"mystic-sdk/lua"
	"mystic-sdk/sdk/internal/budget"
	"mystic-sdk/sdk/internal/news"
)

// run is one execution of a script: its Lua state, its main thread with at most one handler above it, and its report.
type run struct {
	// fixed at creation
	actor   *actor
	id      string
	name    string            // the name it is saved under
	script  string            // while it is the newest run
	sum     [sha256.Size]byte // of the script of an older one
	resumed bool              // a load began it again: its handler of resumed comes first
	look    bool              // a look beside the running script: senses only
	sent    int64             // the tick of the call that sent it

	phase    phase
	playing  bool              // it is having its tick
	state    contract.RunState // as it is told
	program  *lua.Program      // until it is over
	vm       *lua.State        // while it is running or watching
	main     *task             // while it is running
	top      *task             // the handler that holds main; nil without one
	turn     *task             // the one whose script goes on in this tick, until it does
	active   *task             // the one whose script goes on right now
	held     int64             // at most the accounted bytes that vm holds
	bucket   budget.Bucket     // steps that it saved; vm has steps only while it goes on, or owes some
	handlers []handler
	queue    []event
	stopping *stopping

	started int64 // the tick of its first step; -1 before it
	ended   int64 // the tick at which main ended
	endRev  int64 // the revision that told its end
	steps   int64 // once vm is gone
	last    int   // the line at which main was when it was ended
	tallies []tally
	neared  int     // names that were compared with all known ones, see nearAsked
	outcome outcome // what main returned
	fault   *contract.Fault
	printed []string // of a look: its own output
}

// phase is how far a run got. It goes forward only: a run that was replaced or removed before its first tick is over, and so
// is one whose main ended without a handler.
type phase uint8

const (
	pending  phase = iota // it begins on its next tick
	running               // main plays
	watching              // main returned, handlers stand
	over                  // nothing of it can happen any more
)

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

// speech says whether an event is what another agent said, which is told without a handler too.
func (e *event) speech() bool { return e.name == eventHeard && len(e.args) == 2 }

// droppedEvents tells of events that were more than can wait.
func droppedEvents(name string, n int) string {
	if n == 1 {
		return fmt.Sprintf("an event %s was dropped: %d were waiting for their handler", name, contract.MaxEvents)
	}
	return fmt.Sprintf("%d events %s were dropped: %d were waiting for their handler", n, name, contract.MaxEvents)
}

// stopping says who called stop.
type stopping struct {
	why     string
	line    int
	handler string // empty: main
}

// newRun makes a run that begins on its next tick.
func (a *actor) newRun(program *lua.Program) *run {
	return &run{
		actor: a, program: program, script: program.Source(), state: contract.RunRunning, sent: a.host.clock.Tick(), started: -1,
	}
}

// makeOld lets go of the text of a run that is no longer the newest, for a reply shows it only to who sends it again.
func (r *run) makeOld() {
	if r != nil && r.script != "" {
		r.sum, r.script = sha256.Sum256([]byte(r.script)), ""
	}
}

// isOf says whether the run is of a script.
func (r *run) isOf(script string) bool {
	return r.script == script || r.script == "" && r.sum == sha256.Sum256([]byte(script))
}

// live says that something of the run can still happen. There need be no run.
func (r *run) live() bool { return r != nil && r.phase != over }

// begin gives the run its Lua state.
func (r *run) begin() error {
	a := r.actor
	vm, err := a.host.sandbox.NewState(lua.StateConfig{
		Data: r, Mem: a.doc.Mem, FixMem: r.look, Seed: a.host.seedOf(a.id, a.doc.Runs),
	})
	if err != nil {
		return err
	}
	r.phase, r.started = running, a.host.clock.Tick()
	r.vm = vm
	r.main = &task{run: r, thread: vm.Start(r.program)}
	return nil
}

// step plays the run's tick up to where its script goes on: then turn says which of its tasks does.
func (r *run) step() { r.play(r.next) }

// goOn lets the script go on, unless somebody else's tick ended the run since its step. It says whether the script has saved
// more steps than the world's pool had for it: then it may go on once more, with what the others leave.
func (r *run) goOn() (more bool) {
	if r.turn != nil {
		r.play(r.resume)
	}
	return r.turn != nil
}

// play plays a part of the run's tick. What of the game's code panics in it ends the handler, or else the run.
func (r *run) play(part func()) {
	host, agent := r.actor.host, r.actor.id
	r.playing = true
	fault := host.protect(agent, part)
	if broke := fault; broke != nil && r.top != nil {
		fault = host.protect(agent, func() { r.handlerFailed(broke) })
	}
	r.playing = false
	switch {
	case fault != nil:
		r.end(contract.RunFailed, fault)
	case r.actor.removed:
		r.end(contract.RunInterrupted, nil)
	}
}

// next begins the run or its next handler, steps what its task waits for, and notes in turn whether the task goes on.
func (r *run) next() {
	r.turn = nil
	if r.phase == pending {
		if err := r.begin(); err != nil {
			panic(err) // mem was kept by the SDK itself
		}
	}
	if r.top == nil {
		r.startHandler()
	}
	t := r.main
	if r.top != nil {
		t = r.top
	}
	switch {
	case t == nil:
		r.actor.usage.Idle++
	case t.tick():
		r.turn = t
	}
}

// resume lets the task whose turn it is go on with the steps that the world's pool has for it. What it leaves of them goes
// back; what it was charged beyond them it owes, and pays from the next ones.
func (r *run) resume() {
	t, pool := r.turn, r.actor.host.pool
	r.turn = nil
	steps := pool.Draw(&r.bucket)
	r.vm.Grant(steps)
	status := t.resume()
	unspent := max(0, r.vm.Balance())
	r.vm.Grant(-unspent)
	pool.Spend(&r.bucket, steps-unspent)
	r.weigh(r.vm.Memory())
	t.resumed(status)
	if t.thinking && r.bucket.Holds() {
		r.turn = t
	}
}

// finished hears that a task's thread came to its end by itself.
func (r *run) finished(t *task, status lua.Status) {
	failed := status == lua.Failed
	switch {
	case r.stopping != nil:
		r.end(contract.RunStopped, nil)
	case t.handler != "" && failed:
		r.handlerFailed(r.actor.host.faultOf(r.actor.id, t.thread.Err()))
	case t.handler != "":
		r.handlerEnded()
	case failed:
		r.end(contract.RunFailed, r.actor.host.faultOf(r.actor.id, t.thread.Err()))
	default:
		r.mainEnded()
	}
}

// mainEnded tells that main returned. Its handlers, if any, go on watching.
func (r *run) mainEnded() {
	results := r.main.thread.Results()
	r.outcome = outcomeOf(results)
	if fault := r.keepMem(); fault != nil {
		r.end(contract.RunFailed, fault)
		return
	}
	if r.outcome.ok == nil && len(results) > 0 {
		r.print(contract.Clean(shownResults(results), contract.MaxPrint))
	}
	r.main = nil
	r.phase = watching
	r.freeUnlessWatching()
	r.tell(contract.RunDone)
}

// freeUnlessWatching ends a run whose main returned and that has no handler.
func (r *run) freeUnlessWatching() {
	if r.main == nil && len(r.handlers) == 0 {
		r.free()
	}
}

// end ends a run in any phase, its actions cancelled, innermost first, and mem kept. That a new script replaced one that was
// told as done, and only watched, is no news.
func (r *run) end(state contract.RunState, fault *contract.Fault) {
	if r.phase == over {
		return
	}
	r.last = r.line()
	if r.phase == watching && state == contract.RunReplaced {
		r.actor.digest(contract.NoLongerWatching(r.describe()), false)
	}
	r.phase = over // whatever the game does while its actions are cancelled
	for _, t := range []*task{r.top, r.main} {
		if t != nil {
			t.drop()
		}
	}
	if r.vm != nil {
		if bad := r.keepMem(); bad != nil && (fault == nil || fault.Code != contract.MemInvalid) {
			r.alertMem(bad)
		}
	}
	r.free()
	if r.state == contract.RunRunning || state != contract.RunReplaced {
		if r.fault = fault; fault != nil {
			fault.In(r.scriptOf(fault))
		}
		r.tell(state)
	}
}

// abandon ends the run of an agent that is gone. One that is having its tick ends with it, its script as soon as the word
// returns in which this happened.
func (r *run) abandon() {
	switch {
	case r.active != nil:
		r.active.thread.Stop()
	case !r.playing:
		r.end(contract.RunInterrupted, nil)
	}
}

// free gives the Lua state back.
func (r *run) free() {
	r.phase = over
	r.top, r.main, r.turn, r.handlers, r.queue, r.program = nil, nil, nil, nil, nil, nil
	if r.vm == nil {
		return
	}
	r.steps = r.vm.Steps()
	r.weigh(0)
	r.vm.Close()
	r.vm = nil
	if !r.look {
		r.actor.usage.Steps += r.steps
	}
}

// weigh notes what the run holds.
func (r *run) weigh(bytes int64) {
	r.actor.host.held += bytes - r.held
	r.held = bytes
}

// spent is the steps of all its threads.
func (r *run) spent() int64 {
	if r.vm != nil {
		return r.vm.Steps()
	}
	return r.steps
}

// tell makes the end of the run, or of its main, a line of news.
func (r *run) tell(state contract.RunState) {
	a := r.actor
	r.state, r.ended = state, a.host.clock.Tick()
	if state == contract.RunFailed {
		a.usage.Failed++
	}
	a.log.Add(news.Line{Kind: news.Run, Ran: r.describe()}, state != contract.RunReplaced)
	r.endRev = a.log.Revision()
}

// keepMem takes mem into the agent's document.
func (r *run) keepMem() *contract.Fault {
	mem, err := r.vm.MemJSON(contract.MaxMem)
	if err != nil {
		if e := (*lua.ScriptError)(nil); errors.As(err, &e) {
			fault := r.actor.host.faultOf(r.actor.id, e)
			fault.Line, fault.Column = 0, 0 // it is found where the run ends, not where it was made
			fault.Hint += "; the last good mem stands"
			return fault
		}
		return r.actor.host.internal(r.actor.id, err, nil)
	}
	r.actor.doc.Mem = mem
	return nil
}

// snapshotMem takes mem as it is right now into the document, where it can be said.
func (r *run) snapshotMem() {
	if r.live() && r.vm != nil {
		if mem, err := r.vm.MemJSON(contract.MaxMem); err == nil {
			r.actor.doc.Mem = mem
		}
	}
}

func (r *run) alertMem(fault *contract.Fault) {
	r.actor.alert(fault.Message + ": the last good mem stands")
}

// emit queues an event if the run has a handler for it, and says so; the oldest gives way when the queue is full.
func (r *run) emit(e event) bool {
	if r.handlerOf(e.name) == nil {
		return false
	}
	if len(r.queue) == contract.MaxEvents {
		r.actor.digest(droppedEvents(r.queue[0].name, 1), false)
	}
	r.queue = keepNewest(r.queue, contract.MaxEvents, e)
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

// watch sets or, with nil, drops a standing order. What a handler alone can reach counts as memory of the script.
func (r *run) watch(name string, fn *lua.Func) {
	if old := r.handlerOf(name); old != nil {
		old.Release()
		r.handlers = slices.DeleteFunc(r.handlers, func(h handler) bool { return h.event == name })
	}
	if fn != nil {
		fn.Keep()
		r.handlers = append(r.handlers, handler{name, fn})
		if name == eventResumed && r.resumed {
			r.resumed = false
			r.queue = slices.Insert(r.queue, 0, event{name: eventResumed})
		}
	}
}

func (r *run) watching() []string {
	names := make([]string, len(r.handlers))
	for i, h := range r.handlers {
		names[i] = h.event
	}
	return names
}

// startHandler holds main and starts the handler of the oldest event that still has one.
func (r *run) startHandler() {
	for len(r.queue) > 0 && r.top == nil && r.phase != over {
		e := r.queue[0]
		r.queue = slices.Delete(r.queue, 0, 1)
		fn := r.handlerOf(e.name)
		if fn == nil {
			continue
		}
		thread, err := r.vm.StartFunc(fn, e.args...)
		if err != nil { // the game emitted what JSON cannot say
			r.dropHandler(e.name, r.actor.host.internal(r.actor.id, fmt.Errorf("event %s: %w", e.name, err), nil))
			r.freeUnlessWatching()
			continue
		}
		r.top = &task{run: r, thread: thread, handler: e.name}
	}
}

// dropHandler tells that a handler failed; the rest goes on.
func (r *run) dropHandler(name string, fault *contract.Fault) {
	r.watch(name, nil)
	text := "handler " + name + " failed"
	if fault.Line > 0 {
		text += fmt.Sprintf(" at line %d", fault.Line)
	}
	if fault.Script != "" {
		text += " of " + fault.Script
	}
	text += " and was dropped: " + fault.Message
	if fault.Hint != "" {
		text += "; " + fault.Hint
	}
	if fault.Ref != "" {
		text += "; ref " + fault.Ref
	}
	r.actor.alert(text)
}

// handlerFailed drops the handler that holds main, with what it was doing.
func (r *run) handlerFailed(fault *contract.Fault) {
	r.top.drop()
	r.dropHandler(r.top.handler, fault)
	r.handlerEnded()
}

// handlerEnded lets main go on where the handler had held it.
func (r *run) handlerEnded() {
	r.top = nil
	if r.main != nil {
		r.main.released()
		return
	}
	if bad := r.keepMem(); bad != nil {
		r.alertMem(bad)
	}
	r.freeUnlessWatching()
}
