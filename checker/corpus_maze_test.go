package checker_test

import (
	"slices"

	"mystic-sdk/sdk"
)

// seeker looks for gold in a maze of which it sees only what is near.
type seeker struct {
	sdk.Agent
	X     int `me:"x"`
	Y     int `me:"y" doc:"grows to the south"`
	Keys  int `me:"keys"`
	Gold  int `me:"gold"`
	Moved int `me:"moved" doc:"steps so far"`
	seen  map[[2]int]bool
}

type (
	heading struct {
		Side string    `kind:"side"`
		N    sdk.Count `default:"1"`
	}
	opening struct {
		Side string `kind:"side"`
	}
	spot   struct{ X, Y int }
	pacing struct {
		Side       string
		Want, Done int
	}
	square struct {
		What string `json:"what" doc:"wall, floor, door, key, gold or exit"`
		X    int    `json:"x"`
		Y    int    `json:"y"`
	}
)

// maze is a map: # wall, . floor, D door, k key, g gold, e exit.
type maze struct{ rows [][]byte }

func newRows() [][]byte {
	var rows [][]byte
	for _, row := range []string{
		"#############",
		"#...#...k..g#",
		"#.#.#.##.##.#",
		"#.#...#..#..#",
		"#.###.#.##.##",
		"#...#.#....g#",
		"###.#.####.##",
		"#g..#....D.e#",
		"#############",
	} {
		rows = append(rows, []byte(row))
	}
	return rows
}

func (m *maze) at(x, y int) byte {
	if y < 0 || y >= len(m.rows) || x < 0 || x >= len(m.rows[y]) {
		return '#'
	}
	return m.rows[y][x]
}

func (m *maze) square(x, y int) square {
	what := map[byte]string{'#': "wall", '.': "floor", 'D': "door", 'k': "key", 'g': "gold", 'e': "exit"}[m.at(x, y)]
	return square{What: what, X: x, Y: y}
}

func bySide(side string) (dx, dy int) {
	switch side {
	case "north":
		return 0, -1
	case "south":
		return 0, 1
	case "east":
		return 1, 0
	}
	return -1, 0
}

// around lists what a seeker sees: the squares in the four straight lines, as far as the first wall or door.
func (m *maze) around(s *seeker) []square {
	all := []square{m.square(s.X, s.Y)}
	for _, side := range []string{"north", "east", "south", "west"} {
		dx, dy := bySide(side)
		for n := 1; n < 6; n++ {
			sq := m.square(s.X+n*dx, s.Y+n*dy)
			all = append(all, sq)
			if sq.What == "wall" || sq.What == "door" {
				break
			}
		}
	}
	return all
}

// remember keeps what a seeker sees for the sense square.
func (m *maze) remember(s *seeker) {
	for _, sq := range m.around(s) {
		s.seen[[2]int{sq.X, sq.Y}] = true
	}
}

// newMaze makes a maze with kim in its corner.
func newMaze() (*sdk.World, error) {
	m := &maze{rows: newRows()}
	move := sdk.Action("move", "Goes n squares.", sdk.Steps[*seeker, heading, pacing]{
		Start: func(_ *seeker, in heading) (pacing, *sdk.Outcome) {
			return pacing{Side: in.Side, Want: in.N.Or(12)}, nil
		},
		Step: func(s *seeker, p *pacing) (sdk.Outcome, bool) {
			dx, dy := bySide(p.Side)
			switch m.at(s.X+dx, s.Y+dy) {
			case '#':
				return sdk.Refuse("wall", p.Done), true
			case 'D':
				return sdk.Refuse("door", p.Done), true
			}
			s.X, s.Y = s.X+dx, s.Y+dy
			s.Moved++
			p.Done++
			m.remember(s)
			return sdk.Did(p.Done), p.Done == p.Want
		},
	}).Refuses("wall", "there is a wall").Refuses("door", "there is a door: open it")
	take := sdk.Instant("take", "Takes what lies here.", func(s *seeker, _ struct{}) sdk.Outcome {
		switch m.at(s.X, s.Y) {
		case 'k':
			s.Keys++
		case 'g':
			s.Gold++
		default:
			return sdk.Refuse("none", 0)
		}
		m.rows[s.Y][s.X] = '.'
		return sdk.Did(1)
	}).Refuses("none", "nothing lies here")
	unlock := sdk.Instant("unlock", "Opens a door with a key.", func(s *seeker, in opening) sdk.Outcome {
		dx, dy := bySide(in.Side)
		switch {
		case m.at(s.X+dx, s.Y+dy) != 'D':
			return sdk.Refuse("none", 0)
		case s.Keys == 0:
			return sdk.Refuse("key", 0)
		}
		s.Keys--
		m.rows[s.Y+dy][s.X+dx] = '.'
		m.remember(s)
		return sdk.Did(1)
	}).Refuses("none", "there is no door").Refuses("key", "you have no key")
	return sdk.NewWorld(&sdk.Game[*seeker]{
		Name: "maze", Intro: "You look for gold in a maze.", Start: []string{"kim"},
		Join: func(id, name string) (*seeker, error) {
			s := &seeker{Agent: sdk.NewAgentState(id, name), X: 1, Y: 1, seen: map[[2]int]bool{}}
			m.remember(s)
			return s, nil
		},
		Kinds: []sdk.Kind[*seeker]{
			{Name: "side", Known: func(*seeker) []string { return []string{"north", "east", "south", "west"} }},
		},
		Events: []sdk.Event{{Name: "noise", Args: []string{"far", "side"}, Doc: "something moves in the dark"}},
		Verbs: []sdk.Verb[*seeker]{
			move, take, unlock,
			sdk.Sense("sight", "All squares that you see from here.", func(s *seeker, _ struct{}) []square { return m.around(s) }),
			sdk.Sense("square", "A square; nil where you never saw it.", func(s *seeker, in spot) *square {
				if !s.seen[[2]int{in.X, in.Y}] {
					return nil
				}
				sq := m.square(in.X, in.Y)
				return &sq
			}),
			sdk.Sense("exits", "The sides that are open.", func(s *seeker, _ struct{}) []string {
				return slices.DeleteFunc([]string{"north", "east", "south", "west"}, func(side string) bool {
					dx, dy := bySide(side)
					at := m.at(s.X+dx, s.Y+dy)
					return at == '#' || at == 'D'
				})
			}),
		},
		Advance: func(t *sdk.Turn[*seeker]) {
			if t.Tick%40 == 0 {
				for _, s := range t.Players {
					s.Emit("noise", 1+t.Rand.IntN(5), []string{"north", "east", "south", "west"}[t.Rand.IntN(4)])
				}
			}
		},
		Hears: func(_, _ *seeker) bool { return true },
	}, nil)
}
