package sdk

import (
	"fmt"
	"math/rand/v2"

	"mystic-sdk/contract"
)

// rules is a game as ScriptHost sees it, its types erased: made from a ScriptGame by rulesOf, from a Game by its rules
// method. Verbs are known by their place in verbs. No func is nil.
type rules struct {
	verbs    []contract.VerbSpec
	events   []contract.EventSpec
	meFields []contract.FieldSpec
	prelude  string
	refused  map[string]string
	clock    Clock                   // nil: the host counts, by the two fields below
	rate     float64                 // ticks per game second; 0: 1
	stamp    func(tick int64) string // nil: the number

	// start may keep what the action remembers in box, which an earlier start of the same agent returned, or is nil.
	start   func(p Player, verb int, args Args, box any) (any, *Outcome)
	step    func(p Player, verb int, active any) (Outcome, bool)
	resume  func(p Player, verb int, active any) bool
	cancel  func(p Player, verb int, active any)
	settle  func(p Player, verb int, active any, o Outcome)
	label   func(p Player, verb int, active any) string
	sense   func(p Player, verb int, args Args) any
	me      func(p Player, field, key string) any
	resolve func(p Player, kind, raw string) (string, bool)
	known   func(p Player, kind string) []string
	unknown func(kind, raw string) string
	hint    func(verb, condition string) string // nil: the checker's default
	said    func(p Player, text string)         // nil: everyone who hears
	save    func() ([]byte, error)              // nil: the game keeps nothing
	load    func([]byte) error
}

// stage is the rest of a world as the Gateway sees it, its types erased: made from a GameHost by stageOf, from a Game by
// its stage method. No func is nil but join.
type stage struct {
	agent   func(id string) (Player, bool)
	agents  func(yield func(Player) bool)
	status  func(p Player) StateLine
	ask     func(p Player, about string) string
	journal func(p Player) []string
	hears   func(listener, speaker Player) bool
	digest  func(p Player) []string
	join    func(id, name string) (Player, error) // nil: nobody joins
	leave   func(p Player)
	advance func(tick int64, random *rand.Rand)
}

func defaultUnknown(kind, raw string) string {
	return fmt.Sprintf("no %s you know called '%s'", kind, contract.Clean(raw, 60))
}

// rulesOf erases the types of a game and finds its optional abilities.
func rulesOf[C Player, A any](g ScriptGame[C, A]) (*rules, error) {
	if err := checkOptional(g, scriptGameOptions[C, A]()); err != nil {
		return nil, err
	}
	specs := g.Verbs()
	names := make([]string, len(specs))
	for i, v := range specs {
		names[i] = v.Name
	}
	r := &rules{
		verbs: specs,
		start: func(p Player, verb int, args Args, box any) (any, *Outcome) {
			a, o := g.Start(p.(C), names[verb], args)
			if o != nil {
				return box, o
			}
			kept, ok := box.(*A)
			if !ok {
				kept = new(A)
			}
			*kept = a
			return kept, nil
		},
		step: func(p Player, _ int, active any) (Outcome, bool) { return g.Step(p.(C), active.(*A)) },
		sense: func(p Player, verb int, args Args) any {
			return g.Sense(p.(C), names[verb], args)
		},
		resolve: func(p Player, kind, raw string) (string, bool) { return g.Resolve(p.(C), kind, raw) },
		resume:  func(Player, int, any) bool { return true },
		cancel:  func(Player, int, any) {},
		settle:  func(Player, int, any, Outcome) {},
		label:   func(_ Player, verb int, _ any) string { return names[verb] },
		me:      func(Player, string, string) any { return nil },
		known:   func(Player, string) []string { return nil },
		unknown: defaultUnknown,
	}
	if o, ok := g.(Resumer[C, A]); ok {
		r.resume = func(p Player, _ int, active any) bool { return o.Resume(p.(C), active.(*A)) }
	}
	if o, ok := g.(Canceller[C, A]); ok {
		r.cancel = func(p Player, _ int, active any) { o.Cancel(p.(C), active.(*A)) }
	}
	if o, ok := g.(Settler[C, A]); ok {
		r.settle = func(p Player, _ int, active any, out Outcome) { o.Settle(p.(C), active.(*A), out) }
	}
	if o, ok := g.(Labeller[C, A]); ok {
		r.label = func(p Player, _ int, active any) string { return o.Label(p.(C), active.(*A)) }
	}
	if o, ok := g.(MeReader[C]); ok {
		r.meFields = o.MeFields()
		r.me = func(p Player, field, key string) any { return o.Me(p.(C), field, key) }
	}
	if o, ok := g.(Knower[C]); ok {
		r.known = func(p Player, kind string) []string { return o.Known(p.(C), kind) }
	}
	if o, ok := g.(UnknownNamer); ok {
		r.unknown = o.UnknownName
	}
	if o, ok := g.(CountHinter); ok {
		r.hint = o.CountHint
	}
	if o, ok := g.(Sayer[C]); ok {
		r.said = func(p Player, text string) { o.Said(p.(C), text) }
	}
	if o, ok := g.(Preluder); ok {
		r.prelude = o.Prelude()
	}
	if o, ok := g.(Refuser); ok {
		r.refused = o.Refused()
	}
	if o, ok := g.(Eventer); ok {
		r.events = o.Events()
	}
	if o, ok := g.(Clock); ok {
		r.clock = o
	}
	if o, ok := g.(Persister); ok {
		r.save, r.load = o.Save, o.Load
	}
	return r, nil
}

// stageOf erases the types of a host and finds its optional abilities.
func stageOf[C Player](h GameHost[C]) (*stage, error) {
	if err := checkOptional(h, gameHostOptions[C]()); err != nil {
		return nil, err
	}
	s := &stage{
		agent: func(id string) (Player, bool) {
			c, ok := h.Agent(id)
			return c, ok
		},
		agents: func(yield func(Player) bool) {
			for _, c := range h.Agents() {
				if !yield(c) {
					return
				}
			}
		},
		status:  func(p Player) StateLine { return h.StatusLine(p.(C)) },
		ask:     func(Player, string) string { return "Nothing you know of." },
		journal: func(Player) []string { return nil },
		hears:   func(Player, Player) bool { return false },
		digest:  func(Player) []string { return nil },
		leave:   func(Player) {},
		advance: func(int64, *rand.Rand) {},
	}
	if o, ok := h.(Asker[C]); ok {
		s.ask = func(p Player, about string) string { return o.Ask(p.(C), about) }
	}
	if o, ok := h.(Journaler[C]); ok {
		s.journal = func(p Player) []string { return o.Journal(p.(C)) }
	}
	if o, ok := h.(Locator[C]); ok {
		s.hears = func(l, p Player) bool { return o.SameLocation(l.(C), p.(C)) }
	}
	if o, ok := h.(Digester[C]); ok {
		s.digest = func(p Player) []string { return o.DrainDigest(p.(C)) }
	}
	if o, ok := h.(Joiner[C]); ok {
		s.join = func(id, name string) (Player, error) { return o.Join(id, name) }
	}
	if o, ok := h.(Leaver[C]); ok {
		s.leave = func(p Player) { o.Leave(p.(C)) }
	}
	if o, ok := h.(Advancer); ok {
		s.advance = func(int64, *rand.Rand) { o.Advance() }
	}
	return s, nil
}
