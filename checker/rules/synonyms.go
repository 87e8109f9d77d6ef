package rules

import (
	"slices"
	"strings"

	"mystic-sdk/contract"
)

// verbLike returns the first verb of the game that means about the same as a lower-case word, or nil. It is what answers
// for a game that lists no synonyms of its own.
func verbLike(w *World, word string) *contract.VerbSpec {
	flat := strings.ReplaceAll(word, "_", "")
	for _, group := range alike() {
		if !slices.Contains(group, flat) {
			continue
		}
		for _, name := range w.Names {
			if v := w.verb(name); v != nil && slices.Contains(group, strings.ReplaceAll(strings.ToLower(name), "_", "")) {
				return v
			}
		}
	}
	return nil
}

// alike returns groups of words that games use for one act, underscores left out. A word may stand in several groups; the
// narrower group comes first.
func alike() [][]string {
	var groups [][]string
	for _, line := range [...]string{
		"dig mine excavate drill quarry",
		"go move walk travel goto moveto walkto travelto gotoplace head navigate visit step run enter",
		"gather harvest collect forage pick pickup take get grab loot",
		"mine dig harvest gather extract",
		"drop deposit unload put putdown discard dump throw",
		"deposit store drop put place unload stash",
		"deliver give handover transfer offer donate trade",
		"sell trade exchange",
		"buy purchase trade order",
		"attack fight hit strike kill shoot stab",
		"eat consume feed",
		"drink sip consume",
		"rest sleep nap relax camp recover",
		"craft make create forge smith assemble produce",
		"build construct make create erect place",
		"scan look see observe survey view scout inspect examine find search nearby around",
		"find search locate seek lookup",
		"use apply activate operate interact",
		"open unlock", "close shut lock",
		"talk speak chat converse ask",
		"flee escape retreat runaway",
		"equip wear wield hold puton",
		"cook bake roast", "plant sow seed", "water irrigate", "fish angle",
		"chop cut fell log", "heal cure mend bandage", "repair fix mend",
		"hunt track stalk", "climb ascend", "swim dive", "throw toss cast hurl",
	} {
		groups = append(groups, strings.Fields(line))
	}
	return groups
}

// foreignWord returns what to write for a word of other Lua hosts and other languages, lower-case, in a role.
func foreignWord(word string, r role) string {
	switch r {
	case called:
		return foreignCalls()[word]
	case indexed:
		return foreignTables()[word]
	}
	return foreignValues()[word]
}

const (
	hintMe   = "your own fields are in me"
	hintKeep = "mem is the table that is kept"
)

// foreignCalls returns what to write for functions.
func foreignCalls() map[string]string {
	const (
		wait   = "write wait(seconds)"
		print  = "write print(...)"
		stop   = "write stop()"
		length = "write #t"
		loop   = "write `for i, v in ipairs(t) do … end`"
	)
	return map[string]string{
		"sleep": wait, "delay": wait, "pause": wait, "waitfor": wait, "tick": wait, "yield": wait, "idle": wait,
		"log": print, "echo": print, "printf": print, "puts": print, "println": print, "write": print, "output": print,
		"warn": "write alert(text) or print(...)", "notify": "write alert(text)",
		"exit": stop, "quit": stop, "halt": stop, "finish": stop, "abort": stop, "done": stop,
		"speak": "write say(text)", "chat": "write say(text)", "shout": "write say(text)",
		"remember": hintKeep, "save": hintKeep,
		"time": "write now()", "clock": "write now()", "date": "write now()", "gettime": "write now()",
		"listen": "write on(event, fn)", "subscribe": "write on(event, fn)", "handle": "write on(event, fn)",
		"len": length, "length": length, "size": length, "count": length,
		"range": "write `for i = 1, n do … end`", "foreach": loop, "each": loop, "map": loop, "filter": loop, "enumerate": loop,
		"str": "write tostring(v)", "tostr": "write tostring(v)", "int": "write math.floor(tonumber(v))",
		"float": "write tonumber(v)", "parseint": "write tonumber(v)", "parsefloat": "write tonumber(v)",
		"number": "write tonumber(v)", "round": "write math.floor(x + 0.5)", "pow": "write x ^ y",
		"list": "write {}", "dict": "write {}", "array": "write {}", "split": foreignFields()["string.split"],
		"try": "write pcall(f)", "raise": "write error(text)", "throw": "write error(text)",
		"typeof": "write type(v)", "instanceof": "write type(v)",
	}
}

// foreignTables returns what to write for tables with functions or fields.
func foreignTables() map[string]string {
	return map[string]string{
		"console": "write print(...)", "log": "write print(...)", "logging": "write print(...)",
		"time": "write now(), or wait(seconds)", "clock": "write now()", "date": "write now()", "datetime": "write now()",
		"memory": hintKeep, "storage": hintKeep, "db": hintKeep, "global": hintKeep,
		"self": hintMe, "player": hintMe, "my": hintMe, "agent": hintMe, "character": hintMe, "bot": hintMe, "myself": hintMe,
		"this": hintMe, "status": hintMe,
		"json":  "mem keeps tables as they are; print(t) shows one",
		"bit32": "write the operators & | ~ << >>, or bit.band and its like", "_env": "write _G",
	}
}

// foreignValues returns what to write for names that are read.
func foreignValues() map[string]string {
	const truth = "Lua's truth words are true, false and nil"
	return map[string]string{
		"null": "write nil", "undefined": "write nil", "none": "write nil", "true": truth, "false": truth,
		"self": hintMe, "player": hintMe, "my": hintMe, "agent": hintMe, "character": hintMe, "bot": hintMe, "myself": hintMe,
		"this": hintMe, "memory": hintKeep, "storage": hintKeep, "_env": "write _G",
	}
}

// foreignFields returns what to write for functions that other hosts have in the library's tables, by "table.function"
// with the function in lower case.
func foreignFields() map[string]string {
	const (
		length = "write #t"
		find   = "write a loop: for i, v in ipairs(t) do if v == x then … end end"
		starts = "write s:sub(1, #start) == start"
		ends   = "write s:sub(-#tail) == tail"
		has    = "write s:find(part, 1, true)"
	)
	return map[string]string{
		"table.getn": length, "table.len": length, "table.length": length, "table.size": length, "table.count": length, "table.maxn": length,
		"table.foreach": "write for k, v in pairs(t) do … end", "table.foreachi": "write for i, v in ipairs(t) do … end",
		"table.contains": find, "table.find": find, "table.indexof": find, "table.includes": find,
		"table.push": "write table.insert(t, v)", "table.append": "write table.insert(t, v)", "table.add": "write table.insert(t, v)",
		"table.pop": "write table.remove(t)", "table.shift": "write table.remove(t, 1)",
		"table.unshift": "write table.insert(t, 1, v)", "table.join": "write table.concat(t, separator)",
		"table.keys":     "write a loop: for k in pairs(t) do keys[#keys + 1] = k end",
		"table.copy":     "write a loop: for k, v in pairs(t) do copy[k] = v end",
		"table.clone":    "write a loop: for k, v in pairs(t) do copy[k] = v end",
		"table.clear":    "write t = {}, or for k in pairs(t) do t[k] = nil end",
		"table.tostring": "print(t) shows a table",
		"string.split":   `write for part in s:gmatch("[^,]+") do … end`,
		"string.trim":    `write s:match("^%s*(.-)%s*$")`,
		"string.join":    "write table.concat(t, separator)", "string.concat": "write a .. b",
		"string.startswith": starts, "string.starts": starts, "string.starts_with": starts,
		"string.endswith": ends, "string.ends": ends, "string.ends_with": ends,
		"string.contains": has, "string.includes": has, "string.indexof": has,
		"string.replace": "write s:gsub(pattern, with)", "string.gfind": "write s:gmatch(pattern)",
		"string.length": "write #s", "string.size": "write #s", "string.substring": "write s:sub(i, j)",
		"string.substr": "write s:sub(i, j)", "string.toupper": "write s:upper()", "string.tolower": "write s:lower()",
		"string.pack": "write string.char and string.format", "string.unpack": "write string.byte",
		"math.round": "write math.floor(x + 0.5)", "math.sign": "write x > 0 and 1 or x < 0 and -1 or 0",
		"math.clamp": "write math.max(low, math.min(x, high))", "math.randint": "write math.random(low, high)",
		"math.randomint": "write math.random(low, high)", "math.inf": "write math.huge", "math.infinity": "write math.huge",
		"math.trunc": "write math.modf(x)", "math.e": "write math.exp(1)",
	}
}
