package mcpserver_test

import (
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// game is a world of the SDK whose clock the test moves, with its gateway watched: what reached it, what was acknowledged,
// and how many calls are in it.
type game struct {
	*sdk.Gateway
	world   *sdk.World
	diggers map[string]*digger // the world's lock guards it

	mu      sync.Mutex
	changed chan struct{} // closed and made anew whenever something below changes
	acks    []ack
	inside  int
	calls   []callSeen
}

// digger is a player.
type digger struct {
	sdk.Agent
	news []string
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

// newGame makes a world in which max and ann dig for ever.
func newGame(t testing.TB) *game {
	g := &game{diggers: map[string]*digger{}, changed: make(chan struct{})}
	dig := sdk.Action("dig", "Digs.", sdk.Steps[*digger, struct{}, struct{}]{
		Start: func(*digger, struct{}) (struct{}, *sdk.Outcome) { return struct{}{}, nil },
		Step:  func(*digger, *struct{}) (sdk.Outcome, bool) { return sdk.Outcome{}, false },
		Label: func(*digger, *struct{}) string { return "digging" },
	})
	world, err := sdk.NewWorld(&sdk.Game[*digger]{
		Name: "diggers", Intro: "You dig.", Verbs: []sdk.Verb[*digger]{dig}, Start: []string{"max", "ann"}, Closed: true,
		Join: func(id, name string) (*digger, error) {
			g.diggers[id] = &digger{Agent: sdk.NewAgentState(id, name)}
			return g.diggers[id], nil
		},
		Status: func(*digger) sdk.StateLine { return sdk.StateLine{Where: "mine"} },
		Digest: func(d *digger) []string {
			news := d.news
			d.news = nil
			return news
		},
		Ask: func(*digger, string) string { return "Nothing is known of it." },
	}, nil)
	require.NoError(t, err)
	t.Cleanup(world.Close)
	g.world, g.Gateway = world, world.Gateway()
	return g
}

// happen tells an agent something that wakes its calls.
func (g *game) happen(agent, line string) {
	g.world.Do(func() { g.world.Notify(g.diggers[agent], line) })
	g.world.Tick()
}

// gather tells an agent something that comes with its next reply.
func (g *game) gather(agent, line string) {
	g.world.Do(func() { g.diggers[agent].news = append(g.diggers[agent].news, line) })
}

func (g *game) Call(ctx context.Context, agent, tool string, args json.RawMessage, meta sdk.Meta) *contract.Reply {
	g.change(func() {
		g.calls = append(g.calls, callSeen{agent, tool, string(args), meta})
		g.inside++
	})
	defer g.change(func() { g.inside-- })
	if strings.Contains(string(args), `"break"`) {
		panic("a secret of the game") // a Gateway catches what its game panics with; this is what breaks beside it
	}
	return g.Gateway.Call(ctx, agent, tool, args, meta)
}

func (g *game) Ack(agent string, mark int64) {
	g.Gateway.Ack(agent, mark)
	g.change(func() { g.acks = append(g.acks, ack{agent, mark}) })
}

func (g *game) change(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f()
	close(g.changed)
	g.changed = make(chan struct{})
}

// until blocks until ok, which is asked with mu held, is true.
func (g *game) until(t testing.TB, ok func() bool) {
	t.Helper()
	ctx := patience(t)
	for {
		g.mu.Lock()
		done, changed := ok(), g.changed
		g.mu.Unlock()
		if done {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			require.Fail(t, "what should come at once did not come")
		}
	}
}

// untilInside blocks until so many calls are in the game, where they wait.
func (g *game) untilInside(t testing.TB, n int) {
	t.Helper()
	g.until(t, func() bool { return g.inside == n })
}

// untilTold blocks until so many replies were acknowledged.
func (g *game) untilTold(t testing.TB, n int) {
	t.Helper()
	g.until(t, func() bool { return len(g.acks) >= n })
}

// acknowledged returns the agents to whom something was told, one for each reply.
func (g *game) acknowledged() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var agents []string
	for _, a := range g.acks {
		agents = append(agents, a.agent)
	}
	return agents
}

// wakeFor makes something happen to an agent, again and again, until one of its calls answers. Once is not enough: a call
// that comes to its wait after another one has told the news waits for the next.
func wakeFor[T any](t testing.TB, g *game, agent string, answers <-chan T) T {
	t.Helper()
	ctx := patience(t)
	for {
		select {
		case answer := <-answers:
			return answer
		case <-ctx.Done():
			require.Fail(t, "no call answers")
		default:
			g.happen(agent, "rain")
			runtime.Gosched()
		}
	}
}

func (g *game) seen() []callSeen {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]callSeen(nil), g.calls...)
}
