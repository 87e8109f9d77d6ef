package agent_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
)

// bubble gives a test a clock of its own, which moves when everything waits.
func bubble(f func(t *testing.T)) func(*testing.T) {
	return func(t *testing.T) { synctest.Test(t, f) }
}

// pass lets time go by, until everything that is due then has happened.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// played is a session that a test runs.
type played struct {
	t       *testing.T
	village *village
	cancel  context.CancelFunc
	err     error
	over    chan struct{}
}

// play runs a session in the background, until everything waits.
func play(t *testing.T, v *village, create agent.Create, opts *agent.SessionOptions) *played {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	p := &played{t: t, village: v, cancel: cancel, over: make(chan struct{})}
	t.Cleanup(cancel)
	go func() {
		defer close(p.over)
		p.err = agent.RunSession(ctx, v, v.first(), create, opts)
	}()
	synctest.Wait()
	return p
}

// running requires that the session has not ended.
func (p *played) running() {
	p.t.Helper()
	select {
	case <-p.over:
		require.Fail(p.t, "the session has ended", "%v", p.err)
	default:
	}
}

// end requires that the session has ended without time passing, with exactly one departure, which was the last call, and
// returns its error.
func (p *played) end() error {
	p.t.Helper()
	synctest.Wait()
	select {
	case <-p.over:
	default:
		require.Fail(p.t, "the session has not ended")
	}
	journal := p.village.wrote()
	require.Equal(p.t, "leave", journal[len(journal)-1], "the last call")
	require.Equal(p.t, 1, p.village.left, "departures")
	require.NoError(p.t, p.village.leaveErr, "a departure is not cancelled with the session")
	return p.err
}

// policy makes a Create of a finished policy.
func policy(p agent.Policy) agent.Create {
	return func(*agent.Context) (agent.Policy, error) { return p, nil }
}

// turns records what a policy was given, and holds each turn until it is released.
type turns struct {
	mu      sync.Mutex
	given   [][]string
	lost    []int
	running int
	most    int // running at once
	release chan error
}

func newTurns() *turns { return &turns{release: make(chan error)} }

// hold is an OnTurn that ignores its context, and returns what release brings.
func (r *turns) hold(_ context.Context, turn agent.Turn, _ *agent.Context) error {
	r.note(turn)
	r.count(1)
	err := <-r.release
	r.count(-1)
	return err
}

// play runs a session whose policy holds its turns, and hands out its context.
func (r *turns) play(t *testing.T, v *village, opts *agent.SessionOptions) (*played, *agent.Context) {
	t.Helper()
	var c *agent.Context
	p := play(t, v, func(own *agent.Context) (agent.Policy, error) {
		c = own
		return agent.Policy{OnTurn: r.hold}, nil
	}, opts)
	return p, c
}

func (r *turns) count(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running += n
	r.most = max(r.most, r.running)
}

func (r *turns) note(turn agent.Turn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.given = append(r.given, names(turn.Events))
	r.lost = append(r.lost, turn.Lost)
}

// The lock in what follows orders what a test has read before what a later turn writes; the bubble's clock does not.

func (r *turns) batches() [][]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.given)
}

func (r *turns) losses() []int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.lost)
}

func (r *turns) atOnce() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.most
}

// let ends the turn that is held.
func (r *turns) let(err error) {
	r.release <- err
	synctest.Wait()
}

// say is a call of the village's.
func say(ctx context.Context, c *agent.Context, text string) error {
	_, err := c.Call(ctx, "say", map[string]any{"text": text})
	return err
}
