--- a label that is not there
if not dig(1) then goto done end -- want "error: "
drop(1)
--- a label twice
::top:: dig(1)
::top:: drop(1) -- want "error: "
--- into a block
do ::inside:: print("in") end
goto inside -- want "error: "
--- into a loop
for i = 1, 3 do ::again:: print(i) end
if not dig(1) then goto again end -- want "error: "
--- out of a function
local function work() if not dig(1) then goto out end end -- want "error: "
work()
::out:: print("out")
--- into the scope of a local
if me.gold > 3 then goto rich end -- want "error: "
local left = 3 - me.gold
::rich:: print(left)
--- continue is no statement here
for i = 1, 3 do if i == 2 then goto continue end print(i) end -- want "error: "
