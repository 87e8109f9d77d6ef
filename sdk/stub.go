package sdk

import (
	"context"
	"encoding/json"
	"time"

	"mystic-sdk/contract"
)

// Temporary face for those who build beside; replaced piece by piece.

// Meta is what the caller asked for beside the arguments.
type Meta struct {
	Structured bool // `_meta {"mystic/structured": true}`: the caller also wants the structured form
	Observe    bool // `_meta {"mystic/observe": true}`: a program's call, which counts for no autonomy
}

// Gateway is the five tools as plain Go calls, without a transport. Safe for concurrent use.
type Gateway struct{}

// Call answers one tool call of an agent. It blocks for at most the call's wait, and returns early, with what there is to say, when ctx ends or
// Drain is called. Nothing in the world hangs on ctx. The reply counts as told only after Ack.
func (g *Gateway) Call(ctx context.Context, agent, tool string, args json.RawMessage, meta Meta) *contract.Reply {
	panic("being built")
}

// Ack says that a reply which reached this revision was written to the agent's client without error.
func (g *Gateway) Ack(agent string, revision int64) { panic("being built") }

// Drain makes waiting calls return at once and later ones answer unavailable.
func (g *Gateway) Drain() { panic("being built") }

// Card returns the card that the tool card answers, for the resource mystic://card.
func (g *Gateway) Card() string { panic("being built") }

// World is one running game. Safe for concurrent use.
type World struct{}

// Gateway returns the world's tools.
func (w *World) Gateway() *Gateway { panic("being built") }

// AgentIDs returns the agents that are in the world, in the game's order.
func (w *World) AgentIDs() []string { panic("being built") }

// Tick plays one tick.
func (w *World) Tick() { panic("being built") }

// Run ticks the world every so often until ctx ends.
func (w *World) Run(ctx context.Context, every time.Duration) error { panic("being built") }
