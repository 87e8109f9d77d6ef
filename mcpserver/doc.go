// Package mcpserver serves the five tools of a world over MCP: Streamable HTTP for many agents, stdio for one.
//
// The smallest use is a world, a credential and a listener:
//
//	tokens := &mcpserver.Tokens{}
//	token := mcpserver.NewToken()
//	err := tokens.Add("max", token)
//	…
//	server, err := mcpserver.HTTP(world, tokens, nil)
//	…
//	err = server.Serve(ctx, listener) // until ctx ends; waiting calls are answered first
//
// Beside it sdk.World.Run moves the world's clock.
//
// A program with its own mux mounts [Server.Tools] and [Server.Health] where it likes and calls [Server.Drain] before it
// shuts its http.Server down.
//
// # What an agent is
//
// The credential of a request says which agent calls; an MCP session says nothing. A session id works only with a
// credential of the agent that it was made for, holds no state of the world, and ends with the server. Both eras of the
// protocol (up to 2025-11-25 with initialize, 2026-07-28 without sessions) are served at one address.
//
// # What is told
//
// A reply is acknowledged to the gateway after all of it was written to the client without an error, and only then. When
// the client left, cancelled the call or had closed its end, the reply's lines come again with the next call.
//
// # Lifetime and concurrency
//
// A [Server] is safe for concurrent use, holds nothing between requests and starts no goroutine of its own. World effects
// never hang on a request: a client that leaves ends its wait and nothing else.
package mcpserver
