--- a verb
dig = 3 -- want "error: 'dig' is a verb of the game and cannot be assigned; use a local of another name: local my_dig = …"
--- a function of a verb's name
function drop(n) return n end -- want "'drop' is a verb of the game and cannot be assigned; give the function another name: local function my_drop"
--- a word of the SDK
wait = nil -- want "'wait' is a word of the game's language"
--- a library
string = "abc" -- want "'string' is part of the Lua library"
--- a function of the library
type = "ore" -- want "'type' is part of the Lua library"
--- mem itself
mem = { home = "mine" } -- want "'mem' is a table of the game's language and cannot be assigned; write into it: mem.x = …"
--- me itself
me = {} -- want "'me' is a table of the game's language"
--- a field of me
me.gold = 10 -- want "me cannot be written to; me shows what is; keep values of your own in a local, or in mem"
--- a field of me by a key
me["gold"] = 10 -- want "me cannot be written to"
--- a field of a library
string.trim = function(s) return s end -- want "string cannot be written to; make a local: local trim = …"
--- a function in a library
function table.size(t) return #t end -- want "table cannot be written to"
--- a method in a library
function string:trim() return self end -- want "string cannot be written to"
--- rawset
rawset(math, "tau", 6.28) -- want "math cannot be written to"
--- through _G
_G.dig = print -- want "'dig' is a verb of the game"
--- one of several
local a
a, dig = 1, 2 -- want "'dig' is a verb of the game"
print(a)
--- the library's function by another
unpack = function(t) return t[1] end -- want "'unpack' is part of the Lua library"
--- a field of a library by a number
string[1] = "a" -- want "string cannot be written to; make a local"
--- a choice that is no longer the same
unpack = unpack or function(t) return t[1] end -- want "'unpack' is part of the Lua library"
