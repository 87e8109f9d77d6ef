package mcpserver_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/mcpserver"
)

// The numbers are the lines of the table in spec/transport.md.

func TestCancelStopsNoForeignCall(t *testing.T) { // 1 and 3
	cancels := map[string]string{
		"plain":      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}`,
		"escaped":    `{"jsonrpc":"2.0","method":"notifications\u002fcancelled","params":{"requestId":5}}`,
		"other case": `{"jsonrpc":"2.0","METHOD":"notifications/cancelled","Params":{"requestId":5}}`,
		"twice":      `{"jsonrpc":"2.0","method":"ping","method":"notifications/cancelled","params":{"requestId":5}}`,
		"null id":    `{"jsonrpc":"2.0","id":null,"method":"notifications/cancelled","params":{"requestId":5}}`,
		"meta": `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"_meta":{` +
			`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
	}
	headers := map[string][]string{
		"modern":        {"Mcp-Protocol-Version", modernVersion, "Mcp-Method", "notifications/cancelled"},
		"no session":    {},
		"future modern": {"Mcp-Protocol-Version", "2099-01-01"},
		"own session":   {"Mcp-Session-Id", "filled in below"},
	}
	for name, body := range cancels {
		for kind, header := range headers {
			t.Run(name+"/"+kind, func(t *testing.T) {
				h := open(t, nil)
				waits := h.later(modern().begin(h, "max")(5, "tools/call", toolCall("status", `{"wait":45}`)))
				h.game.untilInside(t, 1)

				request := h.request("ann", http.MethodPost, body, header...)
				if request.Header.Get("Mcp-Session-Id") != "" {
					request.Header.Set("Mcp-Session-Id", h.session("ann"))
				}
				got := h.do(request)
				require.Equal(t, http.StatusAccepted, got.status, got.body)

				h.game.happen("max", "gold was found")
				require.Contains(t, textOf(t, (<-waits).body), "gold was found")
			})
		}
	}
}

func TestCancelInASessionStopsTheOwnCall(t *testing.T) {
	h := open(t, nil)
	client := legacy().begin(h, "max")
	waits := h.later(client(5, "tools/call", toolCall("status", `{"wait":45}`)))
	h.game.untilInside(t, 1)
	h.game.gather("max", "rain")

	// The same id in a session of somebody else is another call.
	other := h.do(legacy().begin(h, "ann")(0, "notifications/cancelled", `{"requestId":5}`))
	require.Equal(t, http.StatusAccepted, other.status)
	require.Empty(t, waits)

	require.Equal(t, http.StatusAccepted, h.do(client(0, "notifications/cancelled", `{"requestId":5}`)).status)
	ended, came := <-waits
	require.True(t, came, "the call goes on")
	require.Contains(t, textOf(t, ended.body), "rain")
	require.Empty(t, h.game.acknowledged(), "nobody reads the answer of a cancelled call")
	require.Contains(t, textOf(t, h.do(client(6, "tools/call", toolCall("status", `{}`))).body), "rain")
}

func TestSessionBelongsToItsAgent(t *testing.T) { // 2
	h := open(t, nil)
	session := h.session("max")
	ping := rpc(2, "ping", `{}`)

	for name, id := range map[string]string{
		"foreign":  session,
		"invented": "mcp-session-00000000-0000-0000-0000-000000000000",
		"garbled":  session[:len(session)-1] + "!",
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, http.StatusNotFound, h.do(h.request("ann", http.MethodPost, ping, "Mcp-Session-Id", id)).status)
			require.Equal(t, http.StatusNotFound, h.do(h.request("ann", http.MethodDelete, "", "Mcp-Session-Id", id)).status)
			require.Equal(t, http.StatusMethodNotAllowed, h.do(h.request("ann", http.MethodGet, "", "Mcp-Session-Id", id)).status)
			cancel := rpc(0, "notifications/cancelled", `{"requestId":5}`)
			require.Equal(t, http.StatusNotFound, h.do(h.request("ann", http.MethodPost, cancel, "Mcp-Session-Id", id)).status)
		})
	}
	require.Equal(t, http.StatusOK, h.do(h.request("max", http.MethodPost, ping, "Mcp-Session-Id", session)).status)

	require.Equal(t, http.StatusOK, h.do(h.request("max", http.MethodDelete, "", "Mcp-Session-Id", session)).status)
	require.Equal(t, http.StatusNotFound, h.do(h.request("max", http.MethodPost, ping, "Mcp-Session-Id", session)).status)
}

func TestInitializeDoesNotEnterTheSessionThatItNames(t *testing.T) { // 2
	h := open(t, nil)
	session := h.session("max")
	waits := h.later(h.request("max", http.MethodPost, rpc(5, "tools/call", toolCall("status", `{"wait":45}`)), "Mcp-Session-Id", session))
	h.game.untilInside(t, 1)
	got := h.do(h.request("ann", http.MethodPost, rpc(5, "initialize", `{"protocolVersion":"2025-11-25"}`), "Mcp-Session-Id", session))
	require.Equal(t, http.StatusOK, got.status)
	require.NotEqual(t, session, got.header.Get("Mcp-Session-Id"))

	// The call can be cancelled as before.
	cancel := rpc(0, "notifications/cancelled", `{"requestId":5}`)
	require.Equal(t, http.StatusAccepted, h.do(h.request("max", http.MethodPost, cancel, "Mcp-Session-Id", session)).status)
	_, came := <-waits
	require.True(t, came, "the call goes on")
}

func TestNoSessionNoLegacyCall(t *testing.T) {
	h := open(t, nil)
	got := h.do(h.request("max", http.MethodPost, rpc(1, "tools/list", `{}`)))
	require.Equal(t, http.StatusBadRequest, got.status)
	require.Equal(t, "the header Mcp-Session-Id is missing; begin with initialize\n", got.body)
}

func TestBodyLimit(t *testing.T) { // 4
	h := open(t, nil)
	session := h.session("max")
	ping := rpc(2, "ping", `{}`)
	padded := func(size int) string { return ping + strings.Repeat(" ", size-len(ping)) }
	for name, wrap := range map[string]func(string) io.Reader{
		"with a length": func(s string) io.Reader { return strings.NewReader(s) },
		"chunked":       func(s string) io.Reader { return io.MultiReader(strings.NewReader(s)) },
	} {
		t.Run(name, func(t *testing.T) {
			send := func(body string) answered {
				r := h.request("max", http.MethodPost, "", "Mcp-Session-Id", session)
				sized, err := http.NewRequest(http.MethodPost, r.URL.String(), wrap(body))
				require.NoError(t, err)
				sized.Header = r.Header
				return h.do(sized.WithContext(r.Context()))
			}
			require.Equal(t, http.StatusOK, send(padded(mcpserver.MaxBody)).status)
			require.Equal(t, http.StatusRequestEntityTooLarge, send(padded(mcpserver.MaxBody+1)).status)
		})
	}
}

// unread is a body that must not be asked for.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

func TestBodyOfTooGreatALengthIsNotRead(t *testing.T) { // 4
	h := open(t, nil)
	r := h.request("max", http.MethodPost, "")
	r.Body, r.ContentLength = io.NopCloser(unread{t}), mcpserver.MaxBody+1
	recorder := httptest.NewRecorder()
	h.server.ServeHTTP(recorder, r)
	require.Equal(t, http.StatusRequestEntityTooLarge, recorder.Code)
}

func TestBodyOfAStrangerIsNotRead(t *testing.T) {
	h := open(t, nil)
	r := h.request("nobody", http.MethodPost, "")
	r.Body = io.NopCloser(unread{t})
	recorder := httptest.NewRecorder()
	h.server.ServeHTTP(recorder, r)
	require.Equal(t, http.StatusUnauthorized, recorder.Code)
}

// wire is a connection whose deadlines can be seen.
type wire struct {
	*httptest.ResponseRecorder
	reading, writing time.Time
	writes           []bool // whether each write had a deadline
}

func (w *wire) SetReadDeadline(t time.Time) error  { w.reading = t; return nil }
func (w *wire) SetWriteDeadline(t time.Time) error { w.writing = t; return nil }

func (w *wire) Write(p []byte) (int, error) {
	w.writes = append(w.writes, !w.writing.IsZero())
	return w.ResponseRecorder.Write(p)
}

// stalled is a body that never comes.
type stalled struct{ w *wire }

func (s stalled) Read([]byte) (int, error) {
	if s.w.reading.IsZero() {
		return 0, errors.New("this read would hang for ever")
	}
	return 0, os.ErrDeadlineExceeded
}

func TestSlowClientsHoldNothingForEver(t *testing.T) {
	h := open(t, nil)
	w := &wire{ResponseRecorder: httptest.NewRecorder()}
	r := h.request("max", http.MethodPost, "")
	r.Body = io.NopCloser(stalled{w})
	h.server.ServeHTTP(w, r)
	require.Equal(t, http.StatusRequestTimeout, w.Code)
	require.Equal(t, []bool{true}, w.writes)
	// The next request of the connection, and a wait, have no deadline of this one.
	require.Zero(t, w.reading)
	require.Zero(t, w.writing)
}

func TestOrigin(t *testing.T) { // 5 and 14
	const page = "https://play.example.com"
	h := open(t, &mcpserver.Options{Origins: []string{page}})
	post := func(headers ...string) answered {
		return h.do(h.request("max", http.MethodPost, rpc(1, "initialize", `{"protocolVersion":"2025-11-25"}`), headers...))
	}
	require.Equal(t, http.StatusForbidden, post("Origin", "https://evil.example").status)
	require.Equal(t, http.StatusForbidden, post("Origin", "null").status)
	require.Equal(t, http.StatusForbidden, post("Sec-Fetch-Site", "cross-site").status)
	require.Equal(t, http.StatusOK, post("Origin", h.url).status)
	require.Equal(t, http.StatusOK, post().status)

	trusted := post("Origin", page, "Sec-Fetch-Site", "cross-site")
	require.Equal(t, http.StatusOK, trusted.status)
	require.Equal(t, page, trusted.header.Get("Access-Control-Allow-Origin"))
	require.Contains(t, trusted.header.Get("Access-Control-Expose-Headers"), "Mcp-Session-Id")

	ask := h.request("max", http.MethodOptions, "", "Origin", page, "Access-Control-Request-Method", "POST")
	ask.Header.Del("Authorization")
	asked := h.do(ask)
	require.Equal(t, http.StatusNoContent, asked.status)
	require.Equal(t, "Authorization, Content-Type, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name",
		asked.header.Get("Access-Control-Allow-Headers"))

	foreign := h.do(h.request("max", http.MethodOptions, "", "Origin", "https://evil.example"))
	require.Equal(t, http.StatusMethodNotAllowed, foreign.status)
	require.Empty(t, foreign.header.Get("Access-Control-Allow-Origin"))

	_, err := mcpserver.NewHTTP(newGame(t), nil, &mcpserver.Options{Origins: []string{"play.example.com/path"}})
	require.ErrorContains(t, err, `origin "play.example.com/path"`)
}

func TestHostOverLoopback(t *testing.T) {
	h := open(t, &mcpserver.Options{Hosts: []string{"play.example.com"}})
	for host, status := range map[string]int{
		"evil.example":          http.StatusForbidden,
		"evil.example:80":       http.StatusForbidden,
		"127.0.0.1.example:80":  http.StatusForbidden,
		"localhost":             http.StatusOK,
		"LOCALHOST:9":           http.StatusOK,
		"[::1]:9":               http.StatusOK,
		"127.0.0.1":             http.StatusOK,
		"play.example.com":      http.StatusOK,
		"PLAY.example.com:8443": http.StatusOK,
	} {
		r := h.request("max", http.MethodPost, rpc(1, "initialize", `{"protocolVersion":"2025-11-25"}`))
		r.Host = host
		require.Equal(t, status, h.do(r).status, host)
	}
}

func TestMethodsAndPaths(t *testing.T) { // 13
	h := open(t, nil)
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodOptions, http.MethodPatch} {
		got := h.do(h.request("max", method, "", "Accept", "text/event-stream"))
		require.Equal(t, http.StatusMethodNotAllowed, got.status, method)
		require.Equal(t, "POST, DELETE", got.header.Get("Allow"))
	}
	for _, path := range []string{"/", "/mcp/", "/MCP", "/metrics", "/.well-known/oauth-protected-resource"} {
		r := h.request("max", http.MethodGet, "")
		r.URL.Path = path
		require.Equal(t, http.StatusNotFound, h.do(r).status, path)
	}
}

func TestHeadersOfAnswers(t *testing.T) {
	h := open(t, nil)
	good := h.request("max", http.MethodPost, rpc(1, "initialize", `{"protocolVersion":"2025-11-25"}`))
	bad := h.request("nobody", http.MethodPost, "")
	for _, r := range []*http.Request{good, bad, h.request("max", http.MethodGet, "")} {
		got := h.do(r)
		require.Equal(t, "no-store", got.header.Get("Cache-Control"))
		require.Equal(t, "no", got.header.Get("X-Accel-Buffering"))
	}
}

func TestHealth(t *testing.T) {
	h := open(t, nil)
	get := func(method string) answered {
		r, err := http.NewRequestWithContext(patience(t), method, h.url+mcpserver.HealthPath, nil)
		require.NoError(t, err)
		return h.do(r)
	}
	require.Equal(t, http.StatusOK, get(http.MethodGet).status)
	require.Equal(t, "ok\n", get(http.MethodGet).body)
	require.Equal(t, http.StatusMethodNotAllowed, get(http.MethodPost).status)
	h.server.Drain()
	require.Equal(t, http.StatusServiceUnavailable, get(http.MethodGet).status)
}

func TestUnauthorized(t *testing.T) {
	h := open(t, nil)
	for name, header := range map[string]string{
		"none":         "",
		"empty":        "Bearer ",
		"short":        "Bearer x",
		"unknown":      "Bearer " + strings.Repeat("x", 43),
		"wrong scheme": "Basic " + maxToken,
		"two":          "Bearer " + maxToken + " " + annToken,
		"too long":     "Bearer " + strings.Repeat("x", 300),
	} {
		t.Run(name, func(t *testing.T) {
			r := h.request("max", http.MethodPost, rpc(1, "tools/list", `{}`))
			r.Header.Set("Authorization", header)
			got := h.do(r)
			require.Equal(t, http.StatusUnauthorized, got.status)
			require.Equal(t, "Bearer", got.header.Get("WWW-Authenticate"))
			require.Equal(t, "unauthorized: send the header Authorization: Bearer TOKEN\n", got.body)
		})
	}
	inURL := h.request("max", http.MethodPost, rpc(1, "tools/list", `{}`))
	inURL.Header.Del("Authorization")
	inURL.URL.RawQuery = "token=" + maxToken + "&access_token=" + maxToken
	require.Equal(t, http.StatusUnauthorized, h.do(inURL).status)

	lower := h.request("max", http.MethodPost, rpc(1, "initialize", `{"protocolVersion":"2025-11-25"}`))
	lower.Header.Set("Authorization", "bearer "+maxToken)
	require.Equal(t, http.StatusOK, h.do(lower).status)
}

func TestBrokenMessages(t *testing.T) {
	h := open(t, nil)
	session := h.session("max")
	_, unknown := contract.ParseArgs("statuz", nil)
	for name, c := range map[string]struct {
		body           string
		legacy, modern int
		want           string
	}{
		"batch": {"\n [" + rpc(1, "ping", `{}`) + "]", 400, 400,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not taken; send one message at a time"}}`},
		"not JSON": {`{"jsonrpc":`, 400, 400,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not valid JSON"}}`},
		"empty": {``, 400, 400,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not valid JSON"}}`},
		"no version": {`{"id":4,"method":"ping"}`, 400, 400,
			`{"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"the member jsonrpc must be \"2.0\""}}`},
		"parameters by position": {`{"jsonrpc":"2.0","id":4,"method":"ping","params":[1]}`, 400, 400,
			`{"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"the message is no JSON-RPC request or notification"}}`},
		"a response": {`{"jsonrpc":"2.0","id":4,"result":{}}`, 400, 400,
			`{"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"the message has no method"}}`},
		"unknown tool": {rpc(4, "tools/call", toolCall("statuz", `{}`)), 200, 400,
			`{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"` + unknown.Message + " (" + unknown.Hint + `)"}}`},
		"subscription": {rpc(4, "subscriptions/listen", `{}`), 200, 404,
			`{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"there is nothing to subscribe to"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			got := h.do(h.request("max", http.MethodPost, c.body, "Mcp-Session-Id", session))
			require.Equal(t, c.legacy, got.status)
			require.Equal(t, c.want, got.body)
			got = h.do(h.request("max", http.MethodPost, c.body, "Mcp-Protocol-Version", modernVersion))
			require.Equal(t, c.modern, got.status)
			require.Equal(t, c.want, got.body)
		})
	}
}

func TestRequestThatWasGivenUpIsNoEmptySuccess(t *testing.T) { // 7
	h := open(t, nil)
	h.game.gather("max", "rain")
	r := modern().begin(h, "max")(1, "tools/call", toolCall("status", `{"wait":45}`))
	ctx, cancel := context.WithCancel(context.Background())
	recorder := httptest.NewRecorder()
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.server.ServeHTTP(recorder, r.WithContext(ctx))
	}()
	h.game.untilInside(t, 1)
	cancel()
	<-done
	require.Contains(t, textOf(t, recorder.Body.String()), "rain")
	require.Empty(t, h.game.acknowledged())
}
