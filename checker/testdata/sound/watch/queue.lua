-- 300 ticks, done: events go into a queue; the main part takes them out in order of rank

local Queue = {}
Queue.__index = Queue

function Queue.new() return setmetatable({ items = {}, counter = 0 }, Queue) end

function Queue:push(rank, job)
  self.counter = self.counter + 1
  local item = { rank = rank, order = self.counter, job = job }
  local i = #self.items
  while i > 0 and (self.items[i].rank > rank) do
    i = i - 1
  end
  table.insert(self.items, i + 1, item)
end

function Queue:pop()
  local item = table.remove(self.items, 1)
  return item and item.job
end

local jobs = Queue.new()

on("seen", function(name) jobs:push(3, { "meet", name }) end)
on("hurt", function(_, by) jobs:push(1, { "strike", by }) end)
on("call", function(who) jobs:push(2, { "help", who }) end)

local run_job = {
  meet = function(name)
    local f = look_for(name)
    if f and f.far <= 6 then
      return approach(name)
    end
    return true
  end,
  strike = function(name)
    local ok, why = attack(name)
    return ok or why == "gone" or why == "unknown", why
  end,
  help = function(who)
    local c = friend(who)
    if not c then return false, "lost" end
    if c.far <= 1 then return true end
    return walk(c.x)
  end,
}

local counts = {}
for _ = 1, 40 do
  local job = jobs:pop()
  if job then
    local kind = job[1]
    local ok, why = run_job[kind](job[2])
    counts[kind] = (counts[kind] or 0) + 1
    if not ok then print(kind, job[2], why) end
  else
    wait(2)
  end
end
print("left", #jobs.items, "strikes", counts.strike or 0, "helps", counts.help or 0)
