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
			dead := p.flow().lifeOf().dead
			if len(dead) == 0 {
				return
			}
			for _, block := range every[*syntax.Block](p.Script) {
				for i, stmt := range block.Stmts[:max(0, len(block.Stmts)-1)] {
					p.visits++
					next := block.Stmts[i+1]
					if _, last := stmt.(*syntax.Return); last {
						break // the parser tells that nothing may follow
					}
					if dead[next] && !dead[stmt] && !harmless(next) && !onPurpose(stmt) {
						p.find(next, "this is never reached: "+p.leaves(stmt), "move it before, or leave it out")
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

// leaves says how a statement leaves, behind which nothing is reached.
func (s *Script) leaves(stmt syntax.Stmt) string {
	line := stmt.Range().Start.Line
	switch n := stmt.(type) {
	case *syntax.Break:
		return fmt.Sprintf("line %d leaves the loop", line)
	case *syntax.Goto:
		return fmt.Sprintf("line %d goes elsewhere", line)
	case *syntax.While, *syntax.Repeat, *syntax.NumericFor, *syntax.GenericFor:
		return fmt.Sprintf("the loop of line %d never ends", line)
	case *syntax.Do:
		return fmt.Sprintf("the block of line %d leaves", line)
	case *syntax.If:
		return fmt.Sprintf("each branch of line %d leaves", line)
	case *syntax.CallStmt:
		switch t := s.flow().target(n.Call); t.effect {
		case ends, musts:
			return fmt.Sprintf("%s ends the run in line %d", s.globalName(n.Call.(*syntax.Call).Fn), line)
		case raises, asserts:
			return fmt.Sprintf("line %d raises an error", line)
		}
	}
	return fmt.Sprintf("what line %d calls never returns", line)
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
