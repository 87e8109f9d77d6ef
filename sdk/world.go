package sdk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/outbox"
)

// Options of a world, or of parts that are wired by hand. The zero value works.
type Options struct {
	Seed  uint64 // of the world's and the agents' random streams; a game with a Clock gives its own
	Epoch string // what replies call this world; another one tells agents that it is not the one they knew. Empty: made from the seed

	Intro   string // first lines of the card; a Game gives its own
	Rules   string // the game's section of the card; a Game gives its own
	ShareTo string // where the game wants its card shared; empty: no such line

	Agents []string // ids that join at the start, besides the game's own

	TickLength time.Duration // real length of a tick, by which waits are counted; 0: 1/Rate seconds
	// StepsPerTick is how many steps each tick grants an agent's script; ten ticks' worth can be saved. A look has the steps of
	// one tick. 0: 20,000.
	StepsPerTick int64
	// WorldStepsPerTick is how many steps all scripts together may spend in a tick, looks apart. Each that goes on in the tick
	// may spend an equal part of it, whatever the others do, and what some of them leave others may spend who have saved
	// steps. A script that has spent its part pauses and goes on in the next tick. More than the pool is counted in a tick
	// only where scripts run into debt, which their next steps pay: each by at most one call (200,000 steps in the library,
	// whose work is not done before they are paid) and one audit of its memory (a step for each object in it).
	// 0: 1,000,000, which is enough for 50 scripts that never wait.
	WorldStepsPerTick int64

	MaxThink  int64 // steps without getting anywhere that end a run; 0: 1,000,000
	MaxMemory int64 // accounted bytes of an agent's live Lua data; 0: 4 MiB

	// MaxWorldMemory is how many accounted bytes of live Lua data all scripts together may hold, a stack of 16 KiB for each
	// included. Where they hold more at the end of a tick, the run that holds most ends with memory_exhausted. 0: 1 GiB.
	MaxWorldMemory int64

	Leash time.Duration // real time without a call after which an agent's script rests; 0: never

	Lock sync.Locker  // guards the world in place of its own lock, for a game that has one
	Log  *slog.Logger // faults of the game and the SDK; nil: discarded
}

// World is one running game with its tools. Safe for concurrent use. Worlds share nothing: each has its own lock, so more of
// them use more cores.
type World struct {
	// fixed at creation
	scripts *ScriptHost
	stage   *stage
	gateway *Gateway

	// the guard guards
	players []Player // reused each tick
	turns   []*run   // reused each tick
	late    int64

	// What each agent is told with the next tick. Of one event it holds as many as wait for a handler, of lines and of what
	// was heard as many as are kept for a reply; an older one that gives way is told as one that gave way there.
	outbox outbox.Box[delivery]
}

// The lanes of the outbox besides one for each event, whose name has no space.
const (
	laneSpeech    = "what was said"
	laneLines     = "lines of news"
	laneDismissal = "the dismissal"
)

// delivery does what was posted to an agent, of which so many older ones were dropped.
type delivery func(a *actor, dropped int)

// WorldFrom makes a world of parts that are wired by hand. Of opts those count that are the world's: Epoch, Intro, Rules,
// ShareTo, Agents, TickLength, Leash and Lock; nil means those that the host was built with. From then on the parts may be
// used only inside the game's own methods and World.Do.
func WorldFrom[C Player](scripts *ScriptHost, host GameHost[C], opts *Options) (*World, error) {
	s, err := stageOf(host)
	if err != nil {
		return nil, err
	}
	if opts != nil {
		scripts.configure(opts)
	}
	return newWorld(scripts, s)
}

func newWorld(scripts *ScriptHost, s *stage) (*World, error) {
	w := &World{scripts: scripts, stage: s, gateway: newGateway(scripts, s)}
	scripts.guard.strict.Store(true)
	var errs []error
	w.Do(func() {
		w.stage.agents(func(p Player) bool {
			scripts.attach(p)
			return true
		})
		for _, id := range scripts.opts.Agents {
			if _, err := scripts.enlist(id, id, true); err != nil {
				errs = append(errs, fmt.Errorf("agent %s: %w", contract.Quote(id, contract.MaxAgentID), err))
			}
		}
	})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return w, nil
}

// Tick plays one tick: the game's own; a step of every agent's action; the scripts of those whose action ended or who wait for
// nothing; then calls that waited for the tick. The agent that comes first, among the steps and among the scripts, changes from
// tick to tick.
func (w *World) Tick() { w.Do(w.tick) }

func (w *World) tick() {
	h := w.scripts
	h.clock.Advance()
	w.stage.advance(h.clock.Tick(), h.clock.Rand())
	w.deliver()
	w.players = w.players[:0]
	w.stage.agents(func(p Player) bool {
		w.players = append(w.players, p)
		return true
	})
	w.turns = w.turns[:0]
	if n := len(w.players); n > 0 {
		first := int(h.clock.Tick() % int64(n))
		for i := range n {
			if r := h.step(w.players[(first+i)%n]); r != nil {
				w.turns = append(w.turns, r)
			}
		}
	}
	h.pool.Open(len(w.turns)) // only now it is known among how many the pool is shared
	more := w.turns[:0]
	for _, r := range w.turns {
		if r.goOn() {
			more = append(more, r)
		}
	}
	h.pool.Share(len(more))
	for _, r := range more {
		r.goOn()
	}
	clear(w.players)
	clear(w.turns)
	h.lighten()
	w.gateway.wake()
}

// deliver does what Emit, Notify and Dismiss queued.
func (w *World) deliver() {
	for _, p := range w.outbox.Empty() {
		if player, ok := w.scripts.lookup(p.To); ok { // else it left meanwhile
			p.What(w.scripts.attach(player), p.Dropped)
		}
	}
}

// Do calls f with the world's lock held: the only door besides Tick to the game's state. It must not be called from the
// game's own functions, which hold the lock already.
func (w *World) Do(f func()) { w.scripts.guard.do(f) }

// Gateway returns the world's tools.
func (w *World) Gateway() *Gateway { return w.gateway }

// Stubs returns what scripts of the world can call as a Lua file of annotations for editors, as [checker.Stubs] does. The title
// is put into its first line.
func (w *World) Stubs(title string) string {
	h := w.scripts
	return checker.Stubs(title, &checker.Env{Verbs: h.rules.verbs, MeFields: h.meFields(), Events: h.rules.events, Globals: h.words})
}

// AgentIDs returns the agents that are in the world, in the game's order.
func (w *World) AgentIDs() []string {
	var ids []string
	w.Do(func() {
		w.stage.agents(func(p Player) bool {
			ids = append(ids, p.AgentState().ID())
			return true
		})
	})
	return ids
}

// Emit tells an agent's handlers that something happened. The arguments are what JSON can say. It only queues, and so may be
// called from anywhere: the event comes with the next tick. Until then an agent's newest 16 of each event are kept, of heard the
// newest 200; how many older ones were dropped is told to an agent that has a handler for them, and of heard to every one. It
// panics for an event that the game does not declare.
func (w *World) Emit(p Player, name string, args ...any) {
	w.scripts.mustEvent(name)
	e := event{name, slices.Clone(args)}
	lane, most := outbox.Lane{To: p.AgentState().ID(), Kind: name}, contract.MaxEvents
	if e.speech() {
		lane.Kind, most = laneSpeech, contract.KeptLines
	}
	w.outbox.Add(lane, most, func(a *actor, dropped int) {
		if dropped > 0 {
			a.missed(e, dropped)
		}
		a.emit(e)
	})
}

// Notify adds a line to what an agent reads next, and wakes a call that waits. It only queues, as Emit: an agent's newest 200
// lines are kept, and it is told how many older ones it lost.
func (w *World) Notify(p Player, text string) {
	line := contract.Clean(text, contract.MaxPrint)
	w.outbox.Add(outbox.Lane{To: p.AgentState().ID(), Kind: laneLines}, contract.KeptLines, func(a *actor, dropped int) {
		a.log.Miss(dropped)
		a.digest(line, true)
	})
}

// Dismiss is Remove for the game's own functions, as when a player dies: it only queues, as Emit, and whoever has the player's
// id when the next tick begins is taken out then.
func (w *World) Dismiss(p Player) {
	w.outbox.Once(outbox.Lane{To: p.AgentState().ID(), Kind: laneDismissal}, func(a *actor, _ int) { w.remove(a.id) })
}

// Remove ends an agent's run, its actions cancelled, and takes it out of the world, which forgets its mem and scripts; a call
// of it that waits answers on the next tick. Unknown ids are ignored. It must not be called from the game's own functions,
// which hold the lock already: Dismiss is for them.
func (w *World) Remove(id string) { w.Do(func() { w.remove(id) }) }

func (w *World) remove(id string) {
	if p, ok := w.scripts.lookup(id); ok {
		w.scripts.Remove(id)
		w.stage.leave(p)
	}
}

// Close ends every run as interrupted, each action cancelled through the game, and makes waiting calls return and later ones
// answer unavailable. A world that is not needed any more must be closed: its scripts are parked goroutines. The agents'
// documents stay, so that Save still works.
func (w *World) Close() {
	w.gateway.Drain()
	w.Do(func() {
		for _, id := range slices.Sorted(maps.Keys(w.scripts.actors)) {
			if a := w.scripts.actors[id]; a != nil && a.run.live() {
				a.run.end(contract.RunInterrupted, nil)
			}
		}
	})
}

// TickLength is the real length of a tick, by which waits are counted.
func (w *World) TickLength() time.Duration { return w.scripts.clock.Length() }

// Late returns how many ticks Run began late.
func (w *World) Late() int64 {
	var n int64
	w.Do(func() { n = w.late })
	return n
}

// Run ticks the world every so often, 0 meaning TickLength, until ctx ends; it returns nil then. A tick that comes late is
// counted and never made up for in a bunch. A panic of the game's code ends it with an error.
func (w *World) Run(ctx context.Context, every time.Duration) error {
	if every <= 0 {
		every = w.TickLength()
	}
	return tickLoop(ctx, every, func(late bool) {
		w.Do(func() {
			if late {
				w.late++
			}
			w.tick()
		})
	})
}

// StartTickLoop is World.Run for parts that are wired by hand: it calls step under the lock that Gateway.Do takes.
func StartTickLoop(ctx context.Context, g *Gateway, every time.Duration, step func()) error {
	return tickLoop(ctx, every, func(bool) { g.Do(step) })
}

func tickLoop(ctx context.Context, every time.Duration, step func(late bool)) error {
	next := time.Now().Add(every)
	timer := time.NewTimer(every)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		}
		now := time.Now()
		late := now.Sub(next) >= every
		if late {
			next = now
		}
		if p := protected(func() { step(late) }); p != nil {
			return p
		}
		next = next.Add(every)
		timer.Reset(max(0, time.Until(next)))
	}
}

// protected calls f and returns what it panicked with, nil where it did not.
func protected(f func()) (panicked *PanicError) {
	defer func() {
		if p := recover(); p != nil {
			panicked = &PanicError{Value: p, Stack: debug.Stack()}
		}
	}()
	f()
	return nil
}

// PanicError is the end of a world whose game panicked.
type PanicError struct {
	Value any
	Stack []byte // for the log
}

// Error says what the game panicked with.
func (e *PanicError) Error() string { return fmt.Sprintf("the game's code panicked: %v", e.Value) }

// guard is the lock of a world, and the knowledge of whether it is held.
type guard struct {
	lock   sync.Locker
	inside atomic.Bool
	strict atomic.Bool // the parts belong to a World: calling them outside its doors is a programmer's mistake
}

// do calls f under the lock.
func (g *guard) do(f func()) {
	g.lock.Lock()
	g.inside.Store(true)
	defer func() {
		g.inside.Store(false)
		g.lock.Unlock()
	}()
	f()
}

// check panics when a part of a World is used outside the World's doors.
func (g *guard) check(method string) {
	if g.strict.Load() && !g.inside.Load() {
		panic("sdk: " + method + " was called outside World.Tick and World.Do, which alone may touch the world's state")
	}
}
