package sdk_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

// TestHandlersCountAsMemory hides a table behind each of two handlers, where nothing else reaches it. Each alone is small
// enough.
func TestHandlersCountAsMemory(t *testing.T) {
	keep := func(event string, entries int) string {
		return fmt.Sprintf(`do
			local kept = {}
			on(%q, function() for i = 1, %d do kept[#kept + 1] = "%s " .. i end print(%[1]q, #kept) end)
		end
		`, event, entries, event)
	}
	play := func(script string) string {
		w, y := openYard(t, &sdk.Options{MaxMemory: 512 << 10})
		ann := sdktest.Play(t, w, "ann", script).Ticks(1)
		w.Emit(y.worker("ann"), "heard", "bo", "hello")
		ann.Ticks(50)
		w.Emit(y.worker("ann"), "hit")
		return ann.Ticks(50).Status()
	}
	const most = 10_000
	require.Contains(t, play(keep("heard", most)), "> heard 10000\n")
	require.Contains(t, play(keep("hit", most)), "> hit 10000\n")
	both := play(keep("heard", most) + keep("hit", most))
	require.Contains(t, both, "> heard 10000\n")
	require.Contains(t, both, "! handler hit failed at line 7 and was dropped: the script holds ", "the limit holds for all of them together")
}

// TestDroppedHandlersAreFree takes on and drops a handler that holds much, again and again.
func TestDroppedHandlersAreFree(t *testing.T) {
	w, _ := openYard(t, &sdk.Options{MaxMemory: 512 << 10, StepsPerTick: 1_000_000})
	ann := sdktest.Play(t, w, "ann", `
		for n = 1, 60 do
			local kept = {}
			for i = 1, 2000 do kept[i] = "bell " .. i end
			on("bell", function() print(kept) end)
			if n % 2 == 0 then on("bell", nil) end
			wait(0.5)
		end`).Ticks(70)
	require.Contains(t, ann.Status(), "run 1 done")
}

// TestEveryTickIsCountedOnce compares an agent's usage with the ticks that passed.
func TestEveryTickIsCountedOnce(t *testing.T) {
	w, _ := openYard(t, &sdk.Options{Leash: 20 * time.Second})
	ann := sdktest.NewPlayer(t, w, "ann").Ticks(3)
	ann.Run(`on("bell", function() wait(1) end) go("mine") dig(2) for i = 1, 50000 do local x = i * i end wait(5)`)
	ann.Ticks(60)
	usage := ann.Call("ask", map[string]any{"about": "usage"}).Text()
	require.Contains(t, usage, "ticks acting 7, waiting 15, thinking 5, resting 14, idle 22", "which are 63")
}

// TestSayWaitsForItsTurn speaks in main and in a handler within a second.
func TestSayWaitsForItsTurn(t *testing.T) {
	w, y := openYard(t, nil)
	ann := sdktest.Play(t, w, "ann", `on("hit", function() say("ouch") end) say("one") say("two") say("three")`)
	bo := sdktest.NewPlayer(t, w, "bo")
	var heard []int64
	for range 12 {
		if ann.Ticks(1); len(bo.Call("status", nil).Heard) > 0 {
			heard = append(heard, bo.Last().Tick)
		}
		if bo.Last().Tick == 2 {
			w.Emit(y.worker("ann"), "hit")
		}
	}
	require.Equal(t, []int64{1, 3, 5, 7}, heard, "a second is two ticks here")
}

func TestTheCardSaysTheOptions(t *testing.T) {
	w, _ := openYard(t, &sdk.Options{StepsPerTick: 777, MaxThink: 888})
	card := w.Gateway().Card()
	require.Contains(t, card, "777 steps a tick")
	require.Contains(t, card, "888 steps without a wait")
}

// TestRunsAreRemembered keeps ids for so many runs and no more.
func TestRunsAreRemembered(t *testing.T) {
	w, _ := openYard(t, nil)
	ann := sdktest.NewPlayer(t, w, "ann")
	once := map[string]any{"script": "print(1)", "id": "once", "wait": 0}
	ann.Call("run", once)
	for range contract.KeptRuns - 1 {
		ann.Run("print(2)")
		ann.Ticks(1)
	}
	require.True(t, ann.Call("run", once).Run.Repeat)
	ann.Run("print(3)")
	require.False(t, ann.Call("run", once).Run.Repeat)
}

// TestManyKindsOfRefusal refuses at more lines than a run's report tells apart.
func TestManyKindsOfRefusal(t *testing.T) {
	w, _ := openYard(t, nil)
	const lines = 100
	ann := sdktest.Play(t, w, "ann", "drop(1)\n"+strings.Repeat("drop(2)\n", lines)).Ticks(2 * lines)
	ann.Status()
	report := ann.Last().Run.Report
	require.Len(t, report, 65)
	require.Equal(t, contract.Tally{Verb: "drop", Line: 64, Refused: 1, Why: "short", Hint: "you have too little gold"}, report[63])
	require.Equal(t, contract.Tally{Verb: "drop", Refused: lines + 1 - 64, Why: "other reasons", Hint: "you have too little gold"}, report[64])
}
