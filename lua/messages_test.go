package lua_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

// TestToldSlips pins what an agent is told about scripts that do not parse.
func TestToldSlips(t *testing.T) {
	pin(t, "testdata/messages_slips.txtar", func(t *testing.T, script string) string {
		_, slips := syntax.Parse("", script)
		reply := contract.Reply{Script: script, RunLines: []string{contract.NotStarted(len(slips), nil)}}
		for _, e := range slips {
			reply.Diagnostics = append(reply.Diagnostics, contract.Diagnostic{
				Code: e.Code, Severity: contract.SeverityError, Message: e.Message, Hint: e.Hint,
				Line: e.Start.Line, Column: e.Start.Column, EndLine: e.End.Line, EndColumn: e.End.Column,
			})
		}
		return reply.Text()
	})
}

// TestToldFailures pins what an agent is told about scripts that fail while they run.
func TestToldFailures(t *testing.T) {
	box := mineBox(t)
	pin(t, "testdata/messages_run.txtar", func(t *testing.T, script string) string {
		o := play(t, box, script)
		require.NotNil(t, o.err, "%s", script)
		fault := &contract.Fault{
			Code: contract.Code(o.err.Code), Message: o.err.Message, Hint: o.err.Hint, Line: o.err.Line, Column: o.err.Column,
		}
		run := contract.Run{ID: "1", State: contract.RunFailed, Fault: fault.In(script)}
		reply := contract.Reply{RunLines: []string{run.Text()}, Output: o.printed}
		return reply.Text()
	})
}

// TestToldByWorld pins what comes of mistakes by the whole way: a call of the tool run in a world, with what the checker finds,
// the words of the SDK, and the callers of the place of an error.
func TestToldByWorld(t *testing.T) {
	revision := regexp.MustCompile(`\n(.* · )?@\d+$`)
	pin(t, "testdata/messages_world.txtar", func(t *testing.T, script string) string {
		world, err := sdk.NewWorld(mineGame(), &sdk.Options{Seed: 1})
		require.NoError(t, err)
		defer world.Close()
		p := sdktest.NewPlayer(t, world, "ann")
		p.Status() // so that the reply has no news of the state
		return revision.ReplaceAllString(p.Call("run", map[string]any{"script": script, "wait": 20}).Text(), "")
	})
}

// pin compares what is told about each script of an archive with the text behind it. With -update the texts are written anew;
// a script that was added needs none.
func pin(t *testing.T, file string, tell func(t *testing.T, script string) string) {
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	got := &txtar.Archive{Comment: archive.Comment}
	for _, script := range archive.Files {
		name, ok := strings.CutSuffix(script.Name, ".lua")
		if !ok {
			continue
		}
		text := tell(t, string(script.Data)) + "\n"
		require.Regexp(t, `(?m)^(error|run 1 failed|! )`, text, "%s is no mistake", name)
		if !sdktest.Update() {
			require.Equal(t, want[name+".told"], text, "%s in %s; -update takes the text over", name, file)
		}
		got.Files = append(got.Files, script, txtar.File{Name: name + ".told", Data: []byte(text)})
	}
	if sdktest.Update() {
		require.NoError(t, os.WriteFile(file, txtar.Format(got), 0o644))
		return
	}
	require.Len(t, archive.Files, len(got.Files), "a text in %s has no script", file)
}

type spot struct {
	Name  string   `json:"name"`
	Ore   int      `json:"ore"`
	Exits []string `json:"exits"`
}

// look is what is at a place; nil where it was never seen.
func look(place string) *spot {
	if place == "camp" {
		return nil
	}
	return &spot{Name: place, Ore: 7, Exits: []string{"camp"}}
}

func spots() []spot { return []spot{*look("mine"), {Name: "camp"}} }

// mineBox is a sandbox with the words that the scripts use.
func mineBox(t *testing.T) *lua.Sandbox {
	return newBox(t, func(o *lua.Options) {
		outcome := func(ok bool, why any, n float64) lua.Word {
			return lua.Word{Func: func(c *lua.Call) error {
				c.PushBool(ok)
				if err := c.Push(why); err != nil {
					return err
				}
				c.PushNumber(n)
				return nil
			}}
		}
		o.Words["dig"], o.Words["sell"], o.Words["go"] = outcome(true, nil, 1), outcome(false, "empty", 0), outcome(true, nil, 1)
		o.Words["look_at"] = lua.Word{Func: func(c *lua.Call) error { return c.Push(look(c.Arg(0).Display(20))) }}
		o.Words["near"] = lua.Word{Func: func(c *lua.Call) error { return c.Push(spots()) }}
		me := map[string]any{"gold": 3, "hp": 9, "place": "camp", "load": map[string]int{"iron": 2, "coal": 1}}
		o.Objects = map[string]lua.Object{"me": {
			Index: func(c *lua.Call, key string) error { return c.Push(me[key]) },
			Keys:  func(*lua.Call) []string { return []string{"gold", "hp", "place", "load", "target"} },
		}}
	})
}

type miner struct {
	sdk.Agent
	Gold   int            `me:"gold"`
	HP     int            `me:"hp"`
	Place  string         `me:"place"`
	Load   map[string]int `me:"load"`
	Target *spot          `me:"target"`
}

type spotName struct {
	Place string `kind:"place"`
}

type digging struct {
	N sdk.Count `default:"1"`
}

// mineGame is a game with the same words.
func mineGame() *sdk.Game[*miner] {
	return &sdk.Game[*miner]{
		Name: "mine", Start: []string{"ann"},
		Join: func(id, name string) (*miner, error) {
			return &miner{Agent: sdk.NewAgentState(id, name), Gold: 3, HP: 9, Place: "camp", Load: map[string]int{"iron": 2, "coal": 1}}, nil
		},
		Kinds:  []sdk.Kind[*miner]{{Name: "place", Known: func(*miner) []string { return []string{"camp", "mine"} }}},
		Events: []sdk.Event{{Name: "bell", Args: []string{"n"}, Doc: "the bell rang"}},
		Verbs: []sdk.Verb[*miner]{
			sdk.Instant("dig", "Digs n ore.", func(_ *miner, in digging) sdk.Outcome { return sdk.Did(in.N.Or(3)) }),
			sdk.Instant("sell", "Sells n ore.", func(*miner, digging) sdk.Outcome { return sdk.Refuse("empty", 0) }).
				Refuses("empty", "you have no ore"),
			sdk.Instant("go", "Goes to a place.", func(*miner, spotName) sdk.Outcome { return sdk.Did(1) }),
			sdk.Sense("look_at", "What is at a place; nil where it was never seen.", func(_ *miner, in spotName) *spot { return look(in.Place) }),
			sdk.Sense("near", "The places near you.", func(*miner, struct{}) []spot { return spots() }),
		},
		Advance: func(turn *sdk.Turn[*miner]) {
			for _, m := range turn.Players {
				m.Emit("bell", turn.Tick)
			}
		},
	}
}
