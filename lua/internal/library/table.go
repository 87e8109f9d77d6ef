package library

import (
	"fmt"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

func tableLibrary() map[string]glua.LValue {
	return map[string]glua.LValue{
		"concat": Bind("concat", tableConcat),
		"insert": Bind("insert", tableInsert),
		"move":   Bind("move", tableMove),
		"pack":   Bind("pack", tablePack),
		"remove": Bind("remove", tableRemove),
		"sort":   Bind("sort", tableSort),
		"unpack": Bind("unpack", tableUnpack),
	}
}

// length returns #t as the operator does, __len included.
func (c Call) length(tb *glua.LTable) int {
	if event := vm.MetaField(tb, "__len"); event != glua.LNil && vm.ProxyOf(tb) == nil {
		c.Push(event)
		c.Push(tb)
		n, ok := c.call(1).(glua.LNumber)
		if !ok || float64(n) != float64(int(n)) {
			c.Fail("object length is not an integer")
		}
		return int(n)
	}
	hidden := vm.Plain(tb)
	if hidden == nil {
		return 0
	}
	return c.Meter.Border(hidden)
}

// chainSteps is what it costs to ask a metatable, which may lead to as many others as the VM follows.
const chainSteps = 3

// at returns t[i], asking __index.
func (c Call) at(tb *glua.LTable, i int) glua.LValue {
	if tb.Metatable == glua.LNil {
		return vm.GetAt(tb, i)
	}
	c.Meter.Charge(chainSteps)
	return c.L.GetTable(tb, vm.Number(float64(i)))
}

// set assigns t[i], asking __newindex.
func (c Call) set(tb *glua.LTable, i int, v glua.LValue) {
	if tb.Metatable == glua.LNil {
		vm.StoreAt(c.L, tb, i, v)
		return
	}
	c.Meter.Charge(chainSteps)
	c.L.SetTable(tb, vm.Number(float64(i)), v)
}

func tableInsert(c Call) int {
	tb := c.writable(1)
	n := c.length(tb)
	switch c.Len() {
	case 2:
		c.set(tb, n+1, c.Get(2))
		return 0
	case 3:
	default:
		c.refuse(usage("insert"), "wrong number of arguments to 'insert'")
	}
	pos := c.whole(2)
	if pos < 1 || pos > n+1 {
		c.outOfBounds(n)
	}
	c.charge(int64(1 + n + 1 - pos))
	for i := n + 1; i > pos; i-- {
		c.set(tb, i, c.at(tb, i-1))
	}
	c.set(tb, pos, c.Get(3))
	return 0
}

// outOfBounds raises an error about a place, the second argument, that a list of n entries does not have.
func (c Call) outOfBounds(n int) {
	hint := "the list is empty"
	if n > 0 {
		hint = "the list has entries 1 to " + number.Grouped(int64(n))
	}
	c.unfit(2, vm.UseNumber, fmt.Sprintf("position out of bounds: 1 to %d", n+1), hint+"; without a place it is its end that is meant")
}

func tableRemove(c Call) int {
	tb := c.writable(1)
	n := c.length(tb)
	pos := c.WholeOr(2, n)
	if c.Len() > 1 && n+1 != pos && (pos < 1 || pos > n+1) && (n != 0 || pos != 0) {
		c.outOfBounds(n)
	}
	c.Push(c.at(tb, pos)) // the result, where the audit of the memory finds it while metamethods run
	if pos < n {
		c.charge(int64(1 + n - pos))
	}
	for ; pos < n; pos++ {
		c.set(tb, pos, c.at(tb, pos+1))
	}
	if pos >= 1 || n == 0 && pos == 0 {
		c.set(tb, pos, glua.LNil)
	}
	return 1
}

// bounds are the first and the last index that an argument and the next one name; those left out mean all of the table.
func (c Call) bounds(tb *glua.LTable, arg int) (first, last int) {
	first = c.WholeOr(arg, 1)
	if c.absent(arg + 1) {
		return first, c.length(tb)
	}
	return first, c.whole(arg + 1)
}

func tableConcat(c Call) int {
	tb := c.table(1)
	sep := c.textOr(2, "")
	first, last := c.bounds(tb, 3)
	if first > last {
		return c.PushText("")
	}
	c.charge(int64(1 + last - first))
	at := func(i int) glua.LValue { return vm.GetAt(tb, i) }
	if tb.Metatable != glua.LNil { // which may answer otherwise when it is asked again
		n := 1 + last - first
		c.Meter.Allocate(int64(n) * vm.SlotBytes)
		pieces := make([]glua.LValue, n)
		vm.Hold(c.L, vm.HeldValues{pieces})
		at = func(i int) glua.LValue {
			if pieces[i-first] == nil {
				pieces[i-first] = c.at(tb, i)
			}
			return pieces[i-first]
		}
	}
	size := 0
	for i := first; i <= last; i++ {
		switch v := at(i).(type) {
		case glua.LString:
			size += len(v)
		case glua.LNumber:
			c.Meter.Charge(numberSteps)
			size += len(number.Text(float64(v)))
		default:
			text := "tostring(v)"
			if _, ok := v.(*glua.LTable); ok {
				text = "v.name"
			}
			c.refuse("make a list of texts first: for i, v in ipairs(list) do texts[i] = "+text+" end",
				"invalid value (%s) at index %d in table for 'concat'", vm.TypeName(v), i)
		}
		if i < last {
			size += len(sep)
		}
		if size > c.Meter.MaxString {
			break
		}
	}
	c.room(size)
	var b strings.Builder
	b.Grow(size)
	for i := first; i <= last; i++ {
		switch v := at(i).(type) {
		case glua.LString:
			b.WriteString(string(v))
		case glua.LNumber:
			b.WriteString(number.Text(float64(v)))
		}
		if i < last {
			b.WriteString(sep)
		}
	}
	return c.PushText(b.String())
}

func tablePack(c Call) int {
	n := c.Len()
	c.Meter.Allocate(int64(vm.TableBytes + (n+1)*vm.SlotBytes))
	tb := vm.MakeTable(n, 1)
	for i := 1; i <= n; i++ {
		tb.RawSetInt(i, c.Get(i))
	}
	tb.RawSetString("n", vm.Number(float64(n)))
	c.Push(tb)
	return 1
}

func tableUnpack(c Call) int {
	tb := c.table(1)
	first, last := c.bounds(tb, 2)
	if first > last {
		return 0
	}
	n := last - first + 1
	if n > vm.MaxValues {
		c.refuse("go through the list in a loop", "'unpack' of %s values: at most %d are allowed", number.Grouped(int64(n)), vm.MaxValues)
	}
	c.charge(int64(n))
	for i := first; i <= last; i++ {
		c.Push(c.at(tb, i))
	}
	return n
}

func tableMove(c Call) int {
	from := c.table(1)
	first, last, to := c.whole(2), c.whole(3), c.whole(4)
	target := from
	if c.absent(5) {
		c.writable(1)
	} else {
		target = c.writable(5)
	}
	if last >= first {
		n := last - first
		if n > vm.MaxCharge || to+n >= number.MaxWhole || to < -number.MaxWhole {
			c.Fail("too many elements to move")
		}
		c.charge(int64(1 + n))
		if to > last || to <= first || target != from {
			for i := 0; i <= n; i++ {
				c.set(target, to+i, c.at(from, first+i))
			}
		} else {
			for i := n; i >= 0; i-- {
				c.set(target, to+i, c.at(from, first+i))
			}
		}
	}
	c.Push(target)
	return 1
}

// tableSort sorts a copy and writes it back, so that a comparator that errs, lies, blocks or changes the table can do no
// harm: an error leaves the table as it was. Equal elements keep their order. It merges, for then the comparisons are the
// same in every build, and a comparator without an order cannot make it go on for ever.
func tableSort(c Call) int {
	tb := c.writable(1)
	var less *glua.LFunction
	if !c.absent(2) {
		less = c.Function(2)
	}
	n := c.length(tb)
	if n < 2 {
		return 0
	}
	c.charge(int64(n))
	c.Meter.Allocate(2 * int64(n) * vm.SlotBytes)
	s := sorter{Call: c, work: c.work(), less: less, list: make([]glua.LValue, n), spare: make([]glua.LValue, n)}
	vm.Hold(c.L, vm.HeldValues{s.list, s.spare})
	for i := range s.list {
		s.list[i] = c.at(tb, i+1)
	}
	s.sort(0, n)
	for i, v := range s.list {
		c.set(tb, i+1, v)
	}
	return 0
}

type sorter struct {
	Call
	work        work
	less        *glua.LFunction
	list, spare []glua.LValue
}

// sortRun is the length up to which a stretch is sorted by insertion.
const sortRun = 8

func (s *sorter) sort(from, to int) {
	if to-from <= sortRun {
		for i := from + 1; i < to; i++ {
			v := s.list[i]
			s.spare[from] = v // for while it is compared nothing else may hold it
			at := i
			for at > from && s.before(v, s.list[at-1]) {
				s.list[at] = s.list[at-1]
				at--
			}
			s.list[at] = v
		}
		return
	}
	middle := from + (to-from)/2
	s.sort(from, middle)
	s.sort(middle, to)
	if !s.before(s.list[middle], s.list[middle-1]) {
		return
	}
	left := s.spare[:copy(s.spare, s.list[from:middle])]
	right, at := middle, from
	for len(left) > 0 && right < to {
		if s.before(s.list[right], left[0]) {
			s.list[at] = s.list[right]
			right++
		} else {
			s.list[at] = left[0]
			left = left[1:]
		}
		at++
	}
	copy(s.list[at:], left)
}

// before compares two elements by the comparator, or as < does.
func (s *sorter) before(a, b glua.LValue) bool {
	if s.less != nil {
		s.work.Charge(1)
		s.Push(s.less)
		s.Push(a)
		s.Push(b)
		return glua.LVAsBool(s.call(2))
	}
	if x, ok := a.(glua.LNumber); ok {
		if y, ok := b.(glua.LNumber); ok {
			s.work.Charge(1)
			return x < y
		}
	}
	if x, ok := a.(glua.LString); ok {
		if y, ok := b.(glua.LString); ok {
			s.work.Charge(int64(1 + min(len(x), len(y))/vm.BytesPerStep))
			return x < y
		}
	}
	s.work.Charge(1)
	return s.L.LessThan(a, b)
}
