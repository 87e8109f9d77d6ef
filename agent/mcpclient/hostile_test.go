package mcpclient_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/mcpclient"
)

// serveBadly is an MCP server on standard input and output that introduces itself as it should, and then does harm: "mute" never
// answers at all, "deaf" stops reading, and goes on when its input ends; "endless" answers a call with a line that has no end.
func serveBadly(how string) {
	fmt.Fprintln(os.Stderr, "started")
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		var request struct {
			ID     json.RawMessage
			Method string
		}
		if how == "mute" || json.Unmarshal(input.Bytes(), &request) != nil {
			continue
		}
		switch request.Method {
		case "server/discover":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"what?"}}`+"\n", request.ID)
		case "initialize":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},`+
				`"serverInfo":{"name":"bad","version":"1"}}}`+"\n", request.ID)
		case "notifications/initialized":
			if how == "deaf" {
				forever := make(chan os.Signal, 1)
				signal.Notify(forever, os.Interrupt) // which nobody sends
				<-forever
			}
		case "tools/call":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"`, request.ID)
			go func() {
				for {
					fmt.Print(strings.Repeat("x", 1<<16))
				}
			}()
		}
	}
}

// bad starts such a server.
func bad(t *testing.T, how string) *mcpclient.Client {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	return start(t, self, &mcpclient.CommandOptions{Env: []string{serveVariable + "=" + how}})
}

// A call that cannot even be sent ends with its context, and so does the next one.
func TestAServerThatDoesNotRead(t *testing.T) {
	c := bad(t, "deaf")
	for range 2 {
		ctx, cancel := context.WithTimeout(patience(t), 100*time.Millisecond) // there is no sign that a call waits to be sent
		_, err := c.CallTool(ctx, "say", map[string]any{"text": strings.Repeat("x", 1<<20)})
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
	late := make(chan error)
	go func() {
		_, err := c.CallTool(patience(t), "say", map[string]any{"text": strings.Repeat("x", 1<<20)})
		late <- err
	}()
	require.EqualError(t, c.Close(), "close the connection: signal: terminated")
	require.ErrorIs(t, <-late, agent.ErrConnectionLost)
	require.EqualError(t, c.Close(), "close the connection: signal: terminated", "and says so again")
}

func TestAServerThatNeverAnswers(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(patience(t))
	stderr := &said{line: make(chan string, 1)}
	failed := make(chan error)
	go func() {
		_, err := mcpclient.Command(ctx, self, nil, &mcpclient.CommandOptions{Env: []string{serveVariable + "=mute"}, Stderr: stderr})
		failed <- err
	}()
	require.Equal(t, "started\n", <-stderr.line)
	cancel()
	require.EqualError(t, <-failed, "connect: context canceled")
}

func TestAnAnswerWithoutEnd(t *testing.T) {
	_, err := bad(t, "endless").CallTool(patience(t), "say", nil)
	require.EqualError(t, err, "call say: connection lost: the connection is closed")

	for _, kind := range []string{"application/json", "text/event-stream"} {
		var endless atomic.Bool
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !endless.Load() {
				answerAsOlder(w, r)
				return
			}
			w.Header().Set("Content-Type", kind)
			text := `{"jsonrpc":"2.0","id":2,"result":"`
			if kind == "text/event-stream" {
				text = "data: " + text
			}
			for err := error(nil); err == nil && r.Context().Err() == nil; text = strings.Repeat("x", 1<<16) {
				_, err = fmt.Fprint(w, text)
			}
		}))
		t.Cleanup(web.Close)
		c, err := mcpclient.HTTP(patience(t), web.URL, nil)
		closed(t, c, err)
		endless.Store(true)
		_, err = c.CallTool(patience(t), "say", nil)
		require.ErrorIs(t, err, agent.ErrConnectionLost, kind)
		if kind == "application/json" {
			require.EqualError(t, err, "call say: connection lost: an answer is too long")
		}
	}
}

// answerAsOlder introduces a server over HTTP.
func answerAsOlder(w http.ResponseWriter, r *http.Request) {
	var request struct {
		ID     json.RawMessage
		Method string
	}
	if json.NewDecoder(r.Body).Decode(&request) != nil || request.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if request.Method != "initialize" {
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"what?"}}`, request.ID)
		return
	}
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},`+
		`"serverInfo":{"name":"bad","version":"1"}}}`, request.ID)
}

// A server that refuses the agent is not one to come back to, as a connection that was lost otherwise is.
func TestAServerThatRefusesTheAgent(t *testing.T) {
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden} {
		var refuses atomic.Bool
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if refuses.Load() {
				http.Error(w, "max-0123456789abcdef is revoked", status)
				return
			}
			answerAsOlder(w, r)
		}))
		t.Cleanup(web.Close)
		c, err := mcpclient.HTTP(patience(t), web.URL, &mcpclient.HTTPOptions{Token: "max-0123456789abcdef"})
		closed(t, c, err)
		refuses.Store(true)
		_, err = c.CallTool(patience(t), "say", nil)
		require.EqualError(t, err, "call say: connection lost: the server refuses the agent")
		require.ErrorIs(t, err, agent.ErrConnectionLost)
		require.ErrorIs(t, err, agent.ErrAccessEnded)
		_, err = mcpclient.HTTP(patience(t), web.URL, nil)
		require.EqualError(t, err, "connect: connection lost: the server refuses the agent")
	}
}

// answering is a server in this process that answers one kind of request as a test says: with what comes after the id.
func answering(t *testing.T, method string, answer func() string) *mcpclient.Client {
	t.Helper()
	notified := 0
	serve := older(&notified)
	c, err := mcpclient.InProcess(patience(t), func(ctx context.Context, message json.RawMessage) (json.RawMessage, error) {
		var request struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal(message, &request); err != nil || request.Method != method {
			return serve(ctx, message)
		}
		return json.RawMessage(`{"jsonrpc":"2.0","id":` + string(request.ID) + `,` + answer() + `}`), nil
	})
	return closed(t, c, err)
}

// What a server says instead of a result ends up in logs: one line, not too long, and no word of how Go reads it.
func TestAnswersThatAreNoResults(t *testing.T) {
	for answer, want := range map[string]string{
		`"error":{"code":-32000,"message":"no\n\u001b[31mroot# ` + strings.Repeat("x", 9999) + `"}`: `call say: no result: "no\n\x1b[31mroot# ` +
			strings.Repeat("x", 400-len("no\n\x1b[31mroot# ")) + `"`,
		`"result":7`:                              `call say: no result: "its answer is not one of MCP"`,
		`"result":{"content":7}`:                  `call say: no result: "its answer is not one of MCP"`,
		`"result":{"content":[],"isError":"yes"}`: `call say: no result: "its answer is not one of MCP"`,
		`"result":{}`:                             `call say: no result: "content is missing"`,
	} {
		_, err := answering(t, "tools/call", func() string { return answer }).CallTool(patience(t), "say", nil)
		require.EqualError(t, err, want, answer)
		require.NotErrorIs(t, err, agent.ErrConnectionLost)
	}
	_, err := answering(t, "tools/list", func() string { return `"result":{"tools":7}` }).Tools(patience(t))
	require.EqualError(t, err, `list tools: no result: "its answer is not one of MCP"`)
}

func TestAListOfToolsWithoutEnd(t *testing.T) {
	for _, tools := range []string{``, `{"name":"again","inputSchema":{"type":"object"}}`} {
		pages := 0
		_, err := answering(t, "tools/list", func() string {
			pages++
			return fmt.Sprintf(`"result":{"tools":[%s],"nextCursor":"%d"}`, tools, pages)
		}).Tools(patience(t))
		require.EqualError(t, err, "list tools: the list has no end, or more than 1000 tools")
		require.LessOrEqual(t, pages, 1000)
	}
}

// An interrupt that is typed at a terminal goes to the process group of the agent, which has to leave its world through the server.
func TestACommandIsApartFromItsOwner(t *testing.T) {
	got, err := command(t).CallTool(patience(t), "group", nil)
	require.NoError(t, err)
	require.Contains(t, string(got), `"text":"true"`)
}

func TestACommandWithoutAnyEnvironment(t *testing.T) {
	t.Setenv(serveVariable, "1")
	self, err := os.Executable()
	require.NoError(t, err)
	_, err = mcpclient.Command(patience(t), "/bin/sh", []string{"-c", `test -z "$` + serveVariable + `$OWNERS_KEY" && exit 0; exec "$0"`, self},
		&mcpclient.CommandOptions{Env: []string{}})
	require.ErrorIs(t, err, agent.ErrConnectionLost, "the server was not told to serve")
}

// No goroutine of a call that was cancelled outlives the bubble.
func TestCancelledCallsLeaveNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := mcpclient.InProcess(t.Context(), handler(newServer()))
		require.NoError(t, err)
		for range 20 {
			ctx, cancel := context.WithCancelCause(t.Context())
			failed := make(chan error)
			go func() {
				_, err := c.CallTool(ctx, "wait", nil)
				failed <- err
			}()
			synctest.Wait()
			over := errors.New("over")
			cancel(over)
			require.ErrorIs(t, <-failed, over)
			_, err := c.CallTool(t.Context(), "cancelled", nil)
			require.NoError(t, err)
			_, err = c.CallTool(t.Context(), "waiting", nil)
			require.NoError(t, err)
		}
		require.NoError(t, c.Close())
	})
}
