package lua_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// peasant is a player of the village, the smallest game in which everything can be attacked.
type peasant struct {
	sdk.Agent
	Turns int            `me:"turns"`
	Load  map[string]int `me:"load"`
}

type (
	placed struct {
		Place string `kind:"place"`
	}
	worded struct{ Text string }
	scaled struct{ By float64 }
	some   struct {
		N sdk.Count `default:"1"`
	}
	shape struct {
		Names []string `json:"names"`
	}
)

// village is the game's state: its players by name.
type village map[string]*peasant

func (v village) game() *sdk.Game[*peasant] {
	return &sdk.Game[*peasant]{
		Name: "village", Intro: "A village.",
		Join: func(id, name string) (*peasant, error) {
			v[id] = &peasant{Agent: sdk.NewAgentState(id, name), Load: map[string]int{"hay": 1}}
			return v[id], nil
		},
		Leave:  func(p *peasant) { delete(v, p.ID()) },
		Kinds:  []sdk.Kind[*peasant]{{Name: "place", Known: func(*peasant) []string { return []string{"mill", "well"} }}},
		Events: []sdk.Event{{Name: "bell", Args: []string{"n"}, Doc: "the bell rang"}},
		Hears:  func(_, _ *peasant) bool { return true },
		Verbs: []sdk.Verb[*peasant]{
			sdk.Action("turn", "Takes a tick.", sdk.Steps[*peasant, struct{}, struct{}]{
				Start: func(*peasant, struct{}) (struct{}, *sdk.Outcome) { return struct{}{}, nil },
				Step: func(p *peasant, _ *struct{}) (sdk.Outcome, bool) {
					p.Turns++
					return sdk.Did(1), true
				},
			}),
			sdk.Instant("ring", "Rings the bell, which you hear.", func(p *peasant, _ struct{}) sdk.Outcome {
				p.Emit("bell", 1)
				return sdk.Did(1)
			}),
			sdk.Instant("wave", "Does nothing.", func(*peasant, struct{}) sdk.Outcome { return sdk.Did(1) }),
			sdk.Instant("write", "Writes a text.", func(_ *peasant, in worded) sdk.Outcome { return sdk.Did(len(in.Text)) }),
			sdk.Instant("pull", "Pulls by so much.", func(_ *peasant, in scaled) sdk.Outcome { return sdk.Did(int(in.By)) }),
			sdk.Instant("pick", "Picks some.", func(_ *peasant, in some) sdk.Outcome { return sdk.Did(in.N.Or(9)) }),
			sdk.Sense("scout", "What is at a place.", func(_ *peasant, in placed) shape { return shape{Names: []string{in.Place}} }),
		},
	}
}

// goodScript minds its own business: it takes a turn each tick.
const goodScript = "local n = 0 while true do n = n + 1 turn() end"

// arena is a world with a good agent in it, whose script runs, and bad ones.
type arena struct {
	*sdk.World
	t       *testing.T
	village village
	bad     []string
	scripts map[string]string // of the bad ones
}

// savedName is the script of a bad agent's library. The library comes with a save of the world, so that the checker has not
// seen it: what it refuses is played all the same.
const savedName = "evil"

// newArena makes a world with a bad agent for each of the scripts, and lets the good one play until it takes a turn each tick.
func newArena(t *testing.T, maxThink int64, scripts ...string) *arena {
	t.Helper()
	a := &arena{t: t, village: village{}, scripts: map[string]string{}}
	var err error
	a.World, err = sdk.NewWorld(a.village.game(), &sdk.Options{StepsPerTick: hostileGrant, MaxThink: maxThink, MaxMemory: hostileMemory})
	require.NoError(t, err)
	t.Cleanup(a.Close) // else the scripts of a failed test stay, and the next one fails too
	agents := []any{map[string]any{"id": "good", "name": "good"}}
	for i, script := range scripts {
		id := fmt.Sprint("bad", i+1)
		a.bad, a.scripts[id] = append(a.bad, id), script
		agents = append(agents, map[string]any{
			"id": id, "name": id, "scripts": []any{map[string]any{"name": savedName, "text": script}},
		})
	}
	save, err := json.Marshal(map[string]any{"format": 1, "agents": agents})
	require.NoError(t, err)
	require.NoError(t, a.Load(save))
	require.Nil(t, a.send("good", goodScript).Error)
	for range 2 {
		a.Tick()
	}
	return a
}

// call calls a tool and acknowledges the reply.
func (a *arena) call(agent, tool string, args any) *contract.Reply {
	a.t.Helper()
	raw, err := json.Marshal(args)
	require.NoError(a.t, err)
	reply := a.Gateway().Call(a.t.Context(), agent, tool, raw, sdk.Meta{})
	a.Gateway().Ack(agent, reply.Mark)
	return reply
}

func (a *arena) send(agent, script string) *contract.Reply {
	a.t.Helper()
	return a.call(agent, contract.ToolRun, map[string]any{"script": script, "wait": 0})
}

// run is how an agent's run stands. To look is no call that the agent makes.
func (a *arena) run(agent string) *contract.Run {
	a.t.Helper()
	return a.Gateway().Call(a.t.Context(), agent, contract.ToolStatus, json.RawMessage(`{"wait": 0}`), sdk.Meta{Observe: true}).Run
}

// attack has a bad agent begin its script: as it is where the checker lets it through, else from its library.
func (a *arena) attack(agent string) {
	a.t.Helper()
	reply := a.send(agent, a.scripts[agent])
	if reply.Error == nil {
		return
	}
	require.Equal(a.t, contract.CheckFailed, reply.Error.Code, reply.Text())
	require.Regexp(a.t, `\nerror \d+:\d+ `, reply.Text())
	wantNoInsides(a.t, reply.Text())
	require.Nil(a.t, a.send(agent, `run("`+savedName+`")`).Error)
}

// ground is what the attempts of a guard are measured against.
type ground struct {
	heap     heapWatch
	sound    string // what the sound script finds in a new world
	maxThink int64
}

// hostileWorld has n agents send an attempt to a world. While they play
//   - each has spent no more steps than its ticks granted, and owes at most owedSteps;
//   - the live heap has grown by at most heapRoom for each of them;
//   - the good agent beside them gets a turn each tick, and spends as many steps in each.
//
// What they are told names the line, and shows nothing of the host. Afterwards they send a sound script, which finds what it
// finds in a new world, and once all are gone nothing of them is left.
func hostileWorld(t *testing.T, g *ground, attempt try, n int) {
	t.Helper()
	here := goleak.IgnoreCurrent()
	a := newArena(t, g.maxThink, slices.Repeat([]string{hostileHead + attempt.script}, n)...)
	for _, agent := range a.bad {
		a.attack(agent)
	}
	good, turns, each := a.run("good").Steps, a.village["good"].Turns, int64(0)
	for played, running := int64(1), true; running && played <= hostileTicks; played++ {
		a.Tick()
		turns++
		require.Equal(t, turns, a.village["good"].Turns)
		spent := a.run("good").Steps - good
		if played == 1 {
			each = spent
		}
		require.Equal(t, played*each, spent)
		running = false
		for _, agent := range a.bad {
			run := a.run(agent)
			require.LessOrEqual(t, run.Steps, played*hostileGrant+owedSteps)
			running = running || run.State == contract.RunRunning
		}
		g.heap.look(t, int64(n*heapRoom))
	}
	for _, agent := range a.bad {
		a.wantTold(agent, attempt)
		require.Equal(t, g.sound, a.playSound(agent))
	}
	for _, agent := range append([]string{"good"}, a.bad...) {
		a.Remove(agent)
	}
	g.heap.look(t, heapRoom)
	a.Close()
	goleak.VerifyNone(t, here)
}

// wantTold looks at what an agent reads about its attempt.
func (a *arena) wantTold(agent string, attempt try) {
	a.t.Helper()
	text := a.call(agent, contract.ToolStatus, map[string]any{"wait": 0}).Text()
	wantNoInsides(a.t, text)
	require.NotRegexp(a.t, forged, text)
	state := a.run(agent).State
	switch code, message := attempt.end(); code {
	case "done":
		require.Equal(a.t, contract.RunDone, state, text)
	case "ended":
		require.Equal(a.t, contract.RunStopped, state, text)
	case "goes on":
		require.Equal(a.t, contract.RunRunning, state, text)
	case "mem_invalid": // found where the run ends, it names the place in mem
		require.Equal(a.t, contract.RunFailed, state, text)
		require.Regexp(a.t, `failed( at line \d+)?: mem`, text)
		require.Contains(a.t, text, message)
	default:
		require.Equal(a.t, contract.RunFailed, state, text)
		require.Contains(a.t, text, fmt.Sprintf("failed at line %d", hostileLine))
		require.Contains(a.t, text, message)
	}
}

// insides are what a reply must never show: types and packages of Go, places in its files, addresses, panics.
var insides = regexp.MustCompile(`\b(lua|glua|sdk|syntax|runtime|reflect|strconv|main)\.[A-Z(]|\bL(State|Table|Value|Function|UserData|Number|String|Nil\w*)\b|` +
	`\.go:\d|0x[0-9a-f]{8}|goroutine \d|runtime error|nil pointer|range \[|interface conversion|registry overflow|the game broke`)

// forged is what a script says that is meant to look like the world's own.
var forged = regexp.MustCompile(`\x00|\x1b|\r|(?m)^run 9`)

func wantNoInsides(t *testing.T, text string) {
	t.Helper()
	require.NotRegexp(t, insides, text)
}

// soundScript reads all that scripts share, and calls some of it. What it keeps in mem is the same in every run.
const soundScript = `local text, seen = {}, {}
local function see(path, t)
	seen[t] = true
	for k, v in pairs(t) do
		text[#text + 1] = path .. tostring(k) .. ":" .. type(v)
		if type(v) == "table" and k ~= "mem" and not seen[v] then see(path .. tostring(k) .. ".", v) end
	end
end
see("", _G)
local function add(...)
	for i = 1, select("#", ...) do text[#text + 1] = tostring((select(i, ...))) end
end
add(("x"):rep(3), ("%05.1f"):format(7), (("abc"):gsub("b", "%0%0")), ("a,b"):match("%a$"), ("x"):upper(), "10" + 1)
add(getmetatable(""), string.rep == ("").rep, table.pack(table.unpack({1, 2, 3})).n, math.floor(2.5), {}, pcall(error))
add(type(mem), me.load.hay, must(true), scout("mill").names[1], wave())
local co = coroutine.wrap(function(a) return coroutine.yield(a + 1) end)
add(co(1), co(5))
mem.sound = table.concat(text, " ")
turn()`

// playSound has an agent play the sound script, and returns what it found.
func (a *arena) playSound(agent string) string {
	a.t.Helper()
	reply := a.send(agent, soundScript)
	require.Nil(a.t, reply.Error, reply.Text())
	for range 10 {
		if a.Tick(); a.run(agent).State != contract.RunRunning {
			break
		}
	}
	require.Equal(a.t, contract.RunDone, a.run(agent).State, a.call(agent, contract.ToolStatus, nil).Text())
	text, err := a.Save()
	require.NoError(a.t, err)
	var save struct {
		Agents []struct {
			ID  string
			Mem struct{ Sound string }
		}
	}
	require.NoError(a.t, json.Unmarshal(text, &save))
	for _, one := range save.Agents {
		if one.ID == agent {
			require.Greater(a.t, len(one.Mem.Sound), 1000)
			return one.Mem.Sound
		}
	}
	require.Fail(a.t, "the agent is not in the save", agent)
	return ""
}
