package mcpserver_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// game is a small game behind the tools. Things happen to agents as lines; run and status wait for a line that was not
// told yet; a line is told when a reply that carried it was acknowledged.
type game struct {
	mu      sync.Mutex
	changed chan struct{}       // closed and made anew whenever something below changes
	lines   map[string][]string // by agent; the first has revision 1
	urgent  map[string]int64    // the newest line that wakes
	told    map[string]int64
	acks    []ack
	waiting int
	calls   []callSeen
}

type ack struct {
	agent string
	mark  int64
}

// callSeen is a call as it reached the game.
type callSeen struct {
	agent, tool, args string
	meta              sdk.Meta
}

func newGame() *game {
	return &game{
		changed: make(chan struct{}), lines: map[string][]string{}, urgent: map[string]int64{}, told: map[string]int64{},
	}
}

// happen adds a line for an agent and wakes its calls.
func (g *game) happen(agent, line string) {
	g.change(func() {
		g.lines[agent] = append(g.lines[agent], line)
		g.urgent[agent] = int64(len(g.lines[agent]))
	})
}

// gather adds a line that waits for the next reply.
func (g *game) gather(agent, line string) {
	g.change(func() { g.lines[agent] = append(g.lines[agent], line) })
}

func (g *game) change(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f()
	close(g.changed)
	g.changed = make(chan struct{})
}

// until blocks until ok, which is asked with the game's lock held, is true.
func (g *game) until(t testing.TB, ok func() bool) {
	t.Helper()
	require.True(t, g.await(patience(t), ok), "what should come at once did not come")
}

// untilWaiting blocks until so many calls wait.
func (g *game) untilWaiting(t testing.TB, n int) {
	t.Helper()
	g.until(t, func() bool { return g.waiting == n })
}

// await is until, given up when ctx ends.
func (g *game) await(ctx context.Context, ok func() bool) bool {
	for {
		g.mu.Lock()
		done, changed := ok(), g.changed
		g.mu.Unlock()
		if done {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}

func (g *game) acknowledged() []ack {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]ack(nil), g.acks...)
}

func (g *game) seen() []callSeen {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]callSeen(nil), g.calls...)
}

func (g *game) Card() string { return "This is the card.\nDig." }

func (g *game) Ack(agent string, mark int64) {
	g.change(func() {
		g.acks = append(g.acks, ack{agent, mark})
		g.told[agent] = max(g.told[agent], mark)
	})
}

func (g *game) Call(ctx context.Context, agent, tool string, args json.RawMessage, meta sdk.Meta) *contract.Reply {
	g.change(func() { g.calls = append(g.calls, callSeen{agent, tool, string(args), meta}) })
	parsed, fault := contract.ParseArgs(tool, args)
	if fault != nil {
		return &contract.Reply{Error: fault}
	}
	switch a := parsed.(type) {
	case contract.RunArgs:
		g.wait(ctx, agent, a.Wait)
		reply := g.news(agent)
		reply.Run = &contract.Run{ID: "7", State: contract.RunRunning, Activity: "digging", Line: 1, Ticks: 12}
		reply.RunLines = []string{reply.Run.Text()}
		return reply
	case contract.StatusArgs:
		g.wait(ctx, agent, a.Wait)
		return g.news(agent)
	case contract.AskArgs:
		if a.About == "break" {
			panic("a secret of the game")
		}
		return &contract.Reply{OK: true, Answer: []string{"nothing is known of " + a.About}}
	default:
		return &contract.Reply{OK: true, Answer: strings.Split(g.Card(), "\n")}
	}
}

// wait blocks until the agent has an urgent line that was not told when the call came. This game's ticks stand still, so only ctx bounds it.
func (g *game) wait(ctx context.Context, agent string, seconds float64) {
	if seconds == 0 {
		return
	}
	var from int64
	g.change(func() { g.waiting++; from = g.told[agent] })
	defer g.change(func() { g.waiting-- })
	g.await(ctx, func() bool { return g.urgent[agent] > from })
}

func (g *game) news(agent string) *contract.Reply {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := int64(len(g.lines[agent]))
	return &contract.Reply{
		OK: true, Digest: append([]string(nil), g.lines[agent][g.told[agent]:]...), State: "mine · gold 3",
		Revision: at, Mark: at,
	}
}
