package scape

import (
	"encoding/json"
	"reflect"
)

// Optional is a member of a document that may be absent. Its zero value is absent. A member that may be null has a pointer for
// its type, and nil is null; so an Optional of a pointer is absent, null or a value, and Or(nil) is nil for the first two. An
// empty text or list is a value as any other.
type Optional[T any] struct {
	value   T
	present bool
}

// Some returns an Optional that is there.
func Some[T any](value T) Optional[T] { return Optional[T]{value: value, present: true} }

// Get returns the value, and whether the member is there.
func (o Optional[T]) Get() (value T, present bool) { return o.value, o.present }

// Or returns the value, or fallback where the member is absent.
func (o Optional[T]) Or(fallback T) T {
	if !o.present {
		return fallback
	}
	return o.value
}

// IsZero tells whether the member is absent; the option omitzero of package json leaves such a member out.
func (o Optional[T]) IsZero() bool { return !o.present }

// MarshalJSON writes the value, and a list that is nil as an empty one. What is absent is null where it is not left out.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if !o.present {
		return []byte("null"), nil
	}
	if v := reflect.ValueOf(o.value); v.Kind() == reflect.Slice && v.IsNil() {
		return []byte("[]"), nil
	}
	return encode(o.value)
}

// UnmarshalJSON reads a value, which makes the member present. What it must look like, only Decode checks.
func (o *Optional[T]) UnmarshalJSON(document []byte) error {
	var value T
	if err := json.Unmarshal(document, &value); err != nil {
		return err
	}
	*o = Some(value)
	return nil
}

// fill makes the member present and returns a pointer to its value, which is still the zero one.
func (o *Optional[T]) fill() any {
	o.present = true
	return &o.value
}
