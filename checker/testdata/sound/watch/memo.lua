-- 90 ticks, done: learns how many blows each kind takes, keeps it in mem, and bets on the next fight

mem.blows = mem.blows or {}

local function average(kind)
  local b = mem.blows[kind]
  return b and b.sum / b.n or nil
end

local function learn(kind, blows)
  local b = mem.blows[kind] or { sum = 0, n = 0 }
  b.sum, b.n = b.sum + blows, b.n + 1
  mem.blows[kind] = b
end

local fights = 0
while fights < 3 do
  local f = nearest()
  if not f then
    wait(2)
  else
    local bet = average(f.kind)
    local blows = 0
    repeat
      local ok, why = attack(f.name)
      if ok then
        blows = blows + 1
      elseif why == "far" then
        ok, why = approach(f.name)
      end
    until not ok and why ~= "far" or not look_for(f.name)
    learn(f.kind, blows)
    fights = fights + 1
    print(f.kind, "blows", blows, "bet", bet and ("%.1f"):format(bet) or "none")
  end
end
