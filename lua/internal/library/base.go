package library

import (
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

func baseLibrary() map[string]glua.LValue {
	return map[string]glua.LValue{
		"_VERSION":     glua.LString("Lua 5.4"),
		"getmetatable": Bind("getmetatable", baseGetmetatable),
		"ipairs":       Bind("ipairs", baseIpairs),
		"next":         nextFunc,
		"pairs":        Bind("pairs", basePairs),
		"rawequal":     Bind("rawequal", baseRawequal),
		"rawget":       Bind("rawget", baseRawget),
		"rawlen":       Bind("rawlen", baseRawlen),
		"rawset":       Bind("rawset", baseRawset),
		"select":       Bind("select", baseSelect),
		"setmetatable": Bind("setmetatable", baseSetmetatable),
		"tonumber":     Bind("tonumber", baseTonumber),
		"tostring":     Bind("tostring", baseTostring),
		"type":         Bind("type", baseType),
		"unpack":       Bind("unpack", tableUnpack),
	}
}

func baseGetmetatable(c Call) int {
	switch v := c.Any(1).(type) {
	case glua.LString:
		c.Push(vm.LockedText)
	case *glua.LTable:
		meta, ok := v.Metatable.(*glua.LTable)
		if !ok {
			c.Push(glua.LNil)
		} else if shown := meta.RawGetString("__metatable"); shown != glua.LNil {
			c.Push(shown)
		} else {
			c.Push(meta)
		}
	default:
		c.Push(glua.LNil)
	}
	return 1
}

func baseSetmetatable(c Call) int {
	tb := c.table(1)
	meta, ok := c.Get(2).(*glua.LTable)
	if !ok && (!c.absent(2) || c.Len() < 2) {
		c.Wrong(2, "nil or table")
	}
	if before, ok := tb.Metatable.(*glua.LTable); ok && before.RawGetString("__metatable") != glua.LNil {
		c.Fail("cannot change a protected metatable")
	}
	if meta == nil {
		tb.Metatable = glua.LNil
	} else {
		for _, event := range []string{"__gc", "__mode", "__close"} {
			if meta.RawGetString(event) != glua.LNil {
				c.Fail("'%s' does not work here", event)
			}
		}
		tb.Metatable = meta
	}
	c.Push(tb)
	return 1
}

var nextFunc = Bind("next", baseNext)

func baseNext(c Call) int {
	c.Meter.ChargeKey(c.Get(2))
	k, v := c.next(c.table(1), c.Get(2))
	c.Push(k)
	if k == glua.LNil {
		return 1
	}
	c.Push(v)
	return 2
}

// next returns the entry behind a key, in the order in which the keys came into the table.
func (c Call) next(tb *glua.LTable, key glua.LValue) (glua.LValue, glua.LValue) {
	if own, base := c.Meter.Host.Globals(); tb == own {
		return c.nextGlobal(tb, base, key)
	}
	switch p := vm.ProxyOf(tb).(type) {
	case *vm.Frozen:
		tb = p.Hidden
	case *vm.Answered:
		return c.nextAnswered(tb, p, key)
	}
	return c.Meter.Next(tb, key)
}

// nextGlobal goes through the globals of a script first, and then through those that it falls back on.
func (c Call) nextGlobal(own, base *glua.LTable, key glua.LValue) (glua.LValue, glua.LValue) {
	if key == glua.LNil || own.RawGet(key) != glua.LNil || base.RawGet(key) == glua.LNil {
		if k, v := c.Meter.Next(own, key); k != glua.LNil {
			return k, v
		}
		key = glua.LNil
	}
	k, v := base.Next(key)
	hidden := 0
	for k != glua.LNil && own.RawGet(k) != glua.LNil {
		k, v = base.Next(k)
		hidden++
	}
	c.Meter.Charge(int64(2 * hidden))
	return k, v
}

func (c Call) nextAnswered(tb *glua.LTable, p *vm.Answered, key glua.LValue) (glua.LValue, glua.LValue) {
	keys := c.keys(p)
	c.Meter.Charge(int64(1 + len(keys)))
	found := key == glua.LNil
	for _, name := range keys {
		if !found {
			found = key == glua.LString(name)
			continue
		}
		if v := c.L.GetField(tb, name); v != glua.LNil {
			return glua.LString(name), v
		}
	}
	return glua.LNil, glua.LNil
}

func basePairs(c Call) int {
	v := c.Any(1)
	if event := vm.MetaField(v, "__pairs"); event != glua.LNil {
		c.Push(event)
		c.Push(v)
		c.L.Call(1, 3)
		return 3
	}
	tb := c.table(1)
	if p, ok := vm.ProxyOf(tb).(*vm.Answered); ok {
		return c.pairsAnswered(tb, p)
	}
	c.Push(nextFunc)
	c.Push(tb)
	c.Push(glua.LNil)
	return 3
}

// keys asks the host for the keys of an object, which is an error where it tells none.
func (c Call) keys(p *vm.Answered) []string {
	if p.Keys == nil {
		c.Fail("the fields of this table cannot be listed")
	}
	return p.Keys(c.L)
}

// pairsAnswered asks for the keys once and for each field when its turn comes.
func (c Call) pairsAnswered(tb *glua.LTable, p *vm.Answered) int {
	keys := c.keys(p)
	c.Meter.Charge(int64(1 + len(keys)))
	c.Meter.Allocate(int64(vm.TableBytes + len(keys)*vm.SlotBytes))
	list := vm.MakeTable(len(keys), 0)
	for i, key := range keys {
		list.RawSetInt(i+1, glua.LString(key))
	}
	at := 0
	c.Push(Holding(vm.GoFunc(func(L *glua.LState) int {
		for at < len(keys) {
			at++
			name := list.RawGetInt(at)
			if v := L.GetTable(tb, name); v != glua.LNil {
				L.Push(name)
				L.Push(v)
				return 2
			}
		}
		L.Push(glua.LNil)
		return 1
	}), list))
	return 1
}

var ipairsNext = Bind("ipairs", func(c Call) int {
	i := c.number(2) + 1
	var v glua.LValue
	if tb, ok := c.Get(1).(*glua.LTable); ok && tb.Metatable == glua.LNil {
		v = tb.RawGet(vm.Number(i))
	} else {
		c.Meter.Charge(chainSteps)
		v = c.L.GetTable(c.Get(1), vm.Number(i))
	}
	if v == glua.LNil {
		c.Push(glua.LNil)
		return 1
	}
	c.Push(vm.Number(i))
	c.Push(v)
	return 2
})

func baseIpairs(c Call) int {
	v := c.Any(1)
	if _, ok := v.(*glua.LTable); !ok {
		c.Wrong(1, "table")
	}
	c.Push(ipairsNext)
	c.Push(v)
	c.Push(vm.Number(0))
	return 3
}

func baseRawequal(c Call) int {
	c.Meter.ChargeKey(c.Any(1))
	return c.PushBool(c.L.RawEqual(c.Any(1), c.Any(2)))
}

func baseRawget(c Call) int {
	tb, key := c.table(1), c.Any(2)
	c.Meter.ChargeKey(key)
	v := glua.LValue(glua.LNil)
	if hidden := vm.Plain(tb); hidden != nil {
		v = hidden.RawGet(key)
	}
	if v == glua.LNil {
		if own, base := c.Meter.Host.Globals(); tb == own {
			v = base.RawGet(key)
		}
	}
	c.Push(v)
	return 1
}

func baseRawlen(c Call) int {
	switch v := c.Any(1).(type) {
	case glua.LString:
		return c.pushNumber(float64(len(v)))
	case *glua.LTable:
		n := 0
		if hidden := vm.Plain(v); hidden != nil {
			n = c.Meter.Border(hidden)
		}
		return c.pushNumber(float64(n))
	}
	c.bad(1, "table or string expected")
	return 0
}

func baseRawset(c Call) int {
	tb := c.writable(1)
	c.Any(3)
	vm.RawStore(c.L, tb, c.Get(2), c.Get(3))
	c.Push(tb)
	return 1
}

// writable returns a table that the script may change.
func (c Call) writable(i int) *glua.LTable {
	tb := c.table(i)
	if vm.ProxyOf(tb) != nil {
		c.Meter.Host.Raise(c.L, "'"+c.Name+"' cannot change a read-only table", "make a table of your own")
	}
	return tb
}

func baseSelect(c Call) int {
	n := c.Len() - 1
	if s, ok := c.Get(1).(glua.LString); ok && s == "#" {
		return c.pushNumber(float64(n))
	}
	i := c.whole(1)
	switch {
	case i < 0 && -i <= n:
		return -i
	case i > 0:
		return max(0, n-i+1)
	}
	c.bad(1, "index out of range")
	return 0
}

func baseTonumber(c Call) int {
	if c.absent(2) {
		switch v := c.Any(1).(type) {
		case glua.LNumber:
			c.Push(v)
			return 1
		case glua.LString:
			if f, ok := c.parse(string(v)); ok {
				return c.pushNumber(f)
			}
		}
		c.Push(glua.LNil)
		return 1
	}
	base := c.whole(2)
	s, ok := c.Get(1).(glua.LString)
	if !ok {
		c.Wrong(1, "string")
	}
	if base < 2 || base > 36 {
		c.bad(2, "base out of range")
	}
	c.charge(int64(1 + len(s)/vm.BytesPerStep))
	if f, ok := number.ParseBase(strings.ToLower(string(s)), base); ok {
		return c.pushNumber(f)
	}
	c.Push(glua.LNil)
	return 1
}

func baseTostring(c Call) int {
	v := c.Any(1)
	if s, ok := v.(glua.LString); ok {
		c.Push(s)
		return 1
	}
	return c.PushText(c.Tostring(v))
}

// Tostring returns a value as print shows it, asking its metatable.
func (c Call) Tostring(v glua.LValue) string {
	switch v := v.(type) {
	case glua.LString:
		return string(v)
	case glua.LNumber:
		c.Meter.Allocate(24)
		return number.Text(float64(v))
	case glua.LBool, *glua.LNilType:
		return v.String()
	}
	if event := vm.MetaField(v, "__tostring"); event != glua.LNil {
		c.Push(event)
		c.Push(v)
		switch s := c.call(1).(type) {
		case glua.LString:
			return string(s)
		case glua.LNumber:
			return number.Text(float64(s))
		}
		c.refuse("end it with return tostring(x)", "'__tostring' must return a string")
	}
	c.Meter.Allocate(64)
	text := c.Meter.Host.Name(v)
	if name, ok := vm.MetaField(v, "__name").(glua.LString); ok {
		_, id, _ := strings.Cut(text, ":")
		c.room(len(name) + 1 + len(id))
		text = string(name) + ":" + id
	}
	return text
}

func baseType(c Call) int {
	c.Push(vm.TypeText(c.Any(1)))
	return 1
}
