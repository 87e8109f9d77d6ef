package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/mcpserver"
	"mystic-sdk/channel/tmux"
)

// FuzzLine sends any bytes as a line, and then asks a question: nothing breaks, whatever is answered is JSON of the right form,
// and the question is answered as ever. What reaches tmux finds no server there.
func FuzzLine(f *testing.F) {
	config := channel.Config{SocketPath: filepath.Join(f.TempDir(), "none")}
	id := tmux.ChannelID(config, "%1")
	for tool, a := range good(id) {
		sent, err := json.Marshal(a)
		require.NoError(f, err)
		f.Add([]byte(callLine(1, tool, string(sent))))
	}
	for _, line := range []string{
		"", "garbage", "[]", "{}", "null", "\x00\xff", `{"jsonrpc":"2.0"}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}`,
		request(1, "initialize", hello),
		request(`"a"`, "tools/list", `{"cursor":5}`),
		request(`{}`, "tools/list", `{`+modernMeta+`}`),
		request(1, "tools/call", `{"name":"health","arguments":[],`+modernMeta+`}`),
		request(1.5, "resources/read", `{"uri":"x"}`),
		request(1, "tools/call", `null`),
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`,
		`{"jsonrpc":"2.0","id":1,"id":"the last counts","method":"ping","METHOD":"tools/list"}`,
		callLine(1, "write_text", `{"channel_id":"`+id+`","text":"\ud83d\\\u005cu","submit":true,"expect_command":["a",1]}`),
		callLine(1, "read_channel", `{"channel_id":"`+id+`","lines":5e0,"bytes":1e-400,"after":"AQ","wait_ms":-0,"quiet_ms":250.0}`),
		callLine(1, "send_control", `{"channel_id":{"a":[]},"control":"ENTER"}`),
	} {
		f.Add([]byte(line))
	}
	backend, err := tmux.New(config)
	require.NoError(f, err)
	service, err := channel.NewService(backend, config)
	require.NoError(f, err)
	f.Cleanup(service.Close)
	f.Fuzz(func(t *testing.T, line []byte) {
		const question = `"the question that comes last"`
		if bytes.Contains(line, []byte("the question")) {
			return
		}
		var out bytes.Buffer
		in := io.MultiReader(bytes.NewReader(line), strings.NewReader("\n"+request(question, "ping", `{}`)+"\n"))
		require.NoError(t, mcpserver.Serve(context.Background(), service, in, &out, nil))
		answered := false
		for _, got := range bytes.SplitAfter(out.Bytes(), []byte{'\n'}) {
			if len(got) == 0 {
				continue
			}
			var answer struct {
				JSONRPC string
				ID      json.RawMessage
				Result  json.RawMessage
				Error   *struct{ Code int }
			}
			require.NoError(t, json.Unmarshal(got, &answer), "%s", got)
			require.Equal(t, "2.0", answer.JSONRPC)
			require.True(t, (answer.Result == nil) != (answer.Error == nil), "%s", got)
			require.NotContains(t, string(got), "INTERNAL_ERROR")
			require.NotContains(t, string(got), "something broke")
			if string(answer.ID) == question {
				answered = true
				require.Equal(t, `{}`, string(answer.Result))
			}
		}
		require.True(t, answered)
	})
}
