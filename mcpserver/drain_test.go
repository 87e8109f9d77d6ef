package mcpserver_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"mystic-sdk/mcpserver"
)

func mustAtoi(t testing.TB, s string) int {
	n, err := strconv.Atoi(s)
	require.NoError(t, err)
	return n
}

func TestServeAnswersWaitingCallsAtItsEnd(t *testing.T) { // 7
	for _, era := range eras() {
		t.Run(era.name, func(t *testing.T) {
			game := newGame(t)
			server, err := mcpserver.NewHTTP(game, testTokens(t), &mcpserver.Options{Log: slog.New(slog.DiscardHandler)})
			require.NoError(t, err)
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			require.NoError(t, err)
			transport := &http.Transport{}
			defer transport.CloseIdleConnections()
			h := &house{t: t, game: game, url: "http://" + listener.Addr().String(), client: &http.Client{Transport: transport}}

			ctx, stop := context.WithCancel(context.Background())
			served := make(chan error, 1)
			go func() { served <- server.Serve(ctx, listener) }()

			max, ann := era.begin(h, "max"), era.begin(h, "ann")
			run := h.later(max(3, "tools/call", toolCall("run", `{"script":"dig()","wait":45}`)))
			status := h.later(ann(3, "tools/call", toolCall("status", `{"wait":45}`)))
			game.untilInside(t, 2)
			game.gather("max", "rain")

			stop()
			require.NoError(t, <-served)
			got := textOf(t, (<-run).body)
			require.Contains(t, got, "run 1 running")
			require.Contains(t, got, "rain")
			require.Contains(t, textOf(t, (<-status).body), "mine · idle")
			require.ElementsMatch(t, []string{"max", "ann"}, game.acknowledged())
		})
	}
}

func TestDrainedServerIsUnavailable(t *testing.T) {
	h := open(t, nil)
	client := modern().begin(h, "max")
	h.server.Drain()
	h.server.Drain()
	for _, call := range []string{toolCall("card", `{}`), toolCall("status", `{"wait":9}`)} {
		got := resultOf(t, h.do(client(3, "tools/call", structured(call))).body)
		require.True(t, got.IsError)
		require.JSONEq(t, `{"ok":false,"error":{"code":"unavailable","message":"the server is shutting down",
			"hint":"call again later","retryAfterMs":5000}}`, string(got.StructuredContent))
	}
	require.Empty(t, h.game.seen())
}

func TestServeSaysWhyItsListenerFailed(t *testing.T) {
	server, err := mcpserver.NewHTTP(newGame(t), testTokens(t), nil)
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	err = server.Serve(context.Background(), listener)
	require.ErrorIs(t, err, net.ErrClosed)
}

// pipeListener hands out one end of a pipe for each element of calls.
type pipeListener struct {
	calls    chan struct{}
	accepted int
}

func (l *pipeListener) Accept() (net.Conn, error) {
	if _, open := <-l.calls; !open {
		return nil, net.ErrClosed
	}
	l.accepted++
	near, far := net.Pipe()
	_ = far.Close()
	return near, nil
}

func (l *pipeListener) Close() error   { close(l.calls); return nil }
func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

func TestConnectionsAreCapped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := &pipeListener{calls: make(chan struct{}, 3)}
		limited := mcpserver.LimitConnections(inner, 2)
		for range 3 {
			inner.calls <- struct{}{}
		}
		conns := make(chan net.Conn, 3)
		go func() {
			defer close(conns)
			for {
				conn, err := limited.Accept()
				if err != nil {
					return
				}
				conns <- conn
			}
		}()
		synctest.Wait()
		require.Equal(t, 2, inner.accepted)
		first := <-conns
		require.NoError(t, first.Close())
		_ = first.Close() // gives no second seat back
		synctest.Wait()
		require.Equal(t, 3, inner.accepted)
		require.NoError(t, limited.Close())
		for conn := range conns {
			_ = conn.Close()
		}
	})
}
