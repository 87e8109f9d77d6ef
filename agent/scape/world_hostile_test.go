package scape_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

// silent are the tools of a village that a test can make silent: a call then only ends with its context.
func silent(names ...string) (*remote, *atomic.Bool) {
	var on atomic.Bool
	return &remote{scapetest.New(), func(ctx context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
		if !on.Load() || !strings.Contains(strings.Join(names, " "), name) {
			return nil, false
		}
		<-ctx.Done()
		return nil, true
	}}, &on
}

// A world that does not answer is lost after a minute, whatever was asked. Without that a session would go on deaf and blind.
func TestASilentWorldIsLost(t *testing.T) {
	const lost = "connection lost: there was no answer for 1m0s"
	for _, tool := range []string{scape.ToolObserve, scape.ToolWorldStatus, scape.ToolEnter} {
		t.Run(tool, bubble(func(t *testing.T) {
			r, on := silent(tool)
			on.Store(true)
			began := time.Now()
			_, err := scape.MCPTools(r).Call(t.Context(), tool, nil)
			require.EqualError(t, err, tool+": "+lost)
			require.ErrorIs(t, err, agent.ErrConnectionLost)
			require.Equal(t, time.Minute, time.Since(began))

			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err = scape.MCPTools(r).Call(ctx, tool, nil)
			require.Equal(t, context.DeadlineExceeded, err, "the caller's own end is told as such")
		}))
	}
	t.Run("session", bubble(func(t *testing.T) {
		r, on := silent(scape.ToolObserve, scape.ToolLeave)
		p := session(t, r, agent.Policy{})
		on.Store(true)
		pass(2 * time.Minute)
		<-p.over
		require.EqualError(t, p.err, "observe: scape_observe: "+lost)
	}))
}

// What the world may have let in is taken out again, unless the world itself said that it did not.
func TestAnEntryThatIsNotUnderstoodIsUndone(t *testing.T) {
	for _, result := range []string{`[]`, `{"structuredContent":[1]}`, `{"content":[{"type":"text","text":"welcome"}]}`} {
		v := scapetest.New()
		_, _, err := scape.Enter(t.Context(), scape.MCPTools(&remote{v, func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
			return json.RawMessage(result), name == scape.ToolEnter
		}}), nil)
		require.ErrorIs(t, err, scape.ErrResponse)
		require.Equal(t, []string{scape.ToolLeave}, v.Tools(), result)
	}
	synctest.Test(t, func(t *testing.T) {
		r, on := silent(scape.ToolEnter)
		on.Store(true)
		_, _, err := scape.Enter(t.Context(), scape.MCPTools(r), nil)
		require.ErrorIs(t, err, agent.ErrConnectionLost)
		require.Equal(t, []string{scape.ToolLeave}, r.Tools())
	})
}

// Whatever a session is cut off in, by its owner or because its body was replaced, it leaves once and last, and its calls end.
func TestASessionIsCutOffAnywhere(t *testing.T) {
	ends := map[string]struct {
		cut  func(v *scapetest.Village, cancel func())
		want error
	}{
		"cancelled": {func(_ *scapetest.Village, cancel func()) { cancel() }, nil},
		"replaced": {func(v *scapetest.Village, _ func()) {
			v.Change(func(s *scape.Snapshot) { s.SessionID = "another" })
		}, agent.ErrSessionChanged},
		"refused": {func(v *scapetest.Village, _ func()) {
			v.Change(func(s *scape.Snapshot) { s.Status = "removed" })
		}, agent.ErrDisconnected},
	}
	for how, end := range ends {
		for _, phase := range []string{scape.ToolObserve, scape.ToolSpeak, scape.ToolMoveTo, scape.ToolLeave} {
			if phase == scape.ToolObserve && end.want != nil {
				continue // nobody would see it
			}
			t.Run(how+" in "+phase, bubble(func(t *testing.T) {
				inner, on := silent(phase)
				var called journal
				r := &remote{inner.Village, func(ctx context.Context, name string, args map[string]any) (json.RawMessage, bool) {
					called.add(name)
					return inner.answer(ctx, name, args)
				}}
				ctx, cancel := context.WithCancel(t.Context())
				world, first, err := scape.Enter(ctx, scape.MCPTools(r), nil)
				require.NoError(t, err)
				on.Store(true)
				over, turn := make(chan error, 1), make(chan error, 1)
				go func() {
					over <- agent.RunSession(ctx, world, first, func(*agent.Context) (agent.Policy, error) {
						return agent.Policy{OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
							err := c.SetThinking(ctx, true)
							if err == nil {
								err = say(ctx, c, "Hello!")
							}
							if err == nil {
								_, err = scape.MoveAndConfirm(ctx, c, 20, 15)
							}
							turn <- err
							return err
						}}, nil
					}, nil)
				}()
				pass(time.Second)
				end.cut(r.Village, cancel)
				pass(11 * time.Second) // the departure has 10 s
				require.ErrorIs(t, <-over, end.want)
				require.Error(t, <-turn, "a call that waits ends too, and a move that sees the end by itself")
				names := called.read()
				require.Equal(t, 1, count(names, scape.ToolLeave))
				require.Equal(t, scape.ToolLeave, names[len(names)-1])
				cancel()
			}))
		}
	}
}

// journal is names that several goroutines write.
type journal struct {
	mu    sync.Mutex
	names []string
}

func (j *journal) add(name string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.names = append(j.names, name)
}

func (j *journal) read() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.names)
}

// A revision that goes back is another one, and the next poll asks from there; time that goes back changes nothing.
func TestRevisionsMayGoBack(t *testing.T) {
	bubble(func(t *testing.T) {
		v := scapetest.New()
		v.Join("ann", "Ann")
		var after journal
		heard := make(chan string, 9)
		p := session(t, &remote{v, func(_ context.Context, name string, args map[string]any) (json.RawMessage, bool) {
			if name == scape.ToolObserve {
				after.add(fmt.Sprint(args["afterRevision"]))
			}
			return nil, false
		}}, agent.Policy{OnObservation: func(_ agent.Observation, events []agent.Event, _ *agent.Context) error {
			for _, e := range events {
				if speech, is := e.(scape.SpeechEvent); is {
					heard <- speech.Player.Text
				}
			}
			return nil
		}})
		v.Change(func(s *scape.Snapshot) { s.Revision, s.ObservedAt, s.Players[0].Text = 1, 0, "back then" })
		pass(3 * time.Second)
		require.Equal(t, "back then", <-heard)
		require.Empty(t, heard)
		asked := after.read()
		require.Equal(t, "1", asked[len(asked)-1])
		require.Less(t, len(asked), 9, "each poll waits")
		p.end()
	})(t)
}

// Ids are of the right form and never the same, whoever asks for them and whatever the clock does meanwhile.
func TestCommandIDsUnderConcurrency(t *testing.T) {
	var mu sync.Mutex
	ids := map[string]bool{}
	var ticks atomic.Int64
	w := scape.NewWorld(senderFunc(func(args map[string]any) {
		mu.Lock()
		defer mu.Unlock()
		ids[args["commandId"].(string)] = true
	}), observe(t, base(1, "hello", true)), &scape.WorldOptions{
		Now: func() time.Time { return time.UnixMilli(5000 - 10*ticks.Add(1)) }, // which goes back, to before its beginning
	})
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for range 100 {
				if _, err := w.Call(t.Context(), scape.ToolStep, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	callers.Wait()
	require.Len(t, ids, 800)
	for id := range ids {
		require.Regexp(t, `^t\d{13}_[A-Z2-7]{26}$`, id)
	}
}
