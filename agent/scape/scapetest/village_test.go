package scapetest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/agent/mcpclient"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A test changes the village and reads what the agent did.
func Example() {
	village := scapetest.New()
	world, first, err := scape.Enter(context.Background(), scape.MCPTools(village), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	village.Join("ann", "Ann")
	seen, err := world.Observe(context.Background(), first.Revision(), time.Second)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(seen.(*scape.Observation).Players[0].Name)
	if _, err := world.Call(context.Background(), scape.ToolSpeak, map[string]any{"text": "Hello!"}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(village.Said())
	// Output:
	// Ann
	// [Hello!]
}

// ways are the two ways to a village.
func ways() map[string]func(t *testing.T, v *scapetest.Village) scape.Client {
	return map[string]func(t *testing.T, v *scapetest.Village) scape.Client{
		"direct": func(_ *testing.T, v *scapetest.Village) scape.Client { return v },
		"MCP": func(t *testing.T, v *scapetest.Village) scape.Client {
			client, err := mcpclient.InProcess(t.Context(), v.Handler())
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, client.Close()) })
			return client
		},
	}
}

func TestVillage(t *testing.T) {
	for way, connect := range ways() {
		t.Run(way, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := scapetest.New()
				tools := scape.MCPTools(connect(t, v))
				call := func(tool string, args map[string]any) (string, error) {
					value, err := tools.Call(t.Context(), tool, args)
					return string(value), err
				}
				code := func(tool string, args map[string]any) scape.Code {
					t.Helper()
					_, err := call(tool, args)
					var failed *scape.ToolError
					require.ErrorAs(t, err, &failed)
					return failed.Code
				}
				require.Equal(t, scape.CodeNotConnected, code(scape.ToolObserve, nil))
				require.Equal(t, scape.CodeNotConnected, code(scape.ToolSpeak, map[string]any{"text": "Hello!"}))
				v.Join("ann", "Ann")
				value, err := call(scape.ToolWorldStatus, nil)
				require.NoError(t, err)
				require.JSONEq(t, `{"potentialParticipants":1}`, value)

				w, first, err := scape.Enter(t.Context(), tools, nil)
				require.NoError(t, err)
				require.Equal(t, "session-1", first.Session())
				_, again, err := scape.Enter(t.Context(), tools, nil)
				require.NoError(t, err)
				require.Equal(t, first.Document(), again.Document(), "one presence")

				began := time.Now()
				same, err := w.Observe(t.Context(), first.Revision(), 3*time.Second)
				require.NoError(t, err)
				require.Equal(t, first.Revision(), same.Revision())
				require.Equal(t, 3*time.Second, time.Since(began))
				waited := make(chan string)
				go func() {
					o, err := w.Observe(t.Context(), first.Revision(), time.Minute)
					if err != nil {
						waited <- err.Error()
						return
					}
					waited <- o.(*scape.Observation).Players[0].Text
				}()
				synctest.Wait()
				v.Say("ann", "what a day")
				require.Equal(t, "what a day", <-waited)
				require.Equal(t, 3*time.Second, time.Since(began))

				require.Equal(t, scape.CodeInvalidText, code(scape.ToolSpeak, map[string]any{"text": 7}))
				for _, nowhere := range []map[string]any{{"x": "here"}, {"x": 64}, {"y": -1}, {"y": 40}, {"floor": 2}} {
					require.Equal(t, scape.CodeInvalidTarget, code(scape.ToolStep, nowhere), nowhere)
				}
				_, err = call(scape.ToolSpeak, map[string]any{"text": "Hello!"})
				require.NoError(t, err)
				require.Equal(t, "Hello!", v.Observation().Self.Text)
				_, err = call(scape.ToolStop, nil)
				require.NoError(t, err)
				require.Empty(t, v.Observation().Self.Text)
				_, err = call(scape.ToolMoveTo, map[string]any{"x": 3, "y": 4, "floor": 0, "commandId": "move-0123456789"})
				require.NoError(t, err)
				v.Arrive()
				require.Equal(t, scape.Position{X: 3, Y: 4}, v.Observation().Self.Position)
				require.Panics(t, v.Arrive, "nobody moves")
				require.Equal(t, scape.CodeTargetUnavailable, code(scape.ToolFollow, map[string]any{"player": "bob"}))
				for tool, mode := range map[string]scape.PursuitMode{
					scape.ToolFollow: scape.PursuitFollow, scape.ToolApproach: scape.PursuitApproach,
				} {
					_, err = call(tool, map[string]any{"player": "ann", "commandId": tool + "-0123456789"})
					require.NoError(t, err)
					p := v.Observation().Pursuit.Or(nil)
					require.Equal(t, []any{tool + "-0123456789", "ann", mode, scape.PursuitMoving}, []any{p.ID, p.Player, p.Mode, p.Status})
				}

				v.Part("ann")
				require.True(t, v.Observation().Alone())
				require.NoError(t, w.Leave(t.Context()))
				require.Equal(t, scape.CodeNotConnected, code(scape.ToolObserve, nil))
				v.Approve(false)
				_, _, err = scape.Enter(t.Context(), tools, nil)
				require.ErrorContains(t, err, "awaiting_owner_approval")
			})
		})
	}
}

func TestAWaitingPollIsCancelled(t *testing.T) {
	for way, connect := range ways() {
		t.Run(way, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := scapetest.New()
				w, first, err := scape.Enter(t.Context(), scape.MCPTools(connect(t, v)), nil)
				require.NoError(t, err)
				ctx, cancel := context.WithCancel(t.Context())
				failed := make(chan error)
				go func() {
					_, err := w.Observe(ctx, first.Revision(), time.Minute)
					failed <- err
				}()
				synctest.Wait()
				cancel()
				require.ErrorIs(t, <-failed, context.Canceled)
				_, err = v.CallTool(ctx, scape.ToolStop, nil)
				require.ErrorIs(t, err, context.Canceled)
			})
		})
	}
}

func TestAChangeKeepsTheContract(t *testing.T) {
	v := scapetest.New()
	was := v.Observation().Document()
	require.Panics(t, func() { v.Change(func(s *scape.Snapshot) { s.Self.X = 64 }) })
	require.Equal(t, was, v.Observation().Document())
	v.Join("ann", "Ann") // the village still answers
	require.Len(t, v.Observation().Players, 1)
}

func TestRefusalsAreJSON(t *testing.T) {
	var failed *scape.ToolError
	_, err := scape.MCPTools(answer(scapetest.Refusal("no \x01 \"way\"", scape.CodeInvalidTarget))).Call(t.Context(), "x", nil)
	require.True(t, errors.As(err, &failed))
	require.Equal(t, scape.CodeInvalidTarget, failed.Code)
	require.Equal(t, `no  "way"`, failed.Message)
}

// answer is a client with one answer.
type answer json.RawMessage

func (a answer) CallTool(context.Context, string, map[string]any) (json.RawMessage, error) {
	return json.RawMessage(a), nil
}
