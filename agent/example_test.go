package agent_test

import (
	"context"
	"fmt"
	"time"

	"mystic-sdk/agent"
)

// A policy that greets whoever speaks, shows that it thinks, and stops when it is told to. A village is a world of this
// package's tests; package agent/scape has a real one.
func ExampleRunSession() {
	v := newVillage()
	err := agent.RunSession(context.Background(), v, v.first(), func(*agent.Context) (agent.Policy, error) {
		return agent.Policy{OnTurn: func(ctx context.Context, turn agent.Turn, c *agent.Context) error {
			if err := c.SetThinking(ctx, true); err != nil {
				return err
			}
			defer c.SetThinking(ctx, false) // works after an interruption, too
			for _, e := range turn.Events {
				switch n, _ := e.(note); {
				case n.kind == "ready":
					v.say("ann", "hello")
				case n.text == "hello":
					if _, err := c.Call(ctx, "say", map[string]any{"text": "hello, " + n.who}); err != nil {
						return err
					}
					v.say("ann", "good night")
				case n.text == "good night":
					c.Stop()
				}
			}
			return nil
		}}, nil
	}, &agent.SessionOptions{TurnTimeout: 30 * time.Second, Overflow: agent.OverflowCoalesce})
	fmt.Println(err)
	for _, line := range v.wrote() {
		if line != "thinking true" && line != "thinking false" {
			fmt.Println(line)
		}
	}
	// Output:
	// <nil>
	// say hello, ann
	// leave
}

// An agent that comes back when somebody is there. What is to last, as the count here, lives outside of create.
func ExampleRunPresence() {
	i := &inn{}
	visits := 0
	err := agent.RunPresence(context.Background(), i, func(c *agent.Context) (agent.Policy, error) {
		if visits++; visits == 2 {
			c.Stop()
		}
		return agent.Policy{OnObservation: func(agent.Observation, []agent.Event, *agent.Context) error {
			i.villages[0].goAway("ann")
			return nil
		}}, nil
	}, &agent.PresenceOptions{
		SleepAfter:   30 * time.Millisecond,
		WakeInterval: 5 * time.Millisecond,
		OnState:      func(s agent.State) { fmt.Println(s) },
	})
	fmt.Println(visits, "visits:", err)
	// Output:
	// connecting
	// listening
	// sleeping
	// connecting
	// listening
	// 2 visits: <nil>
}
