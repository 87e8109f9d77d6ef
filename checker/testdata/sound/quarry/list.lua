-- 20 ticks, done: only asks: the ores around, sorted and counted, with string.format and a sort by two keys

local ores = scan(4)
table.sort(ores, function(a, b)
  if a.y ~= b.y then return a.y > b.y end
  local da, db = math.abs(a.x) + math.abs(a.z), math.abs(b.x) + math.abs(b.z)
  if da ~= db then return da < db end
  return a.name < b.name
end)

local totals = {}
for _, ore in ipairs(ores) do
  totals[ore.name] = (totals[ore.name] or 0) + 1
end

for i, ore in ipairs(ores) do
  print(string.format("%2d %-5s %3d %3d %3d", i, ore.name, ore.x, ore.y, ore.z))
  if i == 5 then break end
end
for name, n in pairs(totals) do
  print(name, n, ("%5.1f%%"):format(100 * n / #ores))
end
print("chest", far())
