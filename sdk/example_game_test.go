package sdk_test

import (
	"context"
	"encoding/json"
	"fmt"

	"mystic-sdk/sdk"
)

// A player: the SDK's part of it, and what the game keeps. Scripts read me.apples.
type picker struct {
	sdk.Agent
	Apples int    `me:"apples" doc:"in the basket"`
	At     string `me:"at"`
}

// orchard is the game's state.
type orchard struct {
	trees   map[string]int // apples by tree
	pickers map[string]*picker
}

type (
	// tree is an argument: a name that resolves among the trees.
	tree struct {
		Tree string `kind:"tree"`
	}
	// walk is what the action goto remembers.
	walk struct {
		To   string
		Left int
	}
	// view is what the sense look answers.
	view struct {
		Apples int    `json:"apples" doc:"still on the tree"`
		State  string `json:"state"`
	}
)

func newOrchard(opts *sdk.Options) (*sdk.World, error) {
	o := &orchard{trees: map[string]int{"Oak": 0, "Old Tom": 2}, pickers: map[string]*picker{}}
	return sdk.NewWorld(&sdk.Game[*picker]{
		Name: "orchard", Intro: "You pick apples.", Start: []string{"ann"},
		Verbs: []sdk.Verb[*picker]{
			sdk.Action("go", "Goes to a tree in two seconds.", sdk.Steps[*picker, tree, walk]{
				Start: func(p *picker, in tree) (walk, *sdk.Outcome) {
					if p.At == in.Tree {
						return walk{}, sdk.Did(0).AtOnce()
					}
					return walk{To: in.Tree, Left: 2}, nil
				},
				Step: func(p *picker, w *walk) (sdk.Outcome, bool) {
					if w.Left--; w.Left == 0 {
						p.At = w.To
					}
					return sdk.Did(1), w.Left == 0
				},
				Label: func(_ *picker, w *walk) string { return "going to " + w.To },
			}),
			sdk.Instant("pick", "Picks an apple.", func(p *picker, _ struct{}) sdk.Outcome {
				if o.trees[p.At] == 0 {
					return sdk.Refuse("bare", 0)
				}
				o.trees[p.At]--
				p.Apples++
				return sdk.Did(1)
			}).Refuses("bare", "no apple is left here"),
			sdk.Sense("look", "What hangs on a tree.", func(_ *picker, in tree) view {
				return view{Apples: o.trees[in.Tree], State: "green"}
			}),
		},
		Kinds: []sdk.Kind[*picker]{{Name: "tree", Known: func(*picker) []string { return []string{"Oak", "Old Tom"} }}},
		Join: func(id, name string) (*picker, error) {
			o.pickers[id] = &picker{Agent: sdk.NewAgentState(id, name), At: "Oak"}
			return o.pickers[id], nil
		},
		Leave: func(p *picker) { delete(o.pickers, p.ID()) },
		Status: func(p *picker) sdk.StateLine {
			return sdk.StateLine{Where: p.At, Fields: []string{fmt.Sprint("apples ", p.Apples)}}
		},
	}, opts)
}

func ExampleGame() {
	world, err := newOrchard(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer world.Close()
	call := func(tool, args string) {
		fmt.Println(world.Gateway().Call(context.Background(), "ann", tool, json.RawMessage(args), sdk.Meta{}).Text())
	}
	call("run", `{"wait": 0, "script": "go('Old Tom') while pick() do end print(me.apples, look('Old Tom').apples)"}`)
	for range 3 {
		world.Tick()
	}
	call("status", `{}`)
	call("run", `{"mode": "check", "script": "go('old tim')"}`)
	// Output:
	// run 1 running: waiting
	// 0 · Oak · apples 0 · waiting · @1
	// run 1 done: 2 s
	//   go 1 ok · pick 2 ok · pick 1 refused "bare" (line 1)
	// > 2 0
	// 3 · Old Tom · apples 2 · idle · @4
	// not sound, 1 error
	// error 1:4 unknown-name: no tree you know called 'old tim'
	//     go('old tim')
	//        ^
	//   hint: write "Old Tom"
}
