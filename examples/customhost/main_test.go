package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/mcpclient"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

// pass lets time go by, until everything that is due then has happened.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// play runs the program in a village behind an MCP server.
func play(t *testing.T, v *scapetest.Village, decide model, budget int) (cancel func(), over chan error) {
	t.Helper()
	log.SetOutput(io.Discard)
	ctx, cancel := context.WithCancel(t.Context())
	client, err := mcpclient.InProcess(ctx, v.Handler())
	require.NoError(t, err)
	over = make(chan error, 1)
	go func() { over <- run(ctx, client, decide, budget) }()
	pass(time.Second)
	return cancel, over
}

func TestTheModelAnswersAndSleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := scapetest.New()
		v.Join("ann", "Ann")
		var offered []string
		cancel, over := play(t, v, func(ctx context.Context, tools []mcpclient.Tool, situation json.RawMessage) (call, error) {
			offered = nil
			for _, tool := range tools {
				offered = append(offered, tool.Name)
			}
			return polite(ctx, tools, situation)
		}, 200)
		require.Contains(t, offered, scape.ToolSpeak)
		for _, tool := range []string{scape.ToolEnter, scape.ToolLeave} {
			require.NotContains(t, offered, tool, "the session's own")
		}
		v.Say("ann", "I like bread")
		pass(2 * time.Second)
		require.Equal(t, []string{scape.Dots, "Good day to you all.", "Interesting, Ann."}, v.Said())

		v.Part("ann")
		pass(40 * time.Second)
		require.Equal(t, 1, count(v, scape.ToolLeave), "nobody is there")
		require.Positive(t, count(v, scape.ToolWorldStatus))
		v.Join("bob", "Bob")
		pass(6 * time.Second)
		require.Equal(t, 2, count(v, scape.ToolEnter))
		cancel()
		require.NoError(t, <-over)
		require.Equal(t, 2, count(v, scape.ToolLeave))
	})
}

func count(v *scapetest.Village, tool string) int {
	n := 0
	for _, called := range v.Tools() {
		if called == tool {
			n++
		}
	}
	return n
}

func TestTheBudgetOutlivesSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := scapetest.New()
		asked := 0
		_, over := play(t, v, func(ctx context.Context, tools []mcpclient.Tool, situation json.RawMessage) (call, error) {
			asked++
			return polite(ctx, tools, situation)
		}, 3)
		pass(40 * time.Second) // two questions, and sleep
		v.Join("ann", "Ann")
		pass(10 * time.Second)
		require.NoError(t, <-over, "the third was the last")
		require.Equal(t, 3, asked)
	})
}

func TestNothingIsAskedAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := scapetest.New()
		asked := 0
		_, over := play(t, v, func(ctx context.Context, _ []mcpclient.Tool, _ json.RawMessage) (call, error) {
			asked++
			_, err := v.CallTool(ctx, scape.ToolLeave, nil) // the world has put the agent out
			return call{Tool: scape.ToolSpeak, Args: map[string]any{"text": "Hello!"}}, err
		}, 200)
		require.ErrorIs(t, <-over, agent.ErrConnectionLost)
		require.Equal(t, 1, asked)
	})
}

// A model that is away, and one that asks for what it may not have, end nothing.
func TestAModelInTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := scapetest.New()
		v.Join("ann", "Ann")
		asked := 0
		var refusal string
		cancel, over := play(t, v, func(_ context.Context, _ []mcpclient.Tool, situation json.RawMessage) (call, error) {
			asked++
			var now struct{ Result struct{ Error string } }
			if err := json.Unmarshal(situation, &now); err != nil {
				return call{}, err
			}
			switch refusal = now.Result.Error; {
			case asked == 1:
				return call{}, errors.New("the model is being restarted")
			case refusal == "":
				return call{Tool: scape.ToolLeave}, nil
			}
			return call{}, nil
		}, 200)
		pass(3 * time.Second)
		require.Equal(t, 3, asked)
		require.Equal(t, "scape_leave: "+scape.ErrLifecycle.Error(), refusal)
		require.Zero(t, count(v, scape.ToolLeave))
		cancel()
		require.NoError(t, <-over)
	})
	v := scapetest.New()
	v.Approve(false)
	client, err := mcpclient.InProcess(t.Context(), v.Handler())
	require.NoError(t, err)
	require.ErrorIs(t, run(t.Context(), client, polite, 1), agent.ErrAccessEnded)
}
