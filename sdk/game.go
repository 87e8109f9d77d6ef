package sdk

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"mystic-sdk/contract"
)

// Game is a whole game as most authors write one: a struct of funcs, so that a wrong signature does not compile. C is the
// game's player, a pointer to a struct that embeds Agent; fields of it that are tagged `me:"name"` are what scripts read
// as me.name, and a tag `doc:"…"` beside it explains them on the card.
//
// All funcs are called by one goroutine at a time, under the world's lock. They do no I/O, read no clock and use no global
// randomness: time is the tick, randomness is Turn.Rand and Agent.Rand. A nil func means what its comment says. NewWorld
// reads the struct once; a Game makes one world.
type Game[C Player] struct {
	Name  string  // of the game, one line; required
	Intro string  // the card's first lines: who the agent is and what there is to win; empty: Options.Intro
	Rules string  // the card's section about the game itself, several lines; empty: Options.Rules
	Rate  float64 // ticks per game second; 0: 1

	Verbs  []Verb[C] // made by Action, Instant and Sense, in the card's order
	Kinds  []Kind[C] // the kinds of name that arguments take
	Events []Event   // what the game emits with World.Emit, besides the SDK's own heard and resumed

	// Start lists the ids of the players that are in the world from the start.
	Start []string
	// Join makes the player of an agent that comes into the world: of Start, of Options.Agents, or a newcomer at its first
	// call; a name that nobody gave is the id. It may refuse with an error. When a save is loaded into a fresh world it
	// makes the players of the save, before Load. Required.
	Join func(id, name string) (C, error)
	// Closed refuses newcomers: the players are those of Start, of Options.Agents and of a save.
	Closed bool
	// Leave takes the player of a removed agent out of the game's own state. A game removes one with World.Dismiss. Nil:
	// nothing to do.
	Leave func(c C)

	// Advance plays the world's own tick, before the agents' scripts. Nil: nothing happens by itself.
	Advance func(t *Turn[C])
	// Stamp is a tick as players say it, "12:04": what now() answers and what begins the state line. Nil: the number.
	Stamp func(tick int64) string
	// Status is where a player stands, the last line of a reply. Time and Activity are filled in where they are empty.
	// Nil: only those.
	Status func(c C) StateLine
	// Ask answers the tool ask, about anything the player knows of. Nil: "Nothing you know of."
	Ask func(c C, about string) string
	// Journal is the game's part of the tool journal, a line each. Nil: empty.
	Journal func(c C) []string
	// Digest hands over what happened to a player since it was last asked, a line each, oldest first. Nil: nothing.
	Digest func(c C) []string
	// Hears says who hears what a speaker says. Nil: nobody.
	Hears func(listener, speaker C) bool
	// Said takes over what say means and delivers the text itself, with World.Emit. Nil: everyone for whom Hears holds.
	Said func(c C, text string)

	// Prelude is Lua whose globals become words of every script. Empty: none but the SDK's own.
	Prelude string
	// Refused are words that scripts may not use, each with what to use instead. Nil: the SDK's own alone.
	Refused map[string]string
	// CountHint words the loop to suggest where a condition was passed as a verb's count, `dig(me.gold < 10)`.
	// Nil: a while loop around the verb.
	CountHint func(verb, condition string) string

	// Save and Load keep the game's own state, as bytes of its own form: the same state gives the same bytes. JSON may come
	// back with other spaces. Load finds the players of the save and no others already joined (LoadPlayers fills them), and
	// an error from it leaves no usable world. Both or neither; nil: a restart keeps what the SDK knows of each agent and
	// the game begins anew.
	Save func() ([]byte, error)
	Load func(data []byte) error
}

// Kind is a kind of name that arguments take, such as "place": a string field of a verb's input with the tag
// `kind:"place"` takes one. Everything about names follows from what an agent knows: they resolve among those alone, and
// an unknown name and one that does not exist are answered with the same line, so that a script learns nothing by trying.
type Kind[C Player] struct {
	// Name is the word that replies call it by, "no place you know called 'Oz'"; required.
	Name string
	// Known lists the names that a player knows, in an order that depends on nothing but the world; required. The slice is
	// only read, and not kept.
	Known func(c C) []string
}

// resolve finds the known name that raw means: the very name, or without regard to case where one alone is meant.
func (k *Kind[C]) resolve(c C, raw string) (string, bool) {
	known := k.Known(c)
	if slices.Contains(known, raw) {
		return raw, true
	}
	found, ok := "", false
	for _, name := range known {
		if !strings.EqualFold(name, raw) || ok && name == found {
			continue
		}
		if ok {
			return "", false
		}
		found, ok = name, true
	}
	return found, ok
}

// Event is an event that a game emits and scripts handle with on(name, fn).
type Event = contract.EventSpec

// Turn is one tick of the world as Game.Advance sees it; valid until Advance returns.
type Turn[C Player] struct {
	Tick    int64      // rises by one each tick; the first is 1
	Rand    *rand.Rand // seeded by the world and the tick, so that a replay draws the same numbers
	Players []C        // in the order in which they joined; not to be changed
}

// NewWorld makes a world of a game and lets its first players join. The error says everything that is wrong with the
// game, a line each with the verb, the field and the tag that it is about. A nil opts means the zero Options.
func NewWorld[C Player](g *Game[C], opts *Options) (*World, error) {
	if g == nil {
		return nil, errors.New("there is no game: NewWorld was given nil")
	}
	b, err := bindGame(g)
	if err != nil {
		return nil, err
	}
	o := Options{}
	if opts != nil {
		o = *opts
	}
	if g.Intro != "" {
		o.Intro = g.Intro
	}
	if g.Rules != "" {
		o.Rules = g.Rules
	}
	if err := b.roster.start(o.Agents); err != nil {
		return nil, err
	}
	scripts, err := newHost(b.rules(), b.roster.agent, &o)
	if err != nil {
		return nil, err
	}
	return newWorld(scripts, b.stage())
}

// LoadPlayers loads what json.Marshal made of a game's players, by id, into the players that are in the world: what most
// games' Load does. A plain json.Unmarshal would put others in their place, which no agent plays. The error names a player
// that is not in the world, or says what is wrong with the JSON.
func LoadPlayers[C Player](data []byte, players map[string]C) error {
	var saved map[string]json.RawMessage
	if err := json.Unmarshal(data, &saved); err != nil {
		return fmt.Errorf("load players: %w", err)
	}
	for _, id := range slices.Sorted(maps.Keys(saved)) {
		c, ok := players[id]
		if !ok {
			return fmt.Errorf("load players: %q is not in the world", id)
		}
		if err := json.Unmarshal(saved[id], c); err != nil {
			return fmt.Errorf("load player %s: %w", id, err)
		}
	}
	return nil
}
