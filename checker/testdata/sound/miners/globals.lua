-- 100 ticks, done: all names are global, as a first script often is

target = 6
digs = 0
drops = 0

function dig_one()
  local ok = dig(1)
  if ok then
    digs = digs + 1
  end
  return ok
end

function drop_some(n)
  local ok, why = drop(n)
  if ok then
    drops = drops + n
  else
    print("not dropped: " .. why)
  end
end

function work()
  for i = 1, target do
    if not dig_one() then
      return false
    end
    if i % 3 == 0 then
      drop_some(2)
    end
  end
  return true
end

if work() then
  print("digs " .. digs .. " drops " .. drops .. " gold " .. me.gold)
else
  print("failed")
end
