package checker

import (
	"cmp"
	"slices"

	"mystic-sdk/checker/rules"
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// Env is the closed world that a script is checked against. The checker only reads it, so one Env may serve many checks at
// a time as long as its functions may. The zero value is a game without verbs.
type Env struct {
	Verbs     []contract.VerbSpec
	MeFields  []contract.FieldSpec                // none: any field of me may be there
	Events    []contract.EventSpec                // besides the built-in ones of contract
	Globals   []string                            // words that the prelude defines
	Refused   map[string]string                   // besides contract's: word and what to use instead
	Saved     []string                            // names of the agent's saved scripts, the one that this is saved as included
	Synonyms  map[string]string                   // other words for verbs: "mine" is "dig"
	Knows     func(kind, name string) bool        // may be nil: everything is known
	Known     func(kind string) []string          // for the nearest name; may be nil
	Unknown   func(kind, name string) string      // the one line for unknown and nonexistent; nil: `no KIND you know called 'NAME'`
	CountHint func(verb, condition string) string // the loop to suggest; nil or an empty answer: a default
	Look      bool                                // look mode
}

// Result of a check.
type Result struct {
	Diagnostics []contract.Diagnostic // by position; at most contract.MaxErrors errors and contract.MaxWarnings warnings
	Errors      int                   // all of them, the cut ones included
	Warnings    int                   // likewise
	Chunk       *syntax.Chunk         // the tree; fit to compile when Errors is 0, nil where nothing could be made of the text
}

// Check reads a script and runs nothing. A nil Env is the zero one. The answer depends on the script and the Env alone.
func Check(source string, env *Env) *Result {
	result, _ := check(source, env, everyRule())
	return result
}

// check lets some rules read a script.
func check(source string, env *Env, list []*rules.Rule) (*Result, *rules.Script) {
	if env == nil {
		env = &Env{}
	}
	chunk, wrong := syntax.Parse("", source)
	result := &Result{Chunk: chunk}
	if chunk == nil {
		chunk = &syntax.Chunk{Source: source, Body: &syntax.Block{}}
	}
	script := rules.NewScript(env.world(), chunk)
	var found []finding
	pass := &rules.Pass{Script: script, Syntax: wrong}
	pass.Report = func(f rules.Finding) {
		if f.Severity == "" {
			f.Severity = pass.Rule.Severity
		}
		found = append(found, finding{pass.Rule.Code, f})
	}
	for _, pass.Rule = range list {
		pass.Rule.Run(pass)
	}
	result.keep(found)
	return result, script
}

type finding struct {
	code string
	rules.Finding
}

// keep puts findings in order, counts them, and makes diagnostics of as many as a reply shows.
func (r *Result) keep(found []finding) {
	slices.SortStableFunc(found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.Start.Offset, b.Start.Offset), cmp.Compare(a.End.Offset, b.End.Offset))
	})
	for _, f := range found {
		count, most := &r.Errors, contract.MaxErrors
		if f.Severity == contract.SeverityWarning {
			count, most = &r.Warnings, contract.MaxWarnings
		}
		if *count++; *count <= most {
			r.Diagnostics = append(r.Diagnostics, f.diagnostic())
		}
	}
}

// diagnostic cleans both texts, as a game may have put names that its players made into its own.
func (f *finding) diagnostic() contract.Diagnostic {
	hint := f.Hint
	if f.Suggest != nil {
		hint = f.Suggest()
	}
	return contract.Diagnostic{
		Code:      f.code,
		Severity:  f.Severity,
		Line:      f.Start.Line,
		Column:    f.Start.Column,
		EndLine:   f.End.Line,
		EndColumn: f.End.Column,
		Message:   contract.Clean(f.Message, 0),
		Hint:      contract.Clean(hint, 0),
	}
}
