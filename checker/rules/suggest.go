package rules

import (
	"fmt"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// suggestWord returns what to write instead of an unknown global. The surest answer comes first: what the game or the
// script says of that very word, then what the word means elsewhere, then a misspelling. A guess is only made of what
// could stand there; without one the answer is what is there to call, or that the name needs a value.
func suggestWord(s *Script, use *site, name string) string {
	r := s.roleOf(use)
	for _, suggest := range [...]func() string{
		func() string { return suggestQuotes(s, use, name) },
		func() string { return suggestMember(s, use) },
		func() string { return suggestScope(s, use, name) },
		func() string { return suggestKnown(s, use, name, r) },
	} {
		if hint := suggest(); hint != "" {
			return hint
		}
	}
	// The name of a library's function is spelt as it was meant, if not for that.
	if meant := near(name, s.candidates(use, r)); meant != "" && libraryOf(s.World, name) == "" {
		if s.World.meField(meant) != nil && !s.World.defines(meant) && !s.declares(use, meant) {
			return "write me." + meant
		}
		return "write " + meant
	}
	switch {
	case r != called:
		return suggestValue(s, use, name, r)
	case len(s.World.Names) == 0:
		return "card lists all words"
	}
	return "the verbs are " + list(s.World.Names, "and")
}

// suggestValue answers for a name that is read and that nothing is like.
func suggestValue(s *Script, use *site, name string, r role) string {
	if contract.Clean(name, maxShown) != name {
		return "give it a value first"
	}
	switch verb := s.World.firstAction(); {
	case r == indexed && use.Parent.Target:
		return fmt.Sprintf("make the table first: local %s = {}", name)
	case verb != nil && (name == "ok" || name == "why"):
		return "give it a value first: local ok, why = " + s.exampleCall(verb, nil)
	case s.takesText(use):
		return fmt.Sprintf("give it a value first: local %s = …; a text stands in quotes: %q", name, name)
	}
	return fmt.Sprintf("give it a value first: local %s = …", name)
}

// argument returns the call that a site is an argument of and which one, or nil.
func (use *site) argument() (*syntax.Call, int) {
	call, ok := use.Parent.Node.(*syntax.Call)
	if !ok {
		return nil, 0
	}
	return call, slices.IndexFunc(call.Args, func(arg syntax.Expr) bool { return arg == use.Node })
}

// takesText reports whether a site is the argument of a verb or word in a place for a text.
func (s *Script) takesText(use *site) bool {
	call, i := use.argument()
	if call == nil || i < 0 {
		return false
	}
	if verb := s.verbOf(call); verb != nil {
		return i < len(verb.Args) && (verb.Args[i].Type == contract.ArgText || verb.Args[i].Type == contract.ArgName)
	}
	word := s.wordOf(call)
	return word != nil && i == 0 && showsText(word.Name)
}

// showsText reports whether a word of the game's language is for telling a text.
func showsText(word string) bool {
	switch word {
	case "say", "alert", "note", "stop":
		return true
	}
	return false
}

// suggestQuotes answers for a name without its quotes, where that very text is wanted: run(farm), on(heard, f), go(home),
// drop(all).
func suggestQuotes(s *Script, use *site, name string) string {
	call, i := use.argument()
	if call == nil || i < 0 {
		return ""
	}
	if verb := s.verbOf(call); verb != nil {
		if i >= len(verb.Args) || !meansArgument(s.World, &verb.Args[i], name) {
			return ""
		}
		args := make([]string, len(call.Args))
		for j, arg := range call.Args {
			args[j] = orDots(s.text(arg))
		}
		args[i] = quote(name)
		return "write " + verb.Name + "(" + strings.Join(args, ", ") + ")"
	}
	word := s.wordOf(call)
	if word == nil || i != 0 {
		return ""
	}
	switch event := s.World.event(name); {
	case word.Name == "on" && event != nil && len(call.Args) == 2 && s.text(call.Args[1]) != "":
		return fmt.Sprintf("write on(%q, %s)", name, s.text(call.Args[1]))
	case word.Name == "on" && event != nil:
		return "write " + handler(event)
	case s.namesSaved(use, name):
		return fmt.Sprintf("write %s(%q)", word.Name, name)
	}
	return ""
}

// namesSaved reports whether an unknown name is what run or forget is given, and a script is saved under it.
func (s *Script) namesSaved(use *site, name string) bool {
	call, i := use.argument()
	if call == nil || i != 0 || !slices.Contains(s.World.Saved, name) {
		return false
	}
	word := s.wordOf(call)
	return word != nil && (word.Name == "run" || word.Name == "forget")
}

// meansArgument reports whether an argument of a verb takes a name, or all, that was written without its quotes.
func meansArgument(w *World, spec *contract.ArgSpec, name string) bool {
	switch spec.Type {
	case contract.ArgCount:
		return name == "all"
	case contract.ArgName:
		return slices.Contains(w.Known(spec.Kind), name)
	}
	return false
}

// suggestMember answers for a made-up object in front of a verb or a field of me: `player.gold`, `game.dig(1)`.
func suggestMember(s *Script, use *site) string {
	if use.Parent.Target {
		return "" // a script can give a table of its own such a field
	}
	var member string
	switch p := use.Parent.Node.(type) {
	case *syntax.Index:
		if key, ok := p.Key.(*syntax.String); ok && p.X == use.Node {
			member = key.Value
		}
	case *syntax.MethodCall:
		if p.X == use.Node {
			member = p.Name.Text
		}
	}
	switch {
	case member == "":
		return ""
	case s.World.verb(member) != nil:
		return "a verb stands alone: " + s.World.verb(member).Signature()
	case s.World.word(member) != nil:
		return "a word stands alone: " + s.World.word(member).Signature
	case s.World.meField(member) != nil:
		return "write me." + member
	}
	return ""
}

// suggestScope answers for a name that is a local elsewhere in the script.
func suggestScope(s *Script, use *site, name string) string {
	var before, after *syntax.Variable
	at := use.Range().Start.Offset
	for _, v := range s.Scopes.Variables {
		if v.Name.Text != name {
			continue
		}
		if v.Name.Start.Offset < at {
			before = v
		} else if after == nil {
			after = v
		}
	}
	switch {
	case before != nil && before.Visible.Start.Offset > at:
		return fmt.Sprintf("the local %s is not there yet in its own value: write `local %s` on a line before", name, name)
	case before != nil && before.Kind == syntax.ParamVar:
		return fmt.Sprintf("%s is a parameter of the function in line %d alone: hand it on, or keep it in a local before that function", name, before.Name.Start.Line)
	case before != nil:
		return fmt.Sprintf("the local %s of line %d ends with its block: write `local %s` before that block", name, before.Name.Start.Line, name)
	case after != nil && after.Kind == syntax.FunctionVar:
		return fmt.Sprintf("the local function %s comes later, in line %d: move it before this function or line", name, after.Name.Start.Line)
	case after != nil && after.Kind == syntax.LocalVar:
		return fmt.Sprintf("the local %s comes later, in line %d: write `local %s` before this", name, after.Name.Start.Line, name)
	}
	return ""
}

// suggestKnown answers for a word that means something elsewhere: in the game's synonyms, in me, as an event, as a saved
// script, in other games and languages, in a library table.
func suggestKnown(s *Script, use *site, name string, r role) string {
	w := s.World
	low := strings.ToLower(name)
	if w.defines(low) && w.fits(low, r) {
		return "write " + low
	}
	if other, ok := w.Synonyms[low]; ok && r == called {
		if v := w.verb(other); v != nil {
			return useVerb(v)
		}
		return "write " + other
	}
	if w.meField(name) != nil {
		return "write me." + name
	}
	if e := w.event(name); e != nil {
		return "it is an event: " + handler(e)
	}
	if slices.Contains(w.Saved, name) && (r == called || r == handed) {
		return fmt.Sprintf("it is a saved script: run(%q)", name)
	}
	if v := verbLike(w, low); v != nil && r == called {
		return useVerb(v)
	}
	if hint := foreignWord(low, r); hint != "" {
		return hint
	}
	if table := s.libraryMeant(use, name, r); table != "" {
		return "write " + table + "." + name
	}
	return ""
}

// suggestField returns what to write instead of an unknown field of me or of a library table.
func suggestField(s *Script, table, key string) string {
	w := s.World
	if table != "me" {
		if hint := foreignFields()[table+"."+strings.ToLower(key)]; hint != "" {
			return hint
		}
		if meant := near(key, w.Tables[table]); meant != "" {
			return "write " + table + "." + meant
		}
		if other := libraryOf(w, key); other != "" {
			return "write " + other + "." + key
		}
		return table + " has " + strings.Join(w.Tables[table], ", ")
	}
	switch {
	case w.verb(key) != nil:
		return "a verb stands alone: " + w.verb(key).Signature()
	case w.word(key) != nil:
		return "a word stands alone: " + w.word(key).Signature
	}
	all := fieldNames(w.Me)
	if meant := near(key, all); meant != "" {
		return "write me." + meant
	}
	return "me has " + list(all, "and")
}

func fieldNames(fields []contract.FieldSpec) []string {
	all := make([]string, len(fields))
	for i, f := range fields {
		all[i] = f.Name
	}
	return all
}

// declares reports whether a name is a variable of the script at a place.
func (s *Script) declares(use *site, name string) bool {
	if g := s.Scopes.Global(name); g != nil && len(g.Writes) > 0 {
		return true
	}
	at := use.Range().Start.Offset
	return slices.ContainsFunc(s.Scopes.Variables, func(v *syntax.Variable) bool {
		return v.Name.Text == name && v.Visible.Start.Offset <= at && at < v.Visible.End.Offset
	})
}

func sorted[V any](m map[string]V) []string {
	all := make([]string, 0, len(m))
	for name := range m {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}
