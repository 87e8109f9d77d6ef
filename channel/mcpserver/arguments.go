package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"mystic-sdk/channel"
)

// arguments are the values of a call's fields by name. What was not given is the zero value of its kind.
type arguments map[string]any

func (a arguments) text(name string) string   { return valueOf[string](a, name) }
func (a arguments) number(name string) int    { return valueOf[int](a, name) }
func (a arguments) flag(name string) bool     { return valueOf[bool](a, name) }
func (a arguments) list(name string) []string { return valueOf[[]string](a, name) }

func valueOf[T any](a arguments, name string) T {
	v, _ := a[name].(T)
	return v
}

// parse reads the arguments of a call by the fields of the tool. Names count as they are written, letter for letter; others
// than those of fields are passed over. It finds what is wrong by itself where package channel could not see it any more:
// another type, a text that is no Unicode, and what was given as nothing.
func parse(fields []field, sent json.RawMessage) (arguments, error) {
	given := map[string]json.RawMessage{}
	if len(sent) > 0 {
		if err := json.Unmarshal(sent, &given); err != nil {
			return nil, channel.Invalid("arguments", "arguments must be an object")
		}
	}
	out := arguments{}
	for i := range fields {
		f := &fields[i]
		raw, ok := given[f.name]
		if !ok {
			if f.required {
				return nil, channel.Invalid(f.name, f.name+" is missing")
			}
			continue
		}
		value, wrong := f.read(raw)
		if wrong != "" {
			return nil, channel.Invalid(f.name, f.name+" "+wrong)
		}
		out[f.name] = value
	}
	return out, nil
}

// read reads one value, or says what it lacks.
func (f *field) read(raw json.RawMessage) (value any, wrong string) {
	switch f.kind {
	case number:
		n, ok := wholeNumber(raw)
		if !ok || n < f.min || n > f.max {
			return nil, fmt.Sprintf("must be a whole number from %d to %d", f.min, f.max)
		}
		return n, ""
	case flag:
		switch string(raw) {
		case "true", "false":
			return raw[0] == 't', ""
		}
		return nil, "must be true or false"
	case list:
		return f.readList(raw)
	}
	s, wrong := readString(raw)
	switch {
	case wrong != "":
		return nil, wrong
	case f.kind == choice && !slices.Contains(f.choices, s):
		return nil, "must be " + alternatives(f.choices)
	case f.kind == text && s == "" && f.min > 0:
		return nil, fmt.Sprintf("must have %d to %d characters", f.min, f.max)
	}
	return s, ""
}

func (f *field) readList(raw json.RawMessage) (value any, wrong string) {
	var items []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, "must be a list of strings"
	}
	if len(items) < f.min {
		return nil, fmt.Sprintf("must have %d to %d items", f.min, f.max)
	}
	names := make([]string, len(items))
	for i, item := range items {
		if names[i], wrong = readString(item); wrong != "" {
			return nil, "must be a list of strings"
		}
	}
	return names, ""
}

// alternatives writes what may be chosen as it is said: a, b or c.
func alternatives(choices []string) string {
	last := len(choices) - 1
	return strings.Join(choices[:last], ", ") + " or " + choices[last]
}

// wholeNumber reads a number without a fraction in any way that JSON has to write it, as 5, 5.0 or 5e0, where it fits into
// 32 bits. Nothing else that JSON can hold reads as a number.
func wholeNumber(raw json.RawMessage) (n int, ok bool) {
	v, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return 0, false
	}
	return int(v), true
}

// readString reads a JSON string, whose form is known to be right. It refuses what encoding/json would put U+FFFD in place of:
// bytes that are no UTF-8, and half of a surrogate pair.
func readString(raw json.RawMessage) (s, wrong string) {
	if raw[0] != '"' {
		return "", "must be a string"
	}
	if !utf8.Valid(raw) || hasLoneSurrogate(raw) {
		return "", "is not valid Unicode"
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", "must be a string"
	}
	return s, ""
}

// hasLoneSurrogate says whether a JSON string escapes half of a surrogate pair without the other half.
func hasLoneSurrogate(raw []byte) bool {
	for {
		at := bytes.IndexByte(raw, '\\')
		if at < 0 {
			return false
		}
		raw = raw[at:]
		first, ok := escapedUnit(raw)
		if !ok {
			raw = raw[2:]
			continue
		}
		raw = raw[6:]
		if !utf16.IsSurrogate(first) {
			continue
		}
		second, ok := escapedUnit(raw)
		if !ok || utf16.DecodeRune(first, second) == utf8.RuneError {
			return true
		}
		raw = raw[6:]
	}
}

// escapedUnit reads the code unit that a text begins with in the form \uXXXX, and says whether it does.
func escapedUnit(raw []byte) (unit rune, ok bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	return rune(n), err == nil
}
