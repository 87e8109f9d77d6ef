package lua

import (
	glua "github.com/yuin/gopher-lua"
)

// tableSort sorts a copy and writes it back, so that a comparator that errs, lies, blocks or changes the table can do no
// harm: an error leaves the table as it was. Equal elements keep their order. It merges, for then the comparisons are the
// same in every build, and a comparator without an order cannot make it go on for ever.
func tableSort(c lib) int {
	tb := c.writable(1)
	var less *glua.LFunction
	if !c.absent(2) {
		less = c.function(2)
	}
	n := c.length(tb)
	if n < 2 {
		return 0
	}
	c.charge(int64(n))
	c.t.allocate(int64(n) * slotBytes)
	s := sorter{lib: c, work: c.work(), less: less, list: make([]glua.LValue, n), spare: make([]glua.LValue, n)}
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
	lib
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
		s.work.charge(1)
		s.push(s.less)
		s.push(a)
		s.push(b)
		return glua.LVAsBool(s.call(2))
	}
	if x, ok := a.(glua.LNumber); ok {
		if y, ok := b.(glua.LNumber); ok {
			s.work.charge(1)
			return x < y
		}
	}
	if x, ok := a.(glua.LString); ok {
		if y, ok := b.(glua.LString); ok {
			s.work.charge(int64(1 + min(len(x), len(y))/bytesPerStep))
			return x < y
		}
	}
	s.work.charge(1)
	return s.L.LessThan(a, b)
}
