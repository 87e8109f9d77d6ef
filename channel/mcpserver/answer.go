package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"runtime/debug"
	"time"

	"mystic-sdk/channel"
	"mystic-sdk/internal/rpc"
)

// outcome is what a tool returned, and what the log is told of it.
type outcome struct {
	payload any // encodes as an object
	id      string
	in, out int // bytes of text
}

// call runs a tool, writes its line in the log, and returns its result, which is the same object twice.
func (s *server) call(ctx context.Context, t *tool, sent json.RawMessage) rpc.Result {
	began := time.Now()
	done, err := s.run(ctx, t, sent)
	code := "ok"
	if err != nil {
		failure := channel.AsError(err)
		code = string(failure.Code)
		if ctx.Err() != nil {
			code = "cancelled"
		}
		done.payload = errorPayload(failure)
	}
	attributes := []slog.Attr{slog.String("tool", t.name), slog.String("code", code), slog.Duration("duration", time.Since(began)),
		slog.Int("in", done.in), slog.Int("out", done.out)}
	// What cannot be an id is text of the caller.
	if _, _, ok := channel.SplitID(done.id); ok {
		attributes = append(attributes, slog.String("channel", done.id))
	}
	s.log.LogAttrs(ctx, slog.LevelInfo, "call", attributes...)
	object := encode(done.payload)
	return rpc.Result{Text: string(object), Structured: json.RawMessage(object), IsError: err != nil}
}

var errBroken = errors.New("a tool broke")

// run reads the arguments and runs a tool. One that breaks is an internal error.
func (s *server) run(ctx context.Context, t *tool, sent json.RawMessage) (done outcome, err error) {
	defer func() {
		if recover() != nil {
			s.report(ctx, t.name)
			err = errBroken
		}
	}()
	a, err := parse(t.fields, sent)
	if err != nil {
		return outcome{}, err
	}
	done, err = t.run(ctx, a)
	done.id, done.in = a.text("channel_id"), len(a.text("text"))
	return done, err
}

// report writes down where something broke; not what the panic said, since that can hold text of the caller. It is for the
// function that recovers.
func (s *server) report(ctx context.Context, what string) {
	s.log.ErrorContext(ctx, "a request broke", slog.String("what", what), slog.String("stack", string(debug.Stack())))
}

// errorPayload is a failure as a client sees it.
func errorPayload(e *channel.Error) any {
	type failure struct {
		Code    channel.Code    `json:"code"`
		Message string          `json:"message"`
		Details channel.Details `json:"details,omitempty"`
	}
	return struct {
		Error failure `json:"error"`
	}{failure{e.Code, e.Message, e.Details}}
}

// encode writes a value as compact JSON, with the characters of HTML as they are. The values of this package encode.
func encode(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("mcpserver: an answer does not encode: " + err.Error())
	}
	return bytes.TrimSuffix(out.Bytes(), []byte{'\n'})
}
