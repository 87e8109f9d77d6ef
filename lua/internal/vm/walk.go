package vm

import (
	glua "github.com/yuin/gopher-lua"
)

// The VM never forgets a key that was removed, and looks at every empty place of a list: next, and #, pass over them one by one.
// Who goes through a table passes over each of them once, which is paid for where the walk begins. Who asks otherwise, such as
// for the first entry again and again, pays each time.

const (
	// fewPassed is how many places may be passed over at no cost.
	fewPassed = 32
	// walksKept is how many walks through tables that take turns are known as such; those that went on last are.
	walksKept = 8
	// placesPerStep is how many empty places of a list are passed over for one step.
	placesPerStep = 8
)

// walk is where a walk through a table stands: at the key that was given last.
type walk struct {
	table *glua.LTable
	key   glua.LValue
	turn  int // when it went on last
}

// Next is LTable.Next for scripts, who pay for what is passed over.
func (m *Meter) Next(tb *glua.LTable, key glua.LValue) (k, v glua.LValue) {
	at := m.walkOf(tb, key)
	if at < 0 {
		m.chargeRemoved(tb)
		at = m.idleWalk()
	}
	k, v = tb.Next(key)
	m.passed(tb, key, k)
	if k == glua.LNil {
		m.walks[at] = walk{}
	} else {
		m.turn++
		m.walks[at] = walk{tb, k, m.turn}
	}
	return k, v
}

// walkOf returns which of the walks that are known goes on behind a key; -1: none does.
func (m *Meter) walkOf(tb *glua.LTable, key glua.LValue) int {
	if key == glua.LNil {
		return -1
	}
	for i := range m.walks {
		if m.walks[i].table == tb && m.walks[i].key == key {
			return i
		}
	}
	return -1
}

// idleWalk returns the walk that has not gone on for the longest.
func (m *Meter) idleWalk() int {
	at := 0
	for i := range m.walks {
		if m.walks[i].turn < m.walks[at].turn {
			at = i
		}
	}
	return at
}

// ForgetWalks lets go of the tables that were walked through. A walk that goes on is then paid for as one that begins.
func (m *Meter) ForgetWalks() { clear(m.walks[:]) }

// chargeRemoved pays for the removed keys of a table that is gone through.
func (m *Meter) chargeRemoved(tb *glua.LTable) {
	e := ExtentOf(tb)
	if removed := e.Keys - e.Live; removed > fewPassed {
		m.Charge(int64(removed))
	}
}

// ChargeWalk pays for all that is passed over where a table is gone through without Next.
func (m *Meter) ChargeWalk(tb *glua.LTable) {
	m.chargeRemoved(tb)
	if slots := slotsOf(tb); slots > fewPassed {
		m.Charge(int64(slots / placesPerStep))
	}
}

// passed pays for the places of the list between two keys of a walk.
func (m *Meter) passed(tb *glua.LTable, from, to glua.LValue) {
	first, ok := place(from)
	if !ok {
		return
	}
	last, ok := place(to)
	if !ok || to == glua.LNil {
		last = slotsOf(tb)
	}
	if gap := last - first; gap > fewPassed {
		m.Charge(int64(gap / placesPerStep))
	}
}

// place returns which place of a list a key is; nil is the one before the first.
func place(key glua.LValue) (int, bool) {
	switch k := key.(type) {
	case *glua.LNilType:
		return 0, true
	case glua.LNumber:
		if i := int(k); 0 < i && i <= maxArray && float64(i) == float64(k) {
			return i, true
		}
	}
	return 0, false
}

// Border returns the border of a table that is #t. The VM looks for it from the end of the list; empty places there are cut off
// where no next can stand behind them, and paid for elsewhere.
func (m *Meter) Border(tb *glua.LTable) int {
	n := TableLen(tb)
	if n >= maxArray {
		return n
	}
	empty := slotsOf(tb) - n
	if empty <= fewPassed {
		return n
	}
	if e := ExtentOf(tb); e.Keys == 0 { // before it is paid: meanwhile a handler may write there
		if empty > n { // the list gives back its room, which the VM keeps
			e.Slots = n
			compact(tb, e)
		} else {
			for range empty {
				tb.Remove(-1)
			}
		}
	}
	m.Charge(int64(empty / placesPerStep))
	return n
}
