-- 60 ticks, done: a guard's script with leftovers; what the checker says of it is right

function report()
  print("hp", me.hp, "at", me.x)
end

local function strike()
  for _, f in ipairs(foes()) do
    if f.far <= 1 then
      return attack(f.name)
    else
      return approach(f.name)
    end
  end
  return false
end

local strikes = 0
for round = 1, 12 do
  local ok = strike()
  if ok then
    strikes = strikes + 1
  else
    wait(2)
  end
end

local c = friend("cart")
print("the cart has", c.hp, "strikes", strikes)
return strikes > 0
