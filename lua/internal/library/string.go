package library

import (
	"strings"
	"unicode/utf8"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

func stringLibrary() map[string]glua.LValue {
	all := map[string]glua.LValue{}
	for name, fn := range map[string]func(c Call) int{
		"byte": stringByte, "char": stringChar, "find": stringFind, "format": stringFormat, "gmatch": stringGmatch,
		"gsub": stringGsub, "len": stringLen, "lower": stringLower, "match": stringMatch, "rep": stringRep,
		"reverse": stringReverse, "sub": stringSub, "upper": stringUpper,
	} {
		all[name] = Bind(name, fn)
	}
	return all
}

func stringLen(c Call) int { return c.pushNumber(float64(len(c.text(1)))) }

// stretch turns the two positions that sub and byte take into a half-open range.
func stretch(first, last, length int) (from, to int) {
	from = startAt(first, length)
	switch {
	case last > length:
		to = length
	case last >= 0:
		to = last
	case -last > length:
		to = 0
	default:
		to = length + last + 1
	}
	return from, max(from, to)
}

func stringSub(c Call) int {
	s := c.text(1)
	from, to := stretch(c.whole(2), c.WholeOr(3, -1), len(s))
	if from >= len(s) {
		return c.PushText("")
	}
	if from == 0 && to == len(s) {
		return c.PushText(s)
	}
	c.Push(c.piece(s[from:to]))
	return 1
}

func stringByte(c Call) int {
	s := c.text(1)
	first := c.WholeOr(2, 1)
	from, to := stretch(first, c.WholeOr(3, first), len(s))
	if from >= len(s) {
		return 0
	}
	if n := to - from; n > vm.MaxValues {
		c.Fail("'byte' of %s characters: at most %d are allowed", number.Grouped(int64(n)), vm.MaxValues)
	}
	c.charge(int64(to - from))
	for i := from; i < to; i++ {
		c.pushNumber(float64(s[i]))
	}
	return to - from
}

func stringChar(c Call) int {
	c.room(c.Len())
	buf := make([]byte, c.Len())
	for i := range buf {
		n := c.whole(i + 1)
		if n < 0 || n > 255 {
			c.bad(i+1, "value out of range")
		}
		buf[i] = byte(n)
	}
	return c.PushText(string(buf))
}

// mapBytes makes a string of the same length.
func (c Call) mapBytes(change func(i int, c byte) byte) int {
	s := c.text(1)
	c.room(len(s))
	buf := make([]byte, len(s))
	for i := range len(s) {
		buf[i] = change(i, s[i])
	}
	return c.PushText(string(buf))
}

func stringUpper(c Call) int {
	return c.mapBytes(func(_ int, b byte) byte {
		if 'a' <= b && b <= 'z' {
			return b - 0x20
		}
		return b
	})
}

func stringLower(c Call) int {
	return c.mapBytes(func(_ int, b byte) byte {
		if 'A' <= b && b <= 'Z' {
			return b + 0x20
		}
		return b
	})
}

func stringReverse(c Call) int {
	s := c.text(1)
	return c.mapBytes(func(i int, _ byte) byte { return s[len(s)-1-i] })
}

func stringRep(c Call) int {
	s, n, sep := c.text(1), c.whole(2), c.textOr(3, "")
	if n <= 0 {
		return c.PushText("")
	}
	size := len(s)
	if each := len(s) + len(sep); each > 0 && n > 1 {
		if n > c.Meter.MaxString/each+1 {
			c.room(c.Meter.MaxString + 1)
		}
		size = n*each - len(sep)
	}
	c.room(size)
	if sep == "" {
		return c.PushText(strings.Repeat(s, n))
	}
	return c.PushText(strings.Repeat(s+sep, n-1) + s)
}

func utf8Library() map[string]glua.LValue {
	all := map[string]glua.LValue{"charpattern": glua.LString("[\x00-\x7F\xC2-\xFD][\x80-\xBF]*")}
	for name, fn := range map[string]func(c Call) int{
		"char": utf8Char, "codepoint": utf8Codepoint, "codes": utf8Codes, "len": utf8Len, "offset": utf8Offset,
	} {
		all[name] = Bind(name, fn)
	}
	return all
}

func utf8Char(c Call) int {
	c.room(4 * c.Len())
	var buf []byte
	for i := 1; i <= c.Len(); i++ {
		n := c.whole(i)
		if n < 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			c.bad(i, "value out of range")
		}
		buf = utf8.AppendRune(buf, rune(n))
	}
	return c.PushText(string(buf))
}

// place turns a position into an offset; negative positions count from the end.
func (c Call) place(i, otherwise, length int) int {
	position := c.WholeOr(i, otherwise)
	if position < 0 {
		if -position > length {
			return -1
		}
		return length + position
	}
	return position - 1
}

func (c Call) rune(s string, at int) (rune, int) {
	r, size := utf8.DecodeRuneInString(s[at:])
	if r == utf8.RuneError && size <= 1 {
		c.Fail("invalid UTF-8 code")
	}
	return r, size
}

func utf8Codepoint(c Call) int {
	s := c.text(1)
	from := c.place(2, 1, len(s))
	to := c.place(3, from+1, len(s))
	if from < 0 {
		c.bad(2, "out of bounds")
	}
	if to >= len(s) {
		c.bad(3, "out of bounds")
	}
	n := 0
	for at := from; at <= to; n++ {
		if n == vm.MaxValues {
			c.Fail("'codepoint' of more than %d characters", vm.MaxValues)
		}
		r, size := c.rune(s, at)
		c.pushNumber(float64(r))
		at += size
	}
	c.charge(int64(1 + n))
	return n
}

func utf8Len(c Call) int {
	s := c.text(1)
	from, to := c.place(2, 1, len(s)), c.place(3, -1, len(s))
	if from < 0 || from > len(s) {
		c.bad(2, "initial position out of bounds")
	}
	if to >= len(s) {
		c.bad(3, "final position out of bounds")
	}
	c.charge(int64(1 + max(0, to-from)/vm.BytesPerStep))
	n := 0
	for at := from; at <= to; n++ {
		r, size := utf8.DecodeRuneInString(s[at:])
		if r == utf8.RuneError && size <= 1 {
			c.Push(glua.LNil)
			c.pushNumber(float64(at + 1))
			return 2
		}
		at += size
	}
	return c.pushNumber(float64(n))
}

func utf8Codes(c Call) int {
	c.text(1)
	c.Push(utf8Next)
	c.Push(c.Get(1))
	c.Push(vm.Number(0))
	return 3
}

var utf8Next = Bind("codes", func(c Call) int {
	s, at := c.text(1), c.whole(2)
	if at < 0 {
		at = len(s)
	}
	for ; at < len(s) && at > 0 && !utf8.RuneStart(s[at]); at++ { // behind the character before
		c.charge(1)
	}
	if at >= len(s) {
		c.Push(glua.LNil)
		return 1
	}
	r, _ := c.rune(s, at)
	return c.pushNumber(float64(at+1)) + c.pushNumber(float64(r))
})

func utf8Offset(c Call) int {
	s, n := c.text(1), c.whole(2)
	otherwise := 1
	if n < 0 {
		otherwise = len(s) + 1
	}
	at := c.place(3, otherwise, len(s))
	if at < 0 || at > len(s) {
		c.bad(3, "position out of bounds")
	}
	c.charge(int64(1 + len(s)/vm.BytesPerStep))
	inside := func(i int) bool { return i < len(s) && !utf8.RuneStart(s[i]) }
	switch {
	case n == 0:
		for at > 0 && inside(at) {
			at--
		}
		return c.pushNumber(float64(at + 1))
	case inside(at):
		c.Fail("initial position is a continuation byte")
	case n < 0:
		for ; n < 0 && at > 0; n++ {
			for at--; at > 0 && inside(at); at-- {
			}
		}
	default:
		for n--; n > 0 && at < len(s); n-- {
			for at++; inside(at); at++ {
			}
		}
	}
	if n != 0 {
		c.Push(glua.LNil)
		return 1
	}
	return c.pushNumber(float64(at + 1))
}
