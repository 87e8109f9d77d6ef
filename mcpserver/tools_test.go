package mcpserver_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/mcpserver"
	"mystic-sdk/sdk"
)

// structured asks in a call's parameters for the structured form too.
func structured(call string) string {
	return strings.TrimSuffix(call, "}") + `,"_meta":{"mystic/structured":true}}`
}

func TestTextAlone(t *testing.T) {
	for _, era := range eras() {
		t.Run(era.name, func(t *testing.T) {
			h := open(t, nil)
			client := era.begin(h, "max")
			call := toolCall("ask", `{"about":"ore"}`)
			plain := h.do(client(3, "tools/call", call))
			require.Equal(t, "Nothing is known of it.", textOf(t, plain.body))
			require.NotContains(t, plain.body, "structuredContent")
			require.NotContains(t, plain.body, "isError")

			both := resultOf(t, h.do(client(4, "tools/call", structured(call))).body)
			require.Equal(t, "Nothing is known of it.", both.Content[0].Text)
			var reply contract.Reply
			require.NoError(t, json.Unmarshal(both.StructuredContent, &reply))
			require.True(t, reply.OK)
			require.Equal(t, []string{"Nothing is known of it."}, reply.Answer)

			for _, meta := range []string{`{"mystic/structured":false}`, `{"mystic/structured":"true"}`, `{"mystic/structured":1}`} {
				asked := strings.TrimSuffix(call, "}") + `,"_meta":` + meta + `}`
				require.NotContains(t, h.do(client(5, "tools/call", asked)).body, "structuredContent", meta)
			}
		})
	}
}

func TestMetaReachesTheGame(t *testing.T) {
	h := open(t, nil)
	client := modern().begin(h, "max")
	for _, meta := range []string{`{}`, `{"mystic/observe":true}`, `{"mystic/observe":true,"mystic/structured":true}`} {
		h.do(client(3, "tools/call", `{"name":"status","arguments":{},"_meta":`+meta+`}`))
	}
	require.Equal(t, []callSeen{
		{"max", "status", "{}", sdk.Meta{}},
		{"max", "status", "{}", sdk.Meta{Observe: true}},
		{"max", "status", "{}", sdk.Meta{Observe: true, Structured: true}},
	}, h.game.seen())
}

func TestArgumentsReachTheGameAsSent(t *testing.T) { // 12
	const args = `{"after": 9007199254740993, "Wait":1.50, "wait":0}`
	for _, era := range eras() {
		t.Run(era.name, func(t *testing.T) {
			h := open(t, nil)
			// Written by hand: the helpers would compact the arguments.
			r := era.begin(h, "max")(3, "tools/call", toolCall("status", `{}`))
			var whole map[string]any
			require.NoError(t, json.NewDecoder(r.Body).Decode(&whole))
			meta, err := json.Marshal(whole["params"].(map[string]any)["_meta"])
			require.NoError(t, err)
			body := `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"status","arguments":` + args + `,"_meta":` + string(meta) + `}}`
			again := h.request("max", http.MethodPost, body)
			again.Header = r.Header
			got := h.do(again)
			require.Equal(t, args, h.game.seen()[0].args)
			result := resultOf(t, got.body)
			require.True(t, result.IsError)
			require.Contains(t, result.Content[0].Text, "Wait")
		})
	}
}

func TestMissingArgumentsAreNone(t *testing.T) {
	h := open(t, nil)
	client := modern().begin(h, "max")
	require.Equal(t, h.game.Card(), textOf(t, h.do(client(3, "tools/call", `{"name":"card"}`)).body))
	require.Equal(t, h.game.Card(), textOf(t, h.do(client(4, "tools/call", toolCall("card", `null`))).body))
}

func TestWhatBreaksIsInternalWithARef(t *testing.T) { // 10
	for _, era := range eras() {
		t.Run(era.name, func(t *testing.T) {
			h := open(t, nil)
			got := h.do(era.begin(h, "max")(3, "tools/call", structured(toolCall("ask", `{"about":"break"}`))))
			require.Equal(t, http.StatusOK, got.status)
			require.NotContains(t, got.body, "secret")
			require.NotContains(t, got.body, "goroutine")
			result := resultOf(t, got.body)
			require.True(t, result.IsError)
			var reply contract.Reply
			require.NoError(t, json.Unmarshal(result.StructuredContent, &reply))
			require.Equal(t, contract.Internal, reply.Error.Code)
			require.Regexp(t, `^[a-z2-7]{8}$`, reply.Error.Ref)
			require.Contains(t, result.Content[0].Text, reply.Error.Ref)
			require.Contains(t, h.log.String(), `"ref":"`+reply.Error.Ref+`"`)
			require.Contains(t, h.log.String(), "a secret of the game")
			require.Contains(t, h.log.String(), "game_test.go")
		})
	}
}

// tornCard is a game whose card breaks.
type tornCard struct{ *game }

func (tornCard) Card() string { panic("a secret of the game") }

func TestWhatBreaksBesideTheToolsTellsNoMore(t *testing.T) {
	log := &lockedBuffer{}
	server, err := mcpserver.NewHTTP(tornCard{newGame(t)}, testTokens(t), &mcpserver.Options{Log: slog.New(slog.NewJSONHandler(log, nil))})
	require.NoError(t, err)
	recorder := httptest.NewRecorder()
	server.ServeHTTP(recorder, modern().begin(&house{t: t}, "max")(3, "resources/read", `{"uri":"mystic://card"}`))
	require.Equal(t, http.StatusOK, recorder.Code)
	found := regexp.MustCompile(`^{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"something broke in the server; ref ([a-z2-7]{8})"}}$`).
		FindStringSubmatch(recorder.Body.String())
	require.Len(t, found, 2, recorder.Body.String())
	require.Contains(t, log.String(), `"ref":"`+found[1]+`"`)
	require.Contains(t, log.String(), "a secret of the game")
}

func TestAuditLine(t *testing.T) {
	h := open(t, nil)
	client := modern().begin(h, "max")
	h.do(client(3, "tools/call", toolCall("run", `{"script":"dig() -- a text of the agent","wait":0}`)))
	h.game.happen("max", "a line of the game")
	h.game.happen("max", "a line of the game")
	h.do(client(4, "tools/call", toolCall("status", `{}`)))
	h.do(client(5, "tools/call", toolCall("status", `{"wait":99}`)))

	lines := strings.Split(strings.TrimSpace(h.log.String()), "\n")
	require.Len(t, lines, 3)
	for i, want := range []map[string]any{
		{"level": "INFO", "msg": "call", "agent": "max", "tool": "run", "run": "1", "ticks": 0.0, "code": "ok"},
		{"level": "INFO", "msg": "call", "agent": "max", "tool": "status", "run": "1", "ticks": 1.0, "code": "ok"},
		{"level": "INFO", "msg": "call", "agent": "max", "tool": "status", "run": "", "ticks": 0.0, "code": "invalid_argument"},
	} {
		var got map[string]any
		require.NoError(t, json.Unmarshal([]byte(lines[i]), &got))
		require.Contains(t, got, "duration")
		delete(got, "duration")
		delete(got, "time")
		require.Equal(t, want, got)
	}
}

func TestNoTokenInAnyLogOrReply(t *testing.T) {
	h := open(t, &mcpserver.Options{FailuresPerMinute: 1})
	stranger := "stranger-0123456789abcdef"
	for _, agent := range []string{"max", "stranger", "stranger"} {
		r := modern().begin(h, agent)(3, "tools/call", toolCall("ask", `{"about":"break"}`))
		got := h.do(r)
		for _, token := range []string{maxToken, stranger} {
			require.NotContains(t, got.body, token)
			for _, values := range got.header {
				require.NotContains(t, strings.Join(values, " "), token)
			}
			require.NotContains(t, h.log.String(), token)
		}
	}
}

func TestCardResource(t *testing.T) {
	for _, era := range eras() {
		t.Run(era.name, func(t *testing.T) {
			h := open(t, nil)
			client := era.begin(h, "max")
			var list struct {
				Result struct{ Resources []map[string]any }
			}
			require.NoError(t, json.Unmarshal([]byte(h.do(client(3, "resources/list", `{"cursor":"eA=="}`)).body), &list))
			require.Equal(t, []map[string]any{{
				"uri": "mystic://card", "name": "card", "description": "How to play this game.", "mimeType": "text/plain",
			}}, list.Result.Resources)

			var read struct {
				Result struct{ Contents []map[string]any }
			}
			require.NoError(t, json.Unmarshal([]byte(h.do(client(4, "resources/read", `{"uri":"mystic://card"}`)).body), &read))
			require.Equal(t, []map[string]any{{
				"uri": "mystic://card", "mimeType": "text/plain", "text": h.game.Card(),
			}}, read.Result.Contents)
		})
	}
}

func TestNothingIsAnnouncedThatNeverComes(t *testing.T) {
	h := open(t, nil)
	initialized := h.do(h.request("max", http.MethodPost, rpc(1, "initialize", `{"protocolVersion":"2025-11-25"}`)))
	discovered := h.do(modern().begin(h, "max")(1, "server/discover", `{}`))
	for _, body := range []string{initialized.body, discovered.body} {
		var answer struct {
			Result struct {
				Capabilities json.RawMessage
				Instructions string
			}
		}
		require.NoError(t, json.Unmarshal([]byte(body), &answer))
		require.JSONEq(t, `{"tools":{},"resources":{}}`, string(answer.Result.Capabilities))
		require.Equal(t, contract.Instructions, answer.Result.Instructions)
	}
}
