package checker

import (
	"fmt"
	"maps"
	"strings"

	"mystic-sdk/checker/rules"
	"mystic-sdk/contract"
)

// maxNameShown is how many characters of a name the default line for unknown names shows.
const maxNameShown = 40

// world brings an Env into the shape in which rules ask, with what it leaves out filled in.
func (e *Env) world() *rules.World {
	w := &rules.World{
		Verbs:     make(map[string]*contract.VerbSpec, len(e.Verbs)),
		Names:     make([]string, len(e.Verbs)),
		Words:     map[string]*contract.WordSpec{},
		Prelude:   set(e.Globals),
		Library:   set(contract.LibraryGlobals()),
		Tables:    contract.LibraryTables(),
		Refused:   contract.RefusedWords(),
		Me:        e.MeFields,
		Events:    append(contract.BuiltinEvents(), e.Events...),
		Saved:     e.Saved,
		Synonyms:  make(map[string]string, len(e.Synonyms)),
		Knows:     e.Knows,
		Known:     e.Known,
		Unknown:   e.Unknown,
		CountHint: e.CountHint,
		Look:      e.Look,
	}
	for i := range e.Verbs {
		v := &e.Verbs[i]
		w.Names[i] = v.Name
		w.Verbs[v.Name] = v
	}
	words := contract.Words()
	for i := range words {
		w.Words[words[i].Name] = &words[i]
	}
	maps.Copy(w.Refused, e.Refused)
	for word, verb := range e.Synonyms {
		w.Synonyms[strings.ToLower(word)] = verb
	}
	if w.Knows == nil {
		w.Knows = func(string, string) bool { return true }
	}
	if w.Known == nil {
		w.Known = func(string) []string { return nil }
	}
	if w.Unknown == nil {
		w.Unknown = unknownName
	}
	if w.CountHint == nil {
		w.CountHint = func(string, string) string { return "" }
	}
	return w
}

// unknownName is the line for a name that an agent does not know, the same whether there is such a thing or not.
func unknownName(kind, name string) string {
	if kind == "" {
		kind = "name"
	}
	return fmt.Sprintf("no %s you know called '%s'", kind, contract.Clean(name, maxNameShown))
}

func set(names []string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, name := range names {
		m[name] = true
	}
	return m
}
