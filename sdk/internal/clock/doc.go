// Package clock is the time of one world: its ticks, whether the game counts them or the clock does, how they are said, how
// many of them a duration takes in game time and in real time, and the random stream of each.
//
//	c := clock.New(nil, clock.Options{Rate: 2, Seed: 7})
//	c.Advance()
//	until := c.Tick() + c.Ticks(1.5) // a second and a half of game time
//
// It reads no time of the machine's. Not safe for concurrent use; the world's lock guards it.
package clock
