package scape_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

// sleep runs presence in a village until it sleeps, and returns a channel for how it ends. Its policy stops when it meets somebody.
func sleep(t *testing.T, r *remote) <-chan error {
	t.Helper()
	over := make(chan error, 1)
	sleeper := scape.NewSleeper(scape.MCPTools(r), nil)
	go func() {
		over <- agent.RunPresence(t.Context(), sleeper, func(c *agent.Context) (agent.Policy, error) {
			return agent.Policy{OnObservation: func(o agent.Observation, _ []agent.Event, c *agent.Context) error {
				if sleeper.Occupied(o) {
					c.Stop()
				}
				return nil
			}}, nil
		}, &agent.PresenceOptions{SleepAfter: 30 * time.Second, WakeInterval: 5 * time.Second})
	}()
	pass(33 * time.Second)
	called := r.Tools()
	require.Equal(t, scape.ToolLeave, called[len(called)-1], "it sleeps")
	require.Len(t, over, 0)
	return over
}

func TestCasesPresence(t *testing.T) {
	t.Run("P7", bubble(func(t *testing.T) {
		for _, answer := range []string{
			`{"entered":false,"status":"awaiting_owner_approval"}`, `{"entered":true}`, `{"entered":true,"observation":null}`,
		} {
			v := scapetest.New()
			over := sleep(t, &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
				return scapetest.Result(json.RawMessage(answer)), name == scape.ToolEnter && len(v.Calls()) > 0
			}})
			v.Join("ann", "Ann")
			pass(5 * time.Second)
			err := <-over
			require.ErrorIs(t, err, agent.ErrAccessEnded)
			require.ErrorContains(t, err, "access ended")
		}
	}))
	t.Run("P11", bubble(func(t *testing.T) {
		var answer atomic.Value
		answer.Store(`{}`)
		v := scapetest.New()
		over := sleep(t, &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
			return scapetest.Result(json.RawMessage(answer.Load().(string))), name == scape.ToolWorldStatus
		}})
		v.Join("ann", "Ann")
		for _, nobody := range []string{`{}`, `{"potentialParticipants":null}`, `{"potentialParticipants":"3"}`,
			`{"potentialParticipants":[3]}`, `{"potentialParticipants":0}`, `{"potentialParticipants":true}`} {
			answer.Store(nobody)
			pass(12 * time.Second)
			require.Len(t, over, 0, nobody)
		}
		require.Equal(t, 1, count(v.Tools(), scape.ToolEnter))
		answer.Store(`{"potentialParticipants":1}`)
		pass(6 * time.Second)
		require.NoError(t, <-over)
		require.Equal(t, 2, count(v.Tools(), scape.ToolEnter))
	}))
}

func count(names []string, name string) int {
	n := 0
	for _, other := range names {
		if other == name {
			n++
		}
	}
	return n
}

func TestOccupied(t *testing.T) {
	sleeper := scape.NewSleeper(scape.MCPTools(scapetest.New()), nil)
	v := scapetest.New()
	require.False(t, sleeper.Occupied(v.Observation()))
	v.Join("ann", "Ann")
	require.True(t, sleeper.Occupied(v.Observation()))
	v.Change(func(s *scape.Snapshot) { s.Roster = scape.Some([]scape.Participant{}) })
	require.False(t, sleeper.Occupied(v.Observation()), "the roster counts where there is one")
	v.Change(func(s *scape.Snapshot) { s.Roster = scape.Optional[[]scape.Participant]{} })
	require.True(t, sleeper.Occupied(v.Observation()))
}

func TestVacantPassesErrorsOn(t *testing.T) {
	r := &remote{scapetest.New(), func(context.Context, string, map[string]any) (json.RawMessage, bool) {
		return scapetest.Refusal("gone", scape.CodeAccessRevoked), true
	}}
	_, err := scape.NewSleeper(scape.MCPTools(r), nil).Vacant(t.Context())
	require.EqualError(t, err, "scape_world_status: gone (access_revoked)")
	require.ErrorIs(t, err, agent.ErrAccessEnded)
}

func TestAnEntryThatWaitsForItsOwner(t *testing.T) {
	enter := func(answer string) error {
		v := scapetest.New()
		r := &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
			return scapetest.Result(json.RawMessage(answer)), name == scape.ToolEnter
		}}
		_, _, err := scape.Enter(t.Context(), scape.MCPTools(r), nil)
		require.Empty(t, v.Tools(), "there is nothing to leave")
		return err
	}
	err := enter(`{"entered":false,"status":"awaiting_owner_approval","code":"ABC123","expiresAt":1700000000000}`)
	var pending *scape.NotEnteredError
	require.ErrorAs(t, err, &pending)
	require.Equal(t, "ABC123", pending.Code)
	require.True(t, time.UnixMilli(1_700_000_000_000).Equal(pending.ExpiresAt))
	require.EqualError(t, err, "scape_enter: not entered: awaiting_owner_approval", "the code is for the owner")

	require.ErrorAs(t, enter(`{}`), &pending)
	require.Zero(t, *pending)
	require.EqualError(t, pending, "not entered")
}

// A body that nobody can play is taken out of the world again, and only then.
func TestAnEntryThatGoesWrongIsUndone(t *testing.T) {
	for answer, want := range map[string]string{
		`{"entered":true}`: "scape_enter: invalid response: entered without an observation",
		`{"entered":true,"observation":{"protocol":2}}`: "scape_enter: observation: protocol: want 1",
		`{"entered":"yes"}`:                             "scape_enter: invalid response: its members are not those of an entry",
	} {
		v := scapetest.New()
		r := &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
			return scapetest.Result(json.RawMessage(answer)), name == scape.ToolEnter
		}}
		_, _, err := scape.Enter(t.Context(), scape.MCPTools(r), nil)
		require.EqualError(t, err, want)
		require.Equal(t, []string{scape.ToolLeave}, v.Tools())
	}
	synctest.Test(t, func(t *testing.T) {
		v := scapetest.New()
		ctx, cancel := context.WithCancel(t.Context())
		r := &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
			if name == scape.ToolEnter {
				cancel() // the world has let the agent in, and nobody waits for the answer
			}
			return nil, name == scape.ToolEnter
		}}
		_, _, err := scape.Enter(ctx, scape.MCPTools(r), nil)
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, []string{scape.ToolLeave}, v.Tools())
	})
	v := scapetest.New()
	r := &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
		return scapetest.Refusal("full", scape.CodeCapacity), name == scape.ToolEnter
	}}
	_, _, err := scape.Enter(t.Context(), scape.MCPTools(r), nil)
	require.EqualError(t, err, "scape_enter: full (capacity)")
	require.Empty(t, v.Tools())
	_, _, err = scape.NewSleeper(scape.MCPTools(r), nil).Enter(t.Context())
	require.EqualError(t, err, "scape_enter: full (capacity)")
	require.False(t, errors.Is(err, agent.ErrAccessEnded))
}
