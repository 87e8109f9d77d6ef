package checker_test

import (
	"fmt"

	"mystic-sdk/sdk"
)

// digger is a robot of the quarry: it stands in a grid of blocks, eats coal and carries what it digs.
type digger struct {
	sdk.Agent
	X      int            `me:"x"`
	Y      int            `me:"y" doc:"0 is the ground, less is deeper"`
	Z      int            `me:"z"`
	Facing string         `me:"facing" doc:"north, east, south or west"`
	Fuel   int            `me:"fuel" doc:"blocks that you can still move"`
	Free   int            `me:"free" doc:"blocks that you can still carry"`
	Pack   map[string]int `me:"pack"`
}

type (
	cube  struct{ X, Y, Z int }
	times struct {
		N sdk.Count `default:"1"`
	}
	turning struct {
		Way string `kind:"way"`
	}
	aiming struct {
		Dir *string `kind:"dir"`
	}
	placing struct {
		Item string  `kind:"block"`
		Dir  *string `kind:"dir"`
	}
	taking struct {
		Item string    `kind:"block"`
		N    sdk.Count `default:"1"`
	}
	radius struct{ Far int }

	moving struct {
		By         cube
		Want, Done int
	}
	digging struct{ At cube }
	block   struct {
		Name string `json:"name"`
		Hard int    `json:"hard"`
	}
	vein struct {
		Name string `json:"name"`
		X    int    `json:"x"`
		Y    int    `json:"y"`
		Z    int    `json:"z"`
	}
	chest struct {
		Items map[string]int `json:"items"`
		Kinds int            `json:"kinds"`
	}
)

const (
	air     = ""
	bedrock = "bedrock"
	maxPack = 64
	bottom  = -12 // where the bedrock begins
)

// quarry is what the diggers changed of the ground, and the chest at its origin.
type quarry struct {
	changed map[cube]string
	chest   map[string]int
}

// at returns the block at a place. The ground is the same in every quarry: what it holds follows from where it is.
func (q *quarry) at(c cube) string {
	if name, ok := q.changed[c]; ok {
		return name
	}
	mix := (c.X*73856093 ^ c.Y*19349663 ^ c.Z*83492791) & 0xffff
	switch {
	case c.Y <= bottom:
		return bedrock
	case c.Y >= 0:
		if c.Y < 4 && c.X*c.X+c.Z*c.Z > 8 && (c.X*31+c.Z*17)%13 == 0 {
			return "wood"
		}
		return air
	case c.Y == -1:
		return "dirt"
	case mix%23 == 0:
		return "coal"
	case mix%31 == 0:
		return "iron"
	case mix%61 == 0 && c.Y < -4:
		return "gold"
	}
	return "stone"
}

func (c cube) plus(d cube) cube { return cube{c.X + d.X, c.Y + d.Y, c.Z + d.Z} }

func (d *digger) here() cube { return cube{d.X, d.Y, d.Z} }

func (d *digger) ahead() cube {
	return map[string]cube{"north": {Z: -1}, "east": {X: 1}, "south": {Z: 1}, "west": {X: -1}}[d.Facing]
}

// toward is the block in a direction; nil means the front.
func (d *digger) toward(dir *string) cube {
	switch {
	case dir == nil || *dir == "front":
		return d.here().plus(d.ahead())
	case *dir == "up":
		return d.here().plus(cube{Y: 1})
	}
	return d.here().plus(cube{Y: -1})
}

// move makes a verb that moves block by block.
func (q *quarry) move(name, doc string, by func(d *digger) cube) sdk.Verb[*digger] {
	return sdk.Action(name, doc, sdk.Steps[*digger, times, moving]{
		Start: func(d *digger, in times) (moving, *sdk.Outcome) { return moving{By: by(d), Want: in.N.Or(64)}, nil },
		Step: func(d *digger, m *moving) (sdk.Outcome, bool) {
			to := d.here().plus(m.By)
			switch {
			case q.at(to) != air:
				return sdk.Refuse("blocked", m.Done), true
			case d.Fuel == 0:
				return sdk.Refuse("fuel", m.Done), true
			}
			d.X, d.Y, d.Z = to.X, to.Y, to.Z
			if d.Fuel--; d.Fuel == 50 {
				d.Emit("low_fuel", d.Fuel)
			}
			m.Done++
			return sdk.Did(m.Done), m.Done == m.Want
		},
		Label: func(_ *digger, m *moving) string { return fmt.Sprintf("%s %d of %d", name, m.Done+1, m.Want) },
	}).Refuses("blocked", "something is in the way").Refuses("fuel", "there is no fuel left")
}

// newQuarry makes a quarry with max at its chest.
func newQuarry() (*sdk.World, error) {
	q := &quarry{changed: map[cube]string{}, chest: map[string]int{"coal": 64, "torch": 32}}
	turns := []string{"north", "east", "south", "west"}
	turn := sdk.Action("turn", "Turns where you face.", sdk.Steps[*digger, turning, turning]{
		Start: func(_ *digger, in turning) (turning, *sdk.Outcome) { return in, nil },
		Step: func(d *digger, t *turning) (sdk.Outcome, bool) {
			by := map[string]int{"left": 3, "right": 1, "around": 2}[t.Way]
			for i, side := range turns {
				if side == d.Facing {
					d.Facing = turns[(i+by)%len(turns)]
					break
				}
			}
			return sdk.Did(1), true
		},
	})
	dig := sdk.Action("dig", "Digs the block in front of you, or above or below.", sdk.Steps[*digger, aiming, digging]{
		Start: func(d *digger, in aiming) (digging, *sdk.Outcome) {
			at := d.toward(in.Dir)
			switch name := q.at(at); {
			case name == air:
				return digging{}, sdk.Refuse("none", 0).AtOnce()
			case name == bedrock:
				return digging{}, sdk.Refuse("hard", 0).AtOnce()
			case d.Free == 0:
				return digging{}, sdk.Refuse("full", 0).AtOnce()
			}
			return digging{At: at}, nil
		},
		Step: func(d *digger, g *digging) (sdk.Outcome, bool) {
			name := q.at(g.At)
			if name == air {
				return sdk.Refuse("none", 0), true
			}
			q.changed[g.At] = air
			d.Pack[name]++
			d.Free--
			if name == "gold" || name == "iron" {
				d.Emit("found", name)
			}
			return sdk.Did(1), true
		},
	}).Refuses("none", "there is nothing").Refuses("hard", "it cannot be dug").Refuses("full", "you can carry no more")
	place := sdk.Instant("place", "Places a block that you carry.", func(d *digger, in placing) sdk.Outcome {
		at := d.toward(in.Dir)
		switch {
		case d.Pack[in.Item] == 0:
			return sdk.Refuse("short", 0)
		case q.at(at) != air:
			return sdk.Refuse("blocked", 0)
		}
		q.changed[at] = in.Item
		d.Pack[in.Item]--
		d.Free++
		return sdk.Did(1)
	}).Refuses("short", "you have none").Refuses("blocked", "something is there already")
	refuel := sdk.Instant("refuel", "Burns coal that you carry, 40 blocks each.", func(d *digger, in times) sdk.Outcome {
		n := min(in.N.Or(d.Pack["coal"]), d.Pack["coal"])
		if n == 0 {
			return sdk.Refuse("short", 0)
		}
		d.Pack["coal"] -= n
		d.Free += n
		d.Fuel += 40 * n
		return sdk.Did(n)
	}).Refuses("short", "you have no coal")
	unload := sdk.Instant("unload", "Puts a kind of block into the chest.", func(d *digger, in taking) sdk.Outcome {
		if d.here() != (cube{}) {
			return sdk.Refuse("away", 0)
		}
		n := min(in.N.Or(d.Pack[in.Item]), d.Pack[in.Item])
		if n == 0 {
			return sdk.Refuse("short", 0)
		}
		d.Pack[in.Item] -= n
		d.Free += n
		q.chest[in.Item] += n
		return sdk.Did(n)
	}).Refuses("away", "you are not at the chest").Refuses("short", "you have none")
	fetch := sdk.Instant("fetch", "Takes blocks out of the chest.", func(d *digger, in taking) sdk.Outcome {
		if d.here() != (cube{}) {
			return sdk.Refuse("away", 0)
		}
		n := min(in.N.Or(q.chest[in.Item]), q.chest[in.Item], d.Free)
		if n == 0 {
			return sdk.Refuse("short", 0)
		}
		q.chest[in.Item] -= n
		d.Free -= n
		d.Pack[in.Item] += n
		return sdk.Did(n)
	}).Refuses("away", "you are not at the chest").Refuses("short", "there are none, or you are full")
	names := func(all ...string) func(*digger) []string { return func(*digger) []string { return all } }
	return sdk.NewWorld(&sdk.Game[*digger]{
		Name: "quarry", Intro: "You are a robot that digs.", Start: []string{"max"},
		Join: func(id, name string) (*digger, error) {
			return &digger{Agent: sdk.NewAgentState(id, name), Facing: "north", Fuel: 400, Free: maxPack, Pack: map[string]int{}}, nil
		},
		Kinds: []sdk.Kind[*digger]{
			{Name: "way", Known: names("left", "right", "around")},
			{Name: "dir", Known: names("front", "up", "down")},
			{Name: "block", Known: names("stone", "dirt", "coal", "iron", "gold", "wood", "torch")},
		},
		Events: []sdk.Event{
			{Name: "low_fuel", Args: []string{"left"}, Doc: "you have fuel for 50 blocks"},
			{Name: "found", Args: []string{"name"}, Doc: "you dug something precious"},
		},
		Verbs: []sdk.Verb[*digger]{
			q.move("forward", "Moves n blocks ahead.", (*digger).ahead),
			q.move("back", "Moves n blocks back.", func(d *digger) cube { a := d.ahead(); return cube{X: -a.X, Z: -a.Z} }),
			q.move("up", "Moves n blocks up.", func(*digger) cube { return cube{Y: 1} }),
			q.move("down", "Moves n blocks down.", func(*digger) cube { return cube{Y: -1} }),
			turn, dig, place, refuel, unload, fetch,
			sdk.Sense("inspect", "The block there; nil for air.", func(d *digger, in aiming) *block {
				name := q.at(d.toward(in.Dir))
				if name == air {
					return nil
				}
				return &block{Name: name, Hard: len(name)}
			}),
			sdk.Sense("scan", "The ores near you, at most 4 blocks away.", func(d *digger, in radius) []vein {
				var found []vein
				far := min(max(in.Far, 0), 4)
				for y := -far; y <= far; y++ {
					for x := -far; x <= far; x++ {
						for z := -far; z <= far; z++ {
							c := d.here().plus(cube{x, y, z})
							if name := q.at(c); name == "coal" || name == "iron" || name == "gold" {
								found = append(found, vein{Name: name, X: c.X, Y: c.Y, Z: c.Z})
							}
						}
					}
				}
				return found
			}),
			sdk.Sense("peek", "What is in the chest; nil where you are not at it.", func(d *digger, _ struct{}) *chest {
				if d.here() != (cube{}) {
					return nil
				}
				items := map[string]int{}
				for name, n := range q.chest {
					items[name] = n
				}
				return &chest{Items: items, Kinds: len(items)}
			}),
			sdk.Sense("far", "How many blocks it is to the chest.", func(d *digger, _ struct{}) int {
				return max(d.X, -d.X) + max(d.Y, -d.Y) + max(d.Z, -d.Z)
			}),
		},
		Hears: func(_, _ *digger) bool { return true },
	}, nil)
}
