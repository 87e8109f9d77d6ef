package lua

import (
	"fmt"

	glua "github.com/yuin/gopher-lua"
)

// A proxy is an empty table whose locked metatable leads to what it stands for. The VM overwrites a key that a table has
// without asking its metatable, so what must not change can only be kept in a table that scripts never hold.
//
// proxyKey is where the metatable of a proxy says which it is; a script can write the key but not the value.
const proxyKey = "\x00proxy"

// frozen stands for a table that can only be read.
type frozen struct {
	hidden *glua.LTable
	ofRun  bool // it belongs to one run and counts as its memory, as a fixed mem does
}

// answered stands for an Object.
type answered struct {
	name   string // "" where it has none of its own
	object *Object
}

// proxyOf returns the *frozen or *answered that a table stands for, or nil.
func proxyOf(tb *glua.LTable) any {
	meta, ok := tb.Metatable.(*glua.LTable)
	if !ok {
		return nil
	}
	if mark, ok := meta.RawGetString(proxyKey).(*glua.LUserData); ok {
		return mark.Value
	}
	return nil
}

// plain returns the table in which the entries are: the hidden one of a frozen table, nil for an Object, else the table.
func plain(tb *glua.LTable) *glua.LTable {
	switch p := proxyOf(tb).(type) {
	case *frozen:
		return p.hidden
	case *answered:
		return nil
	}
	return tb
}

func mark(meta *glua.LTable, proxy any) {
	meta.RawSetString(proxyKey, &glua.LUserData{Value: proxy, Metatable: glua.LNil})
}

// lockedText is what getmetatable answers for what is locked.
const lockedText = glua.LString("locked")

// freeze makes a table and all tables inside it read-only in place. The refusal is what an assignment is told.
func freeze(tb *glua.LTable, refusal *glua.LFunction, ofRun bool) {
	if proxyOf(tb) != nil {
		return
	}
	hidden := freezeOne(tb, refusal, ofRun)
	for k, v := hidden.Next(glua.LNil); k != glua.LNil; k, v = hidden.Next(k) {
		if inner, ok := v.(*glua.LTable); ok {
			freeze(inner, refusal, ofRun)
		}
	}
}

// freezeOne makes a table a proxy of a new one that has its entries, and returns that.
func freezeOne(tb *glua.LTable, refusal *glua.LFunction, ofRun bool) *glua.LTable {
	hidden := &glua.LTable{}
	*hidden = *tb
	meta := makeTable(0, 5)
	meta.RawSetString("__index", hidden)
	meta.RawSetString("__newindex", refusal)
	meta.RawSetString("__len", frozenLenFunc)
	meta.RawSetString("__metatable", lockedText)
	mark(meta, &frozen{hidden: hidden, ofRun: ofRun})
	*tb = glua.LTable{Metatable: meta}
	return hidden
}

var frozenLenFunc = goFunc(func(L *glua.LState) int {
	L.Push(number(float64(tableLen(plain(L.Get(1).(*glua.LTable))))))
	return 1
})

// refusing makes the __newindex of a frozen table. The text has one %s for the key.
func refusing(text, hint string) *glua.LFunction {
	return goFunc(func(L *glua.LState) int {
		t := threadOf(L)
		key := Value{lv: L.Get(2), st: t.st}.Display(40)
		t.raiseError(L, &ScriptError{Code: codeScript, Message: fmt.Sprintf(text, key), Hint: hint})
		return 0
	})
}

var (
	fixedMem      = refusing("a look only asks: mem.%s cannot be set here", "send it with mode run")
	fixedLibrary  = refusing("the library cannot be changed: %s", "make a local of your own")
	fixedPrelude  = refusing("what the game defines cannot be changed: %s", "make a local of your own")
	answeredWrite = refusing("this table is read-only: %s", "the game changes it, not the script")
)

// globalsMetatable makes the metatable of the globals of every script: what they do not define is looked up in base.
func globalsMetatable(base *glua.LTable) *glua.LTable {
	meta := makeTable(0, 2)
	meta.RawSetString("__index", base)
	meta.RawSetString("__metatable", lockedText)
	return meta
}

// ownGlobals makes the metatable of what the globals of every script fall back on. It answers for functions of the
// prelude, which have no globals of a run: mem and _G are those of the run that calls them.
func ownGlobals() *glua.LTable {
	meta := makeTable(0, 1)
	meta.RawSetString("__index", goFunc(func(L *glua.LState) int {
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

// bindObject makes the table that stands for an Object.
func bindObject(name string, object *Object) *glua.LTable {
	index := func(c *Call) error { return object.Index(c, c.key) }
	meta := makeTable(0, 4)
	meta.RawSetString("__index", goFunc(func(L *glua.LState) int {
		key, ok := L.Get(2).(glua.LString)
		if !ok {
			return 0
		}
		return askField(L, index, string(key))
	}))
	meta.RawSetString("__newindex", answeredWrite)
	meta.RawSetString("__metatable", lockedText)
	mark(meta, &answered{name: name, object: object})
	return &glua.LTable{Metatable: meta}
}

// askField asks the host for a field of an object and pushes one value.
func askField(L *glua.LState, index func(*Call) error, key string) int {
	t := threadOf(L)
	c := t.openCall(L, 0)
	c.key = key
	n := c.finish(c.run(index))
	if n == 0 {
		L.Push(glua.LNil)
	}
	L.SetTop(c.base + 1)
	return 1
}

// keys asks the host for the keys of an object, which is an error where it tells none.
func (p *answered) keys(L *glua.LState) []string {
	t := threadOf(L)
	if p.object.Keys == nil {
		t.raisef(L, "the fields of this table cannot be listed")
	}
	c := t.openCall(L, 0)
	var keys []string
	err := c.run(func(c *Call) error {
		keys = p.object.Keys(c)
		return nil
	})
	c.finish(err)
	L.SetTop(c.base)
	return keys
}

// makeTable makes a table with room for so many list items and names. The VM's maker needs no state. A table that is made
// without room for names gets room for 32 with the first, which is more than most have.
func makeTable(list, names int) *glua.LTable {
	return (*glua.LState)(nil).CreateTable(list, max(1, names))
}
