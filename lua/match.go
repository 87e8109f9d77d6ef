package lua

import (
	"strings"
)

const (
	maxCaptures  = 32
	maxMatchDeep = 200 // pattern items that may wait for each other
	unpaidSteps  = 256 // steps of matching that may be done before they are paid
)

// Lengths of a capture that is no stretch of the subject.
const (
	captureOpen  = -1
	capturePlace = -2 // "()"
)

type capture struct{ start, length int }

// matcher matches one Lua pattern against one subject by backtracking. The recursion goes along the pattern and never
// along the subject, so its depth is bounded by the pattern's length, and it keeps nothing but the captures. Every look at
// a character of the subject is a step.
type matcher struct {
	subject, pattern string
	work             *work
	unpaid           int64
	depth            int
	level            int // captures
	captures         [maxCaptures]capture
}

// try matches the pattern from place p on at place s of the subject, and returns where the match ends, or -1. It pays what
// it owes.
func (m *matcher) try(s, p int) int {
	m.level, m.depth = 0, 0
	end := m.match(s, p)
	m.settle()
	return end
}

func (m *matcher) settle() {
	m.work.charge(m.unpaid)
	m.unpaid = 0
}

func (m *matcher) step() {
	if m.unpaid++; m.unpaid >= unpaidSteps {
		m.settle()
	}
}

func (m *matcher) fail(message string) { m.work.t.raisef(m.work.L, "%s", message) }

func (m *matcher) match(s, p int) int {
	if m.depth++; m.depth > maxMatchDeep {
		m.fail("pattern too complex")
	}
	end := m.items(s, p)
	m.depth--
	return end
}

// items matches one item of the pattern after the other, up to one that has a choice to make.
func (m *matcher) items(s, p int) int {
	for p < len(m.pattern) {
		m.step()
		switch m.pattern[p] {
		case '(':
			if strings.HasPrefix(m.pattern[p+1:], ")") {
				return m.open(s, p+2, capturePlace)
			}
			return m.open(s, p+1, captureOpen)
		case ')':
			return m.close(s, p+1)
		case '$':
			if p+1 == len(m.pattern) {
				if s == len(m.subject) {
					return s
				}
				return -1
			}
		case '%':
			if p+1 < len(m.pattern) {
				switch c := m.pattern[p+1]; {
				case c == 'b':
					if s = m.balanced(s, p+2); s < 0 {
						return -1
					}
					p += 4
					continue
				case c == 'f':
					end := m.frontier(s, p+2)
					if end < 0 {
						return -1
					}
					p = end
					continue
				case '0' <= c && c <= '9':
					if s = m.again(s, c); s < 0 {
						return -1
					}
					p += 2
					continue
				}
			}
		}
		end := m.classEnd(p)
		quantifier := byte(0)
		if end < len(m.pattern) {
			quantifier = m.pattern[end]
		}
		switch quantifier {
		case '?':
			if m.single(s, p, end) {
				if found := m.match(s+1, end+1); found >= 0 {
					return found
				}
			}
			p = end + 1
		case '*':
			return m.longest(s, p, end, 0)
		case '+':
			return m.longest(s, p, end, 1)
		case '-':
			return m.shortest(s, p, end)
		default:
			if !m.single(s, p, end) {
				return -1
			}
			s, p = s+1, end
		}
	}
	return s
}

// longest matches as many characters as it can, at least as many as told, and gives back one after the other.
func (m *matcher) longest(s, p, end, atLeast int) int {
	n := 0
	for m.single(s+n, p, end) {
		n++
	}
	for ; n >= atLeast; n-- {
		if found := m.match(s+n, end+1); found >= 0 {
			return found
		}
	}
	return -1
}

// shortest matches as few characters as it can.
func (m *matcher) shortest(s, p, end int) int {
	for {
		if found := m.match(s, end+1); found >= 0 {
			return found
		}
		if !m.single(s, p, end) {
			return -1
		}
		s++
	}
}

func (m *matcher) open(s, p, length int) int {
	if m.level >= maxCaptures {
		m.fail("too many captures")
	}
	m.captures[m.level] = capture{start: s, length: length}
	m.level++
	found := m.match(s, p)
	if found < 0 {
		m.level--
	}
	return found
}

func (m *matcher) close(s, p int) int {
	for i := m.level - 1; i >= 0; i-- {
		if m.captures[i].length != captureOpen {
			continue
		}
		m.captures[i].length = s - m.captures[i].start
		found := m.match(s, p)
		if found < 0 {
			m.captures[i].length = captureOpen
		}
		return found
	}
	m.fail("invalid pattern capture")
	return -1
}

// balanced matches %bxy.
func (m *matcher) balanced(s, p int) int {
	if p+1 >= len(m.pattern) {
		m.fail("malformed pattern (missing arguments to '%b')")
	}
	if s >= len(m.subject) || m.subject[s] != m.pattern[p] {
		return -1
	}
	first, last := m.pattern[p], m.pattern[p+1]
	open := 1
	for s++; s < len(m.subject); s++ {
		m.step()
		switch m.subject[s] {
		case last:
			if open--; open == 0 {
				return s + 1
			}
		case first:
			open++
		}
	}
	return -1
}

// frontier matches %f[set] and returns where the pattern goes on.
func (m *matcher) frontier(s, p int) int {
	if p >= len(m.pattern) || m.pattern[p] != '[' {
		m.fail("missing '[' after '%f' in pattern")
	}
	end := m.classEnd(p)
	var before, here byte
	if s > 0 {
		before = m.subject[s-1]
	}
	if s < len(m.subject) {
		here = m.subject[s]
	}
	if m.inSet(before, p, end-1) || !m.inSet(here, p, end-1) {
		return -1
	}
	return end
}

// again matches %1 to %9: what a capture matched.
func (m *matcher) again(s int, digit byte) int {
	i := int(digit) - '1'
	if i < 0 || i >= m.level || m.captures[i].length == captureOpen {
		m.fail("invalid capture index %" + string(digit) + " in pattern")
	}
	c := m.captures[i]
	if c.length == capturePlace {
		return -1
	}
	m.unpaid += int64(c.length / bytesPerStep)
	m.step()
	if !strings.HasPrefix(m.subject[s:], m.subject[c.start:c.start+c.length]) {
		return -1
	}
	return s + c.length
}

// classEnd returns where the single-character class at p ends.
func (m *matcher) classEnd(p int) int {
	c := m.pattern[p]
	p++
	switch c {
	case '%':
		if p >= len(m.pattern) {
			m.fail("malformed pattern (ends with '%')")
		}
		return p + 1
	case '[':
		if p < len(m.pattern) && m.pattern[p] == '^' {
			p++
		}
		for first := true; first || p >= len(m.pattern) || m.pattern[p] != ']'; first = false {
			if p >= len(m.pattern) {
				m.fail("malformed pattern (missing ']')")
			}
			escaped := m.pattern[p] == '%'
			p++
			if escaped {
				p++ // the character behind % is not the end
			}
		}
		return p + 1
	}
	return p
}

// single says whether the class at p, which ends at end, has the character at s.
func (m *matcher) single(s, p, end int) bool {
	m.step()
	if s >= len(m.subject) {
		return false
	}
	c := m.subject[s]
	switch m.pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pattern[p+1])
	case '[':
		return m.inSet(c, p, end-1)
	}
	return m.pattern[p] == c
}

// inSet says whether the set that begins at p and whose bracket closes at end has a character.
func (m *matcher) inSet(c byte, p, end int) bool {
	found := true
	p++
	if m.pattern[p] == '^' {
		found = false
		p++
	}
	for p < end {
		m.unpaid++
		switch {
		case m.pattern[p] == '%':
			if inClass(c, m.pattern[p+1]) {
				return found
			}
			p += 2
		case p+2 < end && m.pattern[p+1] == '-':
			if m.pattern[p] <= c && c <= m.pattern[p+2] {
				return found
			}
			p += 3
		default:
			if m.pattern[p] == c {
				return found
			}
			p++
		}
	}
	return !found
}

// inClass says whether %class has a character, as in the C locale.
func inClass(c, class byte) bool {
	lower := class | 0x20
	var in bool
	switch lower {
	case 'a':
		in = isLetter(c)
	case 'c':
		in = c < 0x20 || c == 0x7f
	case 'd':
		in = '0' <= c && c <= '9'
	case 'g':
		in = 0x20 < c && c < 0x7f
	case 'l':
		in = 'a' <= c && c <= 'z'
	case 'p':
		in = 0x20 < c && c < 0x7f && !isLetter(c) && (c < '0' || c > '9')
	case 's':
		in = c == ' ' || '\t' <= c && c <= '\r'
	case 'u':
		in = 'A' <= c && c <= 'Z'
	case 'w':
		in = isLetter(c) || '0' <= c && c <= '9'
	case 'x':
		d, ok := digitValue(c)
		in = ok && d < 16
	case 'z': // of older versions
		in = c == 0
	default:
		return class == c
	}
	if class < 'a' {
		return !in
	}
	return in
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// special says whether a pattern is more than a plain text.
func special(pattern string) bool { return strings.ContainsAny(pattern, "^$*+?.([%-") }
