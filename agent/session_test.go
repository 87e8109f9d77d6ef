package agent_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
)

func TestCasesStart(t *testing.T) {
	t.Run("R13", func(t *testing.T) {
		for name, opts := range map[string]agent.SessionOptions{
			"wait too short":    {ObserveWait: -time.Millisecond},
			"wait too long":     {ObserveWait: 25*time.Second + time.Millisecond},
			"wait in fractions": {ObserveWait: 1500 * time.Microsecond},
			"tick too short":    {Tick: 9 * time.Millisecond},
			"too few events":    {MaxPendingEvents: -1},
			"negative timeout":  {TurnTimeout: -time.Second},
			"unknown overflow":  {Overflow: 7},
		} {
			v := newVillage()
			made := false
			err := agent.RunSession(t.Context(), v, v.first(), func(*agent.Context) (agent.Policy, error) {
				made = true
				return agent.Policy{}, nil
			}, &opts)
			require.ErrorIs(t, err, agent.ErrOptions, name)
			require.False(t, made, name)
			require.Empty(t, v.wrote(), name)
			require.Empty(t, v.polled(), name)
		}
	})
	t.Run("R14", func(t *testing.T) {
		v := newVillage()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		made := false
		err := agent.RunSession(ctx, v, v.first(), func(*agent.Context) (agent.Policy, error) {
			made = true
			return agent.Policy{}, nil
		}, nil)
		require.NoError(t, err)
		require.False(t, made)
		require.Equal(t, []string{"leave"}, v.wrote())
		require.Empty(t, v.polled())
	})
	t.Run("R15", bubble(func(t *testing.T) {
		v := newVillage()
		closed := false
		refused := errors.New("no model")
		p := play(t, v, func(*agent.Context) (agent.Policy, error) {
			return agent.Policy{Close: func() error { closed = true; return nil }}, refused
		}, nil)
		require.ErrorIs(t, p.end(), refused)
		require.False(t, closed)
		require.Empty(t, v.polled())

		v = newVillage()
		var panicked *agent.PanicError
		require.ErrorAs(t, play(t, v, func(*agent.Context) (agent.Policy, error) { panic("no model") }, nil).end(), &panicked)
		require.Equal(t, "create policy: panic: no model", panicked.Error())
		require.Contains(t, string(panicked.Stack), "session_test.go")
	}))
	t.Run("R16", bubble(func(t *testing.T) {
		v := newVillage()
		p := play(t, v, policy(agent.Policy{}), nil)
		require.Equal(t, []string{"after 1 wait 1s"}, v.polled())
		v.say("ann", "hello")
		pass(24 * time.Millisecond)
		require.Len(t, v.polled(), 1, "25 ms lie between an observation and the next poll")
		pass(time.Millisecond)
		require.Equal(t, []string{"after 1 wait 1s", "after 2 wait 1s"}, v.polled())
		pass(time.Second + 25*time.Millisecond)
		require.Equal(t, "after 2 wait 1s", v.polled()[2], "an unchanged observation is polled past again")
		require.Len(t, v.polled(), 3)
		p.cancel()
		require.NoError(t, p.end())
	}))
	t.Run("R35", bubble(func(t *testing.T) {
		v := newVillage()
		observed := 0
		p := play(t, v, func(c *agent.Context) (agent.Policy, error) {
			c.Stop()
			return agent.Policy{
				OnObservation: func(agent.Observation, []agent.Event, *agent.Context) error { observed++; return nil },
				OnTurn:        func(context.Context, agent.Turn, *agent.Context) error { observed++; return nil },
			}, nil
		}, nil)
		require.NoError(t, p.end())
		require.Zero(t, observed)
		require.Empty(t, v.polled())
	}))
}

func TestCasesObservations(t *testing.T) {
	t.Run("R6", bubble(func(t *testing.T) {
		v := newVillage()
		p := play(t, v, policy(agent.Policy{}), nil)
		v.change(func(next *view) { next.session = "two" })
		err := p.end()
		require.ErrorIs(t, err, agent.ErrSessionChanged)
		require.ErrorContains(t, err, "session changed")
	}))
	t.Run("R7", bubble(func(t *testing.T) {
		v := newVillage()
		p := play(t, v, policy(agent.Policy{}), nil)
		v.change(func(next *view) { next.phase = agent.Joining })
		pass(observePause)
		p.running()
		v.change(func(next *view) { next.phase = agent.Gone })
		err := p.end()
		require.ErrorIs(t, err, agent.ErrDisconnected)
		require.ErrorContains(t, err, "disconnected")
	}))
	t.Run("R9", bubble(func(t *testing.T) {
		v := newVillage()
		r := newTurns()
		p := play(t, v, policy(agent.Policy{OnTurn: r.hold}), nil)
		v.say("ann", "hello")
		pass(observePause)
		v.goAway("ann")
		pass(observePause)
		r.let(nil)
		require.Equal(t, [][]string{{"ready"}, {"people"}}, r.batches())
		require.Equal(t, []int{0, 0}, r.losses(), "what was overtaken is not lost")
		p.cancel()
		r.let(nil)
		require.NoError(t, p.end())
	}))
	t.Run("R10", bubble(func(t *testing.T) {
		v := newVillage()
		r := newTurns()
		p := play(t, v, policy(agent.Policy{OnTurn: r.hold}), &agent.SessionOptions{MaxPendingEvents: 1})
		v.say("ann", "one")
		pass(observePause)
		p.running()
		v.say("ann", "two")
		err := p.end()
		require.ErrorIs(t, err, agent.ErrQueueFull)
		require.ErrorContains(t, err, "queue is full")
		r.let(nil)
		require.Len(t, r.batches(), 1)
	}))
	t.Run("R26", bubble(func(t *testing.T) {
		v := newVillage()
		closed := 0
		broken := errors.New("no such mood")
		p := play(t, v, policy(agent.Policy{
			OnObservation: func(agent.Observation, []agent.Event, *agent.Context) error { return broken },
			Close:         func() error { closed++; return nil },
		}), nil)
		require.ErrorIs(t, p.end(), broken)
		require.Equal(t, 1, closed)
	}))
	t.Run("R27", bubble(func(t *testing.T) {
		v := newVillage()
		seen := 0
		p := play(t, v, policy(agent.Policy{
			OnObservation: func(_ agent.Observation, events []agent.Event, c *agent.Context) error {
				seen += len(events)
				c.RequestTurn()
				return nil
			},
		}), &agent.SessionOptions{MaxPendingEvents: 1})
		for i := range 1000 {
			v.say("ann", time.Duration(i).String())
			pass(observePause)
		}
		require.Equal(t, 1001, seen)
		p.cancel()
		require.NoError(t, p.end())
	}))
	t.Run("R32", bubble(func(t *testing.T) {
		v := newVillage()
		p := play(t, v, policy(agent.Policy{}), nil)
		v.fail(errBroken)
		require.ErrorIs(t, p.end(), errBroken)

		v = newVillage()
		var c *agent.Context
		p = play(t, v, func(own *agent.Context) (agent.Policy, error) { c = own; return agent.Policy{}, nil }, nil)
		c.Stop()
		v.fail(errBroken)
		require.NoError(t, p.end())

		v = newVillage()
		p = play(t, v, policy(agent.Policy{OnObservation: func(_ agent.Observation, _ []agent.Event, c *agent.Context) error {
			c.Stop()
			return errBroken
		}}), nil)
		require.NoError(t, p.end(), "what fails after the stop is no failure")
	}))
	t.Run("R33", bubble(func(t *testing.T) {
		v := newVillage()
		var inside, calls atomic.Int64
		var overlap atomic.Bool
		// Hooks that take time on the bubble's clock: nothing may run beside them, while more becomes due than they manage.
		slow := func() {
			if inside.Add(1) > 1 {
				overlap.Store(true)
			}
			calls.Add(1)
			time.Sleep(35 * time.Millisecond)
			inside.Add(-1)
		}
		p := play(t, v, policy(agent.Policy{
			OnObservation: func(agent.Observation, []agent.Event, *agent.Context) error { slow(); return nil },
			Tick:          func(time.Time, *agent.Context) error { slow(); return nil },
		}), &agent.SessionOptions{Tick: 10 * time.Millisecond})
		for range 40 {
			v.say("ann", time.Now().String())
			pass(30 * time.Millisecond)
		}
		require.False(t, overlap.Load())
		require.Greater(t, calls.Load(), int64(20))
		p.cancel()
		pass(time.Second)
		require.NoError(t, p.end())
	}))
}

func TestCasesEnd(t *testing.T) {
	t.Run("R25", bubble(func(t *testing.T) {
		v := newVillage()
		began := time.Now()
		var at []time.Duration
		broken := errors.New("no clock")
		p := play(t, v, policy(agent.Policy{Tick: func(now time.Time, c *agent.Context) error {
			require.Equal(t, time.Now(), now)
			require.EqualValues(t, 1, c.Observation().Revision())
			if at = append(at, now.Sub(began)); len(at) == 3 {
				return broken
			}
			return nil
		}}), nil)
		pass(119 * time.Millisecond)
		p.running()
		pass(time.Millisecond)
		require.ErrorIs(t, p.end(), broken)
		require.Equal(t, []time.Duration{40 * time.Millisecond, 80 * time.Millisecond, 120 * time.Millisecond}, at)
	}))
	t.Run("R28", bubble(func(t *testing.T) {
		for _, want := range []error{nil, errBroken} {
			v := newVillage()
			v.leaving = errors.New("the gate is shut")
			closed := 0
			p := play(t, v, policy(agent.Policy{Close: func() error { closed++; return nil }}), nil)
			if want == nil {
				p.cancel()
			} else {
				v.fail(want)
			}
			require.ErrorIs(t, p.end(), want)
			require.Equal(t, 1, closed)
		}
	}))
	t.Run("R29", bubble(func(t *testing.T) {
		v := newVillage()
		unsaved, closed := errors.New("memory was not saved"), 0
		p := play(t, v, policy(agent.Policy{
			OnTurn: func(_ context.Context, _ agent.Turn, c *agent.Context) error {
				c.Stop()
				c.Stop()
				return nil
			},
			Close: func() error {
				closed++
				require.Equal(t, []string{"leave"}, v.wrote())
				return unsaved
			},
		}), nil)
		require.ErrorIs(t, p.end(), unsaved, "a normal end takes on what closing says")
		require.Equal(t, 1, closed)

		v = newVillage()
		p = play(t, v, policy(agent.Policy{Close: func() error { return unsaved }}), nil)
		v.fail(errBroken)
		err := p.end()
		require.ErrorIs(t, err, errBroken, "a failure is not replaced")
		require.NotErrorIs(t, err, unsaved)
	}))
}

const observePause = 25 * time.Millisecond // what the facts say lies between two polls
