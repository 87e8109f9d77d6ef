package sdk

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"mystic-sdk/contract"
)

// The types of a FieldSpec.
const (
	shapeNumber  = "number"
	shapeText    = "text"
	shapeBoolean = "boolean"
	shapeTable   = "table"
	shapeList    = "list"
	shapeMap     = "map"
	shapeAny     = "any"
)

// tagMe names a field of me, tagDoc explains a field of me or of an answer.
const (
	tagMe  = "me"
	tagDoc = "doc"
)

// shaper describes Go types as Lua sees their values.
type shaper struct {
	problems *problems
	inside   []reflect.Type // what is around the type that is looked at
}

// of describes a type; path says in a sentence where it was found.
func (s *shaper) of(t reflect.Type, path string) contract.FieldSpec {
	if t.Kind() == reflect.Pointer {
		f := s.of(t.Elem(), path)
		f.Maybe = true
		return f
	}
	if writesItself(t) {
		s.problems.add("%s: it writes its own JSON, so that its shape cannot be told; use plain fields", path)
		return contract.FieldSpec{Type: shapeAny, Maybe: true}
	}
	f := contract.FieldSpec{Type: shapeType(t)}
	if slices.Contains(s.inside, t) {
		return f // a type inside itself has no end
	}
	s.inside = append(s.inside, t)
	defer func() { s.inside = s.inside[:len(s.inside)-1] }()
	switch f.Type {
	case shapeList:
		f.Of = s.of(t.Elem(), path+"[]").Of
	case shapeMap:
		if t.Key().Kind() != reflect.String {
			s.problems.add("%s: the keys of its map are no strings, which JSON cannot say", path)
		}
		f.Of = s.of(t.Elem(), path+"[]").Of
	case shapeTable:
		if f.Of = s.fields(t, path); len(f.Of) == 0 {
			s.problems.add("%s: it has no exported field, so that Lua would see an empty table", path)
		}
	case shapeAny:
		f.Maybe = true
		if t.Kind() != reflect.Interface {
			s.problems.add("%s: it is %s, which JSON cannot say", path, kindName(t))
		}
	}
	return f
}

// shapeType is what a type is in Lua; shapeAny where it may be anything or nothing.
func shapeType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return shapeBoolean
	case reflect.String:
		return shapeText
	case reflect.Map:
		return shapeMap
	case reflect.Struct:
		return shapeTable
	case reflect.Slice, reflect.Array:
		if isBytes(t) {
			return shapeText // as JSON has it, in base64
		}
		return shapeList
	}
	if isNumber(t) {
		return shapeNumber
	}
	return shapeAny
}

// fields describes the fields of a struct under the names that JSON gives them; those of embedded structs count as its own,
// unless its own have their names.
func (s *shaper) fields(t reflect.Type, path string) []contract.FieldSpec {
	var specs []contract.FieldSpec
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch embedded := field.Type; {
		case field.Tag.Get("json") == "-":
		case field.Anonymous && name == "" && embedded.Kind() == reflect.Pointer && embedded.Elem().Kind() == reflect.Struct:
			for _, spec := range s.of(embedded.Elem(), path).Of {
				spec.Maybe = true
				specs = putField(specs, spec, false)
			}
		case field.Anonymous && name == "" && embedded.Kind() == reflect.Struct:
			for _, spec := range s.fields(embedded, path) {
				specs = putField(specs, spec, false)
			}
		case field.IsExported():
			checkTags(s.problems, field, tagMe, tagDoc)
			spec := s.of(field.Type, path+"."+field.Name)
			if spec.Name = name; name == "" {
				spec.Name = field.Name
			}
			spec.Doc = field.Tag.Get(tagDoc)
			for option := range strings.SplitSeq(options, ",") {
				switch option {
				case "omitempty", "omitzero":
					spec.Maybe = true // left out, it is nil in Lua
				case "string":
					spec.Type = shapeText
				}
			}
			specs = putField(specs, spec, true)
		}
	}
	return specs
}

// putField adds a field; where one has its name, a struct's own goes before one of a struct embedded in it.
func putField(specs []contract.FieldSpec, spec contract.FieldSpec, own bool) []contract.FieldSpec {
	at := slices.IndexFunc(specs, func(other contract.FieldSpec) bool { return other.Name == spec.Name })
	switch {
	case at < 0:
		specs = append(specs, spec)
	case own:
		specs[at] = spec
	}
	return specs
}

// bindAnswer reads the shape of what a sense answers into its spec, and returns what makes a value of it fit for Lua.
func bindAnswer[Out any](p *problems, spec *contract.VerbSpec) func(Out) any {
	t := reflect.TypeFor[Out]()
	if t.Kind() == reflect.Interface {
		return func(out Out) any { return out } // its shape is unknown
	}
	s := &shaper{problems: p}
	f := s.of(t, "its answer")
	spec.Answer = &f
	if !canBeNil(t) {
		return func(out Out) any { return out }
	}
	return func(out Out) any { return orEmpty(reflect.ValueOf(out)) }
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

// meReader reads the fields of a player that are tagged me.
type meReader struct {
	specs []contract.FieldSpec
	index map[string][]int // where in the player's struct a field is
}

// bindMe finds the tagged fields of a player.
func bindMe[C Player](p *problems) meReader {
	r := meReader{index: map[string][]int{}}
	p.about = "player"
	defer func() { p.about = "" }()
	t := reflect.TypeFor[C]()
	if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		p.add("it is no pointer to a struct that embeds sdk.Agent")
		return r
	}
	for _, field := range reflect.VisibleFields(t.Elem()) {
		name, ok := field.Tag.Lookup(tagMe)
		if !ok {
			if field.IsExported() {
				checkTags(p, field, tagMe)
			}
			continue
		}
		checkTags(p, field, tagMe, tagDoc)
		if !validName(name) {
			p.add("field %s: the tag me is %q, which is no Lua name", field.Name, name)
		}
		if _, twice := r.index[name]; twice {
			p.add("field %s: the tag me:%q is there twice", field.Name, name)
		}
		if !field.IsExported() {
			p.add("field %s: it has the tag me:%q but is unexported, so that it cannot be read", field.Name, name)
		}
		if behindPointer(t.Elem(), field.Index) {
			p.add("field %s: it has the tag me:%q but is in a struct embedded by pointer, which may be nil", field.Name, name)
		}
		s := &shaper{problems: p}
		spec := s.of(field.Type, "field "+field.Name)
		spec.Name, spec.Doc = name, field.Tag.Get(tagDoc)
		r.specs = append(r.specs, spec)
		r.index[name] = field.Index
	}
	return r
}

// read answers me.field, and with a key the entry of a field that is a map; nil for what is not there.
func (r *meReader) read(p Player, field, key string) any {
	index, ok := r.index[field]
	if !ok {
		return nil
	}
	v := reflect.ValueOf(p).Elem().FieldByIndex(index)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.Map && key != "":
		entry := v.MapIndex(reflect.ValueOf(key).Convert(v.Type().Key()))
		if !entry.IsValid() {
			return nil
		}
		return goValue(entry)
	case v.Kind() == reflect.Map:
		entries := make(map[string]any, v.Len())
		for it := v.MapRange(); it.Next(); {
			entries[it.Key().String()] = goValue(it.Value())
		}
		return entries
	}
	return goValue(v)
}

// goValue is a value as the host takes it: numbers, strings and bools of the game's own types as plain ones.
func goValue(v reflect.Value) any {
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

func behindPointer(t reflect.Type, index []int) bool {
	for _, i := range index[:len(index)-1] {
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
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

func isNumber(t reflect.Type) bool {
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64 && t.Kind() != reflect.Uintptr
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

// kindName is what a type is, in words that need no Go type's name.
func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Func:
		return "a func"
	case reflect.Chan:
		return "a channel"
	case reflect.Interface:
		return "an interface"
	case reflect.Pointer:
		return "a pointer"
	case reflect.Complex64, reflect.Complex128:
		return "a complex number"
	}
	return "an address"
}
