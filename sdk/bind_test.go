package sdk

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

// hero is a player with a field of me of every sort.
type hero struct {
	Agent
	Gold    int                `me:"gold" doc:"what you carry"`
	Class   direction          `me:"class"`
	Speed   *float64           `me:"speed"`
	Alive   bool               `me:"alive"`
	Bag     map[direction]int  `me:"bag"`
	Tools   []string           `me:"tools"`
	Spot    spot               `me:"spot"`
	Friends map[string]*friend `me:"friends"`
	Secret  int
	body
}

type body struct {
	Health int `me:"hp"`
}

type spot struct {
	X, Y int
	Note string `json:"note,omitempty" doc:"what stands there"`
}

type friend struct {
	Name string  `json:"name"`
	Best *friend `json:"best"`
}

type (
	nested []nested
	tree   map[string]tree
)

func newHero(id, name string) (*hero, error) { return &hero{Agent: NewAgentState(id, name)}, nil }

// quest is a game whose parts are as its test changes them.
func quest(change func(*Game[*hero])) *Game[*hero] {
	g := &Game[*hero]{
		Name:  "quest",
		Verbs: []Verb[*hero]{Instant("rest", "Rests.", func(*hero, struct{}) Outcome { return Did(1) })},
		Join:  newHero,
	}
	change(g)
	return g
}

func bindQuest(t *testing.T, change func(*Game[*hero])) *binding[*hero] {
	t.Helper()
	b, err := bindGame(quest(change))
	require.NoError(t, err)
	return b
}

func TestAnswerShapes(t *testing.T) {
	number, maybe := contract.FieldSpec{Type: "number"}, contract.FieldSpec{Type: "number", Maybe: true}
	spotFields := []contract.FieldSpec{
		{Name: "X", Type: "number"}, {Name: "Y", Type: "number"},
		{Name: "note", Type: "text", Maybe: true, Doc: "what stands there"},
	}
	friendFields := []contract.FieldSpec{{Name: "name", Type: "text"}, {Name: "best", Type: "table", Maybe: true}}
	tests := []struct {
		name string
		want *contract.FieldSpec
		got  *contract.FieldSpec
	}{
		{"int", &number, shapeOf[int](t)},
		{"pointer", &maybe, shapeOf[*uint8](t)},
		{"bool", &contract.FieldSpec{Type: "boolean"}, shapeOf[bool](t)},
		{"own string", &contract.FieldSpec{Type: "text"}, shapeOf[direction](t)},
		{"list", &contract.FieldSpec{Type: "list"}, shapeOf[[]string](t)},
		{"array", &contract.FieldSpec{Type: "list"}, shapeOf[[2]float64](t)},
		{"map", &contract.FieldSpec{Type: "map"}, shapeOf[map[direction]int](t)},
		{"struct", &contract.FieldSpec{Type: "table", Of: spotFields}, shapeOf[spot](t)},
		{"maybe struct", &contract.FieldSpec{Type: "table", Maybe: true, Of: spotFields}, shapeOf[*spot](t)},
		{"list of structs", &contract.FieldSpec{Type: "list", Of: spotFields}, shapeOf[[]*spot](t)},
		{"map of structs", &contract.FieldSpec{Type: "map", Of: spotFields}, shapeOf[map[string]spot](t)},
		{"inside itself", &contract.FieldSpec{Type: "table", Of: friendFields}, shapeOf[friend](t)},
		{"any inside", &contract.FieldSpec{Type: "table", Of: []contract.FieldSpec{{Name: "V", Type: "any", Maybe: true}}},
			shapeOf[struct {
				V any
				w int
				Z int `json:"-"`
			}](t)},
		{"embedded", &contract.FieldSpec{Type: "table", Of: append(spotFields[:3:3], contract.FieldSpec{Name: "Z", Type: "number"})},
			shapeOf[struct {
				spot
				Z int
			}](t)},
		{"list inside itself", &contract.FieldSpec{Type: "list"}, shapeOf[nested](t)},
		{"map inside itself", &contract.FieldSpec{Type: "map"}, shapeOf[tree](t)},
		{"own before embedded", &contract.FieldSpec{Type: "table", Of: []contract.FieldSpec{
			{Name: "Health", Type: "text"}, {Name: "id", Type: "text"},
		}},
			shapeOf[struct {
				body
				Health string
				ID     int `json:"id,string"`
			}](t)},
		{"embedded pointer", &contract.FieldSpec{Type: "table", Of: []contract.FieldSpec{
			{Name: "Health", Type: "number", Maybe: true}, {Name: "Z", Type: "number"},
		}},
			shapeOf[struct {
				*body
				Z int
			}](t)},
		{"bytes", &contract.FieldSpec{Type: "text"}, shapeOf[[]byte](t)},
		{"player", &contract.FieldSpec{Type: "table", Maybe: true, Of: []contract.FieldSpec{{Name: "Gold", Type: "number"}}},
			shapeOf[*struct {
				Agent
				Gold int
			}](t)},
		{"anything", nil, shapeOf[any](t)},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, tt.got, tt.name)
	}
}

func shapeOf[Out any](t *testing.T) *contract.FieldSpec {
	t.Helper()
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Verbs = []Verb[*hero]{Sense("look", "Looks.", func(*hero, struct{}) (out Out) { return out })}
	})
	return b.specs[0].Answer
}

func TestAnswersFitTheirShape(t *testing.T) {
	require.Nil(t, answerOf[*spot](t))
	require.Nil(t, answerOf[any](t))
	require.Equal(t, []any{}, answerOf[[]string](t))
	require.Equal(t, "", answerOf[[]byte](t))
	require.Equal(t, map[string]any{}, answerOf[map[string]int](t))
	require.Equal(t, 0, answerOf[int](t))
}

// answerOf is what a sense hands over for the zero value of a type.
func answerOf[Out any](t *testing.T) any {
	t.Helper()
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Verbs = []Verb[*hero]{Sense("look", "Looks.", func(*hero, struct{}) (out Out) { return out })}
	})
	return b.rules().sense(&hero{}, 0, nil)
}

func TestMe(t *testing.T) {
	r := bindQuest(t, func(*Game[*hero]) {}).rules()
	require.Equal(t, []contract.FieldSpec{
		{Name: "gold", Type: "number", Doc: "what you carry"},
		{Name: "class", Type: "text"},
		{Name: "speed", Type: "number", Maybe: true},
		{Name: "alive", Type: "boolean"},
		{Name: "bag", Type: "map"},
		{Name: "tools", Type: "list"},
		{Name: "spot", Type: "table", Of: []contract.FieldSpec{
			{Name: "X", Type: "number"}, {Name: "Y", Type: "number"},
			{Name: "note", Type: "text", Maybe: true, Doc: "what stands there"},
		}},
		{Name: "friends", Type: "map", Of: []contract.FieldSpec{
			{Name: "name", Type: "text"}, {Name: "best", Type: "table", Maybe: true},
		}},
		{Name: "hp", Type: "number"},
	}, r.meFields)

	bo := &friend{Name: "Bo"}
	speed := 1.5
	h := &hero{
		Gold: 3, Class: "mage", Speed: &speed, Alive: true, Bag: map[direction]int{"ore": 2}, Tools: []string{"axe"},
		Spot: spot{X: 1}, Friends: map[string]*friend{"bo": bo, "no": nil}, body: body{Health: 9},
	}
	tests := []struct {
		hero       *hero
		field, key string
		want       any
	}{
		{h, "gold", "", 3.0}, {h, "class", "", "mage"}, {h, "speed", "", 1.5}, {h, "alive", "", true}, {h, "hp", "", 9.0},
		{h, "bag", "ore", 2.0}, {h, "bag", "coal", nil}, {h, "bag", "", map[string]any{"ore": 2.0}},
		{h, "tools", "", []string{"axe"}}, {h, "spot", "", spot{X: 1}},
		{h, "friends", "bo", bo}, {h, "friends", "no", nil}, {h, "friends", "", map[string]any{"bo": bo, "no": nil}},
		{h, "secret", "", nil}, {h, "Gold", "", nil},
		{&hero{}, "speed", "", nil}, {&hero{}, "bag", "", map[string]any{}}, {&hero{}, "bag", "ore", nil}, {&hero{}, "tools", "", []any{}},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, r.me(tt.hero, tt.field, tt.key), "me.%s %s", tt.field, tt.key)
	}
}

func TestVerbSpecs(t *testing.T) {
	rest := Instant("rest", "Rests.", func(*hero, struct{}) Outcome { return Did(1) })
	tired, wet := rest.Refuses("tired", "you are"), rest.Refuses("wet", "it rains")
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Verbs = []Verb[*hero]{
			tired.Refuses("cold", "make a fire"),
			Action("dig", "Digs.", Steps[*hero, struct {
				N Count `default:"1"`
			}, int]{
				Start: func(*hero, struct {
					N Count `default:"1"`
				}) (int, *Outcome) {
					return 0, nil
				},
				Step: func(*hero, *int) (Outcome, bool) { return Did(1), true },
			}),
			Sense("ore", "Ore here.", func(*hero, struct{}) int { return 1 }),
		}
	})
	require.Equal(t, []contract.VerbSpec{
		{Name: "rest", Kind: contract.Action, Instant: true, Doc: "Rests.", Whys: []contract.WhySpec{
			{Word: "tired", Meaning: "you are"}, {Word: "cold", Meaning: "make a fire"},
		}},
		{Name: "dig", Kind: contract.Action, Doc: "Digs.", CountDefault: 1,
			Args: []contract.ArgSpec{{Name: "n", Type: contract.ArgCount}}},
		{Name: "ore", Kind: contract.Sense, Doc: "Ore here.", Answer: &contract.FieldSpec{Type: "number"}},
	}, b.specs)
	require.Len(t, tired.spec.Whys, 1)
	require.Len(t, wet.spec.Whys, 1)
}

func TestActionsKeepWhatTheyRemember(t *testing.T) {
	type trip struct{ Left int }
	var heard []string
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Verbs = append(g.Verbs, Action("go", "Goes.", Steps[*hero, struct{ N Count }, trip]{
			Start: func(_ *hero, in struct{ N Count }) (trip, *Outcome) {
				if in.N == All {
					return trip{}, Refuse("far", 0).AtOnce()
				}
				return trip{Left: int(in.N)}, nil
			},
			Step:   func(_ *hero, a *trip) (Outcome, bool) { a.Left--; return Did(7), a.Left == 0 },
			Label:  func(_ *hero, a *trip) string { return "going " + strconv.Itoa(a.Left) },
			Cancel: func(_ *hero, a *trip) { heard = append(heard, "cancel "+strconv.Itoa(a.Left)) },
			Settle: func(_ *hero, _ *trip, o Outcome) { heard = append(heard, "settle "+strconv.Itoa(o.N)) },
			Resume: func(_ *hero, a *trip) bool { return a.Left > 1 },
		}))
	})
	r, h := b.rules(), &hero{}
	box, o := r.start(h, 1, Args{{Given: true, Count: 2}}, nil)
	require.Nil(t, o)
	require.Equal(t, &trip{Left: 2}, box)
	require.Equal(t, "going 2", r.label(h, 1, box))
	require.True(t, r.resume(h, 1, box))
	_, ended := r.step(h, 1, box)
	require.False(t, ended)
	require.False(t, r.resume(h, 1, box))
	r.cancel(h, 1, box)
	out, ended := r.step(h, 1, box)
	require.True(t, ended)
	r.settle(h, 1, box, out)
	require.Equal(t, []string{"cancel 1", "settle 7"}, heard)

	again, _ := r.start(h, 1, Args{{Given: true, Count: 5}}, box)
	require.Same(t, box, again)
	require.Equal(t, &trip{Left: 5}, again)
	kept, o := r.start(h, 1, Args{{Given: true, Count: All}}, box)
	require.Same(t, box, kept)
	require.Equal(t, &Outcome{Why: "far"}, o)

	data, err := json.Marshal(box)
	require.NoError(t, err)
	require.JSONEq(t, `{"Left":5}`, string(data))
}

func TestDefaults(t *testing.T) {
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Verbs = append(g.Verbs, Action("dig", "Digs.", Steps[*hero, struct{}, int]{
			Start: func(*hero, struct{}) (int, *Outcome) { return 0, nil },
			Step:  func(*hero, *int) (Outcome, bool) { return Did(1), true },
		}))
	})
	r, s, h := b.rules(), b.stage(), &hero{}
	require.Equal(t, "dig", r.label(h, 1, nil))
	require.True(t, r.resume(h, 1, nil))
	r.cancel(h, 1, nil)
	r.settle(h, 1, nil, Outcome{})
	require.Nil(t, r.known(h, "place"))
	_, ok := r.resolve(h, "place", "Inn")
	require.False(t, ok)
	require.Equal(t, "no place you know called 'Inn'", r.unknown("place", "Inn"))
	require.Nil(t, r.hint)
	require.Nil(t, r.said)
	require.Nil(t, r.save)
	require.Nil(t, r.load)

	require.Equal(t, StateLine{}, s.status(h))
	require.Equal(t, "Nothing you know of.", s.ask(h, "gold"))
	require.Empty(t, s.journal(h))
	require.False(t, s.hears(h, h))
	require.Empty(t, s.digest(h))
	s.advance(1, nil)
	s.leave(h)
}

func TestStageHandsThrough(t *testing.T) {
	var turns []int64
	var left, said []string
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Status = func(c *hero) StateLine { return StateLine{Where: c.ID()} }
		g.Ask = func(c *hero, about string) string { return c.ID() + about }
		g.Journal = func(c *hero) []string { return []string{"journal of " + c.ID()} }
		g.Digest = func(c *hero) []string { return []string{"digest of " + c.ID()} }
		g.Hears = func(l, s *hero) bool { return l.ID() == "max" && s.ID() == "bo" }
		g.Said = func(c *hero, text string) { said = append(said, c.ID()+": "+text) }
		g.Leave = func(c *hero) { left = append(left, c.ID()) }
		g.Advance = func(turn *Turn[*hero]) {
			turns = append(turns, turn.Tick, int64(len(turn.Players)), turn.Rand.Int64N(1))
		}
		g.Kinds = []Kind[*hero]{{Name: "place", Known: func(c *hero) []string { return []string{"home of " + c.ID()} }}}
		g.CountHint = func(verb, condition string) string { return verb + condition }
	})
	r, s := b.rules(), b.stage()
	require.NoError(t, b.joinAll([]string{"max"}, nil))
	bo, err := s.join("bo", "Bo")
	require.NoError(t, err)
	require.Equal(t, "Bo", bo.AgentState().Name())
	_, err = s.join("bo", "Bo")
	require.EqualError(t, err, `agent "bo" cannot join: it is in the world`)
	max, ok := s.agent("max")
	require.True(t, ok)
	_, ok = s.agent("amy")
	require.False(t, ok)

	require.Equal(t, "max", s.status(max).Where)
	require.Equal(t, "max?", s.ask(max, "?"))
	require.Equal(t, []string{"journal of bo"}, s.journal(bo))
	require.Equal(t, []string{"digest of bo"}, s.digest(bo))
	require.True(t, s.hears(max, bo))
	require.False(t, s.hears(bo, max))
	r.said(bo, "hello")
	require.Equal(t, []string{"bo: hello"}, said)
	require.Equal(t, []string{"home of bo"}, r.known(bo, "place"))
	name, ok := r.resolve(bo, "place", "HOME of bo")
	require.True(t, ok)
	require.Equal(t, "home of bo", name)
	require.Equal(t, "dig<", r.hint("dig", "<"))
	s.advance(5, rand.New(rand.NewPCG(1, 2)))
	require.Equal(t, []int64{5, 2, 0}, turns)

	s.leave(max)
	s.leave(max)
	require.Equal(t, []string{"max"}, left)
	require.Equal(t, []string{"bo"}, idsOf(s))

	require.Nil(t, bindQuest(t, func(g *Game[*hero]) { g.Closed = true }).stage().join)
}

func idsOf(s *stage) []string {
	var ids []string
	for p := range s.agents {
		ids = append(ids, p.AgentState().ID())
	}
	return ids
}

func TestAgentsMayLeaveWhileTheyAreGoneOver(t *testing.T) {
	b := bindQuest(t, func(*Game[*hero]) {})
	require.NoError(t, b.joinAll([]string{"a", "b", "c"}, nil))
	s := b.stage()
	var seen []string
	for p := range s.agents {
		seen = append(seen, p.AgentState().ID())
		s.leave(p)
	}
	require.Equal(t, []string{"a", "b", "c"}, seen)
	require.Empty(t, idsOf(s))
}

func TestKindResolve(t *testing.T) {
	tests := []struct {
		known     []string
		raw, want string
		ok        bool
	}{
		{[]string{"Inn", "Well"}, "Inn", "Inn", true},
		{[]string{"Inn", "Well"}, "well", "Well", true},
		{[]string{"INN", "inn"}, "inn", "inn", true},
		{[]string{"INN", "inn"}, "Inn", "", false},
		{[]string{"INN", "INN"}, "inn", "INN", true},
		{[]string{"Ärger"}, "ärger", "Ärger", true},
		{[]string{"Inn"}, "In", "", false},
		{nil, "Inn", "", false},
	}
	for _, tt := range tests {
		k := Kind[*hero]{Name: "place", Known: func(*hero) []string { return tt.known }}
		got, ok := k.resolve(nil, tt.raw)
		require.Equal(t, tt.want, got, tt)
		require.Equal(t, tt.ok, ok, tt)
	}
}

// saving makes a game that saves what its players carry.
func saving(players map[string]*hero) func(*Game[*hero]) {
	return func(g *Game[*hero]) {
		g.Join = func(id, name string) (*hero, error) {
			players[id] = &hero{Agent: NewAgentState(id, name)}
			return players[id], nil
		}
		g.Leave = func(c *hero) { delete(players, c.ID()) }
		g.Save = func() ([]byte, error) {
			gold := map[string]int{}
			for id, h := range players {
				gold[id] = h.Gold
			}
			return json.Marshal(gold)
		}
		g.Load = func(data []byte) error {
			gold := map[string]int{}
			err := json.Unmarshal(data, &gold)
			for id, n := range gold {
				players[id].Gold = n
			}
			return err
		}
	}
}

func TestSaveHoldsThePlayers(t *testing.T) {
	before := map[string]*hero{}
	b := bindQuest(t, saving(before))
	require.NoError(t, b.joinAll([]string{"max", "bo"}, nil))
	_, err := b.stage().join("amy", "Amy")
	require.NoError(t, err)
	b.stage().leave(before["max"])
	before["bo"].Gold, before["amy"].Gold = 2, 3
	data, err := b.rules().save()
	require.NoError(t, err)
	require.Equal(t, `{"players":[{"id":"bo","name":"bo"},{"id":"amy","name":"Amy"}],"state":{"amy":3,"bo":2}}`, string(data))

	after := map[string]*hero{}
	fresh := bindQuest(t, saving(after))
	require.NoError(t, fresh.joinAll([]string{"max", "zoe", "bo"}, nil))
	require.NoError(t, fresh.rules().load(data))
	require.Equal(t, []string{"bo", "amy"}, idsOf(fresh.stage()))
	require.Len(t, after, 2, "the game was told that max and zoe are not in the save")
	require.Equal(t, 3, after["amy"].Gold)
	require.Equal(t, "Amy", after["amy"].Name())
	again, err := fresh.rules().save()
	require.NoError(t, err)
	require.Equal(t, string(data), string(again))
}

func TestSaveOfOtherBytes(t *testing.T) {
	for _, state := range [][]byte{[]byte("gold: 3\n"), {0xff, 0}, nil} {
		var loaded []byte
		b := bindQuest(t, func(g *Game[*hero]) {
			g.Save = func() ([]byte, error) { return state, nil }
			g.Load = func(data []byte) error { loaded = data; return nil }
		})
		data, err := b.rules().save()
		require.NoError(t, err)
		require.NoError(t, b.rules().load(data))
		require.Equal(t, state, loaded)
	}
}

func TestSaveErrors(t *testing.T) {
	broken := errors.New("the ledger burnt")
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Save = func() ([]byte, error) { return nil, broken }
		g.Load = func([]byte) error { return broken }
	})
	_, err := b.rules().save()
	require.ErrorIs(t, err, broken)
	load := b.rules().load
	require.ErrorIs(t, load([]byte("{}")), broken)
	require.ErrorContains(t, load([]byte("[]")), "players: ")
	require.EqualError(t, load([]byte(`{"players":[{"id":"a b"}]}`)), `agent "a b" cannot join: an id is 1 to 32 letters, digits, - and _`)
}
