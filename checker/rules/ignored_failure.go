package rules

import (
	"fmt"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// IgnoredFailure finds actions whose refusal nobody looks at, though something depends on it.
func IgnoredFailure() *Rule {
	return &Rule{
		Code:     "ignored-failure",
		Severity: contract.SeverityWarning,
		Summary:  "an action whose refusal nothing looks at, though a loop, an alert or the next action depends on it",
		Doc: `
An action that is refused raises no error: it gives false, and the script goes on. Where nothing looks, a loop that waits for
what the action should bring never ends, an alert tells what is not so, and the next action is done in the wrong place:

` + "```lua" + `
while me.gold < 10 do dig(1) end        -- if not dig(1) then break end; or must(dig(1))
dig(5) alert("I have five more")        -- if dig(5) then alert("I have five more") end
go("shack") drop("all")                 -- if go("shack") then drop("all") end
` + "```" + `

Only actions that declare why they refuse are told, and only where all of this is in sight: a loop that asks the world alone, has
no other way out, waits for nothing, and does no other action; an alert with a fixed text right behind; behind an action
that takes you to a place, which ` + "`me`" + ` shows under the same word, another whose own outcome is dropped too.
`,
		Run: func(p *Pass) {
			if p.Chunk.Partial {
				return // what is missing may look
			}
			hopefulLoops(p)
			for _, block := range every[*syntax.Block](p.Script) {
				for i, stmt := range block.Stmts[:max(0, len(block.Stmts)-1)] {
					p.visits++
					if first, verb := p.dropped(stmt); first != nil {
						hopefulNext(p, first, verb, block.Stmts[i+1])
					}
				}
			}
		},
	}
}

// dropped returns the call of an action that a statement makes without a look at its outcome, where it can be refused.
func (s *Script) dropped(stmt syntax.Stmt) (*syntax.Call, *contract.VerbSpec) {
	n, ok := stmt.(*syntax.CallStmt)
	if !ok {
		return nil, nil
	}
	call, ok := n.Call.(*syntax.Call)
	if !ok {
		return nil, nil
	}
	verb := s.verbOf(call)
	if verb == nil || verb.Kind != contract.Action || len(verb.Whys) == 0 {
		return nil, nil
	}
	return call, verb
}

// hopefulNext looks at what stands behind an action whose outcome is dropped.
func hopefulNext(p *Pass, first *syntax.Call, verb *contract.VerbSpec, next syntax.Stmt) {
	n, ok := next.(*syntax.CallStmt)
	if !ok {
		return
	}
	call, ok := n.Call.(*syntax.Call)
	if !ok {
		return
	}
	if word := p.wordOf(call); word != nil {
		if text, ok := bare(orNil(call.Args)).(*syntax.String); ok && word.Name == "alert" {
			p.Report(Finding{
				Span:    first.Span,
				Message: fmt.Sprintf("if %s is refused, the alert %s is told all the same", verb.Name, quote(text.Value)),
				Suggest: func() string { return onlyIf(p, first, call) },
			})
		}
		return
	}
	if other, its := p.dropped(next); other != nil && its != verb && p.goesTo(verb) {
		p.Report(Finding{
			Span:    first.Span,
			Message: fmt.Sprintf("if %s is refused, %s is done where you are", verb.Name, its.Name),
			Suggest: func() string { return onlyIf(p, first, other) },
		})
	}
}

// orNil returns the only one of some arguments, or nil, the literal.
func orNil(args []syntax.Expr) syntax.Expr {
	if len(args) != 1 {
		return &syntax.Nil{}
	}
	return args[0]
}

func onlyIf(p *Pass, first, second *syntax.Call) string {
	return fmt.Sprintf("write if %s then %s end", orDots(p.text(first)), orDots(p.text(second)))
}

// goesTo reports whether an action takes the name of something that me shows under the same word: go(place) with me.place.
func (s *Script) goesTo(verb *contract.VerbSpec) bool {
	return slices.ContainsFunc(verb.Args, func(a contract.ArgSpec) bool {
		return a.Type == contract.ArgName && a.Kind != "" && s.World.meField(a.Kind) != nil
	})
}

// hopeful is what is known of a loop whose end depends on actions.
type hopeful struct {
	*site
	verb    *contract.VerbSpec
	call    *syntax.Call // the first one; nil: none
	escapes bool         // it has another way out, does something else too, or is not known
}

// hopefulLoops goes through the loops, each inside those around it.
func hopefulLoops(p *Pass) {
	var open []*hopeful
	closeUpTo := func(at int) {
		for n := len(open); n > 0 && at >= open[n-1].last; n-- {
			loop := open[n-1]
			if open = open[:n-1]; n > 1 {
				outer := open[n-2]
				outer.escapes = outer.escapes || loop.Func != outer.Func || loop.call != nil || loop.escapes
			}
			if !loop.escapes && loop.call != nil {
				p.Report(Finding{
					Span:    loop.call.Span,
					Message: fmt.Sprintf("if %s is refused again and again, this loop never ends", loop.verb.Name),
					Suggest: func() string { return "write if not " + orDots(p.text(loop.call)) + " then break end" },
				})
			}
		}
	}
	for _, site := range p.all() {
		closeUpTo(site.first)
		switch site.Node.(type) {
		case *syntax.While, *syntax.Repeat:
			open = append(open, &hopeful{site: site, escapes: !p.asksWorld(ownCondition(site.Node))})
			continue
		}
		if len(open) > 0 {
			open[len(open)-1].meets(p, site)
		}
	}
	closeUpTo(len(p.sites))
}

// meets looks at one node in a loop.
func (h *hopeful) meets(p *Pass, at *site) {
	switch n := at.Node.(type) {
	case *syntax.Break, *syntax.Return, *syntax.Goto, *syntax.MethodCall:
		h.escapes = true
	case *syntax.Call:
		t := p.flow().target(n)
		if t.effect == quiet {
			return
		}
		stmt, ok := at.Parent.Node.(*syntax.CallStmt)
		if !ok || at.Parent.Parent.Parent != h.site {
			h.escapes = true
			return
		}
		call, verb := p.dropped(stmt)
		switch {
		case call == nil, h.verb != nil && h.verb != verb:
			h.escapes = true
		case h.call == nil:
			h.call, h.verb = call, verb
		}
	}
}

// asksWorld reports whether a condition asks for nothing but what the world changes.
func (p *Pass) asksWorld(e syntax.Expr) bool {
	return p.flow().quiet(e) && asksWorld(p.flow().condition(e))
}

func asksWorld(c *condition) bool {
	if c.a != nil {
		return asksWorld(c.a) && asksWorld(c.b)
	}
	return c.fixed == nil && c.fact.form != unknown && !slices.ContainsFunc(c.fact.roots, func(root string) bool {
		return root == "now" || strings.Contains(root, "@")
	})
}
