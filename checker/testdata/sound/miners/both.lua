-- 80 ticks, done: digs until rich, drops a part, and says how it went

local target, kept = 8, 3
local rounds = 0
while me.gold < target do
  rounds = rounds + 1
  local ok, why, n = dig(2)
  if not ok then
    alert("after " .. rounds .. " rounds: " .. why)
    return false, why, n
  end
end

local ok, why, n = drop(me.gold - kept)
if not ok and why == "short" then
  print("counted wrong")
end
print("rounds", rounds, "dropped", n, "left", me.gold)
return true, "rich", me.gold
