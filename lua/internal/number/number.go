package number

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Text writes a number as scripts see it: whole numbers without a fraction up to 2^53, others with 14 digits.
func Text(f float64) string {
	switch {
	case f == math.Trunc(f) && math.Abs(f) <= MaxWhole:
		return strconv.FormatInt(int64(f), 10)
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	return FormatG(f, 14, false)
}

// FormatG writes a number as C's %.Ng does; with keep, as %#.Ng.
func FormatG(f float64, digits int, keep bool) string {
	if digits == 0 {
		digits = 1
	}
	if f == 0 {
		text := "0"
		if math.Signbit(f) {
			text = "-0"
		}
		if keep && digits > 1 {
			text += "." + strings.Repeat("0", digits-1)
		}
		return text
	}
	scientific := strconv.FormatFloat(f, 'e', digits-1, 64)
	mantissa, exponentText, _ := strings.Cut(scientific, "e")
	exponent, _ := strconv.Atoi(exponentText)
	if exponent < -4 || exponent >= digits {
		if !keep {
			mantissa = trimZeros(mantissa)
		}
		return mantissa + "e" + exponentText
	}
	text := pointed(mantissa, exponent)
	if !keep {
		text = trimZeros(text)
	}
	return text
}

// pointed writes d.ddd times a power of ten, which is no greater than it has digits, without the power.
func pointed(mantissa string, exponent int) string {
	unsigned, negative := strings.CutPrefix(mantissa, "-")
	sign := ""
	if negative {
		sign = "-"
	}
	digits := strings.Replace(unsigned, ".", "", 1)
	switch whole := exponent + 1; {
	case whole <= 0:
		return sign + "0." + strings.Repeat("0", -whole) + digits
	case whole == len(digits):
		return sign + digits
	default:
		return sign + digits[:whole] + "." + digits[whole:]
	}
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// space is what may stand around a numeral.
const space = " \t\n\r\f\v"

const (
	quickDigits   = 19  // a numeral of so many digits is read at once: they fit into 64 bits
	quickExponent = 280 // unless its power of ten is so far below 1 that the result may have fewer bits than others
	slowSteps     = 200 // what it costs to read any other, besides its digits
	slowDigits    = 4   // of which so many are worked through for one step
	bytesPerStep  = 32  // of what is read at once
)

// Work returns how many steps it takes to Parse a text.
func Work(s string) int64 {
	steps := int64(1 + len(s)/bytesPerStep)
	s = strings.Trim(s, space)
	digits, at := 0, len(s)-len(strings.TrimLeft(s, "+-"))
	for ; at < len(s) && ('0' <= s[at] && s[at] <= '9' || s[at] == '.'); at++ {
		digits++
	}
	if digits > quickDigits || tiny(s[at:]) {
		steps += slowSteps + int64(digits/slowDigits)
	}
	return steps
}

// tiny says whether a text is the exponent of a number near the smallest.
func tiny(exponent string) bool {
	if !strings.HasPrefix(exponent, "e-") && !strings.HasPrefix(exponent, "E-") {
		return false
	}
	n, err := strconv.Atoi(exponent[2:])
	return err == nil && n > quickExponent || errors.Is(err, strconv.ErrRange)
}

// Parse reads a numeral as Lua 5.4's tonumber does: decimal or hexadecimal, with a fraction, an exponent, and space
// around it.
func Parse(s string) (float64, bool) {
	s = strings.Trim(s, space)
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || digits == "" || strings.Contains(s, "_") {
		return 0, false
	}
	if len(digits) > 1 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') {
		return parseHex(digits[2:], s[0] == '-')
	}
	if c := digits[0]; c != '.' && (c < '0' || c > '9') { // no inf, nan
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

// parseHex reads what stands behind 0x. A numeral without fraction and exponent wraps round at 64 bits.
func parseHex(digits string, negative bool) (float64, bool) {
	var f float64
	if strings.ContainsAny(digits, ".pP") {
		if !strings.ContainsAny(digits, "pP") {
			digits += "p0"
		}
		var err error
		if f, err = strconv.ParseFloat("0x"+digits, 64); err != nil && !math.IsInf(f, 0) {
			return 0, false
		}
	} else {
		var u uint64
		for i := range len(digits) {
			d, ok := Digit(digits[i])
			if !ok || d > 15 {
				return 0, false
			}
			u = u<<4 | uint64(d)
		}
		if digits == "" {
			return 0, false
		}
		f = float64(int64(u))
	}
	if negative {
		f = -f
	}
	return f, true
}

// ParseBase reads a whole number in a base from 2 to 36.
func ParseBase(s string, base int) (float64, bool) {
	s = strings.Trim(s, space)
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	if s == "" {
		return 0, false
	}
	var n int64
	for i := range len(s) {
		d, ok := Digit(s[i])
		if !ok || d >= base {
			return 0, false
		}
		n = n*int64(base) + int64(d)
	}
	if negative {
		n = -n
	}
	return float64(n), true
}

// Digit returns what a digit of base 36 counts.
func Digit(c byte) (int, bool) {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0'), true
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 10, true
	case 'A' <= c && c <= 'Z':
		return int(c-'A') + 10, true
	}
	return 0, false
}

// Grouped writes a count as 1,000,000.
func Grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// MaxWhole is 2^53: whole numbers beyond it are not exact.
const MaxWhole = 1 << 53

// whole64 reports whether a number is a whole one of 64 bits.
func whole64(f float64) (int64, bool) {
	if f != math.Trunc(f) || f < -(1<<63) || f >= 1<<63 {
		return 0, false
	}
	return int64(f), true
}
