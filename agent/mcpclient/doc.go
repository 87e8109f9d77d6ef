// Package mcpclient connects an agent to an MCP server: one that it starts as a command, one behind a URL, or one in the same
// process. It makes calls and hands on their results without reading them.
//
//	client, err := mcpclient.Command(ctx, "./world-server", nil, nil)
//	if err != nil {
//		return err
//	}
//	defer client.Close()
//	tools := scape.MCPTools(client)
//
// # Lifetime
//
// A connection lasts until Client.Close, whatever becomes of the context that it was made with, because a session that was
// cancelled still has to leave its world. A call ends with its own context, and the server is told.
//
// # Concurrency
//
// A Client is safe for use by several goroutines at once. A long poll and an action run beside one another.
package mcpclient
