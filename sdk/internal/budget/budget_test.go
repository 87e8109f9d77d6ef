package budget_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/sdk/internal/budget"
)

const (
	own  = 20_000
	size = 1_000_000
)

// spendAll lets scripts spend all that they get at their turns, in order, and returns what that was.
func spendAll(p *budget.Pool, buckets []budget.Bucket) []int64 {
	spent := make([]int64, len(buckets))
	for i := range buckets {
		spent[i] = p.Draw(&buckets[i])
		p.Spend(&buckets[i], spent[i])
	}
	return spent
}

func TestTheGrantIsTheSmallerOfTheOwnAndTheShare(t *testing.T) {
	for scripts, want := range map[int]int64{1: own, 49: own, 50: own, 64: 15_625, 200: 5_000, 4_000: 250} {
		p := budget.New(own, size)
		buckets := make([]budget.Bucket, scripts)
		for range 3 {
			p.Open(scripts)
			for i, spent := range spendAll(p, buckets) {
				require.Equal(t, want, spent, "script %d of %d", i, scripts)
			}
		}
	}
}

func TestAnOwnGrantIsNeverMoreThanThePool(t *testing.T) {
	p := budget.New(own, 700)
	require.EqualValues(t, 700, p.Own())
	require.EqualValues(t, 7_000, p.Capacity())
	p.Open(1)
	require.Equal(t, []int64{700}, spendAll(p, make([]budget.Bucket, 1)))
	p.Open(2)
	require.Equal(t, []int64{350, 350}, spendAll(p, make([]budget.Bucket, 2)))
}

func TestNoLimit(t *testing.T) {
	p := budget.New(math.MaxInt64, math.MaxInt64)
	buckets := make([]budget.Bucket, 2)
	for range 30 {
		p.Open(2)
		for _, spent := range spendAll(p, buckets) {
			require.Greater(t, spent, int64(1)<<58)
		}
	}
}

// TestABucketHoldsTenTicks saves while a script waits, and spends that at once where the pool has it.
func TestABucketHoldsTenTicks(t *testing.T) {
	for waits, want := range map[int]int64{0: own, 3: 4 * own, 8: 9 * own, 9: 10 * own, 30: 10 * own} {
		p := budget.New(own, size)
		buckets := make([]budget.Bucket, 1)
		require.Equal(t, []int64{own}, spendAll(p, buckets))
		require.False(t, buckets[0].Holds())
		for range waits {
			p.Open(7) // others' ticks
		}
		p.Open(1)
		require.Equal(t, []int64{want}, spendAll(p, buckets), "after %d ticks of waiting", waits)
	}
}

// TestBurstsUseWhatIsUnspent lets two scripts with full buckets go on among others that spend little or all of theirs.
func TestBurstsUseWhatIsUnspent(t *testing.T) {
	play := func(spend int64) (turn, rest []int64) {
		p := budget.New(own, 100_000)
		bursts, others := make([]budget.Bucket, 2), make([]budget.Bucket, 8)
		spendAll(p, bursts)
		for range 12 {
			p.Open(0)
		}
		p.Open(10)
		turn = spendAll(p, bursts)
		for i := range others {
			p.Spend(&others[i], min(spend, p.Draw(&others[i])))
		}
		p.Share(2)
		return turn, spendAll(p, bursts)
	}
	turn, rest := play(own)
	require.Equal(t, []int64{10_000, 10_000}, turn)
	require.Equal(t, []int64{0, 0}, rest, "the others' parts are theirs")
	turn, rest = play(2_500)
	require.Equal(t, []int64{10_000, 10_000}, turn)
	require.Equal(t, []int64{30_000, 30_000}, rest, "all that is left")
}

// TestAgainstAModel plays random ticks beside a plain account of every bucket.
func TestAgainstAModel(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 0))
		own, size := 1+random.Int64N(300), 1+random.Int64N(5_000)
		p := budget.New(own, size)
		own = min(own, size)
		n := 1 + random.IntN(40)
		buckets, model, begun := make([]budget.Bucket, n), make([]int64, n), make([]bool, n)
		for tick := range 60 {
			var order, more []int
			for k := range n {
				if random.IntN(3) > 0 {
					order = append(order, (k+tick)%n)
				}
			}
			for i := range n {
				if begun[i] {
					model[i] = min(10*own, model[i]+own)
				}
			}
			left := size
			p.Open(len(order))
			draw := func(i int, least int64) {
				most := p.Draw(&buckets[i])
				require.LessOrEqual(t, most, model[i], "no more than its bucket holds")
				require.GreaterOrEqual(t, most, min(model[i], least), "an equal part, whatever the others do")
				spent := random.Int64N(most + 1)
				if random.IntN(2) == 0 {
					spent = most
				}
				p.Spend(&buckets[i], spent)
				model[i] -= spent
				left -= spent
				require.GreaterOrEqual(t, left, int64(0), "the tick spends no more than the pool")
				if spent == most && model[i] > 0 {
					more = append(more, i)
				}
			}
			for _, i := range order {
				if !begun[i] {
					begun[i], model[i] = true, own
				}
				draw(i, size/int64(len(order)))
			}
			hungry, rest := more, left
			p.Share(len(hungry))
			for _, i := range hungry {
				draw(i, rest/int64(len(hungry)))
			}
		}
	}
}

// TestNobodyStarves shares fewer steps than there are scripts: the order rotates, so each has its turn.
func TestNobodyStarves(t *testing.T) {
	const scripts = 20
	p := budget.New(own, 7)
	buckets, got := make([]budget.Bucket, scripts), make([]int64, scripts)
	for tick := range scripts {
		p.Open(scripts)
		var sum int64
		for k := range scripts {
			i := (tick + k) % scripts
			steps := p.Draw(&buckets[i])
			p.Spend(&buckets[i], steps)
			got[i] += steps
			sum += steps
		}
		require.EqualValues(t, 7, sum)
	}
	for i := range got {
		require.EqualValues(t, 7, got[i], "script %d", i)
	}
}

// TestReopenExpectsWhoCameBefore shares the pool among more and fewer than were expected.
func TestReopenExpectsWhoCameBefore(t *testing.T) {
	p := budget.New(own, size)
	buckets := make([]budget.Bucket, 125)
	play := func(n int) (first, last, sum int64) {
		spent := spendAll(p, buckets[:n])
		for _, steps := range spent {
			sum += steps
		}
		p.Reopen()
		return spent[0], spent[n-1], sum
	}
	first, last, sum := play(125)
	require.Equal(t, []int64{own, 0, size}, []int64{first, last, sum}, "one was expected")
	first, last, sum = play(125)
	require.Equal(t, []int64{8_000, 8_000, size}, []int64{first, last, sum})
	first, last, sum = play(25)
	require.Equal(t, []int64{8_000, 8_000, size / 5}, []int64{first, last, sum}, "as many were expected")
	first, last, sum = play(25)
	require.Equal(t, []int64{40_000, 40_000, size}, []int64{first, last, sum}, "and may spend what they saved")
}
