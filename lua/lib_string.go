package lua

import (
	"strings"
	"unicode/utf8"

	glua "github.com/yuin/gopher-lua"
)

func stringLibrary() map[string]glua.LValue {
	all := map[string]glua.LValue{}
	for name, fn := range map[string]func(c lib) int{
		"byte": stringByte, "char": stringChar, "find": stringFind, "format": stringFormat, "gmatch": stringGmatch,
		"gsub": stringGsub, "len": stringLen, "lower": stringLower, "match": stringMatch, "rep": stringRep,
		"reverse": stringReverse, "sub": stringSub, "upper": stringUpper,
	} {
		all[name] = bind(name, fn)
	}
	return all
}

func stringLen(c lib) int { return c.pushNumber(float64(len(c.text(1)))) }

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

func stringSub(c lib) int {
	s := c.text(1)
	from, to := stretch(c.whole(2), c.wholeOr(3, -1), len(s))
	if from >= len(s) {
		return c.pushText("")
	}
	if from == 0 && to == len(s) {
		return c.pushText(s)
	}
	c.push(c.piece(s[from:to]))
	return 1
}

func stringByte(c lib) int {
	s := c.text(1)
	first := c.wholeOr(2, 1)
	from, to := stretch(first, c.wholeOr(3, first), len(s))
	if from >= len(s) {
		return 0
	}
	if n := to - from; n > maxValues {
		c.fail("'byte' of %s characters: at most %d are allowed", grouped(int64(n)), maxValues)
	}
	c.charge(int64(to - from))
	for i := from; i < to; i++ {
		c.pushNumber(float64(s[i]))
	}
	return to - from
}

func stringChar(c lib) int {
	c.room(c.len())
	buf := make([]byte, c.len())
	for i := range buf {
		n := c.whole(i + 1)
		if n < 0 || n > 255 {
			c.bad(i+1, "value out of range")
		}
		buf[i] = byte(n)
	}
	return c.pushText(string(buf))
}

// mapBytes makes a string of the same length.
func (c lib) mapBytes(change func(i int, c byte) byte) int {
	s := c.text(1)
	c.room(len(s))
	buf := make([]byte, len(s))
	for i := range len(s) {
		buf[i] = change(i, s[i])
	}
	return c.pushText(string(buf))
}

func stringUpper(c lib) int {
	return c.mapBytes(func(_ int, b byte) byte {
		if 'a' <= b && b <= 'z' {
			return b - 0x20
		}
		return b
	})
}

func stringLower(c lib) int {
	return c.mapBytes(func(_ int, b byte) byte {
		if 'A' <= b && b <= 'Z' {
			return b + 0x20
		}
		return b
	})
}

func stringReverse(c lib) int {
	s := c.text(1)
	return c.mapBytes(func(i int, _ byte) byte { return s[len(s)-1-i] })
}

func stringRep(c lib) int {
	s, n, sep := c.text(1), c.whole(2), c.textOr(3, "")
	if n <= 0 {
		return c.pushText("")
	}
	size := len(s)
	if each := len(s) + len(sep); each > 0 && n > 1 {
		if n > c.t.st.box.maxString/each+1 {
			c.room(c.t.st.box.maxString + 1)
		}
		size = n*each - len(sep)
	}
	c.room(size)
	if sep == "" {
		return c.pushText(strings.Repeat(s, n))
	}
	return c.pushText(strings.Repeat(s+sep, n-1) + s)
}

func utf8Library() map[string]glua.LValue {
	all := map[string]glua.LValue{"charpattern": glua.LString("[\x00-\x7F\xC2-\xFD][\x80-\xBF]*")}
	for name, fn := range map[string]func(c lib) int{
		"char": utf8Char, "codepoint": utf8Codepoint, "codes": utf8Codes, "len": utf8Len, "offset": utf8Offset,
	} {
		all[name] = bind(name, fn)
	}
	return all
}

func utf8Char(c lib) int {
	c.room(4 * c.len())
	var buf []byte
	for i := 1; i <= c.len(); i++ {
		n := c.whole(i)
		if n < 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			c.bad(i, "value out of range")
		}
		buf = utf8.AppendRune(buf, rune(n))
	}
	return c.pushText(string(buf))
}

// place turns a position into an offset; negative positions count from the end.
func (c lib) place(i, otherwise, length int) int {
	position := c.wholeOr(i, otherwise)
	if position < 0 {
		if -position > length {
			return -1
		}
		return length + position
	}
	return position - 1
}

func (c lib) rune(s string, at int) (rune, int) {
	r, size := utf8.DecodeRuneInString(s[at:])
	if r == utf8.RuneError && size <= 1 {
		c.fail("invalid UTF-8 code")
	}
	return r, size
}

func utf8Codepoint(c lib) int {
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
		if n == maxValues {
			c.fail("'codepoint' of more than %d characters", maxValues)
		}
		r, size := c.rune(s, at)
		c.pushNumber(float64(r))
		at += size
	}
	c.charge(int64(1 + n))
	return n
}

func utf8Len(c lib) int {
	s := c.text(1)
	from, to := c.place(2, 1, len(s)), c.place(3, -1, len(s))
	if from < 0 || from > len(s) {
		c.bad(2, "initial position out of bounds")
	}
	if to >= len(s) {
		c.bad(3, "final position out of bounds")
	}
	c.charge(int64(1 + max(0, to-from)/bytesPerStep))
	n := 0
	for at := from; at <= to; n++ {
		r, size := utf8.DecodeRuneInString(s[at:])
		if r == utf8.RuneError && size <= 1 {
			c.push(glua.LNil)
			c.pushNumber(float64(at + 1))
			return 2
		}
		at += size
	}
	return c.pushNumber(float64(n))
}

func utf8Codes(c lib) int {
	c.text(1)
	c.push(utf8Next)
	c.push(c.get(1))
	c.push(smallNumbers[0])
	return 3
}

var utf8Next = bind("codes", func(c lib) int {
	s, at := c.text(1), c.whole(2)
	if at < 0 {
		at = len(s)
	}
	for ; at < len(s) && at > 0 && !utf8.RuneStart(s[at]); at++ { // behind the character before
		c.charge(1)
	}
	if at >= len(s) {
		c.push(glua.LNil)
		return 1
	}
	r, _ := c.rune(s, at)
	return c.pushNumber(float64(at+1)) + c.pushNumber(float64(r))
})

func utf8Offset(c lib) int {
	s, n := c.text(1), c.whole(2)
	otherwise := 1
	if n <= 0 {
		otherwise = len(s) + 1
	}
	at := c.place(3, otherwise, len(s))
	if at < 0 || at > len(s) {
		c.bad(3, "position out of bounds")
	}
	c.charge(int64(1 + len(s)/bytesPerStep))
	inside := func(i int) bool { return i < len(s) && !utf8.RuneStart(s[i]) }
	switch {
	case n == 0:
		for at > 0 && inside(at) {
			at--
		}
		return c.pushNumber(float64(at + 1))
	case inside(at):
		c.fail("initial position is a continuation byte")
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
		c.push(glua.LNil)
		return 1
	}
	return c.pushNumber(float64(at + 1))
}
