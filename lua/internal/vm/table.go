package vm

import (
	"math"

	glua "github.com/yuin/gopher-lua"
)

// maxArray is where the list part of a table ends: greater whole keys are kept as other keys are. The VM fills a list up
// to the key that is set, so this bounds what one assignment can cost.
const maxArray = 1 << 14

// MaxChain is through how many tables the VM follows __index or __newindex with a single instruction.
const MaxChain = 10

func init() {
	// The VM has one limit of each kind for the whole process, and this package is its only user.
	glua.MaxArrayIndex = maxArray + 1
	glua.MaxTableGetLoop = MaxChain
}

// GetAt returns t[i] without asking a metatable.
func GetAt(tb *glua.LTable, i int) glua.LValue {
	if i <= maxArray {
		if i > 0 {
			return tb.RawGetInt(i)
		}
	}
	return tb.RawGet(Number(float64(i)))
}

// TableLen returns the border of a table that is #t. A list that fills its part of the table goes on among the keys.
func TableLen(tb *glua.LTable) int {
	n := tb.Len()
	if n < maxArray {
		return n
	}
	low, high := n, n+1
	for GetAt(tb, high) != glua.LNil {
		low, high = high, 2*high
	}
	for high-low > 1 {
		if mid := low + (high-low)/2; GetAt(tb, mid) != glua.LNil {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// StoreAt assigns t[i] without asking a metatable.
func StoreAt(L *glua.LState, tb *glua.LTable, i int, v glua.LValue) {
	RawStore(L, tb, Number(float64(i)), v)
}

// RawStore assigns t[key] without asking a metatable, and pays for what the table grows by.
func RawStore(L *glua.LState, tb *glua.LTable, key, v glua.LValue) {
	switch k := key.(type) {
	case glua.LNumber:
		if i := int(k); float64(i) == float64(k) && 0 < i && i <= maxArray {
			storeInList(L, tb, i, v)
			return
		}
		if math.IsNaN(float64(k)) {
			badKey(L, "NaN")
		}
	case *glua.LNilType:
		badKey(L, "nil")
	}
	MeterOf(L).ChargeKey(key)
	if v != glua.LNil && tb.RawGet(key) == glua.LNil {
		growKeys(L, tb)
		if n, ok := key.(glua.LNumber); ok {
			key = Number(float64(n)) // see Own: a key cannot be exchanged later
		}
	}
	tb.RawSet(key, v)
}

// badKey raises an error about the key of an assignment, which is the second argument of what runs.
func badKey(L *glua.LState, what string) {
	h := MeterOf(L).Host
	key := h.Operand(L, 2, UseKey)
	switch {
	case what == "NaN":
		key.Hint = "0/0 is no number, and can be no key"
	case key.Hint == "":
		key.Hint = "what stands in the brackets is nil here, and nil can be no key"
	}
	h.Raise(L, "table index is "+what+key.Name, key.Hint)
}

// storeInList assigns t[i] in the list part. An item behind another one is paid for as if the list grew, which it nearly always
// does; how long the list is, which is dear to ask, is asked for the others only.
func storeInList(L *glua.LState, tb *glua.LTable, i int, v glua.LValue) {
	if tb.RawGetInt(i) == glua.LNil {
		switch {
		case v == glua.LNil:
			return // an empty place stays one
		case i > 1 && tb.RawGetInt(i-1) != glua.LNil:
			MeterOf(L).Allocate(SlotBytes)
		default:
			growList(L, tb, i)
		}
	}
	tb.RawSetInt(i, v)
}

// growList pays for the places of a list up to one that is empty, for the VM fills the list up to it. While that is paid a
// handler may write into the same table, so the table is looked at again behind it.
func growList(L *glua.LState, tb *glua.LTable, i int) {
	if more := i - slotsOf(tb); more > 0 {
		if more > 1 {
			MeterOf(L).Charge(int64(more))
		}
		MeterOf(L).Allocate(int64(more) * SlotBytes)
	}
	if ExtentOf(tb) == (Extent{}) {
		// The VM makes a list of 32 for the first item; most are shorter.
		meta := tb.Metatable
		*tb = *MakeTable(min(i+3, maxArray), 1)
		tb.Metatable = meta
	}
}

// growKeys pays for a new key. A table most of whose keys are dead is rebuilt first, for the VM keeps the keys that were
// removed: they cost memory, and time in every next. This is the one moment at which no next can stand on a dead key.
func growKeys(L *glua.LState, tb *glua.LTable) {
	m := MeterOf(L)
	m.Allocate(KeyBytes)
	e := ExtentOf(tb)
	if dead := e.Keys - e.Live; dead > 32 && dead > e.Live {
		m.Charge(int64(e.Live + e.Slots/placesPerStep))
		compact(tb, e)
	}
}

// compact rebuilds a table in place without its dead keys.
func compact(tb *glua.LTable, e Extent) {
	fresh := MakeTable(e.Slots, e.Live)
	fresh.Metatable = tb.Metatable
	for i := 1; i <= e.Slots; i++ {
		fresh.RawSetInt(i, tb.RawGetInt(i))
	}
	for k, v := tb.Next(glua.LNil); k != glua.LNil; k, v = tb.Next(k) {
		if n, ok := k.(glua.LNumber); ok && 0 < n && n <= glua.LNumber(e.Slots) && float64(n) == math.Trunc(float64(n)) {
			continue
		}
		fresh.RawSet(k, v)
	}
	*tb = *fresh
}
