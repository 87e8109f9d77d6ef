--- a loop that waits for what the action brings
while me.gold < 10 do dig(1) end -- want `warning: if dig is refused again and again, this loop never ends; write if not dig\(1\) then break end`
--- the same with repeat
repeat
  dig(2) -- want "if dig is refused again and again, this loop never ends"
  print(me.gold)
until me.gold >= 10
--- a sense in the condition
while #scan("ore") > 0 and me.hp > 3 do
  dig(1) -- want "if dig is refused"
end
--- a bound of the script
local target = 20
while me.gold < target do dig("all") end -- want `write if not dig\("all"\) then break end`
--- a loop in a function
local function home()
  while me.place ~= "home" do go("home") end -- want `if go is refused again and again, this loop never ends`
end
home()
--- an alert of what need not be so
dig(5) -- want `if dig is refused, the alert "five more" is told all the same; write if dig\(5\) then alert\("five more"\) end`
alert("five more")
--- an alert in a branch
if me.gold > 10 then
  drop("all") -- want `if drop is refused, the alert "sold" is told all the same`
  alert "sold"
end
--- an alert in a handler
on("hurt", function() go("home") alert("safe") end) -- want `the alert "safe" is told`
--- an action in the wrong place
go("shack") -- want `if go is refused, drop is done where you are; write if go\("shack"\) then drop\("all"\) end`
drop("all")
--- in a loop of trips
for _ = 1, 10 do
  go("mine") -- want "if go is refused, dig is done where you are"
  dig(5)
  go("shack") -- want "if go is refused, drop is done where you are"
  drop("all")
end
