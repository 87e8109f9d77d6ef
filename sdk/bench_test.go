package sdk_test

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/sdk"
)

// crowd makes a world of n agents that all play a script, and ticks it until they are where the caller wants them.
func crowd(b testing.TB, n int, script string, ticks int) *sdk.World {
	b.Helper()
	world := crowdOf(b, n)
	b.Cleanup(world.Close)
	if script != "" {
		start(b, world, n, script)
	}
	for range ticks {
		world.Tick()
	}
	return world
}

func crowdOf(b testing.TB, n int) *sdk.World {
	b.Helper()
	type pace struct{ Left int }
	type body struct {
		sdk.Agent
		X int `me:"x"`
	}
	game := &sdk.Game[*body]{
		Name: "crowd",
		Join: func(id, name string) (*body, error) { return &body{Agent: sdk.NewAgentState(id, name)}, nil },
		Verbs: []sdk.Verb[*body]{
			sdk.Action("step", "One tick.", sdk.Steps[*body, struct{}, pace]{
				Start: func(*body, struct{}) (pace, *sdk.Outcome) { return pace{}, nil },
				Step: func(c *body, _ *pace) (sdk.Outcome, bool) {
					c.X++
					return sdk.Did(1), true
				},
			}),
			sdk.Action("stand", "For ever.", sdk.Steps[*body, struct{}, pace]{
				Start: func(*body, struct{}) (pace, *sdk.Outcome) { return pace{}, nil },
				Step:  func(*body, *pace) (sdk.Outcome, bool) { return sdk.Outcome{}, false },
			}),
			sdk.Sense("pos", "Where you are.", func(c *body, _ struct{}) int { return c.X }),
		},
	}
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("a%d", i)
	}
	// All of them begin in one tick, for which the usual pool of a world is too small.
	world, err := sdk.NewWorld(game, &sdk.Options{Agents: ids, WorldStepsPerTick: 20_000 * int64(n)})
	require.NoError(b, err)
	return world
}

func start(b testing.TB, world *sdk.World, n int, script string) {
	b.Helper()
	args, err := json.Marshal(map[string]any{"script": script, "wait": 0})
	require.NoError(b, err)
	for i := range n {
		reply := world.Gateway().Call(context.Background(), fmt.Sprintf("a%d", i), "run", args, sdk.Meta{})
		require.Nil(b, reply.Error, reply.Text())
	}
}

const (
	blockedScript = "stand()"
	busyScript    = "while true do local p = pos() step() end"
)

// BenchmarkTick10kBlocked: a tick of a world in which 10,000 scripts wait for their actions.
func BenchmarkTick10kBlocked(b *testing.B) {
	world := crowd(b, 10_000, blockedScript, 2)
	b.ReportAllocs()
	for b.Loop() {
		world.Tick()
	}
}

// BenchmarkTick10kBusy: a tick in which 10,000 scripts each ask one sense and end and begin one action.
func BenchmarkTick10kBusy(b *testing.B) {
	world := crowd(b, 10_000, busyScript, 3)
	b.ReportAllocs()
	for b.Loop() {
		world.Tick()
	}
}

// BenchmarkVerb: one hot script that asks one sense and plays one action a tick.
func BenchmarkVerb(b *testing.B) {
	world := crowd(b, 1, busyScript, 3)
	b.ReportAllocs()
	for b.Loop() {
		world.Tick()
	}
}

// BenchmarkRun: a call that checks a script, starts it, and the tick that plays it to its end; the compiled script is cached.
func BenchmarkRun(b *testing.B) {
	world := crowd(b, 1, "", 0)
	args := json.RawMessage(`{"script":"local x = pos() return true","wait":0}`)
	b.ReportAllocs()
	for b.Loop() {
		reply := world.Gateway().Call(context.Background(), "a0", "run", args, sdk.Meta{})
		world.Tick()
		if reply.Error != nil {
			b.Fatal(reply.Text())
		}
		world.Gateway().Ack("a0", reply.Mark)
	}
}

// BenchmarkCheck100Lines: a check alone, of a script of 100 lines.
func BenchmarkCheck100Lines(b *testing.B) {
	world := crowd(b, 1, "", 0)
	script := ""
	for i := range 25 {
		script += fmt.Sprintf("local x%d = pos()\nif x%d > 3 then\n  step()\nend\n", i, i)
	}
	args, err := json.Marshal(map[string]any{"script": script, "mode": "check"})
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if reply := world.Gateway().Call(context.Background(), "a0", "run", args, sdk.Meta{}); reply.Error != nil {
			b.Fatal(reply.Text())
		}
	}
}

// BenchmarkBytesPerAgent reports the heap and stack that an agent holds while it is idle and while its script waits.
func BenchmarkBytesPerAgent(b *testing.B) {
	const n = 2_000
	for b.Loop() {
		before := inUse()
		world := crowdOf(b, n)
		idle := inUse()
		start(b, world, n, blockedScript)
		world.Tick()
		world.Tick()
		blocked := inUse()
		b.ReportMetric(float64(idle-before)/n, "idle-B/agent")
		b.ReportMetric(float64(blocked-idle)/n, "blocked-B/agent")
		world.Close()
	}
}

func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}
