package rules

import (
	"fmt"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// AssignToWord finds assignments that would take a word of the world away.
func AssignToWord() *Rule {
	return &Rule{
		Code:     "assign-to-word",
		Severity: contract.SeverityError,
		Summary:  "an assignment to a verb, a word, the library, `me` or `mem` itself",
		Doc: `
Verbs, words and the library mean the same in every line of a script: no global of the script may take their names, and
the library's tables and ` + "`me`" + ` cannot be written to. ` + "`mem`" + ` is a table to write into, and stays:

` + "```lua" + `
function dig() end        -- another name, or local function
me.gold = 10              -- me is read-only
mem = { home = "mine" }   -- mem.home = "mine"
` + "```" + `

A local may bear such a name, and then means itself. Words of the game's prelude may be replaced.
`,
		Run: func(p *Pass) {
			for site, id := range every[*syntax.Ident](p.Script) {
				if site.Target && p.uses[id].of.global != nil {
					assignedWord(p, site, id.Name)
				}
			}
			for site, index := range every[*syntax.Index](p.Script) {
				if site.Target {
					assignedField(p, site, index)
				}
			}
			for _, call := range every[*syntax.Call](p.Script) {
				if len(call.Args) > 1 && p.globalName(call.Fn) == "rawset" {
					if name := wordTable(p, call.Args[0]); name != "" && name != "mem" {
						p.find(call, name+" cannot be written to", readOnly(name, call.Args[1]))
					}
				}
			}
		},
	}
}

// what says what a name of the world is; "" for a name that a script may take.
func (w *World) what(name string) string {
	switch {
	case w.Prelude[name]:
		return ""
	case w.verb(name) != nil:
		return "a verb of the game"
	case w.word(name) != nil && w.word(name).Value:
		return "a table of the game's language"
	case w.word(name) != nil:
		return "a word of the game's language"
	case w.Refused[name] != "":
		return ""
	case w.Tables[name] != nil, w.Library[name]:
		return "part of the Lua library"
	}
	return ""
}

func assignedWord(p *Pass, site *site, name string) {
	what := p.World.what(name)
	if what == "" || keeps(site, name) {
		return
	}
	p.find(site, fmt.Sprintf("%s is %s and cannot be assigned", show(name), what), anotherName(site, name))
}

func anotherName(site *site, name string) string {
	switch name {
	case "mem":
		return "write into it: mem.x = …; for k in pairs(mem) do mem[k] = nil end empties it"
	case "me":
		return "use a local of another name"
	}
	if _, function := site.Parent.Node.(*syntax.FunctionStmt); function {
		return fmt.Sprintf("give the function another name: local function my_%s", name)
	}
	return fmt.Sprintf("use a local of another name: local my_%s = …", name)
}

// keeps reports whether an assignment only makes sure that a name of the library is there, under its older or newer name:
// `unpack = table.unpack or unpack`.
func keeps(site *site, name string) bool {
	assign, ok := site.Parent.Node.(*syntax.Assign)
	if !ok || len(assign.Targets) != 1 || len(assign.Values) != 1 {
		return false
	}
	value := bare(assign.Values[0])
	for {
		or, ok := value.(*syntax.Binary)
		if !ok {
			return sameName(value, name)
		}
		if or.Op != syntax.Or || !sameName(or.Y, name) {
			return false
		}
		value = bare(or.X)
	}
}

// sameName reports whether an expression is a name or a field of that name.
func sameName(e syntax.Expr, name string) bool {
	switch e := bare(e).(type) {
	case *syntax.Ident:
		return e.Name == name
	case *syntax.Index:
		key, ok := e.Key.(*syntax.String)
		return ok && key.Value == name
	}
	return false
}

func assignedField(p *Pass, site *site, index *syntax.Index) {
	key, literal := index.Key.(*syntax.String)
	if p.globalName(index.X) == "_G" {
		if literal && p.World.what(key.Value) != "" {
			p.find(site, fmt.Sprintf("%s is %s and cannot be assigned", show(key.Value), p.World.what(key.Value)), anotherName(site, key.Value))
		}
		return
	}
	name := wordTable(p, index.X)
	if name == "" || name == "mem" {
		return
	}
	p.find(site, name+" cannot be written to", readOnly(name, index.Key))
}

// wordTable returns the name of a table of the world that an expression is: me, mem or a library; else "".
func wordTable(p *Pass, e syntax.Expr) string {
	name := p.globalName(e)
	if name == "" || p.World.what(name) == "" {
		return ""
	}
	word := p.World.word(name)
	if word != nil && word.Value || p.World.Tables[name] != nil {
		return name
	}
	return ""
}

func readOnly(name string, key syntax.Expr) string {
	field, ok := key.(*syntax.String)
	switch {
	case name == "me":
		return "me shows what is; keep values of your own in a local, or in mem"
	case ok && field.Value != "" && contract.ValidScriptName(strings.ToLower(field.Value)):
		return "make a local: local " + field.Value + " = …"
	}
	return "make a local"
}
