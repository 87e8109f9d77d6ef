package agent_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
)

func TestCasesTurns(t *testing.T) {
	t.Run("R4", bubble(func(t *testing.T) {
		v := newVillage()
		r := newTurns()
		var seen journal
		p := play(t, v, policy(agent.Policy{
			OnObservation: func(_ agent.Observation, events []agent.Event, _ *agent.Context) error {
				seen.write(names(events)...)
				return nil
			},
			OnTurn: r.hold,
		}), nil)
		v.say("ann", "one")
		pass(observePause)
		v.say("bob", "two")
		pass(observePause)
		require.Equal(t, []string{"ready", "speech ann one", "speech bob two", "people"}, seen.read())
		polls := len(v.polled())
		pass(3 * time.Second)
		require.Greater(t, len(v.polled()), polls, "polls go on beside a turn")
		require.Equal(t, [][]string{{"ready"}}, r.batches())
		r.let(nil)
		require.Equal(t, [][]string{{"ready"}, {"speech ann one", "speech bob two", "people"}}, r.batches())
		r.let(nil)
		pass(10 * time.Second)
		require.Len(t, r.batches(), 2, "an unchanged world causes no turn")
		require.Equal(t, 1, r.atOnce(), "turns at once")
		p.cancel()
		require.NoError(t, p.end())
	}))
	t.Run("R5", bubble(func(t *testing.T) {
		v := newVillage()
		release := make(chan struct{})
		var late error
		p := play(t, v, policy(agent.Policy{OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
			<-release
			late = say(context.Background(), c, "too late")
			return late
		}}), nil)
		p.cancel()
		require.NoError(t, p.end())
		require.Equal(t, 10*time.Second, time.Until(v.leaveBy))
		close(release)
		synctest.Wait()
		require.ErrorIs(t, late, agent.ErrEnded)
		require.ErrorIs(t, late, context.Canceled)
		require.Equal(t, []string{"leave"}, v.wrote())
	}))
	t.Run("R8", bubble(func(t *testing.T) {
		v := newVillage()
		broken := errors.New("no answer")
		p := play(t, v, policy(agent.Policy{OnTurn: func(context.Context, agent.Turn, *agent.Context) error { return broken }}), nil)
		require.ErrorIs(t, p.end(), broken)

		v = newVillage()
		var panicked *agent.PanicError
		p = play(t, v, policy(agent.Policy{OnTurn: func(context.Context, agent.Turn, *agent.Context) error { panic(broken) }}), nil)
		err := p.end()
		require.ErrorAs(t, err, &panicked)
		require.Equal(t, "turn", panicked.Where)
		require.ErrorIs(t, err, broken)
	}))
	t.Run("R12", bubble(func(t *testing.T) {
		v := newVillage()
		release := make(chan struct{})
		var order []string
		turn := 0
		p := play(t, v, policy(agent.Policy{
			OnObservation: func(_ agent.Observation, events []agent.Event, c *agent.Context) error {
				if len(events) > 0 && events[0].Kind() == "speech" {
					c.Interrupt()
				}
				return nil
			},
			OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
				if turn++; turn == 2 {
					order = append(order, "second")
					return say(ctx, c, "second")
				}
				<-release
				err := say(context.Background(), c, "first")
				order = append(order, "first", err.Error())
				return err
			},
		}), nil)
		v.say("ann", "wait")
		pass(observePause)
		require.Equal(t, 1, turn)
		close(release)
		synctest.Wait()
		require.Equal(t, []string{"first", agent.ErrTurnOver.Error(), "second"}, order)
		require.Equal(t, []string{"say second"}, v.wrote())
		p.running()
		p.cancel()
		require.NoError(t, p.end())
	}))
	t.Run("R18", bubble(func(t *testing.T) {
		v := newVillage()
		v.now.phase = agent.Joining
		r := newTurns()
		p, c := r.play(t, v, &agent.SessionOptions{MaxPendingEvents: 2})
		c.RequestTurn()
		pass(time.Second)
		require.Empty(t, r.batches(), "while joining a request does nothing")
		v.change(func(next *view) { next.phase = agent.Ready })
		pass(observePause)
		c.RequestTurn()
		c.RequestTurn()
		r.let(nil)
		require.Equal(t, [][]string{{"ready"}, {"idle"}}, r.batches())
		c.RequestTurn()
		v.say("ann", "one")
		pass(observePause)
		c.RequestTurn()
		synctest.Wait()
		p.running()
		r.let(nil)
		require.Equal(t, []string{"idle", "speech ann one"}, r.batches()[2], "a full queue that holds a request takes the next")
		v.say("ann", "two")
		pass(observePause)
		v.say("ann", "three")
		pass(observePause)
		c.RequestTurn()
		require.ErrorIs(t, p.end(), agent.ErrQueueFull)
		r.let(nil)
	}))
	t.Run("R19", bubble(func(t *testing.T) {
		v := newVillage()
		r := newTurns()
		p, c := r.play(t, v, nil)
		r.let(nil)
		c.Interrupt()
		v.say("ann", "hello")
		pass(observePause)
		require.Equal(t, [][]string{{"ready"}, {"speech ann hello"}}, r.batches())
		c.Interrupt()
		r.let(errors.New("cut off"))
		p.running()
		v.say("ann", "still there?")
		pass(observePause)
		require.Len(t, r.batches(), 3)
		p.cancel()
		r.let(nil)
		require.NoError(t, p.end())
	}))
	t.Run("R34", bubble(func(t *testing.T) {
		v := newVillage()
		release := make(chan struct{})
		p := play(t, v, policy(agent.Policy{OnTurn: func(ctx context.Context, turn agent.Turn, c *agent.Context) error {
			<-release
			require.EqualValues(t, 1, turn.Observation.Revision())
			require.EqualValues(t, 2, c.Observation().Revision())
			c.Stop()
			return nil
		}}), nil)
		v.say("ann", "hello")
		pass(observePause)
		close(release)
		require.NoError(t, p.end())
	}))
	t.Run("R36", bubble(func(t *testing.T) {
		v := newVillage()
		r := newTurns()
		var calls atomic.Int64
		p := play(t, v, policy(agent.Policy{
			OnTurn: r.hold,
			Tick: func(_ time.Time, c *agent.Context) error {
				if calls.Add(1) == 1 {
					c.RequestTurn()
					c.Interrupt()
				}
				return nil
			},
			// The first observation's events wait for a turn until its hook has returned.
			OnObservation: func(_ agent.Observation, _ []agent.Event, c *agent.Context) error {
				if calls.Load() == 0 {
					c.RequestTurn()
					c.Interrupt()
				}
				return nil
			},
		}), nil)
		pass(time.Second)
		require.Empty(t, r.batches(), "a turn that was interrupted before it began takes its events with it")
		require.Greater(t, calls.Load(), int64(10))
		v.say("ann", "hello")
		pass(observePause)
		require.Equal(t, [][]string{{"speech ann hello"}}, r.batches())
		p.cancel()
		r.let(nil)
		require.NoError(t, p.end())
	}))
}

func TestCasesCalls(t *testing.T) {
	t.Run("R20", bubble(func(t *testing.T) {
		v := newVillage()
		refused := errors.New("nobody there")
		v.onCall = func(context.Context, string) error { return refused }
		var got error
		p := play(t, v, policy(agent.Policy{OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
			got = say(ctx, c, "hello")
			return nil
		}}), nil)
		require.ErrorIs(t, got, refused)
		pass(time.Minute)
		p.running()
		p.cancel()
		require.NoError(t, p.end())

		// What the later rule adds: a connection that is lost ends the session, with the world's error.
		v = newVillage()
		v.onCall = func(context.Context, string) error { return errors.Join(refused, agent.ErrConnectionLost) }
		p = play(t, v, policy(agent.Policy{OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
			got = say(ctx, c, "hello")
			return nil
		}}), nil)
		require.ErrorIs(t, p.end(), refused)
		require.ErrorIs(t, got, agent.ErrConnectionLost)
	}))
	t.Run("R24", bubble(func(t *testing.T) {
		v := newVillage()
		release := make(chan struct{})
		var on, off error
		think := func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
			require.NoError(t, c.SetThinking(ctx, true))
			require.True(t, c.Thinking())
			<-release
			on, off = c.SetThinking(ctx, true), c.SetThinking(ctx, false)
			require.False(t, c.Thinking())
			return ctx.Err()
		}
		var session *agent.Context
		p := play(t, v, func(own *agent.Context) (agent.Policy, error) {
			session = own
			return agent.Policy{OnTurn: think}, nil
		}, nil)
		session.Interrupt()
		close(release)
		synctest.Wait()
		require.ErrorIs(t, on, agent.ErrTurnOver)
		require.NoError(t, off)
		require.Equal(t, []string{"thinking true", "thinking false"}, v.wrote())
		p.running()
		p.cancel()
		require.NoError(t, p.end())
	}))
	t.Run("R31", bubble(func(t *testing.T) {
		v := newVillage()
		answer := make(chan struct{})
		v.onCall = func(context.Context, string) error { <-answer; return nil }
		var result map[string]any
		var got error
		p := play(t, v, policy(agent.Policy{OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
			go func() { c.Stop(); close(answer) }()
			result, got = c.Call(ctx, "say", map[string]any{"text": "hello"})
			return got
		}}), nil)
		require.NoError(t, p.end())
		require.ErrorIs(t, got, agent.ErrEnded)
		require.Nil(t, result)
	}))
}
