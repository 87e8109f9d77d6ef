package agent_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
)

// plain is a village that cannot show that its agent thinks.
type plain struct{ agent.World }

func TestThinkingIsKeptForAPlainWorld(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		var seen []bool
		err := agent.RunSession(t.Context(), plain{v}, v.first(), policy(agent.Policy{
			OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
				seen = append(seen, c.Thinking())
				require.NoError(t, c.SetThinking(ctx, true))
				seen = append(seen, c.Thinking())
				c.Interrupt()
				require.ErrorIs(t, c.SetThinking(ctx, true), agent.ErrTurnOver)
				require.NoError(t, c.SetThinking(ctx, false))
				seen = append(seen, c.Thinking())
				c.Stop()
				return nil
			},
		}), nil)
		require.NoError(t, err)
		require.Equal(t, []bool{false, true, false}, seen)
		require.Equal(t, []string{"leave"}, v.wrote())
	})(t)
}

// A world that shows thinking through its calls can lose the connection there, and can be cut off there.
func TestThinkingThatFails(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		v.onThink = func(context.Context, bool) error { return agent.ErrConnectionLost }
		p := play(t, v, policy(agent.Policy{OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
			_ = c.SetThinking(ctx, true)
			return nil
		}}), nil)
		require.ErrorIs(t, p.end(), agent.ErrConnectionLost)

		v = newVillage()
		v.onThink = func(ctx context.Context, _ bool) error { <-ctx.Done(); return ctx.Err() }
		var session *agent.Context
		var interrupted error
		p = play(t, v, func(c *agent.Context) (agent.Policy, error) {
			session = c
			return agent.Policy{OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
				interrupted = c.SetThinking(ctx, true)
				return interrupted
			}}, nil
		}, nil)
		session.Interrupt()
		synctest.Wait()
		require.ErrorIs(t, interrupted, agent.ErrTurnOver)
		var ended error
		go func() { ended = session.SetThinking(context.Background(), true) }()
		synctest.Wait()
		session.Stop()
		require.NoError(t, p.end())
		require.ErrorIs(t, ended, agent.ErrEnded)
	})(t)
}

// What a policy does after the end changes nothing and waits for nothing.
func TestAfterTheEnd(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		r := newTurns()
		p, c := r.play(t, v, nil)
		r.let(nil)
		p.cancel()
		require.NoError(t, p.end())
		require.ErrorIs(t, say(t.Context(), c, "late"), agent.ErrEnded)
		require.NoError(t, c.SetThinking(t.Context(), true))
		require.NoError(t, c.SetThinking(t.Context(), false))
		c.RequestTurn()
		c.Interrupt()
		c.Stop()
		pass(time.Minute)
		<-c.Done()
		require.Len(t, r.batches(), 1)
		require.Equal(t, []string{"leave"}, v.wrote())
		require.EqualValues(t, 1, c.Observation().Revision())
	})(t)
}

// A call ends with the caller's context, too, and then its error is the world's.
func TestCallersContext(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		v.onCall = func(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() }
		var took time.Duration
		var got error
		p := play(t, v, policy(agent.Policy{OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
			began := time.Now()
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			got = say(ctx, c, "hello")
			took = time.Since(began)
			return nil
		}}), nil)
		pass(time.Second)
		require.ErrorIs(t, got, context.DeadlineExceeded)
		require.Equal(t, time.Second, took)
		p.running()
		p.cancel()
		require.NoError(t, p.end())
	})(t)
}

func TestRefusedArguments(t *testing.T) {
	v := newVillage()
	require.ErrorIs(t, agent.RunSession(t.Context(), nil, v.first(), policy(agent.Policy{}), nil), agent.ErrOptions)
	require.ErrorIs(t, agent.RunSession(t.Context(), v, nil, policy(agent.Policy{}), nil), agent.ErrOptions)
	require.ErrorIs(t, agent.RunSession(t.Context(), v, v.first(), nil, nil), agent.ErrOptions)
	require.ErrorIs(t, agent.RunPresence(t.Context(), nil, policy(agent.Policy{}), nil), agent.ErrOptions)
	require.ErrorIs(t, agent.RunPresence(t.Context(), &inn{}, nil, nil), agent.ErrOptions)
	require.Empty(t, v.wrote())
}

// blind is a village that shows nothing.
type blind struct{ *village }

func (blind) Observe(context.Context, int64, time.Duration) (agent.Observation, error) {
	return nil, nil
}

// blindInn enters a village, and shows nothing of it.
type blindInn struct{ *inn }

func (i blindInn) Enter(ctx context.Context) (agent.World, agent.Observation, error) {
	world, _, err := i.inn.Enter(ctx)
	return world, nil, err
}

func TestNoObservation(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		err := agent.RunSession(t.Context(), blind{v}, v.first(), policy(agent.Policy{}), nil)
		require.EqualError(t, err, "observe: the world gave no observation")
		require.Equal(t, 1, v.left)

		i := &inn{}
		err = agent.RunPresence(t.Context(), blindInn{i}, policy(agent.Policy{}), nil)
		require.EqualError(t, err, "enter: the world gave no observation")
		require.Equal(t, 1, i.villages[0].left)
	})(t)
}

// A policy that cannot be made again ends presence, which has left the world that it came back to.
func TestPresenceCannotMakeItsPolicy(t *testing.T) {
	bubble(func(t *testing.T) {
		i := &inn{}
		broken := errors.New("no model")
		err := agent.RunPresence(t.Context(), i, func(*agent.Context) (agent.Policy, error) { return agent.Policy{}, broken }, nil)
		require.ErrorIs(t, err, broken)
		require.Equal(t, []string{"enter", "leave"}, i.read())
	})(t)
}
