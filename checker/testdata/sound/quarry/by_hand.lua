-- 240 ticks, done: a hole dug the plain way: nearly all names are global, every case is written out, as by somebody who learns

-- how large
wide = 3
long = 4
deep = 3

-- what happened
blocks = 0
visits = 0
brought = 0
mood = "fine"
troubles = 0
last_trouble = ""

-- where the hole is, counted from the chest
first_x = 1
first_z = 1

function trouble(text)
  troubles = troubles + 1
  last_trouble = text
  print("trouble " .. troubles .. ": " .. text)
end

function look_east()
  if me.facing == "north" then
    turn("right")
  elseif me.facing == "south" then
    turn("left")
  elseif me.facing == "west" then
    turn("around")
  end
end

function look_west()
  if me.facing == "north" then
    turn("left")
  elseif me.facing == "south" then
    turn("right")
  elseif me.facing == "east" then
    turn("around")
  end
end

function look_south()
  if me.facing == "east" then
    turn("right")
  elseif me.facing == "west" then
    turn("left")
  elseif me.facing == "north" then
    turn("around")
  end
end

function look_north()
  if me.facing == "east" then
    turn("left")
  elseif me.facing == "west" then
    turn("right")
  elseif me.facing == "south" then
    turn("around")
  end
end

-- Takes away what is in front. Says whether the way is free.
function free_front()
  local there = inspect("front")
  if not there then
    return true
  end
  local fine, reason = dig("front")
  if fine then
    blocks = blocks + 1
    return true
  end
  if reason == "full" then
    mood = "full"
  end
  return false
end

function free_below()
  local under = inspect("down")
  if not under then
    return true
  end
  local fine, reason = dig("down")
  if fine then
    blocks = blocks + 1
    return true
  end
  if reason == "full" then
    mood = "full"
  elseif reason == "hard" then
    mood = "at the bottom"
  end
  return false
end

function free_above()
  local over = inspect("up")
  if not over then
    return true
  end
  local fine = dig("up")
  if fine then
    blocks = blocks + 1
  end
  return fine
end

function one_ahead()
  if not free_front() then
    return false
  end
  local moved, reason = forward(1)
  if not moved and reason == "fuel" then
    local burnt = refuel("all")
    if not burnt then
      trouble("the fuel is gone")
      mood = "stuck"
      return false
    end
    moved = forward(1)
  end
  return moved
end

function go_to_x(x)
  while me.x < x do
    look_east()
    if not one_ahead() then
      return false
    end
  end
  while me.x > x do
    look_west()
    if not one_ahead() then
      return false
    end
  end
  return true
end

function go_to_z(z)
  while me.z < z do
    look_south()
    if not one_ahead() then
      return false
    end
  end
  while me.z > z do
    look_north()
    if not one_ahead() then
      return false
    end
  end
  return true
end

function go_to_y(y)
  while me.y > y do
    if not free_below() then
      return false
    end
    if not down(1) then
      return false
    end
  end
  while me.y < y do
    if not free_above() then
      return false
    end
    if not up(1) then
      return false
    end
  end
  return true
end

-- Home is first to the column of the chest, and then up.
function home()
  local arrived = go_to_z(0)
  if arrived then
    arrived = go_to_x(0)
  end
  if arrived then
    arrived = go_to_y(0)
  end
  return arrived
end

function back_to(x, y, z)
  local reached = go_to_y(y)
  if reached then
    reached = go_to_x(x)
  end
  if reached then
    reached = go_to_z(z)
  end
  return reached
end

function put_away(name)
  local have = me.pack[name] or 0
  if have == 0 then
    return 0
  end
  local put, reason, amount = unload(name, have)
  if not put then
    trouble("the chest does not take " .. name .. ": " .. reason)
    return 0
  end
  brought = brought + amount
  return amount
end

function empty_pack()
  put_away("stone")
  put_away("dirt")
  put_away("iron")
  put_away("gold")
  put_away("wood")
  visits = visits + 1
  if me.fuel < 150 then
    if (me.pack.coal or 0) == 0 then
      local got = fetch("coal", 3)
      if not got then
        trouble("there is no coal in the chest")
        return
      end
    end
    refuel("all")
  end
end

function run_home_and_back()
  local old_x, old_y, old_z = me.x, me.y, me.z
  if not home() then
    trouble("the way home is closed")
    mood = "stuck"
    return false
  end
  empty_pack()
  mood = "fine"
  return back_to(old_x, old_y, old_z)
end

function look_after_myself()
  if me.free < 5 then
    return run_home_and_back()
  end
  if me.fuel < far() + 25 then
    return run_home_and_back()
  end
  return true
end

-- A row lies along z. Every second row is dug the other way round.
function dig_row(x, from, to)
  if not go_to_x(x) then
    trouble("row " .. x .. " cannot be reached")
    return false
  end
  local z = from
  while true do
    if not look_after_myself() then
      return false
    end
    if not go_to_z(z) then
      trouble("row " .. x .. " ends at " .. z)
      return false
    end
    if z == to then
      return true
    end
    if to > from then
      z = z + 1
    else
      z = z - 1
    end
  end
end

function dig_floor(y)
  if not go_to_y(y) then
    return false
  end
  local forth = true
  local good
  for x = first_x, first_x + wide - 1 do
    if forth then
      good = dig_row(x, first_z, first_z + long - 1)
    else
      good = dig_row(x, first_z + long - 1, first_z)
    end
    if not good then
      return false
    end
    forth = not forth
  end
  return true
end

print("a hole of " .. wide .. " by " .. long .. ", " .. deep .. " deep")
fetch("coal", 2)

floors = 0
ok = true
while ok and floors < deep do
  ok = go_to_x(first_x) and go_to_z(first_z) and dig_floor(-1 - floors)
  if ok then
    floors = floors + 1
    print("floor " .. floors .. " is done, blocks " .. blocks)
  end
end

if not ok then
  trouble("ended in floor " .. floors + 1 .. ", " .. mood)
end

if home() then
  empty_pack()
else
  alert("I cannot come home")
end

print("blocks " .. blocks .. ", brought " .. brought .. ", visits " .. visits)
if troubles > 0 then
  return false, last_trouble, blocks
end
return true, "dug", blocks
