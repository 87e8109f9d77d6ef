package library

// usage says how a function of the library is called; nothing for one that no one calls wrongly.
func usage(name string) string {
	call := calls[name]
	if call == "" {
		return ""
	}
	return "it is called as " + call
}

// calls are how functions are called, by their names. Where two tables have one of the same name, it holds for both.
var calls = map[string]string{
	"byte":         "s:byte(i)",
	"char":         "string.char(65, 66), with numbers from 0 to 255",
	"find":         "s:find(pattern), or s:find(text, 1, true) for a text as it is",
	"format":       `string.format("%s has %d", text, number): a value for each %, %d for whole numbers, %.1f for others`,
	"gmatch":       "for part in s:gmatch(pattern) do … end",
	"gsub":         "s:gsub(pattern, replacement)",
	"len":          "#s",
	"lower":        "s:lower()",
	"match":        "s:match(pattern)",
	"rep":          "s:rep(n)",
	"reverse":      "s:reverse()",
	"sub":          "s:sub(first, last)",
	"upper":        "s:upper()",
	"concat":       `table.concat(list, ", ")`,
	"insert":       "table.insert(list, value), or table.insert(list, place, value)",
	"move":         "table.move(list, first, last, to)",
	"remove":       "table.remove(list, place), where the place is a number",
	"sort":         "table.sort(list), or table.sort(list, function(a, b) return a < b end)",
	"unpack":       "table.unpack(list)",
	"abs":          "math.abs(x)",
	"ceil":         "math.ceil(x)",
	"floor":        "math.floor(x)",
	"sqrt":         "math.sqrt(x)",
	"fmod":         "math.fmod(x, y)",
	"max":          "math.max(a, b), with at least one number",
	"min":          "math.min(a, b), with at least one number",
	"random":       "math.random(n) for 1 to n, or math.random(low, high)",
	"getmetatable": "getmetatable(t)",
	"ipairs":       "for i, v in ipairs(list) do … end",
	"next":         "next(t, key)",
	"pairs":        "for k, v in pairs(t) do … end",
	"rawequal":     "rawequal(a, b)",
	"rawget":       "rawget(t, key)",
	"rawlen":       "rawlen(t)",
	"rawset":       "rawset(t, key, value)",
	"select":       `select("#", ...) for how many, select(n, ...) for those from the n-th on`,
	"setmetatable": "setmetatable(t, metatable)",
	"tonumber":     "tonumber(text), or tonumber(text, base)",
	"tostring":     "tostring(value)",
	"type":         "type(value)",
	"codepoint":    "utf8.codepoint(s, i)",
	"offset":       "utf8.offset(s, n)",
	"create":       "coroutine.create(f)",
	"resume":       "coroutine.resume(co, ...), with what coroutine.create gave",
	"status":       "coroutine.status(co), with what coroutine.create gave",
	"wrap":         "coroutine.wrap(f)",
	"close":        "coroutine.close(co), with what coroutine.create gave",
}
