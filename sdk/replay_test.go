package sdk_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/sdk"
)

// diary is what the agents of one world did and were told, byte for byte.
type diary struct {
	world *sdk.World
	yard  *yard
	text  strings.Builder
}

// replayScripts are what the agents play. Together they want more than the pool of their world.
var replayScripts = []string{
	`local n = 0 for i = 1, 1e9 do n = n + 1 if n % 4000 == 0 then mem.n = n end end`,
	`go("mine") while true do local ok, why, n = dig(2) print(ok, why, n, me.gold, now()) end`,
	`while true do wait(3) for i = 1, 2500 do end mem.woke = now() end`,
	`on("bell", function(n) local t = {} for i = 1, 60 do t[i] = {i * n % 37} end
		table.sort(t, function(a, b) return a[1] < b[1] end) say("bell " .. n .. " " .. t[1][1]) mem["bell" .. n] = #t end)
	on("heard", function(who, text) print(who, text) end)
	while true do go("mine") go("camp") end`,
	`local t = {} for i = 1, 60 do t["k" .. math.random(1000)] = i end
	while true do
		for k, v in pairs(t) do print(k, v, t) t[k] = nil t["n" .. math.random(1000)] = v break end
		say("word " .. math.random(1e6)) wait(1)
	end`,
	`local text = ("ab "):rep(300)
	for i = 1, 1e9 do text = text:gsub("%a", function(c) return c == "a" and "b" or "a" end) mem.at = text:sub(1, 9) .. #text end`,
	`local kept = {} for _ = 1, 1e9 do
		for i = 1, 100 do kept["k" .. #kept + i] = {tostring({}), i} end kept[#kept + 1] = ("x"):rep(3000)
		if #kept > 30 then kept = {} print(kept, tostring(print)) wait(0.5) end
	end`,
	`local co = coroutine.wrap(function() while true do for i = 1, 50 do coroutine.yield(i) end dig(1) end end)
	go("mine") while true do mem.co = co() if mem.co == 13 then print(pcall(error, {now()})) touch() end end`,
	`for _ = 1, 1e9 do local t = {} for k in pairs(me.load) do t[#t + 1] = k end mem.load = t for i = 1, 900 do end mem.gold = gold() end`,
	`wait(8) local t = nil print(("s"):rep(20)) for i = 1, 8000 do end return t.x`,
}

// openDiary makes a world whose agents play the scripts, with a pool that is too small for them.
func openDiary(seed uint64) (*diary, error) {
	d := &diary{}
	opts := &sdk.Options{Seed: seed, StepsPerTick: 1_500, WorldStepsPerTick: 6_000, MaxThink: 15_000, MaxMemory: 512 << 10}
	for i := range replayScripts {
		opts.Agents = append(opts.Agents, fmt.Sprint("r", i))
	}
	var err error
	if d.world, d.yard, err = newYard(opts); err != nil {
		return nil, err
	}
	for i := range 8 {
		d.yard.worker("r8").Load[fmt.Sprint("thing ", i)] = i
	}
	for i, script := range replayScripts {
		d.call(fmt.Sprint("r", i), "run", map[string]any{"script": script, "wait": 0, "name": fmt.Sprint("s", i)})
	}
	return d, nil
}

// call notes a reply in both of its forms, and takes it as read.
func (d *diary) call(agent, tool string, args map[string]any) {
	reply := call(d.world, agent, tool, args)
	d.world.Gateway().Ack(agent, reply.Mark)
	structured, err := json.Marshal(reply)
	fmt.Fprintf(&d.text, "%s %s %v\n%s\n%s %v\n", agent, tool, args, reply.Text(), structured, err)
}

// tick plays a tick, and what clients and the game's own goroutines do between two.
func (d *diary) tick(n int) {
	d.world.Tick()
	agent := fmt.Sprint("r", n*7%len(replayScripts))
	switch n % 8 {
	case 1:
		d.call(agent, "status", nil)
	case 2:
		d.call(agent, "run", map[string]any{"script": "for k, v in pairs(mem) do print(k, v) end return me.gold, me.place", "mode": "look"})
	case 3:
		d.call(agent, "journal", nil)
	case 4:
		for i := range 20 {
			for _, id := range []string{"r3", agent} {
				d.world.Emit(d.yard.worker(id), "bell", n+i)
				d.world.Notify(d.yard.worker(id), fmt.Sprint("something ", i))
			}
		}
	case 5:
		d.call(agent, "ask", map[string]any{"about": "usage"})
	case 6:
		if agent != "r8" {
			d.call(agent, "run", map[string]any{"script": fmt.Sprintf("print(%d, mem) return run(\"s%s\")", n, agent[1:]), "wait": 0})
		}
	case 7:
		saved, err := d.world.Save()
		fmt.Fprintf(&d.text, "%s %v\n", saved, err)
	}
}

// replayWorlds plays some worlds side by side, each ticked by another goroutine than in the tick before, and returns what came
// of each.
func replayWorlds(t *testing.T, procs, workers int, unrest bool) []string {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	diaries := make([]*diary, 4)
	for i := range diaries {
		var err error
		diaries[i], err = openDiary(uint64(i / 2)) // two of each
		require.NoError(t, err)
		defer diaries[i].world.Close()
	}
	stop := make(chan struct{})
	var busy sync.WaitGroup
	if unrest {
		busy.Go(func() {
			for litter := map[int][]byte{}; ; {
				select {
				case <-stop:
					return
				default:
					litter[len(litter)%100] = make([]byte, 2000)
					runtime.Gosched()
				}
			}
		})
	}
	for n := range 80 {
		var tick sync.WaitGroup
		for worker := range workers {
			tick.Go(func() {
				for i := range diaries {
					if k := (i + n) % len(diaries); (k+n)%workers == worker {
						diaries[k].tick(n)
					}
				}
			})
		}
		tick.Wait()
		if unrest && n%16 == 0 {
			runtime.GC()
		}
	}
	close(stop)
	busy.Wait()
	out := make([]string, len(diaries))
	for i, d := range diaries {
		out[i] = d.text.String()
	}
	return out
}

// TestReplay plays the same worlds with few and many cores, handed over between goroutines from tick to tick, beside a busy
// goroutine and collections of garbage. Every reply and every save is the same: so are all steps, which both of them tell.
func TestReplay(t *testing.T) {
	want := replayWorlds(t, 1, 1, false)
	require.Equal(t, want[0], want[1], "the same seed")
	require.NotEqual(t, want[0], want[2], "another seed")
	for _, sign := range []string{"thinking", "15,000 steps in the loop", `"bell `, `"word `, "events bell were dropped", "attempt to index a nil value"} {
		require.Contains(t, want[0], sign, "the scripts do what they are for")
	}
	for _, s := range []struct {
		procs, workers int
		unrest         bool
	}{{1, 3, true}, {2, 2, false}, {8, 1, true}, {8, 4, true}} {
		for i, got := range replayWorlds(t, s.procs, s.workers, s.unrest) {
			require.Equal(t, want[i], got, "world %d, %+v", i, s)
		}
	}
}
