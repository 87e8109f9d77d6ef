package checker_test

import (
	"slices"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
)

func count(name string) contract.ArgSpec {
	return contract.ArgSpec{Name: name, Type: contract.ArgCount}
}

func name(name, kind string) contract.ArgSpec {
	return contract.ArgSpec{Name: name, Type: contract.ArgName, Kind: kind}
}

// miners is the smallest game: two actions, one field.
func miners() *checker.Env {
	return &checker.Env{
		Verbs: []contract.VerbSpec{
			{Name: "dig", Kind: contract.Action, Args: []contract.ArgSpec{count("n")}, CountDefault: 1},
			{
				Name: "drop", Kind: contract.Action, Args: []contract.ArgSpec{count("n")}, CountDefault: 1,
				Whys: []contract.WhySpec{{Word: "short", Meaning: "you have less"}},
			},
		},
		MeFields: []contract.FieldSpec{{Name: "gold", Type: "number"}},
		Globals:  []string{"must"},
	}
}

// vale is a game with a bit of everything that a game can declare.
func vale() *checker.Env {
	names := map[string][]string{
		"place": {"home", "mine", "shack"},
		"item":  {"ore", "wood", "pick"},
		"who":   {"bo", "ann"},
	}
	return &checker.Env{
		Verbs: []contract.VerbSpec{
			{
				Name: "dig", Kind: contract.Action, Args: []contract.ArgSpec{count("n")}, CountDefault: 1,
				Whys: []contract.WhySpec{{Word: "full"}, {Word: "none"}},
			},
			{
				Name: "drop", Kind: contract.Action, Args: []contract.ArgSpec{count("n")}, CountDefault: 1,
				Whys: []contract.WhySpec{{Word: "short"}},
			},
			{Name: "go", Kind: contract.Action, Args: []contract.ArgSpec{name("place", "place")}, Whys: []contract.WhySpec{{Word: "blocked"}}},
			{Name: "give", Kind: contract.Action, Args: []contract.ArgSpec{name("to", "who"), name("item", "item"), count("n")}, CountDefault: 1},
			{Name: "shout", Kind: contract.Action, Instant: true, Args: []contract.ArgSpec{{Name: "text", Type: contract.ArgText}}},
			{
				Name: "turn", Kind: contract.Action,
				Args: []contract.ArgSpec{{Name: "angle", Type: contract.ArgNumber}, {Name: "slowly", Type: contract.ArgText, Optional: true}},
			},
			{
				Name: "scan", Kind: contract.Sense, Args: []contract.ArgSpec{{Name: "kind", Type: contract.ArgName, Kind: "item", Optional: true}},
				Answer: &contract.FieldSpec{Type: "list", Of: []contract.FieldSpec{{Name: "name", Type: "text"}, {Name: "far", Type: "number"}}},
			},
			{
				Name: "find", Kind: contract.Sense, Args: []contract.ArgSpec{name("place", "place")},
				Answer: &contract.FieldSpec{Type: "table", Maybe: true, Of: []contract.FieldSpec{{Name: "x", Type: "number"}, {Name: "y", Type: "number"}}},
			},
			{Name: "price", Kind: contract.Sense, Args: []contract.ArgSpec{name("item", "item")}, Answer: &contract.FieldSpec{Type: "number"}},
		},
		MeFields: []contract.FieldSpec{
			{Name: "gold", Type: "number"},
			{Name: "hp", Type: "number"},
			{Name: "name", Type: "text"},
			{Name: "place", Type: "text"},
			{Name: "tired", Type: "boolean"},
			{Name: "target", Type: "text", Maybe: true},
			{Name: "pack", Type: "map", Of: []contract.FieldSpec{{Type: "number"}}},
			{Name: "pos", Type: "table", Of: []contract.FieldSpec{{Name: "x", Type: "number"}, {Name: "y", Type: "number"}}},
			{Name: "friends", Type: "list", Of: []contract.FieldSpec{{Name: "name", Type: "text"}, {Name: "hp", Type: "number"}}},
		},
		Events: []contract.EventSpec{
			{Name: "hurt", Args: []string{"amount"}},
			{Name: "arrived", Args: []string{"place"}},
		},
		Globals:  []string{"must", "nearest", "haul"},
		Refused:  map[string]string{"teleport": "walk there: go(place)"},
		Saved:    []string{"farm", "haul_all"},
		Synonyms: map[string]string{"Mine": "dig", "harvest": "dig"},
		Knows:    func(kind, name string) bool { return slices.Contains(names[kind], name) },
		Known:    func(kind string) []string { return names[kind] },
	}
}
