package rules

import (
	"slices"

	"mystic-sdk/contract"
)

// World is the closed world that a script is checked against, in the shape in which rules ask about it. Every map and
// function may be used as it is: package checker fills in what the caller of a check left out. Rules only read it.
type World struct {
	Verbs    map[string]*contract.VerbSpec
	Names    []string // of the verbs, in the order of the game
	Words    map[string]*contract.WordSpec
	Prelude  map[string]bool // what the prelude defines; it hides a verb of the same name
	Library  map[string]bool // the library's globals besides its tables
	Tables   map[string][]string
	Refused  map[string]string // what no script may use, and what to use instead
	Me       []contract.FieldSpec
	Events   []contract.EventSpec
	Saved    []string
	Synonyms map[string]string // other words for verbs, lower-case

	Knows     func(kind, name string) bool
	Known     func(kind string) []string
	Unknown   func(kind, name string) string
	CountHint func(verb, condition string) string // "" for the default

	Look bool // the script is a look: it may only ask
}

// verb returns the verb that a global name calls, or nil.
func (w *World) verb(name string) *contract.VerbSpec {
	if w.Prelude[name] {
		return nil
	}
	return w.Verbs[name]
}

// firstAction returns the first action of the game, for examples; nil where it has none.
func (w *World) firstAction() *contract.VerbSpec {
	for _, name := range w.Names {
		if v := w.verb(name); v != nil && v.Kind == contract.Action {
			return v
		}
	}
	return nil
}

// word returns the SDK's word that a global name stands for, or nil. Some words come with the prelude: they are words all
// the same.
func (w *World) word(name string) *contract.WordSpec {
	if w.Verbs[name] != nil {
		return nil
	}
	return w.Words[name]
}

// defines reports whether a global name means something before the script assigns it.
func (w *World) defines(name string) bool {
	if w.Prelude[name] || w.Verbs[name] != nil {
		return true
	}
	if _, refused := w.Refused[name]; refused {
		return false
	}
	return w.Words[name] != nil || w.Library[name] || w.Tables[name] != nil
}

// event returns the event of a name, or nil.
func (w *World) event(name string) *contract.EventSpec {
	i := slices.IndexFunc(w.Events, func(e contract.EventSpec) bool { return e.Name == name })
	if i < 0 {
		return nil
	}
	return &w.Events[i]
}

// meField returns the field of me of a name, or nil.
func (w *World) meField(name string) *contract.FieldSpec {
	return field(w.Me, name)
}

func field(fields []contract.FieldSpec, name string) *contract.FieldSpec {
	i := slices.IndexFunc(fields, func(f contract.FieldSpec) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &fields[i]
}
