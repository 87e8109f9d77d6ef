// Package outbox keeps what is posted to agents between two ticks, in the order in which it came and bounded.
//
//	var box outbox.Box[func()]
//	box.Add(outbox.Lane{To: "ann", Kind: "line"}, 200, tell)
//	for _, p := range box.Empty() { // on the next tick
//		p.What() // p.Dropped older ones of this lane gave way
//	}
//
// A lane is what one agent gets of one kind. When it is full its oldest post gives way to the new one and is counted; the
// first post of the lane that was kept carries the count, so that whoever delivers can say it.
//
// How many lanes there are is the business of whoever posts. A Box is safe for concurrent use.
package outbox
