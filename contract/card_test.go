package contract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

// miners is the seed's game.
func miners() contract.CardOptions {
	n := []contract.ArgSpec{{Name: "n", Type: contract.ArgCount}}
	return contract.CardOptions{
		Intro: "Miners: you haul gold.",
		Verbs: []contract.VerbSpec{
			{Name: "dig", Kind: contract.Action, Args: n, CountDefault: 1, Doc: "Digs n gold, two seconds each."},
			{
				Name: "drop", Kind: contract.Action, Instant: true, Args: n, CountDefault: 1, Doc: "Drops n gold.",
				Whys: []contract.WhySpec{{Word: "short", Meaning: "you have less"}},
			},
		},
		MeFields: []contract.FieldSpec{{Name: "gold", Type: "number"}},
		Rate:     1,
	}
}

// delve uses all that a card can have.
func delve() contract.CardOptions {
	return contract.CardOptions{
		Intro: "  Delve: find the way down.\n",
		Verbs: []contract.VerbSpec{
			{
				Name: "look", Kind: contract.Sense, Doc: "What is here.",
				Answer: &contract.FieldSpec{Type: "table", Of: []contract.FieldSpec{
					{Name: "place", Type: "text"},
					{Name: "exits", Type: "list", Of: []contract.FieldSpec{{Type: "text"}}},
					{Name: "ore", Type: "map", Of: []contract.FieldSpec{{Name: "left", Type: "number"}, {Name: "hard", Type: "boolean"}}, Maybe: true},
				}},
			},
			{Name: "price", Kind: contract.Sense, Args: []contract.ArgSpec{{Name: "of", Type: contract.ArgName, Kind: "item"}}, Answer: &contract.FieldSpec{Type: "number", Maybe: true}},
			{Name: "guess", Kind: contract.Sense},
			{
				Name: "go", Kind: contract.Action, Args: []contract.ArgSpec{{Name: "place", Type: contract.ArgName, Kind: "place"}},
				Doc: "Walks there, 3 s a step.", Whys: []contract.WhySpec{{Word: "far", Meaning: "over 20 steps"}, {Word: "shut"}},
			},
			{
				Name: "give", Kind: contract.Action, Instant: true, Doc: "Hands items over.", Args: []contract.ArgSpec{
					{Name: "to", Type: contract.ArgName, Kind: "player"}, {Name: "item", Type: contract.ArgName, Kind: "item"}, {Name: "n", Type: contract.ArgCount},
				},
			},
			{
				Name: "turn", Kind: contract.Action, Args: []contract.ArgSpec{{Name: "by", Type: contract.ArgNumber}, {Name: "text", Type: contract.ArgText, Optional: true}},
			},
		},
		MeFields: []contract.FieldSpec{
			{Name: "hp", Type: "number", Doc: "0 to 100"},
			{Name: "bag", Type: "map", Of: []contract.FieldSpec{{Type: "number"}}},
			{Name: "goal", Type: "any", Maybe: true},
		},
		Events:       []contract.EventSpec{{Name: "hurt", Args: []string{"by", "hp"}, Doc: "something hit you"}},
		Prelude:      []contract.WordSpec{{Name: "home", Signature: "home()", Doc: "goes to the start"}},
		Game:         "At 0 hp you wake at the start, bag empty.\n",
		Examples:     []string{"home()", "print(look().place)\n"},
		Rate:         10,
		TickReal:     0.05,
		StepsPerTick: 5000,
		MaxThink:     100000,
		ShareTo:      "https://delve.example/guild",
	}
}

func TestBuildCard(t *testing.T) {
	goldenFile(t, "card_miners.txt", contract.BuildCard(miners())+"\n")
	goldenFile(t, "card_delve.txt", contract.BuildCard(delve())+"\n")
	goldenFile(t, "card_bare.txt", contract.BuildCard(contract.CardOptions{})+"\n")
}

func TestCardSize(t *testing.T) {
	require.LessOrEqual(t, contract.Tokens(contract.BuildCard(miners())), 1200)
}

// TestCardIsMadeOfFixedLines proves that the pin covers what stands in a card: but for numbers and what the game brought,
// every line of a card is one of CardLines, in their order.
func TestCardIsMadeOfFixedLines(t *testing.T) {
	options := miners()
	lines := strings.Split(contract.BuildCard(options), "\n")
	at := 0
	for _, fixed := range contract.CardLines() {
		fixed = strings.NewReplacer("{tick}", "1", "{real}", "1", "{steps}", "20000", "{think}", "1000000").Replace(fixed)
		require.NotContains(t, fixed, "{t", "a place that nothing fills")
		i := slices.Index(lines[at:], fixed)
		if i < 0 {
			require.Contains(t, []string{"SENSES", "GAME", "A sense takes no time and changes nothing; nil means unknown."}, fixed, "not in the card")
			continue
		}
		at += i + 1
	}
	whole := contract.BuildCard(delve())
	require.Contains(t, whole, "GAME\nAt 0 hp you wake at the start, bag empty.\n")
	require.Contains(t, whole, "SENSES\nA sense takes no time")
}

func TestDefaultExamples(t *testing.T) {
	place := []contract.ArgSpec{{Name: "place", Type: contract.ArgName, Kind: "place"}}
	n := []contract.ArgSpec{{Name: "n", Type: contract.ArgCount}}
	tests := []struct {
		name  string
		verbs []contract.VerbSpec
		want  string
	}{
		{"no verbs", nil, "wait(5)"},
		{"a sense only", []contract.VerbSpec{{Name: "look", Kind: contract.Sense}}, "wait(5)"},
		{"a name that the card cannot know", []contract.VerbSpec{{Name: "go", Kind: contract.Action, Args: place}}, "wait(5)"},
		{"the first that works", []contract.VerbSpec{{Name: "go", Kind: contract.Action, Args: place}, {Name: "dig", Kind: contract.Action, Args: n}}, "= dig(1)"},
		{"one that takes time rather", []contract.VerbSpec{{Name: "drop", Kind: contract.Action, Instant: true}, {Name: "rest", Kind: contract.Action}}, "= rest()"},
		{"one at once rather than none", []contract.VerbSpec{{Name: "drop", Kind: contract.Action, Instant: true, Args: n, CountDefault: 2}}, "= drop(1)"},
		{
			"a name that may be left out", []contract.VerbSpec{{Name: "hit", Kind: contract.Action, Args: []contract.ArgSpec{{Name: "who", Type: contract.ArgName, Kind: "player", Optional: true}}}},
			"= hit()",
		},
		{
			"numbers and texts", []contract.VerbSpec{{Name: "sing", Kind: contract.Action, Args: []contract.ArgSpec{{Name: "text", Type: contract.ArgText}, {Name: "hz", Type: contract.ArgNumber}}}},
			`= sing("hello", 1)`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			examples := contract.DefaultExamples(tt.verbs, nil)
			require.Len(t, examples, 3)
			require.Contains(t, examples[0], tt.want)
			require.Contains(t, examples[2], "print(now())")
		})
	}
	require.Contains(t, contract.DefaultExamples(nil, []contract.FieldSpec{{Name: "gold"}})[2], "print(now(), me.gold)")
}

func TestSignature(t *testing.T) {
	for _, tt := range []struct {
		want     string
		min, max int
	}{
		{"look()", 0, 0},
		{"price(of: item)", 1, 1},
		{"guess()", 0, 0},
		{"go(place)", 1, 1},
		{"give(to: player, item, n)", 3, 3},
		{"turn(by: number, text?)", 1, 2},
	} {
		name, _, _ := strings.Cut(tt.want, "(")
		verbs := delve().Verbs
		v := verbs[slices.IndexFunc(verbs, func(v contract.VerbSpec) bool { return v.Name == name })]
		least, most := v.Arity()
		require.Equal(t, tt.want, v.Signature())
		require.Equal(t, []int{tt.min, tt.max}, []int{least, most}, tt.want)
	}
	dig := miners().Verbs[0]
	least, most := dig.Arity()
	require.Equal(t, "dig(n=1)", dig.Signature())
	require.Equal(t, []int{0, 1}, []int{least, most})
	amount := contract.VerbSpec{Name: "sell", Args: []contract.ArgSpec{{Name: "amount", Type: contract.ArgCount}, {Name: "why", Type: contract.ArgText, Optional: true}}}
	require.Equal(t, "sell(amount: count, why?: text)", amount.Signature())
}
