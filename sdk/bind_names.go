package sdk

import (
	"maps"
	"slices"

	"mystic-sdk/contract"
)

// checkWords looks at the names that a game gives to verbs, arguments, refusals, events and refused words.
func checkWords(p *problems, verbs []contract.VerbSpec, events []Event, refused map[string]string) {
	taken := takenWords()
	for i, v := range verbs {
		p.about = "verb " + shownName(v.Name)
		switch {
		case !validName(v.Name):
			p.add("its name is no Lua name: letters, digits and _, beginning with no digit, and no word of Lua's own")
		case taken[v.Name] != "":
			p.add("its name is %s", taken[v.Name])
		case refused[v.Name] != "":
			p.add("its name is also in Refused")
		}
		if slices.ContainsFunc(verbs[:i], func(other contract.VerbSpec) bool { return other.Name == v.Name }) {
			p.add("it is there twice")
		}
		if v.Doc == "" || contract.Clean(v.Doc, 0) != v.Doc {
			p.add("its doc is missing or not one plain line")
		}
		checkWhys(p, &v)
	}
	p.about = ""
	for i, e := range events {
		p.about = "event " + shownName(e.Name)
		if !validName(e.Name) {
			p.add("its name is letters, digits and _, beginning with no digit")
		}
		same := func(other Event) bool { return other.Name == e.Name }
		if slices.ContainsFunc(contract.BuiltinEvents(), same) {
			p.add("its name is an event of the SDK")
		}
		if slices.ContainsFunc(events[:i], same) {
			p.add("it is there twice")
		}
		for j, arg := range e.Args {
			if !validName(arg) || slices.Contains(e.Args[:j], arg) {
				p.add("argument %d has the name %q, which is no Lua name or there twice", j+1, arg)
			}
		}
	}
	p.about = ""
	for _, word := range slices.Sorted(maps.Keys(refused)) {
		if refused[word] == "" {
			p.add("Refused has %q without what to use instead", word)
		}
	}
}

// checkWhys looks at the words that a verb refuses with.
func checkWhys(p *problems, v *contract.VerbSpec) {
	if v.Kind == contract.Sense && len(v.Whys) > 0 {
		p.add("it is a sense, which refuses nothing; it answers nil for unknown")
	}
	for i, w := range v.Whys {
		switch {
		case w.Word == "" || contract.Clean(w.Word, contract.MaxSpeech) != w.Word:
			p.add("the refusal word %q is empty or not one plain line", w.Word)
		case slices.Contains([]string{whyUnknown, whyInterrupted, "cancelled"}, w.Word):
			p.add("the refusal word %q is one of the SDK's own, which need no declaration", w.Word)
		case slices.ContainsFunc(v.Whys[:i], func(other contract.WhySpec) bool { return other.Word == w.Word }):
			p.add("the refusal word %q is there twice", w.Word)
		}
	}
}

// takenWords are the globals that no verb can be named after, each with what it is.
func takenWords() map[string]string {
	taken := map[string]string{}
	for word := range contract.RefusedWords() {
		taken[word] = "a word that scripts may not use"
	}
	for _, name := range contract.LibraryGlobals() {
		taken[name] = "a function of Lua's library"
	}
	for name := range contract.LibraryTables() {
		taken[name] = "a table of Lua's library"
	}
	for _, w := range contract.Words() {
		taken[w.Name] = "a word of the SDK"
	}
	return taken
}

// validName says whether s can be a name in Lua.
func validName(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	switch s {
	case "", "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
		"not", "or", "repeat", "return", "then", "true", "until", "while":
		return false
	}
	return true
}

// shownName is a name for a sentence: as it is where it is one, quoted else.
func shownName(name string) string {
	if validName(name) {
		return name
	}
	return contract.Quote(name, contract.MaxName)
}

// didYouMean ends a sentence about a misspelt word; the empty word gives nothing.
func didYouMean(nearest string) string {
	if nearest == "" {
		return ""
	}
	return "; did you mean " + nearest + "?"
}
