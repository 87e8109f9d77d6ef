package library

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

// directive is one %… of string.format.
type directive struct {
	minus, plus, space, sharp, zero bool
	width, precision                int // precision -1: none
	verb                            byte
}

func stringFormat(c Call) int {
	format := c.text(1)
	c.charge(int64(len(format) / vm.BytesPerStep))
	f := formatter{Call: c}
	arg := 1
	for {
		before, rest, found := strings.Cut(format, "%")
		f.write(before)
		if !found {
			return c.PushText(string(f.buf))
		}
		if strings.HasPrefix(rest, "%") {
			f.write("%")
			format = rest[1:]
			continue
		}
		d, size := f.parse(rest)
		format = rest[size:]
		arg++
		f.one(d, arg)
	}
}

type formatter struct {
	Call
	buf []byte
}

// write adds to the result, which is charged as it grows.
func (f *formatter) write(s string) {
	f.Meter.Allocate(int64(len(s)))
	if size := len(f.buf) + len(s); size > f.Meter.MaxString {
		f.room(size)
	}
	f.buf = append(f.buf, s...)
}

// parse reads a directive behind its % as C does, with a width and a precision of at most two digits.
func (f *formatter) parse(s string) (d directive, size int) {
	d.precision = -1
	i := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '-':
			d.minus = true
		case '+':
			d.plus = true
		case ' ':
			d.space = true
		case '#':
			d.sharp = true
		case '0':
			d.zero = true
		default:
			goto width
		}
	}
width:
	digits := func() int {
		start, n := i, 0
		for ; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
			if n = n*10 + int(s[i]-'0'); i-start >= 2 {
				f.refuse(conversionHint, "invalid conversion '%%%s' to 'format': width and precision have at most two digits", vm.Clipped(s[:i+1]))
			}
		}
		return n
	}
	d.width = digits()
	if i < len(s) && s[i] == '.' {
		i++
		d.precision = digits()
	}
	if i >= len(s) || !strings.Contains("diucxXoeEfFgGaAqs", s[i:i+1]) {
		f.refuse(conversionHint, "invalid conversion '%%%s' to 'format'", vm.Clipped(s[:min(len(s), i+1)]))
	}
	d.verb = s[i]
	return d, i + 1
}

func (f *formatter) one(d directive, arg int) {
	switch d.verb {
	case 'd', 'i':
		f.integer(d, strconv.FormatInt(f.int64(arg), 10))
	case 'u':
		f.integer(d, strconv.FormatUint(uint64(f.int64(arg)), 10))
	case 'o':
		text := strconv.FormatUint(uint64(f.int64(arg)), 8)
		if d.sharp && text != "0" {
			text = "0" + text
		}
		f.integer(d, text)
	case 'x', 'X':
		text := strconv.FormatUint(uint64(f.int64(arg)), 16)
		if d.sharp && text != "0" {
			text = "0x" + text
		}
		if d.verb == 'X' {
			text = strings.ToUpper(text)
		}
		f.integer(d, text)
	case 'c':
		d.zero = false
		f.pad(d, "", string([]byte{byte(f.whole(arg))}))
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		f.float(d, f.number(arg))
	case 's':
		f.string(d, f.shown(f.Any(arg)))
	case 'q':
		f.quote(arg)
	}
}

const conversionHint = "%d is a whole number, %.1f another one, %s a text or any value, %% the sign itself"

// int64 returns an argument as an integer of 64 bits.
func (f *formatter) int64(arg int) int64 {
	n := f.number(arg)
	if n != math.Trunc(n) || n < -1<<63 || n >= 1<<63 {
		f.unfit(arg, vm.UseNumber, "number has no integer representation", "%d takes whole numbers, and this is "+number.Text(n)+": give it x // 1, or write %.1f")
	}
	return int64(n)
}

func (f *formatter) integer(d directive, text string) {
	digits, negative := strings.CutPrefix(text, "-")
	prefix := ""
	if len(digits) > 1 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') {
		prefix, digits = digits[:2], digits[2:]
	}
	if d.precision >= 0 {
		d.zero = false
		if n := d.precision - len(digits); n > 0 {
			digits = strings.Repeat("0", n) + digits
		}
		if d.precision == 0 && digits == "0" {
			digits = ""
		}
	}
	if d.verb == 'd' || d.verb == 'i' {
		prefix = d.sign(negative) + prefix
	}
	f.pad(d, prefix, digits)
}

func (d directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.plus:
		return "+"
	case d.space:
		return " "
	}
	return ""
}

// pad writes a field; zeros go between its prefix and the rest.
func (f *formatter) pad(d directive, prefix, text string) {
	fill := max(0, d.width-len(prefix)-len(text))
	switch {
	case d.minus:
		f.write(prefix + text + strings.Repeat(" ", fill))
	case d.zero:
		f.write(prefix + strings.Repeat("0", fill) + text)
	default:
		f.write(strings.Repeat(" ", fill) + prefix + text)
	}
}

func (f *formatter) float(d directive, n float64) {
	negative := math.Signbit(n) && !math.IsNaN(n)
	n = math.Abs(n)
	f.chargePower(n)
	verb, precision := d.verb|0x20, d.precision
	if precision < 0 {
		precision = 6
	}
	var text string
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		d.zero = false
		text = number.Text(n)
	case verb == 'a':
		text = hexFloat(n, d.precision)
	case verb == 'g':
		text = number.FormatG(n, precision, d.sharp)
	default:
		text = strconv.FormatFloat(n, verb, precision, 64)
		if digits, exponent, found := strings.Cut(text, "e"); d.sharp && precision == 0 {
			text = digits + "."
			if found {
				text += "e" + exponent
			}
		}
	}
	if d.verb < 'a' {
		text = strings.ToUpper(text)
	}
	prefix := d.sign(negative)
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		prefix, text = prefix+text[:2], text[2:]
	}
	f.pad(d, prefix, text)
}

// powerPerStep is how many powers of two are worked out in decimal for one step.
const powerPerStep = 16

// chargePower pays for the digits of a number: the farther its power of two is from 1, the more are worked out.
func (f *formatter) chargePower(n float64) {
	_, power := math.Frexp(n)
	f.Meter.Charge(int64(max(power, -power) / powerPerStep))
}

// hexFloat writes a number as C's %a does, whose exponent has as few digits as it can.
func hexFloat(n float64, precision int) string {
	text := strconv.FormatFloat(n, 'x', precision, 64)
	mantissa, exponent, _ := strings.Cut(text, "p")
	digits := strings.TrimLeft(exponent[1:], "0")
	return mantissa + "p" + exponent[:1] + cmp.Or(digits, "0")
}

func (f *formatter) string(d directive, s string) {
	d.zero = false
	if d.precision >= 0 && d.precision < len(s) {
		s = s[:d.precision]
	}
	f.pad(d, "", s)
}

// shown is Tostring, which may run code of the script: the audit finds what was written so far on the stack meanwhile.
func (f *formatter) shown(v glua.LValue) string {
	if vm.MetaField(v, "__tostring") == glua.LNil {
		return f.Tostring(v)
	}
	vm.Hold(f.L, f)
	s := f.Tostring(v)
	f.L.Pop(1)
	return s
}

// Held tells the audit of the result, which has a quarter more room than it needs when it is long.
func (f *formatter) Held(func(glua.LValue) glua.LValue) int64 {
	return int64(len(f.buf) + len(f.buf)/4)
}

// quote writes a value as a literal of Lua.
func (f *formatter) quote(arg int) {
	switch v := f.Any(arg).(type) {
	case glua.LString:
		f.quoteText(string(v))
	case glua.LNumber:
		switch n := float64(v); {
		case math.IsInf(n, 1):
			f.write("1e9999")
		case math.IsInf(n, -1):
			f.write("-1e9999")
		case math.IsNaN(n):
			f.write("(0/0)")
		case n == math.Trunc(n) && math.Abs(n) <= number.MaxWhole:
			f.write(number.Text(n))
		default:
			sign := ""
			if n < 0 {
				sign = "-"
			}
			f.write(sign + hexFloat(math.Abs(n), -1))
		}
	case glua.LBool, *glua.LNilType:
		f.write(v.String())
	default:
		f.bad(arg, "value has no literal form")
	}
}

func (f *formatter) quoteText(s string) {
	f.room(2 + len(s))
	b := make([]byte, 0, 2+len(s))
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\' || c == '\n':
			b = append(b, '\\', c)
		case c < 0x20 || c == 0x7f:
			b = append(b, '\\')
			if i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9' { // which would be taken for one of its own
				b = append(b, '0'+c/100, '0'+c/10%10, '0'+c%10)
			} else {
				b = strconv.AppendInt(b, int64(c), 10)
			}
		default:
			b = append(b, c)
		}
	}
	f.write(string(append(b, '"')))
}
