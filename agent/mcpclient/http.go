package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"

	"github.com/mark3labs/mcp-go/client/transport"
)

// ErrURL is wrapped where HTTP refuses an address.
var ErrURL = errors.New("address of an MCP server")

// HTTPOptions of HTTP.
type HTTPOptions struct {
	// Token is sent as the bearer of each request, and nowhere else. "": none is sent.
	Token string
}

// HTTP connects to an MCP server over Streamable HTTP. The address is https, or http on localhost, 127.0.0.1 or [::1], and has
// neither user nor query nor fragment; another is refused with ErrURL. Redirects are not followed, and no cookies are kept. A
// proxy that the environment names is a tunnel, for https alone. The options may be nil.
func HTTP(ctx context.Context, address string, opts *HTTPOptions) (*Client, error) {
	if err := checkURL(address); err != nil {
		return nil, err
	}
	headers := map[string]string{}
	if opts != nil && opts.Token != "" {
		headers["Authorization"] = "Bearer " + opts.Token
	}
	// Its own pool of connections, so that Close leaves none behind.
	pool := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	web := &http.Client{
		Transport:     guarded{pool},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	over, err := transport.NewStreamableHTTP(address,
		transport.WithHTTPBasicClient(web),
		transport.WithHTTPHeaders(headers),
		transport.WithHTTPLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, lost("connect", err)
	}
	return connect(ctx, over, func() error { pool.CloseIdleConnections(); return nil })
}

// guarded is HTTP with a server that may refuse the agent, or never come to an end.
type guarded struct{ web http.RoundTripper }

func (g guarded) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := g.web.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	if s := response.StatusCode; s == http.StatusUnauthorized || s == http.StatusForbidden {
		_ = response.Body.Close()
		return nil, errRefused
	}
	response.Body = http.MaxBytesReader(nil, response.Body, maxAnswer)
	return response, nil
}

// checkURL keeps a token from going where others could read it. Its errors do not repeat the address, which may hold one.
func checkURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil, u.Host == "":
		return fmt.Errorf("%w: it is no URL with a host", ErrURL)
	case u.User != nil, u.RawQuery != "", u.ForceQuery, u.Fragment != "":
		return fmt.Errorf("%w: it may hold neither user nor query nor fragment", ErrURL)
	case u.Scheme == "https":
		return nil
	case u.Scheme == "http" && loopback(u.Hostname()):
		return nil
	}
	return fmt.Errorf("%w: it must be https, or http on this machine", ErrURL)
}

// loopback tells whether a host is this machine, by the three names that are sure to be.
func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.Equal(net.IPv4(127, 0, 0, 1)) || ip.Equal(net.IPv6loopback))
}
