package sdk

import (
	"math"
	"reflect"
	"slices"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/shape"
)

// Verb is one of a game's words: made by Action, Instant or Sense, listed in Game.Verbs. It is an immutable value and may
// be part of several games.
//
// The name is a Lua identifier that is no word of the SDK; the doc is one sentence for the card. The arguments are the
// exported fields of the verb's input In, a struct, in their order; struct{} takes none. A field's type says what the
// argument takes:
//
//	sdk.Count                 a whole number from 1, or "all"
//	float64, int, …           a number; a whole-number field gets the nearest one in its range
//	string                    a text
//	string with kind:"place"  a name of that kind, resolved among what the player knows
//
// Further tags: arg:"name" gives the argument another name than the field's in lower case; default:"1" says what a Count
// that was left out means; optional:"true" makes any other one optional, its zero value where it was left out. A pointer to
// one of these types is optional too, and nil where it was left out. Optional arguments come last.
type Verb[C Player] struct {
	spec contract.VerbSpec // without what follows from the types
	bind func(p *shape.Problems, spec *contract.VerbSpec) *bound
}

// Steps is how an action that takes time is played. A, what it remembers, is plain data, so that it can be saved as JSON:
// exported fields of numbers, strings, bools, structs, lists and maps. The game's own things are in it as their names, not as
// pointers.
type Steps[C Player, In, A any] struct {
	// Start begins the action. An outcome ends it before its first step: Did(1).AtOnce(), Refuse("full", 0).AtOnce(). Required.
	Start func(c C, in In) (A, *Outcome)
	// Step plays one tick, the first of them the one after Start; true says that the action ended with the outcome.
	// Required.
	Step func(c C, a *A) (Outcome, bool)
	// Label says what the player is doing, "digging 2 of 10". Nil: the verb.
	Label func(c C, a *A) string
	// Cancel drops the action: its run was replaced or ended, the agent removed, or the world closed. After it the world holds no trace of
	// what was not yet done; what was done stays done. Nil: nothing to do.
	Cancel func(c C, a *A)
	// Settle hears how an action that was stepped ended, before its script goes on. Nil: nothing to do.
	Settle func(c C, a *A, o Outcome)
	// Resume is asked when a handler that had held the action ends: false ends the action as interrupted. Nil: true.
	Resume func(c C, a *A) bool
}

// Action makes a verb that takes time: started once, then stepped each tick until it ends. Lua gets ok, why, n.
func Action[C Player, In, A any](name, doc string, s Steps[C, In, A]) Verb[C] {
	spec := contract.VerbSpec{Name: name, Kind: contract.Action, Doc: doc}
	return Verb[C]{spec: spec, bind: func(p *shape.Problems, spec *contract.VerbSpec) *bound {
		in := bindInput[In](p, spec)
		shape.CheckPlain(p, reflect.TypeFor[A](), "what it remembers")
		if s.Start == nil {
			p.Add("Steps.Start is missing")
		}
		if s.Step == nil {
			p.Add("Steps.Step is missing")
		}
		b := newBound(name)
		b.start = func(pl Player, args Args, box any) (any, *Outcome) {
			a, o := s.Start(pl.(C), in.read(args))
			return keep(box, a, o)
		}
		b.step = func(pl Player, active any) (Outcome, bool) { return s.Step(pl.(C), active.(*A)) }
		b.fresh = func() any { return new(A) }
		if s.Label != nil {
			b.label = func(pl Player, active any) string { return s.Label(pl.(C), active.(*A)) }
		}
		if s.Cancel != nil {
			b.cancel = func(pl Player, active any) { s.Cancel(pl.(C), active.(*A)) }
		}
		if s.Settle != nil {
			b.settle = func(pl Player, active any, o Outcome) { s.Settle(pl.(C), active.(*A), o) }
		}
		if s.Resume != nil {
			b.resume = func(pl Player, active any) bool { return s.Resume(pl.(C), active.(*A)) }
		}
		return b
	}}
}

// Instant makes an action that ends at once, in the tick in which it was called. Lua gets ok, why, n.
func Instant[C Player, In any](name, doc string, do func(c C, in In) Outcome) Verb[C] {
	spec := contract.VerbSpec{Name: name, Kind: contract.Action, Instant: true, Doc: doc}
	return Verb[C]{spec: spec, bind: func(p *shape.Problems, spec *contract.VerbSpec) *bound {
		in := bindInput[In](p, spec)
		if do == nil {
			p.Add("its func is nil")
		}
		b := newBound(name)
		// The host reads an outcome before it starts the next action, so that one place for it is enough.
		o := new(Outcome)
		b.start = func(pl Player, args Args, box any) (any, *Outcome) {
			*o = do(pl.(C), in.read(args))
			return box, o
		}
		return b
	}}
}

// Sense makes a verb that asks: it changes nothing, takes no time, and Lua gets a copy of what ask answers. Out is what
// JSON can say: numbers, strings, bools, structs (their fields named by json tags), slices, maps with string keys, and
// pointers, which may be nil in Lua. The card, the checker and the stubs take the answer's shape from the type, and a
// tag doc:"…" on a field explains it.
func Sense[C Player, In, Out any](name, doc string, ask func(c C, in In) Out) Verb[C] {
	spec := contract.VerbSpec{Name: name, Kind: contract.Sense, Doc: doc}
	return Verb[C]{spec: spec, bind: func(p *shape.Problems, spec *contract.VerbSpec) *bound {
		in := bindInput[In](p, spec)
		answer, fit := shape.Answer[Out](p)
		spec.Answer = answer
		if ask == nil {
			p.Add("its func is nil")
		}
		b := newBound(name)
		b.sense = func(pl Player, args Args) any { return fit(ask(pl.(C), in.read(args))) }
		return b
	}}
}

// Refuses declares a word that the verb refuses with, and what it means. The card explains it, and the checker finds a
// comparison with a word that is not declared. A verb without any may refuse with every word. The SDK's own words unknown,
// interrupted and cancelled are never declared.
func (v Verb[C]) Refuses(why, meaning string) Verb[C] {
	v.spec.Whys = append(slices.Clip(v.spec.Whys), contract.WhySpec{Word: why, Meaning: meaning})
	return v
}

// Outcome is how an action ended: what Lua gets as ok, why, n.
type Outcome struct {
	OK   bool
	Why  string // for a refusal: any short word that the game picks; Lua gets nil where it is empty
	N    int    // how much was done, after a refusal too
	Hint string // for the reply only: what would work now
}

// Did is the outcome of an action that worked and did n of whatever it counts.
func Did(n int) Outcome { return Outcome{OK: true, N: n} }

// Refuse is the outcome of an action that the game refuses with a word, after n of it were done.
func Refuse(why string, n int) Outcome { return Outcome{Why: why, N: n} }

// AtOnce is the outcome as Start returns it for an action that ends before its first step.
func (o Outcome) AtOnce() *Outcome { return &o }

// WithHint is the outcome with a hint for the reply: what would work now.
func (o Outcome) WithHint(hint string) Outcome {
	o.Hint = hint
	return o
}

// Count is how many an agent asked for: a whole number from 1, or All.
type Count int

// All is the count of a script that said "all".
const All Count = math.MaxInt32

// Or returns the count, and for All what the game takes "all" to mean.
func (n Count) Or(all int) int {
	if n == All {
		return all
	}
	return int(n)
}

// Arg is one argument of a verb, checked against its ArgSpec and resolved. The zero value is an argument that was left out.
type Arg struct {
	Given  bool
	Text   string  // of ArgText; the resolved name of ArgName
	Number float64 // of ArgNumber
	Count  Count   // of ArgCount
}

// Args are the arguments of one call, in the order of the verb's specs and always as many. They are reused after the call.
type Args []Arg

// Count returns argument i as a number, and all where the script said "all".
func (a Args) Count(i, all int) int { return a[i].Count.Or(all) }

// Number returns argument i.
func (a Args) Number(i int) float64 { return a[i].Number }

// Text returns argument i: a text or a resolved name.
func (a Args) Text(i int) string { return a[i].Text }

// Given says whether argument i was given.
func (a Args) Given(i int) bool { return a[i].Given }

// bound is a verb as one world plays it, its types erased: made from a Verb of a Game, or from a ScriptGame and a verb's name.
// No func is nil; a sense is never started, an action never asked.
type bound struct {
	// start may keep what the action remembers in box, which an earlier start of the same agent returned, or is nil.
	start  func(p Player, args Args, box any) (any, *Outcome)
	step   func(p Player, active any) (Outcome, bool)
	label  func(p Player, active any) string
	cancel func(p Player, active any)
	settle func(p Player, active any, o Outcome)
	resume func(p Player, active any) bool
	sense  func(p Player, args Args) any
	// fresh makes an empty box, into which a save's is read; nil for what is never saved.
	fresh func() any
}

func newBound(name string) *bound {
	return &bound{
		start:  func(_ Player, _ Args, box any) (any, *Outcome) { return box, &Outcome{} },
		step:   func(Player, any) (Outcome, bool) { return Outcome{}, true },
		label:  func(Player, any) string { return name },
		cancel: func(Player, any) {},
		settle: func(Player, any, Outcome) {},
		resume: func(Player, any) bool { return true },
		sense:  func(Player, Args) any { return nil },
	}
}

// keep ends a start: what the action remembers goes into the box, which is made where there is none that fits. An action that
// ended at once leaves the box as it is.
func keep[A any](box any, a A, ended *Outcome) (any, *Outcome) {
	if ended != nil {
		return box, ended
	}
	kept, ok := box.(*A)
	if !ok {
		kept = new(A)
	}
	*kept = a
	return kept, nil
}
