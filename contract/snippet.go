package contract

import (
	"fmt"
	"strings"
)

const (
	snippetWidth  = 96 // characters of a source line that a snippet shows
	snippetIndent = "    "
)

// Snippet returns a line of a source and, under it, a caret at a column: two lines, indented by four spaces, without a
// line end behind them. Line and column count from 1, columns in characters, a byte that is no UTF-8 as one. The line's
// own indentation goes away, a tab is shown as a space, what would not be visible as its escape, and a long line is cut
// around the caret. A column past the end stands right behind the last character. Column 0 shows the line alone. A line
// that is blank, or that the source does not have, shows nothing.
func Snippet(source string, line, column int) string { return snippet(source, line, []int{column}) }

// snippet is Snippet with a caret at each of some columns, in rising order; several only for a line that is not cut.
func snippet(source string, line int, columns []int) string {
	text := lineOf(source, line)
	if strings.TrimSpace(text) == "" {
		return ""
	}
	shown, carets := spell(text, columns)
	first, last := carets[0], carets[len(carets)-1]
	from, to := 0, len(shown)
	for from < to && shown[from] == ' ' && from != first {
		from++
	}
	for to > from && shown[to-1] == ' ' && last < to-1 {
		to--
	}
	part := shown[from:to]
	if len(part) > snippetWidth {
		cut := 0
		part, cut = window(part, first-from)
		from += cut
	}
	if columns[0] < 1 {
		return strings.TrimRight(snippetIndent+string(part), " ")
	}
	var b strings.Builder
	b.WriteString(snippetIndent + string(part) + "\n" + snippetIndent)
	next := from
	for _, caret := range carets {
		if caret >= next {
			b.WriteString(strings.Repeat(" ", caret-next) + "^")
			next = caret + 1
		}
	}
	return b.String()
}

// whole reports whether a snippet shows all of a line.
func whole(source string, line int) bool {
	shown, _ := spell(lineOf(source, line), nil)
	return len(shown) <= snippetWidth
}

// spell returns the characters that show a source line, and the places among them of some columns in rising order. Column 0
// has the place -1.
func spell(text string, columns []int) (shown []rune, carets []int) {
	carets = make([]int, len(columns))
	next := 0 // the first column that was not met yet
	for ; next < len(columns) && columns[next] < 1; next++ {
		carets[next] = -1
	}
	n := 0
	for _, r := range text {
		n++
		for ; next < len(columns) && columns[next] == n; next++ {
			carets[next] = len(shown)
		}
		switch {
		case r == '\t':
			shown = append(shown, ' ')
		case breaks(r), hidden(r):
			shown = append(shown, []rune(fmt.Sprintf(`\u{%x}`, r))...)
		default:
			shown = append(shown, r)
		}
	}
	for ; next < len(columns); next++ {
		carets[next] = len(shown)
	}
	return shown, carets
}

// window cuts a long line to snippetWidth characters around the caret, with … where it is cut, and returns how many
// characters it left out before.
func window(shown []rune, caret int) (part []rune, start int) {
	start = min(max(caret-snippetWidth*2/3, 0), len(shown)-snippetWidth)
	end := start + snippetWidth
	part = append(part, shown[start:end]...)
	if start > 0 {
		part[0] = '…'
	}
	if end < len(shown) {
		part[len(part)-1] = '…'
	}
	return part, start
}

// lineOf returns line number n of a source, from 1, without its end; nothing when the source has no such line. A line ends
// as Lua says: \n, \r, or the two together in either order.
func lineOf(source string, n int) string {
	if n < 1 {
		return ""
	}
	for ; n > 1; n-- {
		end := strings.IndexAny(source, "\r\n")
		if end < 0 {
			return ""
		}
		source = source[end+breakLen(source[end:]):]
	}
	if end := strings.IndexAny(source, "\r\n"); end >= 0 {
		source = source[:end]
	}
	return source
}

// breakLen is the length of the line end that s begins with.
func breakLen(s string) int {
	if len(s) > 1 && s[1] != s[0] && (s[1] == '\r' || s[1] == '\n') {
		return 2
	}
	return 1
}
