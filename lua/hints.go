package lua

import (
	"fmt"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// nearestGlobal says which word was meant by a name that is none; empty where none is near.
func (t *Thread) nearestGlobal(name string) string {
	best := nearest(name, func(yield func(string)) {
		for _, tb := range []*glua.LTable{t.st.box.base, t.st.globals} {
			for k, _ := tb.Next(glua.LNil); k != glua.LNil; k, _ = tb.Next(k) {
				if s, ok := k.(glua.LString); ok && isName(string(s)) {
					yield(string(s))
				}
			}
		}
	})
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean '%s'?", best)
}

// nearestField says which field of a table was meant by one that it does not have.
func (s scene) nearestField(i instruction, kind, name string) string {
	table := s.container(i.a())
	if table == nil {
		return ""
	}
	best := nearest(name, func(yield func(string)) {
		for k, _ := table.Next(glua.LNil); k != glua.LNil; k, _ = table.Next(k) {
			if s, ok := k.(glua.LString); ok {
				yield(string(s))
			}
		}
	})
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean '%s'?", best)
}

// container finds the table that the value in a register was read from, where it still stands in a variable.
func (s scene) container(register int) *glua.LTable {
	setter := setterOf(s.fn.Proto, s.pc-1, register)
	if setter < 0 {
		return nil
	}
	i := instruction(s.fn.Proto.Code[setter])
	var holder glua.LValue
	switch i.op() {
	case glua.OP_SELF:
		holder = s.value(i.a() + 1)
	case glua.OP_GETTABLE, glua.OP_GETTABLEKS:
		if _, ok := localName(s.fn.Proto, s.pc-1, i.b()); ok {
			holder = s.value(i.b())
			break
		}
		from := setterOf(s.fn.Proto, setter, i.b())
		if from < 0 {
			return nil
		}
		if get := instruction(s.fn.Proto.Code[from]); get.op() == glua.OP_GETGLOBAL {
			holder = s.t.global(constantText(s.fn.Proto, get.bx()))
		}
	}
	switch v := holder.(type) {
	case *glua.LTable:
		return plain(v)
	case glua.LString:
		return plain(sharedLibrary().values["string"].(*glua.LTable))
	}
	return nil
}

// global looks a name up as a script does.
func (t *Thread) global(name string) glua.LValue {
	if lv := t.st.globals.RawGetString(name); lv != glua.LNil {
		return lv
	}
	return t.st.box.base.RawGetString(name)
}

// fieldsBeside lists what the table has in which a field was looked for in vain. It stands for little.
func (s scene) fieldsBeside(string) string { return "" }

// nearest returns the candidate that is closest to a name, by the letters that differ; "" where none is close. Of two that
// are equally close the first in the order of the alphabet is taken.
func nearest(name string, candidates func(yield func(string))) string {
	best, distance := "", len(name)/3+1
	if distance > 2 {
		distance = 2
	}
	candidates(func(candidate string) {
		if strings.EqualFold(candidate, name) && candidate != name {
			best, distance = candidate, 0
			return
		}
		if d := editDistance(name, candidate, distance); d < distance || d == distance && (best == "" || candidate < best) {
			best, distance = candidate, d
		}
	})
	return best
}

// editDistance counts the letters to insert, drop, change or swap with their neighbour that lead from a to b; more than
// limit is limit+1.
func editDistance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit || len(a) > 40 {
		return limit + 1
	}
	older, before, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range before {
		before[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(before[j]+1, row[j-1]+1, before[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, before, row = before, row, older
	}
	return min(before[len(b)], limit+1)
}
