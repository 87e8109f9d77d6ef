package mcpserver

import (
	"fmt"
	"math"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// doors decide by a request's headers who may enter: from which page, under which name of this server, with which
// credential. It is safe for concurrent use.
type doors struct {
	tokens   *Tokens
	origins  []string
	pages    *http.CrossOriginProtection
	hosts    []string
	proxies  []netip.Prefix
	failures *limiter[netip.Prefix]
}

func newDoors(tokens *Tokens, opts Options) (*doors, error) {
	d := &doors{
		tokens:   tokens,
		origins:  slices.Clone(opts.Origins),
		pages:    http.NewCrossOriginProtection(),
		hosts:    slices.Clone(opts.Hosts),
		proxies:  slices.Clone(opts.TrustedProxies),
		failures: newLimiter[netip.Prefix](opts.FailuresPerMinute),
	}
	for _, origin := range d.origins {
		if err := d.pages.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("origin %q: it must be scheme://host or scheme://host:port: %w", origin, err)
		}
	}
	return d, nil
}

// preflight lets the pages of Options.Origins call and read the answers. It answers the question that a browser asks
// before, and then returns true.
func (d *doors) preflight(w http.ResponseWriter, r *http.Request) bool {
	if len(d.origins) == 0 {
		return false
	}
	header := w.Header()
	header.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if !slices.Contains(d.origins, origin) {
		return false
	}
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate, Retry-After")
	if r.Method != http.MethodOptions {
		return false
	}
	header.Set("Access-Control-Allow-Methods", "POST, DELETE")
	header.Set("Access-Control-Allow-Headers", strings.Join([]string{"Authorization", "Content-Type",
		mcp.HeaderSessionID, mcp.HeaderProtocolVersion, mcp.HeaderMethod, mcp.HeaderName}, ", "))
	header.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// enter returns the agent that a request comes from. When it may not enter it is answered and ok is false.
func (d *doors) enter(w http.ResponseWriter, r *http.Request) (agent string, ok bool) {
	if err := d.pages.Check(r); err != nil {
		http.Error(w, "requests from this page are not taken", http.StatusForbidden)
		return "", false
	}
	if !d.reachedByName(r) {
		http.Error(w, "this server is not known by that Host name", http.StatusForbidden)
		return "", false
	}
	from, now := d.address(r), time.Now()
	if pause := d.failures.peek(from, now); pause > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(pause.Seconds()))))
		http.Error(w, "too many bad credentials from this address", http.StatusTooManyRequests)
		return "", false
	}
	token, given := bearer(r)
	if agent, ok = d.tokens.Agent(token); ok {
		return agent, true
	}
	if given {
		d.failures.take(from, now)
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	http.Error(w, "unauthorized: send the header Authorization: Bearer TOKEN", http.StatusUnauthorized)
	return "", false
}

// bearer returns the credential of a request, and whether there is one. It is looked for in one header only: what stands
// in a URL ends up in logs.
func bearer(r *http.Request) (token string, given bool) {
	scheme, token, given := strings.Cut(r.Header.Get("Authorization"), " ")
	if !given || !strings.EqualFold(scheme, "Bearer") {
		return "", false
	}
	return strings.TrimSpace(token), true
}

// reachedByName says whether a request bears a Host that it may. Over loopback only names of this machine are good: a page
// whose own name was made to point here (DNS rebinding) would else call as if it were local.
func (d *doors) reachedByName(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || !loopback(local.String()) {
		return true
	}
	return loopback(r.Host) || slices.ContainsFunc(d.hosts, func(host string) bool {
		return strings.EqualFold(host, hostOf(r.Host))
	})
}

// loopback says whether a host, or host and port, is this machine seen from itself.
func loopback(address string) bool {
	host := hostOf(address)
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// hostOf returns a host without its port, and an IPv6 address without its brackets.
func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.Trim(address, "[]")
}

// address returns where a request comes from, an IPv6 address as its /64, which is what one customer has. Behind trusted
// proxies that is the last address in X-Forwarded-For that none of them wrote of another. A request from no address at all
// counts for the zero Prefix.
func (d *doors) address(r *http.Request) netip.Prefix {
	ip, err := netip.ParseAddr(hostOf(r.RemoteAddr))
	if err != nil {
		return netip.Prefix{}
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !d.trusts(ip) {
			break
		}
		before, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		ip = before
	}
	ip = ip.Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	prefix, err := ip.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}

func (d *doors) trusts(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return slices.ContainsFunc(d.proxies, func(proxy netip.Prefix) bool { return proxy.Contains(ip) })
}
