-- 120 ticks, done: every way to take an outcome: all three, the third alone, through pcall, in a table, through select

local function third(...)
  return (select(3, ...))
end

local outcome = { fetch("wheat_seed", 3) }
print(outcome[1], outcome[2], outcome[3])

local fine, ok, why, n = pcall(fetch, "bean_seed", 2)
print(fine, ok, why, n)

local count = third(fetch("oak_seed", 1))
print("oak seeds", count + 0)

must(walk("p1"))
local tilled = till()
if tilled then print("tilled") end

local function report(verb, done, word, amount)
  return ("%s: %s %s %d"):format(verb, done and "ok" or "no", word or "-", amount)
end
print(report("sow", sow("wheat")))
print(report("sow", sow("wheat")))

local results = table.pack(pour())
print(results.n, results[1])

local ripe_at
on("ripe", function(name) ripe_at = name end)
for _ = 1, 10 do
  if ripe_at then break end
  wait(4)
end

if not reap() then
  print("nothing to reap")
elseif (me.basket.wheat or 0) > 0 then
  print("wheat", me.basket.wheat)
end

local _, refused = reap()
if refused == "none" then print("the plot is empty") end

local made, lacking = craft("bread", 1)
print(made, lacking, select("#", craft("flour", 1)))

local ask = { flour = recipe("flour"), stone = recipe("oak") }
print(ask.flour ~= nil, ask.stone)

local walked = walk("barn") and store("wheat", "all")
print("stored", walked, stock("wheat"))
