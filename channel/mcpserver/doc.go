// Package mcpserver serves terminals that exist already over MCP on a pair of streams: six tools, of which four look and two
// type. What the tools do is said in package channel; here are their names, their schemas, and the form of their answers.
//
//	backend, err := tmux.New(config)
//	…
//	service, err := channel.NewService(backend, config)
//	…
//	defer service.Close()
//	err = mcpserver.Serve(ctx, service, os.Stdin, os.Stdout, nil) // until standard input or ctx ends
//
// # Answers
//
// A tool answers an object, once as structured content and once as the same JSON in one text. One that fails answers
// {"error": {"code", "message", "details"}} in the same two places, with isError set, also where an argument is wrong: then
// the code is INVALID_ARGUMENT and details.field names the argument. An argument that no schema knows is passed over. A
// JSON-RPC error is only for what is no call of one of the six tools.
//
// Both eras of the protocol are served: up to 2025-11-25 with initialize, 2026-07-28 without sessions. A request that comes
// before initialize is answered like any other.
//
// # Concurrency
//
// Calls run beside each other and are answered in the order in which they end, so a client that wants one write after
// another waits for the first one's answer. A cancelled call has no answer. What it was about to type may have been typed.
//
// A Serve holds nothing when it has returned. Several can run over one service.
package mcpserver
