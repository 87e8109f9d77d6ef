package checker_test

import (
	"fmt"
	"slices"

	"mystic-sdk/sdk"
)

// guard walks beside a cart on a road, which is a line of places, and keeps wolves and bandits off it.
type guard struct {
	sdk.Agent
	HP     int     `me:"hp"`
	MaxHP  int     `me:"max_hp"`
	Mana   int     `me:"mana"`
	X      int     `me:"x"`
	Target *string `me:"target" doc:"the foe that you attacked last"`
	shield int
}

type (
	atFoe struct {
		Foe string `kind:"foe"`
	}
	forFriend struct {
		Friend string `kind:"friend"`
	}
	toPlace  struct{ X int }
	foeOrNil struct {
		Name string
	}
	hunting  struct{ Foe string }
	striking struct {
		Foe  string
		Left int
	}
	tending struct {
		Friend string
		Left   int
	}
	lying struct{ Want, Done int }
	foe   struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
		HP   int    `json:"hp"`
		Far  int    `json:"far"`
		x    int
	}
	friend struct {
		Name string `json:"name"`
		HP   int    `json:"hp"`
		X    int    `json:"x"`
		Far  int    `json:"far"`
	}
)

// watch is the road with the cart and the foes on it.
type watch struct {
	cart friend
	foes []*foe
	born int
}

func between(a, b int) int { return max(a-b, b-a) }

// towards is the step that leads from one place to another: -1, 0 or 1.
func towards(from, to int) int { return min(max(to-from, -1), 1) }

func (w *watch) foe(name string) *foe {
	i := slices.IndexFunc(w.foes, func(f *foe) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return w.foes[i]
}

// seenBy is a foe as a guard sees it.
func (f *foe) seenBy(g *guard) *foe {
	return &foe{Name: f.Name, Kind: f.Kind, HP: f.HP, Far: between(f.x, g.X)}
}

// hit takes hit points from a foe, and the foe off the road where none are left.
func (w *watch) hit(g *guard, f *foe, n int) {
	if f.HP -= n; f.HP <= 0 {
		w.foes = slices.DeleteFunc(w.foes, func(o *foe) bool { return o == f })
		g.Emit("fell", f.Name)
	}
}

// advance moves the cart and the foes, lets foes bite, and now and then sends another.
func (w *watch) advance(t *sdk.Turn[*guard]) {
	if t.Tick%6 == 0 {
		w.cart.X++
	}
	for _, g := range t.Players {
		if t.Tick%15 == 0 && len(w.foes) < 4 {
			w.born++
			kind := []string{"wolf", "bandit", "troll"}[w.born%3]
			f := &foe{Name: fmt.Sprint(kind, w.born), Kind: kind, HP: 4 + 3*(w.born%3), x: g.X + 5 + t.Rand.IntN(4)}
			w.foes = append(w.foes, f)
			g.Emit("seen", f.Name)
		}
		w.bite(g, t.Tick)
		g.shield = max(0, g.shield-1)
		if t.Tick%5 == 0 {
			g.Mana = min(20, g.Mana+1)
		}
	}
}

// bite lets foes that are near bite. All bites of a tick are one event each for the guard and the cart: a tick starts one
// handler and then goes on with no action, so that more would leave no tick for anything else.
func (w *watch) bite(g *guard, tick int64) {
	bitten, by, called := 0, "", false
	for _, f := range w.foes {
		switch {
		case between(f.x, g.X) <= 1:
			if tick%4 == 0 && g.shield == 0 {
				bitten++
				by = f.Name
			}
		case between(f.x, w.cart.X) <= 1:
			called = called || tick%4 == 2
		default:
			f.x += towards(f.x, w.cart.X)
		}
	}
	if bitten > 0 {
		g.HP = max(1, g.HP-bitten)
		g.Emit("hurt", bitten, by)
	}
	if called {
		w.cart.HP = max(1, w.cart.HP-1)
		g.Emit("call", w.cart.Name)
	}
}

func (w *watch) actions() []sdk.Verb[*guard] {
	approach := sdk.Action("approach", "Runs at a foe until it is near.", sdk.Steps[*guard, atFoe, hunting]{
		Start: func(_ *guard, in atFoe) (hunting, *sdk.Outcome) { return hunting(in), nil },
		Step: func(g *guard, h *hunting) (sdk.Outcome, bool) {
			f := w.foe(h.Foe)
			if f == nil {
				return sdk.Refuse("gone", 0), true
			}
			g.X += towards(g.X, f.x)
			return sdk.Did(1), between(g.X, f.x) <= 1
		},
	}).Refuses("gone", "it is not there any more")
	attack := sdk.Action("attack", "Strikes a foe that is near, two ticks.", sdk.Steps[*guard, atFoe, striking]{
		Start: func(g *guard, in atFoe) (striking, *sdk.Outcome) {
			f := w.foe(in.Foe)
			switch {
			case f == nil:
				return striking{}, sdk.Refuse("gone", 0).AtOnce()
			case between(g.X, f.x) > 1:
				return striking{}, sdk.Refuse("far", 0).AtOnce()
			}
			g.Target = &in.Foe
			return striking{in.Foe, 2}, nil
		},
		Step: func(g *guard, s *striking) (sdk.Outcome, bool) {
			if s.Left--; s.Left > 0 {
				return sdk.Outcome{}, false
			}
			f := w.foe(s.Foe)
			if f == nil {
				return sdk.Refuse("gone", 0), true
			}
			n := 2 + g.Rand().IntN(3)
			w.hit(g, f, n)
			return sdk.Did(n), true
		},
		Label: func(_ *guard, s *striking) string { return "fighting " + s.Foe },
	}).Refuses("gone", "it is not there any more").Refuses("far", "it is not near")
	heal := sdk.Action("heal", "Heals you or a friend near you, 4 mana.", sdk.Steps[*guard, forFriend, tending]{
		Start: func(g *guard, in forFriend) (tending, *sdk.Outcome) {
			switch {
			case g.Mana < 4:
				return tending{}, sdk.Refuse("mana", 0).AtOnce()
			case in.Friend == w.cart.Name && between(g.X, w.cart.X) > 2:
				return tending{}, sdk.Refuse("far", 0).AtOnce()
			}
			g.Mana -= 4
			return tending{in.Friend, 2}, nil
		},
		Step: func(g *guard, h *tending) (sdk.Outcome, bool) {
			if h.Left--; h.Left > 0 {
				return sdk.Outcome{}, false
			}
			if h.Friend == w.cart.Name {
				w.cart.HP = min(30, w.cart.HP+5)
			} else {
				g.HP = min(g.MaxHP, g.HP+5)
			}
			return sdk.Did(5), true
		},
		Cancel: func(g *guard, _ *tending) { g.Mana += 4 },
	}).Refuses("mana", "you have too little").Refuses("far", "your friend is too far off")
	walk := sdk.Action("walk", "Walks to a place of the road.", sdk.Steps[*guard, toPlace, toPlace]{
		Start: func(_ *guard, in toPlace) (toPlace, *sdk.Outcome) { return in, nil },
		Step: func(g *guard, s *toPlace) (sdk.Outcome, bool) {
			g.X += towards(g.X, s.X)
			return sdk.Did(1), g.X == s.X
		},
	})
	rest := sdk.Action("rest", "Rests n ticks; three of them bring a hit point.", sdk.Steps[*guard, times, lying]{
		Start: func(_ *guard, in times) (lying, *sdk.Outcome) { return lying{Want: in.N.Or(30)}, nil },
		Step: func(g *guard, r *lying) (sdk.Outcome, bool) {
			if r.Done++; r.Done%3 == 0 {
				g.HP = min(g.MaxHP, g.HP+1)
			}
			return sdk.Did(r.Done), r.Done == r.Want
		},
		Resume: func(*guard, *lying) bool { return false },
	})
	shield := sdk.Instant("shield", "Nothing hurts you for six ticks, 3 mana.", func(g *guard, _ struct{}) sdk.Outcome {
		if g.Mana < 3 {
			return sdk.Refuse("mana", 0)
		}
		g.Mana -= 3
		g.shield = 6
		return sdk.Did(6)
	}).Refuses("mana", "you have too little")
	return []sdk.Verb[*guard]{approach, attack, heal, walk, rest, shield}
}

func (w *watch) senses() []sdk.Verb[*guard] {
	return []sdk.Verb[*guard]{
		sdk.Sense("foes", "The foes in sight, the oldest first.", func(g *guard, _ struct{}) []*foe {
			var all []*foe
			for _, f := range w.foes {
				if between(f.x, g.X) <= 10 {
					all = append(all, f.seenBy(g))
				}
			}
			return all
		}),
		sdk.Sense("nearest", "The nearest foe; nil where none is in sight.", func(g *guard, _ struct{}) *foe {
			var best *foe
			for _, f := range w.foes {
				if s := f.seenBy(g); s.Far <= 10 && (best == nil || s.Far < best.Far) {
					best = s
				}
			}
			return best
		}),
		sdk.Sense("look_for", "A foe by its name; nil where it is gone.", func(g *guard, in foeOrNil) *foe {
			if f := w.foe(in.Name); f != nil {
				return f.seenBy(g)
			}
			return nil
		}),
		sdk.Sense("friend", "A friend; nil where it is not in sight.", func(g *guard, in forFriend) *friend {
			if in.Friend != w.cart.Name {
				return &friend{Name: g.ID(), HP: g.HP, X: g.X}
			}
			f := w.cart
			if f.Far = between(f.X, g.X); f.Far > 12 {
				return nil
			}
			return &f
		}),
	}
}

// newWatch makes a road with bo beside the cart.
func newWatch() (*sdk.World, error) {
	w := &watch{cart: friend{Name: "cart", HP: 30}}
	return sdk.NewWorld(&sdk.Game[*guard]{
		Name: "watch", Intro: "You are a guard beside a cart.", Start: []string{"bo"},
		Join: func(id, name string) (*guard, error) {
			return &guard{Agent: sdk.NewAgentState(id, name), HP: 20, MaxHP: 20, Mana: 12}, nil
		},
		Kinds: []sdk.Kind[*guard]{
			{Name: "friend", Known: func(g *guard) []string { return []string{w.cart.Name, g.ID()} }},
			{Name: "foe", Known: func(*guard) []string {
				names := []string{}
				for _, f := range w.foes {
					names = append(names, f.Name)
				}
				return names
			}},
		},
		Events: []sdk.Event{
			{Name: "hurt", Args: []string{"amount", "by"}, Doc: "a foe hit you"},
			{Name: "seen", Args: []string{"name"}, Doc: "a foe came in sight"},
			{Name: "fell", Args: []string{"name"}, Doc: "a foe fell"},
			{Name: "call", Args: []string{"friend"}, Doc: "a friend is attacked"},
		},
		Verbs:   append(w.actions(), w.senses()...),
		Advance: w.advance,
		Hears:   func(_, _ *guard) bool { return true },
	}, nil)
}
