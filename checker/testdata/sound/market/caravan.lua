-- 300 ticks, running: goes round for ever; the handlers steer it by a table that they share with the main part

local plan = { route = { "hill", "mill", "harbor" }, at = 0, wanted = nil, stops = 0 }

on("heard", function(who, text)
  local town = text:match("^go to (%a+)$")
  if town then
    plan.wanted = town
    say(who .. ": at the next stop")
  end
end)

on("robbed", function(lost)
  plan.lost = (plan.lost or 0) + lost
  if plan.lost > 40 then
    alert("robbed of " .. plan.lost .. " gold")
    plan.lost = 0
  end
end)

on("dawn", function(day)
  if day % 5 == 0 then note("day " .. day .. ", gold " .. me.gold) end
end)

local function next_town()
  if plan.wanted and plan.wanted ~= me.town then
    local town = plan.wanted
    plan.wanted = nil
    return town
  end
  plan.at = plan.at % #plan.route + 1
  return plan.route[plan.at]
end

local function trade_here()
  for good, n in pairs(me.cargo) do
    local q = n > 0 and price(good)
    if q and q.sell > 4 then
      local ok, why = sell(good, "all")
      if not ok then print(good, why) end
    end
  end
  local cheapest, least
  for _, good in ipairs(goods()) do
    local q = price(good)
    if q and q.stock > 0 and (not least or q.buy < least) then
      cheapest, least = good, q.buy
    end
  end
  if cheapest and least < 6 and me.gold > least * 5 then
    local ok, why, n = buy(cheapest, 5)
    if not ok then print("only", n, cheapest, why) end
  end
end

while true do
  local town = next_town()
  local ok, why = travel(town)
  if ok then
    plan.stops = plan.stops + 1
    trade_here()
  elseif why == "far" then
    print("no road to", town)
    wait(1)
  else
    wait(2)
  end
  if plan.stops > 0 and plan.stops % 6 == 0 then
    print("stops", plan.stops, "gold", me.gold)
    plan.stops = plan.stops + 1
  end
end
