package clock_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/sdk/internal/clock"
)

func TestCounts(t *testing.T) {
	c := clock.New(nil, clock.Options{})
	require.Zero(t, c.Tick())
	require.Equal(t, 1.0, c.Rate())
	require.Equal(t, time.Second, c.Length())
	c.Advance()
	require.Zero(t, c.Last(), "nobody asked yet")
	require.EqualValues(t, 1, c.Tick())
	require.EqualValues(t, 1, c.Last())
	require.Equal(t, "1", c.Stamp())
	c.Set(41)
	c.Advance()
	require.EqualValues(t, 42, c.Tick())

	said := clock.New(nil, clock.Options{Stamp: func(tick int64) string { return "noon" }})
	require.Equal(t, "noon", said.Stamp())
}

func TestDurations(t *testing.T) {
	c := clock.New(nil, clock.Options{Rate: 10})
	require.Equal(t, 100*time.Millisecond, c.Length())
	for seconds, ticks := range map[float64]int64{
		0: 1, -3: 1, 0.1: 1, 0.11: 2, 0.3: 3, 0.7: 7, 1: 10, 1.01: 11, 1e300: math.MaxInt32, math.Inf(1): math.MaxInt32,
	} {
		require.Equal(t, ticks, c.Ticks(seconds), seconds)
		require.Equal(t, ticks, c.RealTicks(seconds), seconds)
	}
	require.EqualValues(t, 1, c.Ticks(math.NaN()))
	require.Equal(t, 2.5, c.Seconds(25))

	c.SetLength(time.Second)
	require.EqualValues(t, 45, c.RealTicks(45))
	require.EqualValues(t, 450, c.Ticks(45), "game time is another matter")
	c.SetLength(0)
	require.Equal(t, 100*time.Millisecond, c.Length())
}

func TestRandIsTheTicks(t *testing.T) {
	draw := func(seed uint64, ticks int64) uint64 {
		c := clock.New(nil, clock.Options{Seed: seed})
		c.Set(ticks)
		return c.Rand().Uint64()
	}
	require.Equal(t, draw(7, 3), draw(7, 3))
	require.NotEqual(t, draw(7, 3), draw(7, 4))
	require.NotEqual(t, draw(7, 3), draw(8, 3))

	c := clock.New(nil, clock.Options{Seed: 7})
	c.Set(3)
	first := c.Rand()
	require.Equal(t, draw(7, 3), first.Uint64())
	require.NotEqual(t, draw(7, 3), c.Rand().Uint64(), "within a tick the stream goes on")
}

// sundial is a game that keeps its own time.
type sundial struct{ tick int64 }

func (*sundial) TicksPerSecond() float64 { return 4 }
func (s *sundial) Tick() int64           { return s.tick }
func (*sundial) Stamp() string           { return "dawn" }
func (*sundial) Seed() uint64            { return 9 }

func TestGameKeepsTime(t *testing.T) {
	s := &sundial{tick: 5}
	c := clock.New(s, clock.Options{Rate: 1, Seed: 1, Stamp: func(int64) string { return "noon" }})
	require.Equal(t, 4.0, c.Rate())
	require.EqualValues(t, 9, c.Seed())
	require.Equal(t, "dawn", c.Stamp())
	require.EqualValues(t, 5, c.Tick())
	s.tick = 6
	c.Advance()
	require.EqualValues(t, 5, c.Last())
	require.EqualValues(t, 6, c.Tick())
}
