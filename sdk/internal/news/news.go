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
	early    int64 // a reply that reached this revision carried the line ahead of its turn
}

const (
	keptLines = 200
)

// Log is an agent's news: lines with rising revisions, and how far the agent has been told them. The state line takes
// part as a line that only its newest form matters of.
type Log struct {
	lines    []Line // by revision, the newest contract.KeptLines
	revision int64
	seq      int64
	told     int64
	lost     int   // lines that fell out before they were told
	fallen   int64 // the revision of the newest line that fell out
	urgent   int64 // the revision of the newest line that wakes a waiting call

	state    string // the newest state line, without its time
	stateRev int64
}

// Revision is the newest revision; Told the one up to which the agent was told; Urgent that of the newest line that wakes a
// waiting call.
func (l *Log) Revision() int64 { return l.revision }
func (l *Log) Told() int64     { return l.told }
func (l *Log) Urgent() int64   { return l.urgent }

// Add appends a line; urgent ones wake calls that wait.
func (l *Log) Add(n Line, urgent bool) {
	l.revision++
	n.revision, n.seq = l.revision, l.seq
	l.seq++
	if urgent {
		l.urgent = l.revision
	}
	if len(l.lines) == contract.KeptLines {
		if old := l.lines[0]; l.untold(&old) {
			l.lost++
		}
		l.fallen = l.lines[0].revision
		copy(l.lines, l.lines[1:])
		l.lines = l.lines[:contract.KeptLines-1]
	}
	l.lines = append(l.lines, n)
}

func (l *Log) untold(n *Line) bool {
	return n.revision > l.told && (n.early == 0 || n.early > l.told)
}

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

// Page picks what comes after a revision, or what was not told where after is negative. Output and digest are cut to what
// a reply carries, equal lines in a row counting once; alerts and ends of runs are few and never left for later: those past
// the cut come early.
func (l *Log) Page(after int64) Page {
	replay := after >= 0
	p := Page{Revision: l.revision, Lost: l.lost}
	if replay {
		p.Lost = l.fallenSince(after)
	}
	count, bytes, cut := 0, 0, false
	for i := range l.lines {
		n := &l.lines[i]
		if replay && n.revision <= after || !replay && !l.untold(n) {
			continue
		}
		first := len(p.Lines) == 0 || !same(n, &p.Lines[len(p.Lines)-1])
		must := n.Kind == Alert || n.Kind == Run
		if !cut && !must && first && (count == contract.MaxReplyLines || count > 0 && bytes+len(n.Text) > contract.MaxReplyBytes) {
			cut = true
			p.Revision = n.revision - 1
		}
		if cut && !must {
			p.More++
			continue
		}
		if cut && !replay {
			n.early = p.Revision
		}
		p.Lines = append(p.Lines, *n)
		if first {
			count++
			bytes += len(n.Text)
		}
	}
	return p
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
