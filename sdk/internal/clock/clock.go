package clock

import (
	"math"
	"math/rand/v2"
	"strconv"
	"time"
)

// Game is a game that keeps its own time.
type Game interface {
	TicksPerSecond() float64 // of game seconds
	Tick() int64
	Stamp() string
	Seed() uint64
}

// Options of a clock. The zero value counts one tick a second.
type Options struct {
	Rate  float64                 // ticks per game second; 0: 1; a Game gives its own
	Seed  uint64                  // of the random streams; a Game gives its own
	Stamp func(tick int64) string // a tick as players say it; nil: the number; a Game gives its own
}

// Clock is the time of one world.
type Clock struct {
	// fixed at creation
	game  Game // nil: counted here
	rate  float64
	seed  uint64
	stamp func(tick int64) string // nil: the number

	length time.Duration // of a tick in real time
	count  int64
	last   int64 // what Tick returned last

	source   *rand.PCG
	stream   *rand.Rand
	streamAt int64 // the tick that stream is seeded for
}

// New makes a clock that stands at 0, or one that asks a game where it is not nil.
func New(game Game, o Options) *Clock {
	c := &Clock{game: game, rate: o.Rate, seed: o.Seed, stamp: o.Stamp, streamAt: -1}
	if game != nil {
		c.rate, c.seed = game.TicksPerSecond(), game.Seed()
	}
	if c.rate <= 0 {
		c.rate = 1
	}
	c.source = rand.NewPCG(0, 0)
	c.stream = rand.New(c.source)
	c.SetLength(0)
	return c
}

// Rate returns the ticks per game second.
func (c *Clock) Rate() float64 { return c.rate }

// Seed returns the seed of the world's random streams.
func (c *Clock) Seed() uint64 { return c.seed }

// SetLength sets how long a tick takes in real time, by which RealTicks counts; 0, as at first: 1/Rate seconds.
func (c *Clock) SetLength(length time.Duration) {
	if length <= 0 {
		length = max(1, time.Duration(float64(time.Second)/c.rate))
	}
	c.length = length
}

// Length is how long a tick takes in real time.
func (c *Clock) Length() time.Duration { return c.length }

// Advance counts a tick, where no game does.
func (c *Clock) Advance() { c.count++ }

// Set puts the count to a tick, where no game counts.
func (c *Clock) Set(tick int64) { c.count = tick }

// Tick returns the tick that the world is at.
func (c *Clock) Tick() int64 {
	c.last = c.count
	if c.game != nil {
		c.last = c.game.Tick()
	}
	return c.last
}

// Last returns what Tick returned last, without asking the game, whose code may be what broke.
func (c *Clock) Last() int64 { return c.last }

// Stamp returns this tick as players say it.
func (c *Clock) Stamp() string {
	switch {
	case c.game != nil:
		return c.game.Stamp()
	case c.stamp != nil:
		return c.stamp(c.count)
	}
	return strconv.FormatInt(c.count, 10)
}

// Rand returns the random stream of this tick, the same one until the next.
func (c *Clock) Rand() *rand.Rand {
	if now := c.Tick(); now != c.streamAt {
		c.streamAt = now
		c.source.Seed(c.seed, uint64(now))
	}
	return c.stream
}

// Ticks returns how long a number of game seconds takes: up to whole ticks, at least one.
func (c *Clock) Ticks(seconds float64) int64 { return wholeTicks(seconds * c.rate) }

// RealTicks returns how long a number of real seconds takes: up to whole ticks, at least one.
func (c *Clock) RealTicks(seconds float64) int64 { return wholeTicks(seconds / c.length.Seconds()) }

// wholeTicks rounds up. A tenth of a second ten times is a second, whatever the binary fraction says.
func wholeTicks(ticks float64) int64 {
	const rounding = 1e-9
	n := math.Ceil(ticks - rounding)
	if !(n >= 1) {
		return 1
	}
	return int64(min(n, math.MaxInt32))
}

// Seconds returns how long a number of ticks takes in game time.
func (c *Clock) Seconds(ticks int64) float64 { return float64(ticks) / c.rate }
