-- 300 ticks, done: a foreman who digs a pit, follows veins and brings everything home

---------------------------------------------------------------------
-- settings, which mem may override from one run to the next
---------------------------------------------------------------------

local DEFAULTS = {
  width = 3,
  depth = 4,
  reserve = 60,
  keep_free = 6,
  vein_range = 3,
  vein_limit = 5,
  torches = 2,
  chatter = 2,
}

local function settings()
  local chosen = {}
  local saved = type(mem.foreman) == "table" and mem.foreman or {}
  for key, value in pairs(DEFAULTS) do
    local own = saved[key]
    if type(own) == type(value) then
      chosen[key] = own
    else
      chosen[key] = value
    end
  end
  return chosen
end

local config = settings()

---------------------------------------------------------------------
-- texts
---------------------------------------------------------------------

local text = {}

function text.pad(s, width, char)
  s = tostring(s)
  char = char or " "
  if #s >= width then
    return s
  end
  return s .. char:rep(width - #s)
end

function text.join(list, sep, fn)
  local parts = {}
  for i, v in ipairs(list) do
    parts[i] = fn and fn(v) or tostring(v)
  end
  return table.concat(parts, sep or ", ")
end

-- show prints a value as a constructor would make it, keys in order.
function text.show(value, depth)
  depth = depth or 0
  local kind = type(value)
  if kind == "string" then
    return string.format("%q", value)
  elseif kind ~= "table" then
    return tostring(value)
  elseif depth > 3 then
    return "{…}"
  end
  local keys, count = {}, #value
  for key in pairs(value) do
    local listed = type(key) == "number" and key >= 1 and key <= count
    if not listed then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys, function(a, b)
    return tostring(a) < tostring(b)
  end)
  local parts = {}
  for i = 1, count do
    parts[#parts + 1] = text.show(value[i], depth + 1)
  end
  for _, key in ipairs(keys) do
    local name = tostring(key)
    if not name:match("^[%a_][%w_]*$") then
      name = "[" .. name .. "]"
    end
    parts[#parts + 1] = name .. "=" .. text.show(value[key], depth + 1)
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

---------------------------------------------------------------------
-- a log of which only the newest lines are kept
---------------------------------------------------------------------

local Log = {}
Log.__index = Log

local LEVELS = { debug = 3, info = 2, warn = 1 }

function Log.new(size, level)
  local self = setmetatable({}, Log)
  self.lines = {}
  self.first = 1
  self.last = 0
  self.size = size
  self.level = level
  return self
end

function Log:add(level, format, ...)
  local rank = LEVELS[level] or LEVELS.info
  local line = ("[%s] "):format(level) .. format:format(...)
  self.last = self.last + 1
  self.lines[self.last] = line
  if self.last - self.first >= self.size then
    self.lines[self.first] = nil
    self.first = self.first + 1
  end
  if rank <= self.level then
    print(line)
  end
  return line
end

function Log:debug(...)
  return self:add("debug", ...)
end

function Log:info(...)
  return self:add("info", ...)
end

function Log:warn(...)
  return self:add("warn", ...)
end

function Log:tail(n)
  local from = math.max(self.first, self.last - n + 1)
  local all = {}
  for i = from, self.last do
    all[#all + 1] = self.lines[i]
  end
  return all
end

local log = Log.new(40, config.chatter)

---------------------------------------------------------------------
-- classes
---------------------------------------------------------------------

local function class(name, parent)
  local c = {}
  c.__index = c
  c.__name = name
  c.__tostring = function(self)
    return self.describe and self:describe() or name
  end
  return setmetatable(c, {
    __index = parent,
    __call = function(cls, ...)
      local object = setmetatable({}, cls)
      if object.init then
        object:init(...)
      end
      return object
    end,
  })
end

---------------------------------------------------------------------
-- places
---------------------------------------------------------------------

local Place = {}
Place.__index = Place

local function place_at(x, y, z)
  return setmetatable({ x = x, y = y, z = z }, Place)
end

function Place.__add(a, b)
  return place_at(a.x + b.x, a.y + b.y, a.z + b.z)
end

function Place.__sub(a, b)
  return place_at(a.x - b.x, a.y - b.y, a.z - b.z)
end

function Place.__unm(a)
  return place_at(-a.x, -a.y, -a.z)
end

function Place.__eq(a, b)
  return a.x == b.x and a.y == b.y and a.z == b.z
end

function Place.__len(a)
  return math.abs(a.x) + math.abs(a.y) + math.abs(a.z)
end

function Place.__tostring(a)
  return ("(%d %d %d)"):format(a.x, a.y, a.z)
end

function Place:key()
  return self.x .. ":" .. self.y .. ":" .. self.z
end

function Place:copy()
  return place_at(self.x, self.y, self.z)
end

local HOME = place_at(0, 0, 0)

local SIDES = {
  { name = "north", by = place_at(0, 0, -1) },
  { name = "east", by = place_at(1, 0, 0) },
  { name = "south", by = place_at(0, 0, 1) },
  { name = "west", by = place_at(-1, 0, 0) },
}

local UP = place_at(0, 1, 0)
local DOWN = -UP

local function here()
  return place_at(me.x, me.y, me.z)
end

local function side_index(name)
  for i, side in ipairs(SIDES) do
    if side.name == name then
      return i
    end
  end
  error("no side is called " .. tostring(name))
end

---------------------------------------------------------------------
-- a heap, smallest first
---------------------------------------------------------------------

local Heap = class("Heap")

function Heap:init(less)
  self.less = less or function(a, b)
    return a < b
  end
  self.n = 0
end

function Heap:push(item)
  self.n = self.n + 1
  local i = self.n
  self[i] = item
  while i > 1 do
    local parent = i // 2
    if not self.less(self[i], self[parent]) then
      break
    end
    self[i], self[parent] = self[parent], self[i]
    i = parent
  end
end

function Heap:pop()
  if self.n == 0 then
    return nil
  end
  local top = self[1]
  self[1] = self[self.n]
  self[self.n] = nil
  self.n = self.n - 1
  local i = 1
  while true do
    local child = 2 * i
    if child > self.n then
      break
    end
    if child < self.n and self.less(self[child + 1], self[child]) then
      child = child + 1
    end
    if not self.less(self[child], self[i]) then
      break
    end
    self[i], self[child] = self[child], self[i]
    i = child
  end
  return top
end

---------------------------------------------------------------------
-- what is known of the ground
---------------------------------------------------------------------

local Ground = class("Ground")

function Ground:init()
  self.blocks = {}
  self.known = 0
end

function Ground:set(at, name)
  local key = at:key()
  if self.blocks[key] == nil then
    self.known = self.known + 1
  end
  self.blocks[key] = name or "air"
end

function Ground:get(at)
  return self.blocks[at:key()]
end

-- cost is what a step to a place takes: two for one that has to be dug.
function Ground:cost(at)
  local name = self:get(at)
  if name == "bedrock" then
    return nil
  elseif name == "air" or at == HOME then
    return 1
  elseif name == nil and at.y >= 0 then
    return 1
  end
  return 2
end

function Ground:look()
  local ahead = SIDES[side_index(me.facing)].by
  for dir, by in pairs({ front = ahead, up = UP, down = DOWN }) do
    local seen = inspect(dir)
    self:set(here() + by, seen and seen.name)
  end
end

local ground = Ground()

---------------------------------------------------------------------
-- moving
---------------------------------------------------------------------

local function face(name)
  local from, to = side_index(me.facing), side_index(name)
  local by = (to - from) % 4
  if by == 1 then
    turn("right")
  elseif by == 2 then
    turn("around")
  elseif by == 3 then
    turn("left")
  end
end

-- open digs what is in the way until the way is free.
local function open(dir, at)
  for _ = 1, 3 do
    local seen = inspect(dir)
    ground:set(at, seen and seen.name)
    if not seen then
      return true
    end
    local ok, why = dig(dir)
    if not ok then
      if why == "none" then
        return true
      end
      return false, why
    end
    ground:set(at, "air")
  end
  return false, "blocked"
end

local function step(by)
  local target = here() + by
  local dir, move
  if by == UP then
    dir, move = "up", up
  elseif by == DOWN then
    dir, move = "down", down
  else
    for _, side in ipairs(SIDES) do
      if side.by == by then
        face(side.name)
      end
    end
    dir, move = "front", forward
  end
  local free, why = open(dir, target)
  if not free then
    return false, why
  end
  local ok, refused = move(1)
  if ok then
    ground:set(target, "air")
  end
  return ok, refused
end

local function neighbours(at)
  local all = { at + UP, at + DOWN }
  for _, side in ipairs(SIDES) do
    all[#all + 1] = at + side.by
  end
  return all
end

-- path finds a cheap way, or nil where none is found in time.
local function path(from, to, limit)
  local open_list = Heap(function(a, b)
    return a.guess < b.guess
  end)
  local cost, came = { [from:key()] = 0 }, {}
  open_list:push({ at = from, guess = #(to - from) })
  local looked = 0
  while open_list.n > 0 do
    local current = open_list:pop()
    local at = current.at
    if at == to then
      local steps = {}
      while came[at:key()] do
        local before = came[at:key()]
        table.insert(steps, 1, at - before)
        at = before
      end
      return steps
    end
    looked = looked + 1
    if looked > limit then
      return nil, "too far"
    end
    local so_far = cost[at:key()]
    for _, next_at in ipairs(neighbours(at)) do
      local price = ground:cost(next_at)
      if price then
        local total = so_far + price
        local key = next_at:key()
        if cost[key] == nil or total < cost[key] then
          cost[key] = total
          came[key] = at
          local guess = total + #(to - next_at)
          open_list:push({ at = next_at, guess = guess })
        end
      end
    end
  end
  return nil, "no way"
end

local function go_to(target)
  for attempt = 1, 5 do
    if here() == target then
      return true
    end
    local steps, why = path(here(), target, 400)
    if not steps then
      return false, why
    end
    local refused
    for _, by in ipairs(steps) do
      local ok
      ok, refused = step(by)
      if not ok then
        break
      end
    end
    if here() == target then
      return true
    end
    if refused == "fuel" or refused == "full" then
      return false, refused
    end
    log:debug("attempt %d to %s: %s", attempt, tostring(target), refused)
  end
  return false, "stuck"
end

---------------------------------------------------------------------
-- fuel and the chest
---------------------------------------------------------------------

local Keeper = class("Keeper")

local KEEP = { coal = 8, torch = 8 }

function Keeper:init()
  self.trips = 0
  self.stored = {}
end

-- enough says whether the fuel takes us home from a place, with a reserve.
function Keeper:enough(at)
  return me.fuel > #(at - HOME) + config.reserve
end

function Keeper:eat(wanted)
  while me.fuel < wanted do
    local ok, _, n = refuel(1)
    if not ok or n == 0 then
      return false
    end
  end
  return true
end

function Keeper:unload()
  for name, count in pairs(me.pack) do
    local spare = count - (KEEP[name] or 0)
    if spare > 0 then
      local ok, why, n = unload(name, spare)
      if ok then
        self.stored[name] = (self.stored[name] or 0) + n
      else
        log:warn("cannot unload %s: %s", name, why)
      end
    end
  end
end

function Keeper:restock()
  for name, wanted in pairs(KEEP) do
    local missing = wanted - (me.pack[name] or 0)
    if missing > 0 then
      local ok, why = fetch(name, missing)
      if not ok and why ~= "short" then
        log:warn("cannot fetch %s: %s", name, why)
      end
    end
  end
end

function Keeper:go_home()
  local ok, why = go_to(HOME)
  if not ok then
    alert("cannot come home: " .. tostring(why))
    return false
  end
  self.trips = self.trips + 1
  self:unload()
  self:restock()
  self:eat(config.reserve * 3)
  return true
end

function Keeper:full()
  return me.free <= config.keep_free
end

function Keeper:report()
  local names = {}
  for name, n in pairs(self.stored) do
    names[#names + 1] = text.pad(name, 6, ".") .. n
  end
  table.sort(names)
  return table.concat(names, " ")
end

local keeper = Keeper()

---------------------------------------------------------------------
-- jobs: each is a coroutine that yields between two steps
---------------------------------------------------------------------

local Job = class("Job")

Job.next_id = 0

function Job:init(rank)
  Job.next_id = Job.next_id + 1
  self.id = Job.next_id
  self.rank = rank
  self.steps = 0
end

function Job:start()
  self.co = coroutine.create(function()
    return self:work()
  end)
end

function Job:work()
  error(tostring(self) .. " does not say how it works")
end

-- resume goes on with the job and says whether it is done.
function Job:resume()
  if not self.co then
    self:start()
  end
  self.steps = self.steps + 1
  local fine, result = coroutine.resume(self.co)
  if not fine then
    log:warn("job %d broke: %s", self.id, tostring(result))
    return true, false
  end
  if coroutine.status(self.co) == "dead" then
    return true, result ~= false
  end
  return false
end

function Job:describe()
  return ("job %d"):format(self.id)
end

---------------------------------------------------------------------
-- a pit: layer by layer, row by row, each second row backwards
---------------------------------------------------------------------

local Pit = class("Pit", Job)

function Pit:init(corner, width, depth)
  Job.init(self, 5)
  self.corner = corner
  self.width = width
  self.depth = depth
  self.dug = 0
end

function Pit:describe()
  return ("pit %d of %dx%dx%d"):format(self.id, self.width, self.width, self.depth)
end

function Pit:cells()
  local w = self.width
  return coroutine.wrap(function()
    for layer = 1, self.depth do
      for row = 0, w - 1 do
        local from, to, by = 0, w - 1, 1
        if (row + layer) % 2 == 0 then
          from, to, by = to, from, -1
        end
        for col = from, to, by do
          local offset = place_at(col, -layer, row)
          coroutine.yield(self.corner + offset, layer)
        end
      end
    end
  end)
end

function Pit:work()
  local done = mem.pit_layer or 0
  for at, layer in self:cells() do
    if layer <= done then
      goto continue
    end
    if keeper:full() or not keeper:enough(at) then
      local from = here()
      if not keeper:go_home() then
        return false
      end
      local ok, why = go_to(from)
      if not ok then
        log:warn("no way back to %s: %s", tostring(from), why)
        return false
      end
    end
    do
      local ok, why = go_to(at)
      if ok then
        self.dug = self.dug + 1
      elseif why == "fuel" then
        return false
      else
        log:info("left out %s: %s", tostring(at), why)
      end
    end
    if layer > (mem.pit_layer or 0) + 1 then
      mem.pit_layer = layer - 1
    end
    coroutine.yield("dug", at)
    ::continue::
  end
  mem.pit_layer = nil
  return true
end

---------------------------------------------------------------------
-- a vein: from one ore to the next nearest of the same kind
---------------------------------------------------------------------

local Vein = class("Vein", Job)

function Vein:init(name, at)
  Job.init(self, 2)
  self.name = name
  self.at = at
  self.got = 0
end

function Vein:describe()
  return ("vein %d of %s"):format(self.id, self.name)
end

function Vein:nearest()
  local best, best_far
  for _, ore in ipairs(scan(config.vein_range)) do
    if ore.name == self.name then
      local at = place_at(ore.x, ore.y, ore.z)
      local away = #(at - here())
      if not best or away < best_far then
        best, best_far = at, away
      end
    end
  end
  return best
end

function Vein:work()
  local target = self.at
  while target and self.got < config.vein_limit do
    if keeper:full() or not keeper:enough(target) then
      break
    end
    local ok, why = go_to(target)
    if not ok then
      log:debug("vein of %s ends: %s", self.name, why)
      break
    end
    self.got = self.got + 1
    coroutine.yield("ore", target)
    target = self:nearest()
  end
  log:info("%s gave %d", tostring(self), self.got)
  return self.got > 0
end

---------------------------------------------------------------------
-- light: a torch below our feet, if one is left
---------------------------------------------------------------------

local Light = class("Light", Job)

function Light:init(at)
  Job.init(self, 8)
  self.at = at
end

function Light:describe()
  return "light at " .. tostring(self.at)
end

function Light:work()
  if (me.pack.torch or 0) == 0 then
    return false
  end
  local ok, why = go_to(self.at)
  if not ok then
    return false, why
  end
  coroutine.yield("there")
  ok, why = place("torch", "front")
  if not ok then
    log:debug("no light at %s: %s", tostring(self.at), why)
  end
  return ok
end

---------------------------------------------------------------------
-- the crew: always goes on with the job of the lowest rank
---------------------------------------------------------------------

local Crew = class("Crew")

function Crew:init()
  self.queue = Heap(function(a, b)
    if a.rank ~= b.rank then
      return a.rank < b.rank
    end
    return a.id < b.id
  end)
  self.done, self.failed = {}, {}
end

function Crew:add(job)
  self.queue:push(job)
  return job
end

function Crew:one_round()
  local job = self.queue:pop()
  if not job then
    return false
  end
  local ended, fine = job:resume()
  if not ended then
    self.queue:push(job)
  elseif fine then
    self.done[#self.done + 1] = tostring(job)
  else
    self.failed[#self.failed + 1] = tostring(job)
  end
  return true
end

local crew = Crew()

---------------------------------------------------------------------
-- what happens on the way
---------------------------------------------------------------------

local finds = {}

on("found", function(name)
  finds[name] = (finds[name] or 0) + 1
end)

on("low_fuel", function(left)
  log:warn("fuel for %d blocks", left)
  refuel("all")
end)

on("heard", function(who, words)
  local asked, argument = words:match("^(%a+)%s*(%w*)$")
  local answers = {
    where = function()
      return tostring(here())
    end,
    found = function()
      return text.show(finds)
    end,
    fuel = function()
      return me.fuel .. " blocks"
    end,
    torches = function()
      config.torches = tonumber(argument) or config.torches
      return "up to " .. config.torches
    end,
  }
  local answer = answers[asked]
  if answer then
    say(who .. ": " .. answer())
  end
end)

---------------------------------------------------------------------
-- the day's work
---------------------------------------------------------------------

local function plan()
  if not keeper:go_home() then
    stop("no way home")
  end
  crew:add(Pit(place_at(0, 0, 0), config.width, config.depth))
  for i = 1, config.torches do
    crew:add(Light(place_at(i, -1, 0)))
  end
end

local function prospect()
  local seen = {}
  for _, ore in ipairs(scan(config.vein_range)) do
    if ore.name ~= "coal" and not seen[ore.name] then
      seen[ore.name] = true
      crew:add(Vein(ore.name, place_at(ore.x, ore.y, ore.z)))
    end
  end
  local names = {}
  for name in pairs(seen) do
    names[#names + 1] = name
  end
  return names
end

plan()
local rounds = 0
while crew:one_round() do
  rounds = rounds + 1
  if rounds % 30 == 0 then
    local names = prospect()
    if #names > 0 then
      log:info("prospects: %s", text.join(names))
    end
  end
  if rounds > 90 then
    log:warn("the day is over after %d rounds", rounds)
    break
  end
  ground:look()
end

keeper:go_home()
mem.foreman = config
mem.stored = keeper.stored
note("stored " .. keeper:report())
for _, line in ipairs(log:tail(3)) do
  print("log", line)
end
print("done", text.join(crew.done, "; "))
if #crew.failed > 0 then
  print("failed", text.join(crew.failed, "; "))
end
print("finds", text.show(finds), "trips", keeper.trips)
return true, "stored", rounds
