package mcpserver

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"sync"
)

const (
	nonceSize = 16
	sealSize  = 16

	// maxEnded is how many ended session ids are remembered. When there are more the oldest is forgotten and works again
	// for its own agent, which harms nobody: nothing hangs on a session but which calls it can cancel.
	maxEnded = 4096
)

// sessions makes and checks session ids: a nonce and its HMAC together with the agent's name. So an id needs no memory,
// never gets too old, and is of use only beside a credential of the agent that it was made for. It is safe for concurrent
// use.
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

// holds says whether id was made for agent and was not ended.
func (s *sessions) holds(id, agent string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil || len(raw) != nonceSize+sealSize || !hmac.Equal(raw[nonceSize:], s.seal(raw[:nonceSize], agent)) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ended := s.ended[id]
	return !ended
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
