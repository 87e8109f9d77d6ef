-- Records: made, read and changed by field, kept by name and in a list, sorted.
local byName, list = {}, {}
for i = 1, 150 do
  local one = {name = "n" .. i, x = i % 13, y = i % 17, gold = 0}
  byName[one.name] = one
  list[#list + 1] = one
end
for pass = 1, 8 do
  for i = 1, #list do
    local one = list[i]
    local other = byName["n" .. (i * pass) % 150 + 1]
    one.gold = one.gold + other.x * other.y
    one.x, one.y = one.y, one.x
  end
end
table.sort(list, function(a, b)
  if a.gold ~= b.gold then return a.gold > b.gold end
  return a.name < b.name
end)
local sum = 0
for i, one in ipairs(list) do sum = (sum + one.gold * i) % 1000003 end
return sum
