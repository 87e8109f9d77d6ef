-- 250 ticks, running: a rotation of crops that goes on for ever, with a calendar, one table of rules, and word by word control

local seasons = { "sowing", "growing", "reaping", "resting" }

-- What follows what, and how well: a plot that bore beans is good for wheat.
local follows = {
  [""] = { wheat = 2, bean = 2, oak = 1 },
  wheat = { wheat = 0, bean = 3, oak = 1 },
  bean = { wheat = 4, bean = 1, oak = 1 },
  oak = { wheat = 1, bean = 2, oak = 0 },
}

local limits = { wheat = 4, bean = 2, oak = 1 }

local history = mem.history or {}
mem.history = history

local stats = { reaped = 0, sown = 0, watered = 0, refused = {} }

local paused = false

------------------------------------------------------------
-- one place where refusals are counted

local function did(what, ok, why, n)
  if ok then
    stats[what] = (stats[what] or 0) + math.max(n or 1, 1)
    return true
  end
  local key = what .. ":" .. tostring(why)
  stats.refused[key] = (stats.refused[key] or 0) + 1
  return false, why
end

local function last_crop(name)
  local past = history[name]
  return past and past[#past] or ""
end

local function remember(name, crop)
  local past = history[name] or {}
  history[name] = past
  past[#past + 1] = crop
  while #past > 4 do
    table.remove(past, 1)
  end
end

------------------------------------------------------------
-- the ring of plots: always on to the next

local function ring(list)
  local at = 0
  return {
    next = function()
      at = at % #list + 1
      return list[at]
    end,
    rest = function()
      local out = {}
      for i = 1, #list do
        out[i] = list[(at + i - 1) % #list + 1]
      end
      return out
    end,
    size = #list,
  }
end

local walkway = ring(plots())

local function each_plot(fn)
  for _, name in ipairs(walkway.rest()) do
    local p = plot(name)
    if p and fn(name, p) == false then
      return false
    end
  end
  walkway.next()
  return true
end

local function growing()
  local counts = { wheat = 0, bean = 0, oak = 0 }
  each_plot(function(_, p)
    if counts[p.crop] then
      counts[p.crop] = counts[p.crop] + 1
    end
  end)
  return counts
end

------------------------------------------------------------
-- energy is the only clock that counts

local function recover(least)
  local from = me.energy
  while me.energy < least do
    wait(4)
  end
  return me.energy - from
end

local function at(name)
  if me.at == name then
    return true
  end
  return did("walked", walk(name))
end

------------------------------------------------------------
-- the four seasons

local season = {}

function season.sowing()
  local counts = growing()
  local sown = 0
  each_plot(function(name, p)
    if p.crop ~= "" then
      return true
    end
    local best, points
    for crop, good in pairs(follows[last_crop(name)]) do
      local seed = (me.basket[crop .. "_seed"] or 0) + stock(crop .. "_seed")
      local room = limits[crop] - counts[crop]
      if seed > 0 and room > 0 then
        local value = good + room / 10
        if not points or value > points then
          best, points = crop, value
        end
      end
    end
    if not best then
      return false
    end
    local seed = best .. "_seed"
    if (me.basket[seed] or 0) == 0 then
      if not at("barn") or not did("fetched", fetch(seed, 4)) then
        return true
      end
    end
    recover(5)
    if at(name) and (p.soil == "tilled" or did("tilled", till())) then
      if did("sown", sow(best)) then
        remember(name, best)
        counts[best] = counts[best] + 1
        sown = sown + 1
        did("watered", pour())
      end
    end
    return sown < 3
  end)
  return sown
end

function season.growing()
  if weather() == "rain" then
    wait(10)
    return 0
  end
  local poured = 0
  each_plot(function(name, p)
    if p.crop == "" or p.wet or p.ripe then
      return true
    end
    if me.water == 0 and not at("barn") then
      return false
    end
    recover(2)
    if at(name) and did("watered", pour()) then
      poured = poured + 1
    end
    return true
  end)
  return poured
end

function season.reaping()
  local got = 0
  each_plot(function(name, p)
    if not p.ripe then
      return true
    end
    recover(2)
    if at(name) then
      local ok, why, n = reap()
      if did("reaped", ok, why, n) then
        got = got + n
      end
    end
    return true
  end)
  return got
end

function season.resting()
  if not at("barn") then
    return 0
  end
  local sold = 0
  for item, n in pairs(me.basket) do
    if item:sub(-5) == "_seed" then
      if n > 6 then
        did("stored", store(item, n - 6))
      end
    elseif n > 4 then
      local ok, why, count = trade(item, n - 4)
      if did("sold", ok, why, count) then
        sold = sold + count
      end
    end
  end
  recover(20)
  return sold
end

------------------------------------------------------------
-- words

local commands = {}

function commands.pause()
  paused = true
  return "paused"
end

commands["go on"] = function()
  paused = false
  return "going on"
end

function commands.stats()
  local parts = {}
  for key, value in pairs(stats) do
    if type(value) == "number" then
      parts[#parts + 1] = key .. " " .. value
    end
  end
  table.sort(parts)
  return table.concat(parts, ", ")
end

function commands.limit(crop, n)
  if limits[crop] and n then
    limits[crop] = n
    return crop .. " up to " .. n
  end
  return "which crop?"
end

on("heard", function(who, text)
  local exact = commands[text]
  if exact and text ~= "limit" then
    say(who .. ": " .. exact())
    return
  end
  local crop, n = text:match("^limit (%a+) (%d+)$")
  if crop then
    say(who .. ": " .. commands.limit(crop, tonumber(n)))
  end
end)

on("ripe", function(_, crop)
  stats.ripened = (stats.ripened or 0) + 1
  if crop == "oak" then
    alert("the oak is ripe")
  end
end)

local wet_since

on("rain", function()
  wet_since = now()
end)

------------------------------------------------------------
-- the year goes round

local calendar = coroutine.wrap(function()
  while true do
    for i, name in ipairs(seasons) do
      coroutine.yield(name, i)
    end
  end
end)

local year, idle_seasons = 1, 0
while true do
  while paused do
    wait(5)
  end
  local name, i = calendar()
  local n = season[name]()
  if n == 0 then
    idle_seasons = idle_seasons + 1
  else
    idle_seasons = 0
  end
  -- A season in which nothing was done has taken no time.
  wait(n == 0 and 3 or 1)
  if i == #seasons then
    year = year + 1
    mem.history = history
    if year % 5 == 0 then
      print("year", year, commands.stats(), "rain", wet_since or "never")
    end
  end
  if idle_seasons >= 4 * #seasons then
    idle_seasons = 0
    for key, count in pairs(stats.refused) do
      print("refused", key, count)
    end
    recover(30)
  end
end
