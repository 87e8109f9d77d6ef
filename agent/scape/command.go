package scape

import (
	"crypto/rand"
	"fmt"
	"maps"
	"time"
)

// commandArgument is the argument by which a world tells a retry from a second action.
const commandArgument = "commandId"

// commanded tells whether a tool takes a command id: those that act on the world in a session.
func commanded(tool string) bool {
	switch tool {
	case ToolSpeak, ToolMoveTo, ToolStep, ToolStop, ToolInteract, ToolExpression, ToolFollow, ToolApproach:
		return true
	}
	return false
}

// Lifecycle tells whether a tool begins or ends what a session lives in: pairing, entering and leaving. A policy is refused
// them, so a model need not know of them.
func Lifecycle(tool string) bool {
	switch tool {
	case ToolPair, ToolEnter, ToolLeave:
		return true
	}
	return false
}

// commander makes command ids.
type commander struct {
	now    func() time.Time
	unique func() string
}

// id returns a new command id. The time in it lets a world forget it after two minutes.
func (c commander) id() string {
	return fmt.Sprintf("t%013d_%s", max(0, c.now().UnixMilli()), c.unique())
}

// complete returns the arguments of a call as they are sent: a copy with a command id, where the tool takes one and the caller
// gave none.
func (c commander) complete(tool string, args map[string]any) map[string]any {
	if !commanded(tool) || args[commandArgument] != nil {
		return args
	}
	complete := make(map[string]any, len(args)+1)
	maps.Copy(complete, args)
	complete[commandArgument] = c.id()
	return complete
}

// newCommander returns one by the clock and with the ends that are given, or else its own.
func newCommander(now func() time.Time, unique func() string) commander {
	if now == nil {
		now = time.Now
	}
	if unique == nil {
		unique = rand.Text
	}
	return commander{now, unique}
}
