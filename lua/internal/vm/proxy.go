package vm

import (
	"fmt"

	glua "github.com/yuin/gopher-lua"
)

// A proxy is an empty table whose locked metatable leads to what it stands for. The VM overwrites a key that a table has
// without asking its metatable, so what must not change can only be kept in a table that scripts never hold.
//
// proxyKey is where the metatable of a proxy says which it is; a script can write the key but not the value.
const proxyKey = "\x00proxy"

// Frozen stands for a table that can only be read.
type Frozen struct {
	Hidden *glua.LTable
	OfRun  bool // it belongs to one run and counts as its memory, as a fixed mem does
}

// Answered stands for a table that the host answers.
type Answered struct {
	Keys func(L *glua.LState) []string // in the order of pairs; nil: they cannot be listed
}

// ProxyOf returns the *Frozen or *Answered that a table stands for, or nil.
func ProxyOf(tb *glua.LTable) any {
	meta, ok := tb.Metatable.(*glua.LTable)
	if !ok {
		return nil
	}
	if mark, ok := meta.RawGetString(proxyKey).(*glua.LUserData); ok {
		return mark.Value
	}
	return nil
}

// Plain returns the table in which the entries are: the hidden one of a frozen table, nil for what the host answers, else the
// table itself.
func Plain(tb *glua.LTable) *glua.LTable {
	switch p := ProxyOf(tb).(type) {
	case *Frozen:
		return p.Hidden
	case *Answered:
		return nil
	}
	return tb
}

// Mark makes a metatable that of a proxy, a *Frozen or an *Answered.
func Mark(meta *glua.LTable, proxy any) {
	meta.RawSetString(proxyKey, &glua.LUserData{Value: proxy, Metatable: glua.LNil})
}

// LockedText is what getmetatable answers for what is locked.
const LockedText = glua.LString("locked")

// Freeze makes a table and all tables inside it read-only in place. The refusal is what an assignment is told.
func Freeze(tb *glua.LTable, refusal *glua.LFunction, ofRun bool) {
	if ProxyOf(tb) != nil {
		return
	}
	hidden := FreezeOne(tb, refusal, ofRun)
	for k, v := hidden.Next(glua.LNil); k != glua.LNil; k, v = hidden.Next(k) {
		if inner, ok := v.(*glua.LTable); ok {
			Freeze(inner, refusal, ofRun)
		}
	}
}

// FreezeOne makes a table a proxy of a new one that has its entries, and returns that.
func FreezeOne(tb *glua.LTable, refusal *glua.LFunction, ofRun bool) *glua.LTable {
	hidden := &glua.LTable{}
	*hidden = *tb
	meta := MakeTable(0, 5)
	meta.RawSetString("__index", hidden)
	meta.RawSetString("__newindex", refusal)
	meta.RawSetString("__len", frozenLenFunc)
	meta.RawSetString("__metatable", LockedText)
	Mark(meta, &Frozen{Hidden: hidden, OfRun: ofRun})
	*tb = glua.LTable{Metatable: meta}
	return hidden
}

var frozenLenFunc = GoFunc(func(L *glua.LState) int {
	L.Push(Number(float64(TableLen(Plain(L.Get(1).(*glua.LTable))))))
	return 1
})

// Refusing makes the __newindex of a frozen table. The text has one %s for the key.
func Refusing(text, hint string) *glua.LFunction {
	return GoFunc(func(L *glua.LState) int {
		h := MeterOf(L).Host
		h.Raise(L, fmt.Sprintf(text, h.Display(L.Get(2), 40)), hint)
		return 0
	})
}
