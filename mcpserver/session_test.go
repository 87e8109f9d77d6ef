package mcpserver

import (
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSessionIDs(t *testing.T) {
	s := newSessions()
	id := s.create("max")
	require.Regexp(t, `^[A-Za-z0-9_-]{43}$`, id)
	require.NotEqual(t, id, s.create("max"))
	require.True(t, s.holds(id, "max"))
	require.False(t, s.holds(id, "ann"))
	require.False(t, newSessions().holds(id, "max"), "another server's id")
	for _, forged := range []string{"", "x", id[:42], id + "A", base64.RawURLEncoding.EncodeToString(make([]byte, 32))} {
		require.False(t, s.holds(forged, "max"), forged)
	}
}

func TestSessionsRememberABoundedNumberOfEnds(t *testing.T) {
	s := newSessions()
	var ids []string
	for range maxEnded + 2 {
		ids = append(ids, s.create("max"))
	}
	for _, id := range ids {
		s.end(id)
		s.end(id)
	}
	require.Len(t, s.ended, maxEnded)
	require.Len(t, s.order, maxEnded)
	require.True(t, s.holds(ids[0], "max"))
	require.True(t, s.holds(ids[1], "max"))
	require.False(t, s.holds(ids[2], "max"))
	require.False(t, s.holds(ids[maxEnded+1], "max"))
}
