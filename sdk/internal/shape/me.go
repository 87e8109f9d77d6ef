package shape

import (
	"reflect"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// Me is the fields of a struct that have the tag me. Immutable.
type Me struct {
	specs []contract.FieldSpec
	index map[string][]int // where in the struct a field is
}

// MeOf finds the tagged fields of a struct; those of embedded structs count as its own.
func MeOf(p *Problems, t reflect.Type) *Me {
	m := &Me{index: map[string][]int{}}
	for _, field := range reflect.VisibleFields(t) {
		name, ok := field.Tag.Lookup(TagMe)
		if !ok {
			if field.IsExported() {
				CheckTags(p, field, TagMe)
			}
			continue
		}
		CheckTags(p, field, TagMe, TagDoc)
		about := p.About("field " + field.Name)
		if !syntax.IsName(name) {
			about.Add("the tag me is %q, which is no Lua name", name)
		}
		if _, twice := m.index[name]; twice {
			about.Add("the tag me:%q is there twice", name)
		}
		if !field.IsExported() {
			about.Add("it has the tag me:%q but is unexported, so that it cannot be read", name)
		}
		if behindPointer(t, field.Index) {
			about.Add("it has the tag me:%q but is in a struct embedded by pointer, which may be nil", name)
		}
		spec := Of(p, field.Type, "field "+field.Name)
		spec.Name, spec.Doc = name, field.Tag.Get(TagDoc)
		m.specs = append(m.specs, spec)
		m.index[name] = field.Index
	}
	return m
}

func behindPointer(t reflect.Type, index []int) bool {
	for _, i := range index[:len(index)-1] {
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
}

// Specs describes the fields in the order of the struct. The slice is not to be changed.
func (m *Me) Specs() []contract.FieldSpec { return m.specs }

// Read answers a field of the struct that of points to, or with a key an entry of a field that is a map, as Lua is to see it;
// nil for what is not there. A map without a key is a map[string]any.
func (m *Me) Read(of any, field, key string) any {
	index, ok := m.index[field]
	if !ok {
		return nil
	}
	v := reflect.ValueOf(of).Elem().FieldByIndex(index)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.Map && key != "":
		entry := v.MapIndex(reflect.ValueOf(key).Convert(v.Type().Key()))
		if !entry.IsValid() {
			return nil
		}
		return plainValue(entry)
	case v.Kind() == reflect.Map:
		entries := make(map[string]any, v.Len())
		for it := v.MapRange(); it.Next(); {
			entries[it.Key().String()] = plainValue(it.Value())
		}
		return entries
	}
	return plainValue(v)
}
