package sdk_test

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

func openYard(t *testing.T, opts *sdk.Options) (*sdk.World, *yard) {
	t.Helper()
	w, y, err := newYard(opts)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	return w, y
}

func call(w *sdk.World, agent, tool string, args map[string]any) *contract.Reply {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return w.Gateway().Call(context.Background(), agent, tool, raw, sdk.Meta{})
}

// untilWaiting returns once a call waits for the world to go on.
func untilWaiting(w *sdk.World) {
	for w.Gateway().Waiting() == 0 {
		runtime.Gosched()
	}
}

// TestSameSeedSameBytes plays two worlds with the same seed and calls and compares every byte that they answered.
func TestSameSeedSameBytes(t *testing.T) {
	play := func(seed uint64) string {
		w, _ := openYard(t, &sdk.Options{Seed: seed})
		ann, bo := sdktest.NewPlayer(t, w, "ann"), sdktest.NewPlayer(t, w, "bo")
		out := ann.Run(`
			on("heard", function(who, text) print(who, text) end)
			local seen = {}
			for i = 1, 20 do seen["k" .. math.random(1000)] = math.random() end
			for k, v in pairs(seen) do print(k, v) end
			print(seen, tostring(print), tostring({}))
			go("mine") dig(3)`).Text()
		out += bo.Run(`wait(1) say("hi " .. math.random(1e6)) go("mine") say("there")`).Text()
		ann.Ticks(25)
		for _, p := range []*sdktest.Player{ann, bo} {
			reply := p.Call("status", nil)
			structured, err := json.Marshal(reply)
			require.NoError(t, err)
			out += reply.Text() + string(structured)
		}
		saved, err := w.Save()
		require.NoError(t, err)
		return out + string(saved)
	}
	first := play(7)
	require.Equal(t, first, play(7))
	require.NotEqual(t, first, play(8))
}

func TestWaitEndsWithItsContext(t *testing.T) {
	w, _ := openYard(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan *contract.Reply, 1)
	go func() {
		done <- w.Gateway().Call(ctx, "ann", "run", json.RawMessage(`{"script":"go(\"mine\") print(\"there\")"}`), sdk.Meta{})
	}()
	untilWaiting(w)
	w.Tick()
	cancel()
	left := <-done
	require.Nil(t, left.Error)
	require.Equal(t, contract.RunRunning, left.Run.State, "a call that is left ends the wait and nothing else")
	for range 5 {
		w.Tick()
	}
	reply := call(w, "ann", "status", nil)
	require.Contains(t, reply.Text(), "run 1 done", "the world went on")
	require.Contains(t, reply.Text(), "> there")
}

func TestDrainAnswersWaitingCalls(t *testing.T) {
	w, _ := openYard(t, nil)
	done := make(chan *contract.Reply, 1)
	go func() { done <- call(w, "ann", "status", map[string]any{"wait": 45}) }()
	untilWaiting(w)
	w.Gateway().Drain()
	require.Nil(t, (<-done).Error)
	late := call(w, "ann", "status", nil)
	require.Equal(t, contract.Unavailable, late.Error.Code)
	require.Positive(t, late.Error.RetryAfterMs)
}

func TestLeash(t *testing.T) {
	w, y := openYard(t, &sdk.Options{Leash: 5 * time.Second}) // ten ticks
	ann := sdktest.Play(t, w, "ann", `go("mine") dig("all") dig("all") dig("all")`).Ticks(40)
	require.Equal(t, 5, y.worker("ann").Gold, "the action that went on is settled, then the script rests")
	observed := w.Gateway().Call(context.Background(), "ann", "status", nil, sdk.Meta{Observe: true})
	require.Contains(t, observed.Text(), "resting")
	ann.Ticks(5)
	require.Equal(t, 5, y.worker("ann").Gold, "a program's call wakes nobody")
	require.Contains(t, ann.Status(), "* no call for 5s: the script rested until this one")
	ann.Ticks(8)
	require.Greater(t, y.worker("ann").Gold, 5, "the next call lets it go on")
}

func TestPartsBelongToTheWorld(t *testing.T) {
	w, _ := openYard(t, nil)
	require.PanicsWithValue(t, "sdk: Gateway.OnTick was called outside World.Tick and World.Do, which alone may touch the world's state",
		func() { w.Gateway().OnTick() })
	w.Do(w.Gateway().OnTick)
	w.Tick()
	require.EqualValues(t, 1, call(w, "ann", "status", nil).Tick, "a World counts its own ticks")
}

// TestCallsFromManyGoroutines is for the race detector: calls, ticks and posts at once.
func TestCallsFromManyGoroutines(t *testing.T) {
	w, y := openYard(t, nil)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			agent := fmt.Sprintf("a%d", i%4)
			for n := range 20 {
				script := fmt.Sprintf(`print(%d) go("mine") dig(1) say("x")`, n)
				reply := call(w, agent, "run", map[string]any{"script": script, "wait": 0.5})
				w.Gateway().Ack(agent, reply.Mark)
				call(w, agent, "status", nil)
				call(w, agent, "run", map[string]any{"script": "return me.gold", "mode": "look"})
				call(w, agent, "journal", nil)
			}
		})
	}
	stop := make(chan struct{})
	ticking := make(chan struct{})
	go func() {
		defer close(ticking)
		for {
			select {
			case <-stop:
				return
			default:
				w.Tick()
				var first *worker
				w.Do(func() { first = y.workers[0] })
				w.Emit(first, "hit")
				w.Notify(first, "something")
			}
		}
	}()
	wg.Wait()
	close(stop)
	<-ticking
}

func TestRunKeepsItsRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, y, err := newYard(nil)
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second+time.Millisecond)
		defer cancel()
		require.NoError(t, w.Run(ctx, 0))
		w.Close()
		require.Zero(t, w.Late())
		data, err := w.Save()
		require.NoError(t, err)
		require.Contains(t, string(data), `"tick":20`, "two ticks a second")
		_ = y
	})
}

func TestRunEndsWithThePanicOfTheGame(t *testing.T) {
	game := (&yard{}).game()
	game.Advance = func(*sdk.Turn[*worker]) { panic("out of gold") }
	w, err := sdk.NewWorld(game, nil)
	require.NoError(t, err)
	defer w.Close()
	err = w.Run(t.Context(), time.Millisecond)
	var panicked *sdk.PanicError
	require.ErrorAs(t, err, &panicked)
	require.EqualError(t, err, "the game's code panicked: out of gold")
	require.NotEmpty(t, panicked.Stack)
	call(w, "ann", "status", nil) // the lock is free again
}

func TestEmitOfAnEventThatIsNotDeclared(t *testing.T) {
	w, y := openYard(t, nil)
	require.PanicsWithValue(t, "sdk: an event bel was emitted, which the game does not declare",
		func() { w.Emit(y.worker("ann"), "bel") })
}

func TestScriptOfTheLargestSize(t *testing.T) {
	w, _ := openYard(t, nil)
	fits := "print(1)" + strings.Repeat("\n-- a comment", 2500)
	fits += strings.Repeat("-", contract.MaxScript-len(fits))
	require.Nil(t, call(w, "ann", "run", map[string]any{"script": fits, "wait": 0}).Error)
	big := call(w, "ann", "run", map[string]any{"script": fits + "-"})
	require.Equal(t, "invalid_argument: 'script' has 32769 bytes; at most 32768 are allowed\n"+
		"  hint: script, string: Lua 5.4, at most 32768 bytes", big.Text())
}
