-- 520 ticks, done: a builder that reads a plan drawn in text, digs for its bricks and sets them layer by layer

-- The plan: layers from the ground up, each a picture. S stone, D dirt, T torch, space nothing.
local PLAN = [[
name: hut
at: 3, 0, 3

layer:
SSSS
S  S
S  S
SS S

layer:
SDDS
D  D
D  D
SD S

layer:
T  T
    
    
T  T
]]

-----------------------------------------------------------------
-- reading
-----------------------------------------------------------------

local LETTERS = { S = "stone", D = "dirt", T = "torch" }

local function lines_of(text)
  local at = 1
  return function()
    if at > #text then return nil end
    local from, to = text:find("\n", at, true)
    local line = text:sub(at, (from or #text + 1) - 1)
    at = (to or #text) + 1
    return line
  end
end

local function parse_plan(text)
  local plan = { layers = {} }
  local layer
  local number = 0
  for line in lines_of(text) do
    number = number + 1
    local key, value = line:match("^(%a+):%s*(.-)%s*$")
    if key == "layer" then
      layer = {}
      table.insert(plan.layers, layer)
    elseif key == "at" then
      local x, y, z = value:match("^(-?%d+),%s*(-?%d+),%s*(-?%d+)$")
      if not x then
        error({ line = number, why = "a place is three numbers, not " .. value })
      end
      plan.x, plan.y, plan.z = tonumber(x), tonumber(y), tonumber(z)
    elseif key then
      plan[key] = value
    elseif layer and line ~= "" then
      for i = 1, #line do
        local letter = line:sub(i, i)
        if letter ~= " " and not LETTERS[letter] then
          error({ line = number, why = ("no brick is called %q"):format(letter) })
        end
      end
      layer[#layer + 1] = line
    end
  end
  return plan
end

local ok, plan = pcall(parse_plan, PLAN)
if not ok then
  local err = plan
  if type(err) == "table" then
    stop(("the plan is wrong in line %d: %s"):format(err.line, err.why))
  end
  error(err)
end

-- bricks lists what a plan asks for, from the ground up.
local function bricks(p)
  local all = {}
  for h, layer in ipairs(p.layers) do
    for row, line in ipairs(layer) do
      -- Rows alternate, so that no way is walked twice for nothing.
      local first, last, by = 1, #line, 1
      if row % 2 == 0 then
        first, last, by = last, first, -1
      end
      for col = first, last, by do
        local name = LETTERS[line:sub(col, col)]
        if name then
          all[#all + 1] = { name = name, x = p.x + col - 1, y = p.y + h - 1, z = p.z + row - 1 }
        end
      end
    end
  end
  return all
end

local function count_by(list, key)
  local counts = {}
  for _, item in ipairs(list) do
    counts[item[key]] = (counts[item[key]] or 0) + 1
  end
  return counts
end

-----------------------------------------------------------------
-- moving in the air: up, across, down
-----------------------------------------------------------------

local SIDE_OF = {
  x = { [true] = "east", [false] = "west" },
  z = { [true] = "south", [false] = "north" },
}

local ORDER = { north = 0, east = 1, south = 2, west = 3 }

local function face(side)
  local by = (ORDER[side] - ORDER[me.facing]) % 4
  if by == 0 then return end
  turn(by == 1 and "right" or by == 2 and "around" or "left")
end

local function must_move(verb, n)
  if n <= 0 then return true end
  local moved, why, done = verb(n)
  if moved then return true end
  return false, why, done
end

local function climb_to(y)
  if me.y < y then
    return must_move(up, y - me.y)
  end
  return must_move(down, me.y - y)
end

local function slide(axis, to)
  local distance = to - me[axis]
  if distance == 0 then return true end
  face(SIDE_OF[axis][distance > 0])
  return must_move(forward, math.abs(distance))
end

local CEILING = 5

local function fly(x, y, z)
  local steps = {
    function() return climb_to(math.max(y, me.y, CEILING)) end,
    function() return slide("x", x) end,
    function() return slide("z", z) end,
    function() return climb_to(y) end,
  }
  for i, step in ipairs(steps) do
    local fine, why = step()
    if not fine then
      return false, why, i
    end
  end
  return true
end

-----------------------------------------------------------------
-- bricks: from the pack, from the chest, from the ground
-----------------------------------------------------------------

local quarry_at = { x = 0, z = -2 }

local function gather_stone(n)
  if not fly(quarry_at.x, 1, quarry_at.z) then
    return false, "no way to the pit"
  end
  while inspect("down") == nil and me.y > 0 do
    if not down() then break end
  end
  local got = 0
  while got < n do
    local below = inspect("down")
    if below == nil then
      if not down() then break end
    elseif below.name == "bedrock" then
      break
    else
      local dug, why = dig("down")
      if not dug then
        return false, why, got
      end
      if below.name == "stone" then got = got + 1 end
    end
  end
  if me.y < 1 then
    local out, why = up(1 - me.y)
    if not out then return false, why, got end
  end
  quarry_at.x = quarry_at.x - 1
  return got > 0, nil, got
end

local function gather_dirt(n)
  local got = 0
  for i = 1, 20 do
    if got >= n then break end
    local there = fly(-2 - i % 4, 0, -3 - i // 4)
    if there and inspect("down") and dig("down") then
      got = got + 1
    end
  end
  return got >= n, "dirt", got
end

local sources = {}

function sources.torch(n)
  local there, why = fly(0, 0, 0)
  if not there then return false, why end
  return fetch("torch", n)
end

sources.stone = gather_stone
sources.dirt = gather_dirt

local function have(name, n)
  local misses = 0
  while (me.pack[name] or 0) < n do
    local source = sources[name]
    local got, why = source(n - (me.pack[name] or 0))
    if not got then
      misses = misses + 1
      if misses >= 3 then return false, why end
    end
  end
  return true
end

local function fuel_up()
  if me.fuel > 120 then return true end
  if not fly(0, 0, 0) then return false end
  fetch("coal", 6)
  local fed, why, n = refuel("all")
  if not fed then
    alert("no fuel: " .. why)
    return false
  end
  print("burnt", n)
  return true
end

-----------------------------------------------------------------
-- building
-----------------------------------------------------------------

local progress = mem.progress or 0
local todo = bricks(plan)

local function set_brick(b)
  -- We hang above the place and set the brick below us.
  local there, why, at = fly(b.x, b.y + 1, b.z)
  if not there then
    return false, ("%s at step %d"):format(why, at)
  end
  local below = inspect("down")
  if below then
    if below.name == b.name then return true end
    local dug, hard = dig("down")
    if not dug then return false, hard end
  end
  local set, refused = place(b.name, "down")
  return set, refused
end

local needed = count_by(todo, "name")
for name, n in pairs(needed) do
  print("needed", name, n)
end

for _, name in ipairs({ "torch", "dirt", "stone" }) do
  local got, why = have(name, needed[name] or 0)
  if not got then
    print("not enough", name, tostring(why))
  end
  if not fuel_up() then break end
end

local left_out = {}
for i = progress + 1, #todo do
  local b = todo[i]
  local set, why = set_brick(b)
  if not set then
    left_out[#left_out + 1] = ("%s %d,%d,%d: %s"):format(b.name, b.x, b.y, b.z, tostring(why))
  end
  progress = i
  mem.progress = i
  if i % 8 == 0 and not fuel_up() then break end
end
if progress == #todo then mem.progress = nil end

if not fly(0, 1, 0) then
  alert("cannot come home")
end

print(plan.name, "bricks", #todo, "left out", #left_out)
for i, text in ipairs(left_out) do
  if i > 3 then
    print("and", #left_out - 3, "more")
    break
  end
  print(text)
end
return #left_out == 0, "built", progress
