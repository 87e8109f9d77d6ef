package syntax

import (
	"cmp"
	"slices"
)

// Error is one thing wrong with the text of a script.
type Error struct {
	Span
	Code    string // "syntax", "too-deep", "too-long", "constant-assign" or "bad-goto"
	Message string // one sentence, no position in it
	Hint    string // what to write instead; may be empty
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// errorList gathers errors. What a reader finds wrong behind the first one of a line is most often made by it, so it is left
// out; but a word or a mark of another language makes nothing else wrong, as it is read as what it stands for.
type errorList struct {
	list  []*Error
	lines map[int]bool // that have an error which may make others
	marks map[mark]bool
}

// mark is a word or a mark of another language as it was reported on one line.
type mark struct {
	line    int
	message string
}

// maxErrors is where a parse gives up: a text with more is no Lua.
const maxErrors = 50

func (l *errorList) add(span Span, code, message, hint string) {
	if l.lines[span.Start.Line] {
		return
	}
	if l.lines == nil {
		l.lines = map[int]bool{}
	}
	l.lines[span.Start.Line] = true
	l.addAnyway(span, code, message, hint)
}

// addMark adds an error about a word or a mark of another language, once for a line.
func (l *errorList) addMark(span Span, message, hint string) {
	m := mark{span.Start.Line, message}
	if l.lines[m.line] || l.marks[m] {
		return
	}
	if l.marks == nil {
		l.marks = map[mark]bool{}
	}
	l.marks[m] = true
	l.addAnyway(span, "syntax", message, hint)
}

// addAnyway adds an error that no other one of its line can have made.
func (l *errorList) addAnyway(span Span, code, message, hint string) {
	if l.full() {
		return
	}
	if span.End.Offset <= span.Start.Offset {
		span.End = span.Start.plus(1) // the end of the text has no width
	}
	l.list = append(l.list, &Error{Span: span, Code: code, Message: message, Hint: hint})
}

func (l *errorList) full() bool { return len(l.list) >= maxErrors }

// sorted returns the errors in the order of the text.
func (l *errorList) sorted() []*Error {
	slices.SortStableFunc(l.list, func(a, b *Error) int { return cmp.Compare(a.Start.Offset, b.Start.Offset) })
	return l.list
}
