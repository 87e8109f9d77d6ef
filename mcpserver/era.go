package mcpserver

import (
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/internal/rpc"
)

// There are two eras of the protocol at one address. Up to 2025-11-25 a client begins with initialize and bears a session
// id from then on; since 2026-07-28, the modern one, each request stands alone and says in its header and in its _meta what
// it is.

// isModern says of which era a request is. Either place is enough: a request that names the version in only one of them is
// a broken modern one.
func isModern(header http.Header, m *rpc.Message) bool {
	return mcp.IsModernProtocol(header.Get(mcp.HeaderProtocolVersion)) || m != nil && m.IsModern()
}

// headerFault says what is wrong with the header of a modern request, nil when nothing is. Proxies act on headers, so they
// must say what the message says.
func headerFault(header http.Header, m *rpc.Message) *rpc.Error {
	version := header.Get(mcp.HeaderProtocolVersion)
	switch {
	case header.Get(mcp.HeaderLastEventID) != "":
		return &rpc.Error{Code: mcp.HEADER_MISMATCH, Text: "streams are not resumed; send the request again, with a new id"}
	case version == "":
		return &rpc.Error{Code: mcp.HEADER_MISMATCH, Text: "the header " + mcp.HeaderProtocolVersion + " is missing"}
	case m.Protocol == "":
		return &rpc.Error{Code: mcp.INVALID_PARAMS, Text: "_meta lacks a text " + mcp.MetaKeyProtocolVersion}
	case version != m.Protocol:
		return &rpc.Error{Code: mcp.HEADER_MISMATCH,
			Text: "the header " + mcp.HeaderProtocolVersion + " and " + mcp.MetaKeyProtocolVersion + " in _meta differ"}
	}
	if err := mcp.ValidateStandardHeaders(header.Get, version, mcp.MCPMethod(m.Method), m.Params); err != nil {
		return &rpc.Error{Code: mcp.HEADER_MISMATCH, Text: err.Error()}
	}
	return nil
}

// statusOf is the HTTP status that goes with a JSON-RPC error; 0 is no error. In the era of sessions a request that was
// understood is answered 200 whatever the answer says, since its clients do not read the message of another status.
func statusOf(code int, modern bool) int {
	switch code {
	case mcp.PARSE_ERROR, mcp.INVALID_REQUEST:
		return http.StatusBadRequest
	case mcp.METHOD_NOT_FOUND:
		if modern {
			return http.StatusNotFound
		}
	case mcp.INVALID_PARAMS, mcp.HEADER_MISMATCH, mcp.UNSUPPORTED_PROTOCOL_VERSION, mcp.MISSING_REQUIRED_CLIENT_CAPABILITY:
		if modern {
			return http.StatusBadRequest
		}
	}
	return http.StatusOK
}
