package lua_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/lua"
)

// hostile are scripts that stall, crash or fill a process without the sandbox, by family of spec/script.md 6. A script may
// end in any way that names its line; what counts is that it ends, holds little, and harms nothing.
var hostile = map[string][]string{
	"loops": {
		"while true do pcall(function() while true do end end) end",
		"while true do xpcall(error, function() while true do end end) end",
		"while true do pcall(coroutine.wrap(function() while true do end end)) end",
		"local t = setmetatable({}, {__index = function(t, k) return t[k .. k] end}) while true do pcall(function() return t.x end) end",
		"local t = setmetatable({}, {__eq = function() while true do end end}) return t == setmetatable({}, getmetatable(t))",
		"table.sort({1, 2, 3}, function() while true do end end)",
		"('x'):rep(100):gsub('x', function() while true do end end)",
	},
	"patterns": {
		"(('a'):rep(28)):find(('a?'):rep(28) .. ('a'):rep(28))",
		"('a'):rep(200):find('a*a*a*a*b')",
		"('x'):rep(65536):find('.-.-.-.-y')",
		"('('):rep(10000):find('%b()')",
		"for i = 1, 100 do ('('):rep(10000):match('%b()%b()%b()') end",
		"('THE (quick) fox '):rep(5000):gsub('%f[%a]%a+', 'x')",
		"('x'):rep(100000):gsub('x', 'y')",
		"('x'):rep(100000):gsub('', ('y'):rep(1000))",
		"for w in ('x '):rep(100000):gmatch('%a+') do end",
		"('a'):rep(200000):match('^a*b')",
		"('a'):rep(200000):match(('(a*)'):rep(32))",
		"('x'):find(('('):rep(100))",
		"('x'):find(('(x'):rep(300))",
		"('x'):find(('[x'):rep(100))",
		"('x'):find(('a-'):rep(10000) .. 'b')",
		"('x'):rep(100000):find('x', -1e308)",
		"('x'):gsub(('%1'):rep(100), '')",
		"('abc'):find('x', 10, true)",
	},
	"strings": {
		"('x'):rep(1e9)", "('x'):rep(1e12)", "('x'):rep(-1e12)", "('x'):rep(1e5):rep(1e5)", "('x'):rep(1e9, ('y'):rep(1e5))",
		"local s = 'x' while true do s = s .. s end",
		"local s = ('x'):rep(200000) return " + strings.Repeat("s .. ", 190) + "s",
		"local t, s = {}, ('x'):rep(1024) for i = 1, 100000 do t[i] = s end return table.concat(t)",
		"return string.format('%99999999d', 1)", "return string.format('%.999999f', 1)", "return string.format('%999999[1]d', 1)",
		"return string.format(('%s'):rep(100), table.unpack((function() local t = {} for i = 1, 100 do t[i] = ('x'):rep(1e5) end return t end)()))",
		"return string.format(('%99.99f'):rep(1000), 1)",
		"local s = ('x'):rep(2e5) for i = 1, 1e6 do s:upper() s:reverse() s:lower() end",
		"return ('x'):rep(2e5):byte(1, -1)",
		"return string.char(table.unpack((function() local t = {} for i = 1, 1e5 do t[i] = 65 end return t end)()))",
		"for i = 1, 1e9 do tostring(i) end",
		"local t = {} for i = 1, 1e9 do t[i] = tostring({}) end",
		"return ('%d'):rep(1e5):format(1)",
	},
	"tables": {
		"local t = {} t[67108863] = 1", "local t = {} table.insert(t, 6e7, 1)", "rawset({}, 67108863, 1)", "local t = {} for i = 1e6, 1, -1 do t[i] = i end",
		"local t = {} for i = 1, 1e6 do t[i] = i end for i = 1, 1e6 do t[i] = nil end return #t",
		"local t = {} for i = 1, 1e5 do t['k' .. i] = i end for i = 1, 1e5 do t['k' .. i] = nil end while next(t) do end",
		"table.move({1}, 1, 2^31, 2)", "table.move({}, 1, 1e6, 1e6, {})", "table.unpack({}, 1, 1e8)", "table.unpack({}, -1e8, 1)", "table.unpack({}, 2^62, 2^62 + 10)",
		"return select('#', table.unpack({}, 1, 250))", "local function f(...) return select('#', ...) end return f(table.unpack({}, 1, 250))",
		"local function f(n, ...) if n == 0 then return select('#', ...) end return f(n - 1, n, ...) end return f(1e4)",
		"local a, b = ('x'):rep(2e5), ('x'):rep(2e5) for i = 1, 1e6 do local c = a < b end",
		"local s = ('1'):rep(2e5) for i = 1, 1e6 do local x = s + 1 end",
		"local t = {} for i = 1, 16383 do t[i] = i end for i = 1, 1e6 do table.insert(t, 1, i) end",
		"for i = 1, 1e9 do local t = {} t[16000] = 1 end",
		"local t = {} for i = 1, 1e9 do t[i * 0.5] = i end",
	},
	"sorting": {
		"local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function() return true end)",
		"local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function() return math.random() < 0.5 end)",
		"local t = {3, 1, 2} table.sort(t, function(a, b) error('no') end)",
		"local t = {3, 1, 2} table.sort(t, function(a, b) t[#t + 1] = 1 return a < b end)",
		"local t = {3, 1, 2} table.sort(t, function(a, b) table.sort(t) return a < b end)",
		"local t = {3, nil, 1} table.sort(t)", "table.sort({1, 'x', {}})", "table.sort({1, 2}, 5)",
		"local t = {a = 1} for k in pairs(t) do t[k .. 'x'] = 1 end",
		"local t = {} for i = 1, 100 do t['k' .. i] = i end for k in pairs(t) do for i = 1, 100 do t['k' .. i] = nil end end",
		"local t = {1, 2, 3} for k in next, t do table.remove(t) end",
	},
	"recursion": {
		"local function f() return f() + 1 end f()", "local function f() f() end pcall(f) pcall(f) f()", "local function f() return f() end f()",
		"local function a(n) local function b() return a(n + 1) + 1 end return b() end a(1)",
		"local function f() return pcall(f) end return f()", "local function f() return (pcall(f)) end return f()",
		"local function f() return coroutine.wrap(f)() end f()",
		"local t = {} setmetatable(t, {__index = t}) return t.x", "local t = {} setmetatable(t, {__newindex = t}) t.x = 1",
		"local t = setmetatable({}, {}) getmetatable(t).__tostring = function() return tostring(t) end tostring(t)",
		"local t = setmetatable({}, {}) getmetatable(t).__concat = function(a, b) return a .. b end return t .. t",
		"local t = setmetatable({}, {}) getmetatable(t).__call = t t()",
		"local t = setmetatable({}, {}) getmetatable(t).__call = setmetatable({}, {__call = function() end}) t()",
		"local m = {} m.__index = m setmetatable(m, m) return m.x",
		"setmetatable(_G, {__index = _G}) return x", "local t = setmetatable({}, {}) getmetatable(t).__len = function() return #t end return #t",
		"local t = setmetatable({}, {}) getmetatable(t).__eq = function(a, b) return a == b end return t == setmetatable({}, getmetatable(t))",
		"local t = setmetatable({}, {}) getmetatable(t).__lt = function(a, b) return a < b end return t < t",
		"local t = {} for i = 1, 1e5 do t = {t} end print(t) return t", "xpcall(error, function() error('again') end)",
		"local function h() error('x') end local function f() xpcall(f, h) error('y') end f()",
		"local f; f = function() return ('x'):gsub('x', f) end f()", "local f; f = function() table.sort({1, 2}, f) end f()",
	},
	"odd calls": {
		"local s = 'x' s.y = 1", "local s = 'x' function s.f() end", "return (nil).x()", "local t = {} return t.x.y()", "return t.missing()",
		"error()", "error(nil)", "error({})", "error(setmetatable({}, {__tostring = function() error('x') end}))", "error(error)", "error(coroutine.create(print))",
		"pairs()", "ipairs()", "next()", "next({}, 'x')", "next({1}, 5)", "next({}, {})", "select()", "select(0)", "select(-5, 1)", "tostring()", "tonumber()", "setmetatable()",
		"rawset({}, nil, 1)", "rawset({}, 0/0, 1)", "local t = {} t[nil] = 1", "local t = {[0/0] = 1}", "rawget()", "rawlen()", "rawequal()",
		"local f, s, c = ipairs({}) f()", "local f = ipairs({}) f(1, 2)", "local f = pairs({}) f()", "f = ('x'):gmatch('x') f(1, 2, 3) f() f() f()",
		"math.random(0)", "math.random(5, 1)", "math.random(-2^63, 2^63)", "math.random(1, 2, 3)", "math.random(0/0)", "math.floor()", "math.floor('x')", "math.fmod(1, 0)",
		"string.rep()", "string.char(-1)", "string.char(256)", "string.char(1.5)", "('x'):byte(0/0)", "('x'):sub({})", "string.format()", "string.format('%d')", "string.format('%d', 'x')", "string.format('%d', 1.5)", "string.format('%y', 1)", "string.format('%', 1)", "string.format('%c', 1e300)",
		"utf8.char(-1)", "utf8.char(2^31)", "utf8.codepoint('x', 5)", "utf8.len('x', 5)", "utf8.offset('x', 1, 5)", "utf8.codepoint('\\xff')", "for p in utf8.codes('\\xff') do end",
		"coroutine.resume()", "coroutine.wrap()", "coroutine.create(5)", "coroutine.status({})", "coroutine.close(coroutine.running())", "coroutine.yield()", "coroutine.wrap(print)() ", "local f = coroutine.wrap(function() end) f() f()",
		"table.concat({{}})", "table.concat({1, nil, 3}, ',', 1, 3)", "table.insert()", "table.insert({}, 1, 2, 3)", "table.insert({}, 5, 1)", "table.remove({}, 5)", "table.unpack()", "unpack({}, 1, 1e9)", "table.pack(table.unpack({}, 1, 250)).n.x = 1",
		"for i = 1, 10, 0 do end", "for i = 'a', 2 do end", "local a <const> = 5 return a()", "return 2^53 | 1.5", "return 1 << 64, 1 << -64, 1 >> 64", "return 1 // 0", "return 1 % 0", "return 1 & 'x'", "return {} .. {}", "return #5", "return -{}",
	},
	"border": {
		"local t = {} t.t = t print(t) take(t)", "take(function() end)", "take(0/0)", "take({[{}] = 1})", "local t = {} for i = 1, 40 do t = {t} end take(t)",
		"take(('x'):rep(2e5))", "for i = 1, 1e6 do mem['k' .. i] = i end", "print(('x'):rep(2e5))", "take({[1] = 1, x = 2})", "take(setmetatable({}, {__index = function() error('x') end}))",
		"print(setmetatable({}, {__tostring = function() error('x') end}))", "take(me)", "take(string)", "for k, v in pairs(me) do me[k] = v end",
	},
}

func hostileBox(t testing.TB) *lua.Sandbox {
	return newBox(t, func(o *lua.Options) {
		o.MaxThink = 300_000
		o.Words["take"] = lua.Word{Steps: 10, Func: func(c *lua.Call) error {
			_, err := c.Arg(0).Go()
			return err
		}}
		o.Objects = map[string]lua.Object{"me": {
			Index: func(c *lua.Call, key string) error { c.PushText(key); return nil },
			Keys:  func(*lua.Call) []string { return []string{"a", "b"} },
		}}
	})
}

// childVariable marks the process in which the hostile scripts are run first.
const childVariable = "MYSTIC_LUA_HOSTILE_CHILD"

// TestHostileInputs runs every script in a child process first: without its guards some would take the process with them,
// which no recover catches.
func TestHostileInputs(t *testing.T) {
	if os.Getenv(childVariable) == "" {
		child := exec.Command(os.Args[0], "-test.run=^TestHostileInputs$")
		child.Env = append(os.Environ(), childVariable+"=1")
		out, err := child.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	box := hostileBox(t)
	here := goleak.IgnoreCurrent()
	for family, sources := range hostile {
		t.Run(family, func(t *testing.T) {
			for _, source := range sources {
				o := play(t, box, source)
				require.GreaterOrEqual(t, o.status, lua.Done, source)
				require.NotEqual(t, lua.Ended, o.status, source)
				if o.err != nil {
					require.NotEqual(t, "internal", o.err.Code, "%s: %v\n%s", source, o.err.Panic, o.err.Trace)
					require.Equal(t, 1, o.err.Line, "%s: %v", source, o.err)
					require.NotEmpty(t, o.err.Message, source)
					require.NotContains(t, o.err.Message, "\n", source)
				}
				require.LessOrEqual(t, o.steps, int64(300_000+50_000), "%s: the last audit may go beyond", source)
				caught := play(t, box, "local ok, err = pcall(function() "+source+"\nend)")
				require.GreaterOrEqual(t, caught.status, lua.Done, source)
				if caught.err != nil {
					require.Contains(t, []string{"steps_exhausted", "memory_exhausted"}, caught.err.Code, "%s: %v", source, caught.err)
				}
			}
			goleak.VerifyNone(t, here)
		})
	}
	require.Equal(t, []any{"still here"}, result(t, box, "return 'still here'"))
}
