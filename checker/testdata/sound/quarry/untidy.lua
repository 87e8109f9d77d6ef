-- 80 ticks, done: works, but was changed in a hurry; what the checker says of it is right

local wanted = 3
local spare = 5

local function old_way(n)
  for i = n, 1 do
    dig("down")
  end
end

on("low_fuel", function(left)
  print("waiting for fuel", left)
  wait(30)
end)

local got = 0
while got < wanted do
  local ok, why = dig("down")
  if not ok then
    print("ended", why)
    break
  end
  got = got + 1
  height = me.y
  if not down() then break end
end

local name = inspect("down").name
print("below is", name, "got", got)
if got > 0 then up(got) end
