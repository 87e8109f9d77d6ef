package rules

import (
	"fmt"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// ConditionAsCount finds conditions where a count or a time is wanted.
func ConditionAsCount() *Rule {
	return &Rule{
		Code:     "condition-as-count",
		Severity: contract.SeverityError,
		Summary:  "a condition where a count or a time is wanted",
		Doc: `
A count says how often, not how long: it is a number or "all". What is to go on while something holds is a loop, and so is
waiting for something:

` + "```lua" + `
dig(me.gold < 10)     -- while me.gold < 10 do if not dig(1) then break end end
wait(me.gold > 3)     -- while not (me.gold > 3) do wait(1) end
` + "```" + `
`,
		Run: func(p *Pass) {
			for _, call := range every[*syntax.Call](p.Script) {
				if verb := p.verbOf(call); verb != nil {
					for i := range min(len(call.Args), len(verb.Args)) {
						if verb.Args[i].Type == contract.ArgCount {
							conditionForCount(p, verb, call, i)
						}
					}
				} else if word := p.wordOf(call); word != nil && word.Name == "wait" && len(call.Args) == 1 {
					conditionForTime(p, call.Args[0])
				}
			}
		},
	}
}

func conditionForCount(p *Pass, verb *contract.VerbSpec, call *syntax.Call, i int) {
	spec, arg := &verb.Args[i], call.Args[i]
	message, condition := asCondition(arg)
	if message == "" {
		return
	}
	p.Report(Finding{
		Span:    arg.Range(),
		Message: fmt.Sprintf("%s wants a count for %s, not %s", verb.Name, spec.Name, message),
		Suggest: func() string { return countLoop(p, verb, call, condition) },
	})
}

// asCondition says how a condition got in place of a number, and returns the condition; "" where the argument is none. The
// condition is nil where it is always the same.
func asCondition(arg syntax.Expr) (message string, condition syntax.Expr) {
	switch e := bare(arg).(type) {
	case *syntax.True, *syntax.False:
		return "true or false", nil
	case *syntax.Function:
		if len(e.Body.Stmts) == 1 {
			if r, ok := e.Body.Stmts[0].(*syntax.Return); ok && len(r.Values) == 1 {
				return "a function", bare(r.Values[0])
			}
		}
		return "a function", nil
	default:
		if isCondition(e) {
			return "a condition", e
		}
	}
	return "", nil
}

func countLoop(p *Pass, verb *contract.VerbSpec, call *syntax.Call, condition syntax.Expr) string {
	if condition == nil {
		return usage(verb)
	}
	text := p.text(condition)
	if text == "" {
		text = "CONDITION"
	}
	if hint := p.World.CountHint(verb.Name, text); hint != "" {
		return hint
	}
	return fmt.Sprintf("while %s do if not %s then break end end", text, onceCall(p, verb, call))
}

// onceCall returns a call with a count of one and its other arguments as they were written; where one is too long to repeat
// it stands by its name.
func onceCall(p *Pass, verb *contract.VerbSpec, call *syntax.Call) string {
	args := make([]string, min(len(verb.Args), len(call.Args)))
	for i := range args {
		if verb.Args[i].Type == contract.ArgCount {
			args[i] = "1"
		} else if args[i] = p.text(call.Args[i]); args[i] == "" {
			args[i] = verb.Args[i].Name
		}
	}
	return verb.Name + "(" + strings.Join(args, ", ") + ")"
}

func conditionForTime(p *Pass, arg syntax.Expr) {
	message, condition := asCondition(arg)
	if message == "" {
		return
	}
	p.Report(Finding{
		Span:    arg.Range(),
		Message: "wait wants a number of seconds, not " + message,
		Suggest: func() string {
			if condition == nil {
				return "write wait(seconds)"
			}
			text := p.text(condition)
			if text == "" {
				text = "CONDITION"
			}
			return fmt.Sprintf("while not (%s) do wait(1) end", text)
		},
	})
}
