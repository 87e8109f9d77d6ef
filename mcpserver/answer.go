package mcpserver

import (
	"errors"
	"net/http"
	"strconv"
	"time"
)

// answer is what a request is answered. It is sent in one piece, with its length, so that it can be known that it went.
type answer struct {
	w        http.ResponseWriter
	status   int
	body     []byte
	unwanted bool // the client left or cancelled the call before the answer was sent
}

func (a *answer) Header() http.Header { return a.w.Header() }

// json answers a JSON-RPC message.
func (a *answer) json(status int, message []byte) {
	a.Header().Set("Content-Type", "application/json")
	a.status, a.body = status, message
}

// fail answers a text for whoever debugs a client.
func (a *answer) fail(status int, text string) {
	a.Header().Set("Content-Type", "text/plain; charset=utf-8")
	a.Header().Set("X-Content-Type-Options", "nosniff")
	a.status, a.body = status, []byte(text+"\n")
}

// send writes the answer. No error means that all of it left this process.
func (a *answer) send() error {
	// A client that does not read its answer must not hold the connection for ever. Where the writer has no deadlines to
	// set, whoever made it bounds the writing.
	control := http.NewResponseController(a.w)
	_ = control.SetWriteDeadline(time.Now().Add(writeTimeout))
	defer func() { _ = control.SetWriteDeadline(time.Time{}) }()

	a.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	a.w.WriteHeader(a.status)
	if _, err := a.w.Write(a.body); err != nil {
		return err
	}
	if err := control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
