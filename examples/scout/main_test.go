package main

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent/mcpclient"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

// play has the scout in a village behind an MCP server, whose clock is the test's.
func play(t *testing.T, f func(t *testing.T, v *scapetest.Village)) {
	synctest.Test(t, func(t *testing.T) {
		v := scapetest.New()
		ctx, cancel := context.WithCancel(t.Context())
		client, err := mcpclient.InProcess(ctx, v.Handler())
		require.NoError(t, err)
		over := make(chan error, 1)
		go func() { over <- run(ctx, client) }()
		pass(time.Second)
		f(t, v)
		cancel()
		require.NoError(t, <-over)
		called := v.Tools()
		require.Equal(t, scape.ToolLeave, called[len(called)-1])
	})
}

// pass lets time go by, until everything that is due then has happened.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestScoutAnswers(t *testing.T) {
	play(t, func(t *testing.T, v *scapetest.Village) {
		v.Join("ann", "Ann")
		pass(2 * time.Second)
		v.Say("ann", "what a day")
		pass(2 * time.Second)
		v.Part("ann")
		pass(2 * time.Second)
		require.Equal(t, []string{
			scape.Dots, "", // it has come, and thinks of nothing to say
			scape.Dots, "Hello to 1, goodbye to 0.",
			"I heard you, Ann.", // what it said before stays until then, so no dots
			"Hello to 0, goodbye to 1.",
		}, v.Said())
	})
}

func TestScoutWalksWhenNothingHappens(t *testing.T) {
	play(t, func(t *testing.T, v *scapetest.Village) {
		pass(25 * time.Second)
		v.Arrive()
		pass(2 * time.Second)
		require.Equal(t, scape.Position{X: 11, Y: 10}, v.Observation().Self.Position)
		v.Join("ann", "Ann")
		v.Say("ann", "where to?")
		pass(25 * time.Second)
		require.Equal(t, scape.MovementMoving, v.Observation().Movement.Status, "it walks again")
		v.Say("ann", "be quiet")
		pass(2 * time.Second)
		require.Contains(t, v.Tools(), scape.ToolStop, "whatever its turn was at")
	})
}

func TestScoutGoesOnWhenTheWayIsBlocked(t *testing.T) {
	play(t, func(t *testing.T, v *scapetest.Village) {
		pass(25 * time.Second)
		v.Change(func(s *scape.Snapshot) { s.Movement.Status = scape.MovementBlocked })
		pass(25 * time.Second)
		require.Equal(t, scape.MovementMoving, v.Observation().Movement.Status, "it tries again")
	})
}

func TestScoutLeavesWhenSentAway(t *testing.T) {
	play(t, func(t *testing.T, v *scapetest.Village) {
		v.Join("ann", "Ann")
		pass(2 * time.Second)
		v.Say("ann", "goodbye")
		pass(2 * time.Second)
		require.Contains(t, v.Tools(), scape.ToolLeave)
	})
}

func TestScoutIsNotLetIn(t *testing.T) {
	v := scapetest.New()
	v.Approve(false)
	client, err := mcpclient.InProcess(t.Context(), v.Handler())
	require.NoError(t, err)
	require.EqualError(t, run(t.Context(), client), "scape_enter: not entered: awaiting_owner_approval")
}
