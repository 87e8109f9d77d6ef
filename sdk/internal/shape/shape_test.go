package shape_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/shape"
)

type (
	direction string
	body      struct {
		Health int `me:"hp"`
	}
	spot struct {
		X, Y int
		Note string `json:"note,omitempty" doc:"what stands there"`
	}
	friend struct {
		Name string  `json:"name"`
		Best *friend `json:"best"`
	}
	nested []nested
	tree   map[string]tree
	hidden struct{ x int }
)

func TestAnswer(t *testing.T) {
	number, maybe := contract.FieldSpec{Type: "number"}, contract.FieldSpec{Type: "number", Maybe: true}
	spotFields := []contract.FieldSpec{
		{Name: "X", Type: "number"}, {Name: "Y", Type: "number"},
		{Name: "note", Type: "text", Maybe: true, Doc: "what stands there"},
	}
	friendFields := []contract.FieldSpec{{Name: "name", Type: "text"}, {Name: "best", Type: "table", Maybe: true}}
	tests := []struct {
		name string
		want *contract.FieldSpec
		got  *contract.FieldSpec
	}{
		{"int", &number, answer[int](t)},
		{"pointer", &maybe, answer[*uint8](t)},
		{"bool", &contract.FieldSpec{Type: "boolean"}, answer[bool](t)},
		{"own string", &contract.FieldSpec{Type: "text"}, answer[direction](t)},
		{"list", &contract.FieldSpec{Type: "list"}, answer[[]string](t)},
		{"array", &contract.FieldSpec{Type: "list"}, answer[[2]float64](t)},
		{"map", &contract.FieldSpec{Type: "map"}, answer[map[direction]int](t)},
		{"struct", &contract.FieldSpec{Type: "table", Of: spotFields}, answer[spot](t)},
		{"maybe struct", &contract.FieldSpec{Type: "table", Maybe: true, Of: spotFields}, answer[*spot](t)},
		{"list of structs", &contract.FieldSpec{Type: "list", Of: spotFields}, answer[[]*spot](t)},
		{"map of structs", &contract.FieldSpec{Type: "map", Of: spotFields}, answer[map[string]spot](t)},
		{"inside itself", &contract.FieldSpec{Type: "table", Of: friendFields}, answer[friend](t)},
		{"any inside", &contract.FieldSpec{Type: "table", Of: []contract.FieldSpec{{Name: "V", Type: "any", Maybe: true}}},
			answer[struct {
				V any
				w int
				Z int `json:"-"`
			}](t)},
		{"embedded", &contract.FieldSpec{Type: "table", Of: append(spotFields[:3:3], contract.FieldSpec{Name: "Z", Type: "number"})},
			answer[struct {
				spot
				Z int
			}](t)},
		{"embedded without a field", &contract.FieldSpec{Type: "table", Of: []contract.FieldSpec{{Name: "Z", Type: "number"}}},
			answer[struct {
				hidden
				Z int
			}](t)},
		{"embedded pointer", &contract.FieldSpec{Type: "table", Of: []contract.FieldSpec{
			{Name: "Health", Type: "number", Maybe: true}, {Name: "Z", Type: "number"},
		}},
			answer[struct {
				*body
				Z int
			}](t)},
		{"own before embedded", &contract.FieldSpec{Type: "table", Of: []contract.FieldSpec{
			{Name: "Health", Type: "text"}, {Name: "id", Type: "text"},
		}},
			answer[struct {
				body
				Health string
				ID     int `json:"id,string"`
			}](t)},
		{"list inside itself", &contract.FieldSpec{Type: "list"}, answer[nested](t)},
		{"map inside itself", &contract.FieldSpec{Type: "map"}, answer[tree](t)},
		{"bytes", &contract.FieldSpec{Type: "text"}, answer[[]byte](t)},
		{"anything", nil, answer[any](t)},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, tt.got, tt.name)
	}
}

func answer[Out any](t *testing.T) *contract.FieldSpec {
	t.Helper()
	var p shape.Problems
	spec, _ := shape.Answer[Out](&p)
	require.NoError(t, p.Err())
	return spec
}

func TestAnswersFitTheirShape(t *testing.T) {
	require.Nil(t, fitted[*spot]())
	require.Nil(t, fitted[any]())
	require.Equal(t, []any{}, fitted[[]string]())
	require.Equal(t, "", fitted[[]byte]())
	require.Equal(t, map[string]any{}, fitted[map[string]int]())
	require.Equal(t, 0, fitted[int]())
}

// fitted is what a sense hands over for the zero value of a type.
func fitted[Out any]() any {
	_, fit := shape.Answer[Out](&shape.Problems{})
	var zero Out
	return fit(zero)
}

func TestAnswerProblems(t *testing.T) {
	tests := []struct {
		name, want string
		of         reflect.Type
	}{
		{"func", "verb look: its answer.Ring: it is a func, which JSON cannot say", reflect.TypeFor[struct{ Ring func() }]()},
		{"channels", "verb look: its answer[][]: it is a channel, which JSON cannot say", reflect.TypeFor[map[string][]chan int]()},
		{"complex", "verb look: its answer: it is a complex number, which JSON cannot say", reflect.TypeFor[complex64]()},
		{"address", "verb look: its answer: it is an address, which JSON cannot say", reflect.TypeFor[uintptr]()},
		{"keys", "verb look: its answer: the keys of its map are no strings, which JSON cannot say", reflect.TypeFor[map[int]int]()},
		{"hides", "verb look: its answer: it has no exported field, so that Lua would see an empty table", reflect.TypeOf(hidden{x: 1})},
		{"writes itself", "verb look: its answer.At: it writes its own JSON, so that its shape cannot be told; use plain fields",
			reflect.TypeFor[struct{ At time.Time }]()},
		{"misspelt tag", "verb look: field At: it has the tag dok; did you mean doc?", reflect.TypeFor[struct {
			At int `dok:"where"`
		}]()},
	}
	for _, tt := range tests {
		var p shape.Problems
		shape.Of(p.About("verb look"), tt.of, "its answer")
		require.EqualError(t, p.Err(), tt.want, tt.name)
	}
}

func TestCheckPlain(t *testing.T) {
	const pointer = " is a pointer; after a restart it would point to a copy, so remember a name or a number"
	tests := []struct {
		name, want string
		of         reflect.Type
	}{
		{"plain", "", reflect.TypeFor[struct {
			N    int
			Way  []direction
			Seen map[string]bool
			At   time.Time
			Rest struct{}
			body
		}]()},
		{"whole keys", "", reflect.TypeFor[map[int8]string]()},
		{"inside itself", "", reflect.TypeFor[nested]()},
		{"func", "it, field Then is a func, which cannot be saved; an action remembers plain data", reflect.TypeFor[struct{ Then func() }]()},
		{"channel", "it, field Way[] is a channel, which cannot be saved; an action remembers plain data",
			reflect.TypeFor[struct{ Way []chan int }]()},
		{"interface", "it[] is an interface, which cannot be saved; an action remembers plain data", reflect.TypeFor[map[string]any]()},
		{"pointer", "it, field Prey" + pointer, reflect.TypeFor[struct{ Prey *body }]()},
		{"unexported", "it, field x is unexported, so that a save would lose it", reflect.TypeFor[hidden]()},
		{"unsaved", `it, field Left has the tag json:"-", so that a save would lose it`, reflect.TypeFor[struct {
			Left int `json:"-"`
		}]()},
		{"float keys", "it is a map whose keys JSON cannot say; use strings or whole numbers", reflect.TypeFor[map[float64]int]()},
	}
	for _, tt := range tests {
		var p shape.Problems
		shape.CheckPlain(&p, tt.of, "it")
		if tt.want == "" {
			require.NoError(t, p.Err(), tt.name)
		} else {
			require.EqualError(t, p.Err(), tt.want, tt.name)
		}
	}
}
