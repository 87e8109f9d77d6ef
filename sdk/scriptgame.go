package sdk

import "mystic-sdk/contract"

// ScriptGame is a game's verbs and how they act on its world. C is the game's player, a pointer to a struct that embeds
// Agent; A is what an action in progress remembers: plain data, so that it can be saved.
//
// All methods are called by one goroutine at a time, in Tick or in a call of the Gateway, under the world's lock. They do
// no I/O, read no clock and use no global randomness. A game adds abilities by the optional interfaces of this file; a
// method that bears the name of one with another signature is refused by NewScriptHost.
type ScriptGame[C Player, A any] interface {
	// Verbs declares the verbs; it is read once.
	Verbs() []contract.VerbSpec
	// Start begins an action. An outcome ends it at once; without one it is stepped from the next tick on.
	Start(c C, verb string, args Args) (A, *Outcome)
	// Step plays one tick of an action; true says that it ended with the outcome.
	Step(c C, active *A) (Outcome, bool)
	// Sense answers a sense with anything that JSON can say, nil for unknown. It changes nothing.
	Sense(c C, verb string, args Args) any
	// Resolve finds what a name of a kind means among what the agent knows.
	Resolve(c C, kind, raw string) (string, bool)
}

// The optional interfaces of a ScriptGame.
type (
	// MeReader gives me its fields. Me answers a field, or with a key an entry of a field whose Type is "map"; such a field
	// with an empty key answers a map[string]any or nil, and pairs goes over it. Default: me has id and name alone.
	MeReader[C Player] interface {
		MeFields() []contract.FieldSpec
		Me(c C, field, key string) any
	}
	// Knower lists the names of a kind that an agent knows, for hints and for the checker. Default: none.
	Knower[C Player] interface {
		Known(c C, kind string) []string
	}
	// UnknownNamer words the refusal of a name; it must not tell unknown from nonexistent.
	// Default: `no KIND you know called 'NAME'`.
	UnknownNamer interface{ UnknownName(kind, raw string) string }
	// Resumer is asked when a handler ends above an action: false ends the action as interrupted. Default: true.
	Resumer[C Player, A any] interface{ Resume(c C, active *A) bool }
	// Canceller drops an action that will not be stepped again; after it the world holds no trace of what was not yet done.
	// Default: nothing to do.
	Canceller[C Player, A any] interface{ Cancel(c C, active *A) }
	// Settler hears of the end of every action that was stepped, before its script goes on. Default: nothing to do.
	Settler[C Player, A any] interface {
		Settle(c C, active *A, o Outcome)
	}
	// Labeller names what an agent is doing, "digging 2 of 10". Default: the verb.
	Labeller[C Player, A any] interface{ Label(c C, active *A) string }
	// Preluder adds Lua that every script finds: its globals become words. Default: none.
	Preluder interface{ Prelude() string }
	// Refuser names words that scripts may not use, with what to use instead. Default: none.
	Refuser interface{ Refused() map[string]string }
	// CountHinter words the loop to suggest when a condition was passed as a verb's count. Default: a while loop.
	CountHinter interface {
		CountHint(verb, condition string) string
	}
	// Eventer declares the events that the game emits. Default: none.
	Eventer interface{ Events() []contract.EventSpec }
	// Clock is a game that keeps its own time. TicksPerSecond is of game seconds; Tick rises by one each tick; Stamp is what
	// now() answers. Default: one tick a second, counted by the host, stamped as the number.
	Clock interface {
		TicksPerSecond() float64
		Tick() int64
		Stamp() string
		Seed() uint64
	}
	// Sayer takes over what say means: it delivers the text itself, with World.Emit. Default: everyone where Hears holds.
	Sayer[C Player] interface{ Said(c C, text string) }
	// Persister saves and loads the game's own state, as Game.Save and Game.Load do. Before Load, agents of the save that are
	// not in the world join through Joiner, and those that are not in the save leave through Leaver. Default: only the agents'
	// documents are kept.
	Persister interface {
		Save() ([]byte, error)
		Load(data []byte) error
	}
)
