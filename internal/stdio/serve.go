package stdio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/internal/rpc"
)

// How long the end may take: for answers to get out, and then for what is cut off to end.
const (
	answerGrace = 5 * time.Second
	cutGrace    = time.Second
)

// Handler answers the requests of a client.
type Handler interface {
	// Refuse says why a well-formed message is not taken, nil when it is. It is called with one message after the other.
	Refuse(m *rpc.Message) *rpc.Error
	// Answer answers a request, whose text is line, and calls send once with the answer. It is called on a goroutine of its
	// own. ctx ends when the client cancels the request, and five seconds after the end of the service; what is sent then
	// goes nowhere. send says whether all of the answer was written to a client that is there.
	Answer(ctx context.Context, m *rpc.Message, line []byte, send func(answer []byte) bool)
	// Drain makes requests that wait answer at once. It is called once, after the last Refuse.
	Drain()
}

// Limits bound what one client takes up.
type Limits struct {
	// Line is how many bytes a line may have, its break among them; of a longer one, which is refused, no more is kept.
	Line int
	// InFlight is how many requests are answered at the same time; further lines are read when one of them ends.
	InFlight int
}

// Serve serves one client until in ends, ctx ends or out fails. Then requests in flight get the chance to be answered, and
// Serve returns: nil when in or ctx ended, else what failed. An answer that is written after the end of in does not count as
// written to a client that is there: it is leaving.
//
// It reads in on a goroutine of its own, and closes in at the end when it is an io.Closer, so that a read in progress
// ends; where a close does not end a read, as with a terminal, the goroutine stays until the next line. It never closes
// out; a client that reads nothing for five seconds at the end gets no more.
func Serve(ctx context.Context, handler Handler, limits Limits, in io.Reader, out io.Writer) error {
	// Requests outlive ctx, whose end drains them.
	requests, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	s := &stream{
		handler: handler,
		flights: rpc.NewFlights(),
		out:     out,
		seats:   make(chan struct{}, limits.InFlight),
		fail:    make(chan error, 1),
	}
	lines := make(chan line)
	done := make(chan struct{})
	go readLines(in, limits.Line, lines, done)
	err := s.serve(ctx, requests, lines)
	close(done)
	if closer, ok := in.(io.Closer); ok {
		// What is closed was read to its end or is not wanted any more; how the close went changes nothing.
		_ = closer.Close()
	}
	handler.Drain()
	answered := make(chan struct{})
	go func() {
		s.requests.Wait()
		close(answered)
	}()
	select {
	case <-answered:
		return err
	case <-time.After(answerGrace): // the client does not read, or something takes too long
	}
	cut()
	select {
	case <-answered:
	case <-time.After(cutGrace): // the client does not read
	}
	return err
}

// stream is one client at the other end of two streams.
type stream struct {
	// Fixed at creation.
	handler Handler
	flights *rpc.Flights
	seats   chan struct{} // one element for each request in flight
	fail    chan error    // the first error of out

	requests sync.WaitGroup
	leaving  atomic.Bool // whether the client has closed its end

	writing sync.Mutex // guards out
	out     io.Writer
}

// serve handles lines until there are no more. requests is the context of what they ask for.
func (s *stream) serve(ctx, requests context.Context, lines <-chan line) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-s.fail:
			return fmt.Errorf("write to the client: %w", err)
		case next := <-lines:
			switch {
			case next.err == nil:
				s.take(ctx, requests, next)
			case errors.Is(next.err, io.EOF):
				s.leaving.Store(true)
				return nil
			default:
				s.leaving.Store(true)
				return fmt.Errorf("read from the client: %w", next.err)
			}
		}
	}
}

// take handles one line. What has an answer gets it on a goroutine of its own; when too many are in flight nothing more is
// read until one of them ends.
func (s *stream) take(ctx, requests context.Context, next line) {
	if len(bytes.TrimSpace(next.text)) == 0 && !next.tooLong {
		return
	}
	m, wrong := s.read(next)
	switch {
	case m != nil && m.IsCancel():
		s.flights.Cancel(rpc.Flight{ID: string(m.Cancels)})
		return
	case m != nil && !m.IsRequest():
		return // nothing answers a notification
	}
	select {
	case s.seats <- struct{}{}:
	case <-ctx.Done():
		return
	}
	answer := func() { s.write(wrong.Answer(m.AnswerID())) }
	if wrong == nil {
		own, land := s.flights.Begin(requests, rpc.Flight{ID: string(m.ID)})
		answer = func() {
			defer land()
			// A client that has cancelled a request waits for no answer.
			s.handler.Answer(own, m, next.text, func(answer []byte) bool {
				return own.Err() == nil && s.write(answer) && !s.leaving.Load()
			})
		}
	}
	s.requests.Go(func() {
		defer func() { <-s.seats }()
		answer()
	})
}

func (s *stream) read(next line) (*rpc.Message, *rpc.Error) {
	if next.tooLong {
		return nil, &rpc.Error{Code: mcp.INVALID_REQUEST, Text: "the message is too long"}
	}
	m, wrong := rpc.Read(next.text)
	if wrong == nil {
		wrong = s.handler.Refuse(m)
	}
	return m, wrong
}

// write sends one message in one piece, and says whether all of it went out.
func (s *stream) write(message []byte) bool {
	s.writing.Lock()
	defer s.writing.Unlock()
	if _, err := s.out.Write(append(message, '\n')); err != nil {
		select {
		case s.fail <- err:
		default: // the first error is enough
		}
		return false
	}
	return true
}
