package shape

import (
	"reflect"
	"slices"
	"strings"

	"mystic-sdk/contract"
)

// The types of a contract.FieldSpec.
const (
	luaNumber  = "number"
	luaText    = "text"
	luaBoolean = "boolean"
	luaTable   = "table"
	luaList    = "list"
	luaMap     = "map"
	luaAny     = "any"
)

// Of describes what the values of a type are in Lua: structs by the names that JSON gives their fields, pointers as what may
// be nil. Path says in a sentence where the type was found, "its answer". What JSON cannot say is a problem.
func Of(p *Problems, t reflect.Type, path string) contract.FieldSpec {
	d := &describer{problems: p}
	return d.of(t, path)
}

// Answer is Of for what a func answers, and besides it what makes an answer fit its shape. An interface has no shape: nil.
func Answer[Out any](p *Problems) (spec *contract.FieldSpec, fit func(Out) any) {
	t := reflect.TypeFor[Out]()
	asItIs := func(out Out) any { return out }
	if t.Kind() == reflect.Interface {
		return nil, asItIs
	}
	f := Of(p, t, "its answer")
	if !canBeNil(t) {
		return &f, asItIs
	}
	return &f, func(out Out) any { return orEmpty(reflect.ValueOf(out)) }
}

type describer struct {
	problems *Problems
	inside   []reflect.Type // what is around the type that is looked at
}

func (d *describer) of(t reflect.Type, path string) contract.FieldSpec {
	if t.Kind() == reflect.Pointer {
		f := d.of(t.Elem(), path)
		f.Maybe = true
		return f
	}
	if writesItself(t) {
		d.problems.Add("%s: it writes its own JSON, so that its shape cannot be told; use plain fields", path)
		return contract.FieldSpec{Type: luaAny, Maybe: true}
	}
	f := contract.FieldSpec{Type: luaType(t)}
	if slices.Contains(d.inside, t) {
		return f // a type inside itself has no end
	}
	d.inside = append(d.inside, t)
	defer func() { d.inside = d.inside[:len(d.inside)-1] }()
	switch f.Type {
	case luaList:
		f.Of = d.of(t.Elem(), path+"[]").Of
	case luaMap:
		if t.Key().Kind() != reflect.String {
			d.problems.Add("%s: the keys of its map are no strings, which JSON cannot say", path)
		}
		f.Of = d.of(t.Elem(), path+"[]").Of
	case luaTable:
		if f.Of = d.fields(t, path); len(f.Of) == 0 {
			d.problems.Add("%s: it has no exported field, so that Lua would see an empty table", path)
		}
	case luaAny:
		f.Maybe = true
		if t.Kind() != reflect.Interface {
			d.problems.Add("%s: it is %s, which JSON cannot say", path, kindName(t))
		}
	}
	return f
}

// luaType is what a type is in Lua; luaAny where it may be anything or nothing.
func luaType(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Bool:
		return luaBoolean
	case t.Kind() == reflect.String, isBytes(t):
		return luaText // bytes are in base64, as JSON has them
	case t.Kind() == reflect.Map:
		return luaMap
	case t.Kind() == reflect.Struct:
		return luaTable
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
		return luaList
	case IsNumber(t):
		return luaNumber
	}
	return luaAny
}

// fields describes the fields of a struct under the names that JSON gives them; those of embedded structs count as its own,
// unless its own have their names.
func (d *describer) fields(t reflect.Type, path string) []contract.FieldSpec {
	var specs []contract.FieldSpec
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch embedded := field.Type; {
		case field.Tag.Get("json") == "-":
		case field.Anonymous && name == "" && embedded.Kind() == reflect.Pointer && embedded.Elem().Kind() == reflect.Struct:
			for _, spec := range d.of(embedded.Elem(), path).Of {
				spec.Maybe = true
				specs = putField(specs, spec, false)
			}
		case field.Anonymous && name == "" && embedded.Kind() == reflect.Struct:
			for _, spec := range d.fields(embedded, path) {
				specs = putField(specs, spec, false)
			}
		case field.IsExported():
			specs = putField(specs, d.field(field, name, options, path), true)
		}
	}
	return specs
}

// field describes one field, with the name and the options of its tag json.
func (d *describer) field(field reflect.StructField, name, options, path string) contract.FieldSpec {
	CheckTags(d.problems, field, TagMe, TagDoc)
	spec := d.of(field.Type, path+"."+field.Name)
	if spec.Name = name; name == "" {
		spec.Name = field.Name
	}
	spec.Doc = field.Tag.Get(TagDoc)
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitempty", "omitzero":
			spec.Maybe = true // left out, it is nil in Lua
		case "string":
			spec.Type = luaText
		}
	}
	return spec
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
