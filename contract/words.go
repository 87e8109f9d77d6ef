package contract

// Words returns the SDK's own words, in the order in which the card lists them. The slice is the caller's.
func Words() []WordSpec {
	return []WordSpec{
		{Name: "wait", Signature: "wait(seconds)", Doc: "lets game time pass, up to whole ticks, at least one", Min: 1, Max: 1, Acts: true},
		{Name: "say", Signature: "say(text)", Doc: "others hear it; one a second, 280 characters", Min: 1, Max: 1, Acts: true},
		{Name: "alert", Signature: "alert(text)", Doc: "wakes you: the waiting call answers", Min: 1, Max: 1},
		{Name: "print", Signature: "print(...)", Doc: "shows you values in the next reply", Min: 0, Max: -1},
		{Name: "stop", Signature: "stop(why?)", Doc: "ends the run", Min: 0, Max: 1},
		{Name: "must", Signature: "must(ok, why)", Doc: "stops the run with why unless ok; takes a call: must(verb(...))", Min: 1, Max: 3},
		{Name: "on", Signature: "on(event, fn)", Doc: "calls fn on every such event from now on; nil drops it", Min: 2, Max: 2, Acts: true},
		{Name: "run", Signature: `run("name")`, Doc: "calls a saved script as a function", Min: 1, Max: 1},
		{Name: "forget", Signature: `forget("name")`, Doc: "drops a saved script", Min: 1, Max: 1, Acts: true},
		{Name: "note", Signature: "note(text)", Doc: "writes into your journal", Min: 1, Max: 1, Acts: true},
		{Name: "now", Signature: "now()", Doc: "the game's time, as text", Min: 0, Max: 0},
		{Name: "mem", Signature: "mem", Doc: "your table that is kept for good: texts, numbers, booleans, tables; 64 KiB", Value: true},
		{Name: "me", Signature: "me", Doc: "what you are and have, read-only", Value: true},
	}
}

// The refusal words of the SDK itself, which every action may give and no game declares.
const (
	WhyUnknown     = "unknown"     // a name that the agent does not know, which may or may not exist
	WhyInterrupted = "interrupted" // a handler held the action, and it could not go on
	WhyCancelled   = "cancelled"   // the action was dropped
)

// OwnWhys returns the refusal words of the SDK itself, sorted. The slice is the caller's.
func OwnWhys() []string { return []string{WhyCancelled, WhyInterrupted, WhyUnknown} }

// BuiltinEvents returns the events that every game has, heard and resumed. The slice is the caller's.
func BuiltinEvents() []EventSpec {
	return []EventSpec{
		{Name: "heard", Args: []string{"who", "text"}, Doc: "another player said something"},
		{Name: "resumed", Doc: "the world restarted and this script began again from line 1, mem kept"},
	}
}

// LibraryGlobals returns the global names of the Lua library besides its tables, sorted. The slice is the caller's.
func LibraryGlobals() []string {
	return []string{
		"_G", "_VERSION", "assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "rawequal", "rawget",
		"rawlen", "rawset", "select", "setmetatable", "tonumber", "tostring", "type", "unpack", "xpcall",
	}
}

// LibraryTables returns the tables of the Lua library and the names in each, sorted. The map and its slices are the
// caller's.
func LibraryTables() map[string][]string {
	return map[string][]string{
		"bit": {
			"arshift", "band", "bnot", "bor", "bxor", "lshift", "rol", "ror", "rshift", "tobit",
		},
		"coroutine": {
			"close", "create", "isyieldable", "resume", "running", "status", "wrap", "yield",
		},
		"math": {
			"abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "cosh", "deg", "exp", "floor", "fmod", "frexp",
			"huge", "ldexp", "log", "log10", "max", "maxinteger", "min", "mininteger", "modf", "pi", "pow",
			"rad", "random", "randomseed", "sin", "sinh", "sqrt", "tan", "tanh", "tointeger", "type", "ult",
		},
		"string": {
			"byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub",
			"upper",
		},
		"table": {
			"concat", "insert", "move", "pack", "remove", "sort", "unpack",
		},
		"utf8": {
			"char", "charpattern", "codepoint", "codes", "len", "offset",
		},
	}
}

// RefusedWords returns the words that no script may use and what to use instead: globals, and library functions with
// their table ("string.dump"). A game may refuse more. The map is the caller's.
func RefusedWords() map[string]string {
	const (
		functions = "write the code as a function, or save a script with run's name argument and call run(\"name\")"
		compare   = "give each script its own globals: a local or a table does it"
	)
	return map[string]string{
		"channel":        "scripts share nothing: say(text) is heard by others, mem is kept for you",
		"collectgarbage": "memory is looked after: set what you no longer need to nil",
		"debug":          "print(...) shows values, pcall(f) catches an error",
		"dofile":         functions,
		"getfenv":        compare,
		"io":             "print(...) for output, mem to keep data",
		"load":           functions,
		"loadfile":       functions,
		"loadstring":     functions,
		"module":         functions,
		"newproxy":       "setmetatable({}, {...}) makes an object",
		"os":             "now() tells the time, wait(seconds) lets it pass, stop() ends the run",
		"package":        functions,
		"require":        functions,
		"setfenv":        compare,
		"string.dump":    "keep the script's text: run's name argument saves it, run(\"name\") calls it",
	}
}
