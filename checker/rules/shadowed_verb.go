package rules

import (
	"fmt"
	"slices"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// ShadowedVerb finds locals that hide a verb, a word or a library which is used in their scope.
func ShadowedVerb() *Rule {
	return &Rule{
		Code:     "shadowed-verb",
		Severity: contract.SeverityWarning,
		Summary:  "a local that hides a verb or word which is then called",
		Doc: `
A local that bears the name of a verb is that local wherever it is visible. Where it holds no function and is called all
the same, the verb was meant:

` + "```lua" + `
local drop = drop(1)
drop(2)                                    -- calls true or false
local table = {}
table.insert(table, 1)                     -- the library is hidden
local function dig(n) return dig(n) end    -- calls itself for ever
` + "```" + `
`,
		Run: func(p *Pass) {
			asked := map[hiding]bool{}
			for site, id := range every[*syntax.Ident](p.Script) {
				v := p.uses[id].of.local
				if v == nil {
					continue
				}
				// What holds of the first use holds of all, so each local is looked through once.
				h, ok := p.hidingUse(site, v)
				if !ok || asked[h] {
					continue
				}
				asked[h] = true
				if message := p.hides(site, h); message != "" {
					p.find(v.Name, message, "give it another name")
				}
			}
		},
	}
}

// hiding is a local that is called where a verb has its name, or whose field is used where a library has its name.
type hiding struct {
	local *syntax.Variable
	field string // "" for a call
}

// hidingUse returns what a use of a local may have been meant for.
func (s *Script) hidingUse(site *site, v *syntax.Variable) (hiding, bool) {
	switch n := site.Parent.Node.(type) {
	case *syntax.Call:
		return hiding{local: v}, n.Fn == site.Node && s.World.what(v.Name.Text) != ""
	case *syntax.Index:
		key, ok := n.Key.(*syntax.String)
		if !ok || n.X != site.Node || site.Parent.Target {
			return hiding{}, false
		}
		return hiding{local: v, field: key.Value}, slices.Contains(s.World.Tables[v.Name.Text], key.Value)
	}
	return hiding{}, false
}

// hides says what a local hides from one use of it, or "".
func (s *Script) hides(site *site, h hiding) string {
	name, line := h.local.Name.Text, site.Range().Start.Line
	switch what := s.World.what(name); {
	case h.field != "" && s.neverHas(h.local, h.field):
		return fmt.Sprintf("the local %s hides the library, whose %s line %d uses", show(name), h.field, line)
	case h.field != "":
		return ""
	case s.neverCallable(h.local):
		return fmt.Sprintf("the local %s hides %s, which line %d calls", show(name), what, line)
	case s.callsItself(site, h.local):
		return fmt.Sprintf("this function hides %s and calls itself for ever in line %d", what, line)
	}
	return ""
}

// neverCallable reports whether a local certainly holds no function.
func (s *Script) neverCallable(v *syntax.Variable) bool {
	for _, d := range s.locals[v.Name].defs {
		s.visits++
		switch s.kindOfDefs([]def{d}, maxDepth) {
		case kindNil, kindBoolean, kindNumber, kindText:
		default:
			return false
		}
	}
	return true
}

// neverHas reports whether a local is always a table made by the script without a key, and the script gives it none.
func (s *Script) neverHas(v *syntax.Variable, key string) bool {
	for _, d := range s.locals[v.Name].defs {
		s.visits++
		table, ok := d.Value.(*syntax.Table)
		if !ok {
			return false
		}
		for _, f := range table.Fields {
			s.visits++
			if name, text := f.Key.(*syntax.String); f.Key != nil && (!text || name.Value == key) {
				return false
			}
		}
	}
	// Whatever else is done with the table than using its fields may give it the key.
	for _, id := range v.Reads {
		site := s.siteOf(id)
		n, ok := site.Parent.Node.(*syntax.Index)
		if !ok || n.X != site.Node {
			if !s.onlyRead(site) {
				return false
			}
			continue
		}
		name, text := n.Key.(*syntax.String)
		if site.Parent.Target && (!text || name.Value == key) {
			return false
		}
	}
	return true
}

// onlyRead reports whether a use of a table leaves it as it is, but for its list.
func (s *Script) onlyRead(site *site) bool {
	switch n := site.Parent.Node.(type) {
	case *syntax.Unary:
		return n.Op == syntax.Len
	case *syntax.Call:
		if index, ok := n.Fn.(*syntax.Index); ok {
			id, ok := index.X.(*syntax.Ident)
			return ok && s.Scopes.Local(id) != nil // table.insert(table, x) itself
		}
		switch s.globalName(n.Fn) {
		case "pairs", "ipairs", "print", "type", "tostring":
			return true
		}
	}
	return false
}

// callsItself reports whether a local function calls itself in each round, so that it never returns.
func (s *Script) callsItself(site *site, v *syntax.Variable) bool {
	if v.Kind != syntax.FunctionVar || len(v.Writes) > 0 || site.Func == nil {
		return false
	}
	fn := s.locals[v.Name].defs[0].Value.(*syntax.Function)
	if site.Func.Node != syntax.Node(fn) {
		return false
	}
	for up := site.Parent; up != site.Func; up = up.Parent {
		s.visits++
		switch n := up.Node.(type) {
		case *syntax.If, *syntax.While, *syntax.Repeat, *syntax.NumericFor, *syntax.GenericFor:
			return false
		case *syntax.Binary:
			if n.Op == syntax.And || n.Op == syntax.Or {
				return false
			}
		}
	}
	for before := range below[syntax.Stmt](s, site.Func) {
		if before.first >= site.first {
			break
		}
		switch before.Node.(type) {
		case *syntax.Return:
			if !before.holds(site) {
				return false
			}
		case *syntax.Goto, *syntax.CallStmt:
			if !before.holds(site) && s.mayEnd(before.Node) {
				return false
			}
		}
	}
	return true
}

// mayEnd reports whether a statement may leave the function other than by its end.
func (s *Script) mayEnd(n syntax.Node) bool {
	stmt, ok := n.(*syntax.CallStmt)
	if !ok {
		return true
	}
	call, ok := stmt.Call.(*syntax.Call)
	return !ok || s.World.Library[s.globalName(call.Fn)] || s.wordOf(call) != nil
}
