package sdk_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

type townsman struct {
	sdk.Agent
	Gold int `me:"gold"`
}

type errand struct {
	To string `kind:"place"`
}

type nothing = struct{}

type trip struct{ Left int }

// town is the smallest game that has every part.
func town() *sdk.Game[*townsman] {
	return &sdk.Game[*townsman]{
		Name: "town",
		Verbs: []sdk.Verb[*townsman]{
			sdk.Action("walk", "Walks to a place.", errandSteps()).Refuses("tired", "rest first"),
			sdk.Instant("rest", "Rests.", func(*townsman, nothing) sdk.Outcome { return sdk.Did(1) }),
			sdk.Sense("gold", "Gold in reach.", func(*townsman, nothing) int { return 1 }),
		},
		Kinds:  []sdk.Kind[*townsman]{{Name: "place", Known: func(*townsman) []string { return []string{"Inn", "Well"} }}},
		Events: []sdk.Event{{Name: "bell", Args: []string{"hour"}, Doc: "the bell rang"}},
		Join: func(id, name string) (*townsman, error) {
			return &townsman{Agent: sdk.NewAgentState(id, name)}, nil
		},
	}
}

func errandSteps() sdk.Steps[*townsman, errand, trip] {
	return sdk.Steps[*townsman, errand, trip]{
		Start: func(*townsman, errand) (trip, *sdk.Outcome) { return trip{Left: 2}, nil },
		Step:  func(_ *townsman, a *trip) (sdk.Outcome, bool) { a.Left--; return sdk.Did(1), a.Left == 0 },
	}
}

// takes is a verb that takes an In, for inputs that are wrong.
func takes[In any]() sdk.Verb[*townsman] {
	return sdk.Instant("act", "Acts.", func(*townsman, In) sdk.Outcome { return sdk.Did(1) })
}

// answers is a sense of a type that is wrong.
func answers[Out any]() sdk.Verb[*townsman] {
	return sdk.Sense("look", "Looks.", func(*townsman, nothing) (out Out) { return out })
}

// remembers is an action whose state is wrong.
func remembers[A any]() sdk.Verb[*townsman] {
	return sdk.Action("toil", "Toils.", sdk.Steps[*townsman, nothing, A]{
		Start: func(*townsman, nothing) (a A, o *sdk.Outcome) { return a, o },
		Step:  func(*townsman, *A) (sdk.Outcome, bool) { return sdk.Did(1), true },
	})
}

func TestNewWorldErrors(t *testing.T) {
	verbs := func(v ...sdk.Verb[*townsman]) func(*sdk.Game[*townsman]) {
		return func(g *sdk.Game[*townsman]) { g.Verbs = v }
	}
	instant := func(name string) sdk.Verb[*townsman] {
		return sdk.Instant(name, "Does it.", func(*townsman, nothing) sdk.Outcome { return sdk.Did(1) })
	}
	tests := []struct {
		name   string
		change func(*sdk.Game[*townsman])
		want   string
	}{
		{"no name", func(g *sdk.Game[*townsman]) { g.Name = "" }, "Name is missing or not one plain line"},
		{"rate", func(g *sdk.Game[*townsman]) { g.Rate = -1 }, "Rate is -1; it is the ticks per game second, from 0, which means 1, to 1000"},
		{"no verbs", verbs(), "Verbs is empty; an agent would have nothing to do"},
		{"empty verb", verbs(sdk.Verb[*townsman]{}), "entry 1 of Verbs is empty; make it with Action, Instant or Sense"},
		{"no join", func(g *sdk.Game[*townsman]) { g.Join = nil }, "Join is missing; it makes the player of an agent"},
		{"save alone", func(g *sdk.Game[*townsman]) { g.Save = func() ([]byte, error) { return nil, nil } },
			"one of Save and Load is missing; a game has both or neither"},
		{"start id", func(g *sdk.Game[*townsman]) { g.Start = []string{"max bo"} },
			`Start has the id "max bo"; an id is 1 to 32 letters, digits, - and _`},
		{"start twice", func(g *sdk.Game[*townsman]) { g.Start = []string{"max", "max"} }, `Start has the id "max" twice`},
		{"refused without help", func(g *sdk.Game[*townsman]) { g.Refused = map[string]string{"fly": ""} },
			`Refused has "fly" without what to use instead`},

		{"kind name", func(g *sdk.Game[*townsman]) {
			g.Kinds = append(g.Kinds, sdk.Kind[*townsman]{Name: "a b", Known: g.Kinds[0].Known})
		},
			`entry 2 of Kinds has the name "a b"; a kind's name is letters, digits and _, and begins with no digit`},
		{"kind without names", func(g *sdk.Game[*townsman]) { g.Kinds[0].Known = nil },
			"kind place: Known is missing; it lists the names that a player knows"},
		{"kind twice", func(g *sdk.Game[*townsman]) { g.Kinds = append(g.Kinds, g.Kinds[0]) }, "kind place: it is there twice"},
		{"kind missing", func(g *sdk.Game[*townsman]) { g.Kinds = nil },
			`verb walk: argument to has the tag kind:"place", which Kinds does not have`},
		{"kind misspelt", verbs(takes[struct {
			To string `kind:"plase"`
		}]()), `verb act: argument to has the tag kind:"plase", which Kinds does not have; did you mean place?`},

		{"verb name", verbs(instant("2nd")),
			`verb "2nd": its name is no Lua name: letters, digits and _, beginning with no digit, and no word of Lua's own`},
		{"verb is a Lua word", verbs(instant("end")),
			`verb "end": its name is no Lua name: letters, digits and _, beginning with no digit, and no word of Lua's own`},
		{"verb is a word", verbs(instant("wait")), "verb wait: its name is a word of the SDK"},
		{"verb is a function", verbs(instant("pairs")), "verb pairs: its name is a function of Lua's library"},
		{"verb is a table", verbs(instant("table")), "verb table: its name is a table of Lua's library"},
		{"verb is refused", verbs(instant("load")), "verb load: its name is a word that scripts may not use"},
		{"verb in Refused", func(g *sdk.Game[*townsman]) { g.Refused = map[string]string{"rest": "walk"} },
			"verb rest: its name is also in Refused"},
		{"verb twice", verbs(instant("sit"), instant("sit")), "verb sit: it is there twice"},
		{"verb without doc", verbs(sdk.Instant("sit", "", func(*townsman, nothing) sdk.Outcome { return sdk.Did(1) })),
			"verb sit: its doc is missing or not one plain line"},
		{"instant without func", verbs(sdk.Instant[*townsman, nothing]("sit", "Sits.", nil)), "verb sit: its func is nil"},
		{"sense without func", verbs(sdk.Sense[*townsman, nothing, int]("sit", "Sits.", nil)), "verb sit: its func is nil"},
		{"action without funcs", verbs(sdk.Action("sit", "Sits.", sdk.Steps[*townsman, nothing, trip]{})),
			"verb sit: Steps.Start is missing\nverb sit: Steps.Step is missing"},
		{"refusing sense", verbs(answers[int]().Refuses("dark", "it is dark")),
			"verb look: it is a sense, which refuses nothing; it answers nil for unknown"},
		{"refusal twice", verbs(instant("sit").Refuses("wet", "it rains").Refuses("wet", "it pours")),
			`verb sit: the refusal word "wet" is there twice`},
		{"empty refusal", verbs(instant("sit").Refuses("", "why")),
			`verb sit: the refusal word "" is empty or not one plain line`},
		{"refusal of the SDK", verbs(instant("sit").Refuses("unknown", "why")),
			`verb sit: the refusal word "unknown" is one of the SDK's own, which need no declaration`},

		{"input no struct", verbs(takes[int]()),
			"verb act: its input is no struct; its arguments are the fields of one, and struct{} takes none"},
		{"input unexported", verbs(takes[struct{ to string }]()),
			"verb act: field to: it is unexported or embedded; each argument is an exported field of its own"},
		{"input embedded", verbs(takes[struct{ errand }]()),
			"verb act: field errand: it is unexported or embedded; each argument is an exported field of its own\n" +
				"verb act: field errand: no argument has its type; use sdk.Count, a number, a string, or a pointer to one of them"},
		{"input type", verbs(takes[struct{ To []string }]()),
			"verb act: field To: no argument has its type; use sdk.Count, a number, a string, or a pointer to one of them"},
		{"argument name", verbs(takes[struct {
			To string `arg:"the place"`
		}]()), `verb act: field To: the argument's name "the place" is no Lua name; the tag arg names it differently`},
		{"argument is a Lua word", verbs(takes[struct{ End string }]()),
			`verb act: field End: the argument's name "end" is no Lua name; the tag arg names it differently`},
		{"argument twice", verbs(takes[struct {
			To string
			At string `arg:"to"`
		}]()), "verb act: field At: the argument to is there twice; the tag arg names it differently"},
		{"kind of a number", verbs(takes[struct {
			To int `kind:"place"`
		}]()), `verb act: field To: the tag kind:"place" is for a string, which then takes a name`},
		{"empty kind", verbs(takes[struct {
			To string `kind:""`
		}]()), "verb act: field To: it takes a name, but its kind is empty"},
		{"default of a text", verbs(takes[struct {
			To string `default:"Inn"`
		}]()), `verb act: field To: the tag default:"Inn" is for a Count; the tag optional lets others be left out`},
		{"default no count", verbs(takes[struct {
			N sdk.Count `default:"0"`
		}]()), `verb act: field N: the tag default is "0"; it is a whole number from 1`},
		{"default and optional", verbs(takes[struct {
			N sdk.Count `default:"1" optional:"true"`
		}]()), `verb act: field N: it has the tag default:"1" and is optional as well; a count with a default may always be left out`},
		{"two defaults", verbs(takes[struct {
			N sdk.Count `default:"1"`
			M sdk.Count `default:"2"`
		}]()), "verb act: its counts differ in the tag default; a verb has one default for all of them or none"},
		{"optional", verbs(takes[struct {
			To string `optional:"yes"`
		}]()), `verb act: field To: the tag optional is "yes"; it is "true" or left out`},
		{"optional first", verbs(takes[struct {
			To string `optional:"true"`
			By string
		}]()), "verb act: field By: it must be given but stands after one that may be left out; those come last"},
		{"default first", verbs(takes[struct {
			N  sdk.Count `default:"1"`
			By string
		}]()), "verb act: field By: it must be given but stands after one that may be left out; those come last"},
		{"misspelt tag", verbs(takes[struct {
			N sdk.Count `defualt:"1"`
		}]()), "verb act: field N: it has the tag defualt; did you mean default?"},

		{"answer", verbs(answers[struct{ Ring func() }]()), "verb look: its answer.Ring: it is a func, which JSON cannot say"},
		{"answer of channels", verbs(answers[map[string][]chan int]()), "verb look: its answer[][]: it is a channel, which JSON cannot say"},
		{"answer with keys", verbs(answers[map[int]int]()), "verb look: its answer: the keys of its map are no strings, which JSON cannot say"},
		{"answer that hides", verbs(answers[struct{ x int }]()), "verb look: its answer: it has no exported field, so that Lua would see an empty table"},
		{"answer that writes itself", verbs(answers[struct{ At time.Time }]()),
			"verb look: its answer.At: it writes its own JSON, so that its shape cannot be told; use plain fields"},

		{"remembers a func", verbs(remembers[struct{ Then func() }]()),
			"verb toil: what it remembers, field Then is a func, which cannot be saved; an action remembers plain data"},
		{"remembers a channel", verbs(remembers[struct{ Way []chan int }]()),
			"verb toil: what it remembers, field Way[] is a channel, which cannot be saved; an action remembers plain data"},
		{"remembers an interface", verbs(remembers[map[string]any]()),
			"verb toil: what it remembers[] is an interface, which cannot be saved; an action remembers plain data"},
		{"remembers a pointer", verbs(remembers[struct{ Prey *townsman }]()),
			"verb toil: what it remembers, field Prey is a pointer; after a restart it would point to a copy, so remember a name or a number"},
		{"remembers in secret", verbs(remembers[struct{ left int }]()),
			"verb toil: what it remembers, field left is unexported, so that a save would lose it"},
		{"remembers unsaved", verbs(remembers[struct {
			Left int `json:"-"`
		}]()), `verb toil: what it remembers, field Left has the tag json:"-", so that a save would lose it`},
		{"remembers by float", verbs(remembers[map[float64]int]()),
			"verb toil: what it remembers is a map whose keys JSON cannot say; use strings or whole numbers"},

		{"event name", func(g *sdk.Game[*townsman]) { g.Events[0].Name = "big bell" },
			`event "big bell": its name is letters, digits and _, beginning with no digit`},
		{"event of the SDK", func(g *sdk.Game[*townsman]) { g.Events[0].Name = "heard" }, "event heard: its name is an event of the SDK"},
		{"event twice", func(g *sdk.Game[*townsman]) { g.Events = append(g.Events, g.Events[0]) }, "event bell: it is there twice"},
		{"event arguments", func(g *sdk.Game[*townsman]) { g.Events[0].Args = []string{"hour", "hour"} },
			`event bell: argument 2 has the name "hour", which is no Lua name or there twice`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := town()
			tt.change(g)
			_, err := sdk.NewWorld(g, nil)
			require.Error(t, err)
			_, said, _ := strings.Cut(err.Error(), " cannot be played:\n")
			require.Equal(t, tt.want, said)
		})
	}
}

func TestNewWorldTellsAllAtOnce(t *testing.T) {
	g := town()
	g.Name, g.Kinds, g.Join = "my town", nil, nil
	_, err := sdk.NewWorld(g, nil)
	require.EqualError(t, err, `game "my town" cannot be played:
Join is missing; it makes the player of an agent
verb walk: argument to has the tag kind:"place", which Kinds does not have`)
}

type (
	unreadable struct {
		sdk.Agent
		gold int `me:"gold"`
	}
	doubled struct {
		sdk.Agent
		Gold, Coins int `me:"gold"`
	}
	unsayable struct {
		sdk.Agent
		Bag chan int `me:"bag"`
	}
	misnamed struct {
		sdk.Agent
		Bag int `me:"my bag"`
	}
	misspelt struct {
		sdk.Agent
		Bag int `mee:"bag"`
	}
	Pocket struct {
		Coins int `me:"coins"`
	}
	indirect struct {
		sdk.Agent
		*Pocket
	}
	byValue map[string]int
)

func (byValue) AgentState() *sdk.Agent { return nil }

func TestNewWorldErrorsOfPlayers(t *testing.T) {
	require.Zero(t, unreadable{}.gold)
	require.Equal(t, `player: field gold: it has the tag me:"gold" but is unexported, so that it cannot be read`, problemOf[*unreadable](t))
	require.Equal(t, `player: field Coins: the tag me:"gold" is there twice`, problemOf[*doubled](t))
	require.Equal(t, "player: field Bag: it is a channel, which JSON cannot say", problemOf[*unsayable](t))
	require.Equal(t, `player: field Bag: the tag me is "my bag", which is no Lua name`, problemOf[*misnamed](t))
	require.Equal(t, "player: field Bag: it has the tag mee; did you mean me?", problemOf[*misspelt](t))
	require.Equal(t, `player: field Coins: it has the tag me:"coins" but is in a struct embedded by pointer, which may be nil`, problemOf[*indirect](t))
	require.Equal(t, "player: it is no pointer to a struct that embeds sdk.Agent", problemOf[byValue](t))
}

// problemOf is what is wrong with a sound game of players of a type.
func problemOf[C sdk.Player](t *testing.T) string {
	_, err := sdk.NewWorld(&sdk.Game[C]{
		Name:  "town",
		Verbs: []sdk.Verb[C]{sdk.Instant("rest", "Rests.", func(C, nothing) sdk.Outcome { return sdk.Did(1) })},
		Join:  func(string, string) (c C, err error) { return c, nil },
	}, nil)
	require.Error(t, err)
	return strings.TrimPrefix(err.Error(), "game town cannot be played:\n")
}

func TestNewWorldLetsPlayersJoin(t *testing.T) {
	var joined []string
	g := town()
	g.Start = []string{"max", "bo"}
	g.Closed = true
	g.Join = func(id, name string) (*townsman, error) {
		joined = append(joined, id+"="+name)
		return &townsman{Agent: sdk.NewAgentState(id, name)}, nil
	}
	_, err := sdk.NewWorld(g, &sdk.Options{Agents: []string{"bo", "amy"}})
	require.NoError(t, err)
	require.Equal(t, []string{"max=max", "bo=bo", "amy=amy"}, joined)
}

func TestNewWorldJoinErrors(t *testing.T) {
	full := errors.New("the town is full")
	tests := []struct {
		name string
		join func(id, name string) (*townsman, error)
		want string
	}{
		{"refused", func(string, string) (*townsman, error) { return nil, full }, `game town: agent "max" cannot join: the town is full`},
		{"nil", func(string, string) (*townsman, error) { return nil, nil },
			`game town: agent "max" cannot join: Join returned nil without an error`},
		{"no id", func(string, string) (*townsman, error) { return &townsman{}, nil },
			`game town: agent "max" cannot join: Join made a player with the id ""; its Agent is NewAgentState(id, name)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := town()
			g.Start, g.Join = []string{"max"}, tt.join
			_, err := sdk.NewWorld(g, nil)
			require.EqualError(t, err, tt.want)
			require.Equal(t, tt.name == "refused", errors.Is(err, full))
		})
	}

	_, err := sdk.NewWorld(town(), &sdk.Options{Agents: []string{"a b"}})
	require.EqualError(t, err, `game town: agent "a b" cannot join: an id is 1 to 32 letters, digits, - and _`)
}

func TestAgentLeavesGameJSONAlone(t *testing.T) {
	w := townsman{Agent: sdk.NewAgentState("max", "Max"), Gold: 3}
	data, err := json.Marshal(&w)
	require.NoError(t, err)
	require.JSONEq(t, `{"Gold":3}`, string(data))
}

func TestLoadPlayers(t *testing.T) {
	max := &townsman{Agent: sdk.NewAgentState("max", "Max"), Gold: 1}
	players := map[string]*townsman{"max": max, "bo": {Agent: sdk.NewAgentState("bo", "Bo"), Gold: 2}}
	data, err := json.Marshal(players)
	require.NoError(t, err)
	max.Gold = 9
	require.NoError(t, sdk.LoadPlayers(data, players))
	require.Same(t, max, players["max"])
	require.Equal(t, 1, max.Gold)
	require.Equal(t, "Max", max.Name())

	delete(players, "bo")
	require.EqualError(t, sdk.LoadPlayers(data, players), `load players: "bo" is not in the world`)
	require.ErrorContains(t, sdk.LoadPlayers([]byte("[]"), players), "load players: ")
	require.ErrorContains(t, sdk.LoadPlayers([]byte(`{"max":{"Gold":"much"}}`), players), "load player max: ")
}

// sailor has a field of me of every sort.
type sailor struct {
	sdk.Agent
	Gold  int            `me:"gold"`
	Ship  string         `me:"ship"`
	Hold  map[string]int `me:"hold"`
	Crew  []string       `me:"crew"`
	Place *position      `me:"place"`
}

type position struct {
	X    int    `json:"x"`
	Note string `json:"note,omitempty"`
}

type course struct {
	Speed float64
	Days  int
	To    string     `kind:"port" optional:"true"`
	With  *string    `arg:"mate"`
	N     *sdk.Count `arg:"n"`
}

// TestTypedValuesInLua plays a script with arguments, answers and fields of every type.
func TestTypedValuesInLua(t *testing.T) {
	var got []course
	world, err := sdk.NewWorld(&sdk.Game[*sailor]{
		Name: "sea", Start: []string{"max"},
		Verbs: []sdk.Verb[*sailor]{
			sdk.Instant("sail", "Sails.", func(_ *sailor, in course) sdk.Outcome {
				got = append(got, in)
				return sdk.Did(len(got))
			}),
			sdk.Sense("chart", "Where a port is; nil where nobody knows.", func(_ *sailor, in struct {
				Port string `kind:"port"`
			}) *position {
				if in.Port == "Rome" {
					return nil
				}
				return &position{X: 7}
			}),
			sdk.Sense("ports", "All ports.", func(*sailor, nothing) (none []string) { return none }),
		},
		Kinds: []sdk.Kind[*sailor]{{Name: "port", Known: func(*sailor) []string { return []string{"Oslo", "Rome"} }}},
		Join: func(id, name string) (*sailor, error) {
			return &sailor{
				Agent: sdk.NewAgentState(id, name), Gold: 3, Ship: "Lea", Hold: map[string]int{"rum": 2}, Crew: []string{"Bo", "Amy"},
				Place: &position{X: 1, Note: "reef"},
			}, nil
		},
	}, nil)
	require.NoError(t, err)
	script := `
		print(sail(1.5, 2.6), sail(0, 1, nil, "Bo"), sail(0, 1, "oSLO", nil, "all"))
		local port = "rome"
		print(chart(port), chart("Oslo").x, #ports())
		print(me.gold, me.ship, me.hold.rum, me.hold.tea, me.crew[2], me.place.note)
		for k, v in pairs(me.hold) do print(k, v) end`
	args, err := json.Marshal(map[string]any{"script": script, "wait": 0})
	require.NoError(t, err)
	call := func(tool string, args json.RawMessage) *contract.Reply {
		return world.Gateway().Call(t.Context(), "max", tool, args, sdk.Meta{})
	}
	require.Nil(t, call("run", args).Error)
	world.Tick()
	require.Equal(t, []string{
		"true true true nil 3",
		"nil 7 0",
		"3 Lea 2 nil Amy reef",
		"rum 2",
	}, call("status", nil).Output)
	mate, all := "Bo", sdk.All
	require.Equal(t, []course{{Speed: 1.5, Days: 3}, {Days: 1, With: &mate}, {Days: 1, To: "Oslo", N: &all}}, got)
}
