package sdk

import (
	"fmt"
	"reflect"
	"strings"
)

// scriptGameOptions lists the optional interfaces of a ScriptGame.
func scriptGameOptions[C Player, A any]() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[MeReader[C]](), reflect.TypeFor[Knower[C]](), reflect.TypeFor[UnknownNamer](),
		reflect.TypeFor[Resumer[C, A]](), reflect.TypeFor[Canceller[C, A]](), reflect.TypeFor[Settler[C, A]](),
		reflect.TypeFor[Labeller[C, A]](), reflect.TypeFor[Preluder](), reflect.TypeFor[Refuser](),
		reflect.TypeFor[CountHinter](), reflect.TypeFor[Eventer](), reflect.TypeFor[Clock](),
		reflect.TypeFor[Sayer[C]](), reflect.TypeFor[Persister](),
	}
}

// gameHostOptions lists the optional interfaces of a GameHost.
func gameHostOptions[C Player]() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[Asker[C]](), reflect.TypeFor[Journaler[C]](), reflect.TypeFor[Locator[C]](),
		reflect.TypeFor[Digester[C]](), reflect.TypeFor[Joiner[C]](), reflect.TypeFor[Leaver[C]](),
		reflect.TypeFor[Advancer](),
	}
}

// checkOptional refuses a value that has a method with the name of an optional one but not the optional interface: a near
// miss is never silently ignored. A type that is both game and host is asked for each side's interfaces by its own call.
func checkOptional(v any, options []reflect.Type) error {
	has := reflect.TypeOf(v)
	for _, option := range options {
		if has.Implements(option) {
			continue
		}
		var there []string
		for i := range option.NumMethod() {
			want := option.Method(i)
			got, ok := has.MethodByName(want.Name)
			if !ok {
				continue
			}
			if signature(got.Type, 1) != signature(want.Type, 0) {
				return fmt.Errorf("method %s has the signature %s; %s wants %s", want.Name,
					signature(got.Type, 1), plainName(option.Name()), signature(want.Type, 0))
			}
			there = append(there, want.Name)
		}
		if len(there) > 0 {
			return fmt.Errorf("method %s is there, but %s also wants %s", there[0], plainName(option.Name()), missing(has, option))
		}
	}
	return nil
}

// signature prints a method's type without its first skip parameters.
func signature(t reflect.Type, skip int) string {
	var b strings.Builder
	b.WriteByte('(')
	for i := skip; i < t.NumIn(); i++ {
		if i > skip {
			b.WriteString(", ")
		}
		b.WriteString(t.In(i).String())
	}
	b.WriteByte(')')
	switch t.NumOut() {
	case 0:
	case 1:
		b.WriteString(" " + t.Out(0).String())
	default:
		outs := make([]string, t.NumOut())
		for i := range outs {
			outs[i] = t.Out(i).String()
		}
		b.WriteString(" (" + strings.Join(outs, ", ") + ")")
	}
	return b.String()
}

func missing(has, option reflect.Type) string {
	var names []string
	for i := range option.NumMethod() {
		m := option.Method(i)
		if _, ok := has.MethodByName(m.Name); !ok {
			names = append(names, m.Name+signature(m.Type, 0))
		}
	}
	return strings.Join(names, " and ")
}

// plainName cuts the type arguments off a generic type's name.
func plainName(name string) string {
	plain, _, _ := strings.Cut(name, "[")
	return plain
}
