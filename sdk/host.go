package sdk

import (
	"fmt"
	"hash/fnv"
	"log/slog"
	"slices"
	"strconv"
	"sync"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
	"mystic-sdk/sdk/internal/programs"
)

// ScriptHost plays the scripts of all agents of one world: one Lua state per agent that has something running, each run a
// coroutine under a budget. It is not safe for concurrent use: its methods are called under the world's lock, which a
// World and StartTickLoop take care of.
type ScriptHost struct {
	// fixed at creation
	rules        *rules
	lookup       func(id string) (Player, bool)
	sandbox      *lua.Sandbox
	programs     *programs.Cache
	words        []string // the globals of the prelude
	log          *slog.Logger
	stepsPerTick int64
	opts         Options
	epoch        string
	guard        *guard

	// the guard guards
	clock  clock
	stage  *stage // nil until a Gateway is built on the host
	actors map[string]*actor
	faults int
	leash  int64 // ticks without a call after which scripts rest; 0: never
}

// NewScriptHost builds a host from a game. Lookup finds a player by id. The error names what is wrong with a verb, with an optional method's signature,
// or with the prelude.
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
	if err := checkVerbs(r.verbs); err != nil {
		return nil, err
	}
	h := &ScriptHost{
		rules: r, lookup: lookup, log: opts.Log, opts: *opts, stepsPerTick: opts.StepsPerTick,
		clock: newClock(r, opts.Seed), actors: map[string]*actor{}, programs: programs.New(), guard: &guard{lock: &sync.Mutex{}},
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	if h.stepsPerTick <= 0 {
		h.stepsPerTick = defaultStepsPerTick
	}
	h.configure(opts)
	sandbox, err := lua.NewSandbox(&lua.Options{
		Words: h.luaWords(), Objects: map[string]lua.Object{"me": h.meObject()}, Prelude: defaultPrelude + r.prelude,
		MaxThink: opts.MaxThink, MaxBucket: bucketTicks * h.stepsPerTick, MaxMemory: opts.MaxMemory,
	})
	if err != nil {
		return nil, fmt.Errorf("build the sandbox: %w", err)
	}
	h.sandbox = sandbox
	h.words = preludeWords(r.prelude)
	return h, nil
}

// configure takes over the options that are a world's.
func (h *ScriptHost) configure(o *Options) {
	h.opts.Intro, h.opts.Rules, h.opts.ShareTo, h.opts.Agents = o.Intro, o.Rules, o.ShareTo, o.Agents
	h.opts.TickLength, h.opts.Leash = o.TickLength, o.Leash
	if o.Lock != nil {
		h.guard.lock = o.Lock
	}
	h.leash = 0
	if o.Leash > 0 {
		h.leash = max(1, int64(o.Leash/h.tickLength()))
	}
	if h.epoch = o.Epoch; h.epoch == "" {
		h.epoch = strconv.FormatUint(h.clock.seed, 16)
	}
}

// preludeWords lists the globals that a prelude sets.
func preludeWords(prelude string) []string {
	chunk, errs := syntax.Parse("prelude", prelude)
	if len(errs) > 0 {
		return nil // the sandbox has refused it
	}
	var words []string
	add := func(target syntax.Expr) {
		if name, ok := target.(*syntax.Ident); ok && !slices.Contains(words, name.Name) {
			words = append(words, name.Name)
		}
	}
	for _, stmt := range chunk.Body.Stmts {
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

// checkVerbs refuses verbs that could not be bound.
func checkVerbs(verbs []contract.VerbSpec) error {
	taken := map[string]string{}
	for _, w := range contract.Words() {
		taken[w.Name] = "a word of the SDK"
	}
	for _, g := range contract.LibraryGlobals() {
		taken[g] = "a word of Lua"
	}
	for t := range contract.LibraryTables() {
		taken[t] = "a library of Lua"
	}
	for _, v := range verbs {
		if what, ok := taken[v.Name]; ok {
			return fmt.Errorf("verb %s: the name is %s already", v.Name, what)
		}
		taken[v.Name] = "another verb"
		if v.Kind != contract.Action && v.Kind != contract.Sense {
			return fmt.Errorf("verb %s: its kind is neither action nor sense", v.Name)
		}
	}
	return nil
}

// Tick lets one agent's script have its tick: a step of its action, or the script itself.
func (h *ScriptHost) Tick(c Player) {
	h.guard.check("ScriptHost.Tick")
	h.tick(h.attach(c))
}

func (h *ScriptHost) tick(a *actor) {
	r := a.run
	if !r.live() {
		a.usage.Idle++
		return
	}
	if h.leash > 0 && h.clock.tick()-a.lastCall >= h.leash {
		if !a.resting {
			a.resting = true
			a.digest("no call for "+h.opts.Leash.String()+": the script rested until this one", false)
		}
		a.usage.Resting++
	}
	r.tick()
}

// Activity says what an agent is doing, in the game's words where it has some: "digging 2 of 10", "waiting", "idle".
func (h *ScriptHost) Activity(c Player) string {
	h.guard.check("ScriptHost.Activity")
	return h.attach(c).run.activity()
}

// Emit tells an agent's handlers that something happened. The arguments are what JSON can say. It only queues: the handler
// starts on the agent's tick.
func (h *ScriptHost) Emit(c Player, name string, args ...any) {
	h.guard.check("ScriptHost.Emit")
	h.attach(c).emit(event{name, args})
}

// Remove ends an agent's run and forgets the agent, its saved scripts and its mem included.
func (h *ScriptHost) Remove(id string) {
	h.guard.check("ScriptHost.Remove")
	if a := h.actors[id]; a != nil {
		delete(h.actors, id)
		a.player.AgentState().actor = nil
		if a.run != nil {
			a.run.abandon()
		}
	}
}

// attach finds what the host keeps of a player, and begins to keep it.
func (h *ScriptHost) attach(c Player) *actor {
	s := c.AgentState()
	if a := s.actor; a != nil && a.host == h {
		a.player = c
		return a
	}
	a := h.actors[s.id]
	if a == nil {
		a = &actor{host: h, id: s.id, lastCall: h.clock.tick()}
		h.actors[s.id] = a
	}
	a.player = c
	s.actor = a
	return a
}

// seedOf is the seed of an agent's run: the world's, the agent's and the run's number.
func (h *ScriptHost) seedOf(id string, run int) uint64 {
	f := fnv.New64a()
	fmt.Fprintf(f, "%d/%s/%d", h.clock.seed, id, run)
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
	return &checker.Env{
		Verbs: h.rules.verbs, MeFields: h.meFields(), Events: h.rules.events, Globals: h.words, Refused: h.rules.refused, Saved: saved,
		Knows: func(kind, name string) (ok bool) {
			h.guard.do(func() { _, ok = h.rules.resolve(a.player, kind, name) })
			return ok
		},
		Known: func(kind string) []string { return known[kind] }, Unknown: h.rules.unknown, CountHint: h.rules.hint,
		Look: args.Mode == contract.ModeLook,
	}
}

// faultOf turns the error of a script into what its agent is told.
func (h *ScriptHost) faultOf(agent string, e *lua.ScriptError) *contract.Fault {
	if e.Code == string(contract.Internal) {
		f := h.internal(agent, e.Panic, e.Trace)
		f.Line, f.Column, f.Script = e.Line, e.Column, e.Script
		return f
	}
	return &contract.Fault{
		Code: contract.Code(e.Code), Message: e.Message, Hint: e.Hint, Line: e.Line, Column: e.Column, Script: e.Script,
	}
}

// internal logs what broke and returns the fault that leads to the log and tells nothing else.
func (h *ScriptHost) internal(agent string, what any, trace []byte) *contract.Fault {
	h.faults++
	ref := fmt.Sprintf("t%d-%d", h.clock.tick(), h.faults)
	h.log.Error("internal fault", "ref", ref, "agent", agent, "fault", fmt.Sprint(what), "stack", string(trace))
	info, _ := contract.LookupCode(contract.Internal)
	return &contract.Fault{Code: contract.Internal, Message: "something in the game broke; it is not your script's fault", Hint: info.Hint, Ref: ref}
}

func invalid(message, hint string) *contract.Fault {
	return &contract.Fault{Code: contract.InvalidArgument, Message: message, Hint: hint}
}
