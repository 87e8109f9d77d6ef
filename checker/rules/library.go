package rules

import (
	"slices"
	"strings"

	"mystic-sdk/lua/syntax"
)

// libraryOf returns the library table that has a function of a name: "floor" is in math.
func libraryOf(w *World, name string) string {
	// string before utf8 and math before bit: the one that is meant when both have it.
	for _, table := range [...]string{"string", "table", "math", "utf8", "coroutine", "bit"} {
		if slices.Contains(w.Tables[table], name) {
			return table
		}
	}
	return ""
}

// libraryMeant returns the library table whose member a name without its table clearly is, or "". Words that games and
// scripts use for acts of their own (move, find, remove, match, close) are none.
func (s *Script) libraryMeant(use *site, name string, r role) string {
	for _, member := range clearMembers() {
		table, key, _ := strings.Cut(member, ".")
		if key != name || !slices.Contains(s.World.Tables[table], key) {
			continue
		}
		switch value := key == "pi" || key == "huge"; {
		case value && r != called && r != indexed:
			return table
		case !value && r == handed:
			return table
		case !value && r == called && firstFits(table, use.Parent.Node.(*syntax.Call).Args):
			return table
		}
	}
	return ""
}

// clearMembers returns the members of the library that nothing else is called like.
func clearMembers() []string {
	return strings.Fields(`string.format string.gmatch string.gsub string.lower string.upper string.rep string.byte
		table.insert table.concat table.sort
		math.floor math.ceil math.abs math.sqrt math.max math.min math.random math.sin math.cos math.tan math.atan math.exp
		math.fmod math.modf math.tointeger math.pi math.huge
		utf8.codepoint utf8.codes bit.band bit.bor bit.bxor bit.bnot bit.lshift bit.rshift`)
}

// firstFits reports whether the first argument of a call may be what the functions of a library table take first.
func firstFits(table string, args []syntax.Expr) bool {
	if len(args) == 0 {
		return table == "math"
	}
	switch literalKind(args[0]) {
	case "":
		return true
	case kindNumber:
		return table == "math" || table == "bit"
	case kindText:
		return table == "string" || table == "utf8"
	case kindTable:
		return table == "table"
	}
	return false
}
