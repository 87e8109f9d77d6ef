package scape_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

// silent are the tools of a village that a test can make silent: a call then only ends with its context.
func silent(names ...string) (*remote, *atomic.Bool) {
	var on atomic.Bool
	return &remote{scapetest.New(), func(ctx context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
		if !on.Load() || !strings.Contains(strings.Join(names, " "), name) {
			return nil, false
		}
		<-ctx.Done()
		return nil, true
	}}, &on
}

// A world that does not answer is lost after a minute, whatever was asked. Without that a session would go on deaf and blind.
func TestASilentWorldIsLost(t *testing.T) {
	const lost = "connection lost: there was no answer for 1m0s"
	for _, tool := range []string{scape.ToolObserve, scape.ToolWorldStatus, scape.ToolEnter} {
		t.Run(tool, bubble(func(t *testing.T) {
			r, on := silent(tool)
			on.Store(true)
			began := time.Now()
			_, err := scape.MCPTools(r).Call(t.Context(), tool, nil)
			require.EqualError(t, err, tool+": "+lost)
			require.ErrorIs(t, err, agent.ErrConnectionLost)
			require.Equal(t, time.Minute, time.Since(began))

			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err = scape.MCPTools(r).Call(ctx, tool, nil)
			require.Equal(t, context.DeadlineExceeded, err, "the caller's own end is told as such")
		}))
	}
	t.Run("session", bubble(func(t *testing.T) {
		r, on := silent(scape.ToolObserve, scape.ToolLeave)
		p := session(t, r, agent.Policy{})
		on.Store(true)
		pass(2 * time.Minute)
		<-p.over
		require.EqualError(t, p.err, "observe: scape_observe: "+lost)
	}))
}

// What the world may have let in is taken out again, unless the world itself said that it did not.
func TestAnEntryThatIsNotUnderstoodIsUndone(t *testing.T) {
	for _, result := range []string{`[]`, `{"structuredContent":[1]}`, `{"content":[{"type":"text","text":"welcome"}]}`} {
		v := scapetest.New()
		_, _, err := scape.Enter(t.Context(), scape.MCPTools(&remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
			return json.RawMessage(result), name == scape.ToolEnter
		}}), nil)
		require.ErrorIs(t, err, scape.ErrResponse)
		require.Equal(t, []string{scape.ToolLeave}, v.Tools(), result)
	}
	synctest.Test(t, func(t *testing.T) {
		r, on := silent(scape.ToolEnter)
		on.Store(true)
		_, _, err := scape.Enter(t.Context(), scape.MCPTools(r), nil)
		require.ErrorIs(t, err, agent.ErrConnectionLost)
		require.Equal(t, []string{scape.ToolLeave}, r.Tools())
	})
}

// slowDots holds dots, and their clearing, on their way to a village until a test lets them arrive.
func slowDots() (r *remote, arrive chan struct{}) {
	arrive = make(chan struct{})
	return &remote{scapetest.New(), func(ctx context.Context, name string, args map[string]any) (json.RawMessage, bool) {
		if text := args["text"]; name == scape.ToolSpeak && (text == scape.Dots || text == "") {
			select {
			case <-arrive:
			case <-ctx.Done():
				return nil, true
			}
		}
		return nil, false
	}}, arrive
}

// A reply, or a stop, that is made while dots are on their way must not reach the world before them: they would replace it.
func TestDotsNeverOvertakeAReply(t *testing.T) {
	for name, later := range map[string]func(ctx context.Context, w *scape.World) error{
		"a reply": func(ctx context.Context, w *scape.World) error { return say(ctx, w, "Hello!") },
		"a stop":  func(ctx context.Context, w *scape.World) error { _, err := w.Call(ctx, scape.ToolStop, nil); return err },
	} {
		for _, clearing := range []bool{false, true} {
			t.Run(name, bubble(func(t *testing.T) {
				r, arrive := slowDots()
				w := enter(t, r, nil)
				if clearing {
					show(t, r.Village, w, scape.Dots)
				}
				var calls sync.WaitGroup
				calls.Go(func() {
					if err := w.SetThinking(t.Context(), !clearing); err != nil {
						t.Error(err)
					}
				})
				synctest.Wait()
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				require.ErrorIs(t, later(ctx, w), context.DeadlineExceeded, "who waits can be cancelled")
				calls.Go(func() {
					if err := later(t.Context(), w); err != nil {
						t.Error(err)
					}
				})
				synctest.Wait()
				require.Equal(t, []string{scape.ToolEnter}, r.Tools())
				close(arrive)
				calls.Wait()
				tools := r.Tools()
				require.Len(t, tools, 3)
				require.Equal(t, scape.ToolSpeak, tools[1], "the dots come first")
				require.NotEqual(t, scape.Dots, r.Observation().Self.Text)
			}))
		}
	}
}

// Of those who change their minds while dots are on their way the last one counts.
func TestTheLatestThoughtCounts(t *testing.T) {
	bubble(func(t *testing.T) {
		r, arrive := slowDots()
		w := enter(t, r, nil)
		var calls sync.WaitGroup
		for _, on := range []bool{true, false, true} {
			calls.Go(func() {
				if err := w.SetThinking(t.Context(), on); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		require.NoError(t, func() error { _, err := w.Call(t.Context(), scape.ToolWorldStatus, nil); return err }(), "only speech waits")
		close(arrive)
		calls.Wait()
		require.Equal(t, []string{scape.Dots}, r.Said())
		require.True(t, w.Thinking())
	})(t)
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
