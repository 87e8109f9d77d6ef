-- 200 ticks, done: a kitchen that works back from bread to seeds, books what is promised, and cooks in batches

-- Kitchen is a class with a parent, Store; both use memo tables and varargs.

local Store = {}
Store.__index = Store

function Store.new(cls)
  return setmetatable({ promised = {}, log = {} }, cls or Store)
end

function Store:at_hand(item)
  return (me.basket[item] or 0) + stock(item)
end

-- free is what is at hand and not promised to anything
function Store:free(item)
  return self:at_hand(item) - (self.promised[item] or 0)
end

function Store:promise(item, n)
  self.promised[item] = (self.promised[item] or 0) + n
end

function Store:keep(item, n)
  local left = (self.promised[item] or 0) - n
  self.promised[item] = left > 0 and left or nil
end

function Store:note(...)
  local parts = {}
  for i = 1, select("#", ...) do
    parts[i] = tostring((select(i, ...)))
  end
  self.log[#self.log + 1] = table.concat(parts, " ")
end

local Kitchen = setmetatable({}, { __index = Store })
Kitchen.__index = Kitchen

function Kitchen.new()
  local k = Store.new(Kitchen)
  k.recipes = setmetatable({}, {
    __index = function(t, item)
      local r = recipe(item) or false
      t[item] = r
      return r
    end,
  })
  k.made, k.failed = {}, {}
  return k
end

------------------------------------------------------------------
-- what is needed
------------------------------------------------------------------

local function add(bag, item, n)
  bag[item] = (bag[item] or 0) + n
  return bag
end

-- explode says what is raw in n of an item, and how deep the tree of recipes is.
function Kitchen:explode(item, n, raw, depth, trail)
  raw, depth, trail = raw or {}, depth or 0, trail or {}
  if trail[item] then
    error("a recipe needs itself: " .. item)
  end
  local r = self.recipes[item]
  if not r then
    add(raw, item, n)
    return raw, depth
  end
  trail[item] = true
  local deepest = depth
  for part, each in pairs(r.needs) do
    local _, d = self:explode(part, each * math.ceil(n / r.makes), raw, depth + 1, trail)
    if d > deepest then
      deepest = d
    end
  end
  trail[item] = nil
  return raw, deepest
end

-- steps lists what to cook, in order, with what is at hand taken off.
function Kitchen:steps(item, n, list, missing)
  list, missing = list or {}, missing or {}
  local usable = math.min(self:free(item), n)
  if usable > 0 then
    self:promise(item, usable)
    n = n - usable
  end
  if n == 0 then
    return list, missing
  end
  local r = self.recipes[item]
  if not r then
    add(missing, item, n)
    return list, missing
  end
  local batches = math.ceil(n / r.makes)
  local parts = {}
  for part in pairs(r.needs) do
    parts[#parts + 1] = part
  end
  table.sort(parts)
  for _, part in ipairs(parts) do
    self:steps(part, r.needs[part] * batches, list, missing)
  end
  list[#list + 1] = { item = item, batches = batches, gives = batches * r.makes }
  return list, missing
end

------------------------------------------------------------------
-- the field: grow what is missing
------------------------------------------------------------------

local crops = { wheat = true, bean = true, oak = true }

local field = { next = 0 }

local function all_plots()
  local all = {}
  for _, name in ipairs(plots()) do
    local p = plot(name)
    if p then
      all[#all + 1] = p
    end
  end
  return all
end

local function first_plot(test)
  for _, p in ipairs(all_plots()) do
    if test(p) then
      return p
    end
  end
  return nil
end

local function pause_for(energy)
  while me.energy < energy do
    wait(4)
  end
end

function field.sow_one(crop)
  local p = first_plot(function(q)
    return q.crop == "" and q.soil == "tilled"
  end) or first_plot(function(q)
    return q.crop == ""
  end)
  if not p then
    return false, "no room"
  end
  local seed = crop .. "_seed"
  if (me.basket[seed] or 0) == 0 then
    must(walk("barn"))
    local ok, why = fetch(seed, 3)
    if not ok then
      return false, why
    end
  end
  pause_for(3)
  must(walk(p.name))
  if p.soil == "raw" then
    local ok, why = till()
    if not ok then
      return false, why
    end
  end
  local ok, why = sow(crop)
  if ok then
    ok, why = pour()
  end
  return ok, why
end

function field.count(crop)
  local growing, ripe = 0, 0
  for _, p in ipairs(all_plots()) do
    if p.crop == crop then
      growing = growing + 1
      if p.ripe then
        ripe = ripe + 1
      end
    end
  end
  return growing, ripe
end

function field.tend()
  local reaped = 0
  for _, p in ipairs(all_plots()) do
    if p.ripe then
      pause_for(2)
      must(walk(p.name))
      local ok, why, n = reap()
      if ok then
        reaped = reaped + n
      else
        print("cannot reap", p.name, why)
      end
    elseif p.crop ~= "" and not p.wet then
      if me.water == 0 then
        must(walk("barn"))
      end
      pause_for(1)
      must(walk(p.name))
      local ok, why = pour()
      if not ok then
        print("cannot water", p.name, why)
      end
    end
  end
  return reaped
end

-- grow sees to it that so many of a crop are at hand in the end.
function field.grow(crop, n)
  if not crops[crop] then
    return false, "it does not grow"
  end
  local goal = (me.basket[crop] or 0) + n
  for round = 1, 40 do
    local have = me.basket[crop] or 0
    if have >= goal then
      return true, nil, round
    end
    local growing = field.count(crop)
    if growing * 3 < goal - have then
      local ok, why = field.sow_one(crop)
      if not ok and why ~= "no room" then
        return false, why, round
      end
    else
      if field.tend() == 0 then
        wait(5)
      end
    end
  end
  return false, "too slow", 40
end

------------------------------------------------------------------
-- cooking
------------------------------------------------------------------

function Kitchen:collect(item, n)
  local missing = n - (me.basket[item] or 0)
  if missing <= 0 then
    return true
  end
  if me.at ~= "barn" then
    local there, refused = walk("barn")
    if not there then
      return false, refused
    end
  end
  local ok, why, got = fetch(item, missing)
  return ok and got >= missing, why or "short"
end

function Kitchen:cook(step)
  local r = self.recipes[step.item]
  for part, each in pairs(r.needs) do
    local ok, why = self:collect(part, each * step.batches)
    if not ok then
      return false, ("%s for %s: %s"):format(part, step.item, why)
    end
  end
  local ok, why, n = craft(step.item, step.batches)
  add(self.made, step.item, n * r.makes)
  self:note(me.at, "made", n * r.makes, step.item)
  for part, each in pairs(r.needs) do
    self:keep(part, each * n)
  end
  return ok, why
end

function Kitchen:order(item, n)
  local raw, depth = self:explode(item, n)
  local names = {}
  for part, amount in pairs(raw) do
    names[#names + 1] = amount .. " " .. part
  end
  table.sort(names)
  print(("%d %s: %s, %d deep"):format(n, item, table.concat(names, ", "), depth))
  local list, missing = self:steps(item, n)
  for crop, amount in pairs(missing) do
    local ok, why, rounds = field.grow(crop, amount)
    self:note(crop, ok, "after", rounds)
    if not ok then
      return false, crop .. ": " .. why
    end
  end
  for _, step in ipairs(list) do
    local ok, why = self:cook(step)
    if not ok then
      self.failed[#self.failed + 1] = step.item
      return false, why
    end
  end
  return true
end

------------------------------------------------------------------
-- the day
------------------------------------------------------------------

local kitchen = Kitchen.new()
local open = { { "bread", 6 }, { "crate", 1 }, { "flour", 2 } }

on("heard", function(who, text)
  local n, item = text:match("^(%d+) (%a+),? please$")
  if n then
    open[#open + 1] = { item, tonumber(n) }
    say(("%s: %d waiting"):format(who, #open))
  end
end)

on("ripe", function(where, crop)
  kitchen:note(crop, "ripe at", where)
end)

local filled, unfilled = 0, 0
while #open > 0 do
  local item, n = table.unpack(table.remove(open, 1))
  local ok, why = kitchen:order(item, n)
  if ok then
    filled = filled + 1
  else
    unfilled = unfilled + 1
    print("no", item, why)
  end
end

must(walk("barn"))
for item, n in pairs(kitchen.made) do
  if item ~= "flour" and (me.basket[item] or 0) > 0 then
    local ok, why, sold = trade(item, "all")
    if ok then
      print("sold", sold, item, "of", n)
    else
      print("cannot sell", item, why)
    end
  end
end
for i = math.max(1, #kitchen.log - 5), #kitchen.log do
  print(i, kitchen.log[i])
end
print("filled", filled, "unfilled", unfilled, "coins", me.coins, "next", field.next)
return filled > 0, "filled", filled
