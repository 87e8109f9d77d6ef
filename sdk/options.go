package sdk

import (
	"log/slog"
	"sync"
	"time"
)

// Options of a world, or of parts that are wired by hand. The zero value works.
type Options struct {
	Seed  uint64 // of the world's and the agents' random streams; a game with a Clock gives its own
	Epoch string // what replies call this world; another one tells agents that it is not the one they knew. Empty: made from the seed

	Intro   string // first lines of the card; a Game gives its own
	Rules   string // the game's section of the card; a Game gives its own
	ShareTo string // where the game wants its card shared; empty: no such line

	Agents []string // ids that join at the start, besides the game's own

	TickLength   time.Duration // real length of a tick, by which waits are counted; 0: 1/Rate seconds
	StepsPerTick int64         // steps that each tick grants an agent; 0: 20,000
	MaxThink     int64         // steps without getting anywhere that end a run; 0: 1,000,000
	MaxMemory    int64         // accounted bytes of an agent's live Lua data; 0: 4 MiB
	Leash        time.Duration // real time without a call after which an agent's script rests; 0: never

	Lock sync.Locker  // guards the world in place of its own lock, for a game that has one
	Log  *slog.Logger // faults of the game and the SDK; nil: discarded
}

const (
	defaultStepsPerTick = 20_000
	bucketTicks         = 10 // ticks' grants that an agent's bucket holds
	maxInstants         = 10 // instant actions of an agent in one tick
)
