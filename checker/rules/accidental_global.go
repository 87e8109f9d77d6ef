package rules

import (
	"fmt"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// AccidentalGlobal finds globals that were meant to be locals.
func AccidentalGlobal() *Rule {
	return &Rule{
		Code:     "accidental-global",
		Severity: contract.SeverityWarning,
		Summary:  "a global that one function alone sets and uses, or that nothing reads",
		Doc: `
A variable without ` + "`local`" + ` is a global of the run. One that a single function sets before it uses it was meant to be a
local; one that is set and never read is a misspelling or left over, and a function that is never called was forgotten:

` + "```lua" + `
local function haul()
  load = me.gold      -- local load
  drop(load)
end
function main() haul() end    -- and nothing calls main
` + "```" + `

What is to be kept for the next run goes into ` + "`mem`" + `.
`,
		Run: func(p *Pass) {
			if p.Scopes.Global("_G") != nil || p.saved || p.Chunk.Partial {
				return // what the tree does not show may use the globals
			}
			var unread []*syntax.Global
			told := map[*site]bool{}
			for _, g := range p.Scopes.Globals {
				switch {
				case len(g.Writes) == 0 || p.World.defines(g.Name):
				case len(g.Reads) > 0:
					oneFunction(p, g, told)
				case len(g.Writes) == 1:
					unread = append(unread, g)
				}
			}
			// One is a slip. Several, or one in a script that does nothing, are there for another script to use.
			misspelt := p.unknownGlobals(contract.MaxErrors)
			for _, g := range unread {
				if contract.Nearest(g.Name, misspelt) != "" {
					continue // it is read under another name, and unknown-word tells it
				}
				if len(unread) == 1 && p.calls() || begins(g.Name) || p.handles(g) {
					neverRead(p, g)
				}
			}
		},
	}
}

// calls reports whether the main part of a script calls anything.
func (s *Script) calls() bool {
	inMain := func(call *site) bool {
		s.visits++
		return call.Func == nil
	}
	return slices.ContainsFunc(s.sorted[classCall], inMain) || slices.ContainsFunc(s.sorted[classMethod], inMain)
}

// oneFunction looks at a global that is set and read. Of several that one statement sets the first is told.
func oneFunction(p *Pass, g *syntax.Global, told map[*site]bool) {
	first := p.siteOf(g.Writes[0])
	if first.Func == nil || told[first.Parent] || p.readsFirst(g, first) {
		return
	}
	for _, uses := range [...][]*syntax.Ident{g.Writes, g.Reads} {
		for _, id := range uses {
			if p.siteOf(id).Func != first.Func {
				return
			}
		}
	}
	hint := "write local " + g.Name
	if assign, ok := first.Parent.Node.(*syntax.Assign); ok && len(assign.Targets) > 1 {
		hint = asLocals(p.Script, first.Parent, assign)
		told[first.Parent] = true
	} else if first.Loop != nil {
		hint += " before its first use"
	}
	p.find(first, fmt.Sprintf("%s is a global that only this function uses", show(g.Name)), hint)
}

func neverRead(p *Pass, g *syntax.Global) {
	first, def := p.siteOf(g.Writes[0]), p.globalDefs(g)[0]
	if literalKind(def.Value) == kindFunction {
		message, hint := p.World.neverCalled(g.Name, "call it: "+g.Name+"()")
		p.find(first, message, hint)
		return
	}
	hint := "mem." + g.Name + " would keep it; else leave it out"
	if assign, ok := def.At.Node.(*syntax.Assign); ok && len(assign.Targets) > 1 {
		hint = asLocals(p.Script, def.At, assign)
	}
	p.find(first, fmt.Sprintf("%s is set and never read", show(g.Name)), hint)
}

// handles reports whether a global is a function that is called like the handler of an event.
func (s *Script) handles(g *syntax.Global) bool {
	return s.World.eventMeant(g.Name) != nil && literalKind(s.globalDefs(g)[0].Value) == kindFunction
}

// asLocals tells to make the globals that one statement sets its locals. Where one of them is used elsewhere they have to be
// declared before.
func asLocals(s *Script, at *site, assign *syntax.Assign) string {
	names := make([]string, len(assign.Targets))
	inside := true
	for i, target := range assign.Targets {
		id, ok := target.(*syntax.Ident)
		if !ok {
			return "leave out what nothing reads"
		}
		names[i] = contract.Clean(id.Name, maxShown)
		g := s.Scopes.Global(id.Name)
		if s.Scopes.Local(id) != nil || g == nil {
			return "declare it with local before"
		}
		inside = inside && len(g.Writes) == 1 && s.within(at.Parent, g.Reads)
	}
	values := make([]string, len(assign.Values))
	for i, value := range assign.Values {
		values[i] = orDots(s.text(value))
	}
	all := strings.Join(names, ", ")
	if !inside {
		return "write local " + all + " before"
	}
	return "write local " + all + " = " + strings.Join(values, ", ")
}

// within reports whether a block holds all of some names, which stand in the order of the text.
func (s *Script) within(block *site, ids []*syntax.Ident) bool {
	n := len(ids)
	return n == 0 || block.holds(s.siteOf(ids[0])) && block.holds(s.siteOf(ids[n-1]))
}

// begins reports whether a function of a name is one that begins everything, in a script or in another language.
func begins(name string) bool {
	switch name {
	case "main", "start", "begin", "play", "loop":
		return true
	}
	return false
}

// readsFirst reports whether a global may be read before it is written in a call of its function, so that it keeps
// something from one call to the next.
func (s *Script) readsFirst(g *syntax.Global, first *site) bool {
	// The value of an assignment is read before its target is written, though it stands behind it.
	read := s.siteOf(g.Reads[0])
	if read.before(first) || first.Parent.holds(read) {
		return true
	}
	// A write that does not run in every call leaves what was there.
	for up := first.Parent; up != first.Func; up = up.Parent {
		s.visits++
		switch up.Node.(type) {
		case *syntax.If, *syntax.While, *syntax.Repeat, *syntax.NumericFor, *syntax.GenericFor:
			return !up.holds(read)
		}
	}
	return false
}
