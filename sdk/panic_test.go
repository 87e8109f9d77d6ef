package sdk_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

const secret = "a secret of the game"

// TestPanicsOfTheGameAreFaults breaks every func of a game that a tool call leads to. The call answers internal with a ref,
// the log has the secret and the stack under that ref, nobody else notices, and the next call finds the world as it was.
func TestPanicsOfTheGameAreFaults(t *testing.T) {
	script := func(text string) map[string]any { return map[string]any{"script": text, "wait": 0} }
	look := func(text string) map[string]any { return map[string]any{"script": text, "mode": "look"} }
	tests := []struct {
		name  string
		spoil func(g *sdk.Game[*worker])
		agent string
		tool  string
		args  map[string]any
	}{
		{"Status", func(g *sdk.Game[*worker]) { g.Status = func(*worker) sdk.StateLine { panic(secret) } }, "ann", "status", nil},
		{"Stamp", func(g *sdk.Game[*worker]) { g.Stamp = func(int64) string { panic(secret) } }, "ann", "status", nil},
		{"Digest", func(g *sdk.Game[*worker]) { g.Digest = func(*worker) []string { panic(secret) } }, "ann", "status", nil},
		{"Ask", func(g *sdk.Game[*worker]) { g.Ask = func(*worker, string) string { panic(secret) } }, "ann", "ask", map[string]any{"about": "gold"}},
		{"Journal", func(g *sdk.Game[*worker]) { g.Journal = func(*worker) []string { panic(secret) } }, "ann", "journal", nil},
		{"Join", func(g *sdk.Game[*worker]) {
			join := g.Join
			g.Join = func(id, name string) (*worker, error) {
				if id == "cy" {
					panic(secret)
				}
				return join(id, name)
			}
		}, "cy", "status", nil},
		{"Known", func(g *sdk.Game[*worker]) { g.Kinds[0].Known = func(*worker) []string { panic(secret) } },
			"ann", "run", script("wait(1)")},
		{"Known of a written name", func(g *sdk.Game[*worker]) {
			known, asked := g.Kinds[0].Known, 0
			g.Kinds[0].Known = func(w *worker) []string {
				if asked++; asked > 1 {
					panic(secret)
				}
				return known(w)
			}
		}, "ann", "run", script(`go("mine")`)},
		{"Known in a look", func(g *sdk.Game[*worker]) {
			known, asked := g.Kinds[0].Known, 0
			g.Kinds[0].Known = func(w *worker) []string {
				if asked++; asked > 1 {
					panic(secret)
				}
				return known(w)
			}
		}, "ann", "run", look(`local place = "mine" return look_at(place)`)},
		{"CountHint", func(g *sdk.Game[*worker]) { g.CountHint = func(string, string) string { panic(secret) } },
			"ann", "run", script("drop(me.gold < 3)")},
		{"a sense in a look", func(g *sdk.Game[*worker]) {
			g.Verbs = append(g.Verbs, sdk.Sense("omen", "Panics.", func(*worker, struct{}) int { panic(secret) }))
		}, "ann", "run", look("return omen()")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log bytes.Buffer
			y := &yard{}
			game := y.game()
			tt.spoil(game)
			w, err := sdk.NewWorld(game, &sdk.Options{Log: slog.New(slog.NewJSONHandler(&log, nil))})
			require.NoError(t, err)
			t.Cleanup(w.Close)

			reply := call(w, tt.agent, tt.tool, tt.args)
			require.NotNil(t, reply.Error)
			require.Equal(t, contract.Internal, reply.Error.Code, reply.Text())
			require.NotContains(t, reply.Text(), secret)
			requireLogged(t, &log, reply.Error.Ref)

			require.Nil(t, call(w, "bo", "card", nil).Error, "the lock is free, and others play on")
			w.Tick()
		})
	}
}

// requireLogged holds the log to one line of a fault, with its ref, what broke, and where in these tests.
func requireLogged(t *testing.T, log *bytes.Buffer, ref string) {
	t.Helper()
	var line struct{ Level, Msg, Ref, Agent, Fault, Stack string }
	require.NoError(t, json.NewDecoder(log).Decode(&line))
	require.Equal(t, "ERROR", line.Level)
	require.Equal(t, ref, line.Ref)
	require.NotEmpty(t, line.Ref)
	require.Contains(t, line.Fault, secret)
	require.Contains(t, line.Stack, "_test.go")
}

// TestPanicsAreLoggedByAgent breaks an action: its run ends, which its agent is told, and the log says whose it was.
func TestPanicsAreLoggedByAgent(t *testing.T) {
	var log bytes.Buffer
	w, _ := openYard(t, &sdk.Options{Log: slog.New(slog.NewJSONHandler(&log, nil))})
	bo := sdktest.Play(t, w, "bo", `trap("start")`)
	ann := sdktest.Play(t, w, "ann", `trap("step")`).Ticks(3)
	require.Contains(t, ann.Status(), "run 1 failed at line 1: something in the game broke; it is not your script's fault; ref t2-2")
	require.Contains(t, bo.Status(), "ref t1-1")
	require.Contains(t, log.String(), `"ref":"t1-1","agent":"bo"`)
	require.Contains(t, log.String(), `"ref":"t2-2","agent":"ann"`)
}

// TestCancelThatPanicsStopsNothing drops actions whose Cancel panics, in every way in which an action is dropped.
func TestCancelThatPanicsStopsNothing(t *testing.T) {
	cancelled := func(y *yard, id string) bool {
		for _, line := range y.worker(id).news {
			if line == "the trap is cancelled" {
				return true
			}
		}
		return false
	}
	t.Run("replaced", func(t *testing.T) {
		w, _ := openYard(t, nil)
		ann := sdktest.Play(t, w, "ann", `trap("cancel")`).Ticks(2)
		require.Nil(t, ann.Run("wait(1)").Error)
		require.Contains(t, ann.Ticks(3).Status(), "run 2 done")
	})
	t.Run("handler and main", func(t *testing.T) {
		w, y := openYard(t, nil)
		sdktest.Play(t, w, "ann", `on("hit", function() trap("cancel") end) trap("cancel") wait(9)`).Ticks(1)
		w.Emit(y.worker("ann"), "hit")
		w.Tick()
		w.Tick()
		ann := sdktest.Play(t, w, "ann", "wait(9)")
		require.Contains(t, ann.Last().Text(), "* the trap is cancelled x2\n")
	})
	t.Run("removed", func(t *testing.T) {
		w, y := openYard(t, nil)
		worker := y.worker("ann")
		sdktest.Play(t, w, "ann", `trap("cancel")`).Ticks(2)
		w.Remove("ann")
		require.Equal(t, []string{"the trap is cancelled"}, worker.news)
		require.Equal(t, []string{"bo"}, w.AgentIDs())
	})
	t.Run("closed", func(t *testing.T) {
		w, y := openYard(t, nil)
		sdktest.Play(t, w, "ann", `trap("cancel")`)
		sdktest.Play(t, w, "bo", `trap("cancel")`).Ticks(2)
		w.Close()
		require.True(t, cancelled(y, "ann"))
		require.True(t, cancelled(y, "bo"))
	})
}

// TestWhatConcernsAllComesOutOfTick panics where no agent is to blame.
func TestWhatConcernsAllComesOutOfTick(t *testing.T) {
	game := (&yard{}).game()
	game.Advance = func(*sdk.Turn[*worker]) { panic(secret) }
	w, err := sdk.NewWorld(game, nil)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	require.PanicsWithValue(t, secret, w.Tick)
	require.Nil(t, call(w, "ann", "status", nil).Error, "the lock is free")
}

func TestSaveThatPanics(t *testing.T) {
	game := (&yard{}).game()
	game.Save = func() ([]byte, error) { panic(secret) }
	game.Load = func([]byte) error { panic(secret) }
	w, err := sdk.NewWorld(game, nil)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	_, err = w.Save()
	require.EqualError(t, err, "save the game: the game's code panicked: "+secret)
	err = w.Load([]byte(`{"format":1,"agents":[],"game":[]}`))
	require.EqualError(t, err, "load the game: the game's code panicked: "+secret)
	var panicked *sdk.PanicError
	require.True(t, errors.As(err, &panicked))
	require.NotEmpty(t, panicked.Stack)
	w.Tick()
}

// TestEventsThatJSONCannotSay drops the handler that the game cannot call, and nothing else.
func TestEventsThatJSONCannotSay(t *testing.T) {
	var log bytes.Buffer
	w, y := openYard(t, &sdk.Options{Log: slog.New(slog.NewJSONHandler(&log, nil))})
	ann := sdktest.Play(t, w, "ann", `on("hit", function(x) print(x) end) on("bell", function(n) print("bell", n) end) wait(2)`).Ticks(2)
	w.Emit(y.worker("ann"), "hit", func() {})
	ann.Ticks(8)
	status := ann.Status()
	require.Contains(t, status, "! handler hit failed and was dropped: something in the game broke; it is not your script's fault; tell the operator the ref; ref t3-1")
	require.Contains(t, status, "> bell 1")
	require.Contains(t, log.String(), "event hit: argument 1")
}
