package syntax_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua/syntax"
)

func TestToNumber(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "12": 12, " 12\n": 12, "-3": -3, "+3": 3, "1.5": 1.5, ".5": 0.5, "5.": 5, "1e3": 1000, "1E-2": 0.01, "1e+2": 100,
		"0x10": 16, "0XfF": 255, "-0xA": -10, "0x.8": 0.5, "0xA.8p1": 21, "0x1P-2": 0.25, "0x1p4": 16,
		"0xffffffffffffffff": -1, "0x7fffffffffffffff": 1 << 63, "0x1ffffffffffffffff": -1,
		"9223372036854775807": 1 << 63, "1e400": math.Inf(1), "-1e400": math.Inf(-1), "1e-400": 0, "007": 7,
	} {
		got, ok := syntax.ToNumber(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	zero, ok := syntax.ToNumber("-0")
	require.True(t, ok)
	require.False(t, math.Signbit(zero), "whole numbers have one zero")
	zero, _ = syntax.ToNumber("-0.0")
	require.True(t, math.Signbit(zero))
	for _, text := range []string{
		"", " ", "-", "+", ".", "e1", "1e", "1e+", "0x", "0xg", "0x.", "0x1p", "1 2", "1_0", "0b1", "inf", "nan", "-inf", "Infinity", "--1", "1..2",
		"1.2.3", "0x1.2.3", "1f", "١",
	} {
		_, ok := syntax.ToNumber(text)
		require.False(t, ok, text)
	}
}
