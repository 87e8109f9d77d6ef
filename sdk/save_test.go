package sdk_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

// saved is a world as bytes.
func saved(t *testing.T, w *sdk.World) string {
	t.Helper()
	data, err := w.Save()
	require.NoError(t, err)
	return string(data)
}

// loaded is a yard that was brought to where a save left it.
func loaded(t *testing.T, data string) (*sdk.World, *yard) {
	t.Helper()
	w, y := openYard(t, nil)
	require.NoError(t, w.Load([]byte(data)))
	return w, y
}

func TestSaveAndLoad(t *testing.T) {
	w, _ := openYard(t, nil)
	cy := sdktest.Play(t, w, "cy", `mem.seen = {"mine"} note("dark") go("mine") dig(2) alert("done")`).Ticks(12)
	cy.Call("run", map[string]any{"script": `wait(60)`, "name": "pause", "wait": 0})
	cy.Ticks(1)
	data := saved(t, w)

	again, y := loaded(t, data)
	require.Equal(t, []string{"ann", "bo", "cy"}, again.AgentIDs())
	require.Equal(t, 2, y.worker("cy").Gold)
	p := sdktest.NewPlayer(t, again, "cy")
	require.Contains(t, p.Status(), "run pause interrupted at line 1")
	require.Contains(t, p.Call("journal", nil).Text(), "run pause interrupted at line 1\n")
	p.Call("run", map[string]any{"script": `print(mem.seen[1]) run("pause")`, "wait": 1})
	require.Contains(t, p.Last().Text(), "run 3 running", "ids go on where they were")
	require.Contains(t, p.Last().Text(), "> mine")
	require.Contains(t, p.Call("journal", nil).Text(), ": dark")
}

// TestSavesAreTheSameBytes saves, loads and saves worlds in every state.
func TestSavesAreTheSameBytes(t *testing.T) {
	states := map[string]func(w *sdk.World){
		"fresh":   func(*sdk.World) {},
		"running": func(w *sdk.World) { sdktest.Play(t, w, "cy", `mem.x = {1, "<b>"} go("mine") dig("all")`).Ticks(9) },
		"pending": func(w *sdk.World) { sdktest.Play(t, w, "ann", "wait(1)") },
		"watching": func(w *sdk.World) {
			sdktest.Play(t, w, "ann", `on("bell", function() wait(1) end)`).Ticks(10)
		},
		"thinking": func(w *sdk.World) { sdktest.Play(t, w, "ann", "for i = 1, 1e9 do end").Ticks(3) },
		"closed": func(w *sdk.World) {
			sdktest.Play(t, w, "ann", "wait(9)").Ticks(1)
			w.Close()
		},
	}
	for name, play := range states {
		w, _ := openYard(t, nil)
		play(w)
		first := saved(t, w)
		require.Equal(t, first, saved(t, w), name)
		again, _ := loaded(t, first)
		settled := saved(t, again)
		if name != "running" { // its action was cancelled
			require.Equal(t, first, settled, name)
		}
		third, _ := loaded(t, settled)
		require.Equal(t, settled, saved(t, third), name)
	}
}

// TestLoadCancelsActions saves a world in which ann is on her way.
func TestLoadCancelsActions(t *testing.T) {
	w, _ := openYard(t, nil)
	sdktest.Play(t, w, "ann", `go("mine")`).Ticks(2)
	again, y := loaded(t, saved(t, w))
	require.Equal(t, "camp", y.worker("ann").Place)
	status := sdktest.NewPlayer(t, again, "ann").Status()
	require.Contains(t, status, "run 1 interrupted at line 1")
	require.Contains(t, status, "* turned back on the way to mine")
}

// TestLoadOutlivesACancelThatPanics saves a world in which ann and bo are in the trap.
func TestLoadOutlivesACancelThatPanics(t *testing.T) {
	w, _ := openYard(t, nil)
	sdktest.Play(t, w, "ann", `trap("cancel")`)
	sdktest.Play(t, w, "bo", `trap("cancel")`).Ticks(2)
	again, _ := loaded(t, saved(t, w))
	for _, id := range []string{"ann", "bo"} {
		status := sdktest.NewPlayer(t, again, id).Status()
		require.Contains(t, status, "run 1 interrupted at line 1")
		require.Contains(t, status, "* the trap is cancelled")
	}
}

// TestResumed saves a world with a script that handles resumed: it begins again, with that event first and mem kept.
func TestResumed(t *testing.T) {
	w, _ := openYard(t, nil)
	sdktest.Play(t, w, "ann", `
		on("resumed", function() print("resumed", mem.laps) end)
		while true do
			mem.laps = (mem.laps or 0) + 1
			print("lap", mem.laps)
			wait(60)
		end`).Ticks(2)
	again, _ := loaded(t, saved(t, w))
	ann := sdktest.NewPlayer(t, again, "ann").Ticks(1)
	require.Contains(t, ann.Status(), "run 1 running")
	require.Contains(t, ann.Ticks(1).Status(), "> resumed 2")
	twice, _ := loaded(t, saved(t, again))
	thrice, _ := loaded(t, saved(t, twice)) // before its first tick
	require.Contains(t, sdktest.NewPlayer(t, thrice, "ann").Ticks(2).Status(), "> resumed 3")
}

// TestMemIsSeenWhileAScriptRuns reads mem beside a script that does not end.
func TestMemIsSeenWhileAScriptRuns(t *testing.T) {
	w, _ := openYard(t, nil)
	ann := sdktest.Play(t, w, "ann", `mem.laps = 0 while true do mem.laps = mem.laps + 1 wait(1) end`).Ticks(7)
	require.Equal(t, "> 4", ann.Look(`return mem.laps`).Text())
	require.Contains(t, ann.Call("journal", nil).Text(), "mem has: laps")
	require.Contains(t, saved(t, w), `"mem":{"laps":4}`)
}

// TestInterruptedIsToldOnce loads a save in which ann's handlers watch.
func TestInterruptedIsToldOnce(t *testing.T) {
	w, _ := openYard(t, nil)
	sdktest.Play(t, w, "ann", `on("bell", function() wait(1) end)`).Ticks(5)
	w.Close()
	again, _ := loaded(t, saved(t, w))
	again, _ = loaded(t, saved(t, again)) // a second restart before she called
	ann := sdktest.NewPlayer(t, again, "ann")
	require.Equal(t, "run 1 interrupted\n5 · camp · idle · @2", ann.Status())
	third, _ := loaded(t, saved(t, again))
	require.NotContains(t, sdktest.NewPlayer(t, third, "ann").Status(), "interrupted")
}

// TestLoadHoldsThePlayersOfTheSave loads into a world that has others, and another order.
func TestLoadHoldsThePlayersOfTheSave(t *testing.T) {
	w, y := openYard(t, nil)
	sdktest.Play(t, w, "cy", `go("mine") dig(2)`).Ticks(20)
	w.Remove("ann")
	w.Do(func() { y.worker("bo").Gold = 7 })
	data := saved(t, w)
	require.Contains(t, data, `"agents":[{"id":"bo","name":"bo",`)

	fresh, other := openYard(t, &sdk.Options{Agents: []string{"zoe"}})
	sdktest.Play(t, fresh, "zoe", "wait(9)")
	require.NoError(t, fresh.Load([]byte(data)))
	require.Equal(t, []string{"bo", "cy"}, fresh.AgentIDs())
	require.Len(t, other.workers, 2, "the game was told that ann and zoe are not in the save")
	require.Equal(t, []int{7, 2}, []int{other.worker("bo").Gold, other.worker("cy").Gold})
	require.Equal(t, data, saved(t, fresh))

	var turned map[string]json.RawMessage
	var agents []json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(data), &turned))
	require.NoError(t, json.Unmarshal(turned["agents"], &agents))
	slices.Reverse(agents)
	var err error
	turned["agents"], err = json.Marshal(agents)
	require.NoError(t, err)
	raw, err := json.Marshal(turned)
	require.NoError(t, err)
	back, _ := loaded(t, string(raw))
	require.Equal(t, []string{"cy", "bo"}, back.AgentIDs(), "in the order of the save")
}

// TestLoadIntoAClosedGame lets the players of a save in, and no newcomer.
func TestLoadIntoAClosedGame(t *testing.T) {
	w, _ := openYard(t, nil)
	sdktest.NewPlayer(t, w, "cy").Status()
	data := saved(t, w)
	game := (&yard{}).game()
	game.Closed = true
	closed, err := sdk.NewWorld(game, nil)
	require.NoError(t, err)
	t.Cleanup(closed.Close)
	require.NoError(t, closed.Load([]byte(data)))
	require.Equal(t, []string{"ann", "bo", "cy"}, closed.AgentIDs())
	require.NotNil(t, call(closed, "dan", "status", nil).Error)
}

// TestLoadWithoutTheGamesOwnState keeps what the SDK knows of each agent, and the game begins anew with its first players.
func TestLoadWithoutTheGamesOwnState(t *testing.T) {
	game := func() *sdk.Game[*worker] {
		g := (&yard{}).game()
		g.Save, g.Load = nil, nil
		return g
	}
	w, err := sdk.NewWorld(game(), nil)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	sdktest.Play(t, w, "cy", `note("dark")`).Ticks(1)
	w.Remove("ann")
	data := saved(t, w)
	require.NotContains(t, data, `"game"`)
	require.NotContains(t, data, `"bytes"`)

	again, err := sdk.NewWorld(game(), nil)
	require.NoError(t, err)
	t.Cleanup(again.Close)
	require.NoError(t, again.Load([]byte(data)))
	require.Equal(t, []string{"ann", "bo", "cy"}, again.AgentIDs())
	require.Contains(t, sdktest.NewPlayer(t, again, "cy").Call("journal", nil).Text(), ": dark")

	saving, _ := openYard(t, nil)
	require.NoError(t, saving.Load([]byte(data)), "nor is a game that saves by now given what is not there")
	require.Equal(t, []string{"ann", "bo", "cy"}, saving.AgentIDs())
}

// TestTheGamesBytesAreItsOwn keeps them whatever they are.
func TestTheGamesBytesAreItsOwn(t *testing.T) {
	for _, state := range []string{"gold: 3\n", "\xff\x00", "", "null", `{"a": "<b>"}`, "[1]"} {
		var got []byte
		game := (&yard{}).game()
		game.Save = func() ([]byte, error) { return []byte(state), nil }
		game.Load = func(data []byte) error { got = slices.Clone(data); return nil }
		w, err := sdk.NewWorld(game, nil)
		require.NoError(t, err)
		t.Cleanup(w.Close)
		require.NoError(t, w.Load([]byte(saved(t, w))))
		if json.Valid([]byte(state)) {
			require.JSONEq(t, state, string(got))
		} else {
			require.Equal(t, state, string(got))
		}
	}
}

func TestSaveErrors(t *testing.T) {
	burnt := errors.New("the ledger burnt")
	game := (&yard{}).game()
	game.Save = func() ([]byte, error) { return nil, burnt }
	game.Load = func([]byte) error { return burnt }
	w, err := sdk.NewWorld(game, nil)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	_, err = w.Save()
	require.ErrorIs(t, err, burnt)
	require.ErrorIs(t, w.Load([]byte(`{"format":1,"game":[]}`)), burnt)

	for data, want := range map[string]string{
		"{}":                           "this is no save of a world",
		"no json":                      "this is no save of a world",
		`{"format":9,"version":"9.0"}`: "this is no save of a world that this version can read: it was written by a newer one, contract 9.0",
		`{"format":1,"agents":[{"id":"ann"},{"id":"ann"}]}`: `this is no save of a world: the agent "ann" is in it twice`,
	} {
		err := w.Load([]byte(data))
		require.ErrorIs(t, err, sdk.ErrSave)
		require.EqualError(t, err, want)
	}
	for data, want := range map[string]string{
		`{"format":1,"agents":[{"id":"eve"}]}`: `load agent "eve": agent "eve" cannot join: eve is not welcome`,
		`{"format":1,"agents":[{"id":"a b"}]}`: `load agent "a b": agent "a b" cannot join: an id is 1 to 32 letters, digits, - and _`,
	} {
		require.EqualError(t, w.Load([]byte(data)), want)
	}
}

// TestLoadOfAHandWiredHost asks the host's own Join, where it has one.
func TestLoadOfAHandWiredHost(t *testing.T) {
	_, w := openDoomed(t)
	require.EqualError(t, w.Load([]byte(`{"format":1,"agents":[{"id":"bo"}]}`)),
		`load agent "bo": it is not in this world and may not join`)
	require.NoError(t, w.Load([]byte(`{"format":1,"tick":5,"agents":[{"id":"max","notes":["hello"]}],"game":{}}`)))
	require.Equal(t, []string{"max", "zoe"}, w.AgentIDs(), "a host that does not save keeps its players")
	require.Contains(t, sdktest.NewPlayer(t, w, "max").Call("journal", nil).Text(), "- hello")
}

// TestMapsOfPlayersAreSaved is what most games do.
func TestMapsOfPlayersAreSaved(t *testing.T) {
	open := func() (*sdk.World, map[string]*townsman) {
		all := map[string]*townsman{}
		g := town()
		g.Start = []string{"max"}
		g.Join = func(id, name string) (*townsman, error) {
			all[id] = &townsman{Agent: sdk.NewAgentState(id, name)}
			return all[id], nil
		}
		g.Leave = func(c *townsman) { delete(all, c.ID()) }
		g.Save = func() ([]byte, error) { return json.Marshal(all) }
		g.Load = func(data []byte) error { return sdk.LoadPlayers(data, all) }
		w, err := sdk.NewWorld(g, nil)
		require.NoError(t, err)
		t.Cleanup(w.Close)
		return w, all
	}
	w, all := open()
	sdktest.NewPlayer(t, w, "amy").Status()
	w.Do(func() { all["amy"].Gold = 3 })
	w.Remove("max")
	again, others := open()
	require.NoError(t, again.Load([]byte(saved(t, w))))
	require.Equal(t, []string{"amy"}, slices.Sorted(maps.Keys(others)))
	require.Equal(t, 3, others["amy"].Gold)
	require.Equal(t, "amy", others["amy"].Name())
}
