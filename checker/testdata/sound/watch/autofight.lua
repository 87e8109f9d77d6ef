-- 260 ticks, running: one decision after another, by comparing foes flag by flag, with settings that a word can change

-- The idea of a roguelike's fighting key, in a world where the road is a line: look at all foes in reach, order them by a
-- list of flags, and either strike, come nearer, or do what is left. Nothing here is global.

local settings = {
  stop_at = 30,         -- below this share of health nothing is attacked
  chase = true,         -- whether to run at foes that are out of reach
  wait_when_idle = true,
  shield_from = 2,      -- so many foes near us raise the shield
  order = { "can_reach", "hurts_cart", "near", "wounded", "rank", "old" },
}

local REACH = { none = -1, run = 0, arm = 1 }

local function low_health()
  return me.hp / me.max_hp < settings.stop_at / 100
end

local function low_mana(least)
  return me.mana < least
end

-------------------------------------------------------------- what we know of foes

local seen_first, seen_count = {}, 0

local function age_rank(name)
  if not seen_first[name] then
    seen_count = seen_count + 1
    seen_first[name] = seen_count
  end
  return -seen_first[name]
end

local kinds = {
  wolf = { rank = 1, start = 7 },
  bandit = { rank = 2, start = 7 },
  troll = { rank = 3, start = 10 },
}

local function kind_of(f)
  return kinds[f.kind] or { rank = 0, start = f.hp }
end

-- info makes of a foe what the comparison needs, or nil where it is none of our business
local function info(f)
  if not f or f.hp <= 0 then
    return nil
  end
  local kind = kind_of(f)
  local one = { name = f.name, far = f.far }
  if f.far <= 1 then
    one.reach = REACH.arm
  elseif settings.chase and f.far <= 8 then
    one.reach = REACH.run
  else
    one.reach = REACH.none
  end
  one.can_reach = one.reach > 0 and 1 or one.reach
  local c = friend("cart")
  one.hurts_cart = c and math.abs(c.far - f.far) <= 1 and 1 or 0
  one.near = -f.far
  one.wounded = f.hp < kind.start and 1 or 0
  one.rank = kind.rank
  one.old = age_rank(f.name)
  return one
end

-- better compares flag by flag; the first that differs decides
local function better(a, b)
  for _, flag in ipairs(settings.order) do
    local difference = a[flag] - b[flag]
    if difference ~= 0 then
      return difference > 0
    end
  end
  return false
end

local function target()
  local best
  for _, f in ipairs(foes()) do
    local candidate = info(f)
    if candidate and (not best or better(candidate, best)) then
      best = candidate
    end
  end
  return best
end

local function count_near()
  local n = 0
  for _, f in ipairs(foes()) do
    if f.far <= 1 then
      n = n + 1
    end
  end
  return n
end

-------------------------------------------------------------- preconditions

local messages = {}

local function message(text)
  if messages[#messages] ~= text then
    messages[#messages + 1] = text
    print(text)
  end
  if #messages > 20 then
    table.remove(messages, 1)
  end
end

local function ready()
  if low_health() then
    message("hurt: no more fights for now")
    return false
  end
  return true
end

-------------------------------------------------------------- what can be done

local function strike(one)
  local ok, why, n = attack(one.name)
  if ok then
    return n
  elseif why == "gone" then
    seen_first[one.name] = nil
    return 0
  elseif why == "far" then
    message(one.name .. " moved away")
    return 0
  end
  message("cannot strike " .. one.name .. ": " .. why)
  return 0
end

local function choose_step(one)
  -- One step at a time, so that the next look can change our mind.
  local f = look_for(one.name)
  if not f then
    return nil
  end
  if f.far > 5 then
    local c = friend("cart")
    if c and c.far > 4 then
      return nil
    end
  end
  return f
end

local function come_nearer(one)
  local f = choose_step(one)
  if not f then
    message("no way to " .. one.name)
    return false
  end
  local ok, why = approach(one.name)
  if not ok then
    message(one.name .. " is " .. why)
  end
  return ok
end

local function defend()
  if count_near() >= settings.shield_from and not low_mana(3) then
    local ok = shield()
    return ok
  end
  return false
end

local function recover()
  if not low_mana(4) then
    local ok, why = heal(me.id)
    if ok then
      return true
    elseif why ~= "mana" then
      message("cannot heal: " .. why)
    end
  end
  if count_near() > 0 then
    local c = friend("cart")
    local away = c and c.x - 6 or me.x - 6
    local ok = walk(away)
    return ok
  end
  local ok, why = rest(6)
  return ok or why == "interrupted"
end

local function idle()
  local c = friend("cart")
  if c and c.far > 2 then
    local ok = walk(c.x - 1)
    return ok
  end
  if c and c.hp < 20 and not low_mana(8) then
    local ok = heal("cart")
    return ok
  end
  return false
end

-------------------------------------------------------------- the key

local done = { struck = 0, moved = 0, rested = 0, idle = 0 }

-- press is one press of the key. It answers whether anything was done.
local function press()
  if not ready() then
    local ok = recover()
    if ok then
      done.rested = done.rested + 1
    end
    return ok
  end
  local one = target()
  if one == nil then
    local ok = idle()
    if ok then
      done.moved = done.moved + 1
    elseif settings.wait_when_idle then
      done.idle = done.idle + 1
      wait(2)
      ok = true
    else
      message("all is quiet")
    end
    return ok
  end
  defend()
  if one.reach == REACH.arm then
    local n = strike(one)
    done.struck = done.struck + n
    return n > 0
  elseif one.reach == REACH.none then
    message("none of them can be reached")
    return false
  end
  local ok = come_nearer(one)
  if ok then
    done.moved = done.moved + 1
  end
  return ok
end

-------------------------------------------------------------- settings by word

local function truth(word)
  if word == "on" or word == "yes" or word == "true" then
    return true
  elseif word == "off" or word == "no" or word == "false" then
    return false
  end
  return nil
end

local setters = {
  stop = function(word)
    local n = tonumber(word)
    if n and n >= 0 and n <= 100 then
      settings.stop_at = n
      return true
    end
    return false
  end,
  chase = function(word)
    local v = truth(word)
    if v ~= nil then
      settings.chase = v
    end
    return v ~= nil
  end,
  wait = function(word)
    local v = truth(word)
    if v ~= nil then
      settings.wait_when_idle = v
    end
    return v ~= nil
  end,
  order = function(words)
    local order = {}
    for flag in words:gmatch("[%a_]+") do
      order[#order + 1] = flag
    end
    if #order == 0 then
      return false
    end
    local probe = { can_reach = 0, hurts_cart = 0, near = 0, wounded = 0, rank = 0, old = 0 }
    for _, flag in ipairs(order) do
      if probe[flag] == nil then
        return false
      end
    end
    settings.order = order
    return true
  end,
}

local function configure(line)
  local key, value = line:match("^%s*(%a+)%s*=%s*(.-)%s*$")
  local set = key and setters[key]
  if not set then
    return false, "no such setting"
  end
  if not set(value) then
    return false, key .. " cannot be " .. value
  end
  return true
end

for line in ([[
  stop = 35
  order = can_reach hurts_cart wounded near rank old
  chase = yes
]]):gmatch("[^\n]+") do
  local ok, why = configure(line)
  if not ok and line:find("%S") then
    print("setting", line, why)
  end
end

on("heard", function(who, text)
  local line = text:match("^set (.+)$")
  if line then
    local ok, why = configure(line)
    say(who .. ": " .. (ok and "done" or why))
  end
end)

on("seen", function(name)
  age_rank(name)
end)

on("fell", function(name)
  seen_first[name] = nil
end)

local misses = 0
while true do
  if press() then
    misses = 0
  else
    misses = misses + 1
    -- A press that does nothing must not be repeated at once.
    wait(math.min(misses, 5))
  end
  if misses == 10 then
    alert("nothing works any more: " .. (messages[#messages] or "no word"))
  end
  if (done.struck + done.moved) % 25 == 24 then
    print("struck", done.struck, "moved", done.moved, "rested", done.rested, "idle", done.idle)
    done.moved = done.moved + 1
  end
end
