package budget

import "math"

// bucketTicks is how many ticks' grants a bucket holds.
const bucketTicks = 10

// Pool is what the scripts of one world may spend in a tick.
type Pool struct {
	// fixed at creation
	own  int64 // what a tick grants each script
	size int64

	tick   int64 // how many were opened
	left   int64 // what this tick may still spend
	coming int64 // the turns for which that has to do
	turns  int   // how many there were in this tick
}

// Bucket is what one script has saved; the zero Bucket is a new script's. It is filled when it is drawn from, so that a script
// that waits costs nothing.
type Bucket struct {
	steps int64
	tick  int64 // the tick whose grant was the last; 0: none yet
}

// Holds says whether steps are in the bucket.
func (b *Bucket) Holds() bool { return b.steps > 0 }

// New makes a pool of size steps a tick, which grants each script own steps, or size where that is less; both are at least 1.
// One turn is expected.
func New(own, size int64) *Pool {
	const most = math.MaxInt64 / (2 * bucketTicks) // of a grant, so that no sum overflows
	p := &Pool{own: min(own, size, most), size: size}
	p.Open(1)
	return p
}

// Own returns what a tick grants each script.
func (p *Pool) Own() int64 { return p.own }

// Capacity returns how many steps a bucket holds.
func (p *Pool) Capacity() int64 { return bucketTicks * p.own }

// Open begins a tick of so many turns. Where they are more than the pool has steps, the last ones get one each.
func (p *Pool) Open(turns int) {
	p.tick++
	p.left, p.turns = p.size, 0
	p.Share(turns)
}

// Reopen begins a tick of which nothing is known: as many turns are expected as the one before had. Where there are more, the
// last of them may find nothing left.
func (p *Pool) Reopen() { p.Open(p.turns) }

// Share says that what is left in this tick is for so many turns.
func (p *Pool) Share(turns int) { p.coming = int64(turns) }

// Draw is a script's turn: it returns how many steps the script may spend now.
func (p *Pool) Draw(b *Bucket) int64 {
	grants := int64(1)
	if b.tick > 0 {
		grants = min(bucketTicks, p.tick-b.tick)
	}
	b.steps, b.tick = min(p.Capacity(), b.steps+grants*p.own), p.tick
	part := p.left / max(1, p.coming)
	p.coming--
	p.turns++
	return min(b.steps, part)
}

// Spend takes steps out of a bucket and the pool: at most what Draw returned for it.
func (p *Pool) Spend(b *Bucket, steps int64) {
	b.steps -= steps
	p.left -= steps
}
