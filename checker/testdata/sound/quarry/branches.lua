-- 200 ticks, done: a branch mine with a main tunnel, side arms, and a way back that is counted, as turtles dig it

--[==[
  The mine, seen from above; the chest is at C, each arm is `length` blocks long on both sides:

        |     |     |
    C---+-----+-----+---
        |     |     |

  All numbers are counted from the chest, along the tunnel (out), to its side (arm) and down (deep).
]==]

local Plan = {
  arms = 3,
  length = 4,
  gap = 3,
  deep = 3,
}

local Junk = { stone = true, dirt = true }

local Keep = { coal = 4, torch = 6 }

-- where we are, counted by ourselves: what the senses say is compared with it at the end of each arm
local pose = { out = 0, arm = 0, deep = 0, facing = 0 }

local stats = {
  moved = 0, dug = 0, junk = 0, ores = 0, trips = 0,
  by = setmetatable({}, { __index = function() return 0 end }),
}

local function printf(fmt, ...)
  print(string.format(fmt, ...))
end

local function sign(n)
  if n > 0 then return 1 elseif n < 0 then return -1 end
  return 0
end

-- facing: 0 along the tunnel, 1 right of it, 2 back, 3 left
local Delta = {
  [0] = { out = 1, arm = 0 },
  [1] = { out = 0, arm = 1 },
  [2] = { out = -1, arm = 0 },
  [3] = { out = 0, arm = -1 },
}

local function turn_by(n)
  n = n % 4
  if n == 1 then
    turn("right")
  elseif n == 2 then
    turn("around")
  elseif n == 3 then
    turn("left")
  end
  pose.facing = (pose.facing + n) % 4
end

local function face(to)
  turn_by(to - pose.facing)
end

-- Digging ---------------------------------------------------------------------

local function count_dug(name)
  stats.dug = stats.dug + 1
  stats.by[name] = stats.by[name] + 1
  if Junk[name] then
    stats.junk = stats.junk + 1
  else
    stats.ores = stats.ores + 1
  end
end

-- clear makes the block in a direction air. It answers false with the refusal word where that cannot be.
local function clear(dir)
  local seen = inspect(dir)
  if seen == nil then
    return true
  end
  local ok, why = dig(dir)
  if ok then
    count_dug(seen.name)
    return true
  elseif why == "none" then
    return true
  end
  return false, why
end

-- drop_junk puts stone where we came from when the pack is nearly full. The air behind us takes one.
local function drop_junk(at_least)
  local dropped = 0
  for _, name in ipairs({ "stone", "dirt" }) do
    while (me.pack[name] or 0) > 0 and me.free < at_least do
      local ok, why = place(name, "down")
      if not ok then
        if why ~= "blocked" then
          printf("cannot leave %s here: %s", name, why)
        end
        return dropped
      end
      dropped = dropped + 1
    end
  end
  return dropped
end

-- Moving ----------------------------------------------------------------------

local function ahead()
  local ok, why = clear("front")
  if not ok then
    return false, why
  end
  local result
  result, why = forward(1)
  if result then
    stats.moved = stats.moved + 1
    local d = Delta[pose.facing]
    pose.out, pose.arm = pose.out + d.out, pose.arm + d.arm
  end
  return result, why
end

local function sink(n)
  for _ = 1, n do
    local ok, why = clear("down")
    if ok then
      ok, why = down(1)
    end
    if not ok then
      return false, why
    end
    pose.deep = pose.deep + 1
    stats.moved = stats.moved + 1
  end
  return true
end

local function rise(n)
  for _ = 1, n do
    local ok, why = clear("up")
    if not ok then return false, why end
    ok, why = up(1)
    if not ok then return false, why end
    pose.deep = pose.deep - 1
    stats.moved = stats.moved + 1
  end
  return true
end

-- along walks on one axis, out first when we come back from an arm.
local function along(axis, to)
  local by = sign(to - pose[axis])
  if by == 0 then
    return true
  end
  if axis == "out" then
    face(by > 0 and 0 or 2)
  else
    face(by > 0 and 1 or 3)
  end
  while pose[axis] ~= to do
    local ok, why = ahead()
    if not ok then
      return false, why
    end
  end
  return true
end

local function go(out, arm)
  local ok, why = true, nil
  if pose.arm ~= 0 and pose.out ~= out then
    ok, why = along("arm", 0)
  end
  if ok then ok, why = along("out", out) end
  if ok then ok, why = along("arm", arm) end
  return ok, why
end

-- Fuel and the chest ------------------------------------------------------------

local function way_home()
  return math.abs(pose.out) + math.abs(pose.arm) + math.abs(pose.deep)
end

local function fuel_for(n)
  local needed = way_home() + n + 10
  while me.fuel < needed do
    local ok = refuel(1)
    if not ok then
      return me.fuel >= needed
    end
  end
  return true
end

local function bring_home()
  local back = { out = pose.out, arm = pose.arm, facing = pose.facing }
  local ok, why = go(0, 0)
  if not ok then
    return nil, why
  end
  ok, why = rise(pose.deep)
  if not ok then
    return nil, why
  end
  if far() ~= 0 then
    alert(("counted wrong: %d blocks from the chest"):format(far()))
    return nil, "lost"
  end
  stats.trips = stats.trips + 1
  for name, n in pairs(me.pack) do
    local give = n - (Keep[name] or 0)
    if give > 0 then
      local done, refused = unload(name, give)
      if not done then printf("the chest takes no %s: %s", name, refused) end
    end
  end
  local box = peek()
  if box then
    for name, wanted in pairs(Keep) do
      local have = me.pack[name] or 0
      if have < wanted and (box.items[name] or 0) > 0 then
        fetch(name, wanted - have)
      end
    end
  end
  return back
end

local function return_to(back)
  local ok, why = sink(Plan.deep)
  if ok then ok, why = go(back.out, back.arm) end
  if ok then face(back.facing) end
  return ok, why
end

-- visit comes home when it must, and goes on where it was. It answers whether the work can go on.
local function check_in(need)
  if me.free >= 8 and fuel_for(need) then
    return true
  end
  drop_junk(8)
  if me.free >= 8 and fuel_for(need) then
    return true
  end
  local back, why = bring_home()
  if not back then
    return false, why
  end
  if not fuel_for(2 * (back.out + Plan.length)) then
    return false, "fuel"
  end
  return return_to(back)
end

-- Arms ------------------------------------------------------------------------

-- look_around digs ores beside a tunnel without walking into them.
local function look_around()
  for _, dir in ipairs({ "up", "down" }) do
    local seen = inspect(dir)
    if seen and not Junk[seen.name] and seen.name ~= "bedrock" then
      clear(dir)
    end
  end
end

local function light()
  if (me.pack.torch or 0) > 0 and not inspect("up") then
    place("torch", "up")
  end
end

local function dig_arm(out, side)
  local ok, why = go(out, 0)
  if not ok then return false, why end
  face(side > 0 and 1 or 3)
  local done = 0
  while done < Plan.length do
    ok, why = check_in(Plan.length)
    if not ok then break end
    ok, why = ahead()
    if not ok then break end
    done = done + 1
    look_around()
  end
  local back, refused = go(out, 0)
  if not back then
    return false, refused, done
  end
  return ok, why, done
end

on("found", function(name)
  mem.found = mem.found or {}
  mem.found[name] = (mem.found[name] or 0) + 1
end)

on("low_fuel", function(left)
  print("low on fuel", left)
end)

-- The work -----------------------------------------------------------------------

fetch("coal", Keep.coal)
fetch("torch", Keep.torch)

local ok, why = sink(Plan.deep)
if not ok then
  return false, "cannot sink: " .. tostring(why)
end

local first = (mem.arm or 0) + 1
for i = first, Plan.arms do
  local out = i * Plan.gap
  for _, side in ipairs({ 1, -1 }) do
    local done
    ok, why, done = dig_arm(out, side)
    if not ok then
      printf("arm %d ends after %d: %s", i * side, done or 0, tostring(why))
    end
    if why == "fuel" or why == "lost" then
      goto home
    end
  end
  light()
  mem.arm = i
end
mem.arm = nil

::home::
if not bring_home() then
  return false, "stranded", way_home()
end

printf("moved %d, dug %d, of it %d ores, %d trips", stats.moved, stats.dug, stats.ores, stats.trips)
local names = {}
for name in pairs(stats.by) do names[#names + 1] = name end
table.sort(names, function(a, b) return stats.by[a] > stats.by[b] end)
for _, name in ipairs(names) do
  printf("  %-6s %3d", name, stats.by[name])
end
return true, "home", stats.ores
