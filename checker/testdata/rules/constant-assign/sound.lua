--- another local of the name
local limit <const> = 3
do
  local limit = 4
  limit = limit + 1
  print(limit)
end
print(limit)
--- the fields of a constant table
local t <const> = {}
t.x = 1
print(t.x)
