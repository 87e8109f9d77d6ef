--- the loop looks
while me.gold < 10 do if not dig(1) then break end end
while me.gold < 20 do must(dig(1)) end
while me.gold < 30 do
  local ok, why = dig(1)
  if not ok then stop(why) end
end
--- another way out
while me.gold < 10 do
  dig(1)
  if me.tired then break end
end
--- a wait between
while me.gold < 10 do
  dig(1)
  wait(5)
end
--- several actions
while me.gold < 10 do
  dig(1)
  if me.gold > 5 then drop(1) end
end
--- a count of the script
local n = 0
while n < 10 do
  dig(1)
  n = n + 1
end
for _ = 1, 10 do dig(1) end
--- for ever
while true do dig(1) end
--- an action that names no refusal [miners]
while me.gold < 10 do dig(2) end
--- an action on one way alone
while me.gold < 10 do
  if me.hp > 5 then dig(1) else wait(1) end
end
--- time passes by itself
local start = now()
while now() == start do dig(1) end
--- an alert of what is so
dig(5)
alert("gold: " .. me.gold)
if dig(5) then alert("five more") end
must(dig(5)) alert("five more")
--- an alert behind something else
dig(5)
print(me.gold)
alert("at work")
turn(90) alert("turned")
wait(5) alert("rested")
--- an action that looks itself
go("shack")
local ok = drop("all")
if go("mine") and dig(5) then print(ok) end
--- two ways in a row
go("shack")
go("mine")
--- an action that needs no place
go("home") shout("here I am") turn(90)
dig(1) drop(1)
--- another action between
go("mine") wait(1) dig(1)
--- a function of the script
local function dig_some() return dig(5) end
go("mine") dig_some()
while me.gold < 10 do dig_some() end
