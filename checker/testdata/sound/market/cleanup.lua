-- 30 ticks, done: lists and maps are cleaned and grown while they are gone through, in the ways that are allowed

local list = {}
for i = 1, 10 do list[i] = { id = i, gone = i % 3 == 0 } end

-- backwards
for i = #list, 1, -1 do
  if list[i].gone then table.remove(list, i) end
end
print("left", #list)

-- once, and then out
for i, item in ipairs(list) do
  if item.id == 4 then
    table.remove(list, i)
    break
  end
end

-- with an index that only moves on when nothing was removed
local i = 1
while i <= #list do
  if list[i].id > 7 then
    table.remove(list, i)
  else
    i = i + 1
  end
end

-- a map may lose keys while it is gone through, and keep the ones it has
local stock = { salt = 3, wine = 0, cloth = 5 }
for good, n in pairs(stock) do
  if n == 0 then
    stock[good] = nil
  else
    stock[good] = n * 2
  end
end

-- new keys are collected first
local fresh = {}
for good, n in pairs(stock) do
  fresh[good .. "_doubled"] = n
end
for key, n in pairs(fresh) do
  stock[key] = n
end

-- a copy is gone through, the list itself grows
local seen = { "harbor" }
for _, town in ipairs({ table.unpack(seen) }) do
  for _, r in ipairs(roads(town)) do
    seen[#seen + 1] = r.to
  end
end

-- a work list is no iteration: it grows and shrinks as it is worked on
local work, done = { "harbor" }, {}
while #work > 0 do
  local town = table.remove(work)
  if not done[town] then
    done[town] = true
    for _, r in ipairs(roads(town)) do
      table.insert(work, r.to)
    end
  end
end

-- another list is changed than the one that is gone through
local sold, kept = {}, {}
for _, item in ipairs(list) do
  table.insert(item.id % 2 == 0 and sold or kept, item.id)
end

local names = {}
for good in pairs(stock) do names[#names + 1] = good end
table.sort(names)
print(table.concat(names, " "), #seen, #sold, #kept)
local count = 0
for _ in pairs(done) do count = count + 1 end
print("towns", count)
