package rules

import (
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// RefusedWord finds words that the sandbox or the game refuses.
func RefusedWord() *Rule {
	return &Rule{
		Code:     "refused-word",
		Severity: contract.SeverityError,
		Summary:  "a word that the sandbox or the game refuses",
		Doc: `
Some of Lua's words are not for scripts: files, the clock of the machine, code made from text. A game may refuse more.
The hint says what to use instead:

` + "```lua" + `
math.randomseed(os.time())    -- os is refused; math.random is seeded already
` + "```" + `

A variable of the script's own may bear such a name.
`,
		Run: func(p *Pass) {
			refusedGlobals(p)
			refusedFields(p)
		},
	}
}

func refusedGlobals(p *Pass) {
	for _, g := range p.Scopes.Globals {
		instead, refused := p.World.Refused[g.Name]
		if refused && !p.World.defines(g.Name) && !p.assigns(g.Name) {
			p.refusedGlobal(g, instead)
		}
	}
}

func (p *Pass) refusedGlobal(g *syntax.Global, instead string) {
	for _, use := range p.needed(p.readsOf(g)) {
		p.Report(Finding{
			Span:    use.Range(),
			Message: show(g.Name) + " is not for scripts",
			Suggest: func() string {
				if hint := suggestScope(p.Script, use, g.Name); hint != "" {
					return hint
				}
				return instead
			},
		})
	}
}

func refusedFields(p *Pass) {
	for site, index := range every[*syntax.Index](p.Script) {
		key, ok := index.Key.(*syntax.String)
		if !ok || site.Target {
			continue
		}
		table := p.globalName(index.X)
		if p.World.Tables[table] == nil {
			continue
		}
		instead, refused := p.World.Refused[table+"."+key.Value]
		if !refused {
			continue
		}
		if asks, _ := p.asks(site); !asks {
			p.find(site, show(table+"."+key.Value)+" is not for scripts", instead)
		}
	}
}
