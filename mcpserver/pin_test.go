package mcpserver_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

// toolsOf returns the array tools of a tools/list answer as its bytes stand on the wire.
func toolsOf(t *testing.T, body string) string {
	t.Helper()
	var answer struct {
		Result struct {
			Tools      json.RawMessage
			NextCursor string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &answer), body)
	require.Empty(t, answer.Result.NextCursor)
	return string(answer.Result.Tools)
}

// TestWireIsThePinnedContract holds what clients get to what contract pins: one list, byte for byte, whatever the transport
// and the era, and whatever cursor was sent. When contract.PinnedHash is not its hash, contract's own test says what to do.
func TestWireIsThePinnedContract(t *testing.T) { // 11
	wires := map[string]string{}
	for _, era := range eras() {
		h := open(t, nil)
		client := era.begin(h, "max")
		wires["HTTP "+era.name] = toolsOf(t, h.do(client(3, "tools/list", `{}`)).body)
		wires["HTTP "+era.name+", cursor"] = toolsOf(t, h.do(client(4, "tools/list", `{"cursor":"cnVu"}`)).body)
		wires["HTTP "+era.name+", bad cursor"] = toolsOf(t, h.do(client(5, "tools/list", `{"cursor":"!"}`)).body)
	}
	c := openConsole(t, nil)
	c.send(rpc(3, "tools/list", `{}`))
	wires["stdio legacy"] = toolsOf(t, c.next())
	c.send(rpc(4, "tools/list", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}`))
	wires["stdio modern"] = toolsOf(t, c.next())

	wire := wires["stdio legacy"]
	for name, other := range wires {
		require.Equal(t, wire, other, name)
	}

	var tools []map[string]any
	require.NoError(t, json.Unmarshal([]byte(wire), &tools))
	var names []string
	for _, tool := range tools {
		names = append(names, tool["name"].(string))
		require.NotContains(t, tool, "outputSchema", "a client that sees one hands its model the JSON and not the text")
	}
	require.Equal(t, contract.ToolNames(), names)

	hash, err := contract.Hash(json.RawMessage(wire), contract.Instructions)
	require.NoError(t, err)
	require.Equal(t, contract.PinnedHash, hash)
}
