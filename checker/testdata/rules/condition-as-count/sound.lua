--- a choice between numbers
dig(me.gold < 10 and 3 or 1)
--- a number that may be nil
dig(mem.count or 1)
--- what and gives may be a number
dig(me.tired and mem.count)
--- a name
local n = me.gold < 10
if n then dig(me.gold) end
--- a local that hides the verb
local function dig(condition) print(condition) end
dig(me.gold < 10)
--- a library function
print(me.gold < 10) assert(me.gold < 10) must(me.gold < 10)
--- the loop that is meant
while me.gold < 10 do if not dig(1) then break end end
while not (me.hp > 5) do wait(1) end
