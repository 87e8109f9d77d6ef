package shape_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/sdk/internal/shape"
)

func TestProblems(t *testing.T) {
	var p shape.Problems
	require.NoError(t, p.Err())
	verb := p.About("verb dig")
	field := verb.About("field N")
	field.Add("it is %d", 0)
	p.Add("the name is missing")
	verb.Add("it is there twice")
	require.EqualError(t, p.Err(), "verb dig: field N: it is 0\nthe name is missing\nverb dig: it is there twice")
	require.Equal(t, p.Err(), field.Err())
}

func TestWords(t *testing.T) {
	require.Equal(t, "dig", shape.ShownName("dig"))
	require.Equal(t, `"end"`, shape.ShownName("end"))
	require.Equal(t, `"my dig"`, shape.ShownName("my dig"))
	require.Equal(t, "; did you mean place?", shape.DidYouMean("plase", []string{"person", "place"}))
	require.Empty(t, shape.DidYouMean("x", []string{"place"}))
}

func TestCheckTags(t *testing.T) {
	tests := []struct{ tag, want string }{
		{`arg:"to" json:"to"`, ""},
		{``, ""},
		{`arg:to`, `field To: its tags cannot be read from "arg:to" on; each is name:"value", with a space between two`},
		{`arg:"to" kind`, `field To: its tags cannot be read from "kind" on; each is name:"value", with a space between two`},
		{`knid:"place"`, "field To: it has the tag knid; did you mean kind?"},
	}
	for _, tt := range tests {
		var p shape.Problems
		shape.CheckTags(&p, reflect.StructField{Name: "To", Tag: reflect.StructTag(tt.tag)}, "arg", "kind")
		if tt.want == "" {
			require.NoError(t, p.Err(), tt.tag)
		} else {
			require.EqualError(t, p.Err(), tt.want)
		}
	}
}

type (
	runner interface{ Run(far int) (string, error) }
	both   interface {
		Run(far int) (string, error)
		Rest()
		Stop() error
	}
	list[T any] interface{ List() []T }

	able      struct{}
	unable    struct{}
	nearly    struct{}
	listsInts struct{}
)

func (able) Run(int) (string, error) { return "ran", nil }
func (nearly) Run(int, string)       {}
func (listsInts) List() []int        { return nil }

func TestAbility(t *testing.T) {
	var p shape.Problems
	r, ok := shape.Ability[runner](&p, able{})
	require.True(t, ok)
	require.Equal(t, able{}, r)
	_, ok = shape.Ability[list[int]](&p, listsInts{})
	require.True(t, ok)
	_, ok = shape.Ability[both](&p, unable{})
	require.False(t, ok)
	require.NoError(t, p.Err())

	for want, misses := range map[string]func(p *shape.Problems){
		"method Run has the signature (int, string); runner wants (int) (string, error)": func(p *shape.Problems) {
			shape.Ability[runner](p, nearly{})
		},
		"method Run is there, but both also wants Rest() and Stop() error": func(p *shape.Problems) { shape.Ability[both](p, able{}) },
		"method List has the signature () []int; list wants () []string": func(p *shape.Problems) {
			shape.Ability[list[string]](p, listsInts{})
		},
	} {
		var p shape.Problems
		misses(&p)
		require.EqualError(t, p.Err(), want)
	}
}
