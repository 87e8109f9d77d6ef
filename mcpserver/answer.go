package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// answer collects what is to be answered, so that it goes out whole, with its length, and it can be known that it went. It
// is mcp-go's view of a response that cannot stream.
type answer struct {
	w      http.ResponseWriter
	status int // 0: nothing was answered
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.w.Header() }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// Flush does nothing: there is one moment to send, and it is send's.
func (a *answer) Flush() {}

// CanStream keeps mcp-go from opening streams, on which no message would ever come.
func (a *answer) CanStream() bool { return false }

// fail puts a text for whoever debugs a client in the place of all that was answered.
func (a *answer) fail(status int, text string) {
	a.replace(status, "text/plain; charset=utf-8", []byte(text+"\n"))
}

// refuse puts a JSON-RPC error in the place of all that was answered.
func (a *answer) refuse(e *protocolError, id json.RawMessage, status int) {
	a.replace(status, "application/json", append(e.answer(id), '\n'))
}

func (a *answer) replace(status int, contentType string, body []byte) {
	a.Header().Set("Content-Type", contentType)
	a.Header().Set("X-Content-Type-Options", "nosniff")
	a.status = status
	a.body.Reset()
	a.body.Write(body)
}

// send writes the answer. No error means that all of it left this process.
func (a *answer) send() error {
	if a.status == 0 {
		// mcp-go says nothing when its context ended. Mostly the client has gone; when the program around us cancelled the
		// request, the client must not take an empty answer for a good one.
		a.fail(http.StatusServiceUnavailable, "the request was given up")
	}
	// A client that does not read its answer must not hold the connection for ever. Where the writer has no deadlines to
	// set, whoever made it bounds the writing.
	control := http.NewResponseController(a.w)
	_ = control.SetWriteDeadline(time.Now().Add(writeTimeout))
	defer func() { _ = control.SetWriteDeadline(time.Time{}) }()

	a.Header().Set("Content-Length", strconv.Itoa(a.body.Len()))
	a.w.WriteHeader(a.status)
	if _, err := a.w.Write(a.body.Bytes()); err != nil {
		return err
	}
	if err := control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
