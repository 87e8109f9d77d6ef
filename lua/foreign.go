package lua

import (
	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/vm"
)

// foreignMember returns what to write instead of a method or a field that values have in other languages; @ stands for the
// value. Empty: it is none of them.
func foreignMember(v glua.LValue, name string, use vm.Use) string {
	switch v := v.(type) {
	case glua.LString:
		return foreignOfText(name)
	case *glua.LTable:
		table := tableOf(v)
		if table == nil || v.Metatable != glua.LNil {
			return ""
		}
		list := vm.TableLen(table) > 0
		if k, _ := table.Next(glua.LNil); !list && k != glua.LNil {
			return "" // an object, whose functions are its own
		}
		if use == vm.UseCall {
			return foreignOfList(name)
		}
		if list || name != "count" && name != "size" {
			return lengthOf(name)
		}
	}
	return ""
}

// receiver is a value before a ':', where a literal needs brackets.
func receiver(value string) string {
	if value != "" && (value[0] == '"' || value[0] == '\'') {
		return "(" + value + ")"
	}
	return value
}

func lengthOf(name string) string {
	switch name {
	case "length", "Length", "size", "count", "len":
		return "#@"
	}
	return ""
}

func foreignOfText(name string) string {
	switch name {
	case "split":
		return `for part in @:gmatch("[^,]+") do … end`
	case "trim", "strip":
		return `@:match("^%s*(.-)%s*$")`
	case "startsWith", "startswith", "starts_with", "hasPrefix":
		return "@:sub(1, #x) == x"
	case "endsWith", "endswith", "ends_with", "hasSuffix":
		return "@:sub(-#x) == x"
	case "contains", "includes", "indexOf", "index", "has":
		return "@:find(x, 1, true)"
	case "charAt", "at":
		return "@:sub(i, i)"
	case "charCodeAt", "ord":
		return "@:byte(i)"
	case "substring", "substr", "slice":
		return "@:sub(first, last)"
	case "replace", "replaceAll":
		return "@:gsub(pattern, replacement)"
	case "toUpperCase", "toUpper", "upcase", "uppercase":
		return "@:upper()"
	case "toLowerCase", "toLower", "downcase", "lowercase":
		return "@:lower()"
	case "toString", "tostring":
		return "@ alone: it is a text already"
	case "toNumber", "tonumber", "toInt", "to_i", "isdigit", "isDigit":
		return "tonumber(@)"
	case "concat", "append", "join":
		return "@ .. other"
	case "padStart", "padEnd", "ljust", "rjust":
		return `string.format("%10s", @)`
	}
	return lengthOf(name)
}

func foreignOfList(name string) string {
	switch name {
	case "push", "append", "add", "insert", "push_back":
		return "table.insert(@, x)"
	case "unshift", "prepend":
		return "table.insert(@, 1, x)"
	case "pop":
		return "table.remove(@)"
	case "shift", "popleft":
		return "table.remove(@, 1)"
	case "remove", "delete", "splice":
		return "table.remove(@, i)"
	case "sort":
		return "table.sort(@)"
	case "join", "concat":
		return `table.concat(@, ", ")`
	case "unpack":
		return "table.unpack(@)"
	case "slice":
		return "{table.unpack(@, first, last)}"
	case "forEach", "foreach", "each", "map", "filter", "find", "some", "any", "every", "all", "reduce", "includes", "contains",
		"indexOf", "index", "has", "ipairs":
		return "a loop: for i, v in ipairs(@) do … end"
	case "keys", "values", "items", "entries", "pairs", "next":
		return "a loop: for k, v in pairs(@) do … end"
	case "reverse":
		return "a loop: for i = #@, 1, -1 do … end"
	case "get":
		return "@[key]"
	case "set", "put":
		return "@[key] = value"
	}
	return lengthOf(name)
}
