package library

import (
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/pattern"
	"mystic-sdk/lua/internal/vm"
)

// startAt turns the position that find, match and gmatch take into an offset; beyond the end is len(s)+1.
func startAt(position, length int) int {
	switch {
	case position > 0:
		return position - 1
	case position == 0 || -position > length:
		return 0
	}
	return length + position
}

func stringFind(c Call) int  { return c.findOrMatch(true) }
func stringMatch(c Call) int { return c.findOrMatch(false) }

func (c Call) findOrMatch(find bool) int {
	s, want := c.text(1), c.text(2)
	at := startAt(c.WholeOr(3, 1), len(s))
	if at > len(s) {
		c.Push(glua.LNil)
		return 1
	}
	c.charge(int64(1 + len(want)/vm.BytesPerStep))
	if find && (glua.LVAsBool(c.Get(4)) || !pattern.Special(want)) {
		c.charge(int64(1 + (len(s)-at)/vm.BytesPerStep))
		i := strings.Index(s[at:], want)
		if i < 0 {
			c.Push(glua.LNil)
			return 1
		}
		return c.pushNumber(float64(at+i+1)) + c.pushNumber(float64(at+i+len(want)))
	}
	w := c.work()
	m := pattern.Matcher{Subject: s, Pattern: want, Toll: &w}
	start := 0
	if strings.HasPrefix(want, "^") {
		start = 1
	}
	for ; at <= len(s); at++ {
		if end := m.Try(at, start); end >= 0 {
			if !find {
				return c.pushCaptures(&m, at, end)
			}
			c.pushNumber(float64(at + 1))
			c.pushNumber(float64(end))
			for i := range m.Level {
				c.Push(c.captured(&m, i))
			}
			return 2 + m.Level
		}
		if start == 1 {
			break
		}
	}
	c.Push(glua.LNil)
	return 1
}

// pushCaptures pushes all captures, or the whole match where the pattern has none.
func (c Call) pushCaptures(m *pattern.Matcher, at, end int) int {
	if m.Level == 0 {
		c.Push(c.piece(m.Subject[at:end]))
		return 1
	}
	for i := range m.Level {
		c.Push(c.captured(m, i))
	}
	return m.Level
}

const replacementHint = "in a replacement %1 to %9 are captures, %0 is the match, %% the sign itself"

func (c Call) captured(m *pattern.Matcher, i int) glua.LValue {
	switch one := m.Captures[i]; one.Length {
	case pattern.CaptureOpen:
		c.refuse(patternHint, "unfinished capture")
		return glua.LNil
	case pattern.CapturePlace:
		return vm.Number(float64(one.Start + 1))
	default:
		return c.piece(m.Subject[one.Start : one.Start+one.Length])
	}
}

// piece makes a string of part of another, which it does not keep alive.
func (c Call) piece(s string) glua.LValue {
	c.room(len(s))
	return glua.LString(strings.Clone(s))
}

func stringGmatch(c Call) int {
	s, want := c.text(1), c.text(2)
	at, last := startAt(c.WholeOr(3, 1), len(s)), -1
	c.Push(Holding(Bind("gmatch", func(c Call) int {
		w := c.work()
		m := pattern.Matcher{Subject: s, Pattern: want, Toll: &w}
		for ; at <= len(s); at++ {
			end := m.Try(at, 0)
			if end < 0 || end == last {
				continue
			}
			start := at
			at, last = end, end
			return c.pushCaptures(&m, start, end)
		}
		return 0
	}), c.Get(1), c.Get(2)))
	return 1
}

func stringGsub(c Call) int {
	s, want := c.text(1), c.text(2)
	replacement := c.Get(3)
	switch v := replacement.(type) {
	case glua.LString, *glua.LTable, *glua.LFunction:
	case glua.LNumber:
		replacement = glua.LString(number.Text(float64(v)))
	default:
		c.Wrong(3, "string/function/table")
	}
	most := len(s) + 1
	if !c.absent(4) {
		most = c.whole(4)
	}
	start := 0
	if strings.HasPrefix(want, "^") {
		start = 1
	}
	w := c.work()
	g := gsub{Call: c, work: &w, replacement: replacement}
	if _, text := replacement.(glua.LString); !text {
		vm.Hold(c.L, &g)
	}
	m := pattern.Matcher{Subject: s, Pattern: want, Toll: &w}
	at, last, count := 0, -1, 0
	for count < most {
		if end := m.Try(at, start); end >= 0 && end != last {
			count++
			if end == at { // nothing was looked at
				w.Charge(1)
			}
			g.replace(&m, at, end)
			at, last = end, end
		} else if at < len(s) {
			g.write(s[at : at+1])
			at++
		} else {
			break
		}
		if start == 1 {
			break
		}
	}
	if at < len(s) {
		g.write(s[at:])
	}
	c.Push(glua.LString(g.buf))
	return 1 + c.pushNumber(float64(count))
}

// gsub builds the result of one call.
type gsub struct {
	Call
	work        *work
	replacement glua.LValue
	buf         []byte
}

// Held tells the audit of the result.
func (g *gsub) Held(func(glua.LValue) glua.LValue) int64 { return int64(cap(g.buf)) }

// write adds to the result, which is charged as it grows.
func (g *gsub) write(s string) {
	size, most := len(g.buf)+len(s), g.Meter.MaxString
	if size > most {
		g.room(size) // which fails
	}
	if size > cap(g.buf) {
		room := min(2*size, most)
		g.room(room - len(g.buf))
		grown := make([]byte, len(g.buf), room)
		copy(grown, g.buf)
		g.buf = grown
	}
	g.buf = append(g.buf, s...)
}

func (g *gsub) replace(m *pattern.Matcher, at, end int) {
	whole := m.Subject[at:end]
	var v glua.LValue
	switch r := g.replacement.(type) {
	case glua.LString:
		g.expand(m, string(r), whole)
		return
	case *glua.LTable:
		v = g.L.GetTable(r, g.first(m, whole))
	case *glua.LFunction:
		g.Push(r)
		n := g.pushCaptures(m, at, end)
		v = g.call(n)
	}
	switch v := v.(type) {
	case glua.LString:
		g.write(string(v))
	case glua.LNumber:
		g.write(number.Text(float64(v)))
	default:
		if glua.LVAsBool(v) {
			g.refuse("give back a text or a number, or nil to leave the match as it is", "invalid replacement value (a %s)", vm.TypeName(v))
		}
		g.write(whole)
	}
}

func (g *gsub) first(m *pattern.Matcher, whole string) glua.LValue {
	if m.Level == 0 {
		return g.piece(whole)
	}
	return g.captured(m, 0)
}

// expand writes a replacement text, in which %0 to %9 stand for what was matched.
func (g *gsub) expand(m *pattern.Matcher, r, whole string) {
	for {
		before, after, found := strings.Cut(r, "%")
		g.write(before)
		if !found {
			return
		}
		g.work.Charge(1)
		switch {
		case strings.HasPrefix(after, "%"):
			g.write("%")
		case after != "" && '0' <= after[0] && after[0] <= '9':
			i := int(after[0] - '1')
			if after[0] == '0' || i == 0 && m.Level == 0 {
				g.write(whole)
				break
			}
			if i >= m.Level {
				g.refuse(replacementHint, "invalid capture index %%%d in replacement string", i+1)
			}
			if one := m.Captures[i]; one.Length >= 0 {
				g.write(m.Subject[one.Start : one.Start+one.Length])
			} else {
				g.write(glua.LVAsString(g.captured(m, i)))
			}
		default:
			g.refuse(replacementHint, "invalid use of '%%' in replacement string")
		}
		r = after[1:]
	}
}
