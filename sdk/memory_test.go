package sdk_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
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

// TestEndedRunsHoldLittle ends runs in every way in which something long could stay with them: as many as are remembered.
func TestEndedRunsHoldLittle(t *testing.T) {
	for name, script := range map[string]string{
		"an error":         `error(("x"):rep(2e5) .. %d)`,
		"an assertion":     `assert(false, ("x"):rep(2e5) .. %d)`,
		"an error's table": `error({[("x"):rep(2e5) .. %d] = 1})`,
		"a table's text":   `error(setmetatable({}, {__tostring = function() return ("x"):rep(2e5) .. %d end}))`,
		"a caught error":   `print(pcall(error, ("x"):rep(2e5) .. %d))`,
		"a reason":         `return false, ("x"):rep(2e5) .. %d`,
		"a result":         `return ("x"):rep(2e5) .. %d`,
		"many results":     `local r = {} for i = 1, 300 do r[i] = i end local t = {%d} for i = 1, 300 do t[i] = r end return t`,
		"print":            `for i = 1, 5 do print(("x"):rep(2e5) .. %d) end`,
		"say":              `say(("x"):rep(2e5) .. %d)`,
		"stop":             `stop(("x"):rep(2e5) .. %d)`,
		"a long script":    `error() --` + strings.Repeat("x", 30_000) + ` %d`,
		"an unknown place": `go(("x"):rep(2e5) .. %d)`,
		"an unknown name":  `_G[("x"):rep(2e5) .. %d]()`,
	} {
		t.Run(name, func(t *testing.T) {
			w, _ := openYard(t, nil)
			before := liveHeap()
			for i := range contract.KeptRuns {
				say(w, "ann", "run", map[string]any{"script": fmt.Sprintf(script, i), "wait": 0})
				for range 6 {
					w.Tick()
				}
			}
			for i := range 300 { // which nothing compiled before outlives
				say(w, "bo", "run", map[string]any{"script": fmt.Sprintf("return %d", i), "wait": 0})
			}
			require.Less(t, liveHeap()-before, int64(1<<20))
			_, err := w.Save()
			require.NoError(t, err)
		})
	}
}

func liveHeap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
