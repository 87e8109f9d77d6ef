--- the key itself
local t = { a = 1, b = 2 }
for k, v in pairs(t) do t[k] = v + 1 end
for k, v in pairs(t) do if v > 1 then t[k] = nil end end
for i in ipairs(t) do t[i] = false end
--- nil for a new key
local t = { "a", "b" }
for _, v in pairs(t) do t[v] = nil end
--- leaving the loop behind it
local jobs = { "dig", "drop" }
for i, job in ipairs(jobs) do
  if job == "drop" then
    table.remove(jobs, i)
    break
  end
end
local function take(name)
  for i, job in ipairs(jobs) do
    if job == name then table.remove(jobs, i) return job end
  end
end
print(take("dig"))
--- backwards
local jobs = { "dig", "drop" }
for i = #jobs, 1, -1 do
  if jobs[i] == "drop" then table.remove(jobs, i) end
end
--- another table
local jobs, done = { "dig", "drop" }, {}
for _, job in ipairs(jobs) do table.insert(done, job) done[#done + 1] = job end
for _, list in ipairs({ jobs, done }) do table.insert(list, "x") end
--- a field of another table
local t = { list = { 1 } }
for _, v in ipairs(t.list) do t.sum = (t.sum or 0) + v end
--- a growing list of what is to be visited
local queue, seen = { "home" }, {}
for _, place in ipairs(queue) do
  for _, next_place in ipairs(mem[place] or {}) do
    if not seen[next_place] then
      seen[next_place] = true
      queue[#queue + 1] = next_place
      table.insert(queue, next_place)
    end
  end
end
--- a copy
local jobs = { "dig", "drop" }
for i, job in ipairs({ table.unpack(jobs) }) do
  if job == "drop" then table.remove(jobs, i) end
end
--- a key that is there
local t = { n = 0, list = { 1, 2 } }
for k, v in pairs(t) do
  t.n = t.n + 1
  print(k, v)
end
--- another variable of the name
local t = { 1, 2 }
for i, v in ipairs(t) do
  local t = {}
  table.insert(t, v)
  t[#t + 1] = i
  print(#t)
end
--- a function that is called later
local t = { 1, 2 }
for i, v in ipairs(t) do
  on("hurt", function() table.insert(t, v) end)
  print(i)
end
--- a table that is another one by then
local t = { 1, 2 }
for i, v in ipairs(t) do
  t = {}
  table.insert(t, v) print(i)
end
