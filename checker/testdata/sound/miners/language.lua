-- 20 ticks, done: a tour of the language: integers, bits, strings, closures, varargs, goto and nested recovery

local t <const> = { 3, 1, 2 }

-- numbers
assert(7 // 2 == 3 and -7 // 2 == -4 and 7 % -3 == -2)
assert((0xff & 0x0f) | (1 << 8) == 0x10f and ~0 == -1 and 5 ~ 3 == 6)
assert(math.tointeger(3.0) == 3 and math.type(1.5) == "float")
assert(2 ^ 10 == 1024 and 10 / 4 == 2.5)

-- texts
local long = [==[
two
lines]==]
assert(#long == 9 and long:find("\n", 1, true) == 4)
assert(("%5.2f|%-4s|%q"):format(3.14159, "ab", "x\ty") ~= nil)
assert(("a,b,,c"):gsub(",", ";") == "a;b;;c")
assert(utf8.char(72, 228) == "H\u{e4}" and "\x41\z
  \066" == "AB")

-- closures and varargs
local function bind(f, ...)
  local bound = table.pack(...)
  return function(...)
    local all = { table.unpack(bound, 1, bound.n) }
    for i = 1, select("#", ...) do
      all[bound.n + i] = (select(i, ...))
    end
    return f(table.unpack(all, 1, bound.n + select("#", ...)))
  end
end
assert(bind(math.max, 3, 9)(4, 12) == 12)

-- loops and labels
local odd = {}
for i = 1, 9 do
  if i % 2 == 0 then goto continue end
  odd[#odd + 1] = i
  ::continue::
end
do
  local i = 0
  ::again::
  i = i + 1
  if i < 3 then goto again end
  assert(i == 3)
end
assert(#odd == 5)

-- recovery inside recovery
local trace = {}
local ok, err = pcall(function()
  local inner, why = pcall(error, { code = 7 })
  trace[#trace + 1] = inner
  trace[#trace + 1] = why.code
  error(setmetatable({}, { __tostring = function() return "outer" end }))
end)
assert(not ok and tostring(err) == "outer" and trace[2] == 7)
local handled, text = xpcall(function() return mem.nothing .. "x" end, function(m) return "caught " .. type(m) end)
assert(not handled and text == "caught string")

-- coroutines
local function numbers(n)
  return coroutine.wrap(function()
    for i = 1, n do coroutine.yield(i, i * i) end
  end)
end
local squares = {}
for _, square in numbers(4) do squares[#squares + 1] = square end
assert(table.concat(squares, " ") == "1 4 9 16")

-- metatables
local Vec = {}
Vec.__index = Vec
Vec.__eq = function(a, b) return a.x == b.x end
Vec.__call = function(self, by) return self.x * by end
Vec.__concat = function(a, b) return tostring(a.x or a) .. "/" .. tostring(b.x or b) end
local v, w = setmetatable({ x = 2 }, Vec), setmetatable({ x = 2 }, Vec)
assert(v == w and v(21) == 42 and v .. w == "2/2" and rawequal(v, w) == false)

-- tables
table.sort(t, function(a, b) return a > b end)
assert(table.concat(t, ",") == "3,2,1" and next({}) == nil and select(-1, 1, 2, 3) == 3)
local packed = table.pack(nil, nil, 3)
assert(packed.n == 3 and rawlen({ 1, 2 }) == 2)
print("all held", #odd, dig(1))
