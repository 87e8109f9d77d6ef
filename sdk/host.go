package sdk

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
	"mystic-sdk/sdk/internal/budget"
	"mystic-sdk/sdk/internal/clock"
	"mystic-sdk/sdk/internal/programs"
)

const (
	defaultStepsPerTick      = 20_000
	defaultWorldStepsPerTick = 1_000_000
	defaultMaxWorldMemory    = 1 << 30
)

// ScriptHost plays the scripts of all agents of one world: one Lua state per agent that has something running, each run a
// coroutine under a budget. It is not safe for concurrent use: its methods are called under the world's lock, which a
// World and StartTickLoop take care of. A game's own code may call Emit and Remove, for any agent, while it is called.
type ScriptHost struct {
	// fixed at creation
	rules    *rules
	lookup   func(id string) (Player, bool)
	sandbox  *lua.Sandbox
	programs *programs.Cache
	words    []string // the globals of the prelude
	events   []string // the names of all events
	log      *slog.Logger
	opts     Options
	epoch    string
	guard    *guard

	// the guard guards
	clock  *clock.Clock
	pool   *budget.Pool
	stage  *stage // nil until a Gateway is built on the host
	actors map[string]*actor
	faults int
	held   int64 // at most the accounted bytes that all runs hold
	leash  int64 // ticks without a call after which scripts rest; 0: never
}

// NewScriptHost builds a host from a game. Lookup finds a player by id. A nil opts means the zero Options. The error says
// everything that is wrong with the verbs, the events and the signatures of optional methods, a line each; or what is wrong
// with the prelude.
func NewScriptHost[C Player, A any](game ScriptGame[C, A], lookup func(id string) (C, bool), opts *Options) (*ScriptHost, error) {
	r, err := rulesOf(game)
	if err != nil {
		return nil, err
	}
	return newHost(r, func(id string) (Player, bool) {
		c, ok := lookup(id)
		return c, ok
	}, opts)
}

func newHost(r *rules, lookup func(id string) (Player, bool), opts *Options) (*ScriptHost, error) {
	if opts == nil {
		opts = &Options{}
	}
	h := &ScriptHost{
		rules: r, lookup: lookup, log: opts.Log, opts: *opts,
		clock:  clock.New(r.clock, clock.Options{Rate: r.rate, Seed: opts.Seed, Stamp: r.stamp}),
		pool:   budget.New(positive(opts.StepsPerTick, defaultStepsPerTick), positive(opts.WorldStepsPerTick, defaultWorldStepsPerTick)),
		actors: map[string]*actor{}, programs: programs.New(), guard: &guard{lock: &sync.Mutex{}}, events: eventNames(r.events),
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	h.configure(opts)
	prelude, errs := syntax.Parse("prelude", r.prelude)
	if len(errs) > 0 {
		return nil, fmt.Errorf("the game's prelude, line %d, column %d: %s", errs[0].Start.Line, errs[0].Start.Column, errs[0].Message)
	}
	h.words = globalsOf(prelude)
	sandbox, err := lua.NewSandbox(&lua.Options{
		Words: h.luaWords(), Objects: map[string]lua.Object{"me": h.meObject()}, Prelude: defaultPrelude + r.prelude,
		MaxThink: opts.MaxThink, MaxBucket: h.pool.Capacity(), MaxMemory: opts.MaxMemory,
	})
	if err != nil {
		return nil, fmt.Errorf("build the sandbox: %w", err)
	}
	h.sandbox = sandbox
	return h, nil
}

// positive is an option, or what it means where it is left out.
func positive(option, otherwise int64) int64 {
	if option > 0 {
		return option
	}
	return otherwise
}

// configure takes over the options that are a world's.
func (h *ScriptHost) configure(o *Options) {
	h.opts.Intro, h.opts.Rules, h.opts.ShareTo, h.opts.Agents = o.Intro, o.Rules, o.ShareTo, o.Agents
	h.clock.SetLength(o.TickLength)
	if o.Lock != nil {
		h.guard.lock = o.Lock
	}
	h.opts.Leash, h.leash = o.Leash, 0
	if o.Leash > 0 {
		h.leash = h.clock.RealTicks(o.Leash.Seconds())
	}
	if h.epoch = o.Epoch; h.epoch == "" {
		h.epoch = strconv.FormatUint(h.clock.Seed(), 16)
	}
}

// globalsOf lists the globals that a prelude sets.
func globalsOf(prelude *syntax.Chunk) []string {
	var words []string
	add := func(target syntax.Expr) {
		if name, ok := target.(*syntax.Ident); ok && !slices.Contains(words, name.Name) {
			words = append(words, name.Name)
		}
	}
	for _, stmt := range prelude.Body.Stmts {
		switch s := stmt.(type) {
		case *syntax.FunctionStmt:
			add(s.Target)
		case *syntax.Assign:
			for _, target := range s.Targets {
				add(target)
			}
		}
	}
	return words
}

// Tick lets one agent have its tick: a step of its action, or its script itself. Options.WorldStepsPerTick is shared among as
// many scripts as went on in the tick before; Gateway.OnTick ends a tick.
func (h *ScriptHost) Tick(c Player) {
	h.guard.check("ScriptHost.Tick")
	if r := h.step(c); r != nil {
		r.goOn()
		r.turn = nil // of what the others leave nothing is known here
	}
}

// step plays an agent's tick up to where its script goes on, and returns the run of which it is; nil: none goes on in this
// tick.
func (h *ScriptHost) step(p Player) *run {
	if a := p.AgentState().actor; a != nil && a.host == h && a.removed {
		return nil // it left in this tick, after its player was listed
	}
	a := h.attach(p)
	if !a.run.live() {
		a.usage.Idle++
		return nil
	}
	if h.leash > 0 && !a.resting && h.clock.Tick()-a.lastCall >= h.leash {
		a.resting = true
		a.digest("no call for "+h.opts.Leash.String()+": the script rested until this one", false)
	}
	if a.run.step(); a.run.turn == nil {
		return nil
	}
	return a.run
}

// lighten ends runs, those that hold most first, while all of them together hold more than Options.MaxWorldMemory. What runs
// hold is known as an upper bound, so it is measured before one is ended.
func (h *ScriptHost) lighten() {
	most := positive(h.opts.MaxWorldMemory, defaultMaxWorldMemory)
	if h.held <= most {
		return
	}
	var runs []*run
	for _, id := range slices.Sorted(maps.Keys(h.actors)) {
		if r := h.actors[id].run; r.live() && r.vm != nil {
			runs = append(runs, r)
		}
	}
	heaviestFirst := func(a, b *run) int { return cmp.Compare(b.held, a.held) }
	slices.SortStableFunc(runs, heaviestFirst)
	for _, r := range runs {
		if r.weigh(r.vm.Measure()); h.held <= most {
			return
		}
	}
	slices.SortStableFunc(runs, heaviestFirst)
	for _, r := range runs {
		fault := contract.NewFault(contract.MemoryExhausted, fmt.Sprintf(
			"the scripts of this world hold more than %d KiB together, and of all this one holds most, %d KiB", most>>10, r.held>>10))
		if r.end(contract.RunFailed, fault); h.held <= most {
			return
		}
	}
}

// Activity says what an agent is doing, in the game's words where it has some: "digging 2 of 10", "waiting", "idle".
func (h *ScriptHost) Activity(c Player) string {
	h.guard.check("ScriptHost.Activity")
	return h.attach(c).run.activity()
}

// mustEvent panics for an event that the game does not declare: no script could handle it.
func (h *ScriptHost) mustEvent(name string) {
	if !slices.Contains(h.events, name) {
		panic("sdk: an event " + name + " was emitted, which the game does not declare")
	}
}

// Emit tells an agent's handlers that something happened. The arguments are what JSON can say. It only queues: the handler
// starts on the agent's tick. It panics for an event that the game does not declare.
func (h *ScriptHost) Emit(c Player, name string, args ...any) {
	h.guard.check("ScriptHost.Emit")
	h.mustEvent(name)
	h.attach(c).emit(event{name, args})
}

// Remove ends an agent's run, its actions cancelled, and forgets the agent, its saved scripts and its mem included; a call of
// it that waits answers on the next tick. An agent whose own verb or step removes it is unwound as soon as that returns.
// Unknown ids are ignored.
func (h *ScriptHost) Remove(id string) {
	h.guard.check("ScriptHost.Remove")
	a := h.actors[id]
	if a == nil {
		return
	}
	delete(h.actors, id)
	a.removed = true
	if a.run.live() {
		a.run.abandon()
	}
}

// errStranger is why an agent is not let in.
var errStranger = errors.New("it is not in this world and may not join")

// enlist finds an agent, and lets it join where the world is open to it.
func (h *ScriptHost) enlist(id, name string, open bool) (*actor, error) {
	p, ok := h.lookup(id)
	if !ok {
		if !open || h.stage.join == nil {
			return nil, errStranger
		}
		var err error
		if p, err = h.stage.join(id, name); err != nil {
			return nil, err
		}
	}
	return h.attach(p), nil
}

// attach finds what the host keeps of a player, and begins to keep it.
func (h *ScriptHost) attach(c Player) *actor {
	s := c.AgentState()
	if a := s.actor; a != nil && a.host == h && !a.removed {
		a.player = c
		return a
	}
	a := h.actors[s.id]
	if a == nil {
		a = &actor{host: h, id: s.id, lastCall: h.clock.Tick()}
		h.actors[s.id] = a
	}
	a.player = c
	s.actor = a
	return a
}

// seedOf is the seed of an agent's run: the world's, the agent's and the run's number.
func (h *ScriptHost) seedOf(id string, run int) uint64 {
	f := fnv.New64a()
	fmt.Fprintf(f, "%d/%s/%d", h.clock.Seed(), id, run)
	return f.Sum64()
}

// env is the closed world that an agent's script is checked against, with saving as one of its saved scripts. The check goes
// on without the lock: names are copied here, and the few that a script writes are resolved one by one under it.
func (h *ScriptHost) env(a *actor, args *contract.RunArgs) *checker.Env {
	known := map[string][]string{}
	for _, v := range h.rules.verbs {
		for _, arg := range v.Args {
			if _, done := known[arg.Kind]; arg.Type == contract.ArgName && !done {
				known[arg.Kind] = slices.Clone(h.rules.known(a.player, arg.Kind))
			}
		}
	}
	saved := a.doc.savedNames()
	if args.Name != "" && !slices.Contains(saved, args.Name) {
		saved = append(saved, args.Name)
	}
	env := &checker.Env{
		Verbs: h.rules.verbs, MeFields: h.meFields(), Events: h.rules.events, Globals: h.words, Refused: h.rules.refused, Saved: saved,
		Known: func(kind string) []string { return known[kind] },
		Knows: func(kind, name string) (ok bool) {
			h.guard.do(func() { _, ok = h.rules.resolve(a.player, kind, name) })
			return ok
		},
		Unknown: func(kind, name string) (line string) {
			h.guard.do(func() { line = h.rules.unknown(kind, name) })
			return line
		},
		Look: args.Mode == contract.ModeLook,
	}
	if h.rules.hint != nil {
		env.CountHint = func(verb, condition string) (hint string) {
			h.guard.do(func() { hint = h.rules.hint(verb, condition) })
			return hint
		}
	}
	return env
}

// faultOf turns the error of a script into what its agent is told.
func (h *ScriptHost) faultOf(agent string, e *lua.ScriptError) *contract.Fault {
	if e.Code == string(contract.Internal) {
		f := h.internal(agent, e.Panic, e.Trace)
		f.Line, f.Column, f.Script = e.Line, e.Column, e.Script
		return f
	}
	return &contract.Fault{
		Code: contract.Code(e.Code), Message: e.Message + calledFrom(e.Stack), Hint: e.Hint, Line: e.Line, Column: e.Column,
		Script: e.Script,
	}
}

// shownCallers bounds how many callers an error names: the slip is mostly in one of the nearest.
const shownCallers = 3

// calledFrom says through which functions a script came to the place of its error.
func calledFrom(stack []string) string {
	if len(stack) < 2 {
		return ""
	}
	callers := stack[1:]
	if len(callers) > shownCallers {
		callers = append(slices.Clone(callers[:shownCallers-1]), callers[len(callers)-1])
	}
	return "; called from " + strings.Join(callers, ", from ")
}

// internal logs what broke and returns the fault that leads to the log and tells nothing else.
func (h *ScriptHost) internal(agent string, what any, trace []byte) *contract.Fault {
	h.faults++
	f := contract.NewFault(contract.Internal, "something in the game broke; it is not your script's fault")
	f.Ref = fmt.Sprintf("t%d-%d", h.clock.Last(), h.faults)
	h.log.Error("internal fault", "ref", f.Ref, "agent", agent, "fault", fmt.Sprint(what), "stack", string(trace))
	return f
}

// protect calls code of the game for an agent. A panic of it is logged and becomes a fault.
func (h *ScriptHost) protect(agent string, f func()) *contract.Fault {
	if p := protected(f); p != nil {
		return h.internal(agent, p.Value, p.Stack)
	}
	return nil
}
