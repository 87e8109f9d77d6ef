package scape_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
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

// remote is a village whose calls a test can answer instead.
type remote struct {
	*scapetest.Village
	answer func(ctx context.Context, name string, args map[string]any) (result json.RawMessage, answered bool)
}

func (r *remote) CallTool(ctx context.Context, name string, args map[string]any) (json.RawMessage, error) {
	if r.answer != nil {
		if result, answered := r.answer(ctx, name, args); answered {
			return result, ctx.Err()
		}
	}
	return r.Village.CallTool(ctx, name, args)
}

// enter enters a village.
func enter(t *testing.T, client scape.Client, opts *scape.WorldOptions) *scape.World {
	t.Helper()
	world, first, err := scape.Enter(t.Context(), scape.MCPTools(client), opts)
	require.NoError(t, err)
	_, err = world.Diff(first)
	require.NoError(t, err)
	return world
}

// played is a session that a test runs in a bubble.
type played struct {
	t       *testing.T
	village *scapetest.Village
	context *agent.Context
	err     error
	over    chan struct{}
}

// session enters a village and runs a session in the background, until everything waits.
func session(t *testing.T, r *remote, policy agent.Policy) *played {
	t.Helper()
	p := &played{t: t, village: r.Village, over: make(chan struct{})}
	world, first, err := scape.Enter(t.Context(), scape.MCPTools(r), nil)
	require.NoError(t, err)
	go func() {
		defer close(p.over)
		p.err = agent.RunSession(t.Context(), world, first, func(c *agent.Context) (agent.Policy, error) {
			p.context = c
			return policy, nil
		}, nil)
	}()
	synctest.Wait()
	return p
}

// end stops the session, which must have been running, and requires that it has left once and last.
func (p *played) end() {
	p.t.Helper()
	select {
	case <-p.over:
		require.Fail(p.t, "the session has ended", "%v", p.err)
	default:
	}
	p.context.Stop()
	<-p.over
	require.NoError(p.t, p.err)
	called := p.village.Tools()
	require.Equal(p.t, scape.ToolLeave, called[len(called)-1])
	require.NotContains(p.t, called[:len(called)-1], scape.ToolLeave)
}

// say speaks.
func say(ctx context.Context, c scape.Caller, text string) error {
	_, err := c.Call(ctx, scape.ToolSpeak, map[string]any{"text": text})
	return err
}

// show has the world show an agent's text, whatever it said.
func show(t *testing.T, v *scapetest.Village, w *scape.World, text string) {
	t.Helper()
	v.Change(func(s *scape.Snapshot) { s.Self.Text = text })
	_, err := w.Diff(v.Observation())
	require.NoError(t, err)
}
