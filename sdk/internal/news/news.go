package news

import "mystic-sdk/contract"

// Kind says what a line is, and so where a reply shows it.
type Kind uint8

// The kinds of line.
const (
	Alert Kind = iota // wakes the agent
	Run               // the end of a run
	Output
	Digest
	Heard
)

// Line is one thing that happened to an agent.
type Line struct {
	Kind Kind
	Text string
	Said contract.Heard // of Heard
	Ran  *contract.Run  // of Run: how it ended

	revision int64
	seq      int64 // how many lines came before it, ever
	run      int   // the run that it came in: how often NewRun was called before it
	early    int64 // a reply that reached this revision carried the line ahead of its turn
}

// Log is an agent's news: lines with rising revisions, and how far the agent has been told them. The state line takes
// part as a line that only its newest form matters of.
type Log struct {
	lines    []Line // by revision, the newest contract.KeptLines
	revision int64
	seq      int64
	told     int64
	run      int   // how often NewRun was called
	lost     int   // lines that fell out before they were told
	fallen   int64 // the revision of the newest line that fell out
	urgent   int64 // the revision of the newest line that wakes a waiting call

	state    string // the newest state line, without its time
	stateRev int64
}

// Revision returns the newest revision.
func (l *Log) Revision() int64 { return l.revision }

// Told returns the revision up to which the agent was told.
func (l *Log) Told() int64 { return l.told }

// Urgent returns the revision of the newest line that wakes a waiting call.
func (l *Log) Urgent() int64 { return l.urgent }

// Add appends a line; urgent ones wake calls that wait.
func (l *Log) Add(n Line, urgent bool) {
	l.revision++
	n.revision, n.seq, n.run = l.revision, l.seq, l.run
	l.seq++
	if urgent {
		l.urgent = l.revision
	}
	if len(l.lines) == contract.KeptLines {
		if old := l.lines[0]; l.untold(&old) {
			l.lost++
		}
		l.fallen = max(l.fallen, l.lines[0].revision)
		copy(l.lines, l.lines[1:])
		l.lines = l.lines[:contract.KeptLines-1]
	}
	l.lines = append(l.lines, n)
}

// Miss says that so many lines were dropped on their way here. KeptLines of them come next, which nothing older outlives.
func (l *Log) Miss(n int) {
	l.revision += int64(n)
	l.seq += int64(n)
	l.lost += n
	if n > 0 {
		l.fallen = l.revision
	}
}

func (l *Log) untold(n *Line) bool {
	return n.revision > l.told && (n.early == 0 || n.early > l.told)
}

// NewRun says that what comes from here on is of another run: what it prints is told before what earlier ones printed.
func (l *Log) NewRun() { l.run++ }

// See takes note of a state line and says whether it, or an earlier change, has not been told yet.
func (l *Log) See(state string, after int64) bool {
	if state != l.state {
		l.revision++
		l.state, l.stateRev = state, l.revision
	}
	return l.stateRev > after
}

// Ack moves the mark forward to a revision that a written reply reached.
func (l *Log) Ack(revision int64) {
	if revision > l.revision || revision <= l.told {
		return
	}
	l.told = revision
	if l.fallen <= revision {
		l.lost = 0
	}
}

// Page is the part of an agent's news that one reply carries.
type Page struct {
	Lines    []Line // in order
	More     int    // lines left for the next reply
	Lost     int    // lines that fell out before they were told
	Revision int64  // what the agent knows once it was told
}

// ranks is the order in which kinds get the room of a reply. Ends of runs take none: a run has one.
var ranks = [...]Kind{Run, Alert, Heard, Digest, Output, Output}

// Page picks what comes after a revision, or what was not told where after is negative, up to what one reply carries; equal
// lines in a row count once. The oldest line is always part of it. Behind that, what earlier runs printed gives way to what
// the newest one did, that to what was said and what happened, and that to alerts and ends of runs: lines that are picked past
// one that is left for later come early.
func (l *Log) Page(after int64) Page {
	replay := after >= 0
	p := Page{Revision: l.revision, Lost: l.lost}
	if replay {
		p.Lost = l.fallenSince(after)
	}
	var due []*Line
	for i := range l.lines {
		if n := &l.lines[i]; replay && n.revision > after || !replay && l.untold(n) {
			due = append(due, n)
		}
	}
	picked := pick(due, l.run)
	for i, n := range due {
		switch {
		case picked[i]:
			if !replay && p.More > 0 {
				n.early = p.Revision
			}
			p.Lines = append(p.Lines, *n)
		case p.More == 0:
			p.Revision = n.revision - 1
			fallthrough
		default:
			p.More++
		}
	}
	return p
}

// pick says which of some lines a reply has room for. What other runs than the newest printed comes last.
func pick(due []*Line, newest int) []bool {
	picked := make([]bool, len(due))
	count, bytes := 0, 0
	take := func(first int) {
		count++
		bytes += len(due[first].Text)
		for i := first; i < len(due) && (i == first || same(due[i-1], due[i])); i++ {
			picked[i] = true
		}
	}
	for rank, kind := range ranks {
		last := rank == len(ranks)-1
		for i, n := range due {
			switch {
			case picked[i] || i > 0 && (n.Kind != kind || kind == Output && !last && n.run != newest):
			case kind == Run && n.Kind == Run:
				picked[i] = true
			case i == 0, count < contract.MaxReplyLines && bytes+len(n.Text) <= contract.MaxReplyBytes:
				take(i)
			}
		}
	}
	return picked
}

// same says whether two neighbours would be shown as one line with a count.
func same(a, b *Line) bool { return a.Kind == b.Kind && a.Kind != Run && a.Text == b.Text }

// fallenSince is how many lines after a revision are no longer kept, at the most.
func (l *Log) fallenSince(after int64) int {
	if len(l.lines) == 0 || after >= l.fallen {
		return 0
	}
	return int(min(l.lines[0].seq, l.lines[0].revision-1-after))
}
