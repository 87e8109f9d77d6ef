package rules

import (
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// variable is a local or a global of a script, with what is known of it.
type variable struct {
	local  *syntax.Variable // nil for a global
	global *syntax.Global   // nil for a local
	defs   []def            // the places of the script that give it a value
	hidden bool             // the world defines it, or a saved script or a table access may set it: defs says nothing

	// Of a global that the script itself never assigns, so that it means what the world says: its name and what that is.
	name    string
	verb    *contract.VerbSpec
	word    *contract.WordSpec
	defined bool   // it means something
	effect  effect // of calling it, where it does

	kind      kind // once asked
	kindKnown bool
	outcome   *outcome // once asked
	resulting bool     // it was
}

// use is a name where it stands.
type use struct {
	site *site
	of   *variable
}

// reads returns where a variable is read.
func (v *variable) reads() []*syntax.Ident {
	if v.local != nil {
		return v.local.Reads
	}
	return v.global.Reads
}

// findVariables brings names, variables and what gives them values together.
func (s *Script) findVariables() {
	idents := s.sorted[classIdent]
	s.uses = make(map[*syntax.Ident]*use, len(idents))
	uses := make([]use, len(idents))
	for i, site := range idents {
		uses[i].site = site
		s.uses[site.Node.(*syntax.Ident)] = &uses[i]
	}
	locals, globals := s.Scopes.Variables, s.Scopes.Globals
	s.locals = make(map[*syntax.Name]*variable, len(locals))
	s.globals = make(map[string]*variable, len(globals))
	all := make([]variable, len(locals)+len(globals))
	first := make([]def, len(all)) // most are given one value
	for i := range all {
		v := &all[i]
		v.defs = first[i : i : i+1]
		if i < len(locals) {
			v.local = locals[i]
			s.locals[v.local.Name] = v
			s.usedAs(v, v.local.Reads)
			s.usedAs(v, v.local.Writes)
		} else {
			v.global = globals[i-len(locals)]
			s.globals[v.global.Name] = v
			s.usedAs(v, v.global.Reads)
			s.usedAs(v, v.global.Writes)
		}
	}
	s.findDefs()
	s.findOpenings()
	for i := range all[len(locals):] {
		s.findMeaning(&all[len(locals)+i])
	}
}

func (s *Script) usedAs(v *variable, ids []*syntax.Ident) {
	for _, id := range ids {
		s.uses[id].of = v
	}
}

// findMeaning finds out what a global means to the world.
func (s *Script) findMeaning(v *variable) {
	name := v.global.Name
	defined := s.World.defines(name)
	v.hidden = defined || s.openWorld || s.saved || s.ownKeys[name]
	if s.assigns(name) {
		return
	}
	v.name, v.verb, v.word, v.defined = name, s.World.verb(name), s.World.word(name), defined
	if defined {
		v.effect = s.World.effect(name)
	}
}

// variableOf returns the variable that an expression names; nil where it is no name.
func (s *Script) variableOf(e syntax.Expr) *variable {
	id, ok := e.(*syntax.Ident)
	if !ok {
		return nil
	}
	return s.uses[id].of
}

// defsOf returns the variable of a name with all places that give it its value, and false where there may be others: the
// name is one that the world defines, a saved script or a table access may set it, or the expression is no name.
func (s *Script) defsOf(e syntax.Expr) (v *variable, defs []def, all bool) {
	v = s.variableOf(e)
	switch {
	case v == nil || v.hidden:
		return nil, nil, false
	case v.global != nil && len(v.global.Writes) == 0:
		return v, nil, false
	}
	return v, v.defs, true
}

// globalName returns the name of a global that the script itself never assigns, so that it means what the world says; ""
// for every other expression.
func (s *Script) globalName(e syntax.Expr) string {
	if v := s.variableOf(bare(e)); v != nil {
		return v.name
	}
	return ""
}

// verbOf returns the verb that a call calls by its name, or nil.
func (s *Script) verbOf(call *syntax.Call) *contract.VerbSpec {
	if v := s.variableOf(bare(call.Fn)); v != nil {
		return v.verb
	}
	return nil
}

// wordOf returns the word of the game's language that a call calls by its name, or nil.
func (s *Script) wordOf(call *syntax.Call) *contract.WordSpec {
	if v := s.variableOf(bare(call.Fn)); v != nil {
		return v.word
	}
	return nil
}

// assigns reports whether the script may set a global of this name: it does so somewhere, or in a way that the tree does
// not show.
func (s *Script) assigns(name string) bool {
	if s.openWorld || s.ownKeys[name] {
		return true
	}
	v := s.globals[name]
	return v != nil && len(v.global.Writes) > 0
}

// findOpenings finds out whether globals may be set in ways other than assigning to their names: as fields of _G, with a
// key that is no literal, by whatever _G is handed on to, or by a saved script.
func (s *Script) findOpenings() {
	s.saved = s.globals["run"] != nil
	all := s.globals["_G"]
	if all == nil {
		return
	}
	s.ownKeys = map[string]bool{}
	s.openWorld = len(all.global.Writes) > 0
	for _, id := range all.global.Reads {
		site := s.siteOf(id)
		switch p := site.Parent.Node.(type) {
		case *syntax.Index:
			key, literal := p.Key.(*syntax.String)
			switch {
			case p.X != site.Node, !literal && site.Parent.Target:
				s.openWorld = true
			case literal && site.Parent.Target:
				s.ownKeys[key.Value] = true
			}
			continue
		case *syntax.Call:
			if s.onlyLooksAtGlobals(p.Fn) {
				continue
			}
		}
		s.openWorld = true
	}
}

// onlyLooksAtGlobals reports whether a function that is given _G sets nothing in it.
func (s *Script) onlyLooksAtGlobals(fn syntax.Expr) bool {
	v := s.variableOf(bare(fn))
	if v == nil || v.global == nil || s.assigns(v.global.Name) {
		return false
	}
	switch v.global.Name {
	case "pairs", "next", "type", "tostring", "rawget", "rawlen", "print":
		return true
	}
	return false
}
