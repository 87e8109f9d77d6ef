package scape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The largest document that is read. Two floors full of objects fit in, each with a message of MaxSpeech. Reading takes at most
// 16 MiB of memory, the kept document included. Without MaxItems it would be ten times the document, for an object that is sent
// in 24 bytes takes 240.
const (
	MaxDocument = 4 << 20 // bytes
	MaxItems    = 1 << 15 // items of all the lists that the contract names
)

// FieldError says where a document is not what the contract wants. It shows no value of the document: those are other people's
// words.
type FieldError struct {
	Path    string // "players[3].x", as far as the contract names it; "" is the document as a whole
	Problem string // "want a whole number from 0 to 63", "is missing"
}

// Error returns the path and the problem.
func (e *FieldError) Error() string {
	if e.Path == "" {
		return "observation: " + e.Problem
	}
	return "observation: " + e.Path + ": " + e.Problem
}

// under puts a step in front of the path of an error.
func (e *FieldError) under(step string) *FieldError {
	if e.Path != "" && e.Path[0] != '[' {
		step += "."
	}
	e.Path = step + e.Path
	return e
}

// Decode reads the document of an observation, a JSON object of at most MaxDocument bytes and MaxItems items, and checks it
// against the contract: every member that must be there is, once, and what is there is of its type and within its range. The
// error of one that is not is a *FieldError.
//
// Members that the contract does not name are what a newer world has to say. They may be anything that is JSON, up to 64 levels
// deep, and Observation.Document keeps them. What is null, absent or empty stays apart: a member may be null only where the
// field is a pointer, and absent only where it is an Optional.
func Decode(document []byte) (*Observation, error) {
	if len(document) > MaxDocument {
		return nil, &FieldError{Problem: fmt.Sprintf("has %d bytes; at most %d", len(document), MaxDocument)}
	}
	if !utf8.Valid(document) {
		return nil, &FieldError{Problem: "is no UTF-8"}
	}
	o := &Observation{document: string(document)}
	r := &reader{text: o.document}
	if err := r.value(reflect.ValueOf(&o.Snapshot).Elem(), snapshotShape(), 1); err != nil {
		return nil, err
	}
	if r.next(); r.at < len(r.text) {
		return nil, r.broken()
	}
	return o, nil
}

// New makes an observation of a snapshot, by the rules of Decode; a list that is nil is an empty one, and a byte that is no UTF-8
// is U+FFFD. The observation shares nothing with the snapshot.
func New(s Snapshot) (*Observation, error) {
	document, err := encode(s)
	if err != nil {
		// All that JSON cannot hold is an infinity or what is no number, and all but one of the numbers are whole.
		return nil, &FieldError{Path: "scene.gameFacts.gemRefundHours", Problem: "want a number"}
	}
	return Decode(document)
}

// value reads a value of a shape into v, which is settable and zero.
func (r *reader) value(v reflect.Value, s *shape, depth int) *FieldError {
	switch s.form {
	case formOptional:
		v = reflect.ValueOf(v.Addr().Interface().(filler).fill()).Elem()
		return r.value(v, s.elem, depth)
	case formNullable:
		if r.word("null") {
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return r.value(v.Elem(), s.elem, depth)
	}
	if !s.opens(r.next()) {
		return &FieldError{Problem: s.want}
	}
	switch s.form {
	case formObject:
		return r.object(v, s, depth)
	case formList:
		return r.list(v, s, depth)
	case formText:
		return r.words(v, s)
	case formTruth:
		v.SetBool(r.word("true"))
		if !v.Bool() && !r.word("false") {
			return r.broken()
		}
		return nil
	default:
		return r.numeric(v, s)
	}
}

// opens tells whether a byte can be the first of a value of the shape's form.
func (s *shape) opens(c byte) bool {
	switch s.form {
	case formObject:
		return c == '{'
	case formList:
		return c == '['
	case formText:
		return c == '"'
	case formTruth:
		return c == 't' || c == 'f'
	default:
		return c == '-' || '0' <= c && c <= '9'
	}
}

// object reads the members of an object. Worlds write them in the order of the contract, so each is looked for behind the one
// before first.
func (r *reader) object(v reflect.Value, s *shape, depth int) *FieldError {
	var seen uint64 // one bit for each member
	guess := 0
	err := r.each('}', func() *FieldError {
		name, err := r.key()
		if err != nil {
			return err
		}
		i := s.find(name, guess)
		if i < 0 {
			return r.skip(depth + 1)
		}
		if seen&(1<<i) != 0 {
			return (&FieldError{Problem: "is there twice"}).under(name)
		}
		seen |= 1 << i
		guess = i + 1
		m := &s.members[i]
		if err := r.value(v.FieldByIndex(m.index), m.shape, depth+1); err != nil {
			return err.under(m.name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, m := range s.members {
		if seen&(1<<i) == 0 && m.shape.form != formOptional {
			return (&FieldError{Problem: "is missing"}).under(m.name)
		}
	}
	return nil
}

// find returns the number of a member, and -1 for one that the shape has not.
func (s *shape) find(name string, guess int) int {
	if guess < len(s.members) && s.members[guess].name == name {
		return guess
	}
	return slices.IndexFunc(s.members, func(m member) bool { return m.name == name })
}

// list reads the items of a list. They are counted before any room is made for them.
func (r *reader) list(v reflect.Value, s *shape, depth int) *FieldError {
	n, ended := r.items()
	if !ended {
		r.at = len(r.text)
		return r.broken()
	}
	if r.listed += n; r.listed > MaxItems {
		return &FieldError{Problem: fmt.Sprintf("has too many items; at most %d in all lists", MaxItems)}
	}
	if n == 0 {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0)) // an empty list is not a nil one
	}
	v.Grow(n)
	v.SetLen(n)
	at := 0
	return r.each(']', func() *FieldError {
		if err := r.value(v.Index(at), s.elem, depth+1); err != nil {
			return err.under("[" + strconv.Itoa(at) + "]")
		}
		at++
		return nil
	})
}

// words reads a text. One of the words that the contract knows is no part of the document, so that events may keep it.
func (r *reader) words(v reflect.Value, s *shape) *FieldError {
	text, err := r.quoted()
	if err != nil {
		return err
	}
	if s.words != nil {
		i := slices.Index(s.words, text)
		if i < 0 {
			return &FieldError{Problem: s.want}
		}
		text = s.words[i]
	}
	v.SetString(text)
	return nil
}

// numeric reads a number. A whole one may be written as 1.0 or 1e0: that is the same number.
func (r *reader) numeric(v reflect.Value, s *shape) *FieldError {
	literal, err := r.number()
	if err != nil {
		return err
	}
	if s.form == formWhole && !strings.ContainsAny(literal, ".eE") {
		n, failed := strconv.ParseInt(literal, 10, 64)
		if failed != nil {
			return &FieldError{Problem: s.want}
		}
		return s.within(v, n)
	}
	f, failed := strconv.ParseFloat(literal, 64)
	switch {
	case failed != nil:
		return &FieldError{Problem: s.want}
	case s.form == formNumber:
		v.SetFloat(f)
		return nil
	case f != float64(int64(f)):
		return &FieldError{Problem: s.want}
	}
	return s.within(v, int64(f))
}

func (s *shape) within(v reflect.Value, n int64) *FieldError {
	if n < s.min || n > s.max {
		return &FieldError{Problem: s.want}
	}
	v.SetInt(n)
	return nil
}

// encode writes a value as JSON, with < > and & as they are: no browser reads it.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// written returns a list as it is written: one that is nil is empty, not null.
func written[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
