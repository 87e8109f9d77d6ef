package checker_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
	mine "mystic-sdk/games/miners"
	"mystic-sdk/sdk"
)

// corpusWorlds makes the worlds in which the sound scripts play, each under the name of their folder. They are real games:
// the checker's table of words comes from the same declarations as the verbs that then run.
func corpusWorlds() map[string]func() (*sdk.World, error) {
	return map[string]func() (*sdk.World, error){
		"quarry": newQuarry,
		"market": newMarket,
		"watch":  newWatch,
		"farm":   newFarm,
		"maze":   newMaze,
		"vale":   newVale,
		"miners": func() (*sdk.World, error) { return mine.New(nil) },
	}
}

// agentIn is one agent of a world under test.
type agentIn struct {
	t     *testing.T
	world *sdk.World
	id    string
}

// playIn makes a world of the corpus and takes the part of its first agent.
func playIn(t *testing.T, name string) *agentIn {
	t.Helper()
	build := corpusWorlds()[name]
	require.NotNil(t, build, "there is no world %q for scripts", name)
	world, err := build()
	require.NoError(t, err)
	t.Cleanup(world.Close)
	return &agentIn{t: t, world: world, id: world.AgentIDs()[0]}
}

// call calls a tool that does not wait.
func (a *agentIn) call(tool string, args any) *contract.Reply {
	a.t.Helper()
	raw, err := json.Marshal(args)
	require.NoError(a.t, err)
	reply := a.world.Gateway().Call(context.Background(), a.id, tool, raw, sdk.Meta{})
	a.world.Gateway().Ack(a.id, reply.Mark)
	return reply
}

// check returns what the checker says of a script in this world; mode is check, or look where the script only asks.
func (a *agentIn) check(script string, look bool) []contract.Diagnostic {
	a.t.Helper()
	mode := contract.ModeCheck
	if look {
		mode = contract.ModeLook
	}
	reply := a.call(contract.ToolRun, map[string]any{"script": script, "mode": mode})
	require.Zero(a.t, reply.MoreDiagnostics, "findings past those that a reply shows:\n%s", reply.Text())
	return reply.Diagnostics
}

// play runs a script for some ticks, collecting what it told on the way, and returns how its run stands then.
func (a *agentIn) play(script string, ticks int) (run *contract.Run, told string) {
	a.t.Helper()
	reply := a.call(contract.ToolRun, map[string]any{"script": script, "wait": 0})
	require.Nil(a.t, reply.Error, "the script did not start:\n%s", reply.Text())
	var b strings.Builder
	for done := 0; done < ticks; {
		// A reply holds 20 lines and the world the newest 200, so that asking often enough loses none.
		for range min(20, ticks-done) {
			a.world.Tick()
			done++
		}
		for more := true; more; {
			reply = a.call(contract.ToolStatus, map[string]any{"wait": 0})
			b.WriteString(reply.Text() + "\n")
			if reply.Run != nil {
				run = reply.Run
			}
			more = reply.More > 0
		}
	}
	return run, b.String()
}

// yardEnv is the game that the SDK's own scenarios play, which is part of its tests and cannot be imported.
func yardEnv() *checker.Env {
	known := []string{"mine", "camp"}
	place := name("place", "place")
	return &checker.Env{
		Verbs: []contract.VerbSpec{
			{
				Name: "dig", Kind: contract.Action, Args: []contract.ArgSpec{count("n")}, CountDefault: 1,
				Whys: []contract.WhySpec{{Word: "nothing here"}},
			},
			{
				Name: "drop", Kind: contract.Action, Instant: true, Args: []contract.ArgSpec{count("n")}, CountDefault: 1,
				Whys: []contract.WhySpec{{Word: "short"}},
			},
			{Name: "go", Kind: contract.Action, Args: []contract.ArgSpec{place}},
			{Name: "crash", Kind: contract.Action},
			{Name: "trap", Kind: contract.Action, Args: []contract.ArgSpec{{Name: "at", Type: contract.ArgText}}},
			{Name: "crashnow", Kind: contract.Action, Instant: true},
			{Name: "touch", Kind: contract.Action, Instant: true},
			{Name: "slip", Kind: contract.Action, Instant: true},
			{
				Name: "look_at", Kind: contract.Sense, Args: []contract.ArgSpec{place},
				Answer: &contract.FieldSpec{Type: "table", Maybe: true, Of: []contract.FieldSpec{
					{Name: "name", Type: "text"}, {Name: "ore", Type: "number"}, {Name: "tags", Type: "list"},
				}},
			},
			{Name: "gold", Kind: contract.Sense, Answer: &contract.FieldSpec{Type: "number"}},
		},
		MeFields: []contract.FieldSpec{
			{Name: "id", Type: "text"}, {Name: "name", Type: "text"}, {Name: "gold", Type: "number"}, {Name: "place", Type: "text"},
			{Name: "load", Type: "map", Of: []contract.FieldSpec{{Type: "number"}}},
		},
		Events:  []contract.EventSpec{{Name: "bell", Args: []string{"n"}}, {Name: "hit"}},
		Globals: []string{"must"},
		Knows: func(kind, name string) bool {
			return kind != "place" || name == "mine" || name == "camp"
		},
		Known: func(string) []string { return known },
	}
}

// sameFindings compares the lines and codes of findings with those that are listed in a file, in any order.
func sameFindings(t *testing.T, file string, want []string, got []contract.Diagnostic) {
	t.Helper()
	var texts, lines []string
	for _, d := range got {
		lines = append(lines, fmt.Sprintf("%d %s", d.Line, d.Code))
		texts = append(texts, fmt.Sprintf("  %d:%d %s: %s", d.Line, d.Column, d.Code, shown(d)))
	}
	want = slices.Sorted(slices.Values(want))
	slices.Sort(lines)
	if !slices.Equal(want, lines) {
		t.Errorf("%s wants %q, got:\n%s", file, want, strings.Join(texts, "\n"))
	}
}
