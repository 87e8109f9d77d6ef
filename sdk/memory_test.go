package sdk_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/sdk"
)

// hoard is a script that holds about so many KiB and goes on.
func hoard(kib int) string {
	return fmt.Sprintf("local t = {} for i = 1, %d do t[i] = ('x'):rep(1000) .. i end while true do wait(1) end", kib)
}

// TestWorldMemory: while the scripts of a world hold more than it may, the one that holds most ends, and says so.
func TestWorldMemory(t *testing.T) {
	w, _ := openYard(t, &sdk.Options{Agents: []string{"cy", "di"}, MaxWorldMemory: 1 << 20})
	for id, kib := range map[string]int{"ann": 100, "bo": 300, "cy": 400, "di": 50} {
		say(w, id, "run", map[string]any{"script": hoard(kib), "wait": 0})
	}
	for range 5 {
		w.Tick()
	}
	for _, id := range []string{"ann", "bo", "cy", "di"} {
		require.Contains(t, say(w, id, "status", nil), "waiting", "%s: together they hold less than a MiB", id)
	}

	say(w, "di", "run", map[string]any{"script": hoard(350), "wait": 0})
	for range 5 {
		w.Tick()
	}
	require.Contains(t, say(w, "cy", "status", nil),
		"run 1 failed at line 1: the scripts of this world hold more than 1024 KiB together, and of all this one holds most, ")
	for _, id := range []string{"ann", "bo", "di"} {
		require.Contains(t, say(w, id, "status", nil), "waiting", id)
	}
	require.Contains(t, say(w, "cy", "run", map[string]any{"script": "return 5", "wait": 0}), "run 2", "it may begin anew")
}

// TestWorldMemoryCountsWhatIsHeld: what scripts make and drop again ends none of them.
func TestWorldMemoryCountsWhatIsHeld(t *testing.T) {
	w, _ := openYard(t, &sdk.Options{MaxWorldMemory: 256 << 10})
	for _, id := range []string{"ann", "bo"} {
		say(w, id, "run", map[string]any{"script": "for i = 1, 100 do local s = ('x'):rep(20000) .. i wait(1) end", "wait": 0})
	}
	for range 60 {
		w.Tick()
	}
	for _, id := range []string{"ann", "bo"} {
		require.Contains(t, say(w, id, "status", nil), "waiting", id)
	}
}

// say calls a tool and returns the text of its reply, which counts as told.
func say(w *sdk.World, agent, tool string, args map[string]any) string {
	reply := call(w, agent, tool, args)
	w.Gateway().Ack(agent, reply.Mark)
	return reply.Text()
}
