package rules

import (
	"fmt"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// ChangedWhileIterated finds tables that grow or shrink while a loop goes through them.
func ChangedWhileIterated() *Rule {
	return &Rule{
		Code:     "changed-while-iterated",
		Severity: contract.SeverityWarning,
		Summary:  "a table that grows or shrinks while a loop goes through it",
		Doc: `
A loop over a list from which something is taken leaves out what moved up in its place, and one over a table that gets new
keys meets some of them and not others:

` + "```lua" + `
local jobs = { "dig", "drop", "dig" }
for i, job in ipairs(jobs) do
  if job == "dig" then table.remove(jobs, i) end    -- for i = #jobs, 1, -1 do … end
end
local seen = {}
for name in pairs(seen) do seen["old " .. name] = true end    -- collect in another table first
` + "```" + `

To give a key that is there another value, or nil, is sound, and so is a change behind which the loop is left. A list may
grow at its end where something decides whether it does: that is how one works through a growing list with ` + "`ipairs`" + `.
`,
		Run: func(p *Pass) {
			if p.Chunk.Partial {
				return // what is missing may leave the loop
			}
			open := &openLoops{Pass: p}
			for _, site := range p.all() {
				open.leave(site)
				switch n := site.Node.(type) {
				case *syntax.GenericFor:
					open.enter(site, n)
				case *syntax.CallStmt:
					open.called(site, n)
				case *syntax.Assign:
					open.assigned(site, n)
				}
			}
		},
	}
}

// openLoops are the loops around a place that go through tables, innermost last.
type openLoops struct {
	*Pass
	list []openLoop
}

type openLoop struct {
	*site
	loop  *syntax.GenericFor
	table syntax.Expr // an Ident or Index that the script does not give another value
	list  bool        // by ipairs
}

func (o *openLoops) leave(at *site) {
	for n := len(o.list); n > 0 && at.first >= o.list[n-1].last; n-- {
		o.list = o.list[:n-1]
	}
}

func (o *openLoops) enter(at *site, n *syntax.GenericFor) {
	if len(n.Values) == 0 {
		return
	}
	var table syntax.Expr
	list := false
	switch call := n.Values[0].(type) {
	case *syntax.Call:
		name := o.globalName(call.Fn)
		if name != "pairs" && name != "ipairs" || len(call.Args) != 1 {
			return
		}
		table, list = bare(call.Args[0]), name == "ipairs"
	case *syntax.Ident:
		if o.globalName(call) != "next" || len(n.Values) < 2 {
			return
		}
		table = bare(n.Values[1])
	}
	switch table.(type) {
	case *syntax.Ident, *syntax.Index:
		o.list = append(o.list, openLoop{at, n, table, list})
	}
}

// over returns the innermost loop around a place that goes through a table, or nil: one that is left behind the place is
// none, and one whose table got another value in between is not known.
func (o *openLoops) over(at *site, table syntax.Expr) *openLoop {
	for i := len(o.list) - 1; i >= 0 && i >= len(o.list)-maxPath; i-- {
		loop := &o.list[i]
		o.visits++
		if loop.Func == at.Func && o.sameTable(loop.table, table) {
			if o.flow().lifeOf().leaves(at, loop.site) || o.renewed(loop) {
				return nil
			}
			return loop
		}
	}
	return nil
}

// sameTable reports whether two expressions in one scope are the same table.
func (o *openLoops) sameTable(a, b syntax.Expr) bool {
	b = bare(b)
	if !samePath(a, b, maxPath) {
		return false
	}
	x, y := root(a), root(b)
	return o.Scopes.Local(x) == o.Scopes.Local(y)
}

// root returns the name that a path of fields begins with; nil for anything else.
func root(e syntax.Expr) *syntax.Ident {
	for {
		index, ok := bare(e).(*syntax.Index)
		if !ok {
			id, _ := bare(e).(*syntax.Ident)
			return id
		}
		e = index.X
	}
}

// renewed reports whether the variable of a loop's table is given more than one value.
func (o *openLoops) renewed(loop *openLoop) bool {
	id := root(loop.table)
	if v := o.Scopes.Local(id); v != nil {
		return len(v.Writes) > 0
	}
	return len(o.Scopes.Global(id.Name).Writes) > 1
}

func (o *openLoops) called(at *site, n *syntax.CallStmt) {
	call, ok := n.Call.(*syntax.Call)
	if !ok || len(call.Args) == 0 {
		return
	}
	table, name := o.libraryFunction(call.Fn)
	if table != "table" || name != "insert" && name != "remove" {
		return
	}
	loop := o.over(at, call.Args[0])
	switch {
	case loop == nil:
	case name == "remove":
		o.found(at, loop, "table.remove takes from", removeHint(loop))
	case len(call.Args) == 2 && loop.list && at.Parent.Parent != loop.site:
		// It grows at its end, where something decides it.
	default:
		o.found(at, loop, "table.insert adds to", "collect in another table, and add behind the loop")
	}
}

func removeHint(loop *openLoop) string {
	if loop.list {
		return "go backwards: for i = #t, 1, -1 do … end"
	}
	return "collect what is to go, and take it out behind the loop"
}

func (o *openLoops) assigned(at *site, n *syntax.Assign) {
	for i, target := range n.Targets {
		index, ok := target.(*syntax.Index)
		if !ok || i < len(n.Values) && literalKind(n.Values[i]) == kindNil {
			continue
		}
		if loop := o.over(at, index.X); loop != nil && o.newKey(at, loop, index) {
			o.found(index, loop, "this adds to", "collect in another table, and add behind the loop")
		}
	}
}

// newKey reports whether an assignment is to a key that the table is not known to have: neither the loop's own nor one that
// stands in the script, and not the end of a list where something decides it.
func (o *openLoops) newKey(at *site, loop *openLoop, index *syntax.Index) bool {
	key := bare(index.Key)
	switch n := key.(type) {
	case *syntax.Ident:
		v := o.Scopes.Local(n)
		return v != nil && v.Kind == syntax.LoopVar && v.Name != loop.loop.Names[0] && !loop.list
	case *syntax.Binary:
		length, ok := bare(n.X).(*syntax.Unary)
		if ok && n.Op == syntax.Add && length.Op == syntax.Len && o.sameTable(loop.table, length.X) {
			return !loop.list || at.Parent.Parent == loop.site
		}
		return n.Op == syntax.Concat && !loop.list
	}
	return false
}

func (o *openLoops) found(n syntax.Node, loop *openLoop, what, hint string) {
	text := o.text(loop.table)
	if text == "" {
		text = "the table"
	}
	o.find(n, fmt.Sprintf("%s %s while the loop of line %d goes through it", what, text, loop.Range().Start.Line), hint)
}
