-- 120 ticks, done: one field from seed to harvest

must(fetch("wheat_seed", 2))
must(walk("p1"))
must(till())
must(sow("wheat"))
must(pour())

local waited = 0
repeat
  wait(5)
  waited = waited + 5
  local p = plot("p1")
  if p and not p.wet and not p.ripe then
    pour()
  end
until p and p.ripe or waited > 80

local ok, why, n = reap()
print(ok and "reaped" or why, n)
must(walk("barn"))
local sold, refused, count = trade("wheat", "all")
print(sold and "sold" or refused, count, "coins", me.coins)
