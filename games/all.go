package games

import (
	"mystic-sdk/games/miners"
	"mystic-sdk/sdk"
)

// Entry is one game.
type Entry struct {
	Name string // what users type: lower-case letters
	Doc  string // one line
	New  func(*sdk.Options) (*sdk.World, error)
}

// All returns the games, the simplest first. The slice is the caller's.
func All() []Entry {
	return []Entry{
		{Name: "miners", Doc: "miners hauling gold; the smallest whole game", New: miners.New},
	}
}
