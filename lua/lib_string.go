package lua

import (
	"strings"

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
	if n := to - from; n > maxUnpack {
		c.fail("'byte' of %s characters: at most %d are allowed", grouped(int64(n)), maxUnpack)
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
