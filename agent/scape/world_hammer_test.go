package scape_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

// Everything of a world that may run at once does, while speech fails by chance and the village changes. When all is quiet, what
// the world believes is what the village shows: dots are cleared, and nothing else.
func TestWorldHammer(t *testing.T) {
	const rounds = 300
	v := scapetest.New()
	v.Join("ann", "Ann")
	var refused atomic.Int64
	w := enter(t, &remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
		refuse := name == scape.ToolSpeak && rand.IntN(4) == 0
		if refuse {
			refused.Add(1)
		}
		return scapetest.Refusal("slower", scape.CodeRateLimited), refuse
	}}, nil)
	ctx := t.Context()
	quiet := make(chan struct{})
	var strikers, observer sync.WaitGroup
	observer.Go(func() {
		after := int64(0)
		for {
			select {
			case <-quiet:
				return
			default:
			}
			o, err := w.Observe(ctx, after, time.Millisecond)
			if err == nil {
				_, err = w.Diff(o)
			}
			if err != nil {
				t.Error(err)
				return
			}
			after = o.Revision()
		}
	})
	for striker := range 4 {
		strikers.Go(func() {
			for i := range rounds {
				switch (striker + i) % 6 {
				case 0:
					_ = w.SetThinking(ctx, true) // refused by chance
				case 1:
					_ = w.SetThinking(ctx, false)
				case 2:
					_ = say(ctx, w, strconv.Itoa(i))
				case 3:
					if _, err := w.Call(ctx, scape.ToolStop, nil); err != nil {
						t.Error(err)
					}
				case 4:
					_ = w.Thinking()
				case 5:
					v.Say("ann", strconv.Itoa(i))
				}
			}
		})
	}
	strikers.Wait()
	close(quiet)
	observer.Wait()
	require.Positive(t, refused.Load())

	// What was said last is awaited until it is seen. It can have reached the village before something older, and is said again.
	last := v.Observation().Self.Text
	for try := 0; try < 100 && say(ctx, w, last) != nil; try++ {
	}
	_, err := w.Diff(v.Observation())
	require.NoError(t, err)
	for _, text := range []string{scape.Dots, "", "A reply"} {
		show(t, v, w, text)
		before := len(v.Said())
		for try := 0; try < 100 && w.SetThinking(ctx, false) != nil; try++ {
		}
		require.Equal(t, text == scape.Dots, len(v.Said()) > before, text)
	}
}
