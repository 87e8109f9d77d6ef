package rules

import (
	"fmt"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// LookOnly finds what a look may not do.
func LookOnly() *Rule {
	return &Rule{
		Code:     "look-only",
		Severity: contract.SeverityError,
		Summary:  "an action, a word that acts, or a write to `mem` in a look",
		Doc: `
A script sent with mode ` + "`look`" + ` runs beside the running one and may only ask: senses, ` + "`me`, `print`" + ` and the library. Actions,
` + "`wait`, `say`, `on`, `note`, `forget`" + ` and writes to ` + "`mem`" + ` need mode ` + "`run`" + `.
`,
		Run: func(p *Pass) {
			if !p.World.Look {
				return
			}
			for _, call := range every[*syntax.Call](p.Script) {
				lookCall(p, call)
			}
			for site, index := range every[*syntax.Index](p.Script) {
				if site.Target && rootedInMem(p, index.X) {
					lookWrite(p, site)
				}
			}
		},
	}
}

const lookHint = "leave it out, or use mode run"

func lookCall(p *Pass, call *syntax.Call) {
	if verb := p.verbOf(call); verb != nil && verb.Kind == contract.Action {
		p.find(call, verb.Name+" is an action; a look only asks", lookHint)
		return
	}
	if word := p.wordOf(call); word != nil && word.Acts {
		p.find(call, fmt.Sprintf("%s does something; a look only asks", word.Name), lookHint)
		return
	}
	if len(call.Args) > 0 && writes(p, call.Fn) && rootedInMem(p, call.Args[0]) {
		lookWrite(p, call)
	}
}

func lookWrite(p *Pass, n syntax.Node) {
	p.find(n, "this writes to mem; a look only asks", lookHint)
}

// writes reports whether a function of the library changes the table that it is given first.
func writes(p *Pass, fn syntax.Expr) bool {
	if p.globalName(fn) == "rawset" {
		return true
	}
	index, ok := bare(fn).(*syntax.Index)
	if !ok || p.globalName(index.X) != "table" {
		return false
	}
	key, ok := index.Key.(*syntax.String)
	if !ok {
		return false
	}
	switch key.Value {
	case "insert", "remove", "sort":
		return true
	}
	return false
}

// rootedInMem reports whether an expression is mem or leads from it through its fields.
func rootedInMem(p *Pass, e syntax.Expr) bool {
	for range maxPath {
		p.visits++
		index, ok := bare(e).(*syntax.Index)
		if !ok {
			return p.globalName(e) == "mem"
		}
		e = index.X
	}
	return false
}
