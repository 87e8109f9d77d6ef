package sdk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

// TestEventsBetweenTwoTicksAreBounded posts more events of each kind than wait for a handler. The newest are handled, the rest
// is told; of an event that nobody handles nothing is.
func TestEventsBetweenTwoTicksAreBounded(t *testing.T) {
	w, y := openYard(t, nil)
	ann := sdktest.Play(t, w, "ann", `on("bell", function(n) print("bell", n) end) wait(100)`).Ticks(1)
	ann.Status()
	for i := range 30 {
		w.Emit(y.worker("ann"), "bell", i)
		w.Emit(y.worker("ann"), "hit")
	}
	require.Equal(t, `run 1 running: waiting, line 1
* 14 events bell were dropped: 16 were waiting for their handler
@3`, withoutPrinted(ann.Ticks(1).Status()))
	ann.Ticks(40)
	told := ann.Status()
	require.NotContains(t, told, "dropped")
	printed := ann.Call("status", map[string]any{"after": 0}).Output
	require.Equal(t, "bell 14", printed[0])
	require.Equal(t, "bell 29", printed[15])
}

func withoutPrinted(reply string) string {
	var lines []string
	for line := range strings.Lines(reply) {
		if !strings.HasPrefix(line, "> ") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// TestLinesBetweenTwoTicksAreBounded posts more lines than are kept for a reply. What an agent reads, and what it lost, is what
// it would be had every one of them come in.
func TestLinesBetweenTwoTicksAreBounded(t *testing.T) {
	const posts = contract.KeptLines + 70
	for name, post := range map[string]struct {
		queued, direct func(w *sdk.World, c *worker, i int)
	}{
		"lines": {
			func(w *sdk.World, c *worker, i int) { w.Notify(c, fmt.Sprint("line ", i)) },
			func(w *sdk.World, c *worker, i int) { c.Notify(fmt.Sprint("line ", i)) },
		},
		"speech": {
			func(w *sdk.World, c *worker, i int) { w.Emit(c, "heard", "bo", fmt.Sprint("word ", i)) },
			func(w *sdk.World, c *worker, i int) { c.Emit("heard", "bo", fmt.Sprint("word ", i)) },
		},
	} {
		play := func(post func(w *sdk.World, c *worker, i int)) (replies []string) {
			w, y := openYard(t, nil)
			ann := sdktest.NewPlayer(t, w, "ann")
			ann.Status()
			w.Notify(y.worker("ann"), "before")
			w.Tick()
			w.Do(func() {
				for i := range posts {
					post(w, y.worker("ann"), i)
				}
			})
			w.Tick()
			for range posts {
				reply := ann.Status()
				replies = append(replies, reply)
				if !strings.Contains(reply, "more") {
					break
				}
			}
			return append(replies, ann.Call("status", map[string]any{"after": 3}).Text())
		}
		bounded := play(post.queued)
		require.Equal(t, play(post.direct), bounded, name)
		require.Contains(t, bounded[0], "71 older lines lost", name)
		require.NotContains(t, bounded[1], "lost", name)
	}
}

// TestDismissedOnce removes an agent that several things killed in one tick.
func TestDismissedOnce(t *testing.T) {
	w, y := openYard(t, nil)
	ann := y.worker("ann")
	for range 3 {
		w.Dismiss(ann)
		w.Notify(ann, "you die")
	}
	w.Tick()
	require.Equal(t, []string{"bo"}, w.AgentIDs())
}
