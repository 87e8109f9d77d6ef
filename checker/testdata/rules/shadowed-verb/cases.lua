--- a result under the verb's name
local drop = drop(1) -- want "warning: the local 'drop' hides a verb of the game, which line 2 calls; give it another name"
drop(2)
--- a number
local dig = 3 -- want "the local 'dig' hides a verb of the game, which line 2 calls"
dig(dig)
--- a loop variable
for go = 1, 3 do go("home") end -- want "the local 'go' hides a verb of the game, which line 1 calls"
--- a word of the SDK
local wait = 5 -- want "the local 'wait' hides a word of the game's language"
wait(1)
--- a function of the library
local type = "ore" -- want "the local 'type' hides part of the Lua library"
print(type(3))
--- a table called like a library
local table = {} -- want "the local 'table' hides the library, whose insert line 2 uses"
table.insert(table, 1)
--- a function that means the verb and calls itself
local function dig(n) return dig(n) end -- want "this function hides a verb of the game and calls itself for ever in line 1"
dig(1)
--- the same with a local
local function dig(n) -- want "calls itself for ever in line 2"
  local ok = dig(n)
  return ok
end
dig(1)
--- a table called like a library, of which the list alone is used
local table = {} -- want "the local 'table' hides the library, whose concat line 3 uses"
for i, v in ipairs(table) do print(i, v, #table, type(table)) end
print(table.concat({ 1, 2 }))
--- a function that does something before it calls itself
local function go(place) -- want "calls itself for ever in line 3"
  helper(place)
  go(place)
end
function helper(x) print(x) end
go("home")
--- a boolean
local stop = false -- want "the local 'stop' hides a word of the game's language, which line 2 calls"
if me.gold > 3 then stop() end
