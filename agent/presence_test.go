package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
)

// inn is how an agent comes and goes in villages. Its journal holds the order of everything.
type inn struct {
	journal
	vacant   int   // how often the answer is that nobody is there
	asking   error // what Vacant returns
	refused  error // what Enter returns
	nowhere  bool  // Enter returns no world
	villages []*village
}

func (i *inn) Occupied(o agent.Observation) bool { return len(o.(*view).says) > 0 }

func (i *inn) Vacant(context.Context) (bool, error) {
	i.write("ask")
	i.vacant--
	return i.vacant >= 0, i.asking
}

func (i *inn) Enter(ctx context.Context) (agent.World, agent.Observation, error) {
	i.write("enter")
	if i.refused != nil || i.nowhere || ctx.Err() != nil {
		return nil, nil, errors.Join(i.refused, ctx.Err())
	}
	v := i.village()
	return v, v.first(), nil
}

// village makes one with a person, who can leave.
func (i *inn) village() *village {
	v := newVillage()
	v.onLeave = func() { i.write("leave") }
	i.villages = append(i.villages, v)
	return v
}

// stay runs RunPresence, in a village whose only person has gone, until everything waits.
func stay(t *testing.T, i *inn, create agent.Create, opts agent.PresenceOptions) (cancel context.CancelFunc, end func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	v := i.village()
	v.goAway("ann")
	opts.World, opts.First = v, v.first()
	state := opts.OnState
	opts.OnState = func(s agent.State) {
		i.write(string(s))
		if state != nil {
			state(s)
		}
	}
	opts.OnEnter = func(context.Context) error { i.write("on enter"); return nil }
	var err error
	over := make(chan struct{})
	go func() {
		defer close(over)
		err = agent.RunPresence(ctx, i, create, &opts)
	}()
	synctest.Wait()
	return cancel, func() error {
		t.Helper()
		synctest.Wait()
		select {
		case <-over:
			return err
		default:
			require.Fail(t, "presence has not ended")
			return nil
		}
	}
}

// short makes the waits those of the cases.
func short() agent.PresenceOptions {
	return agent.PresenceOptions{
		SleepAfter: 30 * time.Millisecond, WakeInterval: 5 * time.Millisecond,
		Session: &agent.SessionOptions{ObserveWait: time.Millisecond},
	}
}

func TestCasesPresence(t *testing.T) {
	t.Run("P1", bubble(func(t *testing.T) {
		i := &inn{vacant: 1}
		sessions := 0
		_, end := stay(t, i, func(c *agent.Context) (agent.Policy, error) {
			if sessions++; sessions == 2 {
				c.Stop()
			}
			return agent.Policy{}, nil
		}, short())
		pass(time.Second)
		require.NoError(t, end())
		require.Equal(t, 2, sessions)
		require.Equal(t, "leave sleeping ask ask connecting enter on enter listening leave", strings.Join(i.read(), " "))
	}))
	t.Run("P2", bubble(func(t *testing.T) {
		i := &inn{asking: errors.New("revoked")}
		_, end := stay(t, i, policy(agent.Policy{}), short())
		pass(time.Second)
		require.ErrorIs(t, end(), i.asking)
		require.Equal(t, []string{"leave", "sleeping", "ask"}, i.read())
	}))
	t.Run("P3", bubble(func(t *testing.T) {
		i := &inn{}
		made, closed := 0, 0
		cancel, end := stay(t, i, func(*agent.Context) (agent.Policy, error) {
			made++
			return agent.Policy{Close: func() error { closed++; return nil }}, nil
		}, short())
		pass(time.Second)
		require.Equal(t, []string{"leave", "sleeping", "ask", "connecting", "enter", "on enter", "listening"}, i.read())
		require.Equal(t, 2, made)
		require.Equal(t, 1, closed)
		cancel()
		require.NoError(t, end())
		require.Equal(t, "leave", i.read()[7])
		require.Equal(t, []int{1, 1}, []int{i.villages[0].left, i.villages[1].left})
	}))
	t.Run("P4", func(t *testing.T) {
		for name, opts := range map[string]agent.PresenceOptions{
			"sleeps before it is there":  {SleepAfter: -time.Millisecond},
			"sleeps after a fraction":    {SleepAfter: 1500 * time.Microsecond},
			"wakes without a pause":      {WakeInterval: -time.Millisecond},
			"a session's options":        {Session: &agent.SessionOptions{Tick: time.Millisecond}},
			"a world without a snapshot": {World: newVillage()},
		} {
			i := &inn{}
			require.ErrorIs(t, agent.RunPresence(t.Context(), i, policy(agent.Policy{}), &opts), agent.ErrOptions, name)
			require.Empty(t, i.read(), name)
		}
	})
	t.Run("P5", bubble(func(t *testing.T) {
		i := &inn{vacant: 1000}
		cancel, end := stay(t, i, policy(agent.Policy{}), agent.PresenceOptions{})
		pass(20 * time.Second)
		i.villages[0].say("ann", "hello")
		pass(20 * time.Second)
		i.villages[0].goAway("ann")
		pass(29 * time.Second)
		require.Empty(t, i.read(), "30 s are counted from when somebody was seen last")
		pass(2 * time.Second)
		require.Equal(t, []string{"leave", "sleeping"}, i.read())
		pass(5 * time.Second)
		require.Equal(t, []string{"leave", "sleeping", "ask"}, i.read())
		cancel()
		require.ErrorIs(t, end(), context.Canceled)
	}))
	t.Run("P6", bubble(func(t *testing.T) {
		i := &inn{vacant: 1000}
		began := time.Now()
		var seen []time.Duration
		cancel, end := stay(t, i, policy(agent.Policy{
			OnObservation: func(agent.Observation, []agent.Event, *agent.Context) error {
				seen = append(seen, time.Since(began))
				return nil
			},
		}), short())
		pass(time.Second)
		require.Equal(t, []time.Duration{0, time.Millisecond, 27 * time.Millisecond}, seen, "not the one of 53 ms")
		cancel()
		require.ErrorIs(t, end(), context.Canceled)
	}))
	t.Run("P7", bubble(func(t *testing.T) {
		i := &inn{nowhere: true}
		_, end := stay(t, i, policy(agent.Policy{}), short())
		pass(time.Second)
		err := end()
		require.ErrorIs(t, err, agent.ErrAccessEnded)
		require.ErrorContains(t, err, "access ended")
		require.Equal(t, []string{"leave", "sleeping", "ask", "connecting", "enter"}, i.read())
	}))
	t.Run("P8", bubble(func(t *testing.T) {
		i := &inn{vacant: 1000}
		cancel, end := stay(t, i, policy(agent.Policy{}), short())
		pass(60 * time.Millisecond)
		cancel()
		require.ErrorIs(t, end(), context.Canceled)
		require.NotContains(t, i.read(), "enter")
		require.Equal(t, 1, i.villages[0].left)
	}))
	t.Run("P9", bubble(func(t *testing.T) {
		i := &inn{}
		_, end := stay(t, i, policy(agent.Policy{}), short())
		i.villages[0].fail(errBroken)
		pass(time.Second)
		require.ErrorIs(t, end(), errBroken)
		require.Equal(t, []string{"leave"}, i.read())
	}))
	t.Run("P10", func(t *testing.T) {
		i := &inn{}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		v := i.village()
		require.NoError(t, agent.RunPresence(ctx, i, policy(agent.Policy{}), &agent.PresenceOptions{World: v, First: v.first()}))
		require.NoError(t, agent.RunPresence(ctx, i, policy(agent.Policy{}), nil))
		require.Empty(t, i.read())
		require.Empty(t, v.wrote())
	})
}

func TestPresenceEntersByItself(t *testing.T) {
	bubble(func(t *testing.T) {
		i := &inn{}
		err := agent.RunPresence(t.Context(), i, func(c *agent.Context) (agent.Policy, error) {
			c.Stop()
			return agent.Policy{}, nil
		}, &agent.PresenceOptions{OnState: func(s agent.State) { i.write(string(s)) }})
		require.NoError(t, err)
		require.Equal(t, []string{"connecting", "enter", "listening", "leave"}, i.read())
	})(t)
}

// What the owner's code does between an entry and its session leaves no body behind.
func TestPresenceLeavesWhatItEntered(t *testing.T) {
	broken := errors.New("no diary")
	for name, test := range map[string]struct {
		opts agent.PresenceOptions
		want string
	}{
		"an error": {agent.PresenceOptions{OnEnter: func(context.Context) error { return broken }}, "on enter: no diary"},
		"a panic":  {agent.PresenceOptions{OnEnter: func(context.Context) error { panic(broken) }}, "on enter: panic: no diary"},
		"a panic of the listener": {agent.PresenceOptions{OnState: func(s agent.State) {
			if s == agent.StateListening {
				panic(broken)
			}
		}}, "on state: panic: no diary"},
	} {
		t.Run(name, bubble(func(t *testing.T) {
			i := &inn{}
			err := agent.RunPresence(t.Context(), i, policy(agent.Policy{}), &test.opts)
			require.ErrorIs(t, err, broken)
			require.EqualError(t, err, test.want)
			require.Equal(t, 1, i.villages[0].left)
		}))
	}
}
