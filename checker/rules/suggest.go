package rules

import (
	"fmt"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// suggestWord returns what to write instead of an unknown global. The surest answer comes first: what the game or the
// script says of that very word, then what the word means elsewhere, then a misspelling, then all there is.
func suggestWord(s *Script, use *site, name string) string {
	if hint := suggestMember(s, use); hint != "" {
		return hint
	}
	if hint := suggestScope(s, use, name); hint != "" {
		return hint
	}
	if hint := suggestKnown(s, name); hint != "" {
		return hint
	}
	if near := contract.Nearest(name, candidates(s, use)); near != "" {
		if s.World.meField(near) != nil && !s.World.defines(near) && !s.declares(use, near) {
			return "write me." + near
		}
		return "write " + near
	}
	if len(s.World.Names) == 0 {
		return "card lists all words"
	}
	return "the verbs are " + list(s.World.Names, "and")
}

// suggestMember answers for a made-up object in front of a verb or a field of me: `player.gold`, `game.dig(1)`.
func suggestMember(s *Script, use *site) string {
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
func suggestKnown(s *Script, name string) string {
	w := s.World
	low := strings.ToLower(name)
	if w.defines(low) {
		return "write " + low
	}
	if other, ok := w.Synonyms[low]; ok {
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
	if slices.Contains(w.Saved, name) {
		return fmt.Sprintf("it is a saved script: run(%q)", name)
	}
	if v := verbLike(w, low); v != nil {
		return useVerb(v)
	}
	if hint := foreignWords()[low]; hint != "" {
		return hint
	}
	if table := libraryOf(w, name); table != "" {
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
		if near := contract.Nearest(key, w.Tables[table]); near != "" {
			return "write " + table + "." + near
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
	if near := contract.Nearest(key, all); near != "" {
		return "write me." + near
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

// libraryOf returns the library table that has a function of a name: "floor" is in math.
func libraryOf(w *World, name string) string {
	// string before utf8 and math before bit: the one that is meant when both have it.
	for _, table := range [...]string{"string", "table", "math", "utf8", "coroutine", "bit"} {
		if slices.Contains(w.Tables[table], name) {
			return table
		}
	}
	return ""
}

// candidates returns the names that may be meant at a place, the likeliest first.
func candidates(s *Script, use *site) []string {
	w := s.World
	all := slices.Clone(w.Names)
	at := use.Range().Start.Offset
	for _, v := range s.Scopes.Variables {
		if v.Visible.Start.Offset <= at && at < v.Visible.End.Offset {
			all = append(all, v.Name.Text)
		}
	}
	for _, g := range s.Scopes.Globals {
		if len(g.Writes) > 0 {
			all = append(all, g.Name)
		}
	}
	for _, word := range contract.Words() {
		all = append(all, word.Name)
	}
	all = append(all, sorted(w.Prelude)...)
	all = append(all, sorted(w.Library)...)
	all = append(all, sorted(w.Tables)...)
	return append(all, fieldNames(w.Me)...)
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
