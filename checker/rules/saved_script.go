package rules

import (
	"slices"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// SavedScript finds calls of scripts that are not saved.
func SavedScript() *Rule {
	return &Rule{
		Code:     "saved-script",
		Severity: contract.SeverityError,
		Summary:  "a call of a script that is not saved",
		Doc: `
` + "`run(\"farm\")`" + ` calls a script that was saved by the run tool's ` + "`name`" + `. Checked from the command line, a script is
checked for a fresh agent, who has none.
`,
		Run: func(p *Pass) {
			for _, call := range every[*syntax.Call](p.Script) {
				if len(call.Args) == 0 || p.wordOf(call) == nil || p.wordOf(call).Name != "run" {
					continue
				}
				name, ok := bare(call.Args[0]).(*syntax.String)
				if !ok || slices.Contains(p.World.Saved, name.Value) {
					continue
				}
				p.Report(Finding{
					Span:    name.Span,
					Message: "no script is saved as " + quote(name.Value),
					Suggest: func() string { return suggestSaved(p.World.Saved, name.Value) },
				})
			}
		},
	}
}

func suggestSaved(saved []string, name string) string {
	if len(saved) == 0 {
		return "nothing is saved; the run tool's name saves a script"
	}
	names := "saved: " + joined(saved)
	if near := contract.Nearest(name, saved); near != "" {
		return "write run(" + quote(near) + "); " + names
	}
	return names
}
