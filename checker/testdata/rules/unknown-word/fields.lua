--- a field of me that is not there
print(me.golds) -- want `error: 'me' has no field 'golds'; write me.gold`
--- a field of me in brackets
print(me["golds"]) -- want `'me' has no field 'golds'; write me.gold`
--- a field of me that is nothing near
print(me.inventory) -- want `'me' has no field 'inventory'; me has gold, hp, name, place, tired, target, pack, pos and friends`
--- a verb as a field of me
me.dig(1) -- want `'me' has no field 'dig'; a verb stands alone: dig\(n=1\)`
--- a verb as a method of me
me:dig(1) -- want `'me' has no method 'dig'; a verb stands alone: dig\(n=1\)`
--- a misspelt function of a library
print(string.foramt("%d", 3)) -- want `'string' has no field 'foramt'; write string.format`
--- a function of another host
local parts = string.split("a,b", ",") -- want `'string' has no field 'split'; write for part in s:gmatch`
print(parts)
--- a function of an older Lua
print(table.getn({})) -- want `'table' has no field 'getn'; write #t`
--- a function of another table
print(table.floor(2.5)) -- want `'table' has no field 'floor'; write math.floor`
--- a function that nobody has
print(utf8.glyph("a")) -- want `'utf8' has no field 'glyph'; utf8 has char, charpattern, codepoint, codes, len, offset`
--- handed on instead of called
local f = math.flor -- want "'math' has no field 'flor'; write math.floor"
print(f and f(2.5))
--- a field of a field of me
print(me.pos.z) -- want "'me.pos' has no field 'z'; it has x and y"
--- a field of an element of a list of me
if #me.friends > 0 then print(me.friends[1].health) end -- want `'me.friends\[1\]' has no field 'health'; it has name and hp`
--- a field of what a sense answers
local spot = find("mine")
if spot then print(spot.z) end -- want "'spot' has no field 'z'; it has x and y"
--- a field of an element of what a sense answers
for i, thing in ipairs(scan()) do print(i, thing.distance) end -- want "'thing' has no field 'distance'; it has name and far"
--- behind a pair of loops
for name, friend in pairs(me.friends) do
  print(name, friend.helth) -- want "'friend' has no field 'helth'; it has name and hp"
end
--- of what an index gives
print(#scan() > 0 and scan()[1].fra) -- want "'scan\(\)\[1\]' has no field 'fra'; write far"
--- of a long expression
print(scan()[#"0123456789012345678901234567890123456789012345678901234567890123456789012345678901"].fra) -- want "this has no field 'fra'"
--- a word as a field of me
me.wait(3) -- want "'me' has no field 'wait'; a word stands alone: wait\(seconds\)"
