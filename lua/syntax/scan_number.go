package syntax

import (
	"math"
	"strconv"
	"strings"
)

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
	value, ok := ToNumber(text)
	s.add(tokNumber, start, text).num = value
	if ok && strings.HasPrefix(s.src[s.off:], "..") {
		// 1..2 is two dots too close to a numeral: Lua reads "1." and stumbles over the rest.
		s.errs.add(Span{start, s.pos()}, "syntax", "a numeral touches '..'", "put a space before '..'")
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
