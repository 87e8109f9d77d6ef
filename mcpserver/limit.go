package mcpserver

import (
	"sync"
	"time"
)

// maxBuckets is how many keys a limiter remembers. When there are more it forgets first those that have all their goes
// again, then any, until half are left; a forgotten key starts anew.
const maxBuckets = 4096

// limiter gives each key so many goes a minute, a minute's worth at once. Its clock is the caller's.
type limiter[K comparable] struct {
	perMinute float64 // fixed at creation; negative: no limit

	mu      sync.Mutex // guards buckets
	buckets map[K]bucket
}

// bucket is what a key has left, as it was at a time.
type bucket struct {
	left float64
	at   time.Time
}

func newLimiter[K comparable](perMinute int) *limiter[K] {
	return &limiter[K]{perMinute: float64(perMinute), buckets: map[K]bucket{}}
}

// take uses one go of key. It returns 0, or how long to wait for the next go when none is left.
func (l *limiter[K]) take(key K, now time.Time) time.Duration {
	return l.use(key, now, 1)
}

// peek is take without using the go.
func (l *limiter[K]) peek(key K, now time.Time) time.Duration {
	return l.use(key, now, 0)
}

func (l *limiter[K]) use(key K, now time.Time, goes float64) time.Duration {
	if l.perMinute < 0 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	b, known := l.buckets[key]
	if !known {
		b = bucket{left: l.perMinute, at: now}
	}
	if passed := now.Sub(b.at); passed > 0 {
		b.left = min(l.perMinute, b.left+passed.Minutes()*l.perMinute)
		b.at = now
	}
	if b.left < 1 {
		return time.Duration((1 - b.left) / l.perMinute * float64(time.Minute))
	}
	if goes == 0 {
		return 0
	}
	if !known && len(l.buckets) >= maxBuckets {
		l.forget(now)
	}
	b.left -= goes
	l.buckets[key] = b
	return 0
}

// forget makes room for many keys, so that it is seldom called.
func (l *limiter[K]) forget(now time.Time) {
	for key, b := range l.buckets {
		if b.left+now.Sub(b.at).Minutes()*l.perMinute >= l.perMinute {
			delete(l.buckets, key)
		}
	}
	for key := range l.buckets {
		if len(l.buckets) <= maxBuckets/2 {
			return
		}
		delete(l.buckets, key)
	}
}
