package rules

import (
	"fmt"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// UnknownWord finds names that mean nothing.
func UnknownWord() *Rule {
	return &Rule{
		Code:     "unknown-word",
		Severity: contract.SeverityError,
		Summary:  "a name that means nothing here, or a `why` word that the verb never gives",
		Doc: `
A name must be a verb of the game, a word of the game's language, part of the Lua library, or a variable that the script
sets itself somewhere. Fields of the library's tables (` + "`string.foo`" + `) and of ` + "`me`" + ` must exist too, and a refusal word that a
script compares with must be one that the verb can give:

` + "```lua" + `
digg(3)                              -- unknown: dig is meant
local ok, why = drop(3)
if why == "shrot" then dig(3) end    -- drop never gives it: "short" is meant
` + "```" + `

Asking whether a name exists is no mistake: ` + "`x == nil`, `type(x)`, `x or y` and `if x then x() end`" + ` are let be. In a script
that calls saved scripts with ` + "`run`" + ` an unknown name is a warning, as a saved script may set it.
`,
		Run: func(p *Pass) {
			unknownGlobals(p)
			unknownFields(p)
			unknownWhys(p)
		},
	}
}

// unknown reports whether a global means nothing anywhere in the script.
func (s *Script) unknown(g *syntax.Global) bool {
	if _, refused := s.World.Refused[g.Name]; refused {
		return false
	}
	return !s.World.defines(g.Name) && !s.assigns(g.Name) && !s.leftOut(g.Name)
}

// unknownGlobals returns the names of the first globals that mean nothing.
func (s *Script) unknownGlobals(most int) []string {
	var names []string
	for _, g := range s.Scopes.Globals {
		if len(names) < most && s.unknown(g) {
			names = append(names, g.Name)
		}
	}
	return names
}

func unknownGlobals(p *Pass) {
	for _, g := range p.Scopes.Globals {
		if p.unknown(g) {
			p.unknownGlobal(g)
		}
	}
}

func (p *Pass) unknownGlobal(g *syntax.Global) {
	for _, use := range p.needed(p.readsOf(g)) {
		f := Finding{
			Span:    use.Range(),
			Message: "unknown word " + show(g.Name),
			Suggest: func() string { return suggestWord(p.Script, use, g.Name) },
		}
		if p.saved && !p.beforeRun(use, g.Name) {
			f.Severity = contract.SeverityWarning
			f.Message += ", unless a script called with run sets it"
		}
		p.Report(f)
	}
}

// readsOf returns where a global is read, in the order of the text.
func (s *Script) readsOf(g *syntax.Global) []*site {
	sites := make([]*site, len(g.Reads))
	for i, id := range g.Reads {
		sites[i] = s.siteOf(id)
	}
	return sites
}

// beforeRun reports whether no saved script can have set an unknown name by the time that it is used: it is what run or
// forget is given, and either a script is saved under that very name, or nothing else in the text names run.
func (s *Script) beforeRun(use *site, name string) bool {
	if s.namesSaved(use, name) {
		return true
	}
	call, i := use.argument()
	return call != nil && i >= 0 && s.globalName(call.Fn) == "run" && len(s.Scopes.Global("run").Reads) == 1
}

func unknownFields(p *Pass) {
	uses := map[string][]*site{}
	var order []string
	for site, index := range every[*syntax.Index](p.Script) {
		key, ok := index.Key.(*syntax.String)
		if !ok || site.Target {
			continue
		}
		table := p.globalName(index.X)
		if table == "" || !p.lacks(table, key.Value) {
			undeclaredField(p, site, index, key.Value)
			continue
		}
		name := table + "." + key.Value
		if uses[name] == nil {
			order = append(order, name)
		}
		uses[name] = append(uses[name], site)
	}
	for _, name := range order {
		table, key, _ := strings.Cut(name, ".")
		for _, use := range p.needed(uses[name]) {
			p.Report(Finding{
				Span:    use.Range(),
				Message: fmt.Sprintf("'%s' has no field %s", table, show(key)),
				Suggest: func() string { return suggestField(p.Script, table, key) },
			})
		}
	}
	for _, call := range every[*syntax.MethodCall](p.Script) {
		if table := p.globalName(call.X); table != "" && p.lacks(table, call.Name.Text) {
			p.Report(Finding{
				Span:    call.Name.Span,
				Message: fmt.Sprintf("'%s' has no method %s", table, show(call.Name.Text)),
				Suggest: func() string { return suggestField(p.Script, table, call.Name.Text) },
			})
		}
	}
}

// undeclaredField looks at a field of a table inside me or of what a sense answers.
func undeclaredField(p *Pass, site *site, index *syntax.Index, key string) {
	of := p.shapeOf(index.X)
	if of == nil || of.Type != "table" || len(of.Of) == 0 || field(of.Of, key) != nil || p.stores(key) {
		return
	}
	if asks, _ := p.asks(site); asks || p.globalName(index.X) == "me" {
		return
	}
	table := p.text(index.X)
	if table == "" {
		table = "this"
	} else {
		table = show(table)
	}
	p.Report(Finding{
		Span:    site.Range(),
		Message: fmt.Sprintf("%s has no field %s", table, show(key)),
		Suggest: func() string {
			all := fieldNames(of.Of)
			if meant := near(key, all); meant != "" {
				return "write " + meant
			}
			return "it has " + list(all, "and")
		},
	})
}

// lacks reports whether a table of the world, me or a library, is known not to have a field.
func (s *Script) lacks(table, key string) bool {
	if s.World.Prelude[table] {
		return false
	}
	if table == "me" {
		return s.World.word("me") != nil && len(s.World.Me) > 0 && s.World.meField(key) == nil
	}
	if _, refused := s.World.Refused[table+"."+key]; refused {
		return false
	}
	fields := s.World.Tables[table]
	return fields != nil && s.World.verb(table) == nil && !slices.Contains(fields, key)
}

// unknownWhys compares refusal words with what the verbs declare.
func unknownWhys(p *Pass) {
	for _, cmp := range every[*syntax.Binary](p.Script) {
		if cmp.Op != syntax.Eq && cmp.Op != syntax.Ne {
			continue
		}
		word, ok := bare(cmp.Y).(*syntax.String)
		why := cmp.X
		if !ok {
			word, ok = bare(cmp.X).(*syntax.String)
			why = cmp.Y
		}
		if !ok || word.Value == "" {
			continue
		}
		outcome := p.outcomeOf(why)
		if outcome == nil || outcome.result != 1 {
			continue
		}
		words, all := outcome.whys()
		if !all || slices.Contains(words, word.Value) {
			continue
		}
		p.Report(Finding{
			Span:    word.Span,
			Message: fmt.Sprintf("%s never gives %s", names(outcome.verbs), quote(word.Value)),
			Suggest: func() string { return suggestWhy(word.Value, outcome.verbs, words) },
		})
	}
}

func suggestWhy(word string, verbs []*contract.VerbSpec, words []string) string {
	if near := contract.Nearest(word, words); near != "" {
		return "write " + quote(near)
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return fmt.Sprintf("%s gives %s", names(verbs), list(quoted, "or"))
}
