package mcpserver_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"mystic-sdk/mcpserver"
)

// Line 15 of the table in spec/transport.md: a line is told when the reply that carried it was written whole.

func TestReplyThatWasWrittenIsAcknowledged(t *testing.T) {
	for _, era := range eras() {
		t.Run(era.name, func(t *testing.T) {
			h := open(t, nil)
			client := era.begin(h, "max")
			h.game.happen("max", "rain")
			h.game.happen("max", "snow")
			require.Contains(t, textOf(t, h.do(client(3, "tools/call", toolCall("status", `{}`))).body), "rain")
			h.game.untilTold(t, 1)
			require.Equal(t, []string{"max"}, h.game.acknowledged())

			require.Equal(t, http.StatusOK, h.do(client(4, "tools/call", toolCall("ask", `{"about":"rain"}`))).status)
			require.Equal(t, http.StatusOK, h.do(client(5, "tools/call", toolCall("card", `{}`))).status)
			require.Equal(t, http.StatusOK, h.do(client(6, "tools/call", toolCall("journal", `{}`))).status)
			require.Contains(t, textOf(t, h.do(client(7, "tools/call", toolCall("status", `{"after":0}`))).body), "rain")
			observe := `{"name":"status","arguments":{},"_meta":{"mystic/observe":true}}`
			require.Equal(t, http.StatusOK, h.do(client(8, "tools/call", observe)).status)
			require.NotContains(t, textOf(t, h.do(client(9, "tools/call", toolCall("status", `{}`))).body), "rain")
			h.game.untilTold(t, 2)
			require.Equal(t, []string{"max", "max"}, h.game.acknowledged(), "what is between moves no mark")
		})
	}
}

func TestClientThatLeavesInMidWaitIsToldAgain(t *testing.T) {
	for _, era := range eras() {
		t.Run(era.name, func(t *testing.T) {
			h := open(t, nil)
			client := era.begin(h, "max")
			ctx, leave := context.WithCancel(patience(t))
			gone := h.later(client(3, "tools/call", toolCall("run", `{"script":"dig()","wait":45}`)).WithContext(ctx))
			h.game.untilInside(t, 1)
			leave()
			_, answered := <-gone
			require.False(t, answered)
			h.game.untilInside(t, 0)

			h.game.happen("max", "gold was found")
			require.Empty(t, h.game.acknowledged())
			require.Contains(t, textOf(t, h.do(client(4, "tools/call", toolCall("status", `{}`))).body), "gold was found")
		})
	}
}

// brittleWriter is a connection that breaks at some point of an answer.
type brittleWriter struct {
	*httptest.ResponseRecorder
	atWrite, atFlush error
	short            bool
}

func (w *brittleWriter) Write(p []byte) (int, error) {
	if w.atWrite != nil {
		if w.short {
			return len(p) / 2, w.atWrite
		}
		return 0, w.atWrite
	}
	return w.ResponseRecorder.Write(p)
}

func (w *brittleWriter) FlushError() error { return w.atFlush }

func TestReplyThatWasNotWrittenIsToldAgain(t *testing.T) {
	broken := errors.New("connection reset")
	for name, w := range map[string]*brittleWriter{
		"at write":    {atWrite: broken},
		"in mid text": {atWrite: broken, short: true},
		"at flush":    {atFlush: broken},
	} {
		for _, era := range eras() {
			t.Run(name+"/"+era.name, func(t *testing.T) {
				h := open(t, nil)
				client := era.begin(h, "max")
				h.game.happen("max", "rain")
				w := *w
				w.ResponseRecorder = httptest.NewRecorder()
				h.server.ServeHTTP(&w, client(3, "tools/call", toolCall("status", `{}`)))
				require.Empty(t, h.game.acknowledged())
				require.Contains(t, textOf(t, h.do(client(4, "tools/call", toolCall("status", `{}`))).body), "rain")
			})
		}
	}
}

// leaver is a client that goes as soon as it has its reply.
type leaver struct {
	*httptest.ResponseRecorder
	leave context.CancelFunc
}

func (w *leaver) FlushError() error {
	w.leave()
	return nil
}

func TestClientThatLeavesWithItsReplyWasTold(t *testing.T) {
	h := open(t, nil)
	h.game.happen("max", "rain")
	r := modern().begin(h, "max")(3, "tools/call", toolCall("status", `{}`))
	ctx, leave := context.WithCancel(r.Context())
	h.server.ServeHTTP(&leaver{httptest.NewRecorder(), leave}, r.WithContext(ctx))
	require.Equal(t, []string{"max"}, h.game.acknowledged())
}

func TestClientThatLeftBeforeItsReplyIsToldAgain(t *testing.T) {
	h := open(t, nil)
	h.game.gather("max", "rain")
	r := modern().begin(h, "max")(3, "tools/call", toolCall("status", `{"wait":45}`))
	ctx, leave := context.WithCancel(r.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.server.ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
	}()
	h.game.untilInside(t, 1)
	leave()
	<-done
	require.Empty(t, h.game.acknowledged())
}

// busyGame is a game that takes its time to note what was told.
type busyGame struct {
	*game
	free chan struct{} // closed: it does so at once
}

func (g *busyGame) Ack(agent string, mark int64) {
	<-g.free
	g.game.Ack(agent, mark)
}

func TestClientThatAsksAtOnceIsNotToldTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy := &busyGame{newGame(t), make(chan struct{})}
		server, err := mcpserver.NewHTTP(busy, testTokens(t), &mcpserver.Options{Log: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
		busy.happen("max", "rain")
		ask := func(agent string) *httptest.ResponseRecorder {
			recorder := httptest.NewRecorder()
			request := modern().begin(&house{t: t}, agent)(3, "tools/call", toolCall("status", `{}`))
			go server.ServeHTTP(recorder, request.WithContext(context.Background()))
			synctest.Wait()
			return recorder
		}
		require.Contains(t, textOf(t, ask("max").Body.String()), "rain", "the client has it before it is noted")
		again := ask("max")
		require.Zero(t, again.Body.Len())
		require.NotZero(t, ask("ann").Body.Len(), "others do not wait")
		close(busy.free)
		synctest.Wait()
		require.NotContains(t, textOf(t, again.Body.String()), "rain")
	})
}

func TestWholeReplyHasItsLength(t *testing.T) {
	h := open(t, nil)
	got := h.do(modern().begin(h, "max")(3, "tools/call", toolCall("card", `{}`)))
	require.Equal(t, "application/json", got.header.Get("Content-Type"))
	require.Len(t, got.body, mustAtoi(t, got.header.Get("Content-Length")))
}

func TestAcknowledgementIsForTheAgentOfTheCredential(t *testing.T) {
	h := open(t, &mcpserver.Options{})
	h.game.happen("max", "rain")
	h.game.happen("ann", "snow")
	text := textOf(t, h.do(modern().begin(h, "ann")(3, "tools/call", toolCall("status", `{}`))).body)
	require.Contains(t, text, "snow")
	require.NotContains(t, text, "rain")
	h.game.untilTold(t, 1)
	require.Equal(t, []string{"ann"}, h.game.acknowledged())
}
