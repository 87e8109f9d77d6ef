package sdk_test

import (
	"encoding/json"
	"errors"
	"slices"

	"mystic-sdk/sdk"
)

// worker is a player of the yard, the game that the SDK is tested with.
type worker struct {
	sdk.Agent
	Gold  int            `me:"gold"`
	Place string         `me:"place"`
	Load  map[string]int `me:"load"`
	knows []string       // places besides mine and camp
	news  []string
}

type (
	one struct {
		N sdk.Count `default:"1"`
	}
	to struct {
		Place string `kind:"place"`
	}
	digging struct{ Want, Done, Left int }
	walking struct {
		To   string
		Left int
	}
	trapped  struct{ At string }
	trapping struct {
		At   string
		Left int
	}
	sight struct {
		Name string   `json:"name"`
		Ore  int      `json:"ore"`
		Tags []string `json:"tags"`
	}
)

// yard is a game in which every part of the SDK has something to do.
type yard struct {
	workers []*worker
	world   *sdk.World
}

// spring panics where a trap was set.
func spring(at, here string) {
	if at == here {
		panic("a secret of the game: " + here)
	}
}

// newYard makes a yard with ann and bo in it.
func newYard(opts *sdk.Options) (*sdk.World, *yard, error) {
	y := &yard{}
	w, err := sdk.NewWorld(y.game(), opts)
	y.world = w
	return w, y, err
}

func (y *yard) game() *sdk.Game[*worker] {
	return &sdk.Game[*worker]{
		Name: "yard", Intro: "A yard with gold in it.", Rate: 2, Start: []string{"ann", "bo"},
		Join: func(id, name string) (*worker, error) {
			if id == "eve" {
				return nil, errors.New("eve is not welcome")
			}
			w := &worker{Agent: sdk.NewAgentState(id, name), Place: "camp", Load: map[string]int{}}
			y.workers = append(y.workers, w)
			return w, nil
		},
		Leave: func(w *worker) { y.workers = slices.DeleteFunc(y.workers, func(o *worker) bool { return o == w }) },
		Kinds: []sdk.Kind[*worker]{
			{Name: "place", Known: func(w *worker) []string { return append([]string{"mine", "camp"}, w.knows...) }},
		},
		Events: []sdk.Event{{Name: "bell", Args: []string{"n"}, Doc: "the bell rang"}, {Name: "hit", Doc: "something hit you"}},
		Verbs: []sdk.Verb[*worker]{
			sdk.Action("dig", "Digs n gold, two ticks each.", sdk.Steps[*worker, one, digging]{
				Start: func(w *worker, in one) (digging, *sdk.Outcome) {
					if w.Place != "mine" {
						return digging{}, sdk.Refuse("nothing here", 0).AtOnce()
					}
					return digging{Want: in.N.Or(5), Left: 2}, nil
				},
				Step: func(w *worker, d *digging) (sdk.Outcome, bool) {
					if d.Left--; d.Left > 0 {
						return sdk.Outcome{}, false
					}
					w.Gold++
					d.Done, d.Left = d.Done+1, 2
					return sdk.Did(d.Done), d.Done == d.Want
				},
				Label:  func(_ *worker, d *digging) string { return "digging" },
				Resume: func(w *worker, _ *digging) bool { return w.Place == "mine" },
			}).Refuses("nothing here", "there is no gold in this place"),
			sdk.Instant("drop", "Drops n gold.", func(w *worker, in one) sdk.Outcome {
				n := in.N.Or(w.Gold)
				if n > w.Gold {
					o := sdk.Refuse("short", 0)
					o.Hint = "you have too little gold"
					return o
				}
				w.Gold -= n
				return sdk.Did(n)
			}).Refuses("short", "you have less than that"),
			sdk.Action("go", "Goes to a place, three ticks.", sdk.Steps[*worker, to, walking]{
				Start: func(_ *worker, in to) (walking, *sdk.Outcome) { return walking{in.Place, 3}, nil },
				Step: func(w *worker, s *walking) (sdk.Outcome, bool) {
					if s.Left--; s.Left > 0 {
						return sdk.Outcome{}, false
					}
					w.Place = s.To
					return sdk.Did(1), true
				},
				Cancel: func(w *worker, s *walking) { w.news = append(w.news, "turned back on the way to "+s.To) },
			}),
			sdk.Action("crash", "Panics in a step.", sdk.Steps[*worker, struct{}, struct{ N int }]{
				Start: func(*worker, struct{}) (struct{ N int }, *sdk.Outcome) { return struct{ N int }{}, nil },
				Step:  func(*worker, *struct{ N int }) (sdk.Outcome, bool) { panic("a secret of the game") },
			}),
			sdk.Action("trap", "Takes two ticks, and panics where it is told to.", sdk.Steps[*worker, trapped, trapping]{
				Start: func(_ *worker, in trapped) (trapping, *sdk.Outcome) {
					spring(in.At, "start")
					return trapping{At: in.At, Left: 2}, nil
				},
				Step: func(_ *worker, t *trapping) (sdk.Outcome, bool) {
					t.Left--
					spring(t.At, "step")
					return sdk.Did(1), t.Left == 0
				},
				Label: func(_ *worker, t *trapping) string {
					spring(t.At, "label")
					return "in the trap"
				},
				Cancel: func(w *worker, t *trapping) {
					w.news = append(w.news, "the trap is cancelled")
					spring(t.At, "cancel")
				},
				Settle: func(_ *worker, t *trapping, _ sdk.Outcome) { spring(t.At, "settle") },
				Resume: func(_ *worker, t *trapping) bool { spring(t.At, "resume"); return true },
			}),
			sdk.Instant("crashnow", "Panics at once.", func(*worker, struct{}) sdk.Outcome { panic("a secret of the game") }),
			sdk.Instant("touch", "Does nothing, at once.", func(*worker, struct{}) sdk.Outcome { return sdk.Did(1) }),
			sdk.Instant("slip", "Leaves the place at once.", func(w *worker, _ struct{}) sdk.Outcome {
				w.Place = "camp"
				return sdk.Did(1)
			}),
			sdk.Sense("look_at", "What is at a place; nil where it was never seen.", func(w *worker, in to) *sight {
				if in.Place == "camp" {
					return nil
				}
				return &sight{Name: in.Place, Ore: 7, Tags: []string{"dark"}}
			}),
			sdk.Sense("gold", "How much gold you have.", func(w *worker, _ struct{}) int { return w.Gold }),
		},
		Advance: func(t *sdk.Turn[*worker]) {
			if t.Tick%10 == 0 {
				for _, w := range t.Players {
					y.world.Emit(w, "bell", t.Tick/10)
				}
			}
		},
		Status: func(w *worker) sdk.StateLine { return sdk.StateLine{Where: w.Place} },
		Ask: func(w *worker, about string) string {
			if about == "gold" {
				return "Gold is in the mine."
			}
			return "Nothing you know of."
		},
		Journal: func(w *worker) []string { return []string{"Place: " + w.Place} },
		Hears:   func(l, s *worker) bool { return l.Place == s.Place },
		Digest: func(w *worker) []string {
			lines := w.news
			w.news = nil
			return lines
		},
		Save: func() ([]byte, error) { return json.Marshal(y.workers) },
		Load: func(data []byte) error {
			var saved []*worker
			if err := json.Unmarshal(data, &saved); err != nil {
				return err
			}
			for i, s := range saved {
				y.workers[i].Gold, y.workers[i].Place, y.workers[i].Load = s.Gold, s.Place, s.Load
			}
			return nil
		},
	}
}

func (y *yard) worker(id string) *worker {
	for _, w := range y.workers {
		if w.ID() == id {
			return w
		}
	}
	return nil
}
