package contract

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
	Acts      bool // not allowed in look mode
}
