package scape

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep lists and objects may lie in one another. The contract goes four deep; the rest is for members that it
// does not name.
const maxDepth = 64

// reader reads JSON from a text, which is UTF-8. Texts without escapes are parts of it, not copies.
type reader struct {
	text   string
	at     int
	listed int // items of the lists that were read
}

// next passes over white space and returns the byte that follows, 0 at the end of the text.
func (r *reader) next() byte {
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// take passes over white space and one byte, if it is c.
func (r *reader) take(c byte) bool {
	if r.next() != c || r.at == len(r.text) {
		return false
	}
	r.at++
	return true
}

// word passes over a word, if it is what comes next.
func (r *reader) word(w string) bool {
	r.next()
	if !strings.HasPrefix(r.text[r.at:], w) {
		return false
	}
	r.at += len(w)
	return true
}

// broken is the error of a text that is no JSON where the reader stands.
func (r *reader) broken() *FieldError {
	return &FieldError{Problem: "is no JSON at byte " + strconv.Itoa(r.at)}
}

// each reads what stands between two brackets with commas between, item by item. The first bracket is what comes next.
func (r *reader) each(end byte, item func() *FieldError) *FieldError {
	r.next()
	r.at++
	if r.take(end) {
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		if r.take(end) {
			return nil
		}
		if !r.take(',') {
			return r.broken()
		}
	}
}

// items counts the items of the list that the reader is about to read, and reports whether the list ends. Of a list that is no
// JSON it counts at least those in front of the fault.
func (r *reader) items() (n int, ended bool) {
	rest := r.text[r.at:]
	if strings.HasPrefix(strings.TrimLeft(rest[1:], " \t\r\n"), "]") {
		return 0, true
	}
	depth, quoted := 0, false
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return n + 1, true
			}
		case c == ',' && depth == 1:
			n++
		}
	}
	return 0, false
}

// key reads the name of a member and its colon.
func (r *reader) key() (string, *FieldError) {
	name, err := r.quoted()
	if err == nil && !r.take(':') {
		err = r.broken()
	}
	return name, err
}

// quoted reads a text in quotes. Half a surrogate pair, which is no text, becomes U+FFFD.
func (r *reader) quoted() (string, *FieldError) {
	raw, err := r.raw()
	if err != nil || strings.IndexByte(raw, '\\') < 0 {
		return raw, err
	}
	return unescaped(raw), nil
}

// The escapes that are one byte, and what they stand for.
const (
	escapes = `"\/bfnrt`
	meant   = "\"\\/\b\f\n\r\t"
)

// raw passes over a text in quotes and returns what stands between them.
func (r *reader) raw() (string, *FieldError) {
	if !r.take('"') {
		return "", r.broken()
	}
	for start := r.at; r.at < len(r.text); {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.text[start : r.at-1], nil
		case c < ' ':
			return "", r.broken()
		case c != '\\':
			r.at++
		case strings.IndexByte(escapes, r.after(1)) >= 0:
			r.at += 2
		case r.after(1) == 'u' && isUnit(r.text[r.at+2:]):
			r.at += 6
		default:
			return "", r.broken()
		}
	}
	return "", r.broken()
}

// unescaped returns what a text says that raw returned. It is never longer.
func unescaped(raw string) string {
	var out strings.Builder
	out.Grow(len(raw))
	for {
		plain, escape, more := strings.Cut(raw, `\`)
		out.WriteString(plain)
		if !more {
			return out.String()
		}
		if i := strings.IndexByte(escapes, escape[0]); i >= 0 {
			out.WriteByte(meant[i])
			raw = escape[1:]
			continue
		}
		point := unit(escape[1:])
		raw = escape[5:]
		if strings.HasPrefix(raw, `\u`) {
			if both := utf16.DecodeRune(point, unit(raw[2:])); both != utf8.RuneError {
				point, raw = both, raw[6:]
			}
		}
		out.WriteRune(point)
	}
}

// isUnit tells whether a text begins with four hexadecimal digits.
func isUnit(text string) bool {
	if len(text) < 4 {
		return false
	}
	_, err := strconv.ParseUint(text[:4], 16, 16)
	return err == nil
}

// unit reads the four digits that a text begins with.
func unit(text string) rune {
	n, _ := strconv.ParseUint(text[:4], 16, 16)
	return rune(n)
}

// after returns the byte n behind where the reader stands, 0 behind the end.
func (r *reader) after(n int) byte {
	if r.at+n >= len(r.text) {
		return 0
	}
	return r.text[r.at+n]
}

// number reads a number and returns it as it is written.
func (r *reader) number() (string, *FieldError) {
	r.next()
	start := r.at
	if r.after(0) == '-' {
		r.at++
	}
	switch c := r.after(0); {
	case c == '0':
		r.at++
	case !r.digits():
		return "", r.broken()
	}
	if r.after(0) == '.' {
		r.at++
		if !r.digits() {
			return "", r.broken()
		}
	}
	if c := r.after(0); c == 'e' || c == 'E' {
		r.at++
		if c := r.after(0); c == '+' || c == '-' {
			r.at++
		}
		if !r.digits() {
			return "", r.broken()
		}
	}
	return r.text[start:r.at], nil
}

// digits passes over digits, and reports whether there was one.
func (r *reader) digits() bool {
	start := r.at
	for c := r.after(0); '0' <= c && c <= '9'; c = r.after(0) {
		r.at++
	}
	return r.at > start
}

// skip passes over a value that lies depth deep.
func (r *reader) skip(depth int) (err *FieldError) {
	if depth > maxDepth {
		return &FieldError{Problem: "lies deeper than " + strconv.Itoa(maxDepth) + " levels"}
	}
	switch c := r.next(); c {
	case '{':
		return r.each('}', func() *FieldError {
			if _, err := r.key(); err != nil {
				return err
			}
			return r.skip(depth + 1)
		})
	case '[':
		return r.each(']', func() *FieldError { return r.skip(depth + 1) })
	case '"':
		_, err = r.raw()
	case 't', 'f', 'n':
		if !r.word("true") && !r.word("false") && !r.word("null") {
			err = r.broken()
		}
	default:
		_, err = r.number()
	}
	return err
}
