// Package rpc is JSON-RPC 2.0 as the MCP servers of this module read and answer it: one message at a time, of either era of
// the protocol (up to 2025-11-25 with initialize, 2026-07-28 with what a request says of itself in _meta).
//
//	m, wrong := rpc.Read(text)
//	if wrong != nil {
//		return wrong.Answer(m.AnswerID())
//	}
//
// Messages and errors are values. Flights can be used by many goroutines.
package rpc
