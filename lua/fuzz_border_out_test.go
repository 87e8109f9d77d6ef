package lua_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// construct is a script that builds a value as the text of ops says, three bytes an instruction, hands it out, and looks at
// what came of it: what the border refuses has to hold something that JSON cannot say at just the path that it names, and what
// it lets through has to come back equal. What can be said is decided here by the script, from the rules alone.
const construct = `local inf = 1 / 0
local leaves = {
	true, false, 0, 1, -1, 0.5, 2^53, 2^53 + 2, -2^63, 1e300, 5e-324, -0.0, 0 / 0, inf, -inf,
	"", "a", "end", "a b", "1", "h\xc3\xa4", "\0", "\xff", "\xed\xa0\x80",
	dig, function() end, coroutine.create(function() end), string, me, fixed, fixed.inner, fixed.list,
}
local keys = {1, 2, 3, 0, -1, 1.5, 2^40, inf, "a", "b", "end", "a b", "1", "", "\xff", "\0", true, {}, dig, me}
local metas = {
	{__index = {x = 1}}, {__len = function() return 3 end}, {__tostring = function() return "T" end}, {__metatable = "locked"},
	{__newindex = function() end}, {__pairs = function() return next, {}, nil end}, {__call = function() end}, {__eq = function() return true end},
}

-- A value in the pool may be nil, and pool[0] is.
local pool, made, n = {}, {}, 0
local function keep(v) n = n + 1 pool[n] = v end
local function new(t) made[#made + 1] = t keep(t) end
local text = ops()
for at = 1, #text - 2, 3 do
	local what, i, j = text:byte(at, at + 2)
	local t, v = made[i % (#made + 1)], pool[j % (n + 1)]
	local kind, other = what % 8, what // 8
	if kind == 0 or not t then
		if what % 2 == 0 then keep(leaves[i % #leaves + 1]) else new({}) end
	elseif kind == 1 then
		new({v})
	elseif kind == 2 then
		rawset(t, #t + 1, v)
	elseif kind == 3 then
		for _ = 1, other do rawset(t, #t + 1, other) end
	elseif kind < 6 then
		rawset(t, keys[other % #keys + 1], v)
	elseif kind == 6 then
		pcall(setmetatable, t, metas[other % #metas + 1])
	else
		v = pool[n]
		for _ = 0, j % 35 do
			if other % 2 == 0 then v = {v} else v = {a = v} end
		end
		new(v)
	end
end
local v = pool[n]

local function sayable(v, depth)
	local kind = type(v)
	if kind == "nil" or kind == "boolean" then return true end
	if kind == "number" then return v == v and v ~= inf and v ~= -inf end
	if kind == "string" then return utf8.len(v) ~= nil end
	if kind ~= "table" or rawequal(v, me) or depth == 32 then return false end
	local list, names = 0, 0
	for k, inner in next, v do
		if type(k) == "number" then
			list = list + 1
		elseif type(k) == "string" and utf8.len(k) then
			names = names + 1
		else
			return false
		end
		if not sayable(inner, depth + 1) then return false end
	end
	for i = 1, list do
		if rawget(v, i) == nil then return false end
	end
	return list == 0 or names == 0
end

local function same(a, b)
	if type(a) ~= "table" then return a == b end
	if type(b) ~= "table" then return false end
	local left = 0
	for k, inner in next, a do
		if not same(inner, rawget(b, k)) then return false end
		left = left + 1
	end
	for _ in next, b do left = left - 1 end
	return left == 0
end

-- The value that stands at a path, and how deep that is.
local function at(v, path)
	local depth = 0
	while path ~= "" do
		local key, rest = path:match("^%[(%d+)%](.*)$")
		if key then
			key = tonumber(key)
		else
			key, rest = path:match('^%["(.-)"%](.*)$')
			if key == "\\x00" then key = "\0" end
			if not key then key, rest = path:match("^%.?([%a_][%w_]*)(.*)$") end
		end
		v, path, depth = rawget(v, key), rest, depth + 1
	end
	return v, depth
end

local told, back = take(v)
if told then
	local culprit, depth = at(v, told:match("^(.-) ?has a key") or told:match("^(.-) ?is "))
	assert(not sayable(culprit, depth), told)
	assert(not sayable(v, 0), told)
else
	assert(sayable(v, 0), "what cannot be said was let through")
	assert(same(v, back), "it came back as another")
end
mem.v = v
return v`

// constructions are instructions of construct, each for something that JSON says or does not.
var constructions = [][]byte{
	{},                                   // nothing
	{1, 0, 0, 0, 3, 0, 2, 1, 2, 1, 1, 1}, // a list in a list
	{1, 0, 0, 2, 1, 1},                   // a list that holds itself
	{1, 0, 0, 8*8 + 4, 1, 1, 1, 1, 1},    // a table that holds itself by a name
	{1, 0, 0, 0, 3, 0, 2*8 + 4, 1, 2, 1, 1, 1},                         // a hole
	{1, 0, 0, 0, 3, 0, 4, 1, 2, 8*8 + 4, 1, 2, 1, 1, 1},                // a list with a name
	{1, 0, 0, 0, 3, 0, 8*8 + 4, 1, 2, 8*9 + 4, 1, 2, 1, 1, 1},          // names
	{1, 0, 0, 0, 3, 0, 8*11 + 4, 1, 2, 8*8 + 4, 1, 2, 1, 1, 1},         // names in no order
	{1, 0, 0, 1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 3, 2},                      // a table that is shared
	{1, 0, 0, 31*8 + 3, 1, 0, 31*8 + 3, 1, 0, 31*8 + 3, 1, 0, 1, 1, 1}, // a long list
	{1, 0, 0, 7, 1, 29},     // 31 deep
	{1, 0, 0, 7, 1, 30},     // 32 deep
	{1, 0, 0, 7, 1, 31},     // 33 deep
	{1, 0, 0, 8 + 7, 1, 31}, // 33 deep by names
}

// FuzzBorderLua has any value that a script can build go out: through an argument of a word, as a result and in mem, where
// all three agree on what JSON can say of it.
func FuzzBorderLua(f *testing.F) {
	for _, ops := range constructions {
		f.Add(ops)
	}
	for i := range byte(32) {
		f.Add([]byte{0, i, 0})                                  // a leaf
		f.Add([]byte{1, 0, 0, 0, i, 0, 8*9 + 4, 1, 2, 1, 1, 1}) // a leaf in a table in a table
		f.Add([]byte{1, 0, 0, 0, 0, 0, 8*i + 4, 1, 2, 1, 1, 1}) // a key
		f.Add([]byte{1, 0, 0, 2, 1, 0, 8*i + 6, 1, 0, 1, 1, 1}) // a metatable
	}
	box := newBox(f, func(o *lua.Options) {
		o.MaxThink = 1 << 40
		o.Prelude = "fixed = {inner = {x = 1}, list = {1, 2, {}}}"
		o.Objects = map[string]lua.Object{"me": {Index: func(c *lua.Call, key string) error { c.PushText(key); return nil }}}
		o.Words["ops"] = lua.Word{Func: func(c *lua.Call) error { c.PushText(string(c.Data().(*crossing).ops)); return nil }}
		o.Words["take"] = lua.Word{Func: func(c *lua.Call) error {
			x := c.Data().(*crossing)
			if x.came, x.refused = c.Arg(0).Go(); x.refused != nil {
				c.PushText(x.refused.Error())
				return nil
			}
			c.PushNil()
			return c.Push(x.came)
		}}
	})
	program := compile(f, construct)
	f.Fuzz(func(t *testing.T, ops []byte) {
		if len(ops) > maxOps {
			return
		}
		x := &crossing{ops: ops}
		x.run(t, box, program)
		require.Equal(t, lua.Done, x.status, "%v", x.err)
		if x.refused != nil {
			require.IsType(t, "", x.results[0], "what does not convert is shown as print does")
			require.Error(t, x.memErr)
			require.Regexp(t, refusal, x.refused.Error())
			require.Regexp(t, refusal, strings.TrimPrefix(x.memErr.Error(), "mem.v"), "of several reasons another one may be the first in the order of names")
			return
		}
		require.Equal(t, x.came, x.results[0])
		if depthOf(x.came) == borderDepth {
			require.ErrorContains(t, x.memErr, "is nested deeper than 32 levels")
			return
		}
		mem := map[string]any{}
		if x.came != nil {
			mem["v"] = x.came
		}
		saved, err := json.Marshal(mem)
		require.NoError(t, err)
		require.NoError(t, x.memErr)
		require.Equal(t, string(saved), string(x.mem))
	})
}

// refusal is a path, where the value itself is not at fault, and one of the reasons for which a value cannot go out.
var refusal = regexp.MustCompile(`^((\.?[a-z]+|\["[^"]*"\]|\[\d+\])+ | ?)(is (nan|inf|-inf|a function|a thread), which JSON cannot say` +
	`|is a string that is not valid UTF-8|is no list: it has key \S+ but not \d+|is both a list and a table with names \(".*"\)` +
	`|has a key that is (a \w+|not valid UTF-8)|is nested deeper than 32 levels, or contains itself|is read-only and answered by the game; copy the fields that are wanted)$`)

// maxOps bounds what construct builds: a table that holds another one twice is said twice, so a few instructions more would
// make a value of millions.
const maxOps = 3 * 30
