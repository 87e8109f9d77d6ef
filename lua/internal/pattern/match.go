package pattern

import (
	"strings"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

const (
	maxCaptures  = 32
	maxMatchDeep = 200 // pattern items that may wait for each other
	unpaidSteps  = 256 // steps of matching that may be done before they are paid

	patternPerStep = 8 // characters of a set that are passed over for one step
)

// Lengths of a capture that is no stretch of the subject.
const (
	CaptureOpen  = -1
	CapturePlace = -2 // "()"
)

// Capture is a stretch of the subject, or what its length says.
type Capture struct{ Start, Length int }

// Toll is what a matcher pays and complains to. Fail does not return.
type Toll interface {
	Charge(steps int64)
	Fail(message string)
}

// Matcher matches one Lua pattern against one subject by backtracking. The recursion goes along the pattern and never
// along the subject, so its depth is bounded by the pattern's length, and it keeps nothing but the captures. Every look at
// a character of the subject is a step. It may be used for one match after the other, and by one goroutine.
type Matcher struct {
	Subject, Pattern string
	Toll             Toll
	unpaid           int64
	depth            int
	Level            int // captures
	Captures         [maxCaptures]Capture
}

// Try matches the pattern from place p on at place s of the subject, and returns where the match ends, or -1. It pays what
// it owes.
func (m *Matcher) Try(s, p int) int {
	m.Level, m.depth = 0, 0
	end := m.match(s, p)
	m.settle()
	return end
}

func (m *Matcher) settle() {
	m.Toll.Charge(m.unpaid)
	m.unpaid = 0
}

func (m *Matcher) step() {
	if m.unpaid++; m.unpaid >= unpaidSteps {
		m.settle()
	}
}

func (m *Matcher) fail(message string) { m.Toll.Fail(message) }

func (m *Matcher) match(s, p int) int {
	if m.depth++; m.depth > maxMatchDeep {
		m.fail("pattern too complex")
	}
	end := m.items(s, p)
	m.depth--
	return end
}

// items matches one item of the pattern after the other, up to one that has a choice to make.
func (m *Matcher) items(s, p int) int {
	for p < len(m.Pattern) {
		m.step()
		switch m.Pattern[p] {
		case '(':
			if strings.HasPrefix(m.Pattern[p+1:], ")") {
				return m.open(s, p+2, CapturePlace)
			}
			return m.open(s, p+1, CaptureOpen)
		case ')':
			return m.close(s, p+1)
		case '$':
			if p+1 == len(m.Pattern) {
				if s == len(m.Subject) {
					return s
				}
				return -1
			}
		case '%':
			if p+1 < len(m.Pattern) {
				switch c := m.Pattern[p+1]; {
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
		if end < len(m.Pattern) {
			quantifier = m.Pattern[end]
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
func (m *Matcher) longest(s, p, end, atLeast int) int {
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
func (m *Matcher) shortest(s, p, end int) int {
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

func (m *Matcher) open(s, p, length int) int {
	if m.Level >= maxCaptures {
		m.fail("too many captures")
	}
	m.Captures[m.Level] = Capture{Start: s, Length: length}
	m.Level++
	found := m.match(s, p)
	if found < 0 {
		m.Level--
	}
	return found
}

func (m *Matcher) close(s, p int) int {
	for i := m.Level - 1; i >= 0; i-- {
		if m.Captures[i].Length != CaptureOpen {
			continue
		}
		m.Captures[i].Length = s - m.Captures[i].Start
		found := m.match(s, p)
		if found < 0 {
			m.Captures[i].Length = CaptureOpen
		}
		return found
	}
	m.fail("invalid pattern capture")
	return -1
}

// balanced matches %bxy.
func (m *Matcher) balanced(s, p int) int {
	if p+1 >= len(m.Pattern) {
		m.fail("malformed pattern (missing arguments to '%b')")
	}
	if s >= len(m.Subject) || m.Subject[s] != m.Pattern[p] {
		return -1
	}
	first, last := m.Pattern[p], m.Pattern[p+1]
	open := 1
	for s++; s < len(m.Subject); s++ {
		m.step()
		switch m.Subject[s] {
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
func (m *Matcher) frontier(s, p int) int {
	if p >= len(m.Pattern) || m.Pattern[p] != '[' {
		m.fail("missing '[' after '%f' in pattern")
	}
	end := m.classEnd(p)
	var before, here byte
	if s > 0 {
		before = m.Subject[s-1]
	}
	if s < len(m.Subject) {
		here = m.Subject[s]
	}
	if m.inSet(before, p, end-1) || !m.inSet(here, p, end-1) {
		return -1
	}
	return end
}

// again matches %1 to %9: what a capture matched.
func (m *Matcher) again(s int, digit byte) int {
	i := int(digit) - '1'
	if i < 0 || i >= m.Level || m.Captures[i].Length == CaptureOpen {
		m.fail("invalid capture index %" + string(digit) + " in pattern")
	}
	c := m.Captures[i]
	if c.Length == CapturePlace {
		return -1
	}
	m.unpaid += int64(c.Length / vm.BytesPerStep)
	m.step()
	if !strings.HasPrefix(m.Subject[s:], m.Subject[c.Start:c.Start+c.Length]) {
		return -1
	}
	return s + c.Length
}

// classEnd returns where the single-character class at p ends. To look for the end of a set is work.
func (m *Matcher) classEnd(p int) int {
	c, first := m.Pattern[p], p
	p++
	switch c {
	case '%':
		if p >= len(m.Pattern) {
			m.fail("malformed pattern (ends with '%')")
		}
		return p + 1
	case '[':
		if p < len(m.Pattern) && m.Pattern[p] == '^' {
			p++
		}
		for begins := true; begins || p >= len(m.Pattern) || m.Pattern[p] != ']'; begins = false {
			if p >= len(m.Pattern) {
				m.fail("malformed pattern (missing ']')")
			}
			escaped := m.Pattern[p] == '%'
			p++
			if escaped {
				p++ // the character behind % is not the end
			}
		}
		m.unpaid += int64((p - first) / patternPerStep)
		return p + 1
	}
	return p
}

// single says whether the class at p, which ends at end, has the character at s.
func (m *Matcher) single(s, p, end int) bool {
	m.step()
	if s >= len(m.Subject) {
		return false
	}
	c := m.Subject[s]
	switch m.Pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.Pattern[p+1])
	case '[':
		return m.inSet(c, p, end-1)
	}
	return m.Pattern[p] == c
}

// inSet says whether the set that begins at p and whose bracket closes at end has a character.
func (m *Matcher) inSet(c byte, p, end int) bool {
	found := true
	p++
	if m.Pattern[p] == '^' {
		found = false
		p++
	}
	for p < end {
		m.unpaid++
		switch {
		case m.Pattern[p] == '%':
			if inClass(c, m.Pattern[p+1]) {
				return found
			}
			p += 2
		case p+2 < end && m.Pattern[p+1] == '-':
			if m.Pattern[p] <= c && c <= m.Pattern[p+2] {
				return found
			}
			p += 3
		default:
			if m.Pattern[p] == c {
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
		d, ok := number.Digit(c)
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

// Special says whether a pattern is more than a plain text.
func Special(pattern string) bool { return strings.ContainsAny(pattern, "^$*+?.([%-") }
