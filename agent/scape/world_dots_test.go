package scape_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

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
		"a stop": func(ctx context.Context, w *scape.World) error {
			_, err := w.Call(ctx, scape.ToolStop, nil)
			return err
		},
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

// Who would change dots that are on their way is kept by nobody: the flag is there, and the wait ends with its context.
func TestAThoughtThatWaitsCanBeCancelled(t *testing.T) {
	bubble(func(t *testing.T) {
		r, arrive := slowDots()
		w := enter(t, r, nil)
		shown := make(chan error)
		go func() { shown <- w.SetThinking(t.Context(), true) }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.ErrorIs(t, w.SetThinking(ctx, false), context.DeadlineExceeded)
		require.False(t, w.Thinking())
		close(arrive)
		require.NoError(t, <-shown)
	})(t)
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
