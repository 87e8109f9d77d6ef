package checker

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"mystic-sdk/checker/rules"
	"mystic-sdk/contract"
)

// maxNameShown is how many characters of a name the default line for unknown names shows.
const maxNameShown = 40

// language is what every game has in common, made once and only read.
type language struct {
	words   map[string]*contract.WordSpec
	library map[string]bool
	tables  map[string][]string
	refused map[string]string
	events  []contract.EventSpec
}

var common = sync.OnceValue(func() *language {
	words := contract.Words()
	l := &language{
		words:   make(map[string]*contract.WordSpec, len(words)),
		library: set(contract.LibraryGlobals()),
		tables:  contract.LibraryTables(),
		refused: contract.RefusedWords(),
		events:  contract.BuiltinEvents(),
	}
	for i := range words {
		l.words[words[i].Name] = &words[i]
	}
	return l
})

// everyRule is made once: a rule is only read.
var everyRule = sync.OnceValue(rules.All)

// world brings an Env into the shape in which rules ask, with what it leaves out filled in.
func (e *Env) world() *rules.World {
	l := common()
	w := &rules.World{
		Verbs:     make(map[string]*contract.VerbSpec, len(e.Verbs)),
		Names:     make([]string, len(e.Verbs)),
		Words:     l.words,
		Prelude:   set(e.Globals),
		Library:   l.library,
		Tables:    l.tables,
		Refused:   l.refused,
		Me:        e.MeFields,
		Events:    slices.Concat(l.events, e.Events),
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
	if len(e.Refused) > 0 {
		w.Refused = maps.Clone(l.refused)
		maps.Copy(w.Refused, e.Refused)
	}
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
