-- 30 ticks, done: fills the cart by dynamic programming, for what the goods should bring elsewhere

local guess = { salt = 10, cloth = 18, wood = 7, grain = 9, wine = 16 }

local function items()
  local list = {}
  for _, good in ipairs(goods()) do
    local q = price(good)
    local gain = q and guess[good] - q.buy or 0
    if gain > 0 then
      for _ = 1, math.min(q.stock, 6) do
        list[#list + 1] = { good = good, cost = q.buy, gain = gain }
      end
    end
  end
  return list
end

-- best[money] is the most that can be gained with so much money
local function solve(list, money)
  local best, choice = { [0] = 0 }, {}
  for m = 1, money do best[m] = 0 end
  for i, item in ipairs(list) do
    for m = money, item.cost, -1 do
      local with = best[m - item.cost] + item.gain
      if with > best[m] then
        best[m] = with
        choice[m] = { item = item, before = choice[m - item.cost], i = i }
      end
    end
  end
  local counts, node = {}, choice[money]
  while node do
    local good = node.item.good
    counts[good] = (counts[good] or 0) + 1
    node = node.before
  end
  return counts, best[money]
end

local counts, gain = solve(items(), math.min(me.gold, 60))
print("to gain", gain)
for good, n in pairs(counts) do
  local ok, why, got = buy(good, n)
  print(good, got, "of", n, ok and "" or why)
end
print("gold", me.gold, "room", me.room)
