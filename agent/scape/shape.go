package scape

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// maxWhole is the largest number up to which every whole one is exact in JavaScript, where documents come from.
const maxWhole = 1<<53 - 1

// form is how a value of a document is written.
type form int

const (
	formObject form = iota
	formList
	formText
	formWhole
	formNumber
	formTruth
	formNullable // null or what the shape's elem says
	formOptional // absent or what the shape's elem says
)

// shape is what a value must look like. It is taken from the declaration of the Go type that the value is read into: its kind,
// the tag json for the names of members, and the tag want for a range ("0..63") or the words that a text can be ("a|b").
type shape struct {
	form     form
	want     string // the problem of a value of another form
	min, max int64
	words    []string
	members  []member
	elem     *shape
}

// member is one member of an object. index is where it lies in the struct, through embedded ones.
type member struct {
	name  string
	index []int
	shape *shape
}

// filler is a pointer to an Optional.
type filler interface{ fill() any }

// snapshotShape is the whole contract.
var snapshotShape = sync.OnceValue(func() *shape { return shapeOf(reflect.TypeFor[Snapshot](), "") })

// shapeOf returns the shape of a type. It panics for a type that no document can hold, which is a mistake of this package.
func shapeOf(t reflect.Type, want string) *shape {
	if f, is := reflect.New(t).Interface().(filler); is {
		elem := shapeOf(reflect.TypeOf(f.fill()).Elem(), want)
		return &shape{form: formOptional, elem: elem}
	}
	switch t.Kind() {
	case reflect.Pointer:
		elem := shapeOf(t.Elem(), want)
		elem.want += " or null"
		return &shape{form: formNullable, elem: elem}
	case reflect.Struct:
		return &shape{form: formObject, want: "want an object", members: membersOf(t)}
	case reflect.Slice:
		return &shape{form: formList, want: "want a list", elem: shapeOf(t.Elem(), want)}
	case reflect.Bool:
		return &shape{form: formTruth, want: "want true or false"}
	case reflect.Float64:
		return &shape{form: formNumber, want: "want a number"}
	case reflect.Int, reflect.Int64:
		return wholeShape(want)
	case reflect.String:
		return textShape(want)
	}
	panic("scape: no document holds a " + t.String())
}

func membersOf(t reflect.Type) (out []member) {
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		out = append(out, member{name, f.Index, shapeOf(f.Type, f.Tag.Get("want"))})
	}
	return out
}

func wholeShape(want string) *shape {
	s := &shape{form: formWhole, max: maxWhole}
	if want != "" {
		if _, err := fmt.Sscanf(want, "%d..%d", &s.min, &s.max); err != nil {
			panic("scape: no range: " + want)
		}
	}
	switch s.max - s.min {
	case 0:
		s.want = "want " + strconv.FormatInt(s.min, 10)
	case 1:
		s.want = fmt.Sprintf("want %d or %d", s.min, s.max)
	default:
		s.want = fmt.Sprintf("want a whole number from %d to %d", s.min, s.max)
	}
	return s
}

func textShape(want string) *shape {
	if want == "" {
		return &shape{form: formText, want: "want text"}
	}
	words := strings.Split(want, "|")
	last := len(words) - 1
	return &shape{form: formText, want: "want " + strings.Join(words[:last], ", ") + " or " + words[last], words: slices.Clip(words)}
}
