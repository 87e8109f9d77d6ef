-- 500 ticks, done: a market maker who calls out prices, learns how much the town pays, and keeps inventory near a target

local Maker = {}
Maker.__index = Maker

local SIDES <const> = { "bid", "ask" }

local function clip(x, lo, hi) return math.max(lo, math.min(hi, x)) end

---------------------------------------------------------------- statistics

-- ema is an average in which the newest value counts for a share
local function ema(share)
  local value
  return function(x)
    if x ~= nil then
      value = value and value + share * (x - value) or x
    end
    return value
  end
end

local function window(size)
  local ring, n, at = {}, 0, 0
  local w = {}
  function w.push(x)
    at = at % size + 1
    ring[at] = x
    if n < size then n = n + 1 end
    return w
  end
  function w.mean()
    if n == 0 then return nil end
    local sum = 0
    for i = 1, n do sum = sum + ring[i] end
    return sum / n
  end
  function w.deviation()
    local mean = w.mean()
    if not mean or n < 2 then return 0 end
    local sum = 0
    for i = 1, n do sum = sum + (ring[i] - mean) ^ 2 end
    return (sum / (n - 1)) ^ 0.5
  end
  function w.each()
    local i = 0
    return function()
      i = i + 1
      if i <= n then
        return i, ring[(at - n + i - 1) % size + 1]
      end
    end
  end
  function w.size() return n end
  return w
end

-- beta counts hits and misses and says how likely a hit is, between the two counts that it began with
local function beta(hits, misses)
  return {
    hit = function() hits = hits + 1 end,
    miss = function() misses = misses + 1 end,
    mean = function() return hits / (hits + misses) end,
    fade = function(by) hits, misses = hits * by, misses * by end,
  }
end

---------------------------------------------------------------- the maker

function Maker.new(good, options)
  local self = setmetatable({ good = good }, Maker)
  options = options or {}
  self.target = options.target or 4
  self.limit = options.limit or 10
  self.markup = options.markup or 1
  self.fair = ema(0.3)
  self.seen = window(12)
  self.odds = {}
  self.profit, self.cost, self.sold, self.bought, self.misses = 0, 0, 0, 0, 0
  return self
end

function Maker:holding() return me.cargo[self.good] or 0 end

function Maker:look()
  local q = price(self.good)
  if not q then return nil end
  self.seen.push(q.buy)
  self.fair(q.buy)
  return q
end

-- odds_of is what we learnt of a price so far above the fair one
function Maker:odds_of(above)
  local key = clip(math.floor(above), -3, 6)
  local b = self.odds[key]
  if not b then
    b = above <= 0 and beta(3, 1) or beta(1, 1 + key)
    self.odds[key] = b
  end
  return b
end

-- best_price tries every step above what the good costs and takes the one of which most is to be expected
function Maker:best_price(floor)
  local fair = self.fair() or floor
  local best, most = nil, 0
  for above = 0, 5 do
    local p = math.floor(fair + above)
    local gain = p - floor
    if gain > 0 then
      local worth = gain * self:odds_of(p - fair).mean()
      if worth > most then best, most = p, worth end
    end
  end
  return best, most
end

-- average is what one of those that we hold cost us
function Maker:average()
  local n = self:holding()
  return n > 0 and self.cost / n or 0
end

function Maker:restock(q)
  local missing = self.target - self:holding()
  if missing <= 0 then return 0 end
  -- Cheap days fill up to the limit, dear ones only half of what is missing.
  local mean, deviation = self.seen.mean(), self.seen.deviation()
  if mean and deviation > 0 then
    if q.buy < mean - deviation then
      missing = self.limit - self:holding()
    elseif q.buy > mean + deviation then
      missing = missing // 2
    end
  end
  missing = math.min(missing, q.stock, me.room, me.gold // q.buy)
  if missing < 1 then return 0 end
  local before = me.gold
  local ok, why, n = buy(self.good, missing)
  self.cost = self.cost + before - me.gold
  self.bought = self.bought + n
  if not ok then print(self.good, "bought", n, "of", missing, why) end
  return n
end

function Maker:call_out()
  local n = self:holding()
  if n == 0 then return false, "nothing to sell" end
  local p = self:best_price(self:average())
  if not p then return false, "no price is worth it" end
  local above = p - self.fair()
  local share = self.cost / n
  local ok, why, got = offer(self.good, p)
  if ok then
    self:odds_of(above).hit()
    self.sold = self.sold + 1
    self.profit = self.profit + got - share
    self.cost = self.cost - share
  else
    self.misses = self.misses + 1
    if why == "dear" then self:odds_of(above).miss() end
  end
  return ok, why
end

-- dump gets rid of what is over the limit, for what the town gives
function Maker:dump(q)
  local over = self:holding() - self.limit
  if over <= 0 then return 0 end
  local share = self:average()
  local ok, _, n = sell(self.good, over)
  if ok then
    self.profit = self.profit + n * (q.sell - share)
    self.cost = self.cost - n * share
  end
  return n
end

function Maker:beat()
  local q = self:look()
  if not q then return "closed" end
  self:dump(q)
  self:restock(q)
  local ok, why = self:call_out()
  if ok then return "sold" end
  return why
end

function Maker:__tostring()
  local parts = {}
  for key = -3, 6 do
    local b = self.odds[key]
    if b then parts[#parts + 1] = ("%+d:%.2f"):format(key, b.mean()) end
  end
  return ("%s sold %d missed %d profit %.1f [%s]"):format(self.good, self.sold, self.misses, self.profit, table.concat(parts, " "))
end

---------------------------------------------------------------- the stand

local makers, order = {}, {}

local function open_stand(goods_list, options)
  for _, good in ipairs(goods_list) do
    if price(good) and not makers[good] then
      makers[good] = Maker.new(good, options)
      order[#order + 1] = good
    end
  end
  return #order
end

-- next_good goes round, but passes by goods with many misses in a row
local turn_of, passes = 0, {}

local function next_good()
  for _ = 1, #order do
    turn_of = turn_of % #order + 1
    local good = order[turn_of]
    local left = passes[good] or 0
    if left == 0 then return good end
    passes[good] = left - 1
  end
  turn_of = turn_of % #order + 1
  return order[turn_of]
end

local history = window(20)
local deals = 0

on("deal", function(good, paid)
  deals = deals + 1
  local m = makers[good]
  if m then m.last_paid = paid end
end)

on("dawn", function()
  for _, m in pairs(makers) do
    for _, b in pairs(m.odds) do b.fade(0.95) end
  end
end)

on("robbed", function(lost) note("robbed of " .. lost) end)

on("heard", function(who, text)
  local good, wanted = text:match("^price of (%a+)$"), nil
  if not good then
    good, wanted = text:match("^(%a+) for (%d+)$")
  end
  local m = good and makers[good]
  if not m then return end
  if wanted then
    local fair = m.fair() or 0
    say(who .. ": " .. (tonumber(wanted) >= fair and "gladly" or "no"))
  else
    say(("%s: %.1f"):format(who, m.fair() or 0))
  end
end)

assert(open_stand(goods(), { target = 3, limit = 6 }) > 0, "nothing is traded here")

local outcomes = {}
local closing = 90
for beat = 1, closing do
  local good = next_good()
  local m = makers[good]
  local result = m:beat()
  outcomes[result] = (outcomes[result] or 0) + 1
  history.push(me.gold)
  if result == "closed" or result == "no price is worth it" or result == "nothing to sell" then
    passes[good] = 2
    rest(1)
  end
  if beat % 30 == 0 then
    print("beat", beat, "gold", me.gold, "deals", deals)
  end
  if me.gold < 5 and m:holding() == 0 then
    print("out of gold")
    break
  end
end

for _, side in ipairs(SIDES) do
  local total = 0
  for _, m in pairs(makers) do
    total = total + (side == "bid" and m.bought or m.sold)
  end
  print(side, total)
end

for _, good in ipairs(order) do
  print(tostring(makers[good]))
end

local first, newest
for i, gold in history.each() do
  if i == 1 then first = gold end
  newest = gold
end
print("gold went", first, "to", newest, "over", history.size())

local kinds = {}
for result, n in pairs(outcomes) do
  kinds[#kinds + 1] = result .. " " .. n
end
table.sort(kinds)
note(table.concat(kinds, "; "))

-- sell the rest at the town's price, so that the day ends with gold alone
local rest_of_it = 0
for _, good in ipairs(order) do
  local n = me.cargo[good] or 0
  if n > 0 then
    local ok, why, sold = sell(good, n)
    if ok then rest_of_it = rest_of_it + sold else print(good, why) end
  end
end
return true, "closed", rest_of_it
