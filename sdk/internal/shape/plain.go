package shape

import (
	"reflect"
	"slices"
)

// CheckPlain looks for what would not come back whole when a value of a type is saved as JSON and loaded again. Path says in
// a sentence where the type was found, "what it remembers".
func CheckPlain(p *Problems, t reflect.Type, path string) {
	c := &plainChecker{problems: p}
	c.check(t, path)
}

type plainChecker struct {
	problems *Problems
	seen     []reflect.Type
}

func (c *plainChecker) check(t reflect.Type, path string) {
	if slices.Contains(c.seen, t) {
		return
	}
	switch {
	case t.Kind() == reflect.Pointer:
		c.problems.Add("%s is a pointer; after a restart it would point to a copy, so remember a name or a number", path)
		return
	case writesItself(t), t.Kind() == reflect.Bool, t.Kind() == reflect.String, IsNumber(t):
		return
	}
	c.seen = append(c.seen, t)
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		c.check(t.Elem(), path+"[]")
	case reflect.Map:
		if key := t.Key(); key.Kind() != reflect.String && (!IsNumber(key) || isFloat(key)) {
			c.problems.Add("%s is a map whose keys JSON cannot say; use strings or whole numbers", path)
		}
		c.check(t.Elem(), path+"[]")
	case reflect.Struct:
		for i := range t.NumField() {
			c.checkField(t.Field(i), path)
		}
	default:
		c.problems.Add("%s is %s, which cannot be saved; an action remembers plain data", path, kindName(t))
	}
}

func isFloat(t reflect.Type) bool { return t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64 }

func (c *plainChecker) checkField(field reflect.StructField, path string) {
	path += ", field " + field.Name
	switch {
	case field.Type.Size() == 0:
	case !field.IsExported() && !(field.Anonymous && field.Type.Kind() == reflect.Struct):
		c.problems.Add("%s is unexported, so that a save would lose it", path)
	case field.Tag.Get("json") == "-":
		c.problems.Add("%s has the tag json:\"-\", so that a save would lose it", path)
	default:
		c.check(field.Type, path)
	}
}
