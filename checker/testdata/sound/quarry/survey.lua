-- 160 ticks, done: flies over a square and notes what the ground is, then prints the map

local Map = setmetatable({ rows = {} }, {
  __call = function(self, x, z, value)
    local row = self.rows[z]
    if not row then
      row = {}
      self.rows[z] = row
    end
    if value ~= nil then row[x] = value end
    return row[x]
  end,
  __len = function(self)
    local n = 0
    for _, row in pairs(self.rows) do
      for _ in pairs(row) do n = n + 1 end
    end
    return n
  end,
})

local side = 4
for row = 1, side do
  for col = 1, side do
    local below = inspect("down")
    Map(me.x, me.z, below and below.name:sub(1, 1) or ".")
    if col < side then
      local ok, why = forward()
      if not ok then
        Map(me.x, me.z, "#")
        print("blocked", me.x, me.z, why)
        break
      end
    end
  end
  if row < side then
    local way = row % 2 == 1 and "right" or "left"
    turn(way)
    if not forward() then break end
    turn(way)
  end
end

local zs = {}
for z in pairs(Map.rows) do zs[#zs + 1] = z end
table.sort(zs)
for _, z in ipairs(zs) do
  local line = {}
  for x = -1, side do line[#line + 1] = Map.rows[z][x] or " " end
  print(("%3d %s"):format(z, table.concat(line)))
end
print("known", #Map)
