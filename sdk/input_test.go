package sdk

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/shape"
)

type direction string

type everyInput struct {
	Count  Count
	To     string `kind:"place"`
	Text   string `arg:"words"`
	Way    direction
	F32    float32
	F64    float64
	I8     int8
	Int    int
	U8     uint8
	U64    uint64
	Maybe  *float64
	Maybe2 *string `kind:"person"`
	Last   int     `optional:"true"`
}

// inputOf binds a sound input.
func inputOf[In any](t *testing.T) (*input[In], contract.VerbSpec) {
	t.Helper()
	var p shape.Problems
	var spec contract.VerbSpec
	in := bindInput[In](&p, &spec)
	require.NoError(t, p.Err())
	return in, spec
}

func TestInputSpecs(t *testing.T) {
	_, spec := inputOf[everyInput](t)
	require.Equal(t, []contract.ArgSpec{
		{Name: "count", Type: contract.ArgCount},
		{Name: "to", Type: contract.ArgName, Kind: "place"},
		{Name: "words", Type: contract.ArgText},
		{Name: "way", Type: contract.ArgText},
		{Name: "f32", Type: contract.ArgNumber},
		{Name: "f64", Type: contract.ArgNumber},
		{Name: "i8", Type: contract.ArgNumber},
		{Name: "int", Type: contract.ArgNumber},
		{Name: "u8", Type: contract.ArgNumber},
		{Name: "u64", Type: contract.ArgNumber},
		{Name: "maybe", Type: contract.ArgNumber, Optional: true},
		{Name: "maybe2", Type: contract.ArgName, Kind: "person", Optional: true},
		{Name: "last", Type: contract.ArgNumber, Optional: true},
	}, spec.Args)
	require.Zero(t, spec.CountDefault)
}

func TestInputRead(t *testing.T) {
	in, _ := inputOf[everyInput](t)
	number := func(f float64) Arg { return Arg{Given: true, Number: f} }
	text := func(s string) Arg { return Arg{Given: true, Text: s} }
	half, name := 0.5, "Bo"
	all := in.read(Args{
		{Given: true, Count: All}, text("Inn"), text("hello"), text("north"), number(0.5), number(0.25), number(-3), number(41.6),
		number(7), number(1e19), number(0.5), text("Bo"), number(9),
	})
	require.Equal(t, everyInput{
		Count: All, To: "Inn", Text: "hello", Way: "north", F32: 0.5, F64: 0.25, I8: -3, Int: 42, U8: 7, U64: 1e19,
		Maybe: &half, Maybe2: &name, Last: 9,
	}, all)

	few := in.read(Args{{Given: true, Count: 3}, text("Well"), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}})
	require.Equal(t, everyInput{Count: 3, To: "Well"}, few, "nothing of an earlier call stays")
	require.Equal(t, "Bo", *all.Maybe2, "an earlier input is untouched by a later one")
}

func TestInputCountDefault(t *testing.T) {
	in, spec := inputOf[struct {
		N Count `default:"7"`
	}](t)
	require.Equal(t, 7, spec.CountDefault)
	require.Equal(t, Count(7), in.read(Args{{}}).N)
	require.Equal(t, Count(7), in.read(Args{{Count: 7}}).N, "as the host says a default")
	require.Equal(t, Count(2), in.read(Args{{Given: true, Count: 2}}).N)
}

func TestInputOfNothing(t *testing.T) {
	in, spec := inputOf[struct{}](t)
	require.Empty(t, spec.Args)
	require.Equal(t, struct{}{}, in.read(nil))
}
