package sdk

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"mystic-sdk/contract"
)

// Meta is what the caller asked for beside the arguments.
type Meta struct {
	Structured bool // `_meta {"mystic/structured": true}`: the caller also wants the structured form
	Observe    bool // `_meta {"mystic/observe": true}`: a program's call, which wakes no resting script and counts for no autonomy
}

// Gateway is the five tools as plain Go calls, without a transport. Safe for concurrent use.
type Gateway struct {
	// fixed at creation
	scripts *ScriptHost
	stage   *stage
	guard   *guard
	card    string
	drained chan struct{}

	// the guard guards
	waiters  map[*waiter]struct{}
	draining bool
}

// NewGateway builds the tools over a host and the rest of a game. The error names an optional method with a wrong signature.
// A World does this by itself.
func NewGateway[C Player](scripts *ScriptHost, host GameHost[C]) (*Gateway, error) {
	s, err := stageOf(host)
	if err != nil {
		return nil, err
	}
	return newGateway(scripts, s), nil
}

func newGateway(scripts *ScriptHost, s *stage) *Gateway {
	scripts.stage = s
	g := &Gateway{
		scripts: scripts, stage: s, guard: scripts.guard, drained: make(chan struct{}), waiters: map[*waiter]struct{}{},
	}
	r, o := scripts.rules, scripts.opts
	g.card = contract.BuildCard(contract.CardOptions{
		Intro: o.Intro, Verbs: r.verbs, MeFields: scripts.meFields(), Events: r.events, Game: o.Rules, ShareTo: o.ShareTo,
		Rate: scripts.clock.rate, TickReal: scripts.tickLength().Seconds(), StepsPerTick: scripts.stepsPerTick,
	})
	return g
}

// tickLength is the real length of a tick.
func (h *ScriptHost) tickLength() time.Duration {
	if h.opts.TickLength > 0 {
		return h.opts.TickLength
	}
	return max(1, time.Duration(float64(time.Second)/h.clock.rate))
}

// ticksOf is how many ticks a real duration takes, at least one.
func (h *ScriptHost) ticksOf(seconds float64) int64 {
	length := h.tickLength().Seconds()
	return max(1, int64(seconds/length+0.999999))
}

// Card returns the card that the tool card answers, for the resource mystic://card.
func (g *Gateway) Card() string { return g.card }

// Do calls f under the lock that guards the game, for parts that are wired by hand.
func (g *Gateway) Do(f func()) { g.guard.do(f) }

// Call answers one tool call of an agent. It blocks for at most the call's wait, counted in ticks, and returns early, with
// what there is to say, when ctx ends or Drain is called. Nothing in the world hangs on ctx. What the reply carries counts as
// told only after Ack of its Mark.
func (g *Gateway) Call(ctx context.Context, agent, tool string, args json.RawMessage, meta Meta) *contract.Reply {
	parsed, fault := contract.ParseArgs(tool, args)
	var reply *contract.Reply
	if fault == nil {
		reply = g.dispatch(ctx, agent, parsed, meta)
	} else {
		reply = faulty(fault)
	}
	reply.OK = reply.Error == nil
	text := reply.Seal()
	g.guard.do(func() {
		reply.Tick, reply.Epoch = g.scripts.clock.tick(), g.scripts.epoch
		if a := g.scripts.actors[agent]; a != nil {
			a.usage.Call(tool, len(args), len(text))
		}
	})
	return reply
}

func (g *Gateway) dispatch(ctx context.Context, agent string, args any, meta Meta) *contract.Reply {
	var a *actor
	var fault *contract.Fault
	g.guard.do(func() {
		if g.draining {
			fault = &contract.Fault{Code: contract.Unavailable, Message: "the world is shutting down", Hint: "call again in a minute", RetryAfterMs: 60_000}
			return
		}
		if a, fault = g.actor(agent); fault == nil && !meta.Observe {
			a.lastCall = g.scripts.clock.tick()
			a.resting = false
		}
	})
	if fault != nil {
		return faulty(fault)
	}
	switch args := args.(type) {
	case contract.RunArgs:
		return g.run(ctx, a, &args)
	case contract.StatusArgs:
		return g.status(ctx, a, &args, meta)
	case contract.AskArgs:
		return g.answer(func() []string { return g.ask(a, args.About) })
	case contract.JournalArgs:
		return g.journal(a, args.Page)
	default:
		return &contract.Reply{Answer: strings.Split(g.card, "\n")}
	}
}

func faulty(f *contract.Fault) *contract.Reply { return &contract.Reply{Error: f} }

func (g *Gateway) answer(lines func() []string) *contract.Reply {
	reply := &contract.Reply{}
	g.guard.do(func() { reply.Answer = lines() })
	return reply
}

// actor finds an agent, and lets one join where the world takes newcomers.
func (g *Gateway) actor(id string) (*actor, *contract.Fault) {
	if !contract.ValidAgentID(id) {
		return nil, &contract.Fault{Code: contract.AgentUnknown, Message: "the credential's agent has no valid id"}
	}
	if p, ok := g.scripts.lookup(id); ok {
		return g.scripts.attach(p), nil
	}
	if g.stage.join != nil {
		p, err := g.stage.join(id, id)
		if err == nil {
			return g.scripts.attach(p), nil
		}
		g.scripts.log.Warn("an agent could not join", "agent", id, "error", err.Error())
	}
	return nil, &contract.Fault{Code: contract.AgentUnknown, Message: "agent " + id + " is not in this world and may not join"}
}

// Ack says that a reply with this Mark was written to the agent's client without error: what it carried is told. It only
// moves forward; unknown agents and marks are ignored.
func (g *Gateway) Ack(agent string, mark int64) {
	g.guard.do(func() {
		if a := g.scripts.actors[agent]; a != nil {
			a.log.Ack(mark)
		}
	})
}

// OnTick lets calls that waited for this tick answer. Call it after every agent's ScriptHost.Tick; a World does.
func (g *Gateway) OnTick() {
	g.guard.check("Gateway.OnTick")
	now := g.scripts.clock.tick()
	for w := range g.waiters {
		if w.due(now) {
			delete(g.waiters, w)
			close(w.done)
		}
	}
}

// Waiting returns how many calls wait for the world to go on.
func (g *Gateway) Waiting() int {
	var n int
	g.guard.do(func() { n = len(g.waiters) })
	return n
}

// Drain makes waiting calls return at once with what there is to say, and later ones answer unavailable.
func (g *Gateway) Drain() {
	g.guard.do(func() {
		if !g.draining {
			g.draining = true
			close(g.drained)
		}
	})
}

// waiter is a call that waits for news.
type waiter struct {
	actor *actor
	from  int64 // the revision after which urgent lines wake it
	until int64 // the tick at which it gives up
	done  chan struct{}
}

func (w *waiter) due(now int64) bool { return w.actor.log.Urgent() > w.from || now >= w.until }

// wait blocks until an urgent line after a revision, for at most some real seconds of ticks. With a run it waits for that run
// and so not at all once it has ended.
func (g *Gateway) wait(ctx context.Context, a *actor, r *run, from int64, seconds float64) {
	w := &waiter{actor: a, from: from, done: make(chan struct{})}
	idle := seconds <= 0
	g.guard.do(func() {
		w.until = g.scripts.clock.tick() + g.scripts.ticksOf(seconds)
		idle = idle || g.draining || a.log.Urgent() > from || r != nil && r.state != contract.RunRunning
		if !idle {
			g.waiters[w] = struct{}{}
		}
	})
	if idle {
		return
	}
	select {
	case <-w.done:
	case <-ctx.Done():
	case <-g.drained:
	}
	g.guard.do(func() { delete(g.waiters, w) })
}
