-- 400 ticks, done: a tree farm: finds trunks on a patrol, fells them, plants torches for light, and keeps a map in mem

-- camelCase and constructors with closures, as many bots are written: no metatable anywhere.

local FIELD = { fromX = -6, toX = 6, fromZ = -6, toZ = 6 }
local TREE_HEIGHT = 4
local WANTED_LOGS = 12

local function makeCounter(start)
  local value = start or 0
  return {
    add = function(n) value = value + (n or 1) return value end,
    get = function() return value end,
    reset = function() value = start or 0 end,
  }
end

local felled = makeCounter()
local steps = makeCounter()
local blocked = makeCounter()

local function makeTimer(every)
  local left = every
  return function()
    left = left - 1
    if left > 0 then return false end
    left = every
    return true
  end
end

local sometimes = makeTimer(10)

-- the map: one row of text for each z, so that it fits into mem and can be printed
local function makeMap(width, height)
  local rows = {}
  local self = {}

  local function blank()
    return ("."):rep(width)
  end

  function self.set(x, z, char)
    local row = rows[z] or blank()
    rows[z] = row:sub(1, x - 1) .. char .. row:sub(x + 1)
  end

  function self.get(x, z)
    local row = rows[z]
    return row and row:sub(x, x) or "."
  end

  function self.count(char)
    local n = 0
    for z = 1, height do
      local _, found = (rows[z] or ""):gsub(char, "")
      n = n + found
    end
    return n
  end

  function self.lines()
    local z = 0
    return function()
      z = z + 1
      if z <= height then
        return z, rows[z] or blank()
      end
    end
  end

  function self.pack()
    local all = {}
    for z, row in self.lines() do all[z] = row end
    return table.concat(all, "\n")
  end

  function self.unpack(text)
    local z = 0
    for row in text:gmatch("[^\n]+") do
      z = z + 1
      if z > height or #row ~= width then return false end
      rows[z] = row
    end
    return true
  end

  return self
end

local function toMap(x, z)
  return x - FIELD.fromX + 1, z - FIELD.fromZ + 1
end

local map = makeMap(FIELD.toX - FIELD.fromX + 1, FIELD.toZ - FIELD.fromZ + 1)
if type(mem.map) == "string" and not map.unpack(mem.map) then
  mem.map = nil
end

local function inField(x, z)
  return x >= FIELD.fromX and x <= FIELD.toX and z >= FIELD.fromZ and z <= FIELD.toZ
end

-- Walking ---------------------------------------------------------------------

local compass = { "north", "east", "south", "west" }
local indexOf = {}
for i, name in ipairs(compass) do indexOf[name] = i end

local function turnTo(name)
  local by = (indexOf[name] - indexOf[me.facing]) % #compass
  local words = { "right", "around", "left" }
  if by > 0 then
    turn(words[by])
  end
end

local function fellTrunk()
  -- We stand before a trunk: take its lowest block, step in, and go up through it.
  local ok, why = dig("front")
  if not ok then return false, why end
  felled.add()
  ok, why = forward()
  if not ok then return false, why end
  local climbed = 0
  while climbed < TREE_HEIGHT do
    local above = inspect("up")
    if not above or above.name ~= "wood" then break end
    ok, why = dig("up")
    if not ok then break end
    felled.add()
    ok, why = up()
    if not ok then break end
    climbed = climbed + 1
  end
  if climbed > 0 then
    local came, refused, n = down(climbed)
    if not came then
      return false, ("stuck %d blocks above the ground: %s"):format(climbed - n, refused)
    end
  end
  return true
end

local function stepAhead()
  local seen = inspect()
  if seen then
    local x, z = toMap(me.x, me.z)
    if seen.name ~= "wood" then
      map.set(x, z, "#")
      blocked.add()
      return false, "blocked"
    end
    map.set(x, z, "T")
    return fellTrunk()
  end
  local ok, why = forward()
  if ok then
    steps.add()
    local x, z = toMap(me.x, me.z)
    if inField(me.x, me.z) and map.get(x, z) == "." then map.set(x, z, "-") end
  end
  return ok, why
end

local function walkAxis(axis, target)
  local names = axis == "x" and { [1] = "east", [-1] = "west" } or { [1] = "south", [-1] = "north" }
  local misses = 0
  while me[axis] ~= target do
    local way = me[axis] < target and 1 or -1
    turnTo(names[way])
    local before = me[axis]
    local ok, why = stepAhead()
    if not ok then
      if why == "fuel" or why == "full" then return false, why end
      misses = misses + 1
      if misses > 3 then return false, why end
      -- Go round what is in the way.
      local side = misses % 2 == 1 and "left" or "right"
      turn(side)
      if stepAhead() then
        turn(side == "left" and "right" or "left")
      end
    elseif me[axis] ~= before then
      misses = 0
    end
  end
  return true
end

local function walkTo(x, z)
  for _ = 1, 3 do
    local okX, whyX = walkAxis("x", x)
    local okZ, whyZ = walkAxis("z", z)
    if okX and okZ then
      return true
    end
    local why = whyX or whyZ
    if why == "fuel" or why == "full" then
      return false, why
    end
  end
  return false, "no way"
end

-- The chest ---------------------------------------------------------------------

local function goHome()
  local ok, why = walkTo(0, 0)
  if not ok then return false, why end
  if me.y > 0 then
    ok, why = down(me.y)
    if not ok then return false, why end
  end
  local logs = me.pack.wood or 0
  if logs > 0 then
    ok, why = unload("wood", "all")
    if not ok then print("the chest is full:", why) end
  end
  mem.logs = (mem.logs or 0) + logs
  return true, nil, logs
end

local function ensureFuel(least)
  if me.fuel >= least then return true end
  if (me.pack.coal or 0) == 0 and far() == 0 then
    fetch("coal", 8)
  end
  local ok, why = refuel("all")
  if not ok then print("no coal:", why) end
  return me.fuel >= least
end

-- Patrols ---------------------------------------------------------------------

-- spiral gives corners of a square spiral around the chest, as an iterator with a state of its own
local function spiral(limit)
  local x, z, length, side = 0, 0, 2, 0
  return function()
    if length > limit then return nil end
    side = side + 1
    if side == 1 then x = length // 2
    elseif side == 2 then z = length // 2
    elseif side == 3 then x = -(length // 2)
    else
      z = -(length // 2)
      side = 0
      length = length + 2
    end
    return x, z
  end
end

local function patrol()
  for x, z in spiral(8) do
    if not inField(x, z) then break end
    if not ensureFuel(far() + 40) then return "fuel" end
    local ok, why = walkTo(x, z)
    if not ok then
      if why == "full" then return "full" end
      print(("no way to %d,%d: %s"):format(x, z, why))
    end
    if sometimes() then
      print("steps", steps.get(), "logs", felled.get())
    end
    if felled.get() >= WANTED_LOGS then return "enough" end
  end
  return "round"
end

-- plantLight sets a torch on the ground behind us, where it is dark
local function plantLight()
  if (me.pack.torch or 0) == 0 then
    local ok, why = fetch("torch", 2)
    if not ok then return false, why end
  end
  turn("around")
  local ok, why = place("torch")
  turn("around")
  return ok, why
end

local answers = {
  logs = function() return tostring(mem.logs or 0) end,
  map = function() return map.pack():gsub("\n", "/"):sub(1, 200) end,
}

on("heard", function(who, text)
  local answer = answers[text]
  if answer then say(who .. ": " .. answer()) end
end)

plantLight()
local result
for round = 1, 3 do
  result = patrol()
  local ok, why, logs = goHome()
  if not ok then
    alert("cannot come home: " .. tostring(why))
    break
  end
  print("round", round, result, "logs", logs)
  if result == "enough" or result == "fuel" then break end
end

mem.map = map.pack()
print("trees", map.count("T"), "walls", map.count("#"), "paths", map.count("%-"), "blocked", blocked.get())
for z, row in map.lines() do
  if row:find("[T#]") then
    print(("%2d %s"):format(z, row))
  end
end
felled.reset()
return result ~= nil, result, mem.logs
