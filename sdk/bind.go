package sdk

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"mystic-sdk/contract"
)

// problems gathers everything that is wrong with a game, so that its author reads it in one go.
type problems struct {
	about string // what is being looked at, "verb dig"; empty: the game
	found []error
}

func (p *problems) add(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if p.about != "" {
		text = p.about + ": " + text
	}
	p.found = append(p.found, errors.New(text))
}

// binding is a game as one world plays it.
type binding[C Player] struct {
	game   *Game[C]
	specs  []contract.VerbSpec
	verbs  []*bound
	me     meReader
	roster roster[C]
}

// bindGame checks a game and binds its verbs. The error has all that is wrong.
func bindGame[C Player](game *Game[C]) (*binding[C], error) {
	own := *game
	g := &own
	g.Kinds, g.Events, g.Refused = slices.Clone(g.Kinds), slices.Clone(g.Events), maps.Clone(g.Refused)
	p := &problems{}
	b := &binding[C]{game: g, me: bindMe[C](p), roster: roster[C]{game: g, byID: map[string]C{}}}
	g.check(p)
	for i, v := range g.Verbs {
		if v.bind == nil {
			p.add("entry %d of Verbs is empty; make it with Action, Instant or Sense", i+1)
			continue
		}
		spec := v.spec
		spec.Whys = slices.Clone(spec.Whys)
		p.about = "verb " + shownName(spec.Name)
		b.verbs = append(b.verbs, v.bind(p, &spec))
		g.checkKinds(p, &spec)
		p.about = ""
		b.specs = append(b.specs, spec)
	}
	checkWords(p, b.specs, g.Events, g.Refused)
	if len(p.found) > 0 {
		return nil, fmt.Errorf("game %s cannot be played:\n%w", shownName(g.Name), errors.Join(p.found...))
	}
	return b, nil
}

// check looks at the game's own fields.
func (g *Game[C]) check(p *problems) {
	if g.Name == "" || contract.Clean(g.Name, 0) != g.Name {
		p.add("Name is missing or not one plain line")
	}
	if !(g.Rate >= 0 && g.Rate <= maxRate) {
		p.add("Rate is %v; it is the ticks per game second, from 0, which means 1, to %v", g.Rate, maxRate)
	}
	if len(g.Verbs) == 0 {
		p.add("Verbs is empty; an agent would have nothing to do")
	}
	if g.Join == nil {
		p.add("Join is missing; it makes the player of an agent")
	}
	if (g.Save == nil) != (g.Load == nil) {
		p.add("one of Save and Load is missing; a game has both or neither")
	}
	for i, id := range g.Start {
		if !contract.ValidAgentID(id) {
			p.add("Start has the id %q; an id is 1 to %d letters, digits, - and _", id, contract.MaxAgentID)
		}
		if slices.Contains(g.Start[:i], id) {
			p.add("Start has the id %q twice", id)
		}
	}
	for i, k := range g.Kinds {
		if !validName(k.Name) {
			p.add("entry %d of Kinds has the name %q; a kind's name is letters, digits and _, and begins with no digit", i+1, k.Name)
		}
		if k.Known == nil {
			p.add("kind %s: Known is missing; it lists the names that a player knows", shownName(k.Name))
		}
		if slices.ContainsFunc(g.Kinds[:i], func(other Kind[C]) bool { return other.Name == k.Name }) {
			p.add("kind %s is there twice", shownName(k.Name))
		}
	}
}

// maxRate is the largest number of ticks in a game second.
const maxRate = 1000

// checkKinds looks for the kinds of a verb's names among the game's.
func (g *Game[C]) checkKinds(p *problems, spec *contract.VerbSpec) {
	for _, arg := range spec.Args {
		if arg.Kind != "" && g.kind(arg.Kind) == nil {
			names := make([]string, len(g.Kinds))
			for i, k := range g.Kinds {
				names[i] = k.Name
			}
			p.add("argument %s has the tag kind:%q, which Kinds does not have%s", arg.Name, arg.Kind,
				didYouMean(contract.Nearest(arg.Kind, names)))
		}
	}
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
	g, verbs := b.game, b.verbs
	r := &rules{
		verbs:    b.specs,
		events:   g.Events,
		meFields: b.me.specs,
		prelude:  g.Prelude,
		refused:  g.Refused,
		rate:     g.Rate,
		stamp:    g.Stamp,
		start:    func(p Player, verb int, args Args, box any) (any, *Outcome) { return verbs[verb].start(p, args, box) },
		step:     func(p Player, verb int, active any) (Outcome, bool) { return verbs[verb].step(p, active) },
		resume:   func(p Player, verb int, active any) bool { return verbs[verb].resume(p, active) },
		cancel:   func(p Player, verb int, active any) { verbs[verb].cancel(p, active) },
		settle:   func(p Player, verb int, active any, o Outcome) { verbs[verb].settle(p, active, o) },
		label:    func(p Player, verb int, active any) string { return verbs[verb].label(p, active) },
		sense:    func(p Player, verb int, args Args) any { return verbs[verb].sense(p, args) },
		me:       b.me.read,
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
	if g.Save != nil {
		r.save, r.load = b.roster.save, b.roster.load
	}
	return r
}

// stage is the rest of the world as the tools see it.
func (b *binding[C]) stage() *stage {
	g := b.game
	turn := &Turn[C]{}
	s := &stage{
		agent: func(id string) (Player, bool) {
			c, ok := b.roster.byID[id]
			return c, ok
		},
		agents:  b.roster.each,
		status:  func(Player) StateLine { return StateLine{} },
		ask:     func(Player, string) string { return "Nothing you know of." },
		journal: func(Player) []string { return nil },
		hears:   func(Player, Player) bool { return false },
		digest:  func(Player) []string { return nil },
		leave:   func(p Player) { b.roster.leave(p.AgentState().ID()) },
		advance: func(tick int64, random *rand.Rand) {
			if g.Advance != nil {
				*turn = Turn[C]{Tick: tick, Rand: random, Players: slices.Clip(b.roster.players)}
				g.Advance(turn)
			}
		},
	}
	if !g.Closed {
		s.join = func(id, name string) (Player, error) { return b.roster.join(id, name) }
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

// joinAll lets the first players join: the game's own, then those of the options that are not among them.
func (b *binding[C]) joinAll(start, more []string) error {
	for _, id := range slices.Concat(start, more) {
		if _, ok := b.roster.byID[id]; ok {
			continue
		}
		if _, err := b.roster.join(id, id); err != nil {
			return fmt.Errorf("game %s: %w", shownName(b.game.Name), err)
		}
	}
	return nil
}
