package lua

import (
	"regexp"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

func baseLibrary() map[string]glua.LValue {
	return map[string]glua.LValue{
		"_VERSION":     glua.LString("Lua 5.4"),
		"assert":       bind("assert", baseAssert),
		"error":        bind("error", baseError),
		"getmetatable": bind("getmetatable", baseGetmetatable),
		"ipairs":       bind("ipairs", baseIpairs),
		"next":         nextFunc,
		"pairs":        bind("pairs", basePairs),
		"pcall":        pcallFunc,
		"rawequal":     bind("rawequal", baseRawequal),
		"rawget":       bind("rawget", baseRawget),
		"rawlen":       bind("rawlen", baseRawlen),
		"rawset":       bind("rawset", baseRawset),
		"select":       bind("select", baseSelect),
		"setmetatable": bind("setmetatable", baseSetmetatable),
		"tonumber":     bind("tonumber", baseTonumber),
		"tostring":     bind("tostring", baseTostring),
		"type":         bind("type", baseType),
		"unpack":       bind("unpack", tableUnpack),
		"xpcall":       xpcallFunc,
	}
}

func baseAssert(c lib) int {
	if glua.LVAsBool(c.any(1)) {
		return c.len()
	}
	if c.len() < 2 {
		c.push(glua.LString("assertion failed!"))
	}
	c.raiseValue(c.get(2), 0)
	return 0
}

func baseError(c lib) int {
	level := c.wholeOr(2, 1)
	if dbg, ok := c.L.GetStack(1); ok && level == 1 {
		if fn, _ := c.L.GetInfo("f", dbg, glua.LNil); fn.(*glua.LFunction).IsG {
			level = 0 // pcall(error, "x") has no place of its own
		}
	}
	c.raiseValue(c.get(1), level)
	return 0
}

// raiseValue raises any value as error() does. A string gets the position of the Lua function at that level, 1 being the
// innermost; at level 0 it gets none.
func (c lib) raiseValue(v glua.LValue, level int) {
	f := c.t.valueFault(v)
	n := 0
	c.t.walk(func(at site) bool {
		if n++; n < level {
			return true
		}
		f.err.Script, f.err.Line = scriptName(at.fn.Proto.SourceName), at.line
		return false
	})
	if s, ok := v.(glua.LString); ok && level > 0 {
		f.value = glua.LString(position(f.err.Script, f.err.Line)) + s
	} else if m := positioned.FindStringSubmatch(f.err.Message); m != nil {
		// It was raised before: the place that it tells is where things went wrong.
		f.err.Script, f.err.Message = m[1], m[3]
		f.err.Line, _ = strconv.Atoi(m[2])
	}
	if known := c.t.caught; known != nil && known.value == v && tells(v) {
		f.err = known.err // raised again after it was caught
	}
	c.t.raise(c.L, f.value, f.err)
}

// positioned is a message behind its position.
var positioned = regexp.MustCompile(`(?s)^(?:([a-z][a-z0-9_]*) )?line (\d{1,6}): (.*)$`)

// tells says whether an error value is the same error wherever it is raised: a table, or a text with a position.
func tells(v glua.LValue) bool {
	switch v := v.(type) {
	case glua.LString:
		return positioned.MatchString(string(v))
	case *glua.LTable:
		return true
	}
	return false
}

// messageBytes bounds the text of an error value.
const messageBytes = 1000

// valueFault makes a fault of an error value: a string is its message, of a table the field that looks like one.
func (t *Thread) valueFault(v glua.LValue) *fault {
	err := &ScriptError{Code: codeScript}
	shown := Value{lv: v, st: t.st}.Display(messageBytes)
	switch v := v.(type) {
	case glua.LString:
		err.Message = shown
	case *glua.LNilType:
		err.Message, err.Hint = "error() was called without a message", "say what went wrong: error(\"no ore left\")"
	case *glua.LTable:
		err.Message = "error value " + shown
		if hidden := plain(v); hidden != nil {
			for _, key := range []string{"message", "msg", "error", "why"} {
				if s, ok := hidden.RawGetString(key).(glua.LString); ok {
					err.Message = Value{lv: s, st: t.st}.Display(messageBytes)
					break
				}
			}
		}
	default:
		err.Message = "error value " + shown
	}
	return &fault{value: v, err: err}
}

func baseGetmetatable(c lib) int {
	switch v := c.any(1).(type) {
	case glua.LString:
		c.push(lockedText)
	case *glua.LTable:
		meta, ok := v.Metatable.(*glua.LTable)
		if !ok {
			c.push(glua.LNil)
		} else if shown := meta.RawGetString("__metatable"); shown != glua.LNil {
			c.push(shown)
		} else {
			c.push(meta)
		}
	default:
		c.push(glua.LNil)
	}
	return 1
}

func baseSetmetatable(c lib) int {
	tb := c.table(1)
	meta, ok := c.get(2).(*glua.LTable)
	if !ok && (!c.absent(2) || c.len() < 2) {
		c.wrong(2, "nil or table")
	}
	if before, ok := tb.Metatable.(*glua.LTable); ok && before.RawGetString("__metatable") != glua.LNil {
		c.fail("cannot change a protected metatable")
	}
	if meta == nil {
		tb.Metatable = glua.LNil
	} else {
		for _, event := range []string{"__gc", "__mode", "__close"} {
			if meta.RawGetString(event) != glua.LNil {
				c.fail("'%s' does not work here", event)
			}
		}
		tb.Metatable = meta
	}
	c.push(tb)
	return 1
}

// metaField returns what the metatable of a table says about an event.
func metaField(v glua.LValue, event string) glua.LValue {
	if tb, ok := v.(*glua.LTable); ok {
		if meta, ok := tb.Metatable.(*glua.LTable); ok {
			return meta.RawGetString(event)
		}
	}
	return glua.LNil
}

var nextFunc = bind("next", baseNext)

func baseNext(c lib) int {
	k, v := c.next(c.table(1), c.get(2))
	c.push(k)
	if k == glua.LNil {
		return 1
	}
	c.push(v)
	return 2
}

// next returns the entry behind a key, in the order in which the keys came into the table.
func (c lib) next(tb *glua.LTable, key glua.LValue) (glua.LValue, glua.LValue) {
	if tb == c.t.st.globals {
		return nextGlobal(tb, c.t.st.box.base, key)
	}
	switch p := proxyOf(tb).(type) {
	case *frozen:
		tb = p.hidden
	case *answered:
		return c.nextAnswered(tb, p, key)
	}
	return tb.Next(key)
}

// nextGlobal goes through the globals of a script first, and then through those that it falls back on.
func nextGlobal(own, base *glua.LTable, key glua.LValue) (glua.LValue, glua.LValue) {
	if key == glua.LNil || own.RawGet(key) != glua.LNil || base.RawGet(key) == glua.LNil {
		if k, v := own.Next(key); k != glua.LNil {
			return k, v
		}
		key = glua.LNil
	}
	k, v := base.Next(key)
	for k != glua.LNil && own.RawGet(k) != glua.LNil {
		k, v = base.Next(k)
	}
	return k, v
}

func (c lib) nextAnswered(tb *glua.LTable, p *answered, key glua.LValue) (glua.LValue, glua.LValue) {
	keys := p.keys(c.L)
	c.t.charge(int64(1 + len(keys)))
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

func basePairs(c lib) int {
	v := c.any(1)
	if event := metaField(v, "__pairs"); event != glua.LNil {
		c.push(event)
		c.push(v)
		c.L.Call(1, 3)
		return 3
	}
	tb := c.table(1)
	if p, ok := proxyOf(tb).(*answered); ok {
		return c.pairsAnswered(tb, p)
	}
	c.push(nextFunc)
	c.push(tb)
	c.push(glua.LNil)
	return 3
}

// pairsAnswered asks for the keys once and for each field when its turn comes.
func (c lib) pairsAnswered(tb *glua.LTable, p *answered) int {
	keys := p.keys(c.L)
	c.t.charge(int64(1 + len(keys)))
	at := 0
	c.push(goFunc(func(L *glua.LState) int {
		for at < len(keys) {
			name := keys[at]
			at++
			if v := L.GetField(tb, name); v != glua.LNil {
				L.Push(glua.LString(name))
				L.Push(v)
				return 2
			}
		}
		L.Push(glua.LNil)
		return 1
	}))
	return 1
}

var ipairsNext = bind("ipairs", func(c lib) int {
	i := c.number(2) + 1
	var v glua.LValue
	if tb, ok := c.get(1).(*glua.LTable); ok && tb.Metatable == glua.LNil {
		v = tb.RawGet(number(i))
	} else {
		v = c.L.GetTable(c.get(1), number(i))
	}
	if v == glua.LNil {
		c.push(glua.LNil)
		return 1
	}
	c.push(number(i))
	c.push(v)
	return 2
})

func baseIpairs(c lib) int {
	v := c.any(1)
	if _, ok := v.(*glua.LTable); !ok {
		c.wrong(1, "table")
	}
	c.push(ipairsNext)
	c.push(v)
	c.push(smallNumbers[0])
	return 3
}

func baseRawequal(c lib) int {
	return c.pushBool(c.L.RawEqual(c.any(1), c.any(2)))
}

func baseRawget(c lib) int {
	tb, key := c.table(1), c.any(2)
	v := glua.LValue(glua.LNil)
	if hidden := plain(tb); hidden != nil {
		v = hidden.RawGet(key)
	}
	if v == glua.LNil && tb == c.t.st.globals {
		v = c.t.st.box.base.RawGet(key)
	}
	c.push(v)
	return 1
}

func baseRawlen(c lib) int {
	switch v := c.any(1).(type) {
	case glua.LString:
		return c.pushNumber(float64(len(v)))
	case *glua.LTable:
		return c.pushNumber(float64(c.length(v)))
	}
	c.bad(1, "table or string expected")
	return 0
}

func baseRawset(c lib) int {
	tb := c.writable(1)
	c.any(3)
	rawStore(c.L, tb, c.get(2), c.get(3))
	c.push(tb)
	return 1
}

// writable returns a table that the script may change.
func (c lib) writable(i int) *glua.LTable {
	tb := c.table(i)
	if proxyOf(tb) != nil {
		c.t.raiseError(c.L, &ScriptError{
			Message: "'" + c.name + "' cannot change a read-only table",
			Hint:    "make a table of your own",
		})
	}
	return tb
}

func baseSelect(c lib) int {
	n := c.len() - 1
	if s, ok := c.get(1).(glua.LString); ok && s == "#" {
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

func baseTonumber(c lib) int {
	if c.absent(2) {
		switch v := c.any(1).(type) {
		case glua.LNumber:
			c.push(v)
			return 1
		case glua.LString:
			c.charge(int64(1 + len(v)/bytesPerStep))
			if f, ok := parseNumber(string(v)); ok {
				return c.pushNumber(f)
			}
		}
		c.push(glua.LNil)
		return 1
	}
	base := c.whole(2)
	s, ok := c.get(1).(glua.LString)
	if !ok {
		c.wrong(1, "string")
	}
	if base < 2 || base > 36 {
		c.bad(2, "base out of range")
	}
	c.charge(int64(1 + len(s)/bytesPerStep))
	if f, ok := parseBase(strings.ToLower(string(s)), base); ok {
		return c.pushNumber(f)
	}
	c.push(glua.LNil)
	return 1
}

func baseTostring(c lib) int {
	v := c.any(1)
	if s, ok := v.(glua.LString); ok {
		c.push(s)
		return 1
	}
	return c.pushText(c.tostring(v))
}

// tostring returns a value as print shows it, asking its metatable.
func (c lib) tostring(v glua.LValue) string {
	switch v := v.(type) {
	case glua.LString:
		return string(v)
	case glua.LNumber:
		c.t.allocate(24)
		return numberText(float64(v))
	case glua.LBool, *glua.LNilType:
		return v.String()
	}
	if event := metaField(v, "__tostring"); event != glua.LNil {
		c.push(event)
		c.push(v)
		s, ok := c.call(1).(glua.LString)
		if !ok {
			c.fail("'__tostring' must return a string")
		}
		return string(s)
	}
	c.t.allocate(64)
	text := c.t.st.names.text(v)
	if name, ok := metaField(v, "__name").(glua.LString); ok {
		_, id, _ := strings.Cut(text, ":")
		text = string(name) + ":" + id
	}
	return text
}

func baseType(c lib) int {
	c.push(typeNames[kindOf(c.any(1))])
	return 1
}

// typeNames are the answers of type(), made once.
var typeNames = func() (all [KindOther + 1]glua.LValue) {
	for k := range all {
		all[k] = glua.LString(Kind(k).String())
	}
	return all
}()
