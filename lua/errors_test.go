package lua_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

func TestMessages(t *testing.T) {
	box := newBox(t, nil)
	for source, want := range map[string]lua.ScriptError{
		"digg(1)":                                       {Message: "attempt to call a nil value (global 'digg')", Column: 1, Hint: "did you mean 'dig'?"},
		"local x = 1 x()":                               {Message: "attempt to call a number value (local 'x')", Column: 13, Hint: "'x' is a number: leave out the brackets"},
		"local t = {} t.go()":                           {Message: "attempt to call a nil value (field 'go' of 't')", Column: 16, Hint: "'t.go' is nil here; give it a function first"},
		"local t = {} t:go()":                           {Message: "attempt to call a nil value (method 'go' of 't')", Column: 16, Hint: "'t.go' is nil here; give it a function first"},
		"local s = 'x' s:uper()":                        {Message: "attempt to call a nil value (method 'uper' of 's')", Column: 17, Hint: "did you mean 'upper'?"},
		"string.formt('x')":                             {Message: "attempt to call a nil value (field 'formt' of 'string')", Column: 8, Hint: "did you mean 'format'?"},
		"return mem.x.y":                                {Message: "attempt to index a nil value (field 'x' of 'mem')", Column: 12, Hint: "'mem.x' is nil here; test it first: if mem.x then … end"},
		"mem.x.y = 1":                                   {Message: "attempt to index a nil value (field 'x' of 'mem')", Column: 5, Hint: "'mem.x' is nil here; make the table first: mem.x = mem.x or {}"},
		"mem.x[pos()] = 1":                              {Message: "attempt to index a nil value (field 'x' of 'mem')", Column: 5, Hint: "'mem.x' is nil here; make the table first: mem.x = mem.x or {}"},
		"mem.gold = 1 mem.hp = 2 return mem.ore.x":      {Message: "attempt to index a nil value (field 'ore' of 'mem')", Column: 36, Hint: "'mem' has gold, hp; test it first: if mem.ore then … end"},
		"mem.gold = 1 return mem.glod.x":                {Message: "attempt to index a nil value (field 'glod' of 'mem')", Column: 25, Hint: "did you mean 'gold'?"},
		"local t = {iron = 1, coal = 2} return t.x + 1": {Message: "attempt to perform arithmetic on a nil value (field 'x' of 't')", Column: 41, Hint: "'t' has iron, coal; test it first, or write (t.x or 0)"},
		"pcall(error, 'x', 0)\nerror('x', 0)":           {Message: "x", Line: 2},
		"local a = 1 return a.b.c":                      {Message: "attempt to index a number value (local 'a')", Column: 20, Hint: "'a' is a number, and has no fields"},
		"return 1 < mem.hp":                             {Message: "attempt to compare number with nil (field 'hp' of 'mem')", Column: 16, Hint: "'mem.hp' is nil here; give it a value first, or write (mem.hp or 0)"},
		"return 1 < '2'":                                {Message: "attempt to compare number with string (constant '2')", Hint: "a number stands without quotes"},
		"return {} < {}":                                {Message: "attempt to compare two table values", Hint: "tables have no order: compare a field of both"},
		"local x return 1 + x":                          {Message: "attempt to perform arithmetic on a nil value (local 'x')", Column: 20, Hint: "'x' is nil here; give it a value first, or write (x or 0)"},
		"return mem.x - 1":                              {Message: "attempt to perform arithmetic on a nil value (field 'x' of 'mem')", Column: 12, Hint: "'mem.x' is nil here; give it a value first, or write (mem.x or 0)"},
		"return -mem.x":                                 {Message: "attempt to perform arithmetic on a nil value (field 'x' of 'mem')", Column: 13, Hint: "'mem.x' is nil here; give it a value first, or write (mem.x or 0)"},
		"return 'a' * 2":                                {Message: "attempt to perform arithmetic on a string value (constant 'a')", Hint: "only a text that holds a number counts as one, and this is \"a\""},
		"return #mem.x":                                 {Message: "attempt to get length of a nil value (field 'x' of 'mem')", Column: 13, Hint: "'mem.x' is nil here; give it a value first, or write (mem.x or {})"},
		"return 'a' .. mem.x":                           {Message: "attempt to concatenate a nil value (field 'x' of 'mem')", Column: 19, Hint: "'mem.x' is nil here; give it a value first, or write tostring(mem.x)"},
		"return 1 // 0":                                 {Message: "attempt to divide by zero", Hint: "the number on the right is 0: test it first"},
		"for i = 1, nil do end":                         {Message: "'for' limit must be a number, got nil"},
		"for i = 'x', 2 do end":                         {Message: "'for' initial value must be a number, got string (constant 'x')", Hint: "a number stands without quotes"},
		"for k, v in mem do end":                        {Message: "attempt to go through a table value with for … in (global 'mem')", Column: 13, Hint: "write: for k, v in pairs(mem) do"},
		"for k, v in pairs(mem.x) do end":               {Message: "bad argument #1 to 'pairs' (table expected, got nil)", Column: 13, Hint: "'mem.x' is nil here; give it a value first, or write (mem.x or {})"},
		"local t, k = {} t[k] = 1":                      {Message: "table index is nil (local 'k')", Column: 19, Hint: "'k' is nil here; give it a value first"},
		"local t = {} t[0/0] = 1":                       {Message: "table index is NaN", Hint: "0/0 is no number, and can be no key"},
		"('x'):rep({})":                                 {Message: "bad argument #1 to 'rep' (number expected, got table)", Column: 7, Hint: "it is called as s:rep(n)"},
		"string.rep()":                                  {Message: "bad argument #1 to 'rep' (string expected, got no value)", Column: 8, Hint: "it is called as s:rep(n)"},
		"local ok, e = pcall(error, 'x') error('line 7: ' .. e, 0)": {Message: "line 7: x"},
		"error('line 9: x', 0)":                                            {Message: "line 9: x"},
		"error({message = 'farm line 9: x'})":                              {Message: "farm line 9: x"},
		"local x = 1 error('attempt to call a nil value (local \\'x\\')')": {Message: "attempt to call a nil value (local 'x')"},
		"pcall(error, 'line 9: x', 0)\nerror('line 9: x', 0)":              {Message: "line 9: x", Line: 2},
		"local ok, e = pcall(function()\nerror('x')\nend) error(e, 0)":     {Message: "x", Line: 2},
		"error('no ore')":               {Message: "no ore"},
		"error('no ore', 0)":            {Message: "no ore"},
		"error({code = 3})":             {Message: "error value {code = 3}"},
		"error({message = 'no ore'})":   {Message: "no ore"},
		"error()":                       {Message: "error() was called without a message", Hint: "say what went wrong: error(\"no ore left\")"},
		"error(nil)":                    {Message: "error() was called without a message", Hint: "say what went wrong: error(\"no ore left\")"},
		"error(true)":                   {Message: "error value true"},
		"assert(false)":                 {Message: "assertion failed!", Hint: "say what must be: assert(x, \"what went wrong\")"},
		"assert(nil, 'no ore')":         {Message: "no ore"},
		"assert(pcall(error, 'inner'))": {Message: "inner"},
		"local ok, e = pcall(function() local x = nil + 1 end) error(e, 0)":               {Message: "attempt to perform arithmetic on a nil value"},
		"coroutine.wrap(function() local x = mem.y.z end)()":                              {Message: "attempt to index a nil value (field 'y' of 'mem')", Column: 41, Hint: "'mem.y' is nil here; test it first: if mem.y then … end"},
		"local function f() return f() + 1 end f()":                                       {Message: "stack overflow: calls stand too deep inside each other", Hint: "give the recursion a case in which it returns, or use a loop: about 95 calls may stand inside each other"},
		"setmetatable({}, {__gc = print})":                                                {Message: "'__gc' does not work here"},
		"string.x = 1":                                                                    {Message: "the library cannot be changed: x", Hint: "make a local of your own"},
		"local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x":           {Message: "'__index' chain is too long, or goes round in a circle"},
		"local t = setmetatable({}, {__tostring = function() return {} end}) tostring(t)": {Message: "'__tostring' must return a string", Hint: "end it with return tostring(x)"},
	} {
		o := play(t, box, source)
		require.Equal(t, lua.Failed, o.status, source)
		want.Code, want.Line = "script_error", max(1, want.Line)
		got := *o.err
		got.Stack = nil
		require.Equal(t, want, got, source)
	}
}

// TestAdviceIsBounded: what is looked for to be told with an error that a script may catch again and again costs little.
func TestAdviceIsBounded(t *testing.T) {
	box := newBox(t, nil)
	o := play(t, box, "mem.glod = 1 for i = 1, 100 do mem['ore' .. i] = i end return mem.gold.x")
	require.Equal(t, "did you mean 'glod'?", o.err.Hint)
	o = play(t, box, "for i = 1, 100 do mem['ore' .. i] = i end mem.glod = 1 return mem.gold.x")
	require.Equal(t, "'mem' has ore1, ore2, ore3, ore4, ore5, ore6, …; test it first: if mem.gold then … end", o.err.Hint)

	const caught = "for i = 1, 250 do pcall(function() return mem.x.y end) end "
	o = play(t, box, caught+"return mem.x.y")
	require.Equal(t, "attempt to index a nil value (field 'x' of 'mem')", o.err.Message)
	require.Empty(t, o.err.Hint)
	o = play(t, box, caught+"dig(1) return mem.x.y")
	require.Equal(t, "'mem.x' is nil here; test it first: if mem.x then … end", o.err.Hint)
}

func TestErrorNamesLineAndStack(t *testing.T) {
	box := newBox(t, nil)
	o := play(t, box, "local function find_ore()\n\treturn mem.ore.x\nend\nlocal function work()\n\tfind_ore()\n\treturn 1\nend\nwork()\n")
	require.Equal(t, 2, o.err.Line)
	require.Equal(t, 13, o.err.Column)
	require.Equal(t, 2, o.line)
	require.Equal(t, []string{"function 'find_ore', line 2", "function 'work', line 5", "main part, line 8"}, o.err.Stack)
	require.EqualError(t, o.err, "line 2: attempt to index a nil value (field 'ore' of 'mem')")

	o = play(t, box, "local function check(x)\n\tif not x then error('x is missing', 2) end\nend\n\ncheck()")
	require.Equal(t, 5, o.err.Line, "level 2 is the caller")

	o = play(t, box, "local co = coroutine.wrap(function()\n\terror('deep')\nend)\nlocal function f()\n\tco()\n\treturn 1\nend\nf()")
	require.Equal(t, 2, o.err.Line)
	require.Equal(t, []string{"main part, line 2", "function 'f', line 5", "main part, line 8"}[1:], o.err.Stack[1:])
}

// TestCaughtMessages are what pcall hands to the script.
func TestCaughtMessages(t *testing.T) {
	box := newBox(t, nil)
	for source, want := range map[string][]any{
		"local ok, e = pcall(function()\n\terror('x')\nend) return ok, e":                                        {false, "line 2: x"},
		"local ok, e = pcall(function()\n\tmem.a.b = 1\nend) return e":                                           {"line 2: attempt to index a nil value (field 'a' of 'mem')"},
		"return select(2, pcall(error, 'x', 0))":                                                                 {"x"},
		"local t = {} return select(2, pcall(error, t)) == t":                                                    {true},
		"return select('#', pcall(error, nil)), select(2, pcall(error, nil))":                                    {float64(2), nil},
		"return pcall(function() local a = {} return a.b.c end)":                                                 {false, "line 1: attempt to index a nil value (field 'b' of 'a')"},
		"return xpcall(function() error('x', 0) end, function(m) return m .. '!' end)":                           {false, "x!"},
		"return select(2, xpcall(function() error('x') end, function(m) return m:upper() end))":                  {"LINE 1: X"},
		"return pcall(coroutine.wrap(function() error('x') end))":                                                {false, "line 1: x"},
		"return coroutine.resume(coroutine.create(function() error('x') end))":                                   {false, "line 1: x"},
		"local ok, e = pcall(function() local ok, e = pcall(error, 'in', 0) error(e .. '+out', 0) end) return e": {"in+out"},
		"return (select(2, pcall(function() local function f() return f() + 1 end f() end)))":                    {"line 1: stack overflow: calls stand too deep inside each other"},
		"return pcall(nil)":       {false, "line 1: attempt to call a nil value"},
		"return pcall({}, 1)":     {false, "line 1: attempt to call a table value"},
		"return xpcall(5, print)": {false, "line 1: attempt to call a number value"},
		"return pcall(setmetatable({}, {__call = function(_, a) return a end}), 5)":  {true, float64(5)},
		"return pcall(table.sort, {1, 'x'})":                                         {false, "line 1: attempt to compare string with number"},
		"return pcall(table.concat, setmetatable({}, {__index = 5}), ' ', 1, 1)":     {false, "line 1: attempt to index a number value"},
		"return xpcall(function() error('x', 0) end, function(m) error('y', 0) end)": {false, "y"},
	} {
		require.Equal(t, want, result(t, box, source), source)
	}
}

// TestVariablesAfterACaughtError: functions that go on living behind a caught error share their variables with their
// closures as before, and closures of those that do not keep them.
func TestVariablesAfterACaughtError(t *testing.T) {
	box := newBox(t, nil)
	for source, want := range map[string][]any{
		`local n = 0
		local function inc() n = n + 1 end
		pcall(function() inc() pcall(error, "y") error("x") end)
		inc()
		return n`: {float64(2)},
		`local n = 0
		local function inc() n = n + 1 end
		xpcall(function() inc() error("x") end, function() inc() end)
		n = n + 10
		inc()
		return n`: {float64(13)},
		`local get, set
		pcall(function() local v = 1 get = function() return v end set = function(x) v = x end error("x") end)
		local a, b, c, d, e, f = 11, 12, 13, 14, 15, 16
		set(5)
		return get(), a, f`: {float64(5), float64(11), float64(16)},
		`local get
		xpcall(function() local v = 1 get = function() return v end local w = nil + 1 end, function() return 1 end)
		local a, b, c, d = 11, 12, 13, 14
		return get()`: {float64(1)},
		`local n, get = 0, nil
		local co = coroutine.wrap(function()
			local v = 1
			get = function() v = v + 1 return v end
			pcall(function() v = v + 1 error("x") end)
			v = v + 10
			coroutine.yield(v)
			error("end")
		end)
		local first = co()
		pcall(co)
		return first, get()`: {float64(12), float64(13)},
		`local function f(n)
			local mine = n
			local function up() mine = mine + 1 end
			if n > 0 then pcall(f, n - 1) end
			up()
			if n % 2 == 0 then up() error(mine) end
			return mine
		end
		return f(3), select(2, pcall(f, 4))`: {float64(4), float64(6)},
	} {
		require.Equal(t, want, result(t, box, source), source)
	}
}
