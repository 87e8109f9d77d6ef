package rules

import (
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// OnceLoop finds loops that never go round twice.
func OnceLoop() *Rule {
	return &Rule{
		Code:     "once-loop",
		Severity: contract.SeverityWarning,
		Summary:  "a loop that never goes round twice",
		Doc: `
A loop whose every way leaves it does its work once at most, and the rest of what it goes through is never looked at:

` + "```lua" + `
for _, t in ipairs(scan()) do
  if t.far < 3 then return t.name else return nil end    -- only the first is looked at: return nil behind the loop
end
while me.gold < 10 do dig(1) break end                   -- if me.gold < 10 then dig(1) end
` + "```" + `

What takes the first of a list or table, ` + "`for k in pairs(t) do return k end`" + `, is let be, and so is a loop that is there to be
left from several places, ` + "`repeat … if done then break end … until true`" + `.
`,
		Run: func(p *Pass) {
			if p.Chunk.Partial {
				return // what is missing may go on
			}
			life := p.flow().lifeOf()
			for _, site := range p.sorted[classLoop] {
				p.visits++
				stmt := site.Node.(syntax.Stmt)
				if !life.once[stmt] || life.dead[stmt] {
					continue
				}
				body := bodyOf(stmt)
				if n := len(body.Stmts); n == 0 || life.dead[body.Stmts[n-1]] || p.leftOnPurpose(site, body) {
					continue // one that is never begun, or a rest of its body that unreachable tells
				}
				p.Report(Finding{Span: firstWord(stmt), Message: "this loop never goes round twice", Hint: onceHint(stmt)})
			}
		},
	}
}

// bodyOf returns the body of a loop.
func bodyOf(stmt syntax.Stmt) *syntax.Block {
	switch n := stmt.(type) {
	case *syntax.While:
		return n.Body
	case *syntax.Repeat:
		return n.Body
	case *syntax.NumericFor:
		return n.Body
	case *syntax.GenericFor:
		return n.Body
	}
	return &syntax.Block{}
}

// leftOnPurpose reports whether a loop is there to be left: it takes what comes first, or is a block that break leaves from
// where something is decided.
func (p *Pass) leftOnPurpose(loop *site, body *syntax.Block) bool {
	switch n := loop.Node.(type) {
	case *syntax.GenericFor:
		switch body.Stmts[len(body.Stmts)-1].(type) {
		case *syntax.Break, *syntax.Return:
			return !p.decides(loop)
		}
		return false
	case *syntax.While:
		return always(n.Cond) && p.decides(loop)
	case *syntax.Repeat:
		return p.decides(loop)
	}
	return false
}

// decides reports whether a break, goto or return stands below a branch of a loop.
func (p *Pass) decides(loop *site) bool {
	for site, stmt := range below[syntax.Stmt](p.Script, loop) {
		switch stmt.(type) {
		case *syntax.Break, *syntax.Return, *syntax.Goto:
			if site.Func == loop.Func && site.Parent.Parent != loop {
				return true
			}
		}
	}
	return false
}

func onceHint(stmt syntax.Stmt) string {
	switch stmt.(type) {
	case *syntax.GenericFor:
		return "leave it only where what is looked for is found, and give up behind the loop"
	case *syntax.Repeat:
		return "leave the loop out"
	}
	return "write if for a single round, or leave the loop only where it is done"
}
