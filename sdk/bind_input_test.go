package sdk

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
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

func TestBindInputSpecs(t *testing.T) {
	p := &problems{}
	spec := contract.VerbSpec{}
	bindInput[everyInput](p, &spec)
	require.NoError(t, errors.Join(p.found...))
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
	in := bindInput[everyInput](&problems{}, &contract.VerbSpec{})
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

func TestInputReadNumbers(t *testing.T) {
	in := bindInput[struct {
		I8  int8
		I64 int64
		U8  uint8
		U64 uint64
	}](&problems{}, &contract.VerbSpec{})
	tests := []struct {
		number float64
		i8     int8
		i64    int64
		u8     uint8
		u64    uint64
	}{
		{2.5, 3, 3, 3, 3},
		{-2.4, -2, -2, 0, 0},
		{127.4, 127, 127, 127, 127},
		{127.5, 127, 128, 128, 128},
		{-128, -128, -128, 0, 0},
		{-129, -128, -129, 0, 0},
		{1e300, math.MaxInt8, math.MaxInt64, math.MaxUint8, math.MaxUint64},
		{math.Inf(1), math.MaxInt8, math.MaxInt64, math.MaxUint8, math.MaxUint64},
		{math.Inf(-1), math.MinInt8, math.MinInt64, 0, 0},
		{-1 << 63, math.MinInt8, math.MinInt64, 0, 0},
		{math.NaN(), 0, 0, 0, 0},
	}
	for _, tt := range tests {
		a := Arg{Given: true, Number: tt.number}
		got := in.read(Args{a, a, a, a})
		require.Equal(t, tt.i8, got.I8, tt.number)
		require.Equal(t, tt.i64, got.I64, tt.number)
		require.Equal(t, tt.u8, got.U8, tt.number)
		require.Equal(t, tt.u64, got.U64, tt.number)
	}
}

func TestInputCountDefault(t *testing.T) {
	spec := contract.VerbSpec{}
	in := bindInput[struct {
		N Count `default:"7"`
	}](&problems{}, &spec)
	require.Equal(t, 7, spec.CountDefault)
	require.Equal(t, Count(7), in.read(Args{{}}).N)
	require.Equal(t, Count(7), in.read(Args{{Count: 7}}).N, "as the host says a default")
	require.Equal(t, Count(2), in.read(Args{{Given: true, Count: 2}}).N)
}

func TestInputOfNothing(t *testing.T) {
	spec := contract.VerbSpec{}
	in := bindInput[struct{}](&problems{}, &spec)
	require.Empty(t, spec.Args)
	require.Equal(t, struct{}{}, in.read(nil))
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
		p := &problems{}
		checkTags(p, reflect.StructField{Name: "To", Tag: reflect.StructTag(tt.tag)}, tagArg, tagKind)
		if tt.want == "" {
			require.Empty(t, p.found)
		} else {
			require.EqualError(t, errors.Join(p.found...), tt.want)
		}
	}
}

func TestVerbCallsAllocateNothing(t *testing.T) {
	type amount struct {
		N  Count
		To string `kind:"place"`
		F  int
	}
	type left struct{ N int }
	b, err := bindGame(&Game[*hero]{
		Name: "test",
		Verbs: []Verb[*hero]{
			Action("dig", "Digs.", Steps[*hero, amount, left]{
				Start: func(_ *hero, in amount) (left, *Outcome) { return left{N: in.N.Or(99)}, nil },
				Step:  func(_ *hero, a *left) (Outcome, bool) { a.N--; return Did(1), a.N == 0 },
			}),
			Instant("drop", "Drops.", func(_ *hero, in amount) Outcome { return Did(in.N.Or(0)) }),
		},
		Kinds: []Kind[*hero]{{Name: "place", Known: func(*hero) []string { return nil }}},
		Join:  newHero,
	})
	require.NoError(t, err)
	r := b.rules()
	var c Player = &hero{}
	args := Args{{Given: true, Count: 3}, {Given: true, Text: "Inn"}, {Given: true, Number: 4}}
	box, _ := r.start(c, 0, args, nil)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		box, _ = r.start(c, 0, args, box)
		for ended := false; !ended; {
			_, ended = r.step(c, 0, box)
		}
		box, _ = r.start(c, 1, args, box)
	}))
}
