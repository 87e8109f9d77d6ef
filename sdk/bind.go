package sdk

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/shape"
)

// binding is a game as one world plays it, with who is in it.
type binding[C Player] struct {
	game   *Game[C]
	specs  []contract.VerbSpec
	verbs  []*bound
	me     *shape.Me
	roster roster[C]
}

// bindGame checks a game and binds its verbs. The error has all that is wrong.
func bindGame[C Player](game *Game[C]) (*binding[C], error) {
	own := *game
	g := &own
	g.Kinds, g.Events, g.Refused = slices.Clone(g.Kinds), slices.Clone(g.Events), maps.Clone(g.Refused)
	p := &shape.Problems{}
	b := &binding[C]{game: g, me: bindMe[C](p.About("player")), roster: roster[C]{game: g, byID: map[string]C{}}}
	g.check(p)
	for i, v := range g.Verbs {
		if v.bind == nil {
			p.Add("entry %d of Verbs is empty; make it with Action, Instant or Sense", i+1)
			continue
		}
		spec := v.spec
		spec.Whys = slices.Clone(spec.Whys)
		about := aboutVerb(p, &spec)
		b.verbs = append(b.verbs, v.bind(about, &spec))
		g.checkKinds(about, &spec)
		b.specs = append(b.specs, spec)
	}
	checkWords(p, b.specs, g.Events, g.Refused)
	if err := p.Err(); err != nil {
		return nil, fmt.Errorf("game %s cannot be played:\n%w", shape.ShownName(g.Name), err)
	}
	return b, nil
}

// bindMe finds the fields of a player that scripts read.
func bindMe[C Player](p *shape.Problems) *shape.Me {
	t := reflect.TypeFor[C]()
	if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		p.Add("it is no pointer to a struct that embeds sdk.Agent")
		return nil
	}
	return shape.MeOf(p, t.Elem())
}

// kind finds a kind by its name; nil: there is none.
func (g *Game[C]) kind(name string) *Kind[C] {
	for i := range g.Kinds {
		if g.Kinds[i].Name == name {
			return &g.Kinds[i]
		}
	}
	return nil
}

// rules is the game as the host sees it.
func (b *binding[C]) rules() *rules {
	g := b.game
	r := &rules{
		verbs: b.specs, bound: b.verbs, events: g.Events, meFields: b.me.Specs(), prelude: g.Prelude, refused: g.Refused,
		rate: g.Rate, stamp: g.Stamp, save: g.Save, load: g.Load,
		me: func(p Player, field, key string) any { return b.me.Read(p, field, key) },
		resolve: func(p Player, kind, raw string) (string, bool) {
			if k := g.kind(kind); k != nil {
				return k.resolve(p.(C), raw)
			}
			return "", false
		},
		known: func(p Player, kind string) []string {
			if k := g.kind(kind); k != nil {
				return k.Known(p.(C))
			}
			return nil
		},
		unknown: defaultUnknown,
		hint:    g.CountHint,
	}
	if g.Said != nil {
		r.said = func(p Player, text string) { g.Said(p.(C), text) }
	}
	return r
}

// stage is the rest of the world as the tools see it.
func (b *binding[C]) stage() *stage {
	g, r := b.game, &b.roster
	s := newStage()
	s.agent, s.agents, s.order, s.closed = r.agent, r.each, r.order, g.Closed
	s.join = func(id, name string) (Player, error) { return r.join(id, name) }
	s.leave = func(p Player) { r.leave(p.AgentState().ID()) }
	if g.Advance != nil {
		turn := &Turn[C]{}
		s.advance = func(tick int64, random *rand.Rand) {
			*turn = Turn[C]{Tick: tick, Rand: random, Players: slices.Clip(r.players)}
			g.Advance(turn)
		}
	}
	if g.Status != nil {
		s.status = func(p Player) StateLine { return g.Status(p.(C)) }
	}
	if g.Ask != nil {
		s.ask = func(p Player, about string) string { return g.Ask(p.(C), about) }
	}
	if g.Journal != nil {
		s.journal = func(p Player) []string { return g.Journal(p.(C)) }
	}
	if g.Hears != nil {
		s.hears = func(listener, speaker Player) bool { return g.Hears(listener.(C), speaker.(C)) }
	}
	if g.Digest != nil {
		s.digest = func(p Player) []string { return g.Digest(p.(C)) }
	}
	return s
}

// roster is who is in a game's world, in the order of joining. The world's lock guards it.
type roster[C Player] struct {
	game    *Game[C] // fixed at creation
	byID    map[string]C
	players []C // replaced when somebody leaves, so that a loop over it stays whole
}

func (r *roster[C]) agent(id string) (Player, bool) {
	c, ok := r.byID[id]
	return c, ok
}

// each goes over the players that were in the world when it began.
func (r *roster[C]) each(yield func(Player) bool) {
	for _, c := range r.players {
		if !yield(c) {
			return
		}
	}
}

// start lets the first players join: the game's own, then those of the options that are not among them.
func (r *roster[C]) start(more []string) error {
	for _, id := range slices.Concat(r.game.Start, more) {
		if _, ok := r.byID[id]; ok {
			continue
		}
		if _, err := r.join(id, id); err != nil {
			return fmt.Errorf("game %s: %w", shape.ShownName(r.game.Name), err)
		}
	}
	return nil
}

// join makes a player and takes it in.
func (r *roster[C]) join(id, name string) (C, error) {
	var none C
	if !contract.ValidAgentID(id) {
		return none, fmt.Errorf("agent %q cannot join: an id is 1 to %d letters, digits, - and _", id, contract.MaxAgentID)
	}
	if _, ok := r.byID[id]; ok {
		return none, fmt.Errorf("agent %q cannot join: it is in the world", id)
	}
	if name == "" {
		name = id
	}
	c, err := r.game.Join(id, name)
	if err != nil {
		return none, fmt.Errorf("agent %q cannot join: %w", id, err)
	}
	if v := reflect.ValueOf(c); !v.IsValid() || v.IsNil() {
		return none, fmt.Errorf("agent %q cannot join: Join returned nil without an error", id)
	}
	if got := c.AgentState().ID(); got != id {
		return none, fmt.Errorf("agent %q cannot join: Join made a player with the id %q; its Agent is NewAgentState(id, name)",
			id, got)
	}
	r.byID[id] = c
	r.players = append(r.players, c)
	return c, nil
}

// leave takes a player out, and tells the game if it was in.
func (r *roster[C]) leave(id string) {
	c, ok := r.byID[id]
	if !ok {
		return
	}
	delete(r.byID, id)
	rest := make([]C, 0, len(r.players)-1)
	for _, other := range r.players {
		if other.AgentState().ID() != id {
			rest = append(rest, other)
		}
	}
	r.players = rest
	if r.game.Leave != nil {
		r.game.Leave(c)
	}
}

// order puts the players into the order of their ids.
func (r *roster[C]) order(ids []string) {
	place := make(map[string]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	players := slices.Clone(r.players)
	slices.SortStableFunc(players, func(a, b C) int {
		return cmp.Compare(place[a.AgentState().ID()], place[b.AgentState().ID()])
	})
	r.players = players
}
