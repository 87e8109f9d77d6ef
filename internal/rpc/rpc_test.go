package rpc_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/internal/rpc"
)

func TestRead(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a request", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, ``},
		{"a notification", ` {"jsonrpc":"2.0","method":"notifications/initialized","params":{}}`, ``},
		{"params of null", `{"jsonrpc":"2.0","id":1,"method":"ping","params":null}`, ``},
		{"a modern request",
			`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`, ``},
		{"a modern one without capabilities", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"_meta lacks an object io.modelcontextprotocol/clientCapabilities"}}`},
		{"a batch", `[{}]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not taken; send one message at a time"}}`},
		{"garbage", `{"`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not valid JSON"}}`},
		{"a text", `"x"`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is no JSON-RPC request or notification"}}`},
		{"a name of another type", `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":1}}`,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"the message is no JSON-RPC request or notification"}}`},
		{"a _meta of another type", `{"jsonrpc":"2.0","id":"a","method":"ping","params":{"_meta":5}}`,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"the message is no JSON-RPC request or notification"}}`},
		{"another version", `{"jsonrpc":"1.0","id":2,"method":"ping"}`,
			`{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"the member jsonrpc must be \"2.0\""}}`},
		{"an answer", `{"jsonrpc":"2.0","id":2,"result":{}}`, `{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"the message has no method"}}`},
		{"a request and an answer in one", `{"jsonrpc":"2.0","id":2,"method":"ping","result":{}}`,
			`{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"the message has a method and a result"}}`},
		{"a subscription", `{"jsonrpc":"2.0","id":2,"method":"subscriptions/listen"}`,
			`{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"there is nothing to subscribe to"}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, wrong := rpc.Read([]byte(c.text))
			if c.want == "" {
				require.Nil(t, wrong)
				return
			}
			require.NotNil(t, wrong)
			require.Equal(t, c.want, string(wrong.Answer(m.AnswerID())))
		})
	}
}

func TestReadCallAndCancel(t *testing.T) {
	m, wrong := rpc.Read([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"status","arguments":{"a": 1}}}`))
	require.Nil(t, wrong)
	require.True(t, m.IsCall() && m.IsRequest() && !m.IsCancel())
	require.Equal(t, "status", m.Tool)
	require.Equal(t, `{"a": 1}`, string(m.Arguments))

	// No spelling of the method is a way past.
	m, wrong = rpc.Read([]byte(`{"jsonrpc":"2.0","METHOD":"notifications\u002fcancelled","params":{"requestId":"7"}}`))
	require.Nil(t, wrong)
	require.True(t, m.IsCancel() && !m.IsRequest())
	require.Equal(t, `"7"`, string(m.Cancels))
}

func TestAnswerCall(t *testing.T) {
	of, result := rpc.Server{Name: "s", Version: "1"}, rpc.Result{Text: "no", Structured: map[string]int{"n": 1}, IsError: true}
	answer := func(m rpc.Message) string {
		text, err := json.Marshal(m.AnswerCall(result, of))
		require.NoError(t, err)
		return string(text)
	}
	legacy := rpc.Message{ID: json.RawMessage("1")}
	require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"no"}],"structuredContent":{"n":1},"isError":true}}`, answer(legacy))
	modern := legacy
	modern.Protocol = "2026-07-28"
	require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}},`+
		`"content":[{"type":"text","text":"no"}],"structuredContent":{"n":1},"isError":true}}`, answer(modern))
}

func TestFlights(t *testing.T) {
	f := rpc.NewFlights()
	name := rpc.Flight{Session: "session", ID: "5"}
	first, landFirst := f.Begin(context.Background(), name)
	second, landSecond := f.Begin(context.Background(), name)
	f.Cancel(rpc.Flight{Session: "other", ID: "5"})
	f.Cancel(rpc.Flight{Session: "session", ID: `"5"`})
	require.NoError(t, first.Err())
	require.NoError(t, second.Err())

	landFirst()
	f.Cancel(name)
	require.Error(t, second.Err(), "the older flight took nothing of the newer one with it")
	landSecond()
	require.Zero(t, f.Len())
	f.Cancel(name)
}
