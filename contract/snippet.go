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
func Snippet(source string, line, column int) string {
	text := lineOf(source, line)
	if strings.TrimSpace(text) == "" {
		return ""
	}
	shown, caret := spell(text, column)
	for len(shown) > 0 && shown[0] == ' ' && caret != 0 {
		shown, caret = shown[1:], caret-1
	}
	for len(shown) > 0 && shown[len(shown)-1] == ' ' && caret < len(shown)-1 {
		shown = shown[:len(shown)-1]
	}
	if len(shown) > snippetWidth {
		shown, caret = window(shown, caret)
	}
	if column < 1 {
		return strings.TrimRight(snippetIndent+string(shown), " ")
	}
	return snippetIndent + string(shown) + "\n" + snippetIndent + strings.Repeat(" ", caret) + "^"
}

// spell returns the characters that show a source line, and the place among them of a column. Without a column the place
// is -1.
func spell(text string, column int) (shown []rune, caret int) {
	caret = -1
	n := 0
	for _, r := range text {
		n++
		if n == column {
			caret = len(shown)
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
	if column > n {
		caret = len(shown)
	}
	return shown, caret
}

// window cuts a long line to snippetWidth characters around the caret, with … where it is cut.
func window(shown []rune, caret int) ([]rune, int) {
	start := min(max(caret-snippetWidth*2/3, 0), len(shown)-snippetWidth)
	end := start + snippetWidth
	cut := append([]rune(nil), shown[start:end]...)
	if start > 0 {
		cut[0] = '…'
	}
	if end < len(shown) {
		cut[len(cut)-1] = '…'
	}
	return cut, caret - start
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
