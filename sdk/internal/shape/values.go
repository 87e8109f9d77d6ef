package shape

import (
	"encoding"
	"encoding/json"
	"math"
	"reflect"
)

// IsNumber says whether a type is of numbers that Lua has, too.
func IsNumber(t reflect.Type) bool {
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64 && t.Kind() != reflect.Uintptr
}

// SetNumber stores a number in a field of any number type: in one of whole numbers the nearest that it can hold, 0 for
// what is no number.
func SetNumber(to reflect.Value, f float64) {
	switch {
	case to.CanFloat():
		to.SetFloat(f)
	case math.IsNaN(f):
		to.SetZero()
	case to.CanInt():
		limit := math.Ldexp(1, to.Type().Bits()-1)
		switch f = math.Round(f); {
		case f >= limit:
			to.SetInt(math.MaxInt64 >> (64 - to.Type().Bits()))
		case f < -limit:
			to.SetInt(math.MinInt64 >> (64 - to.Type().Bits()))
		default:
			to.SetInt(int64(f))
		}
	default:
		limit := math.Ldexp(1, to.Type().Bits())
		switch f = math.Round(f); {
		case f >= limit:
			to.SetUint(math.MaxUint64 >> (64 - to.Type().Bits()))
		case f <= 0:
			to.SetZero()
		default:
			to.SetUint(uint64(f))
		}
	}
}

// plainValue is a value as Lua takes it: numbers, strings and bools of types of their own as plain ones.
func plainValue(v reflect.Value) any {
	switch {
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	case v.CanFloat():
		return v.Float()
	case canBeNil(v.Type()):
		return orEmpty(v)
	}
	return v.Interface()
}

// orEmpty is a value that can be nil as Lua is to see it: a nil pointer as nil, a nil slice or map as an empty one, since
// their shapes do not say that they may be nil.
func orEmpty(v reflect.Value) any {
	switch {
	case !v.IsNil():
		return v.Interface()
	case isBytes(v.Type()):
		return ""
	case v.Kind() == reflect.Slice:
		return []any{}
	case v.Kind() == reflect.Map:
		return map[string]any{}
	}
	return nil
}

func canBeNil(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return true
	}
	return false
}

func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

// writesItself says whether a type's JSON is what its own method makes of it.
func writesItself(t reflect.Type) bool {
	for _, own := range []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()} {
		if t.Implements(own) || reflect.PointerTo(t).Implements(own) {
			return true
		}
	}
	return false
}

// kindName is what a type is that is nothing in Lua, in words that need no name of a Go type.
func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Func:
		return "a func"
	case reflect.Chan:
		return "a channel"
	case reflect.Interface:
		return "an interface"
	case reflect.Complex64, reflect.Complex128:
		return "a complex number"
	}
	return "an address"
}
