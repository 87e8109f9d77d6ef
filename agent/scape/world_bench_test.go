package scape_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/mcpclient"
	"mystic-sdk/agent/scape"
	"mystic-sdk/agent/scape/scapetest"
)

// results are what polls bring in turn: a busy place in which nothing changed, or one in which somebody said something each time.
func results(tb testing.TB, changing bool) []json.RawMessage {
	s := crowd()
	var out []json.RawMessage
	for i := range int64(2) {
		if changing {
			s.Revision, s.Players[0].TextRevision, s.Players[0].Text = i+1, i+1, fmt.Sprint("word ", i)
		}
		out = append(out, json.RawMessage(`{"structuredContent":`+observe(tb, s).Document()+`,"content":[]}`))
	}
	return out
}

// polling returns a world and what makes one poll of it and takes what that brings.
func polling(tb testing.TB, changing bool) func() {
	var results = results(tb, changing)
	n := 0
	client := clientFunc(func(context.Context, string, map[string]any) (json.RawMessage, error) {
		n++
		return results[n%2], nil
	})
	first := observe(tb, crowd())
	w := scape.NewWorld(scape.MCPTools(client), first, nil)
	poll := func() {
		o, err := w.Observe(tb.Context(), 1, time.Second)
		require.NoError(tb, err)
		_, err = w.Diff(o)
		require.NoError(tb, err)
	}
	poll()
	return poll
}

// What one observation costs a session, from the result of the call to the events: how many it sustains in a second. It asks 40
// times a second at most.
func BenchmarkPoll(b *testing.B) {
	for name, changing := range map[string]bool{"unchanged": false, "speech": true} {
		b.Run(name, func(b *testing.B) {
			poll := polling(b, changing)
			b.ReportAllocs()
			for b.Loop() {
				poll()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "observations/s")
		})
	}
}

// The same through an MCP server in the process, whose own work is in it: it makes the observation anew for each poll.
func BenchmarkPollOverMCP(b *testing.B) {
	v := scapetest.New()
	v.Change(func(s *scape.Snapshot) {
		self, session := s.Self, s.SessionID
		*s = crowd()
		s.Self, s.SessionID = self, session
	})
	client, err := mcpclient.InProcess(b.Context(), v.Handler())
	require.NoError(b, err)
	defer client.Close()
	w, first, err := scape.Enter(b.Context(), scape.MCPTools(client), nil)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		o, err := w.Observe(b.Context(), first.Revision(), 0)
		require.NoError(b, err)
		_, err = w.Diff(o)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "observations/s")
}

// An agent that watches a world in which nothing happens does not read what the poll brings: it is what is there already. What is
// allocated is the call's own, its deadline with it, whatever the number of players and texts.
func TestAnUnchangedPollReadsNothingAnew(t *testing.T) {
	require.LessOrEqual(t, testing.AllocsPerRun(20, polling(t, false)), 17.0)
}

// From an observation that a poll brings, with a settled speech in it, to OnTurn. Almost all of an iteration's time is the pause
// before the poll, so the figure is the metric and not the time of an iteration.
func BenchmarkSpeechToTurn(b *testing.B) {
	results := results(b, true)
	polls := make(chan json.RawMessage)
	client := clientFunc(func(ctx context.Context, name string, _ map[string]any) (json.RawMessage, error) {
		if name != scape.ToolObserve {
			return json.RawMessage(`{}`), nil
		}
		select {
		case result := <-polls:
			return result, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	first := observe(b, crowd())
	w := scape.NewWorld(scape.MCPTools(client), first, nil)
	began := make(chan time.Time)
	ctx, cancel := context.WithCancel(b.Context())
	over := make(chan error)
	go func() {
		over <- agent.RunSession(ctx, w, first, func(*agent.Context) (agent.Policy, error) {
			return agent.Policy{OnTurn: func(context.Context, agent.Turn, *agent.Context) error { began <- time.Now(); return nil }}, nil
		}, nil)
	}()
	<-began // the body has come
	var total time.Duration
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		polls <- results[n%2] // returns when the poll has it
		fed := time.Now()
		total += (<-began).Sub(fed)
		n++
	}
	b.ReportMetric(float64(total.Nanoseconds())/float64(b.N), "ns/turn")
	cancel()
	require.NoError(b, <-over)
}
