package rules

import (
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// UnknownName finds names of the game that the agent does not know.
func UnknownName() *Rule {
	return &Rule{
		Code:     "unknown-name",
		Severity: contract.SeverityError,
		Summary:  "a name of a place, a thing or the like that this agent does not know",
		Doc: `
A verb that takes a name takes one that the agent knows. A name that it does not know and a name that does not exist are
told in the same words:

` + "```lua" + `
go("shakc")    -- "shack" is meant
` + "```" + `

It is a warning where the script can act or wait before the call, as the world may have taught the name by then, and where
the script only asks a sense whether it knows the name.
`,
		Run: func(p *Pass) {
			for site, call := range every[*syntax.Call](p.Script) {
				verb := p.verbOf(call)
				if verb == nil {
					continue
				}
				for i, arg := range call.Args[:min(len(call.Args), len(verb.Args))] {
					name, ok := bare(arg).(*syntax.String)
					kind := verb.Args[i].Kind
					if !ok || verb.Args[i].Type != contract.ArgName || p.World.Knows(kind, name.Value) {
						continue
					}
					f := Finding{
						Span:    name.Span,
						Message: p.World.Unknown(kind, name.Value),
						Suggest: func() string { return suggestName(p.World, kind, name.Value) },
					}
					if p.flow().pastOf().before(site) || verb.Kind == contract.Sense && onlyAsks(p, site) {
						f.Severity = contract.SeverityWarning
					}
					p.Report(f)
				}
			}
		},
	}
}

// onlyAsks reports whether what a sense answers is only tested.
func onlyAsks(p *Pass, site *site) bool {
	asks, _ := p.asks(site)
	return asks || site.condition()
}

func suggestName(w *World, kind, name string) string {
	known := w.Known(kind)
	if near := contract.Nearest(name, known); near != "" {
		return "write " + quote(near)
	}
	if len(known) == 0 {
		return ""
	}
	quoted := make([]string, len(known))
	for i, k := range known {
		quoted[i] = quote(k)
	}
	return "you know " + list(quoted, "and")
}
