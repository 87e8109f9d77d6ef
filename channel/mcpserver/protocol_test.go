package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/mcpserver"
)

// names are the six tools.
var names = []string{"list_channels", "get_channel", "read_channel", "write_text", "send_control", "health"}

// modernMeta is what a request of the modern era says of itself.
const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

const hello = `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`

var protocolCases = []channeltest.Case{
	{Name: "G92: six tools and their annotations", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		for _, version := range []string{legacyVersion, modernVersion} {
			listed, err := open(t, server.Config()).connect(version).ListTools(patience(t), mcp.ListToolsRequest{})
			require.NoError(t, err)
			var got []string
			for _, tool := range listed.Tools {
				got = append(got, tool.Name)
				reads := tool.Name != "write_text" && tool.Name != "send_control"
				require.Equal(t, reads, *tool.Annotations.ReadOnlyHint, tool.Name)
				require.Equal(t, !reads, *tool.Annotations.DestructiveHint, tool.Name)
				require.Equal(t, reads, *tool.Annotations.IdempotentHint, tool.Name)
				require.Empty(t, tool.RawOutputSchema, tool.Name)
				require.Zero(t, tool.OutputSchema, tool.Name)
			}
			require.Equal(t, names, got)
		}
	}},
	{Name: "G93: a request before initialize", Run: func(t *testing.T) {
		c := open(t, channeltest.Start(t).Config())
		require.Contains(t, c.ask(request(1, "tools/list", `{}`)).line, `"list_channels"`)
		require.Contains(t, c.ask(request(2, "initialize", hello)).line, `"protocolVersion":"2025-06-18"`)
		c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		health := c.ask(callLine(3, "health", `{}`))
		require.JSONEq(t, `{"health":{"backend_kind":"tmux","available":true}}`, string(health.Result.StructuredContent))
		// A version that nobody knows is answered with the newest that has a handshake.
		unknown := strings.Replace(hello, "2025-06-18", "1999-01-01", 1)
		require.Contains(t, c.ask(request(4, "initialize", unknown)).line, `"protocolVersion":"`+legacyVersion+`"`)
	}},
	{Name: "G96: unknown tools, unknown methods, garbage", Run: func(t *testing.T) {
		c := open(t, channeltest.Start(t).Config())
		for _, bad := range []struct {
			line, id string
			code     int
		}{
			{callLine(1, "kill_session", `{}`), `1`, mcp.INVALID_PARAMS},
			{callLine(2, "Health", `{}`), `2`, mcp.INVALID_PARAMS},
			{callLine(2, "", `{}`), `2`, mcp.INVALID_PARAMS},
			{request(3, "channels/list", `{}`), `3`, mcp.METHOD_NOT_FOUND},
			{request(`"four"`, "resources/list", `{}`), `"four"`, mcp.METHOD_NOT_FOUND},
			{request(5, "subscriptions/listen", `{}`), `5`, mcp.METHOD_NOT_FOUND},
			{`garbage`, `null`, mcp.PARSE_ERROR},
			{`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"health"`, `null`, mcp.PARSE_ERROR},
			{"\x00\xff\xfe", `null`, mcp.PARSE_ERROR},
			{strings.Repeat("[", 100_000), `null`, mcp.INVALID_REQUEST},
			{strings.Repeat(`{"a":`, 100_000), `null`, mcp.PARSE_ERROR},
			{`{"jsonrpc":"1.0","id":8,"method":"ping"}`, `8`, mcp.INVALID_REQUEST},
			{`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":5}}`, `9`, mcp.INVALID_REQUEST},
			{`{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"health",` + strings.Replace(modernMeta, "2026-07-28", "2027-01-01", 1) + `}}`,
				`10`, mcp.UNSUPPORTED_PROTOCOL_VERSION},
			{strings.Repeat("x", mcpserver.MaxLine+1), `null`, mcp.INVALID_REQUEST},
			{strings.Repeat(" ", mcpserver.MaxLine+1) + request(11, "ping", `{}`), `null`, mcp.INVALID_REQUEST},
		} {
			shown := bad.line[:min(len(bad.line), 100)]
			got := c.ask(bad.line)
			require.NotNil(t, got.Error, shown)
			require.Equal(t, bad.code, got.Error.Code, shown)
			require.Equal(t, bad.id, string(got.ID), shown)
			require.NotContains(t, got.line, "kill_session")
			require.JSONEq(t, `{"jsonrpc":"2.0","id":12,"result":{}}`, c.ask(request(12, "ping", `{}`)).line)
		}
		c.send("", "  ", `"text"`, `7`, `{"jsonrpc":"2.0","method":"channels/list"}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`)
		require.False(t, c.ask(callLine(13, "health", `{}`)).Result.IsError, "what asks for no answer gets none")
	}},
	{Name: "G99: the text is the JSON of the structured content", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		pane := server.Session("<a> & b", `printf '<&>\342\200\250\303\251 世界 "\\\\"'; exec cat`)
		pane.Shows("世界")
		c := open(t, server.Config())
		results := 0
		for tool, a := range good(pane.Channel) {
			for _, sent := range []any{a, with(a, "channel_id", "x"), with(a, "submit", "x")} {
				text, err := json.Marshal(sent)
				require.NoError(t, err)
				got := c.ask(callLine(1, tool, string(text))).Result
				require.Len(t, got.Content, 1)
				require.Equal(t, "text", got.Content[0].Type)
				require.Equal(t, string(got.StructuredContent), got.Content[0].Text)
				var compact bytes.Buffer
				require.NoError(t, json.Compact(&compact, []byte(got.Content[0].Text)))
				require.Equal(t, compact.String(), got.Content[0].Text)
				if contains(got.Content[0].Text, "<&>") || contains(got.Content[0].Text, "<a> & b") {
					results++
				}
			}
		}
		require.GreaterOrEqual(t, results, 3, "the channel, the list and the read are as a reader wants them")
	}},
}

func TestProtocol(t *testing.T) { channeltest.Run(t, protocolCases) }

// TestListing pins what a client reads of the tools.
func TestListing(t *testing.T) {
	c := open(t, channel.Config{SocketPath: "none"})
	var out bytes.Buffer
	require.NoError(t, json.Indent(&out, []byte(c.ask(request(1, "tools/list", `{"cursor":"any"}`)).line), "", "  "))
	golden(t, "tools.json", out.String())
	modern := c.ask(request(2, "tools/list", `{`+modernMeta+`}`))
	require.Nil(t, modern.Error)
	var listed struct {
		Result struct{ Tools []struct{ Name string } }
	}
	require.NoError(t, json.Unmarshal([]byte(modern.line), &listed))
	require.Len(t, listed.Result.Tools, len(names))
	require.Contains(t, c.ask(request(3, "initialize", hello)).line, `"capabilities":{"tools":{}}`)
}

// TestModernCall holds calls of the modern era to its form.
func TestModernCall(t *testing.T) {
	c := open(t, channeltest.Start(t).Config())
	got := c.ask(request(1, "tools/call", `{"name":"health",`+modernMeta+`}`))
	require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",`+
		`"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"mystic-channel","version":"1.2.3"}},`+
		`"content":[{"type":"text","text":"{\"health\":{\"backend_kind\":\"tmux\",\"available\":true}}"}],`+
		`"structuredContent":{"health":{"backend_kind":"tmux","available":true}}}}`, strings.TrimSpace(got.line))
	refused := c.ask(request(2, "tools/call", `{"name":"get_channel",`+modernMeta+`}`))
	require.Contains(t, refused.line, `"resultType":"complete"`)
	require.Equal(t, channel.CodeInvalidArgument, refused.failure(t).Error.Code)
}

// TestCancel cancels a read that waits: nothing else waits for it, and it gets no answer.
func TestCancel(t *testing.T) {
	server := channeltest.Start(t)
	c := open(t, server.Config())
	waiting := waitLine(t, c, server.Recorder("live").Channel)
	c.send(waiting(7), waiting(8))
	require.Equal(t, `9`, string(c.ask(request(9, "ping", `{}`)).ID), "what waits stands in nobody's way")
	require.False(t, c.ask(callLine(10, "health", `{}`)).Result.IsError)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"7"}}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`)
	channeltest.Eventually(t, "the cancelled call has ended", func() bool { return contains(c.log.String(), `"code":"cancelled"`) })
	require.NoError(t, c.in.Close())
	// The other one waits on, and is told of the end.
	rest, err := io.ReadAll(c.lines)
	require.NoError(t, err)
	require.Equal(t, `8`, string(decode(t, string(rest)).ID))
	require.Equal(t, channel.CodeBackendUnavailable, decode(t, string(rest)).failure(t).Error.Code)
}

// waitLine returns how a call is written that waits for output which does not come.
func waitLine(t *testing.T, c *console, id string) func(request int) string {
	t.Helper()
	first := c.ask(callLine(1, "read_channel", `{"channel_id":"`+id+`"}`))
	var got reply
	require.NoError(t, json.Unmarshal(first.Result.StructuredContent, &got))
	return func(request int) string {
		return callLine(request, "read_channel", `{"channel_id":"`+id+`","after":"`+got.Read.Revision+`","wait_ms":45000}`)
	}
}

// TestManyCalls has as many calls in flight as there may be, all of them at a server that does not answer.
func TestManyCalls(t *testing.T) {
	server := channeltest.Start(t)
	config := server.Config()
	config.Timeout = channeltest.Patience
	for _, calls := range []int{mcpserver.MaxInFlight - 1, mcpserver.MaxInFlight} {
		c := open(t, config)
		require.False(t, c.ask(callLine(0, "health", `{}`)).Result.IsError)
		server.Stop()
		for id := range calls {
			c.send(callLine(1000+id, "list_channels", `{}`))
		}
		c.send(request(1, "ping", `{}`))
		var first message
		if calls < mcpserver.MaxInFlight {
			first = c.next()
			require.Equal(t, `1`, string(first.ID), "there is room for one more")
			server.Continue()
		} else {
			server.Continue()
			first = c.next()
			require.NotEqual(t, `1`, string(first.ID), "nothing more is read until a call ends")
		}
		got := []string{string(first.ID)}
		for range calls {
			m := c.next()
			require.False(t, m.Result.IsError)
			got = append(got, string(m.ID))
		}
		slices.Sort(got)
		require.Len(t, slices.Compact(got), calls+1)
	}
}

// TestLongTexts writes the longest text in the longest way to write it, and one that is too long.
func TestLongTexts(t *testing.T) {
	server := channeltest.Start(t)
	recorder := server.Recorder("live")
	c := open(t, server.Config())
	write := func(text string) message {
		return c.ask(callLine(1, "write_text", `{"channel_id":"`+recorder.Channel+`","text":"`+text+`","submit":true}`))
	}
	got := write(strings.Repeat(`\u003c`, channel.MaxTextBytes))
	require.False(t, got.Result.IsError, got.line)
	require.True(t, recorder.TakeText() == strings.Repeat("<", channel.MaxTextBytes)+"\r")
	details := write(strings.Repeat("a", channel.MaxTextBytes+1)).failure(t).Error.Details
	require.Equal(t, map[string]any{"field": "text", "byte_count": float64(channel.MaxTextBytes + 1), "max_bytes": float64(channel.MaxTextBytes)}, details)
	require.Empty(t, recorder.TakeText())
}

// TestBroken calls tools that break: the client is told nothing of it, the log where, and the connection goes on.
func TestBroken(t *testing.T) {
	service, err := channel.NewService(nil, channel.Config{})
	require.NoError(t, err)
	c := openOver(t, service)
	got := c.ask(callLine(1, "get_channel", `{"channel_id":"tmux:0123456789ab:1"}`)).failure(t)
	require.Equal(t, channel.CodeInternalError, got.Error.Code)
	require.Equal(t, "an internal error occurred", got.Error.Message)
	require.Contains(t, c.log.String(), "a request broke")
	require.Contains(t, c.log.String(), "Service")
	require.JSONEq(t, `{"jsonrpc":"2.0","id":2,"result":{}}`, c.ask(request(2, "ping", `{}`)).line)
}

// TestLog holds the log to what may stand in it.
func TestLog(t *testing.T) {
	server := channeltest.Start(t)
	recorder := server.Recorder("live")
	c := open(t, server.Config())
	c.ask(callLine(1, "write_text", `{"channel_id":"`+recorder.Channel+`","text":"secret","submit":false}`))
	c.ask(callLine(2, "write_text", `{"channel_id":"secret","text":"secret","submit":false}`))
	c.ask(callLine(3, "write_text", `{"channel_id":"`+recorder.Channel+`","text":"secret\r","submit":false}`))
	c.ask(callLine(4, "secret", `{}`))
	c.ask(request(5, "secret", `{}`))
	channeltest.Eventually(t, "the terminal shows nothing new", func() bool { return recorder.TakeText() != "" })
	c.ask(callLine(6, "read_channel", `{"channel_id":"`+recorder.Channel+`"}`))
	log := c.log.String()
	require.NotContains(t, log, "secret")
	require.Equal(t, 4, strings.Count(log, `"msg":"call"`), log)
	require.Contains(t, log, `"tool":"write_text","code":"ok"`)
	require.Contains(t, log, `"in":6,"out":0,"channel":"`+recorder.Channel+`"`)
	require.Contains(t, log, `"tool":"write_text","code":"CHANNEL_NOT_FOUND"`)
	require.Contains(t, log, `"in":0,"out":5,"channel":"`+recorder.Channel+`"`, "the recorder says: ready")
}
