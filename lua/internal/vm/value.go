package vm

import (
	glua "github.com/yuin/gopher-lua"
)

// Kind is what type() says of a value.
type Kind uint8

// The kinds.
const (
	kindNil Kind = iota
	kindBool
	kindNumber
	kindText
	kindTable
	kindFunc
	kindOther // a coroutine
)

// String returns the kind as Lua's type() says it.
func (k Kind) String() string {
	if names := [...]string{"nil", "boolean", "number", "string", "table", "function", "thread"}; int(k) < len(names) {
		return names[k]
	}
	return "?"
}

// KindOf returns the kind of a value.
func KindOf(lv glua.LValue) Kind {
	switch lv.(type) {
	case nil, *glua.LNilType:
		return kindNil
	case glua.LBool:
		return kindBool
	case glua.LNumber:
		return kindNumber
	case glua.LString:
		return kindText
	case *glua.LTable:
		return kindTable
	case *glua.LFunction:
		return kindFunc
	}
	return kindOther
}

// TypeName returns what type() says.
func TypeName(lv glua.LValue) string { return KindOf(lv).String() }

// typeNames are the answers of type(), made once.
var typeNames = func() (all [kindOther + 1]glua.LValue) {
	for k := range all {
		all[k] = glua.LString(Kind(k).String())
	}
	return all
}()

// TypeText returns what type() says as a value of the script.
func TypeText(lv glua.LValue) glua.LValue { return typeNames[KindOf(lv)] }

var trueValue, falseValue glua.LValue = glua.LTrue, glua.LFalse

// Boolean makes a value of a truth, without allocating.
func Boolean(b bool) glua.LValue {
	if b {
		return trueValue
	}
	return falseValue
}

// smallNumbers holds the numbers that need no allocation to become a Lua value.
var smallNumbers = func() (all [1001]glua.LValue) {
	for i := range all {
		all[i] = glua.LNumber(i)
	}
	return all
}()

// Number makes a value of a number; whole ones from 0 to 1,000 do not allocate.
func Number(f float64) glua.LValue {
	if f >= 0 && f < float64(len(smallNumbers)) {
		if i := int(f); float64(i) == f {
			return smallNumbers[i]
		}
	}
	return glua.LNumber(f)
}

// GoFunc makes a function of the host.
func GoFunc(fn func(L *glua.LState) int) *glua.LFunction {
	return &glua.LFunction{IsG: true, GFunction: fn, Upvalues: []*glua.Upvalue{}}
}

// NewTable makes an empty table that is as small as the VM can make it.
func NewTable() *glua.LTable { return &glua.LTable{Metatable: glua.LNil} }

// MakeTable makes a table with room for so many list items and names. The VM's maker needs no state. A table that is made
// without room for names gets room for 32 with the first, which is more than most have.
func MakeTable(list, names int) *glua.LTable {
	return (*glua.LState)(nil).CreateTable(list, max(1, names))
}

// MetaField returns what the metatable of a table says about an event.
func MetaField(v glua.LValue, event string) glua.LValue {
	if tb, ok := v.(*glua.LTable); ok {
		if meta, ok := tb.Metatable.(*glua.LTable); ok {
			return meta.RawGetString(event)
		}
	}
	return glua.LNil
}
