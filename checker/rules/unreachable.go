package rules

import (
	"fmt"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// Unreachable finds statements that never run.
func Unreachable() *Rule {
	return &Rule{
		Code:     "unreachable",
		Severity: contract.SeverityWarning,
		Summary:  "a statement that never runs",
		Doc: `
What follows a loop that never ends, or a statement that always leaves, does not run:

` + "```lua" + `
while true do dig(1) end
drop("all")                  -- never reached: break out of the loop first
stop() print("bye")          -- never reached: stop ends the run
` + "```" + `

` + "`do return end`" + ` is let be: it switches off the rest on purpose. So is a ` + "`return`" + ` behind ` + "`stop()`" + ` or ` + "`error(…)`" + `.
`,
		Run: func(p *Pass) {
			if p.Chunk.Partial {
				return // what is missing may matter
			}
			e := &endings{script: p.Script, broken: map[*site]bool{}, blocks: map[*syntax.Block]bool{}, loops: map[syntax.Stmt]*site{}}
			e.find()
			for _, block := range every[*syntax.Block](p.Script) {
				for i, stmt := range block.Stmts[:max(0, len(block.Stmts)-1)] {
					p.visits++
					next := block.Stmts[i+1]
					if harmless(next) || onPurpose(stmt) {
						continue
					}
					if why := e.leaves(stmt); why != "" {
						p.find(next, "this is never reached: "+why, "move it before, or leave it out")
						break
					}
				}
			}
		},
	}
}

// harmless reports whether a statement loses nothing by never running: a label that something jumps to, or a return or
// break that only says once more that it ends here.
func harmless(stmt syntax.Stmt) bool {
	switch stmt.(type) {
	case *syntax.Label, *syntax.Return, *syntax.Break:
		return true
	}
	return false
}

// onPurpose reports whether a statement is the 'do return end' that switches off the rest.
func onPurpose(stmt syntax.Stmt) bool {
	do, ok := stmt.(*syntax.Do)
	if !ok || len(do.Body.Stmts) != 1 {
		return false
	}
	_, ok = do.Body.Stmts[0].(*syntax.Return)
	return ok
}

// endings knows which statements are never left by their end.
type endings struct {
	script *Script
	broken map[*site]bool         // loops that something may leave for what follows them
	blocks map[*syntax.Block]bool // blocks that were looked at: never left by their end
	loops  map[syntax.Stmt]*site
}

// find looks for the loops that can be left.
func (e *endings) find() {
	jumped := map[*site]bool{}
	for site := range every[syntax.Stmt](e.script) {
		switch n := site.Node.(type) {
		case *syntax.While, *syntax.Repeat:
			e.loops[n.(syntax.Stmt)] = site
		case *syntax.Break:
			if site.Loop != nil {
				e.broken[site.Loop] = true
			}
		case *syntax.Goto:
			// Where it jumps to does not matter: a loop with a goto is let be.
			for loop := site.Loop; loop != nil && !jumped[loop]; loop = loop.Loop {
				e.broken[loop], jumped[loop] = true, true
			}
		}
	}
}

// leaves says why what follows a statement is never reached, or "".
func (e *endings) leaves(stmt syntax.Stmt) string {
	e.script.visits++
	line := stmt.Range().Start.Line
	switch n := stmt.(type) {
	case *syntax.Return:
		return fmt.Sprintf("line %d returns", line)
	case *syntax.Break:
		return fmt.Sprintf("line %d leaves the loop", line)
	case *syntax.Goto:
		return fmt.Sprintf("line %d goes elsewhere", line)
	case *syntax.CallStmt:
		call, ok := n.Call.(*syntax.Call)
		if !ok {
			return ""
		}
		switch name := e.script.globalName(call.Fn); {
		case name == "stop" && e.script.World.word(name) != nil:
			return fmt.Sprintf("stop ends the run in line %d", line)
		case name == "error" && e.script.World.Library[name]:
			return fmt.Sprintf("line %d raises an error", line)
		}
	case *syntax.While:
		if always(n.Cond) && !e.broken[e.loops[stmt]] {
			return fmt.Sprintf("the loop of line %d never ends", line)
		}
	case *syntax.Repeat:
		if k := literalKind(n.Cond); (k == kindNil || isFalse(n.Cond)) && !e.broken[e.loops[stmt]] {
			return fmt.Sprintf("the loop of line %d never ends", line)
		}
	case *syntax.Do:
		if e.ends(n.Body) {
			return fmt.Sprintf("the block of line %d leaves", line)
		}
	case *syntax.If:
		if n.Else == nil || !e.ends(n.Else) {
			return ""
		}
		for _, c := range n.Clauses {
			if !e.ends(c.Body) {
				return ""
			}
		}
		return fmt.Sprintf("each branch of line %d leaves", line)
	}
	return ""
}

// ends reports whether the end of a block is never reached.
func (e *endings) ends(b *syntax.Block) bool {
	if known, ok := e.blocks[b]; ok {
		return known
	}
	n := len(b.Stmts)
	known := n > 0 && !onPurpose(b.Stmts[n-1]) && e.leaves(b.Stmts[n-1]) != ""
	e.blocks[b] = known
	return known
}

func always(cond syntax.Expr) bool {
	switch literalKind(cond) {
	case kindNumber, kindText, kindTable, kindFunction:
		return true
	case kindBoolean:
		_, yes := bare(cond).(*syntax.True)
		return yes
	}
	return false
}

func isFalse(e syntax.Expr) bool {
	_, ok := bare(e).(*syntax.False)
	return ok
}
