-- 60 ticks, done: every way to make sure of an answer that may be nil, before it is looked into

local function name_of(dir)
  local b = inspect(dir)
  if not b then return "air" end
  return b.name
end

local function hardness(dir)
  local b = inspect(dir)
  return b and b.hard or 0
end

local function is_ore(dir)
  local b = inspect(dir)
  if b == nil or b.name == "stone" or b.name == "dirt" then
    return false
  else
    return #b.name > 3
  end
end

local function surely(dir)
  local b = assert(inspect(dir), "there is air")
  return b.name
end

local function or_default(dir)
  local b = inspect(dir) or { name = "air", hard = 0 }
  return b.name .. b.hard
end

local function by_loop(dir)
  local b = inspect(dir)
  while b do
    if b.hard > 6 then return b.name end
    if not dig(dir) then break end
    b = inspect(dir)
  end
  return nil
end

local function late_return(dir)
  local b = inspect(dir)
  if b then
    local text = b.name
    return text:upper()
  end
  return "AIR"
end

local function by_error(dir)
  local b = inspect(dir)
  if not b then
    error("nothing " .. dir)
  end
  return b.hard
end

local function by_stop(dir)
  local b = inspect(dir)
  if not b then stop("nothing " .. dir) end
  return b.hard
end

local function in_closure(dir)
  local b = inspect(dir)
  if not b then return function() return 0 end end
  return function() return b.hard end
end

local function two(dir_a, dir_b)
  local a, b = inspect(dir_a), inspect(dir_b)
  if a and b then
    return a.name == b.name
  end
  return a == nil and b == nil
end

local function nested(dir)
  local b = inspect(dir)
  if b then
    for _ = 1, 2 do
      if b.hard > 3 then return true end
    end
  end
  return false
end

local function continue_on_nil()
  local names = {}
  for _, dir in ipairs({ "front", "up", "down" }) do
    local b = inspect(dir)
    if not b then goto continue end
    names[#names + 1] = b.name
    ::continue::
  end
  return table.concat(names, " ")
end

local function by_type(dir)
  local b = inspect(dir)
  if type(b) == "table" then
    return b.name
  end
end

local box = peek()
local coal = box and box.items.coal
if box ~= nil and box.kinds > 0 and (coal or 0) > 0 then
  print("coal", coal)
end
if not (box == nil) then print("kinds", box.kinds) end

print(name_of("front"), hardness("down"), is_ore("down"), surely("down"), or_default("up"))
print(late_return("down"), by_error("down"), by_stop("down"), in_closure("down")(), two("front", "up"))
print(nested("down"), continue_on_nil(), by_type("down"), by_loop("front"))
repeat
  dig("down")
  down()
  local b = inspect("down")
until b and b.name == "stone" or me.y < -3
print("at", me.y)
