package sdktest_test

import (
	"fmt"
	"testing"

	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

// sheep is a player.
type sheep struct {
	sdk.Agent
	Wool int `me:"wool"`
}

func newMeadow() (*sdk.World, error) {
	return sdk.NewWorld(&sdk.Game[*sheep]{
		Name: "meadow", Start: []string{"dolly"},
		Verbs: []sdk.Verb[*sheep]{sdk.Instant("graze", "Eats, and grows wool.", func(s *sheep, _ struct{}) sdk.Outcome {
			s.Wool++
			return sdk.Did(1)
		})},
		Join: func(id, name string) (*sheep, error) { return &sheep{Agent: sdk.NewAgentState(id, name)}, nil },
	}, nil)
}

// A test plays a script, moves the clock, and looks at what the agent is told.
func Example() {
	t := &testing.T{} // what a test is given
	world, err := newMeadow()
	if err != nil {
		t.Fatal(err)
	}
	defer world.Close()
	dolly := sdktest.Play(t, world, "dolly", "for i = 1, 3 do graze() wait(1) end").Ticks(2)
	fmt.Println("wool", dolly.Look("return me.wool").Output[0])
	fmt.Println(dolly.Ticks(2).Status())
	// Output:
	// wool 2
	// run 1 done: 3 s
	//   graze 3 ok
	// 4 · idle · @3
}
