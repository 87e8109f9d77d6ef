package rules

import "mystic-sdk/contract"

// SyntaxErrors returns the rules that tell what the parser found, one for each of its codes.
func SyntaxErrors() []*Rule {
	return []*Rule{
		parserRule("syntax", "text that does not parse", `
The script is read as Lua 5.4. A slip with one meaning (`+"`!=`, `+=`, `&&`, `null`"+`) is reported and read as meant, so that
the other mistakes come in the same reply:

`+"```lua"+`
if me.gold != 3 then dig(1) end    -- write ~=
`+"```"),
		parserRule("too-deep", "nesting that is too deep", `
Blocks, brackets and calls nest at most 100 deep, and a function has at most 198 locals. A function of its own for the
inner part helps.`),
		parserRule("too-long", "a script that is too long", `
A script has at most 32768 bytes. Parts can be saved with the run tool's name and called with `+"`run(\"name\")`"+`.`),
		parserRule("constant-assign", "a constant that is assigned again", `
A local declared with `+"`<const>`"+` keeps its value:

`+"```lua"+`
local load <const> = 10
load = 20    -- declare it without <const>
`+"```"),
		parserRule("bad-goto", "a goto or label that cannot be", `
A `+"`goto`"+` jumps to a label of a block around it in the same function, and not into the scope of a local. A label is there
once in a block.`),
	}
}

func parserRule(code, summary, doc string) *Rule {
	return &Rule{
		Code:     code,
		Severity: contract.SeverityError,
		Summary:  summary,
		Doc:      doc,
		Run: func(p *Pass) {
			for _, err := range p.Syntax {
				if err.Code == code {
					p.Report(Finding{Span: err.Span, Message: err.Message, Hint: err.Hint})
				}
			}
		},
	}
}
