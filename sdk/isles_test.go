package sdk_test

import (
	"slices"

	"mystic-sdk/sdk"
)

// scout is a player of the isles, a game about what one knows.
type scout struct {
	sdk.Agent
	Place string              `me:"place"`
	knows map[string][]string // names, by kind
}

type (
	sailing struct {
		To   string
		Left int
	}
	gift struct {
		Thing string    `kind:"thing"`
		To    string    `kind:"person"`
		N     sdk.Count `default:"1"`
	}
	supply struct {
		Thing string `kind:"thing"`
	}
	isle struct {
		Name  string `json:"name"`
		Coves int    `json:"coves"`
	}
)

// common is what every scout knows of each kind.
func common() map[string][]string {
	return map[string][]string{
		"place":  {"camp", "mine", "Old Well"},
		"thing":  {"rope", "lamp"},
		"person": {"bo", "max"},
	}
}

// isles has ann and bo in it. Each of the hidden names is that of a place, of a thing and of a person, and bo alone knows it.
func isles(hidden []string) *sdk.Game[*scout] {
	var kinds []sdk.Kind[*scout]
	for _, kind := range []string{"place", "thing", "person"} {
		kinds = append(kinds, sdk.Kind[*scout]{Name: kind, Known: func(s *scout) []string { return s.knows[kind] }})
	}
	return &sdk.Game[*scout]{
		Name: "isles", Intro: "Isles of which nobody has seen all.", Start: []string{"ann", "bo"}, Kinds: kinds,
		Join: func(id, name string) (*scout, error) {
			s := &scout{Agent: sdk.NewAgentState(id, name), Place: "camp", knows: common()}
			for kind := range s.knows {
				if id == "bo" {
					s.knows[kind] = append(s.knows[kind], hidden...)
				}
			}
			return s, nil
		},
		Verbs: []sdk.Verb[*scout]{
			sdk.Action("go", "Sails to a place, two ticks.", sdk.Steps[*scout, to, sailing]{
				Start: func(_ *scout, in to) (sailing, *sdk.Outcome) { return sailing{in.Place, 2}, nil },
				Step: func(s *scout, a *sailing) (sdk.Outcome, bool) {
					if a.Left--; a.Left == 0 {
						s.Place = a.To
					}
					return sdk.Did(1), a.Left == 0
				},
			}),
			sdk.Instant("give", "Gives somebody a thing.", func(_ *scout, in gift) sdk.Outcome { return sdk.Did(in.N.Or(3)) }),
			sdk.Sense("find", "What is known of a place.", func(_ *scout, in to) *isle { return &isle{Name: in.Place, Coves: 2} }),
			sdk.Sense("count", "How many of a thing there are.", func(_ *scout, in supply) int { return len(in.Thing) }),
		},
		Status:  func(s *scout) sdk.StateLine { return sdk.StateLine{Where: s.Place} },
		Journal: func(s *scout) []string { return s.knows["place"] },
		Ask: func(s *scout, about string) string {
			for _, kind := range kinds {
				if slices.Contains(kind.Known(s), about) {
					return "You know this " + kind.Name + "."
				}
			}
			return ""
		},
	}
}
