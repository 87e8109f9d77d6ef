package shape

import (
	"reflect"
	"strings"
)

// Ability returns v as an I, an optional interface, and whether it is one. A v that is none but has a method with the name of
// one of I's is a problem: its author meant the interface, and a near miss is never silently ignored.
func Ability[I any](p *Problems, v any) (I, bool) {
	able, ok := v.(I)
	if !ok {
		nearMiss(p, reflect.TypeOf(v), reflect.TypeFor[I]())
	}
	return able, ok
}

func nearMiss(p *Problems, has, wants reflect.Type) {
	var there, missing []string
	for i := range wants.NumMethod() {
		want := wants.Method(i)
		got, ok := has.MethodByName(want.Name)
		if !ok {
			missing = append(missing, want.Name+signature(want.Type, 0))
			continue
		}
		if signature(got.Type, 1) != signature(want.Type, 0) {
			p.Add("method %s has the signature %s; %s wants %s",
				want.Name, signature(got.Type, 1), plainName(wants), signature(want.Type, 0))
			return
		}
		there = append(there, want.Name)
	}
	if len(there) > 0 {
		p.Add("method %s is there, but %s also wants %s", there[0], plainName(wants), strings.Join(missing, " and "))
	}
}

// signature prints a method's type without its first skip parameters.
func signature(t reflect.Type, skip int) string {
	in := make([]string, 0, t.NumIn())
	for i := skip; i < t.NumIn(); i++ {
		in = append(in, t.In(i).String())
	}
	out := make([]string, t.NumOut())
	for i := range out {
		out[i] = t.Out(i).String()
	}
	text := "(" + strings.Join(in, ", ") + ")"
	switch len(out) {
	case 0:
		return text
	case 1:
		return text + " " + out[0]
	}
	return text + " (" + strings.Join(out, ", ") + ")"
}

// plainName is the name of a type without its type arguments.
func plainName(t reflect.Type) string {
	plain, _, _ := strings.Cut(t.Name(), "[")
	return plain
}
