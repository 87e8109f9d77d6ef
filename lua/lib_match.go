package lua

import (
	"strings"

	glua "github.com/yuin/gopher-lua"
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

func stringFind(c lib) int  { return c.findOrMatch(true) }
func stringMatch(c lib) int { return c.findOrMatch(false) }

func (c lib) findOrMatch(find bool) int {
	s, pattern := c.text(1), c.text(2)
	at := startAt(c.wholeOr(3, 1), len(s))
	if at > len(s) {
		c.push(glua.LNil)
		return 1
	}
	if find && (glua.LVAsBool(c.get(4)) || !special(pattern)) {
		c.charge(int64(1 + (len(s)-at)/bytesPerStep))
		i := strings.Index(s[at:], pattern)
		if i < 0 {
			c.push(glua.LNil)
			return 1
		}
		return c.pushNumber(float64(at+i+1)) + c.pushNumber(float64(at+i+len(pattern)))
	}
	w := c.work()
	m := matcher{subject: s, pattern: pattern, work: &w}
	start := 0
	if strings.HasPrefix(pattern, "^") {
		start = 1
	}
	for ; at <= len(s); at++ {
		if end := m.try(at, start); end >= 0 {
			if !find {
				return c.pushCaptures(&m, at, end)
			}
			c.pushNumber(float64(at + 1))
			c.pushNumber(float64(end))
			for i := range m.level {
				c.push(c.captured(&m, i))
			}
			return 2 + m.level
		}
		if start == 1 {
			break
		}
	}
	c.push(glua.LNil)
	return 1
}

// pushCaptures pushes all captures, or the whole match where the pattern has none.
func (c lib) pushCaptures(m *matcher, at, end int) int {
	if m.level == 0 {
		c.push(c.piece(m.subject[at:end]))
		return 1
	}
	for i := range m.level {
		c.push(c.captured(m, i))
	}
	return m.level
}

func (c lib) captured(m *matcher, i int) glua.LValue {
	switch one := m.captures[i]; one.length {
	case captureOpen:
		c.fail("unfinished capture")
		return glua.LNil
	case capturePlace:
		return number(float64(one.start + 1))
	default:
		return c.piece(m.subject[one.start : one.start+one.length])
	}
}

// piece makes a string of part of another, which it does not keep alive.
func (c lib) piece(s string) glua.LValue {
	c.room(len(s))
	return glua.LString(strings.Clone(s))
}

func stringGmatch(c lib) int {
	s, pattern := c.text(1), c.text(2)
	at, last := startAt(c.wholeOr(3, 1), len(s)), -1
	c.push(bind("gmatch", func(c lib) int {
		w := c.work()
		m := matcher{subject: s, pattern: pattern, work: &w}
		for ; at <= len(s); at++ {
			end := m.try(at, 0)
			if end < 0 || end == last {
				continue
			}
			start := at
			at, last = end, end
			return c.pushCaptures(&m, start, end)
		}
		c.push(glua.LNil)
		return 1
	}))
	return 1
}

func stringGsub(c lib) int {
	s, pattern := c.text(1), c.text(2)
	replacement := c.get(3)
	switch v := replacement.(type) {
	case glua.LString, *glua.LTable, *glua.LFunction:
	case glua.LNumber:
		replacement = glua.LString(numberText(float64(v)))
	default:
		c.wrong(3, "string/function/table")
	}
	most := len(s) + 1
	if !c.absent(4) {
		most = c.whole(4)
	}
	start := 0
	if strings.HasPrefix(pattern, "^") {
		start = 1
	}
	w := c.work()
	g := gsub{lib: c, work: &w, replacement: replacement}
	m := matcher{subject: s, pattern: pattern, work: &w}
	at, last, count := 0, -1, 0
	for count < most {
		if end := m.try(at, start); end >= 0 && end != last {
			count++
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
	c.push(glua.LString(g.buf))
	return 1 + c.pushNumber(float64(count))
}

// gsub builds the result of one call.
type gsub struct {
	lib
	work        *work
	replacement glua.LValue
	buf         []byte
}

// write adds to the result, which is charged as it grows.
func (g *gsub) write(s string) {
	if size := len(g.buf) + len(s); size > cap(g.buf) {
		g.room(min(2*size, g.t.st.box.maxString+1) - len(g.buf))
		if size > g.t.st.box.maxString {
			g.room(size)
		}
		grown := make([]byte, len(g.buf), 2*size)
		copy(grown, g.buf)
		g.buf = grown
	}
	g.buf = append(g.buf, s...)
}

func (g *gsub) replace(m *matcher, at, end int) {
	whole := m.subject[at:end]
	var v glua.LValue
	switch r := g.replacement.(type) {
	case glua.LString:
		g.expand(m, string(r), whole)
		return
	case *glua.LTable:
		v = g.L.GetTable(r, g.first(m, whole))
	case *glua.LFunction:
		g.push(r)
		n := g.pushCaptures(m, at, end)
		v = g.call(n)
	}
	switch v := v.(type) {
	case glua.LString:
		g.write(string(v))
	case glua.LNumber:
		g.write(numberText(float64(v)))
	default:
		if glua.LVAsBool(v) {
			g.fail("invalid replacement value (a %s)", typeName(v))
		}
		g.write(whole)
	}
}

func (g *gsub) first(m *matcher, whole string) glua.LValue {
	if m.level == 0 {
		return g.piece(whole)
	}
	return g.captured(m, 0)
}

// expand writes a replacement text, in which %0 to %9 stand for what was matched.
func (g *gsub) expand(m *matcher, r, whole string) {
	for {
		before, after, found := strings.Cut(r, "%")
		g.write(before)
		if !found {
			return
		}
		g.work.charge(1)
		switch {
		case strings.HasPrefix(after, "%"):
			g.write("%")
		case after != "" && '0' <= after[0] && after[0] <= '9':
			i := int(after[0] - '1')
			if after[0] == '0' || i == 0 && m.level == 0 {
				g.write(whole)
				break
			}
			if i >= m.level {
				g.fail("invalid capture index %%%d in replacement string", i+1)
			}
			if one := m.captures[i]; one.length >= 0 {
				g.write(m.subject[one.start : one.start+one.length])
			} else {
				g.write(glua.LVAsString(g.captured(m, i)))
			}
		default:
			g.fail("invalid use of '%%' in replacement string")
		}
		r = after[1:]
	}
}
