package tmux

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"time"

	"mystic-sdk/channel"
)

// Kind is the backend_kind of this backend's channels, and the first part of their ids.
const Kind = channel.KindTmux

const (
	maxList = 16 << 20 // bytes of a listing
	maxHead = 64 << 10 // bytes of facts and markers
)

// Backend serves the panes of one tmux server, or of the allowed sessions on it. It implements channel.Backend.
type Backend struct {
	// fixed at creation
	run     runner
	client  []string // the client's own options
	scope   string   // the fingerprint in the ids of channels
	allowed []string // nil: every session
	timeout time.Duration

	mu      sync.Mutex
	version string // mu guards; of the client when it was asked last; "": there was no answer yet
}

// New makes a backend of the part of a config that says which server and which sessions. It runs nothing, so a server can be
// started later.
func New(c channel.Config) (*Backend, error) { return newBackend(c, run) }

func newBackend(c channel.Config, r runner) (*Backend, error) {
	if c.SocketName != "" && c.SocketPath != "" {
		return nil, channel.Invalid("TMUX_SOCKET_NAME", "TMUX_SOCKET_NAME and TMUX_SOCKET_PATH cannot both be set")
	}
	if c.AllowedSessions != nil && len(c.AllowedSessions) == 0 {
		return nil, channel.Invalid("TMUX_ALLOWED_SESSIONS", "TMUX_ALLOWED_SESSIONS names no session")
	}
	for _, name := range c.AllowedSessions {
		if err := checkSession(name); err != nil {
			return nil, err
		}
	}
	b := &Backend{run: r, client: []string{"-u", "-N"}, scope: scope(c), allowed: slices.Clone(c.AllowedSessions), timeout: c.Timeout}
	if b.timeout <= 0 {
		b.timeout = 3 * time.Second
	}
	switch {
	case c.SocketPath != "":
		b.client = append(b.client, "-S", c.SocketPath)
	case c.SocketName != "":
		b.client = append(b.client, "-L", c.SocketName)
	}
	return b, nil
}

// checkSession refuses names that no session can have and that a target would read as something else.
func checkSession(name string) error {
	if name == "" || len(name) > 1024 || strings.ContainsAny(name, ":.") || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return channel.Invalid("TMUX_ALLOWED_SESSIONS", "TMUX_ALLOWED_SESSIONS has a name that no tmux session can have: names hold no colon, dot or control character")
	}
	return nil
}

// scope returns the fingerprint of a server's address, which says nothing else about it.
func scope(c channel.Config) string {
	address := "default-server"
	switch {
	case c.SocketPath != "":
		address = "socket-path:" + c.SocketPath
	case c.SocketName != "":
		address = "socket-name:" + c.SocketName
	}
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:])[:12]
}

// ChannelID returns the id of the channel that a pane is, such as %10, on the server of a config.
func ChannelID(c channel.Config, pane string) string {
	return Kind + ":" + scope(c) + ":" + strings.TrimPrefix(pane, "%")
}

// Owns says whether an id is of this server's scope. It asks nobody.
func (b *Backend) Owns(id string) bool {
	_, err := b.pane(id)
	return err == nil
}

// pane returns the number of the pane that an id names, where it is one of this scope.
func (b *Backend) pane(id string) (string, error) {
	scope, pane, ok := channel.SplitID(id)
	if !ok || scope != b.scope {
		return "", channel.NotFound(id)
	}
	return pane, nil
}

// invoke runs the client once within the time limit. Success is only an exit status of 0 with nothing on standard error; the
// caller looks for its marker. The output is there also where there is an error.
func (b *Backend) invoke(ctx context.Context, in invocation) (output, error) {
	if err := b.checkVersion(ctx, in.operation); err != nil {
		return output{}, err
	}
	return b.invokeAny(ctx, in, append(slices.Clone(b.client), in.args...))
}

func (b *Backend) invokeAny(ctx context.Context, in invocation, args []string) (output, error) {
	limited, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	if limited.Err() != nil {
		return output{}, fault(ctx, limited, in, output{}, nil)
	}
	out, err := b.run(limited, args, in)
	return out, fault(ctx, limited, in, out, err)
}

// checkVersion asks the client for its version, until it is one that serves: another tmux can be installed meanwhile.
func (b *Backend) checkVersion(ctx context.Context, operation string) error {
	b.mu.Lock()
	version := b.version
	b.mu.Unlock()
	if !serves(version) {
		in := invocation{operation: operation, args: []string{"-V"}, head: 256}
		out, err := b.invokeAny(ctx, in, in.args)
		if err != nil {
			return err
		}
		version = strings.TrimSpace(string(out.head))
		b.mu.Lock()
		b.version = version
		b.mu.Unlock()
	}
	if !serves(version) {
		return &channel.Error{
			Code: channel.CodeBackendUnavailable, Message: "tmux 3.2 or newer is needed",
			Details: channel.Details{"operation": operation},
		}
	}
	return nil
}

// serves says whether a client is new enough by what it says of itself, such as "tmux 3.3a" or "tmux next-3.6". A version
// without a number, as that of an unreleased tmux, is taken for new.
func serves(version string) bool {
	word, found := strings.CutPrefix(version, "tmux ")
	if !found {
		return false
	}
	at := strings.IndexAny(word, "0123456789")
	if at < 0 {
		return word == "master"
	}
	major, rest := leadingNumber(word[at:])
	minor, _ := leadingNumber(strings.TrimPrefix(rest, "."))
	return major > 3 || major == 3 && minor >= 2
}

// leadingNumber returns the number that a text begins with, 0 where there is none, and what follows it.
func leadingNumber(s string) (n int, rest string) {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	n, _ = parseIndex(s[:digits])
	return n, s[digits:]
}

// Health asks the server for its process id. It looks at no pane, so a server without sessions is healthy.
func (b *Backend) Health(ctx context.Context) channel.Health {
	in := invocation{operation: "health", args: []string{"display-message", "-p", template("pid")}, head: 256}
	out, err := b.invoke(ctx, in)
	if err == nil {
		if fields, rest, bad := parseRow(string(out.head), 1); bad != nil || rest != "" || fields[0] == "" {
			err = malformed(in.operation)
		}
	}
	if err != nil {
		return channel.Health{BackendKind: Kind, Detail: string(healthCode(err))}
	}
	return channel.Health{BackendKind: Kind, Available: true}
}

func healthCode(err error) channel.Code {
	if code := channel.AsError(err).Code; code != channel.CodeInternalError {
		return code
	}
	return channel.CodeTimeout // the caller went away before there was an answer
}
