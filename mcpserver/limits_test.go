package mcpserver_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/mcpserver"
)

// faultOf reads the fault out of a reply that was asked for in the structured form.
func faultOf(t *testing.T, body string) *contract.Fault {
	t.Helper()
	got := resultOf(t, body)
	var reply contract.Reply
	require.NoError(t, json.Unmarshal(got.StructuredContent, &reply))
	require.Equal(t, reply.Error != nil, got.IsError)
	return reply.Error
}

func TestWaitingCallsOfAnAgentAreLimited(t *testing.T) {
	h := open(t, nil)
	max := modern().begin(h, "max")
	var waits []<-chan answered
	for i := range 4 {
		waits = append(waits, h.later(max(10+i, "tools/call", toolCall("status", `{"wait":45}`))))
	}
	h.game.untilInside(t, 4)

	for _, call := range []string{toolCall("status", `{"wait":1}`), toolCall("run", `{"script":"dig()"}`)} {
		fault := faultOf(t, h.do(max(20, "tools/call", structured(call))).body)
		require.Equal(t, contract.Unavailable, fault.Code)
		require.Equal(t, "4 calls of yours are waiting already", fault.Message)
		require.Equal(t, 1000, fault.RetryAfterMs)
	}
	// What does not wait is answered, and so is another agent.
	for _, call := range []string{
		toolCall("status", `{}`), toolCall("card", `{}`), toolCall("run", `{"script":"dig()","wait":0}`),
		toolCall("ask", `{"about":"ore"}`), toolCall("journal", `{}`),
	} {
		require.Nil(t, faultOf(t, h.do(max(21, "tools/call", structured(call))).body), call)
	}
	other := h.later(modern().begin(h, "ann")(3, "tools/call", toolCall("status", `{"wait":9}`)))
	h.game.untilInside(t, 5)
	h.game.happen("ann", "snow")
	require.Contains(t, textOf(t, (<-other).body), "snow")

	// Seats are given back.
	for _, w := range waits {
		require.Equal(t, http.StatusOK, wakeFor(t, h.game, "max", w).status)
	}
	h.do(max(30, "tools/call", toolCall("status", `{}`)))
	again := h.later(max(31, "tools/call", toolCall("status", `{"wait":9}`)))
	h.game.untilInside(t, 1)
	h.game.happen("max", "hail")
	require.Contains(t, textOf(t, (<-again).body), "hail")
}

func TestLookAndCheckDoNotWait(t *testing.T) {
	h := open(t, &mcpserver.Options{WaitingCalls: 1})
	max := modern().begin(h, "max")
	waits := h.later(max(3, "tools/call", toolCall("status", `{"wait":45}`)))
	h.game.untilInside(t, 1)
	for _, mode := range []string{"look", "check"} {
		call := toolCall("run", `{"script":"print(1)","mode":"`+mode+`"}`)
		require.Nil(t, faultOf(t, h.do(max(4, "tools/call", structured(call))).body))
	}
	h.game.happen("max", "rain")
	<-waits
}

func TestWaitEndsByTheWallClock(t *testing.T) {
	// The game's ticks stand still, so nothing but the bound ends the wait.
	for name, c := range map[string]struct {
		call string
		wait time.Duration
	}{
		"run without wait": {toolCall("run", `{"script":"dig()"}`), 20 * time.Second},
		"run":              {toolCall("run", `{"script":"dig()","wait":0.5}`), 500 * time.Millisecond},
		"status":           {toolCall("status", `{"wait":45}`), 45 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				game := newGame(t)
				server, err := mcpserver.NewHTTP(game, testTokens(t), &mcpserver.Options{Log: slog.New(slog.DiscardHandler)})
				require.NoError(t, err)
				defer server.Drain()
				began := time.Now()
				recorder := httptest.NewRecorder()
				request := modern().begin(&house{t: t}, "max")(3, "tools/call", c.call)
				server.ServeHTTP(recorder, request.WithContext(context.Background()))
				require.Equal(t, c.wait+mcpserver.WaitGrace, time.Since(began))
				require.Contains(t, textOf(t, recorder.Body.String()), "mine")
			})
		})
	}
}

func TestCallRate(t *testing.T) {
	h := open(t, &mcpserver.Options{CallsPerMinute: 2})
	max := modern().begin(h, "max")
	for range 2 {
		require.Nil(t, faultOf(t, h.do(max(3, "tools/call", structured(toolCall("card", `{}`)))).body))
	}
	fault := faultOf(t, h.do(max(3, "tools/call", structured(toolCall("card", `{}`)))).body)
	require.Equal(t, contract.RateLimited, fault.Code)
	require.Greater(t, fault.RetryAfterMs, 0)
	require.LessOrEqual(t, fault.RetryAfterMs, 30_000)
	require.Nil(t, faultOf(t, h.do(modern().begin(h, "ann")(3, "tools/call", structured(toolCall("card", `{}`)))).body))
}

func TestBadCredentialsOfAnAddress(t *testing.T) {
	h := open(t, &mcpserver.Options{FailuresPerMinute: 2, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	post := func(agent, forwarded string) answered {
		return h.do(h.request(agent, http.MethodPost, rpc(1, "initialize", `{"protocolVersion":"2025-11-25"}`), "X-Forwarded-For", forwarded))
	}
	const bad, good = "192.0.2.7", "192.0.2.8"
	require.Equal(t, http.StatusUnauthorized, post("nobody", bad).status)
	none := h.request("max", http.MethodPost, "", "X-Forwarded-For", bad)
	none.Header.Del("Authorization")
	require.Equal(t, http.StatusUnauthorized, h.do(none).status, "no credential is no bad one")
	require.Equal(t, http.StatusUnauthorized, post("nobody", "198.51.100.1, "+bad).status, "what the client wrote itself does not count")

	locked := post("max", bad)
	require.Equal(t, http.StatusTooManyRequests, locked.status)
	after, err := strconv.Atoi(locked.header.Get("Retry-After"))
	require.NoError(t, err)
	require.Positive(t, after)
	require.LessOrEqual(t, after, 30)
	require.Equal(t, http.StatusTooManyRequests, post("max", "198.51.100.2,"+bad+", 127.0.0.9").status)
	require.Equal(t, http.StatusOK, post("max", good).status, "strangers behind one proxy do not lock each other out")
}

func TestForwardedForOfAStrangerIsIgnored(t *testing.T) {
	h := open(t, &mcpserver.Options{FailuresPerMinute: 1})
	post := func(forwarded string) int {
		return h.do(h.request("nobody", http.MethodPost, "", "X-Forwarded-For", forwarded)).status
	}
	require.Equal(t, http.StatusUnauthorized, post("192.0.2.1"))
	require.Equal(t, http.StatusTooManyRequests, post("192.0.2.2"))
}

func TestFailuresOfANetworkOfOneCustomer(t *testing.T) {
	server, err := mcpserver.NewHTTP(newGame(t), testTokens(t), &mcpserver.Options{FailuresPerMinute: 1})
	require.NoError(t, err)
	defer server.Drain()
	for _, c := range []struct {
		from   string
		status int
	}{
		{"[2001:db8:1:2::1]:99", http.StatusUnauthorized},
		{"[2001:db8:1:2:ffff::9]:99", http.StatusTooManyRequests},
		{"[2001:db8:1:3::1]:99", http.StatusUnauthorized},
		{"192.0.2.1:99", http.StatusUnauthorized},
		{"[::ffff:192.0.2.1]:99", http.StatusTooManyRequests},
		{"192.0.2.2:99", http.StatusUnauthorized},
		{"@", http.StatusUnauthorized},
		{"", http.StatusTooManyRequests},
	} {
		r := (&house{t: t}).request("nobody", http.MethodPost, "")
		r.RemoteAddr = c.from
		recorder := httptest.NewRecorder()
		server.ServeHTTP(recorder, r)
		require.Equal(t, c.status, recorder.Code, c.from)
	}
}
