package checker

import (
	"fmt"
	"strings"

	"mystic-sdk/contract"
)

// Stubs returns the words of an Env as a Lua file of annotations, as lua-language-server reads them: an editor then knows the
// verbs with their arguments and results, the fields of me, the events and the SDK's words. Nothing in it runs. The title is
// put into its first line.
func Stubs(title string, env *Env) string {
	if env == nil {
		env = &Env{}
	}
	s := &stubs{}
	s.line("---@meta")
	s.line("-- What scripts of %s can call, for editors with lua-language-server. Scripts do not load it.", contract.Clean(title, contract.MaxName))
	s.line(`-- Scripts run without io, os, package and debug: .luarc.json says so with
-- "runtime.builtin": {"io": "disable", "os": "disable", "package": "disable", "debug": "disable"}`)
	s.me(env.MeFields)
	for i := range env.Verbs {
		s.verb(&env.Verbs[i])
	}
	known := map[string]bool{}
	for _, word := range contract.Words() {
		known[word.Name] = true
		s.word(word, env.Events)
	}
	for _, name := range env.Globals {
		if !known[name] {
			s.gap("defined by the game")
			s.line("---@type any")
			s.line("%s = nil", name)
		}
	}
	return s.text.String()
}

// stubs writes annotations.
type stubs struct{ text strings.Builder }

func (s *stubs) line(format string, args ...any) {
	fmt.Fprintf(&s.text, format, args...)
	s.text.WriteByte('\n')
}

// gap begins what belongs together, with what it is for.
func (s *stubs) gap(doc string) {
	s.line("")
	if doc != "" {
		s.line("---%s", contract.Clean(doc, 0))
	}
}

func (s *stubs) me(fields []contract.FieldSpec) {
	s.gap("What you are and have. It can only be read.")
	s.line("---@class (exact) Me")
	for _, f := range fields {
		s.line("---@field %s %s%s", f.Name, typed(&f), trailing(f.Doc))
	}
	if len(fields) == 0 {
		s.line("---@field [string] any")
	}
}

func (s *stubs) verb(v *contract.VerbSpec) {
	s.gap(v.Doc)
	names := make([]string, len(v.Args))
	for i, a := range v.Args {
		names[i] = a.Name
		optional := ""
		if v.MayOmit(a) {
			optional = "?"
		}
		s.line("---@param %s%s %s", a.Name, optional, argument(&a))
	}
	if v.Kind == contract.Sense {
		s.line("---@return %s", answer(v.Answer))
	} else {
		s.line("---@return boolean ok")
		s.line("---@return %s why%s", whys(v), trailing(meanings(v)))
		s.line("---@return integer n")
	}
	s.line("function %s(%s) end", v.Name, strings.Join(names, ", "))
}

// whys returns the type of the refusal words of an action: which they are, where it declares them.
func whys(v *contract.VerbSpec) string {
	if len(v.Whys) == 0 {
		return "string|nil"
	}
	var words []string
	for _, w := range v.Whys {
		words = append(words, fmt.Sprintf("%q", w.Word))
	}
	for _, w := range contract.OwnWhys() {
		words = append(words, fmt.Sprintf("%q", w))
	}
	return strings.Join(append(words, "nil"), "|")
}

func meanings(v *contract.VerbSpec) string {
	var all []string
	for _, w := range v.Whys {
		if w.Meaning != "" {
			all = append(all, w.Word+": "+w.Meaning)
		}
	}
	return strings.Join(all, "; ")
}

func trailing(doc string) string {
	if doc == "" {
		return ""
	}
	return " # " + contract.Clean(doc, 0)
}

func argument(a *contract.ArgSpec) string {
	switch a.Type {
	case contract.ArgName:
		if a.Kind != "" && a.Kind != a.Name {
			return "string # a " + a.Kind + " that you know"
		}
		return "string"
	case contract.ArgCount:
		return `integer|"all"`
	case contract.ArgNumber:
		return "number"
	case contract.ArgText:
		return "string"
	}
	return "any"
}

func answer(f *contract.FieldSpec) string {
	if f == nil {
		return "any"
	}
	return typed(f)
}

// typed returns the type of a field.
func typed(f *contract.FieldSpec) string {
	of := "any"
	if len(f.Of) > 0 {
		parts := make([]string, len(f.Of))
		for i := range f.Of {
			parts[i] = f.Of[i].Name + ": " + typed(&f.Of[i])
		}
		of = "{" + strings.Join(parts, ", ") + "}"
	}
	text := "any"
	switch f.Type {
	case "number", "boolean":
		text = f.Type
	case "text":
		text = "string"
	case "list":
		text = of + "[]"
	case "map":
		text = "table<string, " + of + ">"
	case "table":
		if text = of; of == "any" {
			text = "table"
		}
	}
	if f.Maybe {
		text += "|nil"
	}
	return text
}

// annotations of one of the SDK's words. What is not a name or a text for a person is said by types.
func annotations(word string) []string {
	switch word {
	case "wait":
		return []string{"---@param seconds number"}
	case "say", "alert", "note":
		return []string{"---@param text string"}
	case "print":
		return []string{"---@param ... any"}
	case "stop":
		return []string{"---@param why? string"}
	case "must":
		return []string{"---@generic T", "---@param ok T", "---@param why? string", "---@param n? integer",
			"---@return T ok", "---@return string? why", "---@return integer? n"}
	case "run":
		return []string{"---@param name string", "---@return any ..."}
	case "forget":
		return []string{"---@param name string"}
	case "now":
		return []string{"---@return string"}
	case "mem":
		return []string{"---@type table<string|integer, any>"}
	case "me":
		return []string{"---@type Me"}
	}
	return nil
}

// word writes one of the SDK's words. Events are the game's, which hand over anything; the SDK's own hand over texts.
func (s *stubs) word(w contract.WordSpec, events []contract.EventSpec) {
	s.gap(w.Doc)
	if w.Name == "on" {
		s.handlers(contract.BuiltinEvents(), "string")
		s.handlers(events, "any")
		s.line("function on(event, fn) end")
		return
	}
	lines := annotations(w.Name)
	for _, line := range lines {
		s.line("%s", line)
	}
	if w.Value {
		s.line("%s = {}", w.Name)
		return
	}
	var params []string
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "---@param "); ok {
			name, _, _ := strings.Cut(rest, " ")
			params = append(params, strings.TrimSuffix(name, "?"))
		}
	}
	s.line("function %s(%s) end", w.Name, strings.Join(params, ", "))
}

func (s *stubs) handlers(events []contract.EventSpec, argument string) {
	for _, e := range events {
		args := make([]string, len(e.Args))
		for i, name := range e.Args {
			args[i] = name + ": " + argument
		}
		s.line("---@overload fun(event: %q, fn: fun(%s)|nil)", e.Name, strings.Join(args, ", "))
	}
}
