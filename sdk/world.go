package sdk

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mystic-sdk/contract"
)

// World is one running game with its tools. Safe for concurrent use. Worlds share nothing: each has its own lock, so more of
// them use more cores.
type World struct {
	// fixed at creation
	scripts *ScriptHost
	stage   *stage
	gateway *Gateway

	// the guard guards
	players []Player // reused each tick
	late    int64

	mu     sync.Mutex
	outbox []posted // mu guards
}

// posted is an event or a line of digest that waits for the next tick.
type posted struct {
	to    string
	event event
	line  string
}

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

// assemble makes a world of a game whose types are erased.
func assemble(r *rules, s *stage, opts *Options) (*World, error) {
	scripts, err := newHost(r, s.agent, opts)
	if err != nil {
		return nil, err
	}
	return newWorld(scripts, s)
}

func newWorld(scripts *ScriptHost, s *stage) (*World, error) {
	w := &World{scripts: scripts, stage: s, gateway: newGateway(scripts, s)}
	scripts.guard.strict.Store(true)
	var errs []error
	w.Do(func() {
		for _, id := range scripts.opts.Agents {
			if _, fault := w.gateway.actor(id); fault != nil {
				errs = append(errs, fmt.Errorf("agent %s: %s", contract.Quote(id, contract.MaxAgentID), fault.Message))
			}
		}
	})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return w, nil
}

// Tick plays one tick: the game's own, then every agent's script, then calls that waited for it. The agent that comes first
// changes from tick to tick.
func (w *World) Tick() { w.Do(w.tick) }

func (w *World) tick() {
	h := w.scripts
	h.clock.count++
	w.stage.advance(h.clock.tick(), h.clock.rand())
	w.deliver()
	w.players = w.players[:0]
	w.stage.agents(func(p Player) bool {
		w.players = append(w.players, p)
		return true
	})
	if n := len(w.players); n > 0 {
		first := int(h.clock.tick() % int64(n))
		for i := range n {
			h.tick(h.attach(w.players[(first+i)%n]))
		}
	}
	clear(w.players)
	w.gateway.OnTick()
}

// deliver hands over what Emit and Notify queued.
func (w *World) deliver() {
	w.mu.Lock()
	posts := w.outbox
	w.outbox = nil
	w.mu.Unlock()
	for _, p := range posts {
		player, ok := w.scripts.lookup(p.to)
		if !ok {
			continue // it left meanwhile
		}
		if a := w.scripts.attach(player); p.event.name != "" {
			a.emit(p.event)
		} else {
			a.digest(p.line, true)
		}
	}
}

// Do calls f with the world's lock held: the only door besides Tick to the game's state. It must not be called from the
// game's own functions, which hold the lock already.
func (w *World) Do(f func()) { w.scripts.guard.do(f) }

// Gateway returns the world's tools.
func (w *World) Gateway() *Gateway { return w.gateway }

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
// called from anywhere: the event comes with the next tick.
func (w *World) Emit(p Player, name string, args ...any) {
	w.post(posted{to: p.AgentState().ID(), event: event{name, slices.Clone(args)}})
}

// Notify adds a line to what an agent reads next, and wakes a call that waits. It only queues, as Emit.
func (w *World) Notify(p Player, text string) {
	w.post(posted{to: p.AgentState().ID(), line: contract.Clean(text, contract.MaxPrint)})
}

func (w *World) post(p posted) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.outbox = append(w.outbox, p)
}

// Remove ends an agent's run and takes it out of the world; the world forgets its mem and scripts. Unknown ids are ignored.
func (w *World) Remove(id string) {
	w.Do(func() {
		if p, ok := w.scripts.lookup(id); ok {
			w.scripts.Remove(id)
			w.stage.leave(p)
		}
	})
}

// Close ends every run, each action cancelled through the game, and makes waiting calls return and later ones answer
// unavailable. A world that is not needed any more must be closed: its scripts are parked goroutines. The agents' documents
// stay, so that Save still works.
func (w *World) Close() {
	w.gateway.Drain()
	w.Do(func() {
		w.stage.agents(func(p Player) bool {
			if a := w.scripts.attach(p); a.run.live() {
				a.run.drop()
			}
			return true
		})
	})
}

// TickLength is the real length of a tick, by which waits are counted.
func (w *World) TickLength() time.Duration { return w.scripts.tickLength() }

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
		if err := protected(func() { step(late) }); err != nil {
			return err
		}
		next = next.Add(every)
		timer.Reset(max(0, time.Until(next)))
	}
}

// protected calls f and turns a panic into an error.
func protected(f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{Value: p, Stack: debug.Stack()}
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
