package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner turns a text into tokens. What cannot be read is reported and passed over, so that the parser sees the rest.
type scanner struct {
	src      string
	off      int // of the next byte
	line     int
	first    bool // no token yet on this line
	toks     []token
	comments []Comment
	errs     *errorList
	fences   int  // lines of ``` so far
	far      int  // numerals so far that are far from 1, see isFar
	swallows bool // what was meant as code may be inside a text or a comment that is not closed

	// The column of one place on the current line, from which that of a later place is counted.
	colOff int
	col    int
}

// scan reads the whole text. The last token is an EOF. The last result says that a text or a comment which is not closed may
// hold what was meant as code.
func scan(src string, errs *errorList) ([]token, []Comment, bool) {
	s := &scanner{src: src, line: 1, first: true, errs: errs, col: 1}
	s.toks = make([]token, 0, len(src)/4+2)
	if strings.HasPrefix(src, "\uFEFF") {
		s.off, s.colOff = 3, 3
	}
	if strings.HasPrefix(src[s.off:], "#!") {
		s.comment()
	}
	for s.token() {
	}
	return s.toks, s.comments, s.swallows
}

// pos returns the position of the next byte.
func (s *scanner) pos() Pos {
	s.col += utf8.RuneCountInString(s.src[s.colOff:s.off])
	s.colOff = s.off
	return Pos{Offset: s.off, Line: s.line, Column: s.col}
}

// peek returns the byte that is n further, 0 past the end.
func (s *scanner) peek(n int) byte {
	if s.off+n < len(s.src) {
		return s.src[s.off+n]
	}
	return 0
}

// lineEnd passes over one line end, if the text stands at one: \n, \r\n or a lone \r.
func (s *scanner) lineEnd() bool {
	switch {
	case s.off >= len(s.src):
		return false
	case strings.HasPrefix(s.src[s.off:], "\r\n"):
		s.off += 2
	case s.src[s.off] == '\n' || s.src[s.off] == '\r':
		s.off++
	default:
		return false
	}
	s.line++
	s.first = true
	s.colOff, s.col = s.off, 1
	return true
}

// add ends a token that began at start.
func (s *scanner) add(k kind, start Pos, text string) *token {
	s.toks = append(s.toks, token{Span: Span{start, s.pos()}, kind: k, first: s.first, text: text})
	s.first = false
	return &s.toks[len(s.toks)-1]
}

// token reads blanks, comments and one token; it answers false at the end.
func (s *scanner) token() bool {
	s.blanks()
	start := s.pos()
	if s.off >= len(s.src) {
		s.add(tokEOF, start, "")
		return false
	}
	c := s.src[s.off]
	switch {
	case isLetter(c):
		for s.off < len(s.src) && isNameByte(s.src[s.off]) {
			s.off++
		}
		if r, _ := utf8.DecodeRuneInString(s.src[s.off:]); r != utf8.RuneError && unicode.IsLetter(r) {
			s.foreignName(start)
			break
		}
		text := s.src[start.Offset:s.off]
		k, ok := keywords[text]
		if !ok {
			k = tokName
		}
		s.add(k, start, text)
	case isDigit(c), c == '.' && isDigit(s.peek(1)):
		s.number(start)
	case c == '"' || c == '\'':
		s.short(start, c)
	case c == '[' && s.longLevel() >= 0:
		first := s.first
		value, ok := s.long("string")
		if !ok {
			s.swallows = true
			s.errs.add(Span{start, start.plus(2)}, "syntax", "this long string is not closed", "add ']]' where it ends")
		}
		s.add(tokString, start, value).first = first
	default:
		s.symbol(start, c)
	}
	return true
}

// blanks passes over white space and comments.
func (s *scanner) blanks() {
	for s.off < len(s.src) {
		switch c := s.src[s.off]; {
		case s.lineEnd():
		case isBlank(c):
			s.off++
		case c == '-' && s.peek(1) == '-':
			s.comment()
		case c == '/' && s.peek(1) == '*':
			s.foreignComment()
		default:
			return
		}
	}
}

// comment keeps a comment, long or to the end of the line.
func (s *scanner) comment() {
	start := s.pos()
	s.off += 2
	if s.peek(0) == '[' && s.src[start.Offset] == '-' && s.longLevel() >= 0 {
		first := s.first
		if _, ok := s.long("comment"); !ok {
			s.swallows = true
			s.errs.add(Span{start, start.plus(4)}, "syntax", "this long comment is not closed", "add ']]' where it ends")
		}
		s.first = first || s.line != start.Line
	} else {
		for s.off < len(s.src) && s.src[s.off] != '\n' && s.src[s.off] != '\r' {
			s.off++
		}
	}
	s.comments = append(s.comments, Comment{Span: Span{start, s.pos()}, Text: s.src[start.Offset:s.off]})
}

// foreignComment passes over a comment in /* and */, which two operators of Lua never begin.
func (s *scanner) foreignComment() {
	start := s.pos()
	s.errs.add(Span{start, start.plus(2)}, "syntax", "'/*' does not begin a comment", "write '--' before each line, or --[[ … ]]")
	for s.off < len(s.src) && !strings.HasPrefix(s.src[s.off:], "*/") {
		if !s.lineEnd() {
			s.off++
		}
	}
	s.swallows = s.swallows || s.off == len(s.src)
	s.off = min(s.off+2, len(s.src))
}

// symbol reads an operator or a mark, or reports what is none.
func (s *scanner) symbol(start Pos, c byte) {
	if s.foreignSymbol(start, c) {
		return
	}
	if c < 128 {
		for _, sym := range symbols[c] {
			if !strings.HasPrefix(s.src[s.off:], sym.text) {
				continue
			}
			s.off += len(sym.text)
			s.add(sym.kind, start, sym.text)
			if sym.instead != "" {
				s.errs.addMark(Span{start, s.pos()}, quoted(sym.text)+" is not an operator of Lua", "write "+sym.instead)
			}
			return
		}
	}
	r, size := utf8.DecodeRuneInString(s.src[s.off:])
	switch {
	case r == utf8.RuneError && size == 1:
		s.off++
		s.bad(start, fmt.Sprintf("the byte 0x%02X is no text", c), "send the script as UTF-8")
	case r == '`':
		s.backquoted(start)
	case strings.ContainsRune("“”„‟«»", r), strings.ContainsRune("‘’‚‛", r):
		s.typographic(start, r)
	case unicode.IsLetter(r):
		s.foreignName(start)
	case unicode.IsSpace(r), unicode.Is(unicode.Cf, r):
		s.off += size
		s.errs.add(Span{start, s.pos()}, "syntax", fmt.Sprintf("the invisible character U+%04X stands here", r), "write a plain space or nothing")
	case r < ' ' || r == 0x7F || !unicode.IsPrint(r):
		s.off += size
		s.bad(start, fmt.Sprintf("the control character U+%04X stands here", r), "remove it; in a string write an escape such as \"\\0\"")
	default:
		s.off += size
		if r == '\\' && s.peek(0) == 'n' {
			s.bad(start, "'\\n' ends a line inside of a string only", "send the script with real line ends")
			return
		}
		s.bad(start, fmt.Sprintf("'%c' means nothing in Lua", r), foreignMark(r))
	}
}

// foreignSymbol passes over a mark that means something else where it stands: the ! of a macro, and a character as HTML has it.
func (s *scanner) foreignSymbol(start Pos, c byte) bool {
	switch c {
	case '!':
		if n := len(s.toks); n == 0 || s.toks[n-1].kind != tokName || s.toks[n-1].End != start || s.peek(1) != '(' {
			return false
		}
		s.off++
		s.errs.add(Span{start, s.pos()}, "syntax", "'!' is not a part of a name", "leave it out")
		return true
	case '&':
		for _, html := range [...]struct {
			text, char string
			kind       kind
		}{{"&lt;", "<", tokLt}, {"&gt;", ">", tokGt}, {"&amp;", "&", tokAmp}} {
			if strings.HasPrefix(s.src[s.off:], html.text) {
				s.off += len(html.text)
				s.add(html.kind, start, html.char)
				s.errs.addMark(Span{start, s.pos()}, quoted(html.text)+" is HTML and no Lua", "write '"+html.char+"'")
				return true
			}
		}
	}
	return false
}

// bad ends a token that means nothing and says so.
func (s *scanner) bad(start Pos, message, hint string) {
	s.add(tokBad, start, s.src[start.Offset:s.off])
	s.errs.add(Span{start, s.pos()}, "syntax", message, hint)
}

// foreignMark is the hint for a mark of another language.
func foreignMark(r rune) string {
	switch r {
	case '≠':
		return "write '~='"
	case '≤':
		return "write '<='"
	case '≥':
		return "write '>='"
	case '×':
		return "write '*'"
	case '÷':
		return "write '/'"
	case '–', '—', '−':
		return "write '-'"
	case '…':
		return "write '...'"
	case '@':
		return "Lua has no decorators; remove the line"
	case '$':
		return "names stand without '$'; join texts with '..'"
	case '\\':
		return "a statement may go on in the next line without '\\'"
	}
	return "remove it, or put it into a string"
}

// foreignName reads a name with letters that Lua has not, and takes it as a name.
func (s *scanner) foreignName(start Pos) {
	for s.off < len(s.src) {
		r, size := utf8.DecodeRuneInString(s.src[s.off:])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) {
			break
		}
		s.off += size
	}
	s.add(tokName, start, s.src[start.Offset:s.off])
	s.errs.add(Span{start, s.pos()}, "syntax", "a name has letters a to z, digits and '_' only", "rename it, or put it into quotes if it is text")
}

// typographic reads text in quotation marks of a word processor as a string.
func (s *scanner) typographic(start Pos, open rune) {
	s.errs.add(Span{start, start.after(open)}, "syntax", "'"+string(open)+"' does not begin a string", `use plain quotes: " or '`)
	s.off += utf8.RuneLen(open)
	rest := s.src[s.off:]
	if n := strings.IndexAny(rest, "\r\n"); n >= 0 {
		rest = rest[:n]
	}
	n := strings.IndexAny(rest, "“”„‟«»‘’‚‛")
	if n < 0 {
		s.add(tokBad, start, "")
		return
	}
	_, size := utf8.DecodeRuneInString(rest[n:])
	s.off += n + size
	s.add(tokString, start, rest[:n])
}

// backquoted reads `text` as a string, and passes over the fence of a block of code.
func (s *scanner) backquoted(start Pos) {
	if s.first && strings.HasPrefix(s.src[s.off:], "```") {
		s.fence(start)
		return
	}
	n := strings.IndexByte(s.src[s.off+1:], '`')
	hint := `use "…" or '…', or [[…]] for several lines; join with '..'`
	if n > 0 && strings.Contains(s.src[s.off+1:s.off+1+n], "${") {
		hint = "join the parts: " + joinedParts(s.src[s.off+1:s.off+1+n], "${")
	}
	if n < 0 || strings.ContainsAny(s.src[s.off+1:s.off+1+n], "\r\n") {
		s.off++
		s.bad(start, "'`' does not begin a string", hint)
		return
	}
	value := s.src[s.off+1 : s.off+1+n]
	s.off += n + 2
	s.add(tokString, start, value)
	s.errs.addMark(Span{start, s.pos()}, "'`' does not begin a string", hint)
}

// fence passes over a line of ```. What stands before the first of two and behind the last is prose around the script.
func (s *scanner) fence(start Pos) {
	more := strings.Contains(s.src[s.off:], "\n```")
	if s.fences++; s.fences == 1 {
		if more {
			s.toks, s.comments, s.swallows = s.toks[:0], nil, false
			*s.errs = errorList{}
		}
		s.errs.add(Span{start, start.plus(3)}, "syntax", "this mark is not a part of the script", "send the script alone, without ``` around it")
	}
	end := !more && (s.fences > 1 || len(s.toks) > 0)
	for s.off < len(s.src) && (end || s.src[s.off] != '\n' && s.src[s.off] != '\r') {
		if !s.lineEnd() {
			s.off++
		}
	}
}

// after returns the position behind one character at p.
func (p Pos) after(r rune) Pos {
	return Pos{Offset: p.Offset + utf8.RuneLen(r), Line: p.Line, Column: p.Column + 1}
}

// plus returns the position n bytes behind p, on its line and in ASCII.
func (p Pos) plus(n int) Pos {
	return Pos{Offset: p.Offset + n, Line: p.Line, Column: p.Column + n}
}

func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
func isLetter(c byte) bool   { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }
func isBlank(c byte) bool    { return c == ' ' || c == '\t' || c == '\v' || c == '\f' }
func isNameByte(c byte) bool { return isLetter(c) || isDigit(c) }

func hexValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
