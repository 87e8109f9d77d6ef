package rules

import (
	"slices"
	"strconv"
	"strings"

	"mystic-sdk/lua/syntax"
)

// term is an expression in a form that can be compared: two terms with the same key are the same as long as no game time
// passes. What a script can change without that is no term.
type term struct {
	key   string
	roots []string // the senses, fields of me and results that it is made of; none: it is the same in every world
	lit   syntax.Expr
	ok    bool
}

// maxTerm and maxTermNodes are how long a term may be; a longer one is none.
const (
	maxTerm      = 120
	maxTermNodes = 24
)

// term returns an expression as a term.
func (f *flow) term(e syntax.Expr) term {
	left := maxTermNodes
	t := f.termOf(e, &left)
	if len(t.key) > maxTerm {
		return term{}
	}
	return t
}

func (f *flow) termOf(e syntax.Expr, left *int) term {
	f.script.visits++
	if *left--; *left < 0 {
		return term{}
	}
	e = bare(e)
	switch n := e.(type) {
	case *syntax.Number:
		return term{key: strconv.FormatFloat(n.Value, 'g', -1, 64), lit: e, ok: true}
	case *syntax.String:
		return term{key: strconv.Quote(n.Value), lit: e, ok: len(n.Value) <= maxTerm}
	case *syntax.True:
		return term{key: "true", lit: e, ok: true}
	case *syntax.False:
		return term{key: "false", lit: e, ok: true}
	case *syntax.Nil:
		return term{key: "nil", lit: e, ok: true}
	case *syntax.Ident:
		return f.variableTerm(n)
	case *syntax.Index:
		return f.indexTerm(n, left)
	case *syntax.Unary:
		if value, numeral := numberOf(n); numeral {
			return term{key: strconv.FormatFloat(value, 'g', -1, 64), lit: e, ok: true}
		}
		if n.Op == syntax.Len && !f.untouched(n.X) {
			return term{}
		}
		return f.compound(n.Op.String(), "", left, n.X)
	case *syntax.Binary:
		return f.compound("", " "+n.Op.String()+" ", left, n.X, n.Y)
	case *syntax.Call:
		return f.callTerm(n, left)
	case *syntax.MethodCall:
		if f.script.kindOf(n.X) != kindText || !slices.Contains(f.script.World.Tables["string"], n.Name.Text) {
			return term{}
		}
		return f.compound(":"+n.Name.Text, ", ", left, append([]syntax.Expr{n.X}, n.Args...)...)
	}
	return term{}
}

// compound returns the term that an operator or a function makes of others.
func (f *flow) compound(before, between string, left *int, parts ...syntax.Expr) term {
	var keys []string
	whole := term{ok: true}
	size := 0
	for _, part := range parts {
		t := f.termOf(part, left)
		if size += len(t.key); !t.ok || size > maxTerm {
			return term{}
		}
		keys = append(keys, t.key)
		whole.roots = append(whole.roots, t.roots...)
	}
	whole.key = before + "(" + strings.Join(keys, between) + ")"
	if before == "#" {
		whole.key = "#" + keys[0]
	}
	return whole
}

func (f *flow) callTerm(n *syntax.Call, left *int) term {
	s := f.script
	if verb := s.verbOf(n); verb != nil {
		if f.target(n).effect != quiet {
			return term{}
		}
		t := f.compound(verb.Name, ", ", left, n.Args...)
		t.roots = append(t.roots, verb.Name)
		return t
	}
	if word := s.wordOf(n); word != nil {
		return term{key: "now()", roots: []string{"now"}, ok: word.Name == "now"}
	}
	name := f.value(n.Fn, maxDepth).library
	switch table, member, _ := strings.Cut(name, "."); {
	case name == "tostring", name == "tonumber", name == "type":
	case table == "math" && member != "random" && member != "randomseed":
	case table == "string" && member != "gmatch" && member != "gsub":
	default:
		return term{}
	}
	if len(n.Args) == 0 {
		return term{}
	}
	return f.compound(name, ", ", left, n.Args...)
}

// indexTerm returns the term of a field: of me, of what a sense answers, of a local with such a value.
func (f *flow) indexTerm(n *syntax.Index, left *int) term {
	s := f.script
	key := f.termOf(n.Key, left)
	if !key.ok {
		return term{}
	}
	if s.globalName(n.X) == "me" {
		name := "me." + strings.Trim(key.key, `"`)
		return term{key: name, roots: append(key.roots, name), ok: key.lit != nil}
	}
	if !f.untouched(n.X) {
		return term{}
	}
	if name, text := n.Key.(*syntax.String); text && f.script.stores(name.Value) {
		return term{} // perhaps into a table that is in this one
	}
	base := f.termOf(n.X, left)
	if !base.ok || len(base.roots) == 0 {
		return term{}
	}
	return term{key: base.key + "[" + key.key + "]", roots: append(base.roots, key.roots...), ok: true}
}

// untouched reports whether what is in a table can only be what the game put there: the table is none of the script's
// own variables, or one that the script only reads.
func (f *flow) untouched(table syntax.Expr) bool {
	id, ok := bare(table).(*syntax.Ident)
	if !ok {
		return true
	}
	s := f.script
	v, _, all := s.defsOf(id)
	if !all {
		return false
	}
	only, known := f.readOnly[v]
	if !known {
		only = f.onlyReads(v)
		f.readOnly[v] = only
	}
	return only
}

// onlyReads reports whether a script only looks at what is in the table of a variable.
func (f *flow) onlyReads(v *variable) bool {
	for _, id := range v.reads() {
		site := f.script.siteOf(id)
		field := site
		for index, ok := field.Parent.Node.(*syntax.Index); ok && index.X == field.Node; index, ok = field.Parent.Node.(*syntax.Index) {
			f.script.visits++
			field = field.Parent
		}
		if field.Target || !f.onlyLooks(field, field == site) {
			return false
		}
	}
	return true
}

// onlyLooks reports whether what is done with a variable, or with a field of it, leaves the table as it is.
func (f *flow) onlyLooks(at *site, whole bool) bool {
	switch n := at.Parent.Node.(type) {
	case *syntax.Call:
		return n.Fn == at.Node || f.script.justLooks(n) || declaredKind(f.script.shapeOf(at.Node.(syntax.Expr))) != kindTable && !whole
	case *syntax.MethodCall:
		return !whole
	case *syntax.Unary, *syntax.Binary, *syntax.Clause, *syntax.While, *syntax.Repeat, *syntax.NumericFor:
		return true
	}
	return !whole
}

// justLooks reports whether a call leaves the tables that it is given as they are.
func (s *Script) justLooks(n *syntax.Call) bool {
	switch s.globalName(n.Fn) {
	case "pairs", "ipairs", "next", "print", "tostring", "type", "must", "assert", "select":
		return true
	}
	return s.verbOf(n) != nil
}

// variableTerm returns the term of a variable that is given one value in one place: that value if it is a literal, else its
// own.
func (f *flow) variableTerm(id *syntax.Ident) term {
	v, defs, all := f.script.defsOf(id)
	if !all || len(defs) != 1 {
		return term{}
	}
	if t, known := f.terms[v]; known {
		return t
	}
	f.terms[v] = term{} // for a variable that is given something of itself
	t := f.definedTerm(id.Name, &defs[0])
	f.terms[v] = t
	return t
}

func (f *flow) definedTerm(name string, d *def) term {
	if d.Value == nil {
		return term{}
	}
	// Two variables of one name are told apart by where they are made.
	own := term{key: name + "@" + strconv.Itoa(d.At.first), ok: true}
	if call, ok := d.Value.(*syntax.Call); ok && f.script.verbOf(call) != nil && f.target(call).effect == acts {
		own.roots = []string{own.key}
		return own
	}
	if d.Result > 0 {
		return term{}
	}
	switch t := f.term(d.Value); {
	case !t.ok:
		return term{}
	case t.lit != nil:
		return t
	default:
		own.roots = t.roots
		return own
	}
}
