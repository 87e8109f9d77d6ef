-- 220 ticks, done: gold hunting as tasks: coroutines that yield what they wait for, a scheduler, A* with a heap

-- scheduler -----------------------------------------------------------------

local Scheduler = {}
Scheduler.__index = Scheduler

function Scheduler.new()
  return setmetatable({ ready = {}, sleeping = {}, waiting = {}, time = 0, names = {}, finished = {} }, Scheduler)
end

function Scheduler:spawn(name, fn, ...)
  local args = table.pack(...)
  local co = coroutine.create(function()
    return fn(table.unpack(args, 1, args.n))
  end)
  self.names[co] = name
  table.insert(self.ready, { co = co })
  return co
end

-- A task yields "sleep", beats or "event", name or nothing at all.
function Scheduler:resume(entry)
  local ok, what, detail = coroutine.resume(entry.co, entry.value)
  local name = self.names[entry.co]
  if not ok then
    print("task", name, "broke:", what)
    self.finished[name] = "broken"
  elseif coroutine.status(entry.co) == "dead" then
    self.finished[name] = what == nil and "done" or tostring(what)
  elseif what == "sleep" then
    table.insert(self.sleeping, { co = entry.co, at = self.time + detail })
  elseif what == "event" then
    local list = self.waiting[detail] or {}
    self.waiting[detail] = list
    list[#list + 1] = entry
  else
    table.insert(self.ready, entry)
  end
end

function Scheduler:signal(name, value)
  local list = self.waiting[name]
  if not list then return 0 end
  self.waiting[name] = nil
  for _, entry in ipairs(list) do
    entry.value = value
    table.insert(self.ready, entry)
  end
  return #list
end

function Scheduler:wake()
  for i = #self.sleeping, 1, -1 do
    local entry = self.sleeping[i]
    if entry.at <= self.time then
      table.remove(self.sleeping, i)
      table.insert(self.ready, entry)
    end
  end
end

function Scheduler:busy()
  return #self.ready > 0 or #self.sleeping > 0
end

function Scheduler:beat()
  self.time = self.time + 1
  self:wake()
  local batch = self.ready
  self.ready = {}
  for _, entry in ipairs(batch) do
    self:resume(entry)
  end
  return #batch
end

local sched = Scheduler.new()

local function sleep(beats) coroutine.yield("sleep", beats) end

local function await(name) return coroutine.yield("event", name) end

-- a binary heap of pairs ------------------------------------------------------

local function new_heap()
  local items, ranks, n = {}, {}, 0
  local heap = {}

  local function swap(i, j)
    items[i], items[j] = items[j], items[i]
    ranks[i], ranks[j] = ranks[j], ranks[i]
  end

  function heap.push(item, rank)
    n = n + 1
    items[n], ranks[n] = item, rank
    local i = n
    while i > 1 and ranks[i] < ranks[i >> 1] do
      swap(i, i >> 1)
      i = i >> 1
    end
  end

  function heap.pop()
    if n == 0 then return nil end
    local item, rank = items[1], ranks[1]
    swap(1, n)
    items[n], ranks[n] = nil, nil
    n = n - 1
    local i = 1
    while true do
      local least, left = i, i << 1
      if left <= n and ranks[left] < ranks[least] then least = left end
      if left < n and ranks[left + 1] < ranks[least] then least = left + 1 end
      if least == i then break end
      swap(i, least)
      i = least
    end
    return item, rank
  end

  function heap.empty() return n == 0 end

  return heap
end

-- what is known -----------------------------------------------------------------

local known = setmetatable({}, {
  __index = function(t, x)
    local column = {}
    rawset(t, x, column)
    return column
  end,
})

local wishes = {}

local function look()
  local fresh = 0
  for _, sq in ipairs(sight()) do
    if known[sq.x][sq.y] ~= sq.what then
      known[sq.x][sq.y] = sq.what
      fresh = fresh + 1
      if sq.what == "gold" or sq.what == "key" then
        wishes[#wishes + 1] = sq
        sched:signal("wish", sq)
      end
    end
  end
  return fresh
end

local function open(x, y)
  local what = known[x][y]
  return what and what ~= "wall" and what ~= "door"
end

local STEPS = {
  { side = "north", x = 0, y = -1 },
  { side = "south", x = 0, y = 1 },
  { side = "east", x = 1, y = 0 },
  { side = "west", x = -1, y = 0 },
}

local function manhattan(ax, ay, bx, by)
  return math.abs(ax - bx) + math.abs(ay - by)
end

local function astar(sx, sy, gx, gy)
  local heap = new_heap()
  local g, from, closed = {}, {}, {}
  local function key(x, y) return ("%d,%d"):format(x, y) end
  local start = key(sx, sy)
  g[start] = 0
  heap.push({ x = sx, y = sy }, manhattan(sx, sy, gx, gy))
  while not heap.empty() do
    local node = heap.pop()
    local k = key(node.x, node.y)
    if node.x == gx and node.y == gy then
      local sides = {}
      while from[k] do
        table.insert(sides, 1, from[k].side)
        k = from[k].key
      end
      return sides
    end
    if closed[k] then goto continue end
    closed[k] = true
    for _, step in ipairs(STEPS) do
      local x, y = node.x + step.x, node.y + step.y
      local nk = key(x, y)
      if open(x, y) and not closed[nk] then
        local cost = g[k] + 1
        if not g[nk] or cost < g[nk] then
          g[nk] = cost
          from[nk] = { key = k, side = step.side }
          heap.push({ x = x, y = y }, cost + manhattan(x, y, gx, gy))
        end
      end
    end
    ::continue::
  end
  return nil
end

-- One task moves at a time: the others wait for the legs.
local legs = { busy = false, by = nil }

local function with_legs(name, fn)
  while legs.busy do
    sleep(1)
  end
  legs.busy, legs.by = true, name
  local ok, result = pcall(fn)
  legs.busy, legs.by = false, nil
  if not ok then error(result, 0) end
  return result
end

local function walk(sides)
  for i, side in ipairs(sides) do
    local ok, why = move(side)
    look()
    if not ok then return false, why, i end
  end
  return true
end

-- tasks ---------------------------------------------------------------------------

local visits = {}

local function visited(x, y, by)
  local k = x .. "/" .. y
  visits[k] = (visits[k] or 0) + (by or 0)
  return visits[k]
end

local wander_left = 60

local function wanderer()
  while wander_left > 0 do
    wander_left = wander_left - 1
    with_legs("wanderer", function()
      visited(me.x, me.y, 1)
      local best, fewest
      for _, step in ipairs(STEPS) do
        local x, y = me.x + step.x, me.y + step.y
        if open(x, y) then
          local n = visited(x, y)
          if not fewest or n < fewest then
            best, fewest = step.side, n
          end
        end
      end
      if best then
        local ok, why = move(best)
        if not ok then print("cannot wander", best, why) end
        look()
      end
      return best
    end)
    sleep(1)
  end
  sched:signal("wish", false)
  return "wandered"
end

local taken, missed = 0, 0

local function collector()
  while true do
    local wish = table.remove(wishes) or await("wish")
    if not wish then break end
    with_legs("collector", function()
      local sides = astar(me.x, me.y, wish.x, wish.y)
      if not sides then
        missed = missed + 1
        return false
      end
      local ok, why, at = walk(sides)
      if not ok then
        print("no way at step", at, why)
        missed = missed + 1
        return false
      end
      local got = take()
      if got then
        taken = taken + 1
        known[wish.x][wish.y] = "floor"
      end
      return got
    end)
  end
  return "collected " .. taken
end

local function doorman()
  while wander_left > 0 do
    sleep(6)
    for _, step in ipairs(STEPS) do
      if known[me.x + step.x][me.y + step.y] == "door" and me.keys > 0 then
        local ok, why = unlock(step.side)
        if ok then
          look()
        else
          print("the door", why)
        end
      end
    end
  end
  return nil
end

on("noise", function(away, side)
  sched:signal("noise", away .. " " .. side)
end)

look()
sched:spawn("wanderer", wanderer)
sched:spawn("collector", collector)
sched:spawn("doorman", doorman)
sched:spawn("listener", function()
  local heard = await("noise")
  print("first noise", heard)
end)

while sched:busy() and sched.time < 400 do
  local ran = sched:beat()
  if ran == 0 then
    wait(1)
  end
end

print("taken", taken, "missed", missed, "keys", me.keys, "gold", me.gold, "moved", me.moved)
for name, result in pairs(sched.finished) do
  print(name, result)
end
return me.gold > 0, "gold", me.gold
