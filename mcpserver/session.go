package mcpserver

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/server"
)

const (
	nonceSize = 16
	sealSize  = 16

	// maxEnded is how many ended session ids are remembered. When there are more the oldest is forgotten and works again
	// for its own agent, which harms nobody: no state of the world hangs on a session.
	maxEnded = 4096
)

// sessions makes and checks session ids: a nonce and its HMAC together with the agent's name. So an id needs no memory, and
// is of use only beside a credential of the agent that it was made for. It is safe for concurrent use.
type sessions struct {
	key [32]byte // fixed at creation

	mu    sync.Mutex // guards what follows
	ended map[string]struct{}
	order []string // the keys of ended, a ring
	next  int      // where the ring's oldest stands when it is full
}

func newSessions() *sessions {
	s := &sessions{ended: map[string]struct{}{}}
	rand.Read(s.key[:]) // never fails
	return s
}

// create returns a new id for agent.
func (s *sessions) create(agent string) string {
	id := make([]byte, nonceSize, nonceSize+sealSize)
	rand.Read(id)
	return base64.RawURLEncoding.EncodeToString(append(id, s.seal(id, agent)...))
}

// owned says whether id was made for agent.
func (s *sessions) owned(id, agent string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil || len(raw) != nonceSize+sealSize {
		return false
	}
	return hmac.Equal(raw[nonceSize:], s.seal(raw[:nonceSize], agent))
}

func (s *sessions) seal(nonce []byte, agent string) []byte {
	mac := hmac.New(sha256.New, s.key[:])
	mac.Write(nonce)
	mac.Write([]byte(agent))
	return mac.Sum(nil)[:sealSize]
}

// end makes an id that its agent gave up useless.
func (s *sessions) end(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.ended[id]; known {
		return
	}
	s.ended[id] = struct{}{}
	if len(s.order) < maxEnded {
		s.order = append(s.order, id)
		return
	}
	delete(s.ended, s.order[s.next])
	s.order[s.next] = id
	s.next = (s.next + 1) % maxEnded
}

func (s *sessions) hasEnded(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, known := s.ended[id]
	return known
}

// ResolveSessionIdManager hands mcp-go the sessions of the agent that a request comes from. Its own housekeeping asks
// without a request.
func (s *sessions) ResolveSessionIdManager(r *http.Request) server.SessionIdManager {
	ctx := context.Background()
	if r != nil {
		ctx = r.Context()
	}
	return agentSessions{sessions: s, agent: exchangeOf(ctx).agent}
}

// agentSessions are the sessions of one agent; those of the housekeeping when agent is empty.
type agentSessions struct {
	sessions *sessions
	agent    string
}

var errForeign = errors.New("no session of this agent")

func (a agentSessions) Generate() string {
	return a.sessions.create(a.agent)
}

func (a agentSessions) Validate(id string) (isTerminated bool, err error) {
	if !a.sessions.owned(id, a.agent) {
		return false, errForeign
	}
	return a.sessions.hasEnded(id), nil
}

// Terminate ends a session on its agent's wish. The housekeeping only forgets what mcp-go holds of an idle one, whose id
// stays good.
func (a agentSessions) Terminate(id string) (isNotAllowed bool, err error) {
	if a.agent == "" {
		return false, nil
	}
	if !a.sessions.owned(id, a.agent) {
		return false, errForeign
	}
	a.sessions.end(id)
	return false, nil
}
