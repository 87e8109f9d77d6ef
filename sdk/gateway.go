package sdk

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

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

// NewGateway builds the tools over a host and the rest of a game. The error names the optional methods with a wrong
// signature, a line each. A World does this by itself.
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
		Rate: scripts.clock.Rate(), TickReal: scripts.clock.Length().Seconds(), StepsPerTick: scripts.pool.Own(), MaxThink: o.MaxThink,
	})
	return g
}

// cardLine is what the card says of a word: a verb, a word of the SDK, an event or a field of me; empty for any other.
func (g *Gateway) cardLine(word string) string {
	for line := range strings.SplitSeq(g.card, "\n") {
		for _, begin := range []string{word + "(", word + " - ", "me." + word + ":", word + ":"} {
			if strings.HasPrefix(line, begin) {
				return line
			}
		}
	}
	return ""
}

// Card returns the card that the tool card answers, for the resource mystic://card.
func (g *Gateway) Card() string { return g.card }

// Do calls f under the lock that guards the game, for parts that are wired by hand.
func (g *Gateway) Do(f func()) { g.guard.do(f) }

// Call answers one tool call of an agent. It blocks for at most the call's wait, counted in ticks, and returns early, with
// what there is to say, when ctx ends or Drain is called. Nothing in the world hangs on ctx. What the reply carries counts as
// told only after Ack of its Mark. Code of the game that panics makes it a fault with the code internal, whose ref is in the
// log.
func (g *Gateway) Call(ctx context.Context, agent, tool string, args json.RawMessage, meta Meta) *contract.Reply {
	parsed, fault := contract.ParseArgs(tool, args)
	reply := faulty(fault)
	if fault == nil {
		reply = g.answer(ctx, agent, parsed, meta)
	}
	reply.OK = reply.Error == nil
	text := reply.Seal()
	g.guard.do(func() {
		reply.Tick, reply.Epoch = g.scripts.clock.Last(), g.scripts.epoch
		if a := g.scripts.actors[agent]; a != nil {
			a.usage.Call(tool, len(args), len(text))
		}
	})
	return reply
}

// answer is dispatch without its panics.
func (g *Gateway) answer(ctx context.Context, agent string, args any, meta Meta) (reply *contract.Reply) {
	if p := protected(func() { reply = g.dispatch(ctx, agent, args, meta) }); p != nil {
		g.guard.do(func() { reply = faulty(g.scripts.internal(agent, p.Value, p.Stack)) })
	}
	return reply
}

func (g *Gateway) dispatch(ctx context.Context, agent string, args any, meta Meta) *contract.Reply {
	var a *actor
	reply := &contract.Reply{}
	g.guard.do(func() {
		if a, reply.Error = g.admit(agent); a != nil && !meta.Observe {
			a.lastCall = g.scripts.clock.Tick()
			a.resting = false
		}
	})
	if a == nil {
		return reply
	}
	switch args := args.(type) {
	case contract.RunArgs:
		g.run(ctx, a, &args, reply)
	case contract.StatusArgs:
		g.status(ctx, a, &args, meta, reply)
	case contract.AskArgs:
		g.with(a, reply, func() { reply.Answer = g.ask(a, args.About) })
	case contract.JournalArgs:
		g.with(a, reply, func() { g.journal(a, args.Page, reply) })
	default:
		reply.Answer = strings.Split(g.card, "\n")
	}
	return reply
}

func faulty(f *contract.Fault) *contract.Reply { return &contract.Reply{Error: f} }

// admit finds the agent of a call, and lets one join where the world takes newcomers.
func (g *Gateway) admit(id string) (*actor, *contract.Fault) {
	switch {
	case g.draining:
		return nil, &contract.Fault{
			Code: contract.Unavailable, Message: "the world is shutting down", Hint: "call again in a minute", RetryAfterMs: 60_000,
		}
	case !contract.ValidAgentID(id):
		return nil, contract.NewFault(contract.AgentUnknown, "the credential's agent has no valid id")
	}
	a, err := g.scripts.enlist(id, id, !g.stage.closed)
	if err == nil {
		return a, nil
	}
	if !errors.Is(err, errStranger) {
		g.scripts.log.Warn("an agent could not join", "agent", id, "error", err.Error())
	}
	return nil, contract.NewFault(contract.AgentUnknown, "agent "+id+" is not in this world and may not join")
}

// with calls f under the lock, for a call whose agent is still in the world, and says so.
func (g *Gateway) with(a *actor, reply *contract.Reply, f func()) (there bool) {
	g.guard.do(func() {
		if there = !a.removed; there {
			f()
		} else {
			reply.Error = contract.NewFault(contract.AgentUnknown, "agent "+a.id+" was taken out of this world")
		}
	})
	return there
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

// OnTick ends a tick: calls that waited for it answer, and the next one begins, which the host counts unless the game is a
// Clock. Call it after every agent's ScriptHost.Tick. A World ends its ticks by itself; of its parts this only lets calls
// answer.
func (g *Gateway) OnTick() {
	g.guard.check("Gateway.OnTick")
	h := g.scripts
	if h.guard.strict.Load() {
		g.wake()
		return
	}
	h.lighten()
	g.wake()
	h.clock.Advance()
	h.pool.Reopen()
}

// wake lets calls that waited for this tick answer.
func (g *Gateway) wake() {
	now := g.scripts.clock.Tick()
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
	run   *run  // whose end it waits for; nil: none
	from  int64 // the revision after which urgent lines wake it
	until int64 // the tick at which it gives up
	done  chan struct{}
}

func (w *waiter) due(now int64) bool {
	return now >= w.until || w.actor.log.Urgent() > w.from || w.actor.removed || w.run != nil && w.run.state != contract.RunRunning
}

// wait blocks until an urgent line after a revision, for at most some real seconds of ticks. With a run it waits for that run
// and so not at all once it has ended.
func (g *Gateway) wait(ctx context.Context, a *actor, r *run, from int64, seconds float64) {
	if seconds <= 0 {
		return
	}
	w := &waiter{actor: a, run: r, from: from, done: make(chan struct{})}
	idle := false
	g.guard.do(func() {
		now := g.scripts.clock.Tick()
		w.until = now + g.scripts.clock.RealTicks(seconds)
		if idle = g.draining || w.due(now); !idle {
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
