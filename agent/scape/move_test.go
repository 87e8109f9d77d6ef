package scape_test

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

// walk walks to 20, 15 in a bubble, while what happens in the village is up to meanwhile.
func walk(t *testing.T, r *remote, meanwhile func(v *scapetest.Village)) (at scape.Position, took time.Duration, err error) {
	t.Helper()
	w := enter(t, r, nil)
	began := time.Now()
	over := make(chan struct{})
	go func() {
		defer close(over)
		at, err = scape.MoveAndConfirm(t.Context(), w, 20, 15)
		took = time.Since(began)
	}()
	synctest.Wait()
	meanwhile(r.Village)
	<-over
	return at, took, err
}

func TestMoveAndConfirm(t *testing.T) {
	edit := func(f func(s *scape.Snapshot)) func(v *scapetest.Village) {
		return func(v *scapetest.Village) { v.Change(f) }
	}
	for name, c := range map[string]struct {
		meanwhile func(v *scapetest.Village)
		want      scape.Position
		err       string
	}{
		"arrives": {func(v *scapetest.Village) { pass(3 * time.Second); v.Arrive() }, scape.Position{X: 20, Y: 15}, ""},
		"another move arrives first": {func(v *scapetest.Village) {
			mine := *v.Observation().Movement
			v.Change(func(s *scape.Snapshot) { s.Movement.ID, s.Movement.Status = "another", scape.MovementArrived })
			pass(3 * time.Second)
			v.Change(func(s *scape.Snapshot) { s.Movement = nil })
			pass(3 * time.Second)
			v.Change(func(s *scape.Snapshot) { s.Movement = &mine })
			v.Arrive()
		}, scape.Position{X: 20, Y: 15}, ""},
		"is blocked": {edit(func(s *scape.Snapshot) { s.Movement.Status = scape.MovementBlocked }), scape.Position{},
			"move to 20, 15: the move ended: blocked"},
		"session changes": {edit(func(s *scape.Snapshot) { s.SessionID = "other" }), scape.Position{},
			"move to 20, 15: session changed: enter again for a new one"},
		"is taken out": {edit(func(s *scape.Snapshot) { s.Status = "replaced" }), scape.Position{},
			"move to 20, 15: disconnected from the world"},
		"nothing happens": {func(*scapetest.Village) {}, scape.Position{},
			"move to 20, 15: the movement was not confirmed: observe before deciding again"},
	} {
		t.Run(name, bubble(func(t *testing.T) {
			v := scapetest.New()
			at, took, err := walk(t, &remote{Village: v}, c.meanwhile)
			require.Equal(t, c.want, at)
			if c.err == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, c.err)
			}
			if name == "nothing happens" {
				require.ErrorIs(t, err, scape.ErrUnconfirmed)
				require.Equal(t, 100*time.Second, took)
			}
			sent := v.Calls()[1]
			require.Equal(t, scape.ToolMoveTo, sent.Tool)
			require.Regexp(t, `^t\d{13}_[A-Z2-7]{26}$`, sent.Args["commandId"])
			delete(sent.Args, "commandId")
			require.Equal(t, map[string]any{"x": 20, "y": 15, "floor": 0}, sent.Args)
		}))
	}
}

func TestMoveNeedsABody(t *testing.T) {
	v := scapetest.New()
	w := enter(t, v, nil)
	v.Change(func(s *scape.Snapshot) { s.Self = nil }) // which the world has not been told
	_, err := scape.MoveAndConfirm(t.Context(), w, 20, 15)
	require.ErrorIs(t, err, scape.ErrNotReady)
	require.Equal(t, []string{scape.ToolEnter}, v.Tools())
}

func TestAMoveThatIsRefused(t *testing.T) {
	for result, want := range map[string]string{
		string(scapetest.Refusal("a wall", scape.CodeInvalidTarget)): "move to 20, 15: scape_move_to: a wall (invalid_target)",
		string(scapetest.Result(map[string]any{"ok": true})):         "move to 20, 15: scape_move_to: invalid response: it names no operation",
	} {
		w := enter(t, &remote{scapetest.New(), func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
			return json.RawMessage(result), name == scape.ToolMoveTo
		}}, nil)
		_, err := scape.MoveAndConfirm(t.Context(), w, 20, 15)
		require.EqualError(t, err, want)
	}
}

// A move of a turn ends with the turn.
func TestAMoveIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failed := make(chan error, 1)
		p := session(t, &remote{Village: scapetest.New()}, agent.Policy{
			OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
				_, err := scape.MoveAndConfirm(ctx, c, 20, 15)
				failed <- err
				return err
			},
		})
		pass(10 * time.Second)
		require.Len(t, failed, 0)
		p.context.Interrupt()
		err := <-failed
		require.ErrorIs(t, err, agent.ErrTurnOver)
		require.EqualError(t, err, "move to 20, 15: the turn is over")
		p.end()
	})
}

// A world that answers each poll at once, with news or without, is not asked as fast as it can answer.
func TestAMoveIsWatchedWithPauses(t *testing.T) {
	bubble(func(t *testing.T) {
		v := scapetest.New()
		var polls atomic.Int64
		_, _, err := walk(t, &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
			if name == scape.ToolObserve {
				polls.Add(1)
			}
			return scapetest.Result(v.Observation()), name == scape.ToolObserve
		}}, func(*scapetest.Village) {})
		require.ErrorIs(t, err, scape.ErrUnconfirmed)
		require.InDelta(t, 4000, polls.Load(), 2, "100 s with 25 ms between two polls")
	})(t)
}

// The clock of command ids is the session's, also for a move.
func TestAMoveHasAnIDOfItsSession(t *testing.T) {
	v := scapetest.New()
	w := enter(t, &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
		return scapetest.Refusal("a wall", scape.CodeInvalidTarget), name == scape.ToolStep
	}}, &scape.WorldOptions{
		Now:    func() time.Time { return time.UnixMilli(1_700_000_000_123) },
		Unique: func() string { return "number-1" },
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := scape.MoveAndConfirm(ctx, moveOnly{w, cancel}, 20, 15)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "t1700000000123_number-1", v.Calls()[1].Args["commandId"])
}

// moveOnly cancels what comes after a move.
type moveOnly struct {
	scape.Caller
	cancel func()
}

func (m moveOnly) Call(ctx context.Context, name string, args map[string]any) (map[string]any, error) {
	result, err := m.Caller.Call(ctx, name, args)
	if name == scape.ToolMoveTo {
		m.cancel()
	}
	return result, err
}
