package shape_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/shape"
)

// hero has a field of me of every sort.
type hero struct {
	Gold    int                `me:"gold" doc:"what you carry"`
	Class   direction          `me:"class"`
	Speed   *float64           `me:"speed"`
	Alive   bool               `me:"alive"`
	Bag     map[direction]int  `me:"bag"`
	Tools   []string           `me:"tools"`
	Spot    spot               `me:"spot"`
	Friends map[string]*friend `me:"friends"`
	Luck    uint8              `me:"luck"`
	Weight  float32            `me:"weight"`
	Secret  int
	body
}

func TestMe(t *testing.T) {
	var p shape.Problems
	me := shape.MeOf(&p, reflect.TypeFor[hero]())
	require.NoError(t, p.Err())
	require.Equal(t, []contract.FieldSpec{
		{Name: "gold", Type: "number", Doc: "what you carry"},
		{Name: "class", Type: "text"},
		{Name: "speed", Type: "number", Maybe: true},
		{Name: "alive", Type: "boolean"},
		{Name: "bag", Type: "map"},
		{Name: "tools", Type: "list"},
		{Name: "spot", Type: "table", Of: []contract.FieldSpec{
			{Name: "X", Type: "number"}, {Name: "Y", Type: "number"},
			{Name: "note", Type: "text", Maybe: true, Doc: "what stands there"},
		}},
		{Name: "friends", Type: "map", Of: []contract.FieldSpec{
			{Name: "name", Type: "text"}, {Name: "best", Type: "table", Maybe: true},
		}},
		{Name: "luck", Type: "number"},
		{Name: "weight", Type: "number"},
		{Name: "hp", Type: "number"},
	}, me.Specs())

	bo := &friend{Name: "Bo"}
	speed := 1.5
	h := &hero{
		Gold: 3, Class: "mage", Speed: &speed, Alive: true, Bag: map[direction]int{"ore": 2}, Tools: []string{"axe"},
		Spot: spot{X: 1}, Friends: map[string]*friend{"bo": bo, "no": nil}, Luck: 7, Weight: 0.5, body: body{Health: 9},
	}
	tests := []struct {
		hero       *hero
		field, key string
		want       any
	}{
		{h, "gold", "", 3.0}, {h, "class", "", "mage"}, {h, "speed", "", 1.5}, {h, "alive", "", true}, {h, "hp", "", 9.0},
		{h, "luck", "", 7.0}, {h, "weight", "", 0.5},
		{h, "bag", "ore", 2.0}, {h, "bag", "coal", nil}, {h, "bag", "", map[string]any{"ore": 2.0}},
		{h, "tools", "", []string{"axe"}}, {h, "spot", "", spot{X: 1}},
		{h, "friends", "bo", bo}, {h, "friends", "no", nil}, {h, "friends", "", map[string]any{"bo": bo, "no": nil}},
		{h, "secret", "", nil}, {h, "Gold", "", nil},
		{&hero{}, "speed", "", nil}, {&hero{}, "bag", "", map[string]any{}}, {&hero{}, "bag", "ore", nil}, {&hero{}, "tools", "", []any{}},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, me.Read(tt.hero, tt.field, tt.key), "me.%s %s", tt.field, tt.key)
	}
}

// Pocket is exported, so that what it is embedded in can be read but for the pointer.
type Pocket struct {
	Coins int `me:"coins"`
}

func TestMeProblems(t *testing.T) {
	tests := []struct {
		of   reflect.Type
		want string
	}{
		{reflect.TypeFor[struct {
			gold int `me:"gold"`
		}](), `field gold: it has the tag me:"gold" but is unexported, so that it cannot be read`},
		{reflect.TypeFor[struct {
			Gold, Coins int `me:"gold"`
		}](), `field Coins: the tag me:"gold" is there twice`},
		{reflect.TypeFor[struct {
			Bag chan int `me:"bag"`
		}](), "field Bag: it is a channel, which JSON cannot say"},
		{reflect.TypeFor[struct {
			Bag int `me:"my bag"`
		}](), `field Bag: the tag me is "my bag", which is no Lua name`},
		{reflect.TypeFor[struct {
			Bag int `mee:"bag"`
		}](), "field Bag: it has the tag mee; did you mean me?"},
		{reflect.TypeFor[struct{ *Pocket }](),
			`field Coins: it has the tag me:"coins" but is in a struct embedded by pointer, which may be nil`},
	}
	for _, tt := range tests {
		var p shape.Problems
		shape.MeOf(&p, tt.of)
		require.EqualError(t, p.Err(), tt.want)
	}
}
