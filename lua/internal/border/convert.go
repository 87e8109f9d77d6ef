package border

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

// maxDepth bounds the nesting of what crosses the border, in both directions.
const maxDepth = 32

// ErrDeep says that a value is nested too deeply.
var ErrDeep = fmt.Errorf("is nested deeper than %d levels, or contains itself", maxDepth)

// pathError says where in a value something stands that JSON cannot say.
type pathError struct {
	path string // as ".a[3]"
	err  error
}

func (e *pathError) Error() string {
	if e.path == "" {
		return e.err.Error()
	}
	return strings.TrimPrefix(e.path, ".") + " " + e.err.Error()
}

func (e *pathError) Unwrap() error { return e.err }

// Within puts a step of the path before an error.
func Within(step string, err error) error {
	var inner *pathError
	if errors.As(err, &inner) {
		return &pathError{path: step + inner.path, err: inner.err}
	}
	return &pathError{path: step, err: err}
}

// KeyStep returns how a path names a key: .name or ["any text"].
func KeyStep(key string) string {
	if vm.IsName(key) {
		return "." + key
	}
	if len(key) > 40 {
		key = key[:40] + "…"
	}
	return fmt.Sprintf("[%q]", key)
}

func indexStep(i int) string { return fmt.Sprintf("[%d]", i) }

// MaxCrossing is how many values of a script cross at once.
const MaxCrossing = 10_000

// ToGo returns a Lua value as JSON would say it: nil, bool, float64, string, []any or map[string]any. The error has the path.
// A table that is held twice is copied twice; left is how many values may yet cross, and is counted down.
func ToGo(lv glua.LValue, left *int) (any, error) { return valueToGo(lv, 0, left) }

func valueToGo(lv glua.LValue, depth int, left *int) (any, error) {
	if *left--; *left < 0 {
		return nil, fmt.Errorf("is among more than %s values, which is too much to hand over at once", number.Grouped(MaxCrossing))
	}
	switch v := lv.(type) {
	case nil, *glua.LNilType:
		return nil, nil
	case glua.LBool:
		return bool(v), nil
	case glua.LNumber:
		return float64(v), Finite(float64(v))
	case glua.LString:
		if err := crosses(string(v), left); err != nil {
			return nil, err
		}
		return string(v), nil
	case *glua.LTable:
		return tableToGo(v, depth, left)
	}
	return nil, errors.New("is a " + vm.TypeName(lv) + ", which JSON cannot say")
}

// bytesPerValue is how many bytes of text are as much work as a value.
const bytesPerValue = 256

// crosses counts a text, and returns an error for one that cannot cross.
func crosses(s string, left *int) error {
	if *left -= len(s) / bytesPerValue; *left < 0 {
		return errors.New("is among texts that are too long to hand over at once")
	}
	return validText(s)
}

// Finite returns an error for a number that JSON cannot say.
func Finite(f float64) error {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return errors.New("is " + number.Text(f) + ", which JSON cannot say")
	}
	return nil
}

func validText(s string) error {
	if !utf8.ValidString(s) {
		return errors.New("is a string that is not valid UTF-8")
	}
	return nil
}

func tableToGo(tb *glua.LTable, depth int, left *int) (any, error) {
	if depth >= maxDepth {
		return nil, ErrDeep
	}
	hidden, n, keys, err := shape(tb, left)
	if err != nil {
		return nil, err
	}
	if len(keys) == 0 {
		list := make([]any, n)
		for i := range list {
			if list[i], err = valueToGo(hidden.RawGetInt(i+1), depth+1, left); err != nil {
				return nil, Within(indexStep(i+1), err)
			}
		}
		return list, nil
	}
	object := make(map[string]any, len(keys))
	for _, key := range keys {
		if object[key], err = valueToGo(hidden.RawGetString(key), depth+1, left); err != nil {
			return nil, Within(KeyStep(key), err)
		}
	}
	return object, nil
}

// placesPerValue is how many places of a table that were emptied are as much work as a value.
const placesPerValue = 32

// shape says what a table is to JSON: a list of n values, or an object with these keys in order of insertion. What was emptied is
// gone through as well, and again wherever the table is held, so it counts as values that cross.
func shape(tb *glua.LTable, left *int) (hidden *glua.LTable, n int, keys []string, err error) {
	hidden = vm.Plain(tb)
	if hidden == nil {
		return nil, 0, nil, errors.New("is read-only and answered by the game; copy the fields that are wanted")
	}
	for k, _ := hidden.Next(glua.LNil); k != glua.LNil; k, _ = hidden.Next(k) {
		switch key := k.(type) {
		case glua.LNumber:
			if float64(key) != float64(n+1) {
				return nil, 0, nil, fmt.Errorf("is no list: it has key %s but not %d", number.Text(float64(key)), n+1)
			}
			n++
		case glua.LString:
			if *left -= len(key) / bytesPerValue; *left < 0 {
				return nil, 0, nil, errors.New("is among tables with keys that are too long to go through them at once")
			}
			if err := validText(string(key)); err != nil {
				return nil, 0, nil, errors.New("has a key that is not valid UTF-8")
			}
			keys = append(keys, string(key))
		default:
			return nil, 0, nil, errors.New("has a key that is a " + vm.TypeName(k))
		}
		if n > 0 && len(keys) > 0 {
			return nil, 0, nil, fmt.Errorf("is both a list and a table with names (%q)", keys[0])
		}
	}
	e := vm.ExtentOf(hidden)
	if *left -= (e.Slots + e.Keys - n - len(keys)) / placesPerValue; *left < 0 {
		return nil, 0, nil, errors.New("is among tables with too many emptied places to go through them at once")
	}
	return hidden, n, keys, nil
}

// Made is what a value of the game becomes in Lua.
type Made struct {
	Longest int   // bytes of the longest string in it
	Bytes   int64 // accounted
}

// ToLua makes a Lua value of a Go value that JSON can say. One that would take more than maxBytes is refused before it is made
// whole: what pointers share is copied each time, so a small value of Go may be a very large one of JSON.
func ToLua(v any, maxText int, maxBytes int64) (lv glua.LValue, made Made, err error) {
	rv := reflect.ValueOf(v)
	e := border{maxText: maxText, maxBytes: maxBytes, made: &made}
	lv, err = encoderOf(rv.Type())(rv, e)
	return lv, made, err
}

// border is where an encoder stands.
type border struct {
	depth    int
	maxText  int   // bytes of one string
	maxBytes int64 // of all
	made     *Made
}

// make counts a table that is about to be made.
func (e border) make(items, itemBytes int) error {
	return e.count(vm.TableBytes + int64(items)*int64(itemBytes))
}

func (e border) count(bytes int64) error {
	if e.made.Bytes += bytes; e.made.Bytes > e.maxBytes {
		return fmt.Errorf("is part of more than %s bytes of Lua data", number.Grouped(e.maxBytes))
	}
	return nil
}

func (e border) deeper() border {
	e.depth++
	return e
}

// text makes a Lua string.
func (e border) text(s string) (glua.LValue, error) {
	if len(s) > e.maxText {
		return nil, fmt.Errorf("is a string of %s bytes, and %s are allowed", number.Grouped(int64(len(s))), number.Grouped(int64(e.maxText)))
	}
	if err := e.count(int64(len(s))); err != nil {
		return nil, err
	}
	e.made.Longest = max(e.made.Longest, len(s))
	return Cloned(s), nil
}

// encoder makes a Lua value of a Go value of one type.
type encoder func(v reflect.Value, e border) (glua.LValue, error)

var encoders sync.Map // of reflect.Type to encoder: what was worked out once about a type

func encoderOf(t reflect.Type) encoder {
	if known, ok := encoders.Load(t); ok {
		return known.(encoder)
	}
	// A type that contains itself finds this one while its own is being made.
	var made encoder
	ready := sync.OnceValue(func() encoder { return makeEncoder(t) })
	encoders.LoadOrStore(t, encoder(func(v reflect.Value, e border) (glua.LValue, error) { return ready()(v, e) }))
	made = ready()
	encoders.Store(t, made)
	return made
}

var (
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	jsonNumber    = reflect.TypeFor[json.Number]()
)

func makeEncoder(t reflect.Type) encoder {
	if t.Implements(jsonMarshaler) || t.Implements(textMarshaler) || reflect.PointerTo(t).Implements(jsonMarshaler) ||
		reflect.PointerTo(t).Implements(textMarshaler) || t == jsonNumber {
		return encodeByJSON
	}
	switch t.Kind() {
	case reflect.Bool:
		return func(v reflect.Value, _ border) (glua.LValue, error) { return vm.Boolean(v.Bool()), nil }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(v reflect.Value, _ border) (glua.LValue, error) { return vm.Number(float64(v.Int())), nil }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return func(v reflect.Value, _ border) (glua.LValue, error) { return vm.Number(float64(v.Uint())), nil }
	case reflect.Float32: // as JSON says it: 0.1 is 0.1
		return func(v reflect.Value, _ border) (glua.LValue, error) {
			f, err := strconv.ParseFloat(strconv.FormatFloat(v.Float(), 'g', -1, 32), 64)
			return vm.Number(f), cmp.Or(err, Finite(v.Float()))
		}
	case reflect.Float64:
		return func(v reflect.Value, _ border) (glua.LValue, error) { return vm.Number(v.Float()), Finite(v.Float()) }
	case reflect.String:
		return func(v reflect.Value, e border) (glua.LValue, error) { return e.text(v.String()) }
	case reflect.Interface, reflect.Pointer:
		return encodeElem
	case reflect.Slice, reflect.Array:
		if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
			return encodeByJSON
		}
		return listEncoder(t)
	case reflect.Map:
		if t.Key().Kind() != reflect.String || t.Key().Implements(textMarshaler) {
			return encodeByJSON
		}
		return mapEncoder(t)
	case reflect.Struct:
		return structEncoder(t)
	}
	return func(reflect.Value, border) (glua.LValue, error) {
		return nil, errors.New("is a " + t.Kind().String() + ", which JSON cannot say")
	}
}

func encodeElem(v reflect.Value, e border) (glua.LValue, error) {
	if v.IsNil() {
		return glua.LNil, nil
	}
	if e.depth > maxDepth {
		return nil, ErrDeep
	}
	v = v.Elem()
	if v.Kind() == reflect.Pointer {
		e.depth++ // a pointer that leads to itself has no table in between
	}
	return encoderOf(v.Type())(v, e)
}

func listEncoder(t reflect.Type) encoder {
	elem := encoderOf(t.Elem())
	return func(v reflect.Value, e border) (glua.LValue, error) {
		if e.depth >= maxDepth {
			return nil, ErrDeep
		}
		if err := e.make(v.Len(), vm.SlotBytes); err != nil {
			return nil, err
		}
		tb := vm.MakeTable(v.Len(), 0)
		for i := range v.Len() {
			lv, err := elem(v.Index(i), e.deeper())
			if err != nil {
				return nil, Within(indexStep(i+1), err)
			}
			tb.RawSetInt(i+1, lv)
		}
		return tb, nil
	}
}

func mapEncoder(t reflect.Type) encoder {
	elem := encoderOf(t.Elem())
	return func(v reflect.Value, e border) (glua.LValue, error) {
		if e.depth >= maxDepth {
			return nil, ErrDeep
		}
		if err := e.make(v.Len(), vm.KeyBytes); err != nil {
			return nil, err
		}
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		tb := vm.MakeTable(0, len(keys))
		for _, key := range keys {
			lv, err := elem(v.MapIndex(key), e.deeper())
			if err == nil {
				_, err = e.text(key.String()) // a name is as long as a text may be
			}
			if err != nil {
				return nil, Within(KeyStep(key.String()), err)
			}
			tb.RawSetString(key.String(), lv)
		}
		return tb, nil
	}
}

// structEncoder follows encoding/json for structs of plain fields; where fields are embedded or asked to be quoted it
// leaves the struct to that package.
func structEncoder(t reflect.Type) encoder {
	type field struct {
		name            string
		index           int
		omitEmpty, omit bool
		encode          encoder
	}
	var fields []field
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		if f.Anonymous && tag != "-" {
			return encodeByJSON
		}
		if !f.IsExported() || tag == "-" {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		one := field{name: cmp.Or(name, f.Name), index: i, encode: encoderOf(f.Type)}
		for option := range strings.SplitSeq(options, ",") {
			switch option {
			case "omitempty":
				one.omitEmpty = true
			case "omitzero":
				one.omit = true
			case "string":
				return encodeByJSON
			}
		}
		if slices.ContainsFunc(fields, func(other field) bool { return other.name == one.name }) {
			return encodeByJSON
		}
		fields = append(fields, one)
	}
	return func(v reflect.Value, e border) (glua.LValue, error) {
		if e.depth >= maxDepth {
			return nil, ErrDeep
		}
		if err := e.make(len(fields), vm.KeyBytes); err != nil {
			return nil, err
		}
		tb := vm.MakeTable(0, len(fields))
		for i := range fields {
			f := &fields[i]
			fv := v.Field(f.index)
			if f.omitEmpty && empty(fv) || f.omit && zero(fv) {
				continue
			}
			lv, err := f.encode(fv, e.deeper())
			if err != nil {
				return nil, Within(KeyStep(f.name), err)
			}
			tb.RawSetString(f.name, lv)
		}
		return tb, nil
	}
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func zero(v reflect.Value) bool {
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return v.Kind() == reflect.Pointer && v.IsNil() || z.IsZero()
	}
	return v.IsZero()
}

// encodeByJSON is for types that say themselves what they are in JSON.
func encodeByJSON(v reflect.Value, e border) (glua.LValue, error) {
	if v.CanAddr() {
		v = v.Addr()
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		var bad *json.UnsupportedValueError
		if errors.As(err, &bad) {
			return nil, errors.New("holds " + bad.Str + ", which JSON cannot say")
		}
		return nil, errors.New("does not convert to JSON")
	}
	var plain any
	decoder := json.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&plain); err != nil {
		return nil, errors.New("does not convert to JSON")
	}
	return decoded(plain, e)
}

// FromJSON makes a Lua value of JSON text. The keys of tables are in sorted order.
func FromJSON(text []byte, maxText int) (glua.LValue, error) {
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		return nil, fmt.Errorf("is not JSON: %w", err)
	}
	return decoded(plain, border{maxText: maxText, maxBytes: math.MaxInt64, made: &Made{}})
}

// decoded makes a Lua value of what encoding/json decodes into an any.
func decoded(v any, e border) (glua.LValue, error) {
	if v == nil {
		return glua.LNil, nil
	}
	rv := reflect.ValueOf(v)
	return encoderOf(rv.Type())(rv, e)
}

// ShortText is the length up to which a string is counted wherever it stands. A longer one is counted once.
const ShortText = 64

// Cloned returns a string that shares its bytes with no other. The audit counts a string once however often it is held, and
// which of the host's strings share their bytes is not the same in a replay.
func Cloned(s string) glua.LValue {
	if len(s) > ShortText {
		s = strings.Clone(s)
	}
	return glua.LString(s)
}
