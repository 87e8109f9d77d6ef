-- 80 ticks, done: a cache in mem with an age for each entry, read through a proxy that fills it

mem.cache = mem.cache or { prices = {}, hits = 0, misses = 0 }
local cache = mem.cache

local MAX_AGE = 3

local function fresh(entry)
  return entry ~= nil and me.day - entry.day <= MAX_AGE
end

local function lookup(town, good)
  local key = town .. ":" .. good
  local entry = cache.prices[key]
  if fresh(entry) then
    cache.hits = cache.hits + 1
    return entry.buy, entry.sell
  end
  local q = price(good, town)
  if not q then
    cache.prices[key] = nil
    return nil
  end
  cache.misses = cache.misses + 1
  cache.prices[key] = { buy = q.buy, sell = q.sell, day = me.day }
  return q.buy, q.sell
end

local prices = setmetatable({}, {
  __index = function(_, town)
    return setmetatable({}, {
      __index = function(_, good)
        return (lookup(town, good))
      end,
    })
  end,
})

for _ = 1, 3 do
  for _, good in ipairs(goods()) do
    local p = prices.harbor[good]
    if p then print(good, p) end
  end
  local ok, why = rest()
  if not ok then print("woken", why) end
end
print("hits", cache.hits, "misses", cache.misses)

-- old entries go, so that mem stays small
local dropped = 0
for key, entry in pairs(cache.prices) do
  if not fresh(entry) then
    cache.prices[key] = nil
    dropped = dropped + 1
  end
end
print("dropped", dropped)
return true
