package sdk

import (
	"maps"
	"slices"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
	"mystic-sdk/sdk/internal/shape"
)

// check looks at the game's own fields.
func (g *Game[C]) check(p *shape.Problems) {
	if !plainLine(g.Name) {
		p.Add("Name is missing or not one plain line")
	}
	if !(g.Rate >= 0 && g.Rate <= maxRate) {
		p.Add("Rate is %v; it is the ticks per game second, from 0, which means 1, to %v", g.Rate, maxRate)
	}
	if len(g.Verbs) == 0 {
		p.Add("Verbs is empty; an agent would have nothing to do")
	}
	if g.Join == nil {
		p.Add("Join is missing; it makes the player of an agent")
	}
	if (g.Save == nil) != (g.Load == nil) {
		p.Add("one of Save and Load is missing; a game has both or neither")
	}
	for i, id := range g.Start {
		if !contract.ValidAgentID(id) {
			p.Add("Start has the id %q; an id is 1 to %d letters, digits, - and _", id, contract.MaxAgentID)
		}
		if slices.Contains(g.Start[:i], id) {
			p.Add("Start has the id %q twice", id)
		}
	}
	for i, k := range g.Kinds {
		if !syntax.IsName(k.Name) {
			p.Add("entry %d of Kinds has the name %q; a kind's name is letters, digits and _, and begins with no digit", i+1, k.Name)
		}
		about := p.About("kind " + shape.ShownName(k.Name))
		if k.Known == nil {
			about.Add("Known is missing; it lists the names that a player knows")
		}
		if slices.ContainsFunc(g.Kinds[:i], func(other Kind[C]) bool { return other.Name == k.Name }) {
			about.Add("it is there twice")
		}
	}
}

// maxRate is the largest number of ticks in a game second.
const maxRate = 1000

// checkKinds looks for the kinds of a verb's names among the game's.
func (g *Game[C]) checkKinds(p *shape.Problems, spec *contract.VerbSpec) {
	names := make([]string, len(g.Kinds))
	for i, k := range g.Kinds {
		names[i] = k.Name
	}
	for _, arg := range spec.Args {
		if arg.Kind != "" && !slices.Contains(names, arg.Kind) {
			p.Add("argument %s has the tag kind:%q, which Kinds does not have%s", arg.Name, arg.Kind, shape.DidYouMean(arg.Kind, names))
		}
	}
}

// aboutVerb collects what is wrong with one verb.
func aboutVerb(p *shape.Problems, v *contract.VerbSpec) *shape.Problems {
	return p.About("verb " + shape.ShownName(v.Name))
}

// checkWords looks at the names that a game gives to verbs, refusals, events and refused words.
func checkWords(p *shape.Problems, verbs []contract.VerbSpec, events []contract.EventSpec, refused map[string]string) {
	taken := takenWords()
	for i := range verbs {
		v, about := &verbs[i], aboutVerb(p, &verbs[i])
		switch {
		case !syntax.IsName(v.Name):
			about.Add("its name is no Lua name: letters, digits and _, beginning with no digit, and no word of Lua's own")
		case taken[v.Name] != "":
			about.Add("its name is %s", taken[v.Name])
		case refused[v.Name] != "":
			about.Add("its name is also in Refused")
		}
		if slices.ContainsFunc(verbs[:i], func(other contract.VerbSpec) bool { return other.Name == v.Name }) {
			about.Add("it is there twice")
		}
		if v.Kind != contract.Action && v.Kind != contract.Sense {
			about.Add("its kind is %q; it is an action or a sense", v.Kind)
		}
		if !plainLine(v.Doc) {
			about.Add("its doc is missing or not one plain line")
		}
		checkWhys(about, v)
	}
	checkEvents(p, events)
	for _, word := range slices.Sorted(maps.Keys(refused)) {
		if refused[word] == "" {
			p.Add("Refused has %q without what to use instead", word)
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

// checkWhys looks at the words that a verb refuses with.
func checkWhys(p *shape.Problems, v *contract.VerbSpec) {
	if v.Kind == contract.Sense && len(v.Whys) > 0 {
		p.Add("it is a sense, which refuses nothing; it answers nil for unknown")
	}
	for i, w := range v.Whys {
		switch {
		case !plainLine(w.Word) || contract.Clean(w.Word, contract.MaxSpeech) != w.Word:
			p.Add("the refusal word %q is empty or not one plain line", w.Word)
		case slices.Contains(contract.OwnWhys(), w.Word):
			p.Add("the refusal word %q is one of the SDK's own, which need no declaration", w.Word)
		case slices.ContainsFunc(v.Whys[:i], func(other contract.WhySpec) bool { return other.Word == w.Word }):
			p.Add("the refusal word %q is there twice", w.Word)
		}
	}
}

// checkArgs looks at the arguments of a verb. Fields are those of the struct that they were read off; nil: they were declared
// as specs.
func checkArgs(p *shape.Problems, v *contract.VerbSpec, fields []string) {
	for i, arg := range v.Args {
		about, rename := p.About("argument "+shape.ShownName(arg.Name)), ""
		if fields != nil {
			about, rename = p.About("field "+fields[i]), "; the tag arg names it differently"
		}
		if !syntax.IsName(arg.Name) {
			about.Add("the argument's name %q is no Lua name%s", arg.Name, rename)
		}
		if slices.ContainsFunc(v.Args[:i], func(other contract.ArgSpec) bool { return other.Name == arg.Name }) {
			about.Add("the argument %s is there twice%s", shape.ShownName(arg.Name), rename)
		}
		if i > 0 && v.MayOmit(v.Args[i-1]) && !v.MayOmit(arg) {
			about.Add("it must be given but stands after one that may be left out; those come last")
		}
		switch arg.Type {
		case contract.ArgCount, contract.ArgNumber, contract.ArgText:
		case contract.ArgName:
			if arg.Kind == "" {
				about.Add("it takes a name, but its kind is empty")
			}
		default:
			about.Add("its type is %q; it is one of name, count, number and text", arg.Type)
		}
	}
}

// checkEvents looks at the names of a game's events.
func checkEvents(p *shape.Problems, events []contract.EventSpec) {
	for i, e := range events {
		about := p.About("event " + shape.ShownName(e.Name))
		if !syntax.IsName(e.Name) {
			about.Add("its name is letters, digits and _, beginning with no digit")
		}
		same := func(other contract.EventSpec) bool { return other.Name == e.Name }
		if slices.ContainsFunc(contract.BuiltinEvents(), same) {
			about.Add("its name is an event of the SDK")
		}
		if slices.ContainsFunc(events[:i], same) {
			about.Add("it is there twice")
		}
		for j, arg := range e.Args {
			if !syntax.IsName(arg) || slices.Contains(e.Args[:j], arg) {
				about.Add("argument %d has the name %q, which is no Lua name or there twice", j+1, arg)
			}
		}
	}
}

// plainLine says whether a text is one line as it can stand in a reply.
func plainLine(text string) bool { return text != "" && contract.Clean(text, 0) == text }
