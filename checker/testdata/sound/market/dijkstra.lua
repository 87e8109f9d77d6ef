-- 60 ticks, done: shortest ways between all towns, printed as a table, then one of them driven

local inf = math.huge

local function dijkstra(source)
  local dist = setmetatable({ [source] = 0 }, { __index = function() return inf end })
  local previous, done = {}, {}
  while true do
    local nearest_town, least = nil, inf
    for town, d in pairs(dist) do
      if not done[town] and d < least then
        nearest_town, least = town, d
      end
    end
    if not nearest_town then break end
    done[nearest_town] = true
    for _, r in ipairs(roads(nearest_town)) do
      local d = least + r.days
      if d < dist[r.to] then
        dist[r.to] = d
        previous[r.to] = nearest_town
      end
    end
  end
  return dist, previous
end

local function way(previous, to)
  if not previous[to] then return { to } end
  local list = way(previous, previous[to])
  list[#list + 1] = to
  return list
end

local names = towns()
print(("%-8s"):format("") .. table.concat(names, " "))
for _, from in ipairs(names) do
  local dist = dijkstra(from)
  local cells = {}
  for i, to in ipairs(names) do
    cells[i] = ("%" .. #to .. "d"):format(dist[to])
  end
  print(("%-8s"):format(from) .. table.concat(cells, " "))
end

local _, previous = dijkstra(me.town)
local list = way(previous, "abbey")
print(table.concat(list, " > "))
for i = 2, #list do
  local ok, why = travel(list[i])
  if not ok then
    print("stopped in", me.town, why)
    break
  end
end
