--- results of calls
local ok = dig(1)
local _, why = drop(1)
local fine, err = pcall(dig)
--- one of several is read
local ok, why, n = dig(3)
print(n)
--- parameters and loop variables
local function work(a, b) print(a) end
work(1)
for i = 1, 3 do dig(1) end
for k, v in pairs(mem) do print(v) end
on("heard", function(who, text) print(text) end)
--- names that begin with _
local _unused = 3
local _ = 4
--- read in a function
local limit = 3
local function work() return limit end
print(work())
--- read before it is written again
local n = 1
n = n + 1
--- a function handed on
local function greet(who) print(who) end
on("heard", greet)
--- mutual recursion
local odd
local function even(n) return n == 0 or odd(n - 1) end
odd = function(n) return n ~= 0 and even(n - 1) end
print(even(4))
