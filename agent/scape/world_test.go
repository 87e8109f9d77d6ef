package scape_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

func TestObserve(t *testing.T) {
	var sent map[string]any
	var document string
	w := enter(t, &remote{scapetest.New(), func(_ context.Context, name string, args map[string]any) (json.RawMessage, bool) {
		sent = args
		return json.RawMessage(`{"structuredContent":` + document + `}`), name == scape.ToolObserve && document != ""
	}}, nil)
	first, err := w.Observe(t.Context(), 0, 1500*time.Millisecond)
	require.NoError(t, err)
	require.Equal(t, map[string]any{"afterRevision": int64(0), "waitMs": int64(1500)}, sent)

	_, err = w.Diff(first)
	require.NoError(t, err)
	document = first.(*scape.Observation).Document()
	again, err := w.Observe(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Same(t, first, again, "what did not change is not read again")

	document = "{ " + document[1:]
	other, err := w.Observe(t.Context(), 0, 0)
	require.NoError(t, err)
	require.NotSame(t, first, other)

	document = `{"protocol":1}`
	_, err = w.Observe(t.Context(), 0, 0)
	var field *scape.FieldError
	require.ErrorAs(t, err, &field)
	require.ErrorContains(t, err, "scape_observe: observation: ")
}

// strange is an observation of some other world.
type strange struct{ agent.Observation }

func TestDiffTakesItsOwnObservations(t *testing.T) {
	v := scapetest.New()
	w := enter(t, v, nil)
	_, err := w.Diff(strange{})
	require.EqualError(t, err, "compare: the observation is of another kind of world")

	v.Change(func(s *scape.Snapshot) { s.SessionID, s.Self = "another", nil })
	_, err = w.Diff(v.Observation())
	require.ErrorIs(t, err, agent.ErrSessionChanged)
	require.NoError(t, say(t.Context(), w, "Hello!"), "calls are still judged by the latest that was taken")
}

// A world can be called as soon as it is entered, before its first observation was looked at.
func TestCallsBeforeTheFirstDiff(t *testing.T) {
	v := scapetest.New()
	v.Change(func(s *scape.Snapshot) { s.Self.Text = "Previous reply" })
	w, _, err := scape.Enter(t.Context(), scape.MCPTools(v), nil)
	require.NoError(t, err)
	require.NoError(t, w.SetThinking(t.Context(), true))
	require.Empty(t, v.Said())
	require.NoError(t, say(t.Context(), w, "Hello!"))
	require.NoError(t, w.Leave(t.Context()))
	require.Equal(t, []string{scape.ToolEnter, scape.ToolSpeak, scape.ToolLeave}, v.Tools())
}

func TestCallReturnsTheValue(t *testing.T) {
	v := scapetest.New()
	w := enter(t, v, nil)
	got, err := w.Call(t.Context(), scape.ToolObserve, nil)
	require.NoError(t, err)
	require.Equal(t, "village", got["room"])
	require.Equal(t, float64(10), got["self"].(map[string]any)["x"])
	_, err = w.Call(t.Context(), scape.ToolSpeak, map[string]any{"text": 7})
	require.EqualError(t, err, "scape_speak: text must be text (invalid_text)")

	bad := scape.NewWorld(toolsFunc(func(string) (json.RawMessage, error) { return json.RawMessage("null"), nil }),
		v.Observation(), nil)
	_, err = bad.Call(t.Context(), scape.ToolGuide, nil)
	require.ErrorIs(t, err, scape.ErrResponse)
}

// toolsFunc is Tools of one function.
type toolsFunc func(name string) (json.RawMessage, error)

func (f toolsFunc) Call(_ context.Context, name string, _ map[string]any) (json.RawMessage, error) {
	return f(name)
}

// slow is a world whose speech is answered when a test says so, and how.
type slow struct {
	*scapetest.Village
	t      *testing.T
	world  *scape.World
	fail   map[string]chan bool // of each text; true refuses
	failed chan string
}

func newSlow(t *testing.T) *slow {
	s := &slow{Village: scapetest.New(), t: t, fail: map[string]chan bool{}, failed: make(chan string, 9)}
	for _, text := range []string{"one", "two", "three"} {
		s.fail[text] = make(chan bool, 1)
	}
	s.world = enter(t, &remote{s.Village, func(_ context.Context, name string, args map[string]any) (json.RawMessage, bool) {
		text, _ := args["text"].(string)
		return scapetest.Refusal("no", scape.CodeRateLimited), s.fail[text] != nil && <-s.fail[text]
	}}, nil)
	return s
}

// say speaks in the background, until it waits for its answer.
func (s *slow) say(ctx context.Context, text string) {
	go func() {
		if say(ctx, s.world, text) != nil {
			s.failed <- text
		}
	}()
	synctest.Wait()
}

// answer answers, and waits until that was noted.
func (s *slow) answer(text string, refuse bool) {
	s.fail[text] <- refuse
	synctest.Wait()
}

// thinks returns whether the agent would show dots: whether it believes its bubble to be empty.
func (s *slow) thinks() bool {
	s.t.Helper()
	before := len(s.Said())
	require.NoError(s.t, s.world.SetThinking(s.t.Context(), true))
	return len(s.Said()) > before
}

// Whatever order calls end in, failed ones are as if they had not been made.
func TestFailedSpeechLeavesNothingBehind(t *testing.T) {
	for name, play := range map[string]func(s *slow){
		"in order":         func(s *slow) { s.answer("one", true); s.answer("two", true); s.answer("three", true) },
		"newest first":     func(s *slow) { s.answer("three", true); s.answer("two", true); s.answer("one", true) },
		"middle one first": func(s *slow) { s.answer("two", true); s.answer("one", true); s.answer("three", true) },
	} {
		t.Run(name, bubble(func(t *testing.T) {
			s := newSlow(t)
			for _, text := range []string{"one", "two", "three"} {
				s.say(t.Context(), text)
			}
			play(s)
			require.Len(t, s.failed, 3)
			require.True(t, s.thinks(), "the bubble is empty")
		}))
	}
	t.Run("the oldest is said", bubble(func(t *testing.T) {
		s := newSlow(t)
		s.say(t.Context(), "one")
		s.say(t.Context(), "two")
		s.answer("one", false)
		s.answer("two", true)
		require.False(t, s.thinks(), "the first reply is there")
	}))
	t.Run("seen all the same", bubble(func(t *testing.T) {
		s := newSlow(t)
		s.say(t.Context(), "one")
		show(t, s.Village, s.world, "one") // the world acted, and its answer was lost
		s.answer("one", true)
		require.False(t, s.thinks(), "what was seen is there")
		show(t, s.Village, s.world, "")
		require.True(t, s.thinks(), "and goes when it is seen to go")
	}))
	t.Run("not wanted any more", bubble(func(t *testing.T) {
		s := newSlow(t)
		ctx, cancel := context.WithCancel(t.Context())
		s.say(ctx, "one")
		cancel()
		s.answer("one", true)
		require.True(t, s.thinks())
	}))
}

// Dots whose result comes when nobody waits for it any more count as not said, until they are seen.
func TestADiscardedResultIsNotBelieved(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	spoken := 0
	v := scapetest.New()
	w := scape.NewWorld(toolsFunc(func(string) (json.RawMessage, error) {
		spoken++
		cancel()
		return json.RawMessage("{}"), nil
	}), v.Observation(), nil)
	require.NoError(t, say(ctx, w, scape.Dots))
	require.NoError(t, w.SetThinking(t.Context(), false))
	require.Equal(t, 1, spoken, "there is nothing to clear")
	show(t, v, w, scape.Dots)
	require.NoError(t, w.SetThinking(t.Context(), false))
	require.Equal(t, 2, spoken)
}

func TestThinkingPassesErrorsOn(t *testing.T) {
	w := enter(t, &remote{scapetest.New(), func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
		return scapetest.Refusal("gone", scape.CodeSessionEnded), name == scape.ToolSpeak
	}}, nil)
	err := w.SetThinking(t.Context(), true)
	require.ErrorIs(t, err, agent.ErrConnectionLost)
	require.True(t, w.Thinking(), "the flag stays")
}

// What a refused call means reaches the session: some refusals end it, and the policy deals with the others.
func TestALostSessionEnds(t *testing.T) {
	for code, ends := range map[scape.Code]bool{scape.CodeSessionEnded: true, scape.CodeAccessRevoked: true, scape.CodeRateLimited: false} {
		synctest.Test(t, func(t *testing.T) {
			r := &remote{scapetest.New(), func(_ context.Context, name string, _ map[string]any) (json.RawMessage, bool) {
				return scapetest.Refusal("no", code), name == scape.ToolSpeak
			}}
			p := session(t, r, agent.Policy{OnTurn: func(ctx context.Context, _ agent.Turn, c *agent.Context) error {
				_ = say(ctx, c, "Hello!") // as a policy does that gives up on it
				return nil
			}})
			pass(time.Second)
			if !ends {
				p.end()
				return
			}
			<-p.over
			require.ErrorIs(t, p.err, agent.ErrConnectionLost)
			require.Equal(t, code == scape.CodeAccessRevoked, errors.Is(p.err, agent.ErrAccessEnded))
			require.Equal(t, []string{scape.ToolEnter, scape.ToolLeave}, r.Tools())
		})
	}
}
