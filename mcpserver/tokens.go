package mcpserver

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"mystic-sdk/contract"
)

// Bounds of a token's length, in characters.
const (
	minToken = 16
	maxToken = 256
)

// Tokens knows which credential belongs to which agent. It keeps no token, only what it takes to know one again. The zero
// value knows nobody. It is safe for concurrent use: a credential that is added or revoked counts from the next request
// on. It must not be copied.
type Tokens struct {
	mu     sync.RWMutex // guards what follows
	key    [32]byte     // random, so that nobody can guess which names have a prefix in common
	agents map[name]string
}

// digest is the SHA-256 of a token.
type digest [sha256.Size]byte

// name is under what a token is looked up: its digest, hashed again with a key that only this process knows. How long a
// lookup takes says nothing about a stored digest to somebody who cannot compute names, so it need not compare all of them.
type name [sha256.Size]byte

// NewToken mints a credential: 256 random bits in 43 characters of A-Z a-z 0-9 _ -.
func NewToken() string {
	var secret [32]byte
	rand.Read(secret[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

// ParseTokens reads credentials from the form that suits an environment variable: "max=TOKEN,ann=TOKEN". Spaces around an
// entry and empty entries are passed over. An agent may have more than one token. An error names the place of the entry
// and never shows its text.
func ParseTokens(list string) (*Tokens, error) {
	t := &Tokens{}
	for i, entry := range strings.Split(list, ",") {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			continue
		}
		agent, token, found := strings.Cut(entry, "=")
		if !found {
			return nil, fmt.Errorf("token %d of the list: it must be AGENT=TOKEN", i+1)
		}
		if err := t.Add(agent, token); err != nil {
			return nil, fmt.Errorf("token %d of the list: %w", i+1, err)
		}
	}
	return t, nil
}

// Add lets token speak for agent from now on. A token is 16 to 256 characters of A-Z a-z 0-9 _ . ~ -; it is an error when
// it is not, when agent is no agent's name, or when the token already speaks for another agent.
func (t *Tokens) Add(agent, token string) error {
	if !validToken(token) {
		return errToken
	}
	return t.add(agent, sha256.Sum256([]byte(token)))
}

// Revoke takes all credentials of agent away and returns how many there were. Calls that already run end as they would.
func (t *Tokens) Revoke(agent string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	revoked := 0
	for n, owner := range t.agents {
		if owner == agent {
			delete(t.agents, n)
			revoked++
		}
	}
	return revoked
}

// Agent returns the agent that token speaks for, and whether there is one. How long it takes depends on the token's length
// and on nothing that is stored.
func (t *Tokens) Agent(token string) (string, bool) {
	if !validToken(token) {
		return "", false
	}
	sum := digest(sha256.Sum256([]byte(token)))
	t.mu.RLock()
	defer t.mu.RUnlock()
	agent, ok := t.agents[t.name(sum)]
	return agent, ok
}

// Agents returns the names of the agents that have a credential, each once, sorted.
func (t *Tokens) Agents() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	names := make([]string, 0, len(t.agents))
	for _, agent := range t.agents {
		names = append(names, agent)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

var (
	errToken = errors.New("a token is 16 to 256 characters of A-Z a-z 0-9 _ . ~ -")
	errAgent = errors.New("an agent's name is 1 to 32 characters of A-Z a-z 0-9 _ -")
	errTaken = errors.New("the token already belongs to another agent")
)

func (t *Tokens) add(agent string, sum digest) error {
	if !contract.ValidAgentID(agent) {
		return errAgent
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.agents == nil {
		t.agents = map[name]string{}
		rand.Read(t.key[:])
	}
	n := t.name(sum)
	if owner, taken := t.agents[n]; taken && owner != agent {
		return errTaken
	}
	t.agents[n] = agent
	return nil
}

// name returns under what a digest is looked up. The caller holds mu.
func (t *Tokens) name(sum digest) name {
	var keyed [2 * sha256.Size]byte
	copy(keyed[:], t.key[:])
	copy(keyed[sha256.Size:], sum[:])
	return sha256.Sum256(keyed[:])
}

func validToken(token string) bool {
	if len(token) < minToken || len(token) > maxToken {
		return false
	}
	for i := range len(token) {
		switch c := token[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case c == '_', c == '.', c == '~', c == '-':
		default:
			return false
		}
	}
	return true
}
