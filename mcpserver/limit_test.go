package mcpserver

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLimiterGivesAMinutesWorthAtOnceAndThenEvenly(t *testing.T) {
	l := newLimiter[string](60)
	now := time.Unix(1000, 0)
	for range 60 {
		require.Zero(t, l.peek("max", now))
		require.Zero(t, l.take("max", now))
	}
	require.Equal(t, time.Second, l.peek("max", now))
	require.Equal(t, time.Second, l.take("max", now))
	require.Zero(t, l.take("ann", now))
	require.Equal(t, 500*time.Millisecond, l.take("max", now.Add(500*time.Millisecond)))
	require.Zero(t, l.take("max", now.Add(time.Second)))
	require.Equal(t, time.Second, l.take("max", now.Add(time.Second)))
	// A clock that goes back takes nothing away.
	require.Equal(t, time.Second, l.take("max", now))
	// An hour gives no more than a minute's worth.
	later := now.Add(time.Hour)
	for range 60 {
		require.Zero(t, l.take("max", later))
	}
	require.NotZero(t, l.take("max", later))
}

func TestLimiterWithoutLimit(t *testing.T) {
	l := newLimiter[string](-1)
	for range 1000 {
		require.Zero(t, l.take("max", time.Time{}))
	}
	require.Empty(t, l.buckets)
}

func TestLimiterRemembersABoundedNumberOfKeys(t *testing.T) {
	l := newLimiter[int](60)
	now := time.Unix(1000, 0)
	most := 0
	for key := range 3 * maxBuckets {
		l.take(key, now)
		most = max(most, len(l.buckets))
	}
	require.Equal(t, maxBuckets, most)

	// The keys that are as good as new go first: one that owes a minute's worth stays.
	l = newLimiter[int](60)
	for range 60 {
		l.take(-1, now)
	}
	for key := range maxBuckets - 1 {
		l.take(key, now)
	}
	l.take(maxBuckets, now.Add(time.Second))
	require.Len(t, l.buckets, 2)
	require.Contains(t, l.buckets, -1)
}
