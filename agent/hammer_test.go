package agent_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/agent"
)

// hammer calls every method of its Contexts from hooks, turns, owned work and strangers, by chance. It belongs to one session.
type hammer struct {
	stubborn bool // its turns often ignore their context, and nothing stops it before that tells
	mu       sync.Mutex
	rand     *rand.Rand
	running  atomic.Int64 // turns
	hooks    atomic.Int64 // that run now
	overlap  atomic.Bool  // two hooks ran at once
	calls    [9]atomic.Int64
	closed   atomic.Int64
}

func (h *hammer) chance(n int) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rand.IntN(n)
}

// strike calls one method. It ends the session rarely enough that sessions live for some hundred calls.
func (h *hammer) strike(ctx context.Context, c *agent.Context) {
	what := h.chance(len(h.calls))
	h.calls[what].Add(1)
	switch what {
	case 0:
		_ = c.Observation().Revision()
	case 1:
		select {
		case <-c.Done():
		default:
		}
	case 2:
		_, _ = c.Call(ctx, "say", map[string]any{"text": "hammer"})
	case 3:
		_ = c.Thinking()
	case 4:
		_ = c.SetThinking(ctx, h.chance(2) == 0)
	case 5:
		if h.chance(200) == 0 && !h.stubborn {
			c.Stop()
		}
	case 6:
		c.Interrupt()
	case 7:
		c.RequestTurn()
	case 8:
		c.Go(func(ctx context.Context) error { h.strike(ctx, c); return nil })
	}
}

// hook is the body of every hook.
func (h *hammer) hook(c *agent.Context) {
	if h.hooks.Add(1) > 1 {
		h.overlap.Store(true)
	}
	defer h.hooks.Add(-1)
	for range h.chance(4) {
		h.strike(context.Background(), c)
	}
}

func (h *hammer) turn(ctx context.Context, _ agent.Turn, c *agent.Context) error {
	h.running.Add(1)
	defer h.running.Add(-1)
	for range h.chance(20) {
		h.strike(ctx, c)
		time.Sleep(time.Duration(h.chance(50)) * time.Millisecond)
	}
	switch what := h.chance(20); {
	case what == 0:
		return unavailable
	case what == 1, h.stubborn && what < 10:
		time.Sleep(10 * time.Second) // whatever becomes of the context, so that the turn is given up
	}
	return nil
}

func (h *hammer) create(c *agent.Context) (agent.Policy, error) {
	h.hook(c)
	return agent.Policy{
		OnObservation: func(_ agent.Observation, _ []agent.Event, c *agent.Context) error { h.hook(c); return nil },
		OnTurn:        h.turn,
		Tick:          func(_ time.Time, c *agent.Context) error { h.hook(c); return nil },
		Close:         func() error { h.closed.Add(1); h.strike(context.Background(), c); return nil },
	}, nil
}

// Whatever is called from wherever, a session leaves once, closes its policy once, runs no two hooks at once, and leaves no
// goroutine behind when its turns have returned: the bubble would not end.
func TestHammer(t *testing.T) {
	var all [9]int64
	ends := map[string]bool{}
	for seed := range uint64(30) {
		synctest.Test(t, func(t *testing.T) {
			h := &hammer{stubborn: seed%5 == 0, rand: rand.New(rand.NewPCG(seed, 0))}
			v := newVillage()
			v.onCall = func(ctx context.Context, _ string) error {
				select {
				case <-time.After(time.Duration(h.chance(3)) * time.Millisecond):
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			var stranger *agent.Context
			p := play(t, v, func(c *agent.Context) (agent.Policy, error) {
				stranger = c
				return h.create(c)
			}, &agent.SessionOptions{TurnTimeout: time.Second, MaxPendingEvents: 4, Overflow: agent.OverflowCoalesce})
			changes := 200
			if h.stubborn {
				changes = 2000
			}
			for i := range changes {
				v.say([]string{"ann", "bob", "cid"}[h.chance(3)], strconv.Itoa(i))
				h.strike(t.Context(), stranger)
				time.Sleep(time.Duration(h.chance(60)) * time.Millisecond)
			}
			if seed%2 == 0 {
				p.cancel()
			} else {
				v.fail(errBroken)
			}
			<-p.over
			require.Equal(t, 1, v.left)
			require.EqualValues(t, 1, h.closed.Load())
			require.False(t, h.overlap.Load(), "hooks at once")
			allowed := []error{nil, errBroken, agent.ErrTurnStuck}
			require.True(t, slices.ContainsFunc(allowed, func(want error) bool { return errors.Is(p.err, want) }), "%v", p.err)
			if p.err == nil {
				ends["stopped"] = true
			} else {
				ends[p.err.Error()] = true
			}
			time.Sleep(time.Minute)
			require.Zero(t, h.running.Load(), "turns")
			for i := range all {
				all[i] += h.calls[i].Load()
			}
		})
	}
	goleak.VerifyNone(t)
	for what, n := range all {
		require.Greater(t, n, int64(100), "calls of method %d", what)
	}
	require.Len(t, ends, 3, "the sessions end in every way that they can: %v", ends)
}
