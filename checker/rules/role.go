package rules

import (
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// role is what a script does with a name, and so what may have been meant by one that means nothing: a guess that could
// not stand there misleads.
type role uint8

const (
	called  role = iota // x(…): something to call
	indexed             // x.y or x:y(…): something with fields
	handed              // y = x, {x}, pcall(x): a value or something to call
	read                // all else: a value
)

func (s *Script) roleOf(use *site) role {
	switch p := use.Parent.Node.(type) {
	case *syntax.Call:
		if p.Fn == use.Node {
			return called
		}
	case *syntax.Index:
		if p.X == use.Node {
			return indexed
		}
	case *syntax.MethodCall:
		if p.X == use.Node {
			return indexed
		}
	case *syntax.Unary:
		return read
	}
	switch p := use.Logic.Parent.Node.(type) {
	case *syntax.Local, *syntax.Assign, *syntax.Return, *syntax.Field, *syntax.MethodCall:
		return handed
	case *syntax.Call:
		if s.takesFunctions(p) {
			return handed
		}
	}
	return read
}

// takesFunctions reports whether a function may be among the arguments of a call.
func (s *Script) takesFunctions(call *syntax.Call) bool {
	if table, name := s.libraryFunction(call.Fn); table != "" {
		return table == "coroutine" || table == "table" && name == "sort" || table == "string" && name == "gsub"
	}
	name := s.globalName(call.Fn)
	switch {
	case name == "":
		return true
	case s.World.verb(name) != nil:
		return false
	case s.World.word(name) != nil:
		return name == "on" || name == "must"
	case s.World.Prelude[name]:
		return true
	case s.World.Library[name]:
		return name == "pcall" || name == "xpcall"
	}
	return false
}

// libraryFunction returns the table and the name of a function of the library that is written with its table, else "".
func (s *Script) libraryFunction(e syntax.Expr) (table, name string) {
	index, ok := bare(e).(*syntax.Index)
	if !ok {
		return "", ""
	}
	key, ok := index.Key.(*syntax.String)
	if table = s.globalName(index.X); !ok || s.World.Tables[table] == nil {
		return "", ""
	}
	return table, key.Value
}

// fits reports whether what the world calls by a name can stand in a role.
func (w *World) fits(name string, r role) bool {
	word := w.word(name)
	switch {
	case w.Prelude[name], r == handed:
		return true
	case word != nil && word.Value, w.Tables[name] != nil:
		return r == indexed || r == read && w.Tables[name] == nil
	}
	return r == called
}

// candidates returns the names that may be meant at a place, the likeliest first.
func (s *Script) candidates(use *site, r role) []string {
	w := s.World
	var all []string
	if r == called {
		all = append(all, w.Names...)
	}
	at := use.Range().Start.Offset
	for _, v := range s.Scopes.Variables {
		if v.Visible.Start.Offset <= at && at < v.Visible.End.Offset && r.takes(s.kindOfVariable(s.locals[v.Name], maxDepth)) {
			all = append(all, v.Name.Text)
		}
	}
	for _, g := range s.Scopes.Globals {
		if len(g.Writes) > 0 && r.takes(s.kindOfVariable(s.globals[g.Name], maxDepth)) {
			all = append(all, g.Name)
		}
	}
	if r != called {
		for _, f := range w.Me {
			if r != indexed || f.Type != "number" && f.Type != "boolean" {
				all = append(all, f.Name)
			}
		}
	}
	if r == handed {
		all = append(all, w.Names...)
	}
	for _, word := range contract.Words() {
		if word.Value == (r != called) {
			all = append(all, word.Name)
		}
	}
	all = append(all, sorted(w.Prelude)...)
	switch r {
	case called:
		all = append(all, sorted(w.Library)...)
	case indexed:
		all = append(all, sorted(w.Tables)...)
	}
	return all
}

// takes reports whether a variable of a kind can stand in a role.
func (r role) takes(k kind) bool {
	switch k {
	case "":
		return true
	case kindNil:
		return false
	case kindFunction:
		return r == called || r == handed
	case kindTable:
		return r != called
	case kindText:
		return r != called
	}
	return r == read || r == handed
}

// near is contract.Nearest without what two characters make near: of such a word only one of them would be left.
func near(word string, candidates []string) string {
	if len(word) == 2 {
		candidates = slices.DeleteFunc(slices.Clone(candidates), func(c string) bool {
			return len(c) == 2 && !sameLetters(word, c)
		})
	}
	return contract.Nearest(word, candidates)
}

// sameLetters reports whether two words of two letters are the same but for case and order.
func sameLetters(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return a == b || a == b[1:]+b[:1]
}
