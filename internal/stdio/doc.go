// Package stdio is MCP's stdio transport on the server's side: one client at the other end of two streams, one JSON-RPC
// message a line.
//
//	err := stdio.Serve(ctx, handler, stdio.Limits{Line: 1 << 20, InFlight: 100}, os.Stdin, os.Stdout)
//
// mcp-go's own stdio server is not used: its session is a global of the process, it does not say whether a reply was
// written, and a cancel may overtake the call that it means.
package stdio
