#!/usr/bin/env lua
-- Every statement and expression at least once, in the forms that people write.
local Stack = {}
Stack.__index = Stack

function Stack.new(...)
  local self = setmetatable({n = select("#", ...), ...}, Stack)
  return self
end

function Stack:push(v, ...)
  if v == nil then return self end
  self.n = self.n + 1
  self[self.n] = v
  return self:push(...)
end

function Stack:pop()
  local v = self[self.n]
  self[self.n], self.n = nil, self.n - 1
  return v
end

local s = Stack.new(1, 2):push "three" :push { 4, four = 4, [4] = "4", ["f o u r"] = { } }
local flags = (1 << 4 | 0xF0 & ~3) ~ 5 >> 1
local text = [[
first line kept empty above
"quotes" and \escapes stay]] .. '\u{48}\x69\32\z
    there' .. "a\
b"
local n <const>, m = 2^10 // 3 % 7, -#text ^ 2

for k, v in pairs(s) do
  for _ = 1, 2 do
    if type(k) == "number" and k % 2 == 0 then goto next elseif not v then break else text = text .. k end
  end
  do local k = k; text = text .. tostring(k) end
  ::next::
end

local fib
fib = function(i) return i < 2 and i or fib(i - 1) + fib(i - 2) end

local i = 0
while (i < 3) do i = i + 1; local j = i
  repeat j = j - 1 until j <= 0 or not (i ~= 2)
end

return fib(10), flags, text, n, m, (s:pop()), (function(...) return ... end)(1, 2, nil)
