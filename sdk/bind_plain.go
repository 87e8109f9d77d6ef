package sdk

import (
	"reflect"
	"slices"
)

// checkPlain refuses what would not come back whole when what an action remembers is saved as JSON and loaded again.
func checkPlain[A any](p *problems) {
	c := &plainChecker{problems: p}
	c.check(reflect.TypeFor[A](), "what it remembers")
}

type plainChecker struct {
	problems *problems
	seen     []reflect.Type
}

// check looks at a type; path says in a sentence where it was found.
func (c *plainChecker) check(t reflect.Type, path string) {
	if slices.Contains(c.seen, t) {
		return
	}
	switch {
	case t.Kind() == reflect.Pointer:
		c.problems.add("%s is a pointer; after a restart it would point to a copy, so remember a name or a number", path)
		return
	case writesItself(t), t.Kind() == reflect.Bool, t.Kind() == reflect.String, isNumber(t):
		return
	}
	c.seen = append(c.seen, t)
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		c.check(t.Elem(), path+"[]")
	case reflect.Map:
		if key := t.Key(); key.Kind() != reflect.String && !isNumber(key) || isNumber(key) && key.Kind() >= reflect.Float32 {
			c.problems.add("%s is a map whose keys JSON cannot say; use strings or whole numbers", path)
		}
		c.check(t.Elem(), path+"[]")
	case reflect.Struct:
		for i := range t.NumField() {
			c.checkField(t.Field(i), path)
		}
	default:
		c.problems.add("%s is %s, which cannot be saved; an action remembers plain data", path, kindName(t))
	}
}

func (c *plainChecker) checkField(field reflect.StructField, path string) {
	path += ", field " + field.Name
	switch {
	case field.Type.Size() == 0:
	case !field.IsExported() && !(field.Anonymous && field.Type.Kind() == reflect.Struct):
		c.problems.add("%s is unexported, so that a save would lose it", path)
	case field.Tag.Get("json") == "-":
		c.problems.add("%s has the tag json:\"-\", so that a save would lose it", path)
	default:
		c.check(field.Type, path)
	}
}
