package agent

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// feed is a world that shows what it is fed: the core alone is measured, without the cost of any real world.
type feed struct {
	views  chan Observation
	events []Event // what each observation changed
}

type frame struct{ rev int64 }

func (frame) Session() string   { return "one" }
func (f frame) Revision() int64 { return f.rev }
func (frame) Phase() Phase      { return Ready }

type speech struct{}

func (speech) Kind() string           { return "speech" }
func (speech) Key() string            { return "ann" }
func (speech) Stale(Observation) bool { return false }

func (f *feed) Observe(ctx context.Context, _ int64, _ time.Duration) (Observation, error) {
	select {
	case o := <-f.views:
		return o, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (f *feed) Diff(Observation) ([]Event, error) { return f.events, nil }

func (f *feed) Call(context.Context, string, map[string]any) (map[string]any, error) { return nil, nil }

func (f *feed) Leave(context.Context) error { return nil }

// session returns one whose observations the caller feeds to accept, with a policy that watches and takes turns.
func (f *feed) session(tb testing.TB) *session {
	o, err := (*SessionOptions)(nil).filled()
	require.NoError(tb, err)
	o.Log = slog.New(slog.DiscardHandler)
	s := newSession(tb.Context(), f, frame{1}, o)
	tb.Cleanup(s.end)
	s.policy = Policy{
		OnObservation: func(Observation, []Event, *Context) error { return nil },
		OnTurn:        func(context.Context, Turn, *Context) error { return nil },
	}
	s.id = "one"
	s.openTurns(true)
	return s
}

// An agent observes all day, and mostly nothing has changed.
func TestUnchangedObservationAllocatesNothing(t *testing.T) {
	s := (&feed{}).session(t)
	var o Observation = frame{2}
	require.Zero(t, testing.AllocsPerRun(1000, func() { require.NoError(t, s.accept(o)) }))
}

// How many observations a second one session can accept; the pause of 25 ms between two polls keeps it to 40.
func BenchmarkObservation(b *testing.B) {
	for name, events := range map[string][]Event{"unchanged": nil, "speech": {speech{}}} {
		b.Run(name, func(b *testing.B) {
			f := &feed{events: events}
			s := f.session(b)
			var o Observation = frame{2}
			b.ReportAllocs()
			for b.Loop() {
				if err := s.accept(o); err != nil {
					b.Fatal(err)
				}
				if s.turn != nil { // it returns at once
					s.turn.cancel(nil)
					s.turn = nil
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "observations/s")
		})
	}
}

// From an observation that a poll brings, with a settled speech in it, to OnTurn. Almost all of an iteration's time is the
// pause before the poll, so the figure is the metric and not the time of an iteration.
func BenchmarkSpeechToTurn(b *testing.B) {
	f := &feed{views: make(chan Observation), events: []Event{speech{}}}
	began := make(chan time.Time)
	ctx, cancel := context.WithCancel(b.Context())
	over := make(chan error)
	policy := Policy{OnTurn: func(context.Context, Turn, *Context) error { began <- time.Now(); return nil }}
	go func() {
		over <- RunSession(ctx, f, frame{1}, func(*Context) (Policy, error) { return policy, nil }, nil)
	}()
	<-began
	var total time.Duration
	rev := int64(1)
	b.ReportAllocs()
	for b.Loop() {
		rev++
		f.views <- frame{rev} // returns when the poll has it
		fed := time.Now()
		total += (<-began).Sub(fed)
	}
	b.ReportMetric(float64(total.Nanoseconds())/float64(b.N), "ns/turn")
	cancel()
	if err := <-over; err != nil {
		b.Fatal(err)
	}
}
