package contract

import (
	"strconv"
	"strings"
)

// VerbKind says what calling a verb does.
type VerbKind string

// The kinds of verb.
const (
	Action VerbKind = "action" // acts on the world and may take ticks; answers ok, why, n
	Sense  VerbKind = "sense"  // asks, changes nothing, takes no time; answers a value or nil
)

// ArgType says what an argument of a verb takes.
type ArgType string

// The types of argument.
const (
	ArgName   ArgType = "name"   // a name of the kind in ArgSpec.Kind, among what the agent knows
	ArgCount  ArgType = "count"  // a whole number >= 1, or "all"
	ArgNumber ArgType = "number" // any number
	ArgText   ArgType = "text"   // any string
)

// ArgSpec describes one argument of a verb.
type ArgSpec struct {
	Name     string
	Type     ArgType
	Kind     string // for ArgName: the kind of name, such as "place"
	Optional bool   // may be left out; a count with a default is optional without it
}

// WhySpec is one word that a verb can refuse with.
type WhySpec struct {
	Word    string
	Meaning string
}

// FieldSpec describes one field of me or of what a sense answers.
type FieldSpec struct {
	Name  string
	Type  string      // "number", "text", "boolean", "table", "list", "map" or "any"
	Maybe bool        // may be nil
	Doc   string      // may be empty
	Of    []FieldSpec // the fields of a table, or of each element of a list or map of tables
}

// VerbSpec is the one declaration of a verb: binding, checker, card line and stubs are derived from it.
type VerbSpec struct {
	Name         string
	Kind         VerbKind
	Instant      bool // an action that always ends at once
	Args         []ArgSpec
	CountDefault int        // what a missing count means; 0: it must be given
	Doc          string     // one sentence for the card
	Whys         []WhySpec  // refusal words; none declared: any may come
	Answer       *FieldSpec // what a sense answers; nil: unknown
	Steps        int        // what a call costs; 0: 200 for an action, 50 for a sense
}

// EventSpec is an event that scripts may handle with on(name, fn).
type EventSpec struct {
	Name string
	Args []string // names of the handler's arguments, for the card
	Doc  string
}

// WordSpec is one of the SDK's own words.
type WordSpec struct {
	Name      string
	Signature string // as the card prints it: "wait(seconds)"
	Doc       string
	Min, Max  int  // number of arguments; Max -1: any
	Value     bool // a table, not a function: mem and me
	Acts      bool // not allowed in look mode
}

// Signature returns how a verb is called, as the card and the checker show it: dig(n=1), go(place), give(to: player, n).
// n=1 says what a missing count means, x? that an argument may be left out, and a type follows where the name does not say
// it.
func (v *VerbSpec) Signature() string {
	args := make([]string, len(v.Args))
	for i, a := range v.Args {
		args[i] = v.argument(a)
	}
	return v.Name + "(" + strings.Join(args, ", ") + ")"
}

// argument is one argument in a signature.
func (v *VerbSpec) argument(a ArgSpec) string {
	if a.Type == ArgCount && v.CountDefault > 0 {
		return a.Name + "=" + strconv.Itoa(v.CountDefault)
	}
	text := a.Name
	if a.Optional {
		text += "?"
	}
	kind := string(a.Type)
	if a.Type == ArgName {
		kind = a.Kind
	}
	if kind == a.Name || kind == "" || a.Type == ArgCount && a.Name == "n" {
		return text
	}
	return text + ": " + kind
}

// Arity returns how few and how many arguments a call of a verb may have.
func (v *VerbSpec) Arity() (min, max int) {
	for i, a := range v.Args {
		if !v.MayOmit(a) {
			min = i + 1
		}
	}
	return min, len(v.Args)
}

// MayOmit says whether an argument of a verb may be left out.
func (v *VerbSpec) MayOmit(a ArgSpec) bool {
	return a.Optional || a.Type == ArgCount && v.CountDefault > 0
}

// Shape returns what a field holds, as the card shows it: number, text or nil, list of {name: text, far: number}.
func (f *FieldSpec) Shape() string {
	var text string
	switch {
	case f.Type == "any" || f.Type == "":
		text = "any value"
	case len(f.Of) == 0:
		text = f.Type
	case f.Type == "list" || f.Type == "map":
		text = f.Type + " of " + fields(f.Of)
	default:
		text = fields(f.Of)
	}
	if f.Maybe {
		text += " or nil"
	}
	return text
}

// fields shows the fields of a table. A single one without a name is what each element is.
func fields(all []FieldSpec) string {
	if len(all) == 1 && all[0].Name == "" {
		return all[0].Shape()
	}
	parts := make([]string, len(all))
	for i := range all {
		parts[i] = all[i].Name + ": " + all[i].Shape()
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
