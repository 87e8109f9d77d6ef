package lua

import (
	"fmt"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

func helpConcat(L *glua.LState) int {
	parts := make([]glua.LValue, 0, 8)
	for i := range L.GetTop() {
		parts = append(parts, L.Get(i+1))
	}
	L.Push(concatenate(L, parts))
	return 1
}

func helpConcatAll(L *glua.LState) int {
	tb := L.Get(2).(*glua.LTable)
	parts := make([]glua.LValue, int(L.Get(1).(glua.LNumber)))
	for i := range parts {
		parts[i] = tb.RawGetInt(i + 1)
	}
	L.Push(concatenate(L, parts))
	return 1
}

// concatenate joins values from the right to the left, as Lua does: what is text at once, what has a metamethod by that.
func concatenate(L *glua.LState, parts []glua.LValue) glua.LValue {
	n := len(parts) - 1
	result := parts[n]
	for n > 0 {
		from := n
		if isText(result) {
			for from > 0 && isText(parts[from-1]) {
				from--
			}
		}
		if from < n {
			result = glua.LString(join(L, parts[from:n], result))
			n = from
			continue
		}
		left := parts[n-1]
		fn := metamethod(L, left, "__concat")
		if fn == glua.LNil {
			fn = metamethod(L, result, "__concat")
		}
		if fn == glua.LNil {
			wrong := n // of the parts, from 0
			if !isText(left) {
				wrong = n - 1
			}
			cannotConcatenate(L, wrong, len(parts), parts[wrong])
		}
		result = callMeta(L, fn, left, result)
		n--
	}
	return result
}

func isText(v glua.LValue) bool {
	switch v.Type() {
	case glua.LTString, glua.LTNumber:
		return true
	}
	return false
}

// join writes text and numbers one behind the other. The whole is paid for before it is made.
func join(L *glua.LState, parts []glua.LValue, last glua.LValue) string {
	texts := make([]string, 0, 8)
	size := 0
	for _, p := range append(parts[:len(parts):len(parts)], last) {
		text := ""
		switch p := p.(type) {
		case glua.LString:
			text = string(p)
		case glua.LNumber:
			text = numberText(float64(p))
		}
		texts = append(texts, text)
		size += len(text)
	}
	chargeBytes(L, size)
	return strings.Join(texts, "")
}

func cannotConcatenate(L *glua.LState, part, parts int, v glua.LValue) {
	kind, name := "", ""
	if parts <= concatParts {
		kind, name = helperOperand(L, part+1)
	}
	threadOf(L).raiseError(L, &ScriptError{
		Code:    codeScript,
		Message: fmt.Sprintf("attempt to concatenate a %s value%s", typeName(v), named(kind, name)),
		Hint:    "use tostring(x) for what may be nil",
	})
}
