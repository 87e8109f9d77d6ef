-- 120 ticks, done: a shaft straight down and back, the shortest useful program

local depth = 0
while depth < 6 do
  local ok, why = dig("down")
  if not ok and why ~= "none" then
    print("stopped at", depth, why)
    break
  end
  if not down() then break end
  depth = depth + 1
end

for _ = 1, depth do
  if not up() then
    alert("stuck at " .. me.y)
    return false, "stuck", me.y
  end
end

for name, n in pairs(me.pack) do
  local ok, why = unload(name, n)
  if not ok then print(name, why) end
end
return true, "back", depth
