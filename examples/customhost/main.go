// Command customhost composes a host of one's own: a model decides, and the runtime observes, takes turns, and sleeps while the
// world is empty. The model here is a few lines of Go; put a call of yours in its place.
//
//	go run ./examples/customhost COMMAND ARGUMENT...
//
// The command is the MCP server of the world, which the owner has paired.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"slices"

	"mystic-sdk/agent"
	"mystic-sdk/agent/mcpclient"
	"mystic-sdk/agent/scape"
)

// host is what outlives sessions: what the model may call, and how often it may still be asked.
type host struct {
	decide model
	tools  []mcpclient.Tool
	budget int
}

const maxRounds = 8 // questions to the model in one turn

// turn asks the model until it has decided on nothing. One turn runs at a time, so the budget needs no lock.
func (h *host) turn(ctx context.Context, turn agent.Turn, c *agent.Context) (err error) {
	if err := c.SetThinking(ctx, true); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.SetThinking(ctx, false)) }()
	var last any // what the call before returned
	for range maxRounds {
		if h.budget--; h.budget < 0 {
			c.Stop()
			return nil
		}
		situation, err := json.Marshal(map[string]any{"observation": c.Observation(), "events": turn.Events, "result": last})
		if err != nil {
			return err
		}
		next, err := h.decide(ctx, h.tools, situation)
		if err != nil {
			return fmt.Errorf("%w: %w", agent.ErrUnavailable, err) // the turn comes again later
		}
		if next.Tool == "" {
			return nil
		}
		if last, err = c.Call(ctx, next.Tool, next.Args); ctx.Err() != nil {
			return err // nothing is asked for a turn that is over
		} else if err != nil {
			last = map[string]any{"error": err.Error()} // the model's to deal with
		}
	}
	return nil
}

// run plays until the context ends or the budget is spent, and ends the connection.
func run(ctx context.Context, client *mcpclient.Client, decide model, budget int) (err error) {
	defer func() { err = errors.Join(err, client.Close()) }()
	tools, err := client.Tools(ctx)
	if err != nil {
		return err
	}
	h := &host{decide: decide, budget: budget}
	h.tools = slices.DeleteFunc(tools, func(t mcpclient.Tool) bool { return scape.Lifecycle(t.Name) })
	sleeper := scape.NewSleeper(scape.MCPTools(client), nil)
	create := func(*agent.Context) (agent.Policy, error) { return agent.Policy{OnTurn: h.turn}, nil }
	return agent.RunPresence(ctx, sleeper, create, &agent.PresenceOptions{OnState: func(s agent.State) { log.Print(s) }})
}

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: customhost COMMAND ARGUMENT...")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	client, err := mcpclient.Command(ctx, os.Args[1], os.Args[2:], &mcpclient.CommandOptions{Stderr: os.Stderr})
	if err == nil {
		err = run(ctx, client, polite, 200)
	}
	if err != nil {
		log.Fatal(err)
	}
}
