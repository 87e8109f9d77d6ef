-- 40 ticks, done: counts, takes and puts back, with a proxy that sums basket and barn

local everything = setmetatable({}, {
  __index = function(_, item)
    return (me.basket[item] or 0) + stock(item)
  end,
})

local seeds = { "wheat_seed", "bean_seed", "oak_seed" }
local total = 0
for _, seed in ipairs(seeds) do
  total = total + everything[seed]
  print(("%-11s %2d"):format(seed, everything[seed]))
end
print("all", total)

local taken = {}
for _, seed in ipairs(seeds) do
  local half = stock(seed) // 2
  if half > 0 then
    local ok, why, n = fetch(seed, half)
    taken[seed] = ok and n or 0
    if not ok then print(seed, why) end
  end
end

local again = 0
for _, seed in ipairs(seeds) do again = again + everything[seed] end
print("nothing is lost", again == total)
for seed, n in pairs(taken) do
  if n > 0 then
    local ok, why = store(seed, n)
    if not ok then alert("cannot put back " .. seed .. ": " .. why) end
  end
end
