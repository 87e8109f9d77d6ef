package mcpserver_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestModernRequestSaysTheSameInHeaderAndMessage(t *testing.T) {
	const call = `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"status","arguments":{},"_meta":META}}`
	const full = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	headers := func(changed ...string) http.Header {
		h := http.Header{}
		for _, pair := range [][2]string{{"Mcp-Protocol-Version", modernVersion}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "status"}} {
			h.Set(pair[0], pair[1])
		}
		for i := 0; i < len(changed); i += 2 {
			if h.Set(changed[i], changed[i+1]); changed[i+1] == "" {
				h.Del(changed[i])
			}
		}
		return h
	}
	h := open(t, nil)
	for name, c := range map[string]struct {
		meta   string
		header http.Header
		status int
		want   string
	}{
		"good":        {full, headers(), 200, `"result"`},
		"base64 name": {full, headers("Mcp-Name", "=?base64?c3RhdHVz?="), 200, `"result"`},
		"no version in the header": {full, headers("Mcp-Protocol-Version", ""), 400,
			`{"code":-32020,"message":"the header Mcp-Protocol-Version is missing"}`},
		"no version in the message": {`{}`, headers(), 400,
			`{"code":-32602,"message":"_meta lacks a text io.modelcontextprotocol/protocolVersion"}`},
		"no _meta": {`null`, headers(), 400,
			`{"code":-32602,"message":"_meta lacks a text io.modelcontextprotocol/protocolVersion"}`},
		"two versions": {full, headers("Mcp-Protocol-Version", "2025-11-25"), 400,
			`{"code":-32020,"message":"the header Mcp-Protocol-Version and io.modelcontextprotocol/protocolVersion in _meta differ"}`},
		"version of the future": {strings.Replace(full, modernVersion, "2099-01-01", 1), headers("Mcp-Protocol-Version", "2099-01-01"), 400,
			`{"code":-32022,"message":"this version of the protocol is not spoken here","data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"2099-01-01"}}`},
		"no capabilities": {`{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`, headers(), 400,
			`{"code":-32602,"message":"_meta lacks an object io.modelcontextprotocol/clientCapabilities"}`},
		"no method": {full, headers("Mcp-Method", ""), 400,
			`{"code":-32020,"message":"header mismatch: Mcp-Method: missing required header"}`},
		"another method": {full, headers("Mcp-Method", "tools/list"), 400,
			`{"code":-32020,"message":"header mismatch: Mcp-Method: header value \"tools/list\" does not match body value \"tools/call\""}`},
		"another name": {full, headers("Mcp-Name", "run"), 400,
			`{"code":-32020,"message":"header mismatch: Mcp-Name: header value \"run\" does not match body value \"status\""}`},
		"resumed": {full, headers("Last-Event-Id", "7"), 400,
			`{"code":-32020,"message":"streams are not resumed; send the request again, with a new id"}`},
	} {
		t.Run(name, func(t *testing.T) {
			r := h.request("max", http.MethodPost, strings.Replace(call, "META", c.meta, 1))
			for key, values := range c.header {
				r.Header[key] = values
			}
			got := h.do(r)
			require.Equal(t, c.status, got.status, got.body)
			require.Contains(t, got.body, c.want)
			require.Contains(t, got.body, `"id":4`)
		})
	}
}

func TestModernAnswerNamesTheServer(t *testing.T) {
	h := open(t, nil)
	call := toolCall("ask", `{"about":"ore"}`)
	require.Equal(t, `{"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":`+
		`{"name":"mystic","version":"4.2.0"}},"content":[{"type":"text","text":"Nothing is known of it."}]}}`,
		h.do(modern().begin(h, "max")(3, "tools/call", call)).body)
	require.Equal(t, `{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"Nothing is known of it."}]}}`,
		h.do(legacy().begin(h, "max")(3, "tools/call", call)).body)
}

func TestModernHasNoSessions(t *testing.T) {
	h := open(t, nil)
	got := h.do(modern().begin(h, "max")(3, "tools/list", `{}`))
	require.Empty(t, got.header.Get("Mcp-Session-Id"))

	// An id of somebody else is not looked at.
	r := modern().begin(h, "max")(3, "tools/list", `{}`)
	r.Header.Set("Mcp-Session-Id", h.session("ann"))
	require.Equal(t, http.StatusOK, h.do(r).status)

	end := h.do(h.request("max", http.MethodDelete, "", "Mcp-Protocol-Version", modernVersion, "Mcp-Session-Id", h.session("max")))
	require.Equal(t, http.StatusMethodNotAllowed, end.status)
	require.Equal(t, "POST", end.header.Get("Allow"))

	removed := h.do(modern().begin(h, "max")(3, "ping", `{}`))
	require.Equal(t, http.StatusNotFound, removed.status)
	require.Contains(t, removed.body, `"code":-32601`)
}

func TestLegacyVersions(t *testing.T) {
	h := open(t, nil)
	session := h.session("max")
	for version, status := range map[string]int{
		"": 200, "2024-11-05": 200, "2025-03-26": 200, "2025-06-18": 200, "2025-11-25": 200, "2020-01-01": 400, "x": 400,
	} {
		r := h.request("max", http.MethodPost, rpc(2, "ping", `{}`), "Mcp-Session-Id", session)
		if version != "" {
			r.Header.Set("Mcp-Protocol-Version", version)
		}
		require.Equal(t, status, h.do(r).status, version)
	}
	require.Equal(t, http.StatusAccepted, h.do(legacy().begin(h, "max")(0, "notifications/initialized", `{}`)).status)

	broken := h.do(h.request("max", http.MethodPost, rpc(1, "initialize", `{"protocolVersion":5}`)))
	require.Equal(t, http.StatusBadRequest, broken.status)
	require.Empty(t, broken.header.Get("Mcp-Session-Id"))

	plain := h.request("max", http.MethodPost, rpc(1, "initialize", `{}`))
	plain.Header.Set("Content-Type", "text/plain")
	require.Equal(t, http.StatusUnsupportedMediaType, h.do(plain).status)
}
