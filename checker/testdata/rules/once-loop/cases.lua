--- a break at the end
while me.gold < 10 do dig(1) break end -- want "warning: this loop never goes round twice; write if for a single round, or leave the loop only where it is done"
--- a return at the end
local function work()
  for i = 1, 10 do -- want "this loop never goes round twice; write if"
    print(i)
    return dig(i)
  end
end
work()
--- only the first is looked at
local function nearest_ore()
  for _, thing in ipairs(scan()) do -- want "never goes round twice; leave it only where what is looked for is found, and give up behind the loop"
    if thing.name == "ore" then return thing else return nil end
  end
end
print(nearest_ore())
--- until true
repeat dig(1) until true -- want "never goes round twice; leave the loop out"
--- stop at the end
for i = 1, 3 do -- want "never goes round twice"
  print(i)
  stop("done")
end
--- an error on all ways
for i = 1, 3 do -- want "never goes round twice"
  if dig(i) then break end
  error("no gold")
end
--- a function that never returns
local function give_up(why) alert(why) stop(why) end
while me.hp > 0 do -- want "never goes round twice"
  if dig(1) then give_up("rich") else give_up("poor") end
end
--- a jump out
for i = 1, 3 do -- want "never goes round twice"
  print(i)
  goto out
end
::out::
--- a break behind what all rounds do
for name, amount in pairs(me.pack) do -- want "never goes round twice"
  if amount > 3 then print(name) break end
  do break end
end
