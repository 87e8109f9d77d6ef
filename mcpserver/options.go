package mcpserver

import (
	"cmp"
	"log/slog"
	"net/netip"
	"time"
)

// Options tunes a server. Nil and the zero value are ready to use.
type Options struct {
	// Log takes one line for each call (agent, tool, run, ticks, code, duration; never a text of an agent) and what an
	// operator must know. Nil: slog.Default().
	Log *slog.Logger

	// WaitingCalls is how many calls of one agent may wait at the same time; one more is answered unavailable. 0
	// or less: 4.
	WaitingCalls int

	// CallsPerMinute is how many calls one agent may make in a minute; one more is answered rate_limited. A minute's
	// worth may come at once. 0: 600. Negative: no limit.
	CallsPerMinute int

	// FailuresPerMinute is how many bad credentials one address may send in a minute before its requests are answered
	// 429 without a look at their credential. An IPv6 address stands for its /64. HTTP only. 0: 30. Negative: no limit.
	FailuresPerMinute int

	// Connections is how many connections Serve holds open; further ones are accepted when one ends. 0 or less: 4096.
	Connections int

	// Origins are the web pages that may call from a browser, such as "https://play.example.com". Requests of any other
	// page are answered 403. HTTP only. Nil: none.
	Origins []string

	// Hosts are names, without a port, that a request which arrives over loopback may bear in its Host header beside
	// localhost and the loopback addresses: the names under which a proxy on this machine is reached. HTTP only. Nil:
	// none.
	Hosts []string

	// TrustedProxies are the addresses whose X-Forwarded-For header is believed when failed credentials are counted.
	// HTTP only. Nil: none, the header is ignored.
	TrustedProxies []netip.Prefix
}

// The defaults of Options and the limits that none of them changes.
const (
	defaultWaitingCalls      = 4
	defaultCallsPerMinute    = 600
	defaultFailuresPerMinute = 30
	defaultConnections       = 4096

	maxBody       = 256 << 10        // bytes of a message
	waitGrace     = time.Second      // what a call may take beyond its wait
	headerTimeout = 10 * time.Second // to read a request's header, and then its body
	writeTimeout  = 10 * time.Second // to write a reply once it is ready
	idleTimeout   = 2 * time.Minute  // a connection without a request
	shutdownGrace = 5 * time.Second  // for replies to get out at the end
	stdioWorkers  = 100              // requests in flight over stdio; further lines are read when one ends
)

// withDefaults returns a copy with every field filled in.
func (o *Options) withDefaults() Options {
	var filled Options
	if o != nil {
		filled = *o
	}
	if filled.Log == nil {
		filled.Log = slog.Default()
	}
	filled.WaitingCalls = cmp.Or(max(filled.WaitingCalls, 0), defaultWaitingCalls)
	filled.CallsPerMinute = cmp.Or(filled.CallsPerMinute, defaultCallsPerMinute)
	filled.FailuresPerMinute = cmp.Or(filled.FailuresPerMinute, defaultFailuresPerMinute)
	filled.Connections = cmp.Or(max(filled.Connections, 0), defaultConnections)
	return filled
}
