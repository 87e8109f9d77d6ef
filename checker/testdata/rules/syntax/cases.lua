--- a slip is read as meant, and the rest is checked [miners]
if me.gold != 3 then dig(1) end -- want "error: "
--- a missing end [miners]
while me.gold < 3 do -- want "error: "
  dig(1)
--- an unfinished text [miners]
say("hello) -- want "error: "
--- nothing that could be Lua [miners]
please dig some gold -- want "error: "
--- an assignment as a condition [miners]
if me.gold = 3 then dig(1) end -- want "error: "
--- another language's null [miners]
local target = null -- want "error: "
print(target)
