--- a wrapper made before the local is there
local plain = dig
local dig = function(n) return plain(n or 1) end
dig(3)
--- a local copy
local dig, drop = dig, drop
dig(1) drop(1)
--- a function of that name
local function go(node) if node then go(node.next) end end
go({})
--- a function that ends before it calls itself
local function dig(n)
  if n == 0 then return end
  dig(n - 1)
end
dig(3)
--- a parameter may be a function
local function twice(dig) dig(1) dig(1) end
twice(drop)
--- a local that is not called
local drop = me.gold
print(drop)
--- given a function later
local drop
drop = function() end
drop(1)
--- a text knows its library
local string = "abc"
print(string.upper(string))
--- a table with what is used
local table = { insert = function() end }
table.insert(table, 1)
local math = {}
math.floor = function(x) return x end
print(math.floor(2.5))
--- a table that something else fills
local string = {}
for _, name in ipairs({ "upper", "lower" }) do string[name] = print end
string.upper("x")
--- a table that is handed on may be filled
local table = {}
local function fill(t) t.insert = print end
fill(table)
table.insert(1)
--- a function that stops before it calls itself
local function dig(n)
  print(n)
  if n > 3 then stop() end
  dig(n)
end
dig(1)
--- a function that calls itself on one side
local function go(n) return n == 0 or go(n - 1) end
go(3)
--- a function that a later value replaces
local function drop(n) return drop(n) end
drop = print
drop(1)
--- a function inside that calls it
local function dig(n) return function() return dig(n) end end
dig(1)
