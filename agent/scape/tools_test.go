package scape_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
)

// answers is a client whose every call has the same result.
type answers string

func (a answers) CallTool(context.Context, string, map[string]any) (json.RawMessage, error) {
	return json.RawMessage(a), nil
}

// call makes one call whose result is given.
func call(t *testing.T, result string) (string, error) {
	t.Helper()
	value, err := scape.MCPTools(answers(result)).Call(t.Context(), scape.ToolSpeak, nil)
	return string(value), err
}

func TestCasesTools(t *testing.T) {
	t.Run("T1", func(t *testing.T) {
		_, err := call(t, `{"isError":true,"content":[{"type":"text","text":"{\"error\":\"revoked\",\"code\":\"forbidden\"}"}]}`)
		var failed *scape.ToolError
		require.ErrorAs(t, err, &failed)
		require.Equal(t, &scape.ToolError{Tool: "scape_speak", Message: "revoked", Code: "forbidden"}, failed)
		require.EqualError(t, err, "scape_speak: revoked (forbidden)")

		seen := make(chan error, 1)
		tools := scape.MCPTools(clientFunc(func(ctx context.Context, _ string, _ map[string]any) (json.RawMessage, error) {
			seen <- context.Cause(ctx)
			return nil, ctx.Err()
		}))
		ctx, cancel := context.WithCancelCause(t.Context())
		over := errors.New("over")
		cancel(over)
		_, err = tools.Call(ctx, scape.ToolSpeak, nil)
		require.Equal(t, context.Canceled, err, "what the client says passes through")
		require.Equal(t, over, <-seen, "the client is told that the call was cancelled")
	})
	t.Run("T2", func(t *testing.T) {
		for result, want := range map[string]string{
			`{"structuredContent":{"a":1.0},"content":[{"type":"text","text":"{\"a\":2}"}]}`: `{"a":1.0}`,
			`{"content":[{"type":"text","text":"no JSON"}],"structuredContent":{ }}`:         `{ }`,
		} {
			value, err := call(t, result)
			require.NoError(t, err)
			require.Equal(t, want, value)
		}
	})
	t.Run("T3", func(t *testing.T) {
		for _, structured := range []string{``, `"structuredContent":null,`} {
			value, err := call(t, `{`+structured+`"content":[{"type":"image","data":""},{"type":"text","text":" {\"a\":2}"},`+
				`{"type":"text","text":"{\"a\":3}"}]}`)
			require.NoError(t, err)
			require.Equal(t, ` {"a":2}`, value)
		}
	})
	t.Run("T4", func(t *testing.T) {
		for _, value := range []string{"[]", "null", "1", `"{}"`, "true", "{", "{} {}", `{"a":}`, "", "no JSON", "[{}]"} {
			text, err := json.Marshal(value)
			require.NoError(t, err)
			results := []string{`"content":[{"type":"text","text":` + string(text) + `}]`}
			if json.Valid([]byte(value)) && value != "null" {
				results = append(results, `"structuredContent":`+value)
			}
			for _, result := range results {
				for _, flag := range []string{"", `,"isError":true`} {
					_, err := call(t, "{"+result+flag+"}")
					require.ErrorIs(t, err, scape.ErrResponse, result)
					require.EqualError(t, err, "scape_speak: invalid response: its value is not one JSON object")
				}
			}
		}
		for _, result := range []string{"", "null", "[]", "7", `{"content":7}`, "{"} {
			_, err := call(t, result)
			require.ErrorIs(t, err, scape.ErrResponse, result)
		}
	})
	t.Run("T5", func(t *testing.T) {
		for _, result := range []string{`{}`, `{"content":[]}`, `{"content":null}`, `{"content":[{"type":"image","data":""}]}`} {
			value, err := call(t, result)
			require.NoError(t, err, result)
			require.Equal(t, "{}", value)
		}
	})
	t.Run("T6", func(t *testing.T) {
		for _, value := range []string{`{}`, `{"error":7}`, `{"error":""}`, `{"code":7}`, `{"code":["x"],"status":"503"}`, `{"code":"No Code!"}`,
			`{"status":200}`, `{"status":503.5}`} {
			_, err := call(t, `{"isError":true,"structuredContent":`+value+`}`)
			var failed *scape.ToolError
			require.ErrorAs(t, err, &failed)
			require.Equal(t, &scape.ToolError{Tool: "scape_speak"}, failed, value)
			require.EqualError(t, err, "scape_speak: the call failed and the world did not say why")
		}
	})
}

// clientFunc is a client of one function.
type clientFunc func(ctx context.Context, name string, args map[string]any) (json.RawMessage, error)

func (f clientFunc) CallTool(ctx context.Context, name string, args map[string]any) (json.RawMessage, error) {
	return f(ctx, name, args)
}

func TestACallWithoutArgumentsHasNone(t *testing.T) {
	var got map[string]any
	tools := scape.MCPTools(clientFunc(func(_ context.Context, _ string, args map[string]any) (json.RawMessage, error) {
		got = args
		return json.RawMessage("{}"), nil
	}))
	_, err := tools.Call(t.Context(), scape.ToolLeave, nil)
	require.NoError(t, err)
	require.Equal(t, map[string]any{}, got)
}

// What a world says goes into logs, so it is one line and no longer than it needs to be.
func TestAFailureIsOneLine(t *testing.T) {
	long, err := json.Marshal(map[string]any{"error": "no\n\x1b[31mroot#" + strings.Repeat("x", 9999)})
	require.NoError(t, err)
	_, err = call(t, `{"isError":true,"structuredContent":`+string(long)+`}`)
	var failed *scape.ToolError
	require.ErrorAs(t, err, &failed)
	require.Len(t, []rune(failed.Message), 400)
	require.True(t, strings.HasPrefix(failed.Message, `no\n[31mroot#xxx`), failed.Message[:20])
}

// The status of HTTP is taken from 400 to 599, and counts where the code says nothing.
func TestAFailureHasAStatus(t *testing.T) {
	for said, want := range map[string]int{"399": 0, "400": 400, "599": 599, "600": 0, "1e3": 0, "-1": 0} {
		_, err := call(t, `{"isError":true,"structuredContent":{"error":"no","status":`+said+`}}`)
		var failed *scape.ToolError
		require.ErrorAs(t, err, &failed)
		require.Equal(t, &scape.ToolError{Tool: "scape_speak", Message: "no", Status: want}, failed, said)
	}
}

// What a refusal means for the session, by code and by status.
func TestWhatARefusalMeans(t *testing.T) {
	const (
		stays  = "the session goes on"
		lost   = "the session ends and its runner may enter again"
		denied = "the session ends for good"
		later  = "the turn is tried again"
	)
	for _, c := range []struct {
		code   scape.Code
		status int
		want   string
	}{
		{"", 0, stays}, {"", 400, stays}, {"", 404, stays}, {"", 409, stays}, {"", 410, stays}, {"something_new", 0, stays},
		{scape.CodeSessionRetiring, 409, stays}, {scape.CodeCapacity, 0, stays}, {scape.CodeUnavailable, 0, stays},
		{scape.CodeExpiredCommand, 0, stays},
		{scape.CodeInteractionUnavailable, 0, stays}, {scape.CodeTargetUnavailable, 0, stays}, {scape.CodeStaleTarget, 0, stays},
		{scape.CodeTargetUnreachable, 0, stays}, {scape.CodeInvalidTarget, 0, stays}, {scape.CodeMovementPending, 0, stays},
		{scape.CodeInvalidExpression, 0, stays}, {scape.CodeRateLimited, 0, stays}, {scape.CodeInvalidText, 0, stays},
		{scape.CodeRateLimited, 429, stays},
		{"", 408, lost}, {"", 429, lost}, {"", 500, lost}, {"", 503, lost}, {"", 599, lost},
		{scape.CodeConnectionLost, 0, lost}, {scape.CodeSessionEnded, 0, lost}, {scape.CodeNotConnected, 0, lost},
		{scape.CodeSessionLimit, 0, lost}, {scape.CodeUnavailable, 503, lost},
		{"", 401, denied}, {"", 403, denied}, {scape.CodeUnauthorized, 0, denied}, {scape.CodeAccessRevoked, 0, denied},
		{scape.CodePermissionDenied, 0, denied}, {scape.CodeRemoved, 0, denied}, {scape.CodeStaleSession, 0, denied},
		{scape.CodeAccessRevoked, 503, denied},
		{scape.CodeProviderUnavailable, 0, later},
	} {
		var err error = &scape.ToolError{Tool: "scape_speak", Code: c.code, Status: c.status}
		require.Equal(t, c.want == lost || c.want == denied, errors.Is(err, agent.ErrConnectionLost), "%s %d", c.code, c.status)
		require.Equal(t, c.want == denied, errors.Is(err, agent.ErrAccessEnded), "%s %d", c.code, c.status)
		require.Equal(t, c.want == later, errors.Is(err, agent.ErrUnavailable), "%s %d", c.code, c.status)
	}
}
