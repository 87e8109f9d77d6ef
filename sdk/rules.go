package sdk

import (
	"fmt"
	"math/rand/v2"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/shape"
)

// rules is a game as ScriptHost sees it, its types erased: made from a ScriptGame by rulesOf, from a Game by its binding.
// Verbs are known by their place in verbs. No func is nil where its comment does not say so.
type rules struct {
	verbs    []contract.VerbSpec
	bound    []*bound // one for each of verbs
	events   []contract.EventSpec
	meFields []contract.FieldSpec
	prelude  string
	refused  map[string]string
	clock    Clock                   // nil: the host counts, by the two fields below
	rate     float64                 // ticks per game second; 0: 1
	stamp    func(tick int64) string // nil: the number

	me      func(p Player, field, key string) any
	resolve func(p Player, kind, raw string) (string, bool)
	known   func(p Player, kind string) []string
	unknown func(kind, raw string) string
	hint    func(verb, condition string) string // nil: the checker's default
	said    func(p Player, text string)         // nil: everyone who hears
	save    func() ([]byte, error)              // nil: the game keeps nothing
	load    func(data []byte) error
}

// stage is the rest of a world as the Gateway sees it, its types erased: made from a GameHost by stageOf, from a Game by its
// binding. No func is nil where its comment does not say so.
type stage struct {
	agent   func(id string) (Player, bool)
	agents  func(yield func(Player) bool)
	status  func(p Player) StateLine
	ask     func(p Player, about string) string
	journal func(p Player) []string
	hears   func(listener, speaker Player) bool
	digest  func(p Player) []string
	join    func(id, name string) (Player, error) // nil: nobody joins
	closed  bool                                  // only players of a save may join
	leave   func(p Player)
	order   func(ids []string) // puts the players into this order, where the game's own state does not; nil: it does
	advance func(tick int64, random *rand.Rand)
}

// newStage is a stage with the defaults, which lacks agent and agents.
func newStage() *stage {
	return &stage{
		status:  func(Player) StateLine { return StateLine{} },
		ask:     func(Player, string) string { return nothingKnown },
		journal: func(Player) []string { return nil },
		hears:   func(Player, Player) bool { return false },
		digest:  func(Player) []string { return nil },
		leave:   func(Player) {},
		advance: func(int64, *rand.Rand) {},
	}
}

// shownName is how many characters of a name are shown that a script wrote.
const shownName = 60

func defaultUnknown(kind, raw string) string {
	return fmt.Sprintf("no %s you know called '%s'", kind, contract.Clean(raw, shownName))
}

// rulesOf erases the types of a game and finds its optional abilities. The error has all that is wrong with its words and
// methods.
func rulesOf[C Player, A any](g ScriptGame[C, A]) (*rules, error) {
	p := &shape.Problems{}
	r := &rules{
		verbs:   g.Verbs(),
		resolve: func(p Player, kind, raw string) (string, bool) { return g.Resolve(p.(C), kind, raw) },
		me:      func(Player, string, string) any { return nil },
		known:   func(Player, string) []string { return nil },
		unknown: defaultUnknown,
	}
	for i := range r.verbs {
		r.bound = append(r.bound, boundOf(g, r.verbs[i].Name))
	}
	eachAction[C, A](p, g, r.bound)
	if o, ok := shape.Ability[MeReader[C]](p, g); ok {
		r.meFields = o.MeFields()
		r.me = func(p Player, field, key string) any { return o.Me(p.(C), field, key) }
	}
	if o, ok := shape.Ability[Knower[C]](p, g); ok {
		r.known = func(p Player, kind string) []string { return o.Known(p.(C), kind) }
	}
	if o, ok := shape.Ability[UnknownNamer](p, g); ok {
		r.unknown = o.UnknownName
	}
	if o, ok := shape.Ability[CountHinter](p, g); ok {
		r.hint = o.CountHint
	}
	if o, ok := shape.Ability[Sayer[C]](p, g); ok {
		r.said = func(p Player, text string) { o.Said(p.(C), text) }
	}
	if o, ok := shape.Ability[Preluder](p, g); ok {
		r.prelude = o.Prelude()
	}
	if o, ok := shape.Ability[Refuser](p, g); ok {
		r.refused = o.Refused()
	}
	if o, ok := shape.Ability[Eventer](p, g); ok {
		r.events = o.Events()
	}
	if o, ok := shape.Ability[Clock](p, g); ok {
		r.clock = o
	}
	if o, ok := shape.Ability[Persister](p, g); ok {
		r.save, r.load = o.Save, o.Load
	}
	for i := range r.verbs {
		checkArgs(aboutVerb(p, &r.verbs[i]), &r.verbs[i], nil)
	}
	checkWords(p, r.verbs, r.events, r.refused)
	return r, p.Err()
}

// boundOf is a verb of a ScriptGame without what is optional.
func boundOf[C Player, A any](g ScriptGame[C, A], name string) *bound {
	b := newBound(name)
	b.start = func(p Player, args Args, box any) (any, *Outcome) {
		a, o := g.Start(p.(C), name, args)
		return keep(box, a, o)
	}
	b.step = func(p Player, active any) (Outcome, bool) { return g.Step(p.(C), active.(*A)) }
	b.fresh = func() any { return new(A) }
	b.sense = func(p Player, args Args) any { return g.Sense(p.(C), name, args) }
	return b
}

// eachAction gives all verbs what a ScriptGame says of actions in progress.
func eachAction[C Player, A any](p *shape.Problems, g ScriptGame[C, A], verbs []*bound) {
	resumer, resumes := shape.Ability[Resumer[C, A]](p, g)
	canceller, cancels := shape.Ability[Canceller[C, A]](p, g)
	settler, settles := shape.Ability[Settler[C, A]](p, g)
	labeller, labels := shape.Ability[Labeller[C, A]](p, g)
	for _, b := range verbs {
		if resumes {
			b.resume = func(p Player, active any) bool { return resumer.Resume(p.(C), active.(*A)) }
		}
		if cancels {
			b.cancel = func(p Player, active any) { canceller.Cancel(p.(C), active.(*A)) }
		}
		if settles {
			b.settle = func(p Player, active any, o Outcome) { settler.Settle(p.(C), active.(*A), o) }
		}
		if labels {
			b.label = func(p Player, active any) string { return labeller.Label(p.(C), active.(*A)) }
		}
	}
}

// stageOf erases the types of a host and finds its optional abilities.
func stageOf[C Player](h GameHost[C]) (*stage, error) {
	p := &shape.Problems{}
	s := newStage()
	s.agent = func(id string) (Player, bool) {
		c, ok := h.Agent(id)
		return c, ok
	}
	s.agents = func(yield func(Player) bool) {
		for _, c := range h.Agents() {
			if !yield(c) {
				return
			}
		}
	}
	s.status = func(p Player) StateLine { return h.StatusLine(p.(C)) }
	if o, ok := shape.Ability[Asker[C]](p, h); ok {
		s.ask = func(p Player, about string) string { return o.Ask(p.(C), about) }
	}
	if o, ok := shape.Ability[Journaler[C]](p, h); ok {
		s.journal = func(p Player) []string { return o.Journal(p.(C)) }
	}
	if o, ok := shape.Ability[Locator[C]](p, h); ok {
		s.hears = func(l, p Player) bool { return o.SameLocation(l.(C), p.(C)) }
	}
	if o, ok := shape.Ability[Digester[C]](p, h); ok {
		s.digest = func(p Player) []string { return o.DrainDigest(p.(C)) }
	}
	if o, ok := shape.Ability[Joiner[C]](p, h); ok {
		s.join = func(id, name string) (Player, error) { return o.Join(id, name) }
	}
	if o, ok := shape.Ability[Leaver[C]](p, h); ok {
		s.leave = func(p Player) { o.Leave(p.(C)) }
	}
	if o, ok := shape.Ability[Advancer](p, h); ok {
		s.advance = func(int64, *rand.Rand) { o.Advance() }
	}
	return s, p.Err()
}
