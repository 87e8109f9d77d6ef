package scape_test

import (
	"context"
	"fmt"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

// An agent without a model answers the first who speaks to it, and leaves.
func Example() {
	village := scapetest.New()
	village.Join("ann", "Ann")
	answer := func(ctx context.Context, turn agent.Turn, c *agent.Context) error {
		for _, event := range turn.Events {
			switch e := event.(type) {
			case scape.ReadyEvent:
				village.Say("ann", "hello Nova")
			case scape.SpeechEvent:
				fmt.Println(e.Player.Name, "says:", e.Player.Text)
				_, err := c.Call(ctx, scape.ToolSpeak, map[string]any{"text": "Hello, " + e.Player.Name + "!"})
				c.Stop()
				return err
			}
		}
		return nil
	}
	if err := play(context.Background(), village, answer); err != nil {
		fmt.Println(err)
	}
	fmt.Println(village.Said(), village.Tools())
	// Output:
	// Ann says: hello Nova
	// [Hello, Ann!] [scape_enter scape_speak scape_leave]
}

type onTurn func(ctx context.Context, turn agent.Turn, c *agent.Context) error

// play plays one session in a world that is reached through an MCP client.
func play(ctx context.Context, client scape.Client, answer onTurn) error {
	world, first, err := scape.Enter(ctx, scape.MCPTools(client), nil)
	if err != nil {
		return err
	}
	return agent.RunSession(ctx, world, first, func(*agent.Context) (agent.Policy, error) {
		return agent.Policy{OnTurn: answer}, nil
	}, nil)
}
