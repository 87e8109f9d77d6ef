package sdk_test

import (
	"context"
	"encoding/json"
	"fmt"

	"mystic-sdk/sdk"
)

// The smallest whole game: a verb, a player, a world, and the call of an agent that plays.
func Example() {
	type baker struct {
		sdk.Agent
		Loaves int `me:"loaves"`
	}
	world, err := sdk.NewWorld(&sdk.Game[*baker]{
		Name:  "bakery",
		Verbs: []sdk.Verb[*baker]{sdk.Instant("bake", "Bakes a loaf.", func(b *baker, _ struct{}) sdk.Outcome { b.Loaves++; return sdk.Did(1) })},
		Join:  func(id, name string) (*baker, error) { return &baker{Agent: sdk.NewAgentState(id, name)}, nil },
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer world.Close()
	call := func(tool, args string) {
		reply := world.Gateway().Call(context.Background(), "max", tool, json.RawMessage(args), sdk.Meta{})
		fmt.Println(reply.Text())
		world.Gateway().Ack("max", reply.Mark) // max has read it
	}
	call("run", `{"wait": 0, "script": "for i = 1, 3 do bake() end print(me.loaves)"}`)
	world.Tick()
	call("status", `{}`)
	// Output:
	// run 1 running: waiting
	// 0 · waiting · @1
	// run 1 done
	//   bake 3 ok
	// > 3
	// 1 · idle · @4
}
