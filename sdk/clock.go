package sdk

import (
	"math"
	"math/rand/v2"
	"strconv"
)

// clock is the world's time: the game's own, or a count kept here.
type clock struct {
	game  Clock // nil: counted here
	rate  float64
	show  func(int64) string // nil: the number
	seed  uint64
	count int64

	source   *rand.PCG
	stream   *rand.Rand
	streamAt int64 // the tick that stream is seeded for
}

func newClock(r *rules, seed uint64) clock {
	c := clock{game: r.clock, rate: r.rate, show: r.stamp, seed: seed, streamAt: -1}
	if c.game != nil {
		c.rate, c.seed = c.game.TicksPerSecond(), c.game.Seed()
	}
	if c.rate <= 0 {
		c.rate = 1
	}
	c.source = rand.NewPCG(0, 0)
	c.stream = rand.New(c.source)
	return c
}

func (c *clock) tick() int64 {
	if c.game != nil {
		return c.game.Tick()
	}
	return c.count
}

func (c *clock) stamp() string {
	switch {
	case c.game != nil:
		return c.game.Stamp()
	case c.show != nil:
		return c.show(c.count)
	}
	return strconv.FormatInt(c.count, 10)
}

// rand is the random stream of this tick.
func (c *clock) rand() *rand.Rand {
	if now := c.tick(); now != c.streamAt {
		c.streamAt = now
		c.source.Seed(c.seed, uint64(now))
	}
	return c.stream
}

// ticks is how long a number of game seconds takes: up to whole ticks, at least one.
func (c *clock) ticks(seconds float64) int64 {
	const rounding = 1e-9 // 0.1 s ten times is a second, whatever the binary fraction says
	n := math.Ceil(seconds*c.rate - rounding)
	if !(n >= 1) {
		return 1
	}
	return int64(min(n, math.MaxInt32))
}

func (c *clock) seconds(ticks int64) float64 { return float64(ticks) / c.rate }
