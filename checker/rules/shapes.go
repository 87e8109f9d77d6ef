package rules

import (
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// maxPath is the number of steps that shapeOf follows; no game declares deeper fields, and without a bound a chain of
// fields would cost the square of its length.
const maxPath = 8

// shapeOf returns what is declared of a value that me or the answer of a sense leads to: me itself, a field, an element of
// a list or map, through locals that are set once. Nil: nothing is declared.
func (s *Script) shapeOf(e syntax.Expr) *contract.FieldSpec { return s.shape(e, maxPath) }

func (s *Script) shape(e syntax.Expr, steps int) *contract.FieldSpec {
	s.visits++
	if steps == 0 {
		return nil
	}
	switch e := bare(e).(type) {
	case *syntax.Ident:
		v := s.uses[e].of
		if v.name == "me" {
			return &s.me
		}
		if v.local != nil && len(v.local.Writes) == 0 && len(v.defs) == 1 {
			return s.shapeOfDef(&v.defs[0], steps-1)
		}
	case *syntax.Call:
		if verb := s.verbOf(e); verb != nil && verb.Kind == contract.Sense {
			return verb.Answer
		}
	case *syntax.Index:
		return element(s.shape(e.X, steps-1), e.Key)
	}
	return nil
}

// shapeOfDef returns what is declared of the one value of a local: what it is given, or what a loop over a list or map hands
// out.
func (s *Script) shapeOfDef(d *def, steps int) *contract.FieldSpec {
	if d.Value != nil {
		if d.Result > 0 {
			return nil
		}
		return s.shape(d.Value, steps)
	}
	loop, ok := d.At.Node.(*syntax.GenericFor)
	if !ok || d.Result != 1 || len(loop.Values) != 1 {
		return nil
	}
	call, ok := loop.Values[0].(*syntax.Call)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	if name := s.globalName(call.Fn); name != "ipairs" && name != "pairs" {
		return nil
	}
	if of := s.shape(call.Args[0], steps); of != nil && (of.Type == "list" || of.Type == "map") {
		return each(of.Of)
	}
	return nil
}

// stores reports whether the script may store something under a key in some table, so that a table which came without it
// may have it.
func (s *Script) stores(key string) bool {
	if s.stored == nil {
		s.stored = map[string]bool{}
		for site, index := range every[*syntax.Index](s) {
			name, text := index.Key.(*syntax.String)
			switch {
			case !site.Target:
			case text:
				s.stored[name.Value] = true
			case s.kindOf(index.Key) != kindNumber:
				s.storesAny = true
			}
		}
		for _, name := range [...]string{"rawset", "setmetatable"} {
			s.storesAny = s.storesAny || s.Scopes.Global(name) != nil
		}
	}
	return s.storesAny || s.stored[key]
}

// element returns what is declared of the value behind a key.
func element(of *contract.FieldSpec, key syntax.Expr) *contract.FieldSpec {
	if of == nil {
		return nil
	}
	name, text := key.(*syntax.String)
	switch of.Type {
	case "table":
		if text {
			return field(of.Of, name.Value)
		}
	case "list":
		if !text {
			return each(of.Of)
		}
	case "map":
		return each(of.Of)
	}
	return nil
}

// each returns what each element of a list or map is: the one field without a name, or a table of the named ones.
func each(of []contract.FieldSpec) *contract.FieldSpec {
	switch {
	case len(of) == 0:
		return nil
	case len(of) == 1 && of[0].Name == "":
		return &of[0]
	}
	return &contract.FieldSpec{Type: "table", Of: of}
}

// declaredKind returns the kind that a declared type of field is.
func declaredKind(f *contract.FieldSpec) kind {
	if f == nil || f.Maybe {
		return ""
	}
	switch f.Type {
	case "number":
		return kindNumber
	case "text":
		return kindText
	case "boolean":
		return kindBoolean
	case "table", "list", "map":
		return kindTable
	}
	return ""
}
