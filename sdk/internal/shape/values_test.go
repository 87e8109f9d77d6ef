package shape_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/sdk/internal/shape"
)

func TestSetNumber(t *testing.T) {
	type numbers struct {
		I8  int8
		I64 int64
		U8  uint8
		U64 uint64
		F64 float64
	}
	tests := []struct {
		number float64
		want   numbers
	}{
		{2.5, numbers{3, 3, 3, 3, 2.5}},
		{-2.4, numbers{-2, -2, 0, 0, -2.4}},
		{127.4, numbers{127, 127, 127, 127, 127.4}},
		{127.5, numbers{127, 128, 128, 128, 127.5}},
		{-128, numbers{-128, -128, 0, 0, -128}},
		{-129, numbers{-128, -129, 0, 0, -129}},
		{1e300, numbers{math.MaxInt8, math.MaxInt64, math.MaxUint8, math.MaxUint64, 1e300}},
		{math.Inf(1), numbers{math.MaxInt8, math.MaxInt64, math.MaxUint8, math.MaxUint64, math.Inf(1)}},
		{math.Inf(-1), numbers{math.MinInt8, math.MinInt64, 0, 0, math.Inf(-1)}},
		{-1 << 63, numbers{math.MinInt8, math.MinInt64, 0, 0, -1 << 63}},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, set[numbers](tt.number), tt.number)
	}
	none := set[numbers](math.NaN())
	require.True(t, math.IsNaN(none.F64))
	none.F64 = 0
	require.Equal(t, numbers{}, none)
}

// set is a struct whose fields were all set to a number, whatever they held.
func set[T any](number float64) (all T) {
	v := reflect.ValueOf(&all).Elem()
	for i := range v.NumField() {
		shape.SetNumber(v.Field(i), 1)
		shape.SetNumber(v.Field(i), number)
	}
	return all
}

func TestIsNumber(t *testing.T) {
	for _, of := range []any{1, int8(1), uint64(1), float32(1), struct{ N int }{}.N} {
		require.True(t, shape.IsNumber(reflect.TypeOf(of)))
	}
	for _, of := range []any{"1", true, uintptr(1), complex(1, 0), []int{1}} {
		require.False(t, shape.IsNumber(reflect.TypeOf(of)))
	}
}
