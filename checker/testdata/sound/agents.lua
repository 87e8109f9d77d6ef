--- dig and drop for ever [miners]
while true do
  local ok, why = dig(5)
  if not ok then
    alert("dig refused: " .. tostring(why))
    break
  end
  if me.gold >= 10 then
    must(drop("all"))
  end
end
--- the SDK's smallest script [miners]
dig(3)
--- stop [miners]
stop()
--- look about [look]
for _, thing in ipairs(scan()) do
  print(thing.name, thing.far)
end
print("at", me.place, "hp", me.hp)
return me.gold > 3, "why", me.gold
--- a state machine kept in mem
mem.state = mem.state or "mining"
mem.trips = mem.trips or 0

local function mining()
  local ok, why, n = dig(5)
  if why == "full" or (mem.last or 0) + n > 20 then
    return "hauling"
  end
  mem.last = n
  return ok and "mining" or "resting"
end

local states = {
  mining = mining,
  hauling = function()
    if not go("shack") then return "resting" end
    local ok, why, n = drop("all")
    if not ok and why == "short" then print("nothing to drop") end
    mem.trips = mem.trips + 1
    go("mine")
    return "mining"
  end,
  resting = function()
    wait(10)
    return "mining"
  end,
}

while mem.trips < 5 do
  local step = states[mem.state]
  if not step then
    alert("unknown state " .. mem.state)
    stop("lost")
  end
  mem.state = step()
end
--- handlers and an ending main
local hits = 0
on("hurt", function(amount)
  hits = hits + 1
  if me.hp < 10 or hits > 3 then
    on("hurt", nil)
    go("home")
    alert("fled with " .. me.hp .. " hp after " .. amount)
  end
end)
on("heard", function(who, text)
  if text:find("help", 1, true) then
    say("coming, " .. who)
  elseif text:match("^go (%a+)$") then
    local place = text:match("^go (%a+)$")
    local ok, why = go(place)
    if not ok then say("I cannot: " .. why) end
  end
end)
--- classes and closures
local Queue = {}
Queue.__index = Queue

function Queue.new()
  return setmetatable({ first = 1, last = 0, items = {} }, Queue)
end

function Queue:push(item)
  self.last = self.last + 1
  self.items[self.last] = item
end

function Queue:pop()
  if self.first > self.last then return nil end
  local item = self.items[self.first]
  self.items[self.first] = nil
  self.first = self.first + 1
  return item
end

local jobs = Queue.new()
jobs:push({ verb = dig, arg = 3 })
jobs:push({ verb = drop, arg = "all" })
local job = jobs:pop()
while job do
  local ok, why = job.verb(job.arg)
  if not ok then print(why) end
  job = jobs:pop()
end
--- coroutines
local function plan()
  for i = 1, 3 do
    coroutine.yield(dig, i)
    coroutine.yield(drop, i)
  end
end
local co = coroutine.create(plan)
while true do
  local alive, verb, n = coroutine.resume(co)
  if not alive or not verb then break end
  verb(n)
end
--- sorting and texts
local things = scan()
table.sort(things, function(a, b) return a.far < b.far end)
local names = {}
for i, thing in ipairs(things) do
  names[#names + 1] = string.format("%d:%s", i, thing.name)
  if i == 5 then break end
end
print(table.concat(names, ", "))
--- searching the nearest
local best, best_far
for _, thing in ipairs(scan("ore")) do
  if not best or thing.far < best_far then
    best, best_far = thing, thing.far
  end
end
if best then
  print("nearest", best.name, best_far)
  turn(90)
  dig(1)
else
  alert("no ore in sight")
end
--- tests of everything that may be nil
local spot = find("mine")
if spot and spot.x > 3 and me.target ~= nil then
  shout(me.target .. " at " .. spot.x .. "," .. spot.y)
end
local target = me.target or "nobody"
if target == "nobody" then wait(1) end
--- numeric work
local sum, n = 0, 0
for kind, amount in pairs(me.pack) do
  sum = sum + amount * price(kind)
  n = n + 1
end
local average = n > 0 and sum / n or 0
print(("%.1f"):format(average), math.max(sum, 1), sum // 1 | 0)
--- retries with a growing pause
local function try(verb, ...)
  local pause = 1
  for attempt = 1, 5 do
    local ok, why = verb(...)
    if ok then return true end
    if why == "unknown" then return false, why end
    print("attempt", attempt, why)
    wait(pause)
    pause = pause * 2
  end
  return false, "gave up"
end
local ok, why = try(go, "shack")
if not ok then alert(why) end
try(give, "bo", "ore", 2)
--- vararg helpers
local function log(...)
  local parts = {}
  for i = 1, select("#", ...) do
    parts[i] = tostring((select(i, ...)))
  end
  print(now(), table.concat(parts, " "))
end
log("gold", me.gold, nil, true)
--- errors on purpose
local ok, err = pcall(function()
  if me.hp < 1 then error({ code = "dead" }) end
  error("tired", 0)
end)
if not ok then
  print(type(err) == "table" and err.code or err)
end
--- goto continue
for i, friend in ipairs(me.friends) do
  if friend.hp > 50 then goto continue end
  local ok = give(friend.name, "ore", 1)
  if not ok then print("refused", i) end
  ::continue::
end
--- globals as models write them
target = 20
count = 0
function work()
  while me.gold < target do
    local ok = dig(1)
    if not ok then return false end
    count = count + 1
  end
  return true
end
if work() then
  print("done after", count)
end
--- locals named like words, used as what they are
local function report(run, stop)
  print(run, stop)
end
report("first", false)
local load, time = me.gold, now()
print(load, time)
local string_value = tostring(load)
for string in string_value:gmatch("%d") do print(string) end
--- saved scripts
local ok = run("farm")
if ok then run("haul_all") end
print(ok)
--- nested tables and every way to read them
local plan = {
  route = { "home", "mine" },
  ["key with spaces"] = 3,
  [1] = { dig = 2 },
  say = function(self, text) return self, text end,
}
print(plan.route[1], plan["key with spaces"], plan[1].dig)
print(plan:say("x"))
for _, place in ipairs(plan.route) do
  if not go(place) then break end
  wait(1)
end
--- waiting for something
local deadline = 60
while me.hp < 20 and deadline > 0 do
  wait(1)
  deadline = deadline - 1
end
repeat
  wait(5)
  local things = scan("wood")
until #things > 0
--- memo tables
local cache = setmetatable({}, {
  __index = function(t, k)
    local v = price(k)
    t[k] = v
    return v
  end,
})
print(cache.ore, cache.wood)
--- multiple assignment and swaps
local a, b = 1, 2
a, b = b, a
local x, y = (function() return 1, 2 end)()
print(a, b, x, y)
local t = { n = 0 }
t.n, t.m = t.n + 1, a
print(t.n, t.m)
--- what the card shows
for i = 1, 10 do
  local ok, why = dig()
  if not ok then stop(why) end
end
on("heard", function(who, text) print(who, text) end)
