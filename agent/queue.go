package agent

import "slices"

// queue holds the events that wait for a turn, oldest first. It holds at most max; what happens when that is not enough, its
// owner decides: add refuses, squeeze makes room. The session's mutex guards it.
type queue struct {
	max    int
	events []Event
	lost   int // since the last take
}

// add appends events, and reports whether there was room for them. What does not fit is added all the same, for squeeze.
func (q *queue) add(events ...Event) bool {
	q.events = append(q.events, events...)
	return len(q.events) <= q.max
}

// giveBack puts events of an earlier batch in front of those that came since, and squeezes.
func (q *queue) giveBack(events []Event) {
	q.events = slices.Concat(events, q.events)
	q.squeeze()
}

// squeeze keeps the newest event of each kind and key, in the order of those, and the newest max of them.
func (q *queue) squeeze() {
	type identity struct{ kind, key string }
	seen := make(map[identity]bool, len(q.events))
	kept := make([]Event, 0, q.max)
	for _, e := range slices.Backward(q.events) {
		if id := (identity{e.Kind(), e.Key()}); !seen[id] && len(kept) < q.max {
			seen[id] = true
			kept = append(kept, e)
		}
	}
	slices.Reverse(kept)
	q.lost += len(q.events) - len(kept)
	q.events = kept
}

// dropStale removes what an observation has overtaken. That is not loss: the events say nothing any more.
func (q *queue) dropStale(o Observation) {
	q.events = slices.DeleteFunc(q.events, func(e Event) bool { return e.Stale(o) })
}

// idle tells whether an Idle waits.
func (q *queue) idle() bool {
	return slices.ContainsFunc(q.events, func(e Event) bool { _, is := e.(Idle); return is })
}

// take empties the queue.
func (q *queue) take() (events []Event, lost int) {
	events, lost = q.events, q.lost
	q.events, q.lost = nil, 0
	return events, lost
}
