package lua

import (
	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/vm"
)

// globalsMetatable makes the metatable of the globals of every script: what they do not define is looked up in base.
func globalsMetatable(base *glua.LTable) *glua.LTable {
	meta := vm.MakeTable(0, 2)
	meta.RawSetString("__index", base)
	meta.RawSetString("__metatable", vm.LockedText)
	return meta
}

// ownGlobals makes the metatable of what the globals of every script fall back on. It answers for functions of the
// prelude, which have no globals of a run: mem and _G are those of the run that calls them.
func ownGlobals() *glua.LTable {
	meta := vm.MakeTable(0, 1)
	meta.RawSetString("__index", vm.GoFunc(func(L *glua.LState) int {
		switch key := L.Get(2); key {
		case glua.LString("mem"), glua.LString("_G"):
			L.Push(threadOf(L).st.globals.RawGet(key))
		default:
			L.Push(glua.LNil)
		}
		return 1
	}))
	return meta
}

var answeredWrite = vm.Refusing("this table is read-only: %s", "the game changes it, not the script")

// bindObject makes the table that stands for an Object.
func bindObject(object *Object) *glua.LTable {
	index := func(c *Call) error { return object.Index(c, c.key) }
	meta := vm.MakeTable(0, 4)
	meta.RawSetString("__index", vm.GoFunc(func(L *glua.LState) int {
		key, ok := L.Get(2).(glua.LString)
		if !ok {
			return 0
		}
		return askField(L, index, string(key))
	}))
	meta.RawSetString("__newindex", answeredWrite)
	meta.RawSetString("__metatable", vm.LockedText)
	stands := &vm.Answered{}
	if object.Keys != nil {
		stands.Keys = func(L *glua.LState) []string { return askKeys(L, object) }
	}
	vm.Mark(meta, stands)
	return &glua.LTable{Metatable: meta}
}

const (
	fieldSteps  = 10                              // what it costs to ask the host for a field of an object, or for its keys
	objectBytes = 2*vm.TableBytes + 4*vm.KeyBytes // what the table that stands for one takes
)

// askField asks the host for a field of an object and pushes one value.
func askField(L *glua.LState, index func(*Call) error, key string) int {
	t := threadOf(L)
	t.charge(fieldSteps)
	c := t.openCall(L, 0)
	c.key = key
	n := c.finish(c.run(index))
	if n == 0 {
		L.Push(glua.LNil)
	}
	L.SetTop(c.base + 1)
	t.receive(c.made, fieldSteps)
	return 1
}

// askKeys asks the host for the keys of an object.
func askKeys(L *glua.LState, object *Object) []string {
	t := threadOf(L)
	t.charge(fieldSteps)
	c := t.openCall(L, 0)
	var keys []string
	err := c.run(func(c *Call) error {
		keys = object.Keys(c)
		return nil
	})
	c.finish(err)
	L.SetTop(c.base)
	return keys
}
