package contract

import (
	"strconv"
	"strings"
	"unicode"
)

// Clean makes one line of world text, fit to stand behind a mark of ours: a line break of any kind becomes the two
// characters \n, a tab a space; other control characters, bidirectional controls, zero-width and other invisible
// characters go away; bytes that are no UTF-8 become U+FFFD. A text over max characters is cut to max with … as the last, and so
// is one of which 16 times as many bytes show fewer; max 0 cuts nothing. Cleaning twice changes nothing more.
func Clean(text string, max int) string {
	if (max <= 0 || len(text) <= max) && plain(text) {
		return text
	}
	return string(visible(text, max, false))
}

// Quote makes one JSON string of world text, fit to stand inside a sentence of ours. It is cleaned and cut like Clean, the
// quotes not counted, but line breaks and tabs stay as JSON says them.
func Quote(text string, max int) string {
	kept := visible(text, max, true)
	var b strings.Builder
	b.Grow(len(kept) + 2)
	b.WriteByte('"')
	for _, r := range kept {
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\n':
			b.WriteString(`\n`)
		case '\t':
			b.WriteString(`\t`)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// plain says whether text is printable ASCII, which is clean as it is.
func plain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// readPerShown is how many bytes of a text are read at most for each character that may be shown of it: what is hidden is read
// and not shown, and a text may be nothing else.
const readPerShown = 16

// visible returns the first max characters of text that a reader can see, the last of them an ellipsis where there is more; max 0
// or less is all of them. With keep, line breaks are '\n' and tabs '\t'; without, they are what a bare line shows instead.
func visible(text string, max int, keep bool) []rune {
	read, room := len(text), len(text)
	if max > 0 {
		read, room = min(read, readPerShown*max), min(room, max+2)
	}
	kept := make([]rune, 0, room)
	for i, r := range text {
		if i >= read {
			return ellipsis(kept, max)
		}
		switch {
		case r == '\t' && keep:
			kept = append(kept, '\t')
		case r == '\t':
			kept = append(kept, ' ')
		case r == '\n' && i > 0 && text[i-1] == '\r':
			// The break was told at its carriage return.
		case breaks(r) && keep:
			kept = append(kept, '\n')
		case breaks(r):
			kept = append(kept, '\\', 'n')
		case hidden(r):
		default:
			kept = append(kept, r)
		}
		if max > 0 && len(kept) > max {
			return ellipsis(kept, max)
		}
	}
	return kept
}

// ellipsis marks a text as cut, within max characters.
func ellipsis(text []rune, max int) []rune { return append(text[:min(len(text), max-1)], '…') }

// breaks says whether a reader may take r for the start of a new line.
func breaks(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// hidden says whether r changes how a text is read without being seen: control and format characters (bidirectional
// controls and tags among them), fillers and variation selectors, which can carry a hidden text.
func hidden(r rune) bool {
	if r < 0x7f {
		return r < ' '
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// named returns a name that stands bare in a sentence of ours when it is made of word characters, else quoted.
func named(name string, max int) string {
	if within(name, max, "_.-") {
		return name
	}
	return Quote(name, max)
}

// Collapse makes one line of equal lines in a row: "ore" three times becomes "ore x3". It returns a new slice.
func Collapse(lines []string) []string {
	out := make([]string, 0, len(lines))
	for i := 0; i < len(lines); {
		n := 1
		for i+n < len(lines) && lines[i+n] == lines[i] {
			n++
		}
		out = append(out, times(lines[i], n))
		i += n
	}
	return out
}

// times returns the line that stands for n equal ones: "ore x3"; the line itself for 1.
func times(line string, n int) string {
	if n < 2 {
		return line
	}
	return line + " x" + strconv.Itoa(n)
}
