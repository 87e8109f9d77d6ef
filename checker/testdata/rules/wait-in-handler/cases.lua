--- a long wait
on("hurt", function() wait(60) end) -- want "warning: the main script is held while this handler waits 60 seconds; set a local here, and let the main script do it between its own actions"
while true do wait(1) end
--- an action in a loop
on("hurt", function()
  while me.hp < 20 do
    if not drop(1) then break end -- want "the main script is held while this handler calls drop again and again in the loop of line 2"
  end
end)
while true do wait(1) end
--- a wait for something
on("heard", function(who)
  repeat wait(1) until me.gold > 3 -- want "calls wait again and again in the loop of line 2"
  say("done, " .. who)
end)
for i = 1, 9 do dig(i) end
--- many rounds
on("hurt", function()
  for i = 1, 20 do dig(i) end -- want "calls dig again and again in the loop of line 2"
end)
wait(100)
--- a large count
on("heard", function() dig(50) end) -- want "calls dig with a count of 50"
wait(100)
--- a function that takes long
local function rest()
  while me.hp < 20 do wait(1) end
end
on("hurt", function()
  print("ouch")
  rest() -- want `calls what can take long \(line 2\)`
end)
wait(100)
--- a function that is called again and again
local function step() dig(1) drop(1) end
on("hurt", function()
  for _ = 1, 10 do step() end -- want "calls step again and again in the loop of line 3"
end)
wait(100)
--- a handler with a name
local function flee(amount)
  print(amount)
  wait(30) -- want "waits 30 seconds"
end
on("hurt", flee)
while true do wait(1) end
--- for each of a list
on("hurt", function()
  for _, friend in ipairs(me.friends) do give(friend.name, "ore", 1) end -- want "calls give again and again"
end)
wait(100)
--- all that there is
on("hurt", function() dig("all") end) -- want `a count of "all"`
while me.gold < 10 do if not dig(1) then break end end
