package agent_test

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/agent"
)

// unavailable is what a turn returns whose model did not answer.
var unavailable = errors.Join(errors.New("no model"), agent.ErrUnavailable)

func TestCasesRecovery(t *testing.T) {
	t.Run("V3", bubble(func(t *testing.T) {
		v := newVillage()
		r := newTurns()
		p := play(t, v, policy(agent.Policy{OnTurn: r.hold}), nil)
		r.let(nil)
		v.say("ann", "one")
		pass(observePause)
		v.say("ann", "two")
		v.say("bob", "three")
		pass(observePause)
		r.let(unavailable)
		pass(time.Second - time.Millisecond)
		require.Len(t, r.batches(), 2)
		pass(time.Millisecond)
		require.Equal(t, []string{"speech ann two", "speech bob three", "people"}, r.batches()[2], "the newest of each speaker and kind")
		require.Equal(t, 1, r.losses()[2])
		r.let(nil)
		p.running()
		p.cancel()
		require.NoError(t, p.end())
	}))
}

// A turn that cannot decide waits longer each time, until one can.
func TestUnavailableBacksOff(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		var at []time.Duration
		began := time.Now()
		p := play(t, v, policy(agent.Policy{OnTurn: func(context.Context, agent.Turn, *agent.Context) error {
			at = append(at, time.Since(began))
			began = time.Now()
			if len(at) == 8 || len(at) == 10 {
				return nil
			}
			return unavailable
		}}), nil)
		pass(5 * time.Minute)
		v.say("ann", "hello")
		pass(time.Minute)
		want := []time.Duration{0, 1, 2, 4, 8, 16, 30, 30}
		for i, seconds := range want {
			require.Equal(t, seconds*time.Second, at[i], "wait %d", i)
		}
		require.Len(t, at, 10)
		require.Equal(t, time.Second, at[9], "a success begins anew")
		p.cancel()
		require.NoError(t, p.end())
	})(t)
}

// A turn that the timeout cancels and that returns then costs nothing but its events.
func TestTurnTimeout(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		var cause, late error
		var cut atomic.Bool
		turn := 0
		p := play(t, v, policy(agent.Policy{OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
			if turn++; turn > 1 {
				return nil
			}
			<-ctx.Done()
			cause, late = context.Cause(ctx), say(context.Background(), c, "late")
			cut.Store(true)
			return ctx.Err()
		}}), nil)
		pass(90*time.Second - time.Millisecond)
		require.False(t, cut.Load())
		pass(time.Millisecond)
		require.ErrorIs(t, cause, context.DeadlineExceeded)
		require.ErrorIs(t, late, agent.ErrTurnOver)
		p.running()
		v.say("ann", "hello")
		pass(observePause)
		require.Equal(t, 2, turn)
		p.cancel()
		require.NoError(t, p.end())
		require.Equal(t, []string{"leave"}, v.wrote())
	})(t)
}

func TestStuckTurns(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		release := make(chan struct{})
		var batches journal
		var late []error
		p := play(t, v, policy(agent.Policy{OnTurn: func(_ context.Context, turn agent.Turn, c *agent.Context) error {
			batches.write(strings.Join(names(turn.Events), ", "))
			<-release
			late = append(late, say(context.Background(), c, "late"))
			return errors.New("nobody hears this")
		}}), &agent.SessionOptions{TurnTimeout: 10 * time.Second})
		for _, text := range []string{"one", "two"} {
			v.say("ann", text)
			pass(15*time.Second - time.Millisecond)
			p.running()
			n := len(batches.read())
			pass(time.Millisecond)
			require.Len(t, batches.read(), n+1, "a turn that does not return is given up 5 s after its timeout")
		}
		require.Equal(t, []string{"ready", "speech ann one", "speech ann two"}, batches.read())
		pass(15*time.Second - time.Millisecond)
		p.running()
		pass(time.Millisecond)
		require.ErrorIs(t, p.end(), agent.ErrTurnStuck)

		release <- struct{}{} // one after another, for they share what they write to
		synctest.Wait()
		release <- struct{}{}
		synctest.Wait()
		release <- struct{}{}
		synctest.Wait()
		require.Equal(t, []error{agent.ErrEnded, agent.ErrEnded, agent.ErrEnded}, late)
		require.Equal(t, []string{"leave"}, v.wrote())
	})(t)
	goleak.VerifyNone(t) // once every turn was released
}

// A turn that was given up is refused while the session lives, and its panic is nobody's.
func TestGivenUpTurn(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		release := make(chan struct{})
		var late error
		p := play(t, v, policy(agent.Policy{OnTurn: func(_ context.Context, turn agent.Turn, c *agent.Context) error {
			if turn.Observation.Revision() > 1 {
				return nil
			}
			<-release
			late = say(context.Background(), c, "late")
			panic("nobody hears this")
		}}), nil)
		v.say("ann", "hello")
		pass(95 * time.Second)
		close(release)
		synctest.Wait()
		require.ErrorIs(t, late, agent.ErrTurnOver)
		p.running()
		p.cancel()
		require.NoError(t, p.end())
		require.Equal(t, []string{"leave"}, v.wrote())
	})(t)
}

func TestCoalesce(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		r := newTurns()
		p, c := r.play(t, v, &agent.SessionOptions{MaxPendingEvents: 3, Overflow: agent.OverflowCoalesce})
		for i := range 9 {
			v.say("ann", strconv.Itoa(i))
			pass(observePause)
		}
		v.say("bob", "hello")
		pass(observePause)
		r.let(nil)
		require.Equal(t, []string{"speech ann 8", "speech bob hello", "people"}, r.batches()[1], "the newest of each speaker and kind")
		require.Equal(t, []int{0, 8}, r.losses())
		for _, who := range []string{"cid", "dan", "eve"} {
			v.say(who, "hello")
			pass(observePause)
		}
		c.RequestTurn()
		r.let(nil)
		require.Equal(t, []string{"speech eve hello", "people", "idle"}, r.batches()[2], "and the newest of those")
		require.Equal(t, 4, r.losses()[2])
		p.cancel()
		r.let(nil)
		require.NoError(t, p.end())
	})(t)
}

func TestOwnedWork(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		var c *agent.Context
		var order []string
		create := func(own *agent.Context) (agent.Policy, error) {
			c = own
			return agent.Policy{Close: func() error { order = append(order, "close"); return nil }}, nil
		}
		work := func(name string, d time.Duration) func(context.Context) error {
			return func(ctx context.Context) error {
				order = append(order, "begin "+name)
				select {
				case <-time.After(d):
				case <-ctx.Done():
				}
				order = append(order, "end "+name)
				return ctx.Err()
			}
		}
		p := play(t, v, create, nil)
		c.Go(work("a", time.Second))
		c.Go(work("b", time.Second))
		pass(3 * time.Second)
		c.Go(work("c", time.Hour))
		c.Go(work("d", time.Hour))
		synctest.Wait()
		p.cancel()
		require.NoError(t, p.end())
		require.Equal(t, "begin a,end a,begin b,end b,begin c,end c,close", strings.Join(order, ","))
		c.Go(work("e", time.Hour))
		synctest.Wait()
		require.Len(t, order, 7, "after the end nothing begins")

		for want, fail := range map[error]func(context.Context) error{
			errBroken:   func(context.Context) error { return errBroken },
			unavailable: func(context.Context) error { panic(unavailable) },
		} {
			v = newVillage()
			p = play(t, v, create, nil)
			c.Go(fail)
			require.ErrorIs(t, p.end(), want)
		}

		v = newVillage()
		p = play(t, v, create, nil)
		c.Go(work("running", time.Hour))
		synctest.Wait()
		for range 256 {
			c.Go(work("waiting", time.Hour))
		}
		p.running()
		c.Go(work("one more", time.Hour))
		require.ErrorIs(t, p.end(), agent.ErrWorkFull)
	})(t)
}

// Code that ends its goroutine, as a failing test does, ends the session, which leaves.
func TestGoexit(t *testing.T) {
	exit := func() { runtime.Goexit() }
	bubble(func(t *testing.T) {
		v := newVillage()
		p := play(t, v, policy(agent.Policy{
			OnTurn: func(context.Context, agent.Turn, *agent.Context) error { exit(); return nil },
		}), nil)
		require.EqualError(t, p.end(), "the policy ended the goroutine that it ran on")

		v = newVillage()
		p = play(t, v, func(c *agent.Context) (agent.Policy, error) {
			c.Go(func(context.Context) error { exit(); return nil })
			return agent.Policy{}, nil
		}, nil)
		require.EqualError(t, p.end(), "the policy ended the goroutine that it ran on")

		v = newVillage()
		v.onPoll = func(context.Context, int64) bool { exit(); return true }
		p = play(t, v, policy(agent.Policy{}), nil)
		require.Error(t, p.end())

		v = newVillage()
		play(t, v, policy(agent.Policy{Tick: func(time.Time, *agent.Context) error { exit(); return nil }}), nil)
		pass(time.Second)
		require.Equal(t, 1, v.left, "the session's own goroutine is gone, the body too")
	})(t)
}

// What panics ends the session, which leaves, and the error says where it was.
func TestPanics(t *testing.T) {
	boom := func() { panic("boom") }
	for where, broken := range map[string]struct {
		policy agent.Policy
		world  func(v *village)
	}{
		"compare observations": {world: func(v *village) { v.onDiff = func(*view) error { boom(); return nil } }},
		"observe":              {world: func(v *village) { v.onPoll = func(context.Context, int64) bool { boom(); return false } }},
		"observation hook": {policy: agent.Policy{
			OnObservation: func(agent.Observation, []agent.Event, *agent.Context) error { boom(); return nil },
		}},
		"tick":    {policy: agent.Policy{Tick: func(time.Time, *agent.Context) error { boom(); return nil }}},
		"session": {world: func(v *village) { v.now.strange = boom }},
	} {
		t.Run(where, bubble(func(t *testing.T) {
			v := newVillage()
			if broken.world != nil {
				broken.world(v)
			}
			closed := 0
			broken.policy.Close = func() error { closed++; boom(); return nil }
			p := play(t, v, policy(broken.policy), nil)
			pass(time.Second)
			require.EqualError(t, p.end(), where+": panic: boom")
			require.Equal(t, 1, closed)
		}))
	}
	t.Run("leave", bubble(func(t *testing.T) {
		v := newVillage()
		v.onLeave = boom
		var log strings.Builder
		p := play(t, v, policy(agent.Policy{}), &agent.SessionOptions{Log: slog.New(slog.NewTextHandler(&log, nil))})
		p.cancel()
		synctest.Wait()
		<-p.over
		require.NoError(t, p.err)
		require.Contains(t, log.String(), "leave: panic: boom")
	}))
}

// Owned work that ignores its context delays the return, and not the departure.
func TestStubbornWork(t *testing.T) {
	bubble(func(t *testing.T) {
		v := newVillage()
		release := make(chan struct{})
		p := play(t, v, func(c *agent.Context) (agent.Policy, error) {
			c.Go(func(context.Context) error { <-release; return nil })
			return agent.Policy{}, nil
		}, nil)
		p.cancel()
		synctest.Wait()
		require.Equal(t, []string{"leave"}, v.wrote())
		p.running()
		close(release)
		require.NoError(t, p.end())
	})(t)
}
