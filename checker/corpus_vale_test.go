package checker_test

import (
	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// villager is a player of the vale that env_test.go declares for the checker alone: here it can be played.
type villager struct {
	sdk.Agent
	Gold    int            `me:"gold"`
	HP      int            `me:"hp"`
	Called  string         `me:"name"`
	Place   string         `me:"place"`
	Tired   bool           `me:"tired"`
	Target  *string        `me:"target"`
	Pack    map[string]int `me:"pack"`
	Pos     point          `me:"pos"`
	Friends []neighbour    `me:"friends"`
}

type (
	point struct {
		X int `json:"x"`
		Y int `json:"y"`
	}
	neighbour struct {
		Name string `json:"name"`
		HP   int    `json:"hp"`
	}
	thing struct {
		Name string `json:"name"`
		Far  int    `json:"far"`
	}
	goingTo struct {
		Place string `kind:"place"`
	}
	giving struct {
		To   string    `kind:"who"`
		Item string    `kind:"item"`
		N    sdk.Count `default:"1"`
	}
	shouting struct{ Text string }
	spinning struct {
		Angle  float64
		Slowly string `optional:"true"`
	}
	scanning struct {
		Kind *string `kind:"item"`
	}
	pricing struct {
		Item string `kind:"item"`
	}
)

// slowly makes a verb of the vale that takes some ticks and then works.
func slowly[In any](name string, ticks func(In) int, done func(*villager, In) sdk.Outcome) sdk.Verb[*villager] {
	type task struct {
		In   In
		Left int
	}
	return sdk.Action(name, "Takes its time.", sdk.Steps[*villager, In, task]{
		Start: func(_ *villager, in In) (task, *sdk.Outcome) { return task{in, ticks(in)}, nil },
		Step: func(v *villager, t *task) (sdk.Outcome, bool) {
			if t.Left--; t.Left > 0 {
				return sdk.Outcome{}, false
			}
			return done(v, t.In), true
		},
	})
}

// newVale makes the vale with cat in it.
func newVale() (*sdk.World, error) {
	return sdk.NewWorld(&sdk.Game[*villager]{
		Name: "vale", Intro: "You live in a vale.", Start: []string{"cat"},
		Join: func(id, name string) (*villager, error) {
			return &villager{
				Agent: sdk.NewAgentState(id, name), Gold: 5, HP: 20, Called: id, Place: "home", Pack: map[string]int{"ore": 2},
				Friends: []neighbour{{"bo", 60}, {"ann", 30}},
			}, nil
		},
		Kinds: []sdk.Kind[*villager]{
			{Name: "place", Known: func(*villager) []string { return []string{"home", "mine", "shack"} }},
			{Name: "item", Known: func(*villager) []string { return []string{"ore", "wood", "pick"} }},
			{Name: "who", Known: func(*villager) []string { return []string{"bo", "ann"} }},
		},
		Events: []sdk.Event{
			{Name: "hurt", Args: []string{"amount"}, Doc: "something hit you"},
			{Name: "arrived", Args: []string{"place"}, Doc: "you came to a place"},
		},
		Verbs: []sdk.Verb[*villager]{
			slowly("dig", func(in times) int { return in.N.Or(3) }, func(v *villager, in times) sdk.Outcome {
				if v.Gold > 30 {
					return sdk.Refuse("full", 0)
				}
				v.Gold += in.N.Or(3)
				return sdk.Did(in.N.Or(3))
			}).Refuses("full", "you carry enough").Refuses("none", "there is nothing"),
			slowly("drop", func(times) int { return 1 }, func(v *villager, in times) sdk.Outcome {
				if in.N.Or(v.Gold) > v.Gold {
					return sdk.Refuse("short", 0)
				}
				v.Gold -= in.N.Or(v.Gold)
				return sdk.Did(1)
			}).Refuses("short", "you have less"),
			slowly("go", func(goingTo) int { return 3 }, func(v *villager, in goingTo) sdk.Outcome {
				v.Place = in.Place
				v.Emit("arrived", in.Place)
				return sdk.Did(1)
			}).Refuses("blocked", "the way is blocked"),
			slowly("give", func(giving) int { return 1 }, func(*villager, giving) sdk.Outcome { return sdk.Did(1) }),
			sdk.Instant("shout", "Shouts.", func(*villager, shouting) sdk.Outcome { return sdk.Did(1) }),
			slowly("turn", func(spinning) int { return 1 }, func(*villager, spinning) sdk.Outcome { return sdk.Did(1) }),
			sdk.Sense("scan", "What is near.", func(*villager, scanning) []thing {
				return []thing{{"ore", 4}, {"wood", 2}, {"ore", 7}}
			}),
			sdk.Sense("find", "Where a place is; nil where nobody knows.", func(_ *villager, in goingTo) *point {
				if in.Place == "shack" {
					return nil
				}
				return &point{4, 2}
			}),
			sdk.Sense("price", "What a thing costs.", func(_ *villager, in pricing) int { return len(in.Item) }),
		},
		Advance: func(t *sdk.Turn[*villager]) {
			if t.Tick%10 == 0 {
				for _, v := range t.Players {
					v.HP = max(5, v.HP-1)
					v.Emit("hurt", 1)
				}
			}
		},
		Hears:   func(_, _ *villager) bool { return true },
		Prelude: `function nearest() return "home" end function haul(n) return n end`,
	}, nil)
}

// saveForVale saves the scripts that those for the vale call.
func saveForVale(a *agentIn) {
	a.t.Helper()
	for _, saved := range []string{"farm", "haul_all"} {
		a.call(contract.ToolRun, map[string]any{"script": "return true", "name": saved, "wait": 0})
		a.world.Tick()
	}
}
