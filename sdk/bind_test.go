package sdk

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

// hero is a player, with fields of me that are its own and embedded.
type hero struct {
	Agent
	Gold int            `me:"gold" doc:"what you carry"`
	Bag  map[string]int `me:"bag"`
	body
}

type body struct {
	Health int `me:"hp"`
}

func newHero(id, name string) (*hero, error) { return &hero{Agent: NewAgentState(id, name)}, nil }

// bindQuest binds a game whose parts are as its test changes them.
func bindQuest(t *testing.T, change func(*Game[*hero])) *binding[*hero] {
	t.Helper()
	g := &Game[*hero]{
		Name:  "quest",
		Verbs: []Verb[*hero]{Instant("rest", "Rests.", func(*hero, struct{}) Outcome { return Did(1) })},
		Join:  newHero,
	}
	change(g)
	b, err := bindGame(g)
	require.NoError(t, err)
	return b
}

func TestMe(t *testing.T) {
	r := bindQuest(t, func(*Game[*hero]) {}).rules()
	require.Equal(t, []contract.FieldSpec{
		{Name: "gold", Type: "number", Doc: "what you carry"}, {Name: "bag", Type: "map"}, {Name: "hp", Type: "number"},
	}, r.meFields)
	h := &hero{Gold: 3, Bag: map[string]int{"ore": 2}, body: body{Health: 9}}
	require.Equal(t, 3.0, r.me(h, "gold", ""))
	require.Equal(t, 2.0, r.me(h, "bag", "ore"))
	require.Equal(t, 9.0, r.me(h, "hp", ""))
	require.Nil(t, r.me(h, "mana", ""))
}

func TestVerbSpecs(t *testing.T) {
	rest := Instant("rest", "Rests.", func(*hero, struct{}) Outcome { return Did(1) })
	tired, wet := rest.Refuses("tired", "you are"), rest.Refuses("wet", "it rains")
	type amount struct {
		N Count `default:"1"`
	}
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Verbs = []Verb[*hero]{
			tired.Refuses("cold", "make a fire"),
			Action("dig", "Digs.", Steps[*hero, amount, int]{
				Start: func(*hero, amount) (int, *Outcome) { return 0, nil },
				Step:  func(*hero, *int) (Outcome, bool) { return Did(1), true },
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

func TestPlayersHaveAShape(t *testing.T) {
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Verbs = append(g.Verbs, Sense("leader", "Who leads.", func(c *hero, _ struct{}) *hero { return c }))
	})
	require.Equal(t, &contract.FieldSpec{Type: "table", Maybe: true, Of: []contract.FieldSpec{
		{Name: "Gold", Type: "number", Doc: "what you carry"}, {Name: "Bag", Type: "map"}, {Name: "Health", Type: "number"},
	}}, b.specs[1].Answer, "nothing of the SDK's part shows")
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
	v, h := b.rules().bound[1], &hero{}
	box, o := v.start(h, Args{{Given: true, Count: 2}}, nil)
	require.Nil(t, o)
	require.Equal(t, &trip{Left: 2}, box)
	require.Equal(t, "going 2", v.label(h, box))
	require.True(t, v.resume(h, box))
	_, ended := v.step(h, box)
	require.False(t, ended)
	require.False(t, v.resume(h, box))
	v.cancel(h, box)
	out, ended := v.step(h, box)
	require.True(t, ended)
	v.settle(h, box, out)
	require.Equal(t, []string{"cancel 1", "settle 7"}, heard)

	again, _ := v.start(h, Args{{Given: true, Count: 5}}, box)
	require.Same(t, box, again)
	require.Equal(t, &trip{Left: 5}, again)
	kept, o := v.start(h, Args{{Given: true, Count: All}}, box)
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
	v := r.bound[1]
	require.Equal(t, "dig", v.label(h, nil))
	require.True(t, v.resume(h, nil))
	v.cancel(h, nil)
	v.settle(h, nil, Outcome{})
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
	require.False(t, s.closed)
	s.advance(1, nil)
	s.leave(h)
}

func TestStageHandsThrough(t *testing.T) {
	var turns []int64
	var left, said []string
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Closed = true
		g.Status = func(c *hero) StateLine { return StateLine{Where: c.ID()} }
		g.Ask = func(c *hero, about string) string { return c.ID() + about }
		g.Journal = func(c *hero) []string { return []string{"journal of " + c.ID()} }
		g.Digest = func(c *hero) []string { return []string{"digest of " + c.ID()} }
		g.Hears = func(l, s *hero) bool { return l.ID() == "max" && s.ID() == "bo" }
		g.Said = func(c *hero, text string) { said = append(said, c.ID()+": "+text) }
		g.Leave = func(c *hero) { left = append(left, c.ID()) }
		g.Advance = func(turn *Turn[*hero]) {
			turns = append(turns, turn.Tick, int64(len(turn.Players)), turn.Rand.Int64N(9))
		}
		g.Kinds = []Kind[*hero]{{Name: "place", Known: func(c *hero) []string { return []string{"home of " + c.ID()} }}}
		g.CountHint = func(verb, condition string) string { return verb + condition }
	})
	r, s := b.rules(), b.stage()
	require.True(t, s.closed)
	max, err := s.join("max", "")
	require.NoError(t, err)
	require.Equal(t, "max", max.AgentState().Name())
	bo, err := s.join("bo", "Bo")
	require.NoError(t, err)
	require.Equal(t, "Bo", bo.AgentState().Name())
	_, err = s.join("bo", "Bo")
	require.EqualError(t, err, `agent "bo" cannot join: it is in the world`)
	found, ok := s.agent("max")
	require.True(t, ok)
	require.Same(t, max, found)
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
	require.Equal(t, []int64{5, 2, rand.New(rand.NewPCG(1, 2)).Int64N(9)}, turns)

	s.order([]string{"bo", "max"})
	require.Equal(t, []string{"bo", "max"}, idsOf(s))
	s.leave(max)
	s.leave(max)
	require.Equal(t, []string{"max"}, left)
	require.Equal(t, []string{"bo"}, idsOf(s))
}

func idsOf(s *stage) []string {
	var ids []string
	for p := range s.agents {
		ids = append(ids, p.AgentState().ID())
	}
	return ids
}

func TestAgentsMayLeaveWhileTheyAreGoneOver(t *testing.T) {
	b := bindQuest(t, func(g *Game[*hero]) { g.Start = []string{"a", "b"} })
	require.NoError(t, b.roster.start([]string{"b", "c"}))
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

func TestVerbCallsAllocateNothing(t *testing.T) {
	type amount struct {
		N  Count
		To string `kind:"place"`
		F  int
	}
	type left struct{ N int }
	b := bindQuest(t, func(g *Game[*hero]) {
		g.Verbs = []Verb[*hero]{
			Action("dig", "Digs.", Steps[*hero, amount, left]{
				Start: func(_ *hero, in amount) (left, *Outcome) { return left{N: in.N.Or(99)}, nil },
				Step:  func(_ *hero, a *left) (Outcome, bool) { a.N--; return Did(1), a.N == 0 },
			}),
			Instant("drop", "Drops.", func(_ *hero, in amount) Outcome { return Did(in.N.Or(0)) }),
		}
		g.Kinds = []Kind[*hero]{{Name: "place", Known: func(*hero) []string { return nil }}}
	})
	dig, drop := b.verbs[0], b.verbs[1]
	var c Player = &hero{}
	args := Args{{Given: true, Count: 3}, {Given: true, Text: "Inn"}, {Given: true, Number: 4}}
	box, _ := dig.start(c, args, nil)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		box, _ = dig.start(c, args, box)
		for ended := false; !ended; {
			_, ended = dig.step(c, box)
		}
		box, _ = drop.start(c, args, box)
	}))
}
