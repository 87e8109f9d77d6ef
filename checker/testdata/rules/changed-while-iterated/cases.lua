--- table.remove in a list
local jobs = { "dig", "drop", "dig" }
for i, job in ipairs(jobs) do
  if job == "dig" then table.remove(jobs, i) end -- want "warning: table.remove takes from jobs while the loop of line 2 goes through it; go backwards: for i = #t, 1, -1 do … end"
end
--- table.remove in a table
local names = { a = 1 }
for name in pairs(names) do
  table.remove(names) print(name) -- want "table.remove takes from names while the loop of line 2 goes through it; collect what is to go"
end
--- table.insert for each
local list = { 1, 2 }
for _, v in ipairs(list) do
  table.insert(list, v * 2) -- want "table.insert adds to list while the loop of line 2 goes through it; collect in another table, and add behind the loop"
end
--- table.insert at the front
local list = { 1, 2 }
for _, v in ipairs(list) do
  if v > 1 then table.insert(list, 1, v) end -- want "table.insert adds to list"
end
--- the next free place for each
for _, v in ipairs(mem.list) do
  mem.list[#mem.list + 1] = v -- want "this adds to mem.list while the loop of line 1 goes through it"
end
--- a new key made of the old one
local seen = { a = true }
for name in pairs(seen) do
  seen["old " .. name] = true -- want "this adds to seen"
end
--- values as keys
local index = { "ore", "wood" }
for i, name in pairs(index) do
  index[name] = i -- want "this adds to index"
end
--- keys of another loop
local near = { home = true }
for place in next, near do
  for _, other in ipairs(mem[place]) do near[other] = true end -- want "this adds to near while the loop of line 2"
end
--- in a deeper block
local jobs = { "dig" }
for i in ipairs(jobs) do
  while me.gold < 3 do
    if not dig(1) then table.remove(jobs, i) end -- want "table.remove takes from jobs"
  end
end
--- one of several targets
local t, n = { x = 1 }, 0
for k in pairs(t) do
  n, t[k .. "2"] = n + 1, true -- want "this adds to t while"
end
print(n)
