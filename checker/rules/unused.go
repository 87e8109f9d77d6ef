package rules

import (
	"fmt"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// Unused finds locals that nothing reads.
func Unused() *Rule {
	return &Rule{
		Code:     "unused",
		Severity: contract.SeverityWarning,
		Summary:  "a local that nothing reads",
		Doc: `
A local or local function that nothing reads is a misspelling, or was forgotten. Parameters, loop variables, names that
begin with ` + "`_`" + `, results of calls, and locals declared together of which one is read are let be:

` + "```lua" + `
local function haul() drop("all") end    -- never called
local target = 10                        -- never read
local ok, why, n = dig(3)                -- sound, when n is read
local log = {} log.first = me.gold       -- filled and never read
` + "```" + `
`,
		Run: func(p *Pass) {
			if p.Chunk.Partial {
				return // what is missing may matter
			}
			misspelt := p.unknownGlobals(contract.MaxErrors)
			for site := range every[syntax.Stmt](p.Script) {
				switch n := site.Node.(type) {
				case *syntax.Local:
					unusedLocals(p, n, misspelt)
				case *syntax.LocalFunction:
					v := p.Scopes.Declared(n.Name)
					if p.onlyInside(v, n.Func) && !strings.HasPrefix(v.Name.Text, "_") && contract.Nearest(v.Name.Text, misspelt) == "" {
						message, hint := p.World.neverCalled(v.Name.Text, "call it, or leave it out")
						p.find(n.Name, message, hint)
					}
				}
			}
		},
	}
}

// onlyInside reports whether a function is used by nothing but itself.
func (s *Script) onlyInside(v *syntax.Variable, f *syntax.Function) bool {
	fn := s.siteOf(f)
	for _, id := range v.Reads {
		if !fn.holds(s.siteOf(id)) {
			return false
		}
	}
	return true
}

func unusedLocals(p *Pass, n *syntax.Local, misspelt []string) {
	for _, value := range n.Values {
		if multiple(value) && !p.pure(value) {
			return
		}
	}
	filled := false
	for _, name := range n.Names {
		v := p.Scopes.Declared(name)
		// In a script with mistakes a slip may be what hides the reading.
		filled = len(n.Names) == 1 && len(v.Reads) > 0 && len(p.Syntax) == 0 && p.onlyFilled(v, n)
		if len(v.Reads) > 0 && !filled || strings.HasPrefix(name.Text, "_") {
			return
		}
	}
	name := n.Names[0]
	if contract.Nearest(name.Text, misspelt) != "" {
		return // it is read under another name, and unknown-word tells it
	}
	if len(n.Values) == 1 && literalKind(n.Values[0]) == kindFunction {
		message, hint := p.World.neverCalled(name.Text, "call it, or leave it out")
		p.find(name, message, hint)
		return
	}
	if filled {
		p.find(name, fmt.Sprintf("the table %s is filled and never read", show(name.Text)), "use it, or leave it out")
		return
	}
	p.find(name, fmt.Sprintf("the local %s is never read", show(name.Text)), "use it, or leave it out")
}

// onlyFilled reports whether a local holds nothing but tables that the script makes empty for it, and is used for nothing but
// to set fields of them. A table that comes from elsewhere may be read there, and one that begins with entries is let be.
func (s *Script) onlyFilled(v *syntax.Variable, n *syntax.Local) bool {
	for _, value := range n.Values {
		if !emptyTable(value) {
			return false
		}
	}
	for _, id := range v.Writes {
		assign, ok := s.siteOf(id).Parent.Node.(*syntax.Assign)
		if !ok || len(assign.Targets) != 1 || len(assign.Values) != 1 {
			return false
		}
		if !emptyTable(assign.Values[0]) {
			return false
		}
	}
	for _, id := range v.Reads {
		field := s.siteOf(id).Parent
		if index, ok := field.Node.(*syntax.Index); !ok || index.X != syntax.Expr(id) || !field.Target {
			return false
		}
	}
	return len(n.Values)+len(v.Writes) > 0
}

func emptyTable(e syntax.Expr) bool {
	table, ok := e.(*syntax.Table)
	return ok && len(table.Fields) == 0
}

// pure reports whether a call only asks, so that nobody makes it for its effect.
func (s *Script) pure(e syntax.Expr) bool {
	call, ok := e.(*syntax.Call)
	if !ok {
		return false
	}
	verb := s.verbOf(call)
	return verb != nil && verb.Kind == contract.Sense
}
