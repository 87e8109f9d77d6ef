package number_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua/internal/number"
)

// spread returns numbers of every size, with few and with many digits, of both signs.
func spread(seed uint64, n int) []float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	all := []float64{
		0, math.Copysign(0, -1), 1, -1, 3, 0.1, 1 << 53, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, 0x1p-1023,
		math.Inf(1), math.Inf(-1), math.NaN(),
	}
	for range n {
		all = append(all,
			math.Float64frombits(r.Uint64()),
			math.Ldexp(float64(r.IntN(100)), r.IntN(2000)-1000),
			float64(r.IntN(1000)-500)/8,
			math.Round(r.NormFloat64()*1e9)/1e4,
		)
	}
	return all
}

func TestFmod(t *testing.T) {
	few := spread(1, 60)
	for _, a := range few {
		for _, b := range few {
			want, got := math.Mod(a, b), number.Fmod(a, b)
			if math.IsNaN(want) {
				require.True(t, math.IsNaN(got), "%g %g", a, b)
				continue
			}
			require.Equal(t, math.Float64bits(want), math.Float64bits(got), "%g %g: %g, got %g", a, b, want, got)
		}
	}
}

// TestFormatG compares with what strconv writes with and without an exponent.
func TestFormatG(t *testing.T) {
	for _, f := range spread(2, 300) {
		if math.IsInf(f, 0) || math.IsNaN(f) || f == 0 {
			continue
		}
		for _, digits := range []int{1, 2, 6, 14, 17, 40, 99} {
			scientific := strconv.FormatFloat(f, 'e', digits-1, 64)
			exponent, err := strconv.Atoi(scientific[strings.IndexByte(scientific, 'e')+1:])
			require.NoError(t, err)
			want := scientific
			if -4 <= exponent && exponent < digits {
				want = strconv.FormatFloat(f, 'f', digits-1-exponent, 64)
			}
			require.Equal(t, want, number.FormatG(f, digits, true), "%g with %d digits", f, digits)
		}
	}
	for f, want := range map[float64]string{0.1: "0.1", -2.5: "-2.5", 1e15 + 0.5: "1e+15", 1e-5: "1e-05", 123456.75: "123456.75", 0.0001: "0.0001", -0.00012: "-0.00012"} {
		require.Equal(t, want, number.FormatG(f, 14, false))
	}
}

// TestWork: a numeral that strconv works out digit by digit costs what it has to do.
func TestWork(t *testing.T) {
	for text, want := range map[string]int64{
		"": 1, "12": 1, "-1.5e300": 1, "0x7fffffffffffffff": 1, "1e-280": 1, "hello": 1, "5e-mail": 1, "12345678901234567890123e": 205,
		"5e-324": 200, "5E-324": 200, " -3.1415926535e-310 ": 200, "5e-99999999999999999999": 200,
		"12345678901234567890": 204, strings.Repeat("7", 4000): 1200, "." + strings.Repeat("0", 4000) + "1": 1200,
		strings.Repeat(" ", 3200): 101, strings.Repeat("-", 3200): 101,
	} {
		require.GreaterOrEqual(t, number.Work(text), want, "%.30q", text)
		require.Less(t, number.Work(text), want+150, "%.30q", text)
	}
}

func ExampleParse() {
	f, ok := number.Parse(" 0x10 ")
	fmt.Println(f, ok)
	_, ok = number.Parse("ten")
	fmt.Println(ok)
	// Output:
	// 16 true
	// false
}
