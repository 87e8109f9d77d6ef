package syntax

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// longLevel returns the number of '=' of a long bracket that opens here, -1 where none does.
func (s *scanner) longLevel() int {
	n := 1
	for s.peek(n) == '=' {
		n++
	}
	if s.peek(n) != '[' {
		return -1
	}
	return n - 1
}

// long reads a long string or comment, whose opening bracket stands here. Line ends become \n and one right behind the
// opening is left out. It answers false where the closing bracket is missing; the text then goes on to its end.
func (s *scanner) long(what string) (string, bool) {
	start := s.pos()
	level := s.longLevel()
	if level > MaxLongLevel {
		s.errs.add(Span{start, start.after('[')}, "too-long",
			fmt.Sprintf("this long %s has %d '=' in its bracket; at most %d work", what, level, MaxLongLevel), "use fewer '='")
	}
	s.off += level + 2
	closing := "]" + strings.Repeat("=", level) + "]"
	s.lineEnd()
	var b strings.Builder
	from := s.off
	for s.off < len(s.src) {
		switch s.src[s.off] {
		case ']':
			if strings.HasPrefix(s.src[s.off:], closing) {
				b.WriteString(s.src[from:s.off])
				s.off += len(closing)
				s.first = false
				return b.String(), true
			}
			s.off++
		case '\r', '\n':
			b.WriteString(s.src[from:s.off])
			b.WriteByte('\n')
			s.lineEnd()
			from = s.off
		default:
			s.off++
		}
	}
	b.WriteString(s.src[from:])
	return b.String(), false
}

// short reads a string in quotes with its escapes.
func (s *scanner) short(start Pos, quote byte) {
	if s.triple(start, quote) {
		return
	}
	first := s.first
	s.off++
	var b strings.Builder
	from := s.off
	for {
		switch c := s.peek(0); {
		case c == quote:
			b.WriteString(s.src[from:s.off])
			s.off++
			s.add(tokString, start, b.String()).first = first
			return
		case s.off >= len(s.src), c == '\n', c == '\r':
			b.WriteString(s.src[from:s.off])
			s.add(tokString, start, b.String()).first = first
			s.unclosed(start, quote)
			return
		case c == '\\':
			b.WriteString(s.src[from:s.off])
			s.escape(&b)
			from = s.off
		default:
			s.off++
		}
	}
}

// triple reads a text in three quotes, as other languages have it, as a string. Behind a value the quotes are arguments of
// calls, which Lua allows.
func (s *scanner) triple(start Pos, quote byte) bool {
	marks := strings.Repeat(string(quote), 3)
	if !strings.HasPrefix(s.src[s.off:], marks) {
		return false
	}
	if n := len(s.toks); n > 0 {
		switch s.toks[n-1].kind {
		case tokName, tokString, tokRParen, tokRBracket, tokRBrace:
			if !s.first {
				return false
			}
		}
	}
	n := strings.Index(s.src[s.off+3:], marks)
	if n < 0 {
		return false
	}
	first, value := s.first, s.src[s.off+3:s.off+3+n]
	s.errs.add(Span{start, start.plus(3)}, "syntax", "three quotes do not begin a text of several lines", "write it in [[ and ]], a comment behind '--'")
	for end := s.off + n + 6; s.off < end; {
		if !s.lineEnd() {
			s.off++
		}
	}
	s.add(tokString, start, value).first = first
	return true
}

// unclosed reports a string that its line ends inside of: the token that was added last. Words of a comment that is none
// come here too, and a quote that closed the string too early; then that is what is reported.
func (s *scanner) unclosed(start Pos, quote byte) {
	first := len(s.toks) - 1
	for first > 0 && !s.toks[first].first {
		first--
	}
	line := s.toks[first:]
	for i, t := range line {
		if t.kind == tokIDiv || t.kind == tokHash && t.first {
			s.errs.add(t.Span, "syntax", quoted(t.text)+" does not begin a comment", "write '--'")
			return
		}
		if t.kind == tokString && i+2 < len(line) && line[i+1].kind == tokName && line[i+1].follows(&t) && s.src[t.Start.Offset] == quote {
			s.errs.add(Span{t.End.plus(-1), t.End}, "syntax", "this quote closes the string", fmt.Sprintf("write \\%c for a quote inside it", quote))
			return
		}
	}
	if s.goesOnBelow(quote) {
		s.errs.add(Span{start, start.plus(1)}, "syntax", "this string goes over several lines", "write it in [[ and ]], or \\n for a line end inside it")
		for s.off < len(s.src) && s.src[s.off] != quote {
			if !s.lineEnd() {
				s.off++
			}
		}
		s.off++
		s.first = false
		s.toks[len(s.toks)-1].End = s.pos()
		return
	}
	s.swallows = true
	if other := byte('\'' + '"' - int(quote)); strings.IndexByte(s.toks[len(s.toks)-1].text, other) >= 0 {
		s.errs.add(Span{start, s.pos()}, "syntax", "this string is not closed", fmt.Sprintf("it begins with %c, and so it ends with %c; %c is a part of it", quote, quote, other))
		return
	}
	s.errs.add(Span{start, s.pos()}, "syntax", "this string is not closed",
		fmt.Sprintf("add %c at its end; text of several lines is written [[…]], a quote inside it \\%c", quote, quote))
}

// goesOnBelow reports whether a string that its line ends inside of seems to end further down: the next line that has the same
// quote has it an odd number of times.
func (s *scanner) goesOnBelow(quote byte) bool {
	for line := range strings.SplitSeq(strings.TrimLeft(s.src[s.off:], "\r\n"), "\n") {
		code, _, _ := strings.Cut(line, "--")
		if n := strings.Count(code, string(quote)); n > 0 {
			return n%2 == 1
		}
	}
	return false
}

// escape reads one escape. A wrong one is reported and kept as it is written.
func (s *scanner) escape(b *strings.Builder) {
	start := s.pos()
	s.off++
	c := s.peek(0)
	if n := strings.IndexByte(`abfnrtv\"'`, c); n >= 0 && s.off < len(s.src) {
		b.WriteByte("\a\b\f\n\r\t\v\\\"'"[n])
		s.off++
		return
	}
	switch {
	case c == '\n' || c == '\r':
		b.WriteByte('\n')
		s.lineEnd()
	case c == 'z':
		s.off++
		for s.lineEnd() || isBlank(s.peek(0)) {
			if isBlank(s.peek(0)) {
				s.off++
			}
		}
	case c == 'x':
		hi, lo := hexValue(s.peek(1)), hexValue(s.peek(2))
		if hi < 0 || lo < 0 {
			s.badEscape(b, start, 1, "'\\x' is followed by two hexadecimal digits", `write it like \x41`)
			return
		}
		b.WriteByte(byte(hi<<4 | lo))
		s.off += 3
	case isDigit(c):
		n, value := 0, 0
		for n < 3 && isDigit(s.peek(n)) {
			value = value*10 + int(s.peek(n)-'0')
			n++
		}
		if value > 255 {
			s.badEscape(b, start, n, "the number of an escape is at most 255", `write a character by its code point like \u{20AC}`)
			return
		}
		b.WriteByte(byte(value))
		s.off += n
	case c == 'u':
		s.unicodeEscape(b, start)
	default:
		message, hint := quoted(s.src[start.Offset:min(s.off+1, len(s.src))])+" is no escape of Lua", `a backslash itself is written \\`
		if strings.IndexByte("dwsSDWpl", c) >= 0 && c != 0 {
			hint = fmt.Sprintf("in a pattern write %%%c, a backslash itself is written \\\\", c)
		} else if c >= utf8.RuneSelf || c < ' ' {
			message = "a backslash stands before a character that it cannot escape"
		}
		s.badEscape(b, start, 0, message, hint)
	}
}

// unicodeEscape reads \u{X…}; code points up to 2^31 are written as Lua writes them, in up to six bytes.
func (s *scanner) unicodeEscape(b *strings.Builder, start Pos) {
	n, value := 2, 0
	for hexValue(s.peek(n)) >= 0 && value < 1<<31 {
		value = value<<4 | hexValue(s.peek(n))
		n++
	}
	switch {
	case s.peek(1) != '{' || n == 2 || value < 1<<31 && s.peek(n) != '}':
		s.badEscape(b, start, 1, "'\\u' is followed by a code point in braces", `write it like \u{20AC}`)
	case value >= 1<<31:
		s.badEscape(b, start, 1, "this code point is too large", `the largest is \u{7FFFFFFF}`)
	default:
		b.Write(appendCodePoint(nil, value))
		s.off += n + 1
	}
}

// badEscape reports an escape and keeps the n bytes behind its backslash.
func (s *scanner) badEscape(b *strings.Builder, start Pos, n int, message, hint string) {
	b.WriteString(s.src[start.Offset : s.off+n])
	s.off += n
	s.errs.add(Span{start, s.pos()}, "syntax", message, hint)
}

// appendCodePoint appends a code point below 2^31 in the original form of UTF-8, which knows no surrogates and no upper
// limit of Unicode.
func appendCodePoint(dst []byte, c int) []byte {
	if c < 0x80 {
		return append(dst, byte(c))
	}
	var buf [6]byte
	n, room := len(buf), 0x3F // room: what the leading byte can hold
	for {
		n--
		buf[n] = byte(0x80 | c&0x3F)
		c >>= 6
		room >>= 1
		if c <= room {
			break
		}
	}
	n--
	buf[n] = byte(^room<<1 | c)
	return append(dst, buf[n:]...)
}

// number reads a numeral. What runs into it without a blank belongs to it, as in Lua, so `3x` is one wrong numeral and not
// two words.
func (s *scanner) number(start Pos) {
	exponents := "eE"
	if s.peek(0) == '0' && (s.peek(1) == 'x' || s.peek(1) == 'X') {
		exponents = "pP"
		s.off += 2
	}
	for s.off < len(s.src) {
		c := s.src[s.off]
		switch {
		case strings.IndexByte(exponents, c) >= 0 && (s.peek(1) == '+' || s.peek(1) == '-'):
			s.off += 2
		case isNameByte(c) || c == '.' && s.peek(1) != '.':
			s.off++
		default:
			s.endNumber(start)
			return
		}
	}
	s.endNumber(start)
}

func (s *scanner) endNumber(start Pos) {
	text := s.src[start.Offset:s.off]
	if isFar(text) {
		if s.far++; s.far > MaxFarNumerals {
			if s.far == MaxFarNumerals+1 {
				s.errs.add(Span{start, s.pos()}, "too-long", fmt.Sprintf("more than %d numerals of the script have an exponent as large as this one", MaxFarNumerals),
					"keep the number in a local, or write math.huge")
			}
			s.add(tokNumber, start, text)
			return
		}
	}
	value, ok := ToNumber(text)
	s.add(tokNumber, start, text).num = value
	if ok && strings.HasPrefix(s.src[s.off:], "..") {
		// 1..2 is two dots too close to a numeral: Lua reads "1." and stumbles over the rest.
		message, hint := "a numeral touches '..'", "put a space before '..'"
		if n := len(s.toks); n > 1 && s.toks[n-2].kind == tokIn {
			message, hint = "'..' makes no range of numbers in Lua", "write 'for i = 1, 10 do'"
		}
		s.errs.add(Span{start, s.pos()}, "syntax", message, hint)
		return
	}
	if ok {
		return
	}
	hint := "a numeral is written like 12, 1.5, 2e3 or 0xFF"
	switch lower := strings.ToLower(text); {
	case strings.Contains(text, "_"):
		hint = "write it without '_'"
	case strings.HasPrefix(lower, "0b"), strings.HasPrefix(lower, "0o"):
		hint = "Lua knows decimal and hexadecimal numbers only: write it like 12 or 0xFF"
	case strings.HasSuffix(lower, "f"), strings.HasSuffix(lower, "n"), strings.HasSuffix(lower, "l"), strings.HasSuffix(lower, "u"):
		hint = "write it without the letter at its end"
	case isLetter(text[len(text)-1]) && !strings.HasPrefix(lower, "0x"):
		hint = "a name begins with a letter; a product needs '*'"
	}
	s.errs.add(Span{start, s.pos()}, "syntax", quoted(text)+" is no number", hint)
}

// isFar reports whether a decimal numeral has an exponent of such a size that reading it may take long.
func isFar(text string) bool {
	i := strings.LastIndexAny(text, "eE")
	if i < 0 || strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		return false
	}
	digits := strings.TrimLeft(text[i+1:], "+-0")
	return len(digits) > 3 || len(digits) == 3 && digits >= "290"
}

// ToNumber reads a number as Lua's tonumber does: blanks around it, a sign, decimal or hexadecimal, with fraction and
// exponent. A hexadecimal whole number wraps around at 64 bits, as Lua's integers do; "inf" and "nan" are no numbers.
func ToNumber(text string) (float64, bool) {
	text = strings.Trim(text, " \t\n\v\f\r")
	sign := 1.0
	switch {
	case strings.HasPrefix(text, "-"):
		sign = -1
		text = text[1:]
	case strings.HasPrefix(text, "+"):
		text = text[1:]
	}
	var value float64
	var ok bool
	if len(text) > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') {
		value, ok = hexNumber(text)
	} else {
		value, ok = decimalNumber(text)
	}
	if value == 0 && !strings.ContainsAny(text, ".eEpP") {
		return 0, ok // whole numbers have no negative zero
	}
	return sign * value, ok
}

// decimalNumber reads digits, with fraction and exponent.
func decimalNumber(text string) (float64, bool) {
	digits, rest := mantissa(text, isDigit)
	if digits == 0 || !exponent(rest, 'e') {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(value, 0) {
		return 0, false
	}
	return value, true
}

// hexNumber reads 0x and hexadecimal digits, with fraction and binary exponent.
func hexNumber(text string) (float64, bool) {
	digits, rest := mantissa(text[2:], func(c byte) bool { return hexValue(c) >= 0 })
	if digits == 0 || !exponent(rest, 'p') {
		return 0, false
	}
	if digits == len(text)-2 {
		var whole uint64
		for i := 2; i < len(text); i++ {
			whole = whole<<4 | uint64(hexValue(text[i]))
		}
		return float64(int64(whole)), true
	}
	if rest == "" {
		text += "p0"
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(value, 0) {
		return 0, false
	}
	return value, true
}

// mantissa counts the digits at the beginning of text, which may have one dot among them, and returns what follows.
func mantissa(text string, digit func(byte) bool) (digits int, rest string) {
	i, dot := 0, false
	for ; i < len(text); i++ {
		switch {
		case digit(text[i]):
			digits++
		case text[i] == '.' && !dot:
			dot = true
		default:
			return digits, text[i:]
		}
	}
	return digits, ""
}

// exponent reports whether text is empty or an exponent that begins with the letter e or p.
func exponent(text string, letter byte) bool {
	if text == "" {
		return true
	}
	if text[0]|0x20 != letter {
		return false
	}
	text = text[1:]
	if text != "" && (text[0] == '+' || text[0] == '-') {
		text = text[1:]
	}
	if text == "" {
		return false
	}
	for i := range len(text) {
		if !isDigit(text[i]) {
			return false
		}
	}
	return true
}
