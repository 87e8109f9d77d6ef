package channel

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Config says which terminals are served and how much of them. Load makes one from environment variables.
type Config struct {
	SocketName string // of the tmux server, as tmux -L takes it; "": see SocketPath
	SocketPath string // of the tmux server, as tmux -S takes it; with both "", the account's default server
	// AllowedSessions are the names of the sessions that can be seen; nil: every session of the server.
	AllowedSessions []string
	Timeout         time.Duration // of one tmux process, and of the wait for those before it; 0: 3 s
	MaxChannels     int           // in a listing, 1 to 5000; 0: 256
	// ReadDefaultLines is 1 to ReadMaxLines; 0: 200, or ReadMaxLines where that is less.
	ReadDefaultLines int
	ReadMaxLines     int  // 1 to MaxReadLines; 0: 1000
	ReadMaxBytes     int  // 1 to MaxReadBytes; 0: 262144
	ReadOnly         bool // refuse what changes a channel; no variable sets it
}

// Variable describes one environment variable that Load reads.
type Variable struct {
	Name    string
	Default string // in words
	Valid   string // in words
	Meaning string // one sentence
}

// variable is a Variable with the code that reads it.
type variable struct {
	Variable
	read func(c *Config, value string) error
}

// variables is the one table of what is read from the environment: Load and the documentation are made from it.
func variables() []variable {
	return []variable{
		{Variable{"TMUX_SOCKET_NAME", "unset", "any text that is not blank", "The name of the tmux server's socket, as `tmux -L` takes it; not together with TMUX_SOCKET_PATH."},
			func(c *Config, v string) error { c.SocketName = v; return nil }},
		{Variable{"TMUX_SOCKET_PATH", "unset", "any text that is not blank", "The path of the tmux server's socket, as `tmux -S` takes it; without either, the account's default server."},
			func(c *Config, v string) error { c.SocketPath = v; return nil }},
		{Variable{"TMUX_ALLOWED_SESSIONS", "unset: every session", "names parted by commas, at least one; `\\,` and `\\ ` stand for a comma and a space", "The sessions that can be seen, by their exact names; other sessions do not exist here."},
			func(c *Config, v string) (err error) { c.AllowedSessions, err = parseSessions(v); return err }},
		number("TMUX_TIMEOUT_MS", 3000, 60000, "How long one tmux process may take, and how long a call waits for those before it, in milliseconds.",
			func(c *Config, n int) { c.Timeout = time.Duration(n) * time.Millisecond }),
		number("TMUX_MAX_CHANNELS", 256, 5000, "How many channels one listing names at most.",
			func(c *Config, n int) { c.MaxChannels = n }),
		number("TMUX_READ_MAX_LINES", 1000, MaxReadLines, "How many lines one read can ask for.",
			func(c *Config, n int) { c.ReadMaxLines = n }),
		{Variable{"TMUX_READ_DEFAULT_LINES", "200, or TMUX_READ_MAX_LINES where that is less", "1 to TMUX_READ_MAX_LINES", "How many lines a read returns that asks for no number."},
			func(c *Config, v string) (err error) {
				c.ReadDefaultLines, err = parseNumber(v, MaxReadLines)
				return err
			}},
		number("TMUX_READ_MAX_BYTES", 262144, MaxReadBytes, "How many bytes one read can ask for, and returns when it asks for no number.",
			func(c *Config, n int) { c.ReadMaxBytes = n }),
	}
}

func number(name string, standard, most int, meaning string, set func(*Config, int)) variable {
	return variable{Variable{name, strconv.Itoa(standard), fmt.Sprintf("1 to %d", most), meaning}, func(c *Config, v string) error {
		n, err := parseNumber(v, most)
		if err == nil {
			set(c, n)
		}
		return err
	}}
}

// Variables returns what Load reads, in the order of the documentation. The slice is the caller's.
func Variables() []Variable {
	all := variables()
	out := make([]Variable, len(all))
	for i, v := range all {
		out[i] = v.Variable
	}
	return out
}

// Load makes a Config of environment variables, which lookup finds as os.LookupEnv does. A variable that is blank counts as
// unset, but for TMUX_ALLOWED_SESSIONS: an allowlist that names nothing is a mistake, and not everything. The error is a
// CodeInvalidArgument whose message says which variable is wrong and why, without its value.
func Load(lookup func(name string) (value string, ok bool)) (Config, error) {
	var c Config
	for _, v := range variables() {
		value, ok := lookup(v.Name)
		if !ok || strings.TrimSpace(value) == "" && v.Name != "TMUX_ALLOWED_SESSIONS" {
			continue
		}
		if v.Name != "TMUX_ALLOWED_SESSIONS" {
			value = strings.TrimSpace(value)
		}
		if err := v.read(&c, value); err != nil {
			return Config{}, Invalid(v.Name, fmt.Sprintf("%s %v", v.Name, err))
		}
	}
	return c.checked()
}

// checked returns the config with its defaults, or what is wrong with it.
func (c Config) checked() (Config, error) {
	if c.SocketName != "" && c.SocketPath != "" {
		return Config{}, Invalid("TMUX_SOCKET_NAME", "TMUX_SOCKET_NAME and TMUX_SOCKET_PATH cannot both be set")
	}
	if c.AllowedSessions != nil && len(c.AllowedSessions) == 0 {
		return Config{}, Invalid("TMUX_ALLOWED_SESSIONS", "TMUX_ALLOWED_SESSIONS names no session")
	}
	if strings.ContainsRune(c.SocketName, '/') {
		return Config{}, Invalid("TMUX_SOCKET_NAME", "TMUX_SOCKET_NAME is a name without slashes; a path goes into TMUX_SOCKET_PATH")
	}
	if c.Timeout == 0 {
		c.Timeout = 3 * time.Second
	}
	c.MaxChannels = or(c.MaxChannels, 256)
	c.ReadMaxLines = or(c.ReadMaxLines, 1000)
	c.ReadDefaultLines = or(c.ReadDefaultLines, min(200, c.ReadMaxLines))
	c.ReadMaxBytes = or(c.ReadMaxBytes, 262144)
	for _, bound := range []struct {
		name    string
		n, most int
	}{
		{"TMUX_TIMEOUT_MS", int(c.Timeout / time.Millisecond), 60000},
		{"TMUX_MAX_CHANNELS", c.MaxChannels, 5000},
		{"TMUX_READ_MAX_LINES", c.ReadMaxLines, MaxReadLines},
		{"TMUX_READ_DEFAULT_LINES", c.ReadDefaultLines, c.ReadMaxLines},
		{"TMUX_READ_MAX_BYTES", c.ReadMaxBytes, MaxReadBytes},
	} {
		if bound.n < 1 || bound.n > bound.most {
			return Config{}, Invalid(bound.name, fmt.Sprintf("%s must be 1 to %d", bound.name, bound.most))
		}
	}
	return c, nil
}

func or(n, standard int) int {
	if n == 0 {
		return standard
	}
	return n
}

// parseNumber reads decimal digits and nothing else.
func parseNumber(s string, most int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || s[0] < '0' || s[0] > '9' || n < 1 || n > most {
		return 0, fmt.Errorf("must be a whole number from 1 to %d in decimal digits", most)
	}
	return n, nil
}

// parseSessions reads the allowlist. Spaces around a name do not count unless a backslash stands before them.
func parseSessions(s string) ([]string, error) {
	var names []string
	var name strings.Builder
	kept := 0 // how much of name is not trimmed at its end
	flush := func() {
		if kept > 0 {
			names = append(names, name.String()[:kept])
		}
		name.Reset()
		kept = 0
	}
	escaped := false
	for _, r := range s {
		switch {
		case escaped:
			if r != ',' && r != ' ' && r != '\\' {
				return nil, fmt.Errorf("has a backslash before something other than a comma, a space or a backslash")
			}
			escaped = false
			name.WriteRune(r)
			kept = name.Len()
		case r == '\\':
			escaped = true
		case r == ',':
			flush()
		case unicode.IsSpace(r):
			if kept > 0 {
				name.WriteRune(r)
			}
		default:
			name.WriteRune(r)
			kept = name.Len()
		}
	}
	if escaped {
		return nil, fmt.Errorf("ends with a backslash")
	}
	flush()
	if len(names) == 0 {
		return nil, fmt.Errorf("names no session; unset it to see every session")
	}
	return names, nil
}
