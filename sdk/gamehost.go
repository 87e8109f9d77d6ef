package sdk

import "strings"

// GameHost is what the tools read from a game. Methods are called under the world's lock.
type GameHost[C Player] interface {
	// Agent finds a player.
	Agent(id string) (C, bool)
	// Agents lists the players in an order that depends on nothing but the world.
	Agents() []C
	// StatusLine is where the player stands; an empty Activity is filled in by the SDK.
	StatusLine(c C) StateLine
}

// The optional interfaces of a GameHost.
type (
	// Asker answers the tool ask. Default: "Nothing you know of."
	Asker[C Player] interface {
		Ask(c C, about string) string
	}
	// Journaler gives the game's journal of an agent. Default: empty.
	Journaler[C Player] interface{ Journal(c C) []string }
	// Locator says who hears whom. Default: nobody.
	Locator[C Player] interface{ SameLocation(a, b C) bool }
	// Digester hands over the lines of what happened to an agent since it was last asked. Default: none.
	Digester[C Player] interface{ DrainDigest(c C) []string }
	// Joiner takes in agents that the world does not know yet, at their first call. Default: they are refused.
	Joiner[C Player] interface {
		Join(id, name string) (C, error)
	}
	// Leaver hears that an agent was removed. Default: nothing to do.
	Leaver[C Player] interface{ Leave(c C) }
	// Advancer plays the game's own tick, before the agents' scripts. Default: nothing to do.
	Advancer interface{ Advance() }
)

// StateLine is where an agent stands, as the last line of a reply shows it: "12:04 · mine · gold 3 · digging".
type StateLine struct {
	Time     string
	Where    string
	Fields   []string
	Activity string
}

// String joins what is not empty.
func (s StateLine) String() string {
	if rest := s.butTime(); s.Time == "" || rest == "" {
		return s.Time + rest
	} else {
		return s.Time + separator + rest
	}
}

// butTime is the part whose change makes the line worth telling again.
func (s StateLine) butTime() string {
	parts := make([]string, 0, len(s.Fields)+2)
	for _, p := range append(append([]string{s.Where}, s.Fields...), s.Activity) {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, separator)
}

const separator = " · "
