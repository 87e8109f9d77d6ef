package sdk_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

// openCrowd makes a yard with more workers than ann and bo, who all play a script.
func openCrowd(t *testing.T, opts sdk.Options, n int, script string) (*sdk.World, *yard) {
	t.Helper()
	for i := range n {
		opts.Agents = append(opts.Agents, fmt.Sprint("c", i))
	}
	w, y := openYard(t, &opts)
	for _, id := range opts.Agents {
		sdktest.Play(t, w, id, script)
	}
	return w, y
}

// stepsOf reads what each agent has spent by now out of a save.
func stepsOf(t *testing.T, w *sdk.World) map[string]int64 {
	t.Helper()
	data, err := w.Save()
	require.NoError(t, err)
	var saved struct {
		Agents []struct {
			ID    string
			Usage struct{ Steps int64 }
		}
	}
	require.NoError(t, json.Unmarshal(data, &saved))
	steps := map[string]int64{}
	for _, a := range saved.Agents {
		steps[a.ID] = a.Usage.Steps
	}
	return steps
}

func sum(steps map[string]int64) (n int64) {
	for _, spent := range steps {
		n += spent
	}
	return n
}

// endless are scripts that take all the steps they get, each in another place, with the largest charge among their calls: what
// they can owe at the end of a tick. An instruction is never owed.
var endless = map[string]struct {
	script string
	debt   int64
}{
	"loop":          {`for i = 1, 1e9 do end`, 0},
	"comparator":    {`table.sort({2, 1, 3}, function(a, b) for i = 1, 1e9 do end end)`, 0},
	"callback":      {`("x"):gsub("x", function() for i = 1, 1e9 do end end)`, 0},
	"metamethod":    {`local t = setmetatable({}, {__index = function() for i = 1, 1e9 do end end}) return t.x`, 0},
	"handler":       {`on("bell", function() for i = 1, 1e9 do end end) for i = 1, 1e9 do end`, 0},
	"pcall":         {`for i = 1, 1e9 do pcall(function() for i = 1, 1e9 do error("x") end end) end`, 50},
	"new handlers":  {`for i = 1, 1e9 do on("hit", function() end) for i = 1, 100 do end end`, 20},
	"all at once":   {`while true do wait(2) for i = 1, 5000 do end end`, 20},
	"senses":        {`for i = 1, 1e9 do gold() end`, 50},
	"after actions": {`while true do go("camp") for i = 1, 5000 do end end`, 200},
	"coroutine":     {`local co = coroutine.wrap(function() for i = 1, 1e9 do coroutine.yield(1) end end) for i = 1, 1e9 do co() end`, 513},
}

// TestAWorldSpendsNoMoreThanItsPool puts 200 scripts that would each use a whole tick's grant beside two that want little. The
// two go on as they do alone in a world.
func TestAWorldSpendsNoMoreThanItsPool(t *testing.T) {
	const (
		crowd = 200
		pool  = 60_000
		ticks = 24
		waits = `mem.n = 0 while true do mem.n = mem.n + 1 wait(0.5) end`
		digs  = `go("mine") while true do dig(1) mem.at = now() end`
	)
	quiet := func(w *sdk.World, y *yard) string {
		ann, bo := sdktest.NewPlayer(t, w, "ann"), sdktest.NewPlayer(t, w, "bo")
		return fmt.Sprint(ann.Look("return mem.n").Output, bo.Look("return mem.at").Output, y.worker("bo").Gold)
	}
	alone, yardAlone := openYard(t, nil)
	sdktest.Play(t, alone, "ann", waits)
	sdktest.Play(t, alone, "bo", digs).Ticks(ticks)
	require.Equal(t, "[24] [24] 10", quiet(alone, yardAlone))

	for name, hostile := range endless {
		t.Run(name, func(t *testing.T) {
			w, y := openCrowd(t, sdk.Options{StepsPerTick: 2_000, WorldStepsPerTick: pool, MaxThink: 1 << 40}, crowd, hostile.script)
			sdktest.Play(t, w, "ann", waits)
			sdktest.Play(t, w, "bo", digs)
			var before, most int64
			for tick := range int64(ticks) {
				w.Tick()
				now := sum(stepsOf(t, w))
				require.LessOrEqual(t, now-before, pool+crowd*hostile.debt, "in tick %d", tick+1)
				require.LessOrEqual(t, now, (tick+1)*pool+crowd*hostile.debt, "debts are paid: by tick %d", tick+1)
				most = max(most, now-before)
				before = now
			}
			require.Greater(t, most, int64(pool-crowd), "the pool was empty in some tick")
			for id, spent := range stepsOf(t, w) {
				if id != "ann" && id != "bo" {
					require.Greater(t, spent, int64(pool/crowd*ticks/4), "%s goes on", id)
				}
			}
			require.Equal(t, "[24] [24] 10", quiet(w, y), "whom all this does not concern")
		})
	}
}

// TestThePoolIsSharedEqually holds every one of a crowd to the same part of each tick.
func TestThePoolIsSharedEqually(t *testing.T) {
	w, _ := openCrowd(t, sdk.Options{StepsPerTick: 2_000, WorldStepsPerTick: 30_000}, 100, "for i = 1, 1e9 do end")
	before := stepsOf(t, w)
	for range 20 {
		w.Tick()
		now := stepsOf(t, w)
		for id, steps := range now {
			want := int64(300)
			if id == "ann" || id == "bo" {
				want = 0
			}
			require.Equal(t, want, steps-before[id], id)
		}
		before = now
	}
}

// TestFewerStepsThanScripts lets all of them go on though there is not one step a tick for each.
func TestFewerStepsThanScripts(t *testing.T) {
	const crowd, pool = 60, 25
	w, _ := openCrowd(t, sdk.Options{WorldStepsPerTick: pool}, crowd, "for i = 1, 1e9 do end")
	before := stepsOf(t, w)
	for range crowd + 2 {
		w.Tick()
		now := stepsOf(t, w)
		require.EqualValues(t, pool, sum(now)-sum(before))
		before = now
	}
	for id, steps := range before {
		if id != "ann" && id != "bo" {
			require.GreaterOrEqual(t, steps, int64(pool-2), id)
		}
	}
}

// TestBursts saves steps while a script waits. It spends them in one tick where the world is quiet, and where it is not, as far
// as the others leave some.
func TestBursts(t *testing.T) {
	const burst = `wait(5) mem.from = now() for i = 1, 14000 do end mem.to = now()`
	ticksOf := func(others int, script string) (ticks float64) {
		w, _ := openCrowd(t, sdk.Options{StepsPerTick: 2_000, WorldStepsPerTick: 20_000}, others, script)
		ann := sdktest.Play(t, w, "ann", burst).Ticks(60)
		require.Contains(t, ann.Status(), "run 1 done")
		require.NoError(t, json.Unmarshal([]byte(ann.Look("return mem.to - mem.from").Output[0]), &ticks))
		return ticks
	}
	require.Zero(t, ticksOf(0, ""), "14,000 steps of the 20,000 that it saved")
	require.Zero(t, ticksOf(50, "go('mine') wait(100)"), "others that wait need nothing")
	require.EqualValues(t, 1, ticksOf(50, "while true do touch() wait(0.5) end"), "they leave some 8,000 of each tick")
	require.Greater(t, ticksOf(50, "for i = 1, 1e9 do end"), 20.0, "nothing is left but a fiftieth of the pool")
}

// TestLargeChargesAreDebt lets every one of a crowd make strings that cost more than its part of a tick. What a tick counts
// beyond the pool is paid by the ticks after it.
func TestLargeChargesAreDebt(t *testing.T) {
	const (
		crowd  = 50
		pool   = 20_000
		charge = 1 + 200_000/32
		audit  = 50 // objects, each a step
	)
	w, _ := openCrowd(t, sdk.Options{WorldStepsPerTick: pool, MaxThink: 1 << 40}, crowd,
		`mem.n = 0 for i = 1, 1e9 do local s = ("x"):rep(200000) mem.n = mem.n + 1 end`)
	for tick := range 100 {
		w.Tick()
		spent := sum(stepsOf(t, w))
		require.LessOrEqual(t, spent, int64((tick+1)*pool+crowd*(charge+audit)), "in tick %d", tick+1)
	}
	require.Greater(t, sum(stepsOf(t, w)), int64(100*pool-crowd), "and nothing of it was lost")
	for i := range crowd {
		n := sdktest.NewPlayer(t, w, fmt.Sprint("c", i)).Look("return mem.n").Output
		require.Contains(t, []string{"5", "6"}, n[0], "100 ticks of 400 steps pay for six strings")
	}
}

// TestAPoolBelowTheGrant is all that one agent has, in a look too.
func TestAPoolBelowTheGrant(t *testing.T) {
	w, _ := openYard(t, &sdk.Options{StepsPerTick: 5_000, WorldStepsPerTick: 900})
	require.Contains(t, w.Gateway().Card(), "900 steps a tick")
	ann := sdktest.Play(t, w, "ann", "for i = 1, 1e9 do end").Ticks(10)
	require.EqualValues(t, 9_000, stepsOf(t, w)["ann"])
	require.Nil(t, ann.Look("for i = 1, 400 do end").Error)
	require.NotNil(t, ann.Look("for i = 1, 1000 do end").Error)
}

// TestATickAllocatesNothing for agents that wait for their actions, nor for those whose scripts go on.
func TestATickAllocatesNothing(t *testing.T) {
	for _, script := range []string{blockedScript, busyScript} {
		w := crowd(t, 200, script, 3)
		require.LessOrEqual(t, testing.AllocsPerRun(5, w.Tick), 1.0, script)
	}
}

// brothers is a game wired by hand whose players are many.
type brothers struct {
	*bare
	all []*soul
}

func (b *brothers) Agents() []*soul { return b.all }

// TestHandWiredPool shares the pool of a host without a World, whose ticks end with Gateway.OnTick, and counts its time.
func TestHandWiredPool(t *testing.T) {
	b := &brothers{bare: newBare()}
	for i := range 40 {
		id := fmt.Sprint("b", i)
		b.all = append(b.all, &soul{Agent: sdk.NewAgentState(id, id)})
		b.players[id] = b.all[i]
	}
	scripts, err := sdk.NewScriptHost[*soul, left](b, b.Agent, &sdk.Options{StepsPerTick: 2_000, WorldStepsPerTick: 20_000})
	require.NoError(t, err)
	gateway, err := sdk.NewGateway[*soul](scripts, b)
	require.NoError(t, err)
	send := func(id, script string) string {
		args, err := json.Marshal(map[string]any{"script": script, "wait": 0})
		require.NoError(t, err)
		return gateway.Call(t.Context(), id, "run", args, sdk.Meta{}).Text()
	}
	for _, c := range b.all[1:] {
		send(c.ID(), "for i = 1, 1e9 do end")
	}
	send("b0", "wait(1) return true")
	steps := func() (all []int) {
		for _, c := range b.all[1:] {
			reply := gateway.Call(t.Context(), c.ID(), "status", nil, sdk.Meta{})
			all = append(all, int(reply.Run.Steps))
		}
		return all
	}
	total := 0
	for tick := range 6 {
		before := steps()
		for _, c := range b.all {
			scripts.Tick(c)
		}
		gateway.OnTick()
		var spent []int
		for i, now := range steps() {
			spent = append(spent, now-before[i])
			total += now - before[i]
		}
		require.LessOrEqual(t, total, 20_000*(tick+1))
		if tick >= 2 {
			require.Greater(t, slices.Min(spent), 480, "as many are expected as came before: in tick %d", tick+1)
		}
	}
	require.Contains(t, gateway.Call(t.Context(), "b0", "status", nil, sdk.Meta{}).Text(), "run 1 done: ok")
	for _, c := range b.all {
		gateway.Do(func() { scripts.Remove(c.ID()) })
	}
}
