package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/sdk"
)

// Stdio serves a world's tools to one agent over a pair of streams, one JSON-RPC message a line, until in ends, ctx ends or
// out fails. At the end calls that wait answer at once with what there is to say. It returns nil when in or ctx ended, else
// what failed. A reply that is written after the end of in counts as not told: its client is leaving.
//
// It reads in on a goroutine of its own, and closes in at the end when it is an io.Closer, so that a read in progress
// ends; where a close does not end a read, as with a terminal, the goroutine stays until the next line. It never closes
// out; a client that reads nothing for five seconds at the end gets no more.
func Stdio(ctx context.Context, world *sdk.World, agentID string, in io.Reader, out io.Writer, opts *Options) error {
	return serveStdio(ctx, world.Gateway(), agentID, in, out, opts)
}

func serveStdio(ctx context.Context, world gateway, agentID string, in io.Reader, out io.Writer, opts *Options) error {
	s := &stream{
		desk:    newDesk(world, opts.withDefaults()),
		flights: newFlights(),
		agent:   agentID,
		out:     out,
		seats:   make(chan struct{}, stdioWorkers),
		fail:    make(chan error, 1),
	}
	lines := make(chan line)
	done := make(chan struct{})
	go readLines(in, lines, done)
	err := s.serve(ctx, lines)
	close(done)
	if closer, ok := in.(io.Closer); ok {
		// What is closed was read to its end or is not wanted any more; how the close went changes nothing.
		_ = closer.Close()
	}
	s.desk.drain()
	answered := make(chan struct{})
	go func() {
		s.requests.Wait()
		close(answered)
	}()
	select {
	case <-answered:
	case <-time.After(shutdownGrace): // the client does not read
	}
	return err
}

// stream is one client at the other end of two streams. mcp-go's own stdio server is not used: its session is a global of
// the process, it does not say whether a reply was written, and a cancel may overtake the call that it means.
type stream struct {
	// Fixed at creation.
	desk    *desk
	flights *flights
	agent   string
	seats   chan struct{} // one element for each request in flight
	fail    chan error    // the first error of out

	requests sync.WaitGroup
	leaving  atomic.Bool // whether the client has closed its end

	writing sync.Mutex // guards out
	out     io.Writer
}

// serve handles lines until there are no more.
func (s *stream) serve(ctx context.Context, lines <-chan line) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-s.fail:
			return fmt.Errorf("write to the client: %w", err)
		case next := <-lines:
			switch {
			case next.err == nil:
				s.take(ctx, next)
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
func (s *stream) take(ctx context.Context, next line) {
	if len(bytes.TrimSpace(next.text)) == 0 {
		return
	}
	m, wrong := readMessage(next.text)
	if next.tooLong {
		m, wrong = nil, &protocolError{code: mcp.INVALID_REQUEST, text: "the message is too long"}
	}
	switch {
	case m != nil && m.isCancel():
		s.flights.cancel(flight{id: string(m.params.RequestID)})
		return
	case m != nil && !m.isRequest():
		return // nothing answers a notification
	}
	select {
	case s.seats <- struct{}{}:
	case <-ctx.Done():
		return
	}
	answer := func() { s.write(wrong.answer(m.answerID())) }
	if wrong == nil {
		// The request outlives ctx, whose end drains it.
		own, land := s.flights.begin(context.WithoutCancel(ctx), flight{id: string(m.ID)})
		answer = func() {
			defer land()
			s.answer(own, m, next.text)
		}
	}
	s.requests.Go(func() {
		defer func() { <-s.seats }()
		answer()
	})
}

// answer answers a request, unless the client cancels it and so waits for no answer.
func (s *stream) answer(ctx context.Context, m *message, request []byte) {
	x := &exchange{agent: s.agent}
	text, _ := s.desk.respond(ctx, x, m, request)
	if ctx.Err() == nil {
		s.desk.tell(x, func() bool { return s.write(text) && !s.leaving.Load() })
	}
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

// line is one line of input, or why there is none.
type line struct {
	text    []byte
	tooLong bool // text is not all of it
	err     error
}

// readLines sends the lines of in until in ends or done is closed. The last line may lack its break.
func readLines(in io.Reader, lines chan<- line, done <-chan struct{}) {
	reader := bufio.NewReaderSize(in, 64<<10)
	for {
		text, tooLong, err := readLine(reader)
		if len(text) > 0 || err == nil {
			select {
			case lines <- line{text: text, tooLong: tooLong}:
			case <-done:
				return
			}
		}
		if err != nil {
			select {
			case lines <- line{err: err}:
			case <-done:
			}
			return
		}
	}
}

// readLine reads to the next break. It keeps no more than maxBody bytes of a line and reads over the rest.
func readLine(reader *bufio.Reader) (text []byte, tooLong bool, err error) {
	for {
		part, err := reader.ReadSlice('\n')
		if keep := maxBody - len(text); len(part) > keep {
			part, tooLong = part[:keep], true
		}
		text = append(text, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, tooLong, err
		}
	}
}
