package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// clientConfig is what a client is told so that it finds a game: the command line for Claude Code, and the JSON that other
// clients read.
func clientConfig(name, url, token string) string {
	return claudeCommand(name, url, token) + "\n\n" + serversJSON(name, httpServer{
		Type: "http", URL: url, Headers: map[string]string{"Authorization": "Bearer " + token},
	})
}

func claudeCommand(name, url, token string) string {
	return fmt.Sprintf("claude mcp add --transport http %s %s --header \"Authorization: Bearer %s\"", name, url, token)
}

// httpServer is an entry of mcpServers for a server that is reached over HTTP.
type httpServer struct {
	Type    string            `json:"type"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
}

// serversJSON is the configuration of one server in the form that MCP clients share.
func serversJSON(name string, server any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(map[string]any{"mcpServers": map[string]any{name: server}}); err != nil {
		panic("cli: a configuration that JSON cannot say: " + err.Error())
	}
	return string(bytes.TrimSpace(b.Bytes()))
}
