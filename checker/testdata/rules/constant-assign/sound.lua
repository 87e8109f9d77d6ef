--- another local of the name
local limit <const> = 3
do
  local limit = 4
  limit = limit + 1
  print(limit)
end
print(limit)
--- the fields of a constant table
local t <const> = {}
t.x = 1
print(t.x)
--- a constant read in a function
local limit <const> = 3
local function full() return me.gold >= limit end
print(full())
--- a variable beside a constant
local limit <const>, n = 3, 0
n = n + limit
print(n)
--- a new constant in each round
for i = 1, 3 do
  local double <const> = i * 2
  print(double)
end
--- a parameter of the name
local limit <const> = 3
local function raise(limit) limit = limit + 1 return limit end
print(raise(limit))
