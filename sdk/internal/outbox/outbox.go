package outbox

import (
	"cmp"
	"slices"
	"sync"
)

// Lane is what one agent gets of one kind.
type Lane struct{ To, Kind string }

// Post is something that was posted.
type Post[T any] struct {
	To      string
	What    T
	Dropped int // how many older posts of its lane gave way; 0 for all but the oldest that was kept

	number int // of the post, by which the lanes are put into order again
}

// Box keeps posts until it is emptied. The zero Box is empty.
type Box[T any] struct {
	mu sync.Mutex // guards all below

	lanes  map[Lane]*lane[T]
	order  []*lane[T] // in the order of their first posts
	number int        // of the newest post

	spare   []*lane[T] // short ones, for lanes to come
	emptied []Post[T]  // what Empty returned last
}

// shortLane is up to how many posts a lane has room for that is kept for later: most have one.
const shortLane = 4

// lane is a ring once it is full.
type lane[T any] struct {
	posts   []Post[T]
	oldest  int // in posts
	dropped int
}

// Add posts something. The lane holds at most so many posts, always the same number; the oldest gives way.
func (b *Box[T]) Add(to Lane, most int, what T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.lane(to)
	b.number++
	post := Post[T]{To: to.To, What: what, number: b.number}
	if len(l.posts) < most {
		l.posts = append(l.posts, post)
		return
	}
	l.posts[l.oldest] = post
	l.oldest = (l.oldest + 1) % most
	l.dropped++
}

// Once posts something unless its lane holds a post already, which then stands for both.
func (b *Box[T]) Once(to Lane, what T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l := b.lane(to); len(l.posts) == 0 {
		b.number++
		l.posts = append(l.posts, Post[T]{To: to.To, What: what, number: b.number})
	}
}

func (b *Box[T]) lane(to Lane) *lane[T] {
	l := b.lanes[to]
	if l == nil {
		if b.lanes == nil {
			b.lanes = map[Lane]*lane[T]{}
		}
		if n := len(b.spare); n > 0 {
			l, b.spare = b.spare[n-1], b.spare[:n-1]
		} else {
			l = &lane[T]{}
		}
		b.lanes[to] = l
		b.order = append(b.order, l)
	}
	return l
}

// Empty takes out what was kept, the oldest first. It is the caller's until the next call of Empty.
func (b *Box[T]) Empty() []Post[T] {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.emptied)
	posts := b.emptied[:0]
	for _, l := range b.order {
		l.posts[l.oldest].Dropped = l.dropped
		posts = append(posts, l.posts...)
		if cap(l.posts) <= shortLane {
			clear(l.posts)
			*l = lane[T]{posts: l.posts[:0]}
			b.spare = append(b.spare, l)
		}
	}
	slices.SortFunc(posts, func(x, y Post[T]) int { return cmp.Compare(x.number, y.number) })
	clear(b.lanes)
	clear(b.order)
	b.order, b.number, b.emptied = b.order[:0], 0, posts
	return posts
}
