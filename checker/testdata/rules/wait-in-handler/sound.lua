--- an action or two
on("hurt", function() go("home") wait(2) print("safe") end)
on("heard", function(who, text) say(who .. ": " .. text) dig(1) end)
while true do wait(1) end
--- a few rounds
on("hurt", function() for _ = 1, 3 do drop(1) end end)
while true do wait(1) end
--- nothing to hold
on("hurt", function() while me.hp < 20 do wait(1) end end)
on("heard", function() wait(60) end)
print("watching")
--- the end of the run
on("hurt", function()
  for _ = 1, 5 do dig(1) end
  stop("hurt")
end)
while true do wait(1) end
--- before main begins again
on("resumed", function() wait(60) end)
while true do wait(1) end
--- what takes no time
on("hurt", function()
  for _, thing in ipairs(scan()) do print(thing.name) shout("help") end
end)
while true do wait(1) end
--- an action behind which the loop is left
on("hurt", function()
  for _, thing in ipairs(scan()) do
    if thing.far < 3 then
      go("home")
      break
    end
  end
end)
while true do wait(1) end
--- a saved script, and values
on("hurt", function() run("farm") end)
on("heard", function(who, text) wait(tonumber(text) or 1) print(who) end)
while true do wait(1) end
--- a flag for main
local alarm = false
on("hurt", function() alarm = true end)
while true do
  if alarm then
    alarm = false
    wait(60)
  end
  wait(1)
end
--- the same in main
local function rest() while me.hp < 20 do wait(1) end end
on("hurt", function() print("ouch") end)
rest()
--- no handler any more
on("hurt", nil)
wait(60)
