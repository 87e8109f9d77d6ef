-- 160 ticks, running: handlers that act, but only for as long as is right: a bounded fight, a single heal, a flag for the rest

local to_do = {}

on("hurt", function(_, by)
  for _ = 1, 3 do
    local ok, why = attack(by)
    if not ok then
      if why == "far" then to_do[#to_do + 1] = by end
      return
    end
  end
end)

on("call", function(who)
  if me.mana >= 8 then
    local ok, why = heal(who)
    if not ok and why == "far" then
      to_do.cart = true
    end
  end
end)

on("seen", function(name)
  to_do[#to_do + 1] = name
end)

while true do
  if to_do.cart then
    to_do.cart = nil
    local c = friend("cart")
    if c then
      local ok = walk(c.x)
      if not ok then wait(1) end
    end
  end
  local name = table.remove(to_do, 1)
  local f = name and look_for(name)
  if f and f.far < 6 then
    local ok, why = approach(name)
    if ok then
      print("met", name)
    else
      print(name, why)
    end
  elseif me.hp < me.max_hp // 2 then
    rest(9)
  else
    wait(2)
  end
end
