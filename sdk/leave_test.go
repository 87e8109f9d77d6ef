package sdk_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

func TestRemove(t *testing.T) {
	w, y := openYard(t, nil)
	ann := sdktest.Play(t, w, "ann", `mem.x = 1 go("mine")`).Ticks(2)
	w.Remove("ann")
	w.Remove("nobody")
	require.Equal(t, []string{"bo"}, w.AgentIDs())
	require.Nil(t, y.worker("ann"))
	ann.Ticks(3)
	require.Contains(t, ann.Run(`print(mem.x)`).Text(), "run 1 ", "who comes back begins anew")
	require.Contains(t, ann.Ticks(1).Status(), "> nil")
}

// TestRemoveAnswersWaitingCalls takes out an agent whose call waits: for news, and for its run.
func TestRemoveAnswersWaitingCalls(t *testing.T) {
	for name, args := range map[string]map[string]any{"status": {"wait": 45}, "run": {"script": "wait(40)", "wait": 45}} {
		w, _ := openYard(t, nil)
		done := make(chan *contract.Reply, 1)
		go func() { done <- call(w, "ann", name, args) }()
		untilWaiting(w)
		w.Remove("ann")
		w.Tick()
		reply := <-done
		require.Equal(t, contract.AgentUnknown, reply.Error.Code, name)
		require.Contains(t, reply.Text(), "agent ann was taken out of this world")
		require.Equal(t, []string{"bo"}, w.AgentIDs(), "the call brings nobody back")
	}
}

// TestDismiss takes an agent out from the game's own code: bo's digging ends ann.
func TestDismiss(t *testing.T) {
	var y yard
	game := y.game()
	var left []string
	leave := game.Leave
	game.Leave = func(c *worker) {
		left = append(left, c.ID())
		c.Rand() // what it drops is drawn
		leave(c)
	}
	game.Verbs = append(game.Verbs, sdk.Instant("slay", "Takes everybody else out.", func(c *worker, _ struct{}) sdk.Outcome {
		for _, other := range y.workers {
			if other != c {
				y.world.Notify(other, "you are slain")
				y.world.Dismiss(other)
			}
		}
		return sdk.Did(1)
	}))
	w, err := sdk.NewWorld(game, nil)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	y.world = w
	sdktest.Play(t, w, "ann", `go("mine") dig("all")`).Ticks(2)
	ann := y.worker("ann")
	bo := sdktest.Play(t, w, "bo", "slay() wait(1)").Ticks(1)
	require.Equal(t, []string{"ann", "bo"}, w.AgentIDs(), "it only queues")
	bo.Ticks(1)
	require.Equal(t, []string{"bo"}, w.AgentIDs())
	require.Equal(t, []string{"ann"}, left)
	require.Equal(t, []string{"turned back on the way to mine"}, ann.news)
	w.Dismiss(ann)
	bo.Ticks(2)
	require.Equal(t, []string{"ann"}, left, "who is gone is not taken out again")
}

// doomed is a game that removes agents while it plays them, wired by hand.
type doomed struct {
	*bare
	scripts *sdk.ScriptHost
	dies    string // where in an action max dies
	heard   []string
}

type doom struct{ Left int }

func (d *doomed) die(here string) {
	d.heard = append(d.heard, here)
	if d.dies == here {
		d.scripts.Remove("max")
		delete(d.players, "max")
	}
}

func (d *doomed) Verbs() []contract.VerbSpec {
	return []contract.VerbSpec{
		{Name: "act", Kind: contract.Action, Doc: "Takes two ticks."},
		{Name: "at_once", Kind: contract.Action, Instant: true, Doc: "Takes no time."},
		{Name: "ask", Kind: contract.Sense, Doc: "Asks."},
	}
}
func (d *doomed) Agents() []*soul {
	var all []*soul
	for _, id := range []string{"max", "zoe"} {
		if c, ok := d.players[id]; ok {
			all = append(all, c)
		}
	}
	return all
}
func (d *doomed) Start(_ *soul, verb string, _ sdk.Args) (doom, *sdk.Outcome) {
	if verb == "at_once" {
		d.die("at once")
		return doom{}, sdk.Did(1).AtOnce()
	}
	d.die("start")
	return doom{2}, nil
}
func (d *doomed) Step(_ *soul, a *doom) (sdk.Outcome, bool) {
	a.Left--
	d.die("step")
	return sdk.Did(1), a.Left == 0
}
func (d *doomed) Sense(*soul, string, sdk.Args) any { d.die("sense"); return 1 }
func (d *doomed) Settle(*soul, *doom, sdk.Outcome)  { d.die("settle") }
func (d *doomed) Cancel(*soul, *doom)               { d.die("cancel") }
func (d *doomed) Resume(*soul, *doom) bool          { d.die("resume"); return true }

// TestRemovedByItsOwnGame removes an agent in the middle of each func of the game that its script leads to. Its script does
// nothing any more, what was not done is cancelled once, no goroutine is left, and the world goes on.
func TestRemovedByItsOwnGame(t *testing.T) {
	const main = `on("heard", function() ask() end) ask() at_once() act() note("alive")`
	tests := []struct {
		dies  string
		heard []string // up to the death and after it
	}{
		{"sense", []string{"sense"}},
		{"at once", []string{"sense", "at once"}},
		{"start", []string{"sense", "at once", "start", "cancel"}},
		{"step", []string{"sense", "at once", "start", "step", "cancel"}},
		{"settle", []string{"sense", "at once", "start", "step", "step", "settle"}},
	}
	for _, tt := range tests {
		t.Run(tt.dies, func(t *testing.T) {
			d, w := openDoomed(t)
			d.dies = tt.dies
			sdktest.Play(t, w, "max", main).Ticks(4)
			require.Equal(t, tt.heard, d.heard)
			requireGone(t, d, w)
		})
	}
	t.Run("resume", func(t *testing.T) {
		d, w := openDoomed(t)
		d.dies = "resume"
		max := sdktest.Play(t, w, "max", main).Ticks(1)
		w.Emit(d.players["max"], "heard", "zoe", "hello")
		max.Ticks(3)
		require.Equal(t, []string{"sense", "at once", "start", "sense", "resume", "cancel"}, d.heard)
		requireGone(t, d, w)
	})
	t.Run("cancel", func(t *testing.T) {
		d, w := openDoomed(t)
		d.dies = "cancel"
		max := sdktest.Play(t, w, "max", main).Ticks(1)
		require.Equal(t, contract.AgentUnknown, max.Run("act()").Error.Code, "the new script has nobody to play")
		require.Equal(t, []string{"sense", "at once", "start", "cancel"}, d.heard)
		requireGone(t, d, w)
	})
	t.Run("look", func(t *testing.T) {
		d, w := openDoomed(t)
		d.dies = "sense"
		require.Equal(t, []string{"1"}, sdktest.NewPlayer(t, w, "max").Look("return ask()").Output)
		requireGone(t, d, w)
	})
}

func openDoomed(t *testing.T) (*doomed, *sdk.World) {
	t.Helper()
	d := &doomed{bare: newBare()}
	d.players["zoe"] = &soul{Agent: sdk.NewAgentState("zoe", "Zoe")}
	scripts, err := sdk.NewScriptHost[*soul, doom](d, d.Agent, nil)
	require.NoError(t, err)
	d.scripts = scripts
	w, err := sdk.WorldFrom[*soul](scripts, d, nil)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	return d, w
}

// requireGone holds max to be gone and zoe to be well.
func requireGone(t *testing.T, d *doomed, w *sdk.World) {
	t.Helper()
	d.dies = ""
	require.Equal(t, []string{"zoe"}, w.AgentIDs())
	require.Equal(t, contract.AgentUnknown, call(w, "max", "status", nil).Error.Code)
	require.Contains(t, sdktest.Play(t, w, "zoe", "print(ask())").Ticks(1).Status(), "> 1")
}

// reaper is a game whose action takes somebody else out, wired by hand.
type reaper struct{ *doomed }

func (r reaper) Step(c *soul, a *doom) (sdk.Outcome, bool) {
	if a.Left--; a.Left == 0 && c.ID() == "zoe" {
		r.scripts.Remove("max")
		delete(r.players, "max")
	}
	return sdk.Did(1), a.Left == 0
}

// TestRemovedBetweenItsStepAndItsTurn takes out an agent whose script would go on in the same tick, before and after its own
// step: nothing of it goes on, and nothing breaks.
func TestRemovedBetweenItsStepAndItsTurn(t *testing.T) {
	for _, waits := range []string{"", "wait(1) "} {
		for _, victim := range []string{"for i = 1, 1e9 do end", "while true do act() end", "on('heard', function() for i = 1, 1e9 do end end)"} {
			var log strings.Builder
			r := reaper{&doomed{bare: newBare()}}
			r.players["zoe"] = &soul{Agent: sdk.NewAgentState("zoe", "Zoe")}
			scripts, err := sdk.NewScriptHost[*soul, doom](r, r.Agent, &sdk.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
			require.NoError(t, err)
			r.scripts = scripts
			w, err := sdk.WorldFrom[*soul](scripts, r, nil)
			require.NoError(t, err)
			sdktest.Play(t, w, "max", victim)
			zoe := sdktest.Play(t, w, "zoe", waits+"act() return true").Ticks(2)
			w.Emit(r.players["max"], "heard", "zoe", "hello")
			require.Contains(t, zoe.Ticks(4).Status(), "run 1 done: ok")
			require.Equal(t, []string{"zoe"}, w.AgentIDs())
			require.Empty(t, log.String(), "%szoe and %s", waits, victim)
			w.Close()
		}
	}
}

// TestReplacedRunEndsItsWait sends a second script while the call of the first one waits.
func TestReplacedRunEndsItsWait(t *testing.T) {
	w, _ := openYard(t, nil)
	done := make(chan *contract.Reply, 1)
	go func() { done <- call(w, "ann", "run", map[string]any{"script": "wait(40)", "wait": 45}) }()
	untilWaiting(w)
	w.Tick()
	require.Nil(t, call(w, "ann", "run", map[string]any{"script": "wait(41)", "wait": 0}).Error)
	w.Tick()
	require.Equal(t, contract.RunReplaced, (<-done).Run.State)
}

// TestStrangers asks a player that no world has met; one that a world has met can be asked in the first tick already.
func TestStrangers(t *testing.T) {
	stranger := sdk.NewAgentState("max", "Max")
	require.PanicsWithValue(t, "sdk: Agent.Rand of a player that is in no world yet", func() { stranger.Rand() })
	require.PanicsWithValue(t, "sdk: Agent.Emit of a player that is in no world yet", func() { stranger.Emit("bell") })
	require.PanicsWithValue(t, "sdk: Agent.Notify of a player that is in no world yet", func() { stranger.Notify("rain") })

	var drawn []uint64
	game := (&yard{}).game()
	game.Advance = func(turn *sdk.Turn[*worker]) {
		drawn = append(drawn, turn.Players[0].Rand().Uint64(), turn.Rand.Uint64())
	}
	w, err := sdk.NewWorld(game, nil)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	w.Tick()
	w.Tick()
	require.Len(t, drawn, 4, "in the first tick already")
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(drawn))), 4)
}

// TestWaitOfAStranger is none.
func TestWaitOfAStranger(t *testing.T) {
	w, _ := openYard(t, nil)
	reply := w.Gateway().Call(context.Background(), "eve", "status", []byte(`{"wait":45}`), sdk.Meta{})
	require.Equal(t, contract.AgentUnknown, reply.Error.Code)
}
