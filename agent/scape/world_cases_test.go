package scape_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

// What the bubble shows while an agent thinks and talks.
func TestCasesBubble(t *testing.T) {
	t.Run("R1", bubble(func(t *testing.T) {
		for reply, want := range map[string][]string{"": {scape.Dots, ""}, "Hello!": {scape.Dots, "Hello!"}} {
			p := session(t, &remote{Village: scapetest.New()}, agent.Policy{
				OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) (err error) {
					defer func() { err = errors.Join(err, c.SetThinking(ctx, false)) }()
					if err := c.SetThinking(ctx, true); err != nil || reply == "" {
						return err
					}
					return say(ctx, c, reply)
				},
			})
			pass(5 * time.Second) // polls show it as well, and change nothing
			require.Equal(t, want, p.village.Said())
			require.False(t, p.context.Thinking())
			p.end()
		}
	}))
	t.Run("R2", bubble(func(t *testing.T) {
		v := scapetest.New()
		v.Change(func(s *scape.Snapshot) { s.Self.Text = "Previous reply" })
		var stale atomic.Pointer[scape.Observation] // what polls bring, where it is set
		p := session(t, &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
			o := stale.Load()
			return scapetest.Result(o), name == scape.ToolObserve && o != nil
		}}, agent.Policy{})
		think := func(on bool) {
			t.Helper()
			require.NoError(t, p.context.SetThinking(t.Context(), on))
			require.Equal(t, on, p.context.Thinking())
		}
		think(true)
		require.Empty(t, v.Said(), "a reply that can be read stays")
		require.NoError(t, say(t.Context(), p.context, scape.Dots))
		synctest.Wait()
		old := v.Observation().Snapshot // with the dots
		require.NoError(t, say(t.Context(), p.context, "New reply"))
		for range 2 {
			old.Revision += 10
			o, err := scape.New(old)
			require.NoError(t, err)
			stale.Store(o)
			pass(50 * time.Millisecond)
			require.Equal(t, o.Document(), p.context.Observation().(*scape.Observation).Document())
		}
		think(false)
		require.Equal(t, []string{scape.Dots, "New reply"}, v.Said())
		stale.Store(nil)
		p.end()
	}))
	t.Run("R3", bubble(func(t *testing.T) {
		turns := make(chan bool, 9) // whether the agent thought when a turn began
		p := session(t, &remote{Village: scapetest.New()}, agent.Policy{
			OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) (err error) {
				turns <- c.Thinking()
				if len(turns) > 1 {
					return nil
				}
				defer func() { err = c.SetThinking(ctx, false) }()
				if err := c.SetThinking(ctx, true); err != nil {
					return err
				}
				<-ctx.Done()
				return ctx.Err()
			},
		})
		require.Equal(t, []string{scape.Dots}, p.village.Said())
		p.context.Interrupt()
		p.context.RequestTurn()
		pass(5 * time.Second)
		require.Equal(t, []string{scape.Dots, ""}, p.village.Said())
		require.Len(t, turns, 2)
		require.False(t, <-turns)
		require.False(t, <-turns)
		p.end()
	}))
	t.Run("R21", bubble(func(t *testing.T) {
		// What is believed after a reply, or a stop, that fails.
		for _, failing := range []string{scape.ToolSpeak, scape.ToolStop} {
			v := scapetest.New()
			fails := true
			w := enter(t, &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
				return scapetest.Refusal("slower", scape.CodeRateLimited), name == failing && fails
			}}, nil)
			if failing == scape.ToolStop {
				show(t, v, w, "A reply")
			}
			_, err := w.Call(t.Context(), failing, map[string]any{"text": "Hello!"})
			require.Error(t, err)
			fails = false
			require.NoError(t, w.SetThinking(t.Context(), true))
			if failing == scape.ToolStop {
				require.Empty(t, v.Said(), "the reply is still there")
			} else {
				require.Equal(t, []string{scape.Dots}, v.Said(), "there is no reply")
			}
		}
		// The older of two that are under way fails.
		v := scapetest.New()
		release := make(chan struct{})
		w := enter(t, &remote{v, func(_ context.Context, _ string, args map[string]any) (json.RawMessage, bool) {
			if args["text"] != "Old" {
				return nil, false
			}
			<-release
			return scapetest.Refusal("slower", scape.CodeRateLimited), true
		}}, nil)
		failed := make(chan error)
		go func() { failed <- say(t.Context(), w, "Old") }()
		synctest.Wait()
		require.NoError(t, say(t.Context(), w, "New"))
		close(release)
		require.Error(t, <-failed)
		require.NoError(t, w.SetThinking(t.Context(), true))
		require.Equal(t, []string{"New"}, v.Said(), "the newer reply stays")
	}))
	t.Run("R22", func(t *testing.T) {
		v := scapetest.New()
		w := enter(t, v, nil)
		require.NoError(t, w.SetThinking(t.Context(), true))
		require.NoError(t, say(t.Context(), w, "Hello!"))
		_, err := w.Call(t.Context(), scape.ToolStop, nil)
		require.NoError(t, err)
		require.False(t, w.Thinking())
		require.NoError(t, w.SetThinking(t.Context(), true))
		require.Equal(t, []string{scape.Dots, "Hello!", scape.Dots}, v.Said(), "the bubble was empty")
	})
	t.Run("R23", func(t *testing.T) {
		v := scapetest.New()
		v.Change(func(s *scape.Snapshot) { s.Self = nil })
		w := enter(t, v, nil)
		require.NoError(t, w.SetThinking(t.Context(), true))
		require.True(t, w.Thinking())
		require.Empty(t, v.Said())
	})
}

// What a session lets through, and what it adds.
func TestCasesCalls(t *testing.T) {
	t.Run("R11", bubble(func(t *testing.T) {
		v := scapetest.New()
		body := v.Observation().Snapshot.Self
		v.Change(func(s *scape.Snapshot) { s.Status, s.Self = scape.Connecting, nil })
		p := session(t, &remote{Village: v}, agent.Policy{})
		err := say(t.Context(), p.context, "Hello!")
		require.ErrorIs(t, err, scape.ErrNotReady)
		require.ErrorContains(t, err, "connected")
		v.Change(func(s *scape.Snapshot) { s.Status, s.Self = scape.Connected, body })
		pass(time.Second)
		require.NoError(t, say(t.Context(), p.context, "Hello!"))
		_, err = p.context.Call(t.Context(), scape.ToolEnter, nil)
		require.ErrorIs(t, err, scape.ErrLifecycle)
		require.ErrorContains(t, err, "lifecycle")
		require.Equal(t, []string{scape.ToolEnter, scape.ToolSpeak}, v.Tools())
		p.end()
	}))
	t.Run("R17", func(t *testing.T) {
		made := 0
		var sent map[string]any
		r := &remote{scapetest.New(), func(_ context.Context, _ string, args map[string]any) (json.RawMessage, bool) {
			sent = args
			return nil, false
		}}
		w := enter(t, r, &scape.WorldOptions{
			Now:    func() time.Time { return time.UnixMilli(1_700_000_000_123) },
			Unique: func() string { made++; return fmt.Sprintf("number-%d", made) },
		})
		withID := map[string]bool{
			scape.ToolSpeak: true, scape.ToolMoveTo: true, scape.ToolStep: true, scape.ToolStop: true, scape.ToolInteract: true,
			scape.ToolExpression: true, scape.ToolFollow: true, scape.ToolApproach: true,
		}
		ids := map[any]bool{}
		for _, tool := range allTools {
			if scape.Lifecycle(tool) {
				continue
			}
			args := map[string]any{"text": "Hello!"}
			_, _ = w.Call(t.Context(), tool, args) // the village has not all of them
			require.Equal(t, map[string]any{"text": "Hello!"}, args, "the caller's own")
			id, given := sent["commandId"]
			require.Equal(t, withID[tool], given, tool)
			if given {
				require.Regexp(t, `^t1700000000123_number-\d+$`, id)
				require.False(t, ids[id], "each has its own")
				ids[id] = true
			}
			_, _ = w.Call(t.Context(), tool, map[string]any{"text": "Hello!", "commandId": "the-callers-own-id"})
			require.Equal(t, "the-callers-own-id", sent["commandId"])
		}
		require.Len(t, ids, 8)

		synctest.Test(t, func(t *testing.T) { // whose clock begins when 13 digits were not needed yet
			v := scapetest.New()
			w := enter(t, v, nil)
			require.NoError(t, say(t.Context(), w, "Hello!"))
			require.Regexp(t, `^t0946684800000_[A-Z2-7]{26}$`, v.Calls()[1].Args["commandId"])
		})
	})
	t.Run("R30", bubble(func(t *testing.T) {
		v := scapetest.New()
		v.Change(func(s *scape.Snapshot) { s.Status, s.Self = scape.Connecting, nil })
		p := session(t, &remote{Village: v}, agent.Policy{})
		for _, tool := range []string{scape.ToolPair, scape.ToolEnter, scape.ToolLeave} {
			_, err := p.context.Call(t.Context(), tool, nil)
			require.ErrorIs(t, err, scape.ErrLifecycle)
		}
		require.ErrorIs(t, say(t.Context(), p.context, "Hello!"), scape.ErrNotReady)
		p.end()
		for _, tool := range []string{scape.ToolEnter, scape.ToolSpeak} {
			_, err := p.context.Call(t.Context(), tool, map[string]any{"text": "Hello!"})
			require.ErrorIs(t, err, agent.ErrEnded)
			require.ErrorIs(t, err, context.Canceled)
			require.NotErrorIs(t, err, scape.ErrLifecycle)
		}
		require.Equal(t, []string{scape.ToolEnter, scape.ToolLeave}, v.Tools())
	}))
}

// allTools are the tools of the contract.
var allTools = []string{
	scape.ToolPair, scape.ToolEnter, scape.ToolObserve, scape.ToolSpeak, scape.ToolMoveTo, scape.ToolStep, scape.ToolStop,
	scape.ToolLeave, scape.ToolInteract, scape.ToolExpression, scape.ToolFollow, scape.ToolApproach, scape.ToolGuide,
	scape.ToolAvatarCatalog, scape.ToolAvatarFiles, scape.ToolSetAvatar, scape.ToolWorldStatus,
}
