-- 200 ticks, done: an estate run by a planner that takes goals apart, with a diary and a store of facts

-- Goals stand in a list. A goal is taken apart by methods until only steps are left; steps are verbs with what must hold
-- before them. A plan that breaks is thrown away, and the goal comes back with what was learnt.

mem.estate = mem.estate or { runs = 0, learnt = {} }
mem.estate.runs = mem.estate.runs + 1

---------------------------------------------------------------------------
-- sets, bags and queues
---------------------------------------------------------------------------

local Set = {}
Set.__index = Set

function Set.of(...)
  local s = setmetatable({ n = 0, has = {} }, Set)
  for _, v in ipairs({ ... }) do
    s:add(v)
  end
  return s
end

function Set:add(v)
  if not self.has[v] then
    self.has[v] = true
    self.n = self.n + 1
  end
  return self
end

function Set:drop(v)
  if self.has[v] then
    self.has[v] = nil
    self.n = self.n - 1
  end
  return self
end

function Set.__add(a, b)
  local sum = Set.of()
  for v in pairs(a.has) do sum:add(v) end
  for v in pairs(b.has) do sum:add(v) end
  return sum
end

function Set.__sub(a, b)
  local rest = Set.of()
  for v in pairs(a.has) do
    if not b.has[v] then rest:add(v) end
  end
  return rest
end

function Set.__len(s)
  return s.n
end

function Set:list()
  local all = {}
  for v in pairs(self.has) do
    all[#all + 1] = v
  end
  table.sort(all)
  return all
end

local Bag = {}
Bag.__index = function(bag, key)
  return rawget(Bag, key) or 0
end

function Bag.new(from)
  local bag = setmetatable({}, Bag)
  for item, n in pairs(from or {}) do
    rawset(bag, item, n)
  end
  return bag
end

function Bag.add(bag, item, n)
  rawset(bag, item, (rawget(bag, item) or 0) + n)
  return bag
end

local Queue = {}
Queue.__index = Queue

function Queue.new()
  return setmetatable({ head = 0, tail = 0 }, Queue)
end

function Queue:put(v)
  self.tail = self.tail + 1
  self[self.tail] = v
end

function Queue:put_back(v)
  self[self.head] = v
  self.head = self.head - 1
end

function Queue:take()
  if self.head == self.tail then
    return nil
  end
  self.head = self.head + 1
  local v = self[self.head]
  self[self.head] = nil
  return v
end

function Queue:size()
  return self.tail - self.head
end

function Queue:clear()
  while self:take() do end
end

---------------------------------------------------------------------------
-- the diary
---------------------------------------------------------------------------

local diary = { lines = {}, counts = {} }

function diary.write(kind, format, ...)
  local line = now() .. " " .. string.format(format, ...)
  diary.lines[#diary.lines + 1] = line
  diary.counts[kind] = (diary.counts[kind] or 0) + 1
  if #diary.lines > 60 then
    table.remove(diary.lines, 1)
  end
end

function diary.last(n)
  local out = {}
  for i = math.max(1, #diary.lines - n + 1), #diary.lines do
    out[#out + 1] = diary.lines[i]
  end
  return table.concat(out, "\n")
end

---------------------------------------------------------------------------
-- facts about the plots, with what the events tell
---------------------------------------------------------------------------

local facts = { plots = {}, ripe = Set.of(), rains = 0 }

local function look_at(name)
  local p = plot(name)
  if not p then
    return nil
  end
  local fact = facts.plots[name] or { visits = 0 }
  fact.soil, fact.crop = p.soil, p.crop
  fact.wet, fact.ripe = p.wet, p.ripe
  facts.plots[name] = fact
  if p.ripe then
    facts.ripe:add(name)
  else
    facts.ripe:drop(name)
  end
  return fact
end

local function look_round()
  for _, name in ipairs(plots()) do
    look_at(name)
  end
end

on("ripe", function(name, crop)
  facts.ripe:add(name)
  diary.write("ripe", "%s is ripe at %s", crop, name)
end)

on("rain", function()
  facts.rains = facts.rains + 1
  for _, fact in pairs(facts.plots) do
    fact.wet = true
  end
end)

local function plots_where(test)
  local names = {}
  for name, fact in pairs(facts.plots) do
    if test(fact, name) then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  return names
end

---------------------------------------------------------------------------
-- what we own
---------------------------------------------------------------------------

local function in_basket(item)
  return me.basket[item] or 0
end

local function owned(item)
  return in_basket(item) + stock(item)
end

local function inventory()
  local bag = Bag.new(me.basket)
  for _, item in ipairs({ "wheat", "bean", "oak", "flour", "bread", "crate" }) do
    local n = stock(item)
    if n > 0 then
      bag:add(item, n)
    end
  end
  return bag
end

---------------------------------------------------------------------------
-- steps: what a plan is made of in the end
---------------------------------------------------------------------------

local Step = {}
Step.__index = Step

-- A step fails with a word; "later" asks for the rest of the plan to wait.
local function step(name, fn, ...)
  return setmetatable({ name = name, fn = fn, args = table.pack(...) }, Step)
end

function Step:__tostring()
  local parts = {}
  for i = 1, self.args.n do
    parts[i] = tostring(self.args[i])
  end
  return self.name .. "(" .. table.concat(parts, ", ") .. ")"
end

function Step:run()
  return self.fn(table.unpack(self.args, 1, self.args.n))
end

local does = {}

function does.walk(where)
  if me.at == where then
    return true
  end
  return walk(where)
end

function does.till()
  local p = plot(me.at)
  if not p then
    return false, "away"
  elseif p.soil == "tilled" then
    return true
  end
  return till()
end

function does.sow(crop)
  local ok, why = sow(crop)
  if ok then
    look_at(me.at)
  end
  return ok, why
end

function does.pour()
  local p = plot(me.at)
  if p and p.wet then
    return true
  end
  local ok, why = pour()
  if not ok and why == "dry" then
    local back = me.at
    local at_barn
    at_barn, why = walk("barn")
    if not at_barn then
      return false, why
    end
    ok, why = walk(back)
    if ok then
      ok, why = pour()
    end
  end
  return ok, why
end

function does.reap()
  local ok, why, n = reap()
  look_at(me.at)
  if ok then
    diary.write("reap", "reaped %d at %s", n, me.at)
  elseif why == "green" then
    return false, "later"
  end
  return ok, why
end

function does.fetch(item, n)
  local missing = n - in_basket(item)
  if missing <= 0 then
    return true
  end
  local ok, why, got = fetch(item, missing)
  if ok and got < missing then
    return false, "short"
  end
  return ok, why
end

function does.store(item)
  if in_basket(item) == 0 then
    return true
  end
  return store(item, "all")
end

function does.craft(item, n)
  local ok, why, made = craft(item, n)
  if made > 0 then
    diary.write("craft", "made %d of %s", made, item)
  end
  return ok, why
end

function does.sell(item, n)
  local ok, why, sold = trade(item, n)
  if ok then
    diary.write("sell", "sold %d of %s", sold, item)
  end
  return ok, why
end

function does.breathe(energy)
  local waited = 0
  while me.energy < energy do
    wait(4)
    waited = waited + 4
    if waited > 120 then
      return false, "tired"
    end
  end
  return true
end

---------------------------------------------------------------------------
-- methods: how goals are taken apart
---------------------------------------------------------------------------

local methods = {}

-- A goal is a name and arguments, as a list.
local function goal(name, ...)
  return { name = name, ... }
end

local function is_step(part)
  return getmetatable(part) == Step
end

local function describe(part)
  if is_step(part) then
    return tostring(part)
  end
  local words = { part.name }
  for i = 1, #part do
    words[#words + 1] = tostring(part[i])
  end
  return table.concat(words, " ")
end

function methods.plant(crop, where)
  local fact = facts.plots[where]
  if not fact then
    return nil, "unknown plot"
  elseif fact.crop ~= "" then
    return nil, "taken"
  end
  local seed = crop .. "_seed"
  local parts = {}
  if in_basket(seed) == 0 then
    if stock(seed) == 0 then
      return nil, "no seed"
    end
    parts[#parts + 1] = step("walk", does.walk, "barn")
    parts[#parts + 1] = step("fetch", does.fetch, seed, math.min(stock(seed), 4))
  end
  parts[#parts + 1] = step("breathe", does.breathe, 4)
  parts[#parts + 1] = step("walk", does.walk, where)
  parts[#parts + 1] = step("till", does.till)
  parts[#parts + 1] = step("sow", does.sow, crop)
  parts[#parts + 1] = step("pour", does.pour)
  return parts
end

function methods.harvest(where)
  local fact = facts.plots[where]
  if not fact or not fact.ripe and not facts.ripe.has[where] then
    return nil, "nothing is ripe"
  end
  return {
    step("walk", does.walk, where),
    step("reap", does.reap),
  }
end

function methods.water_all()
  local dry = plots_where(function(fact)
    return fact.crop ~= "" and not fact.wet and not fact.ripe
  end)
  local parts = {}
  for _, name in ipairs(dry) do
    parts[#parts + 1] = step("walk", does.walk, name)
    parts[#parts + 1] = step("pour", does.pour)
  end
  return parts
end

function methods.have(item, n)
  if in_basket(item) >= n then
    return {}
  elseif owned(item) >= n then
    return {
      step("walk", does.walk, "barn"),
      step("fetch", does.fetch, item, n),
    }
  end
  local r = recipe(item)
  if not r then
    return { goal("grow", item, n - owned(item)) }
  end
  local missing = n - owned(item)
  local batches = math.ceil(missing / r.makes)
  local parts = {}
  for needed, each in pairs(r.needs) do
    parts[#parts + 1] = goal("have", needed, each * batches)
  end
  table.sort(parts, function(a, b)
    return a[1] < b[1]
  end)
  parts[#parts + 1] = step("craft", does.craft, item, batches)
  return parts
end

function methods.grow(crop, n)
  local growing = plots_where(function(fact)
    return fact.crop == crop
  end)
  local parts, wanted = {}, math.ceil(n / 3) - #growing
  local free = plots_where(function(fact)
    return fact.crop == ""
  end)
  for i = 1, math.min(wanted, #free) do
    parts[#parts + 1] = goal("plant", crop, free[i])
  end
  for _, name in ipairs(growing) do
    if facts.ripe.has[name] then
      parts[#parts + 1] = goal("harvest", name)
    end
  end
  if #parts == 0 then
    parts[1] = goal("water_all")
    parts[2] = step("breathe", does.breathe, math.min(40, me.energy + 2))
    parts[3] = step("later", function()
      return false, "later"
    end)
  end
  return parts
end

function methods.sell(item, n)
  return {
    goal("have", item, n),
    step("walk", does.walk, "barn"),
    step("sell", does.sell, item, n),
  }
end

function methods.tidy()
  local parts = { step("walk", does.walk, "barn") }
  for item, n in pairs(me.basket) do
    if n > 0 and not item:find("_seed$") then
      parts[#parts + 1] = step("store", does.store, item)
    end
  end
  return parts
end

---------------------------------------------------------------------------
-- the planner
---------------------------------------------------------------------------

local MOST_STEPS = 60

-- plan takes a goal apart and returns a queue of steps; nil and why where no method helps.
local function plan(top)
  local open, steps = { top }, Queue.new()
  local depth = 0
  while #open > 0 do
    depth = depth + 1
    if depth > 200 or steps:size() > MOST_STEPS then
      return nil, "the plan has no end"
    end
    local part = table.remove(open)
    if is_step(part) then
      steps:put(part)
    else
      local method = methods[part.name]
      if not method then
        return nil, "no method for " .. part.name
      end
      local parts, why = method(table.unpack(part))
      if not parts then
        return nil, part.name .. ": " .. why
      end
      for i = #parts, 1, -1 do
        open[#open + 1] = parts[i]
      end
    end
  end
  return steps
end

-- carry_out plays a plan and says how far it came.
local function carry_out(steps)
  local played = 0
  while true do
    local s = steps:take()
    if not s then
      return true, nil, played
    end
    local ok, why = s:run()
    if not ok then
      steps:clear()
      return false, why or "refused", played, s
    end
    played = played + 1
  end
end

---------------------------------------------------------------------------
-- goals with a rank and a memory of failures
---------------------------------------------------------------------------

local goals, next_number = {}, 1

local function want(rank, ...)
  local g = goal(...)
  g.rank, g.number, g.misses = rank, next_number, 0
  next_number = next_number + 1
  goals[#goals + 1] = g
  return g
end

local function pick_goal()
  table.sort(goals, function(a, b)
    local x, y = a.rank + a.misses, b.rank + b.misses
    if x ~= y then
      return x < y
    end
    return a.number < b.number
  end)
  return goals[1]
end

local function drop_goal(g)
  for i, other in ipairs(goals) do
    if other == g then
      table.remove(goals, i)
      return true
    end
  end
  return false
end

local function learn(g, why)
  local learnt = mem.estate.learnt
  local key = describe(g) .. ": " .. why
  learnt[key] = (learnt[key] or 0) + 1
end

local function chores()
  for _, name in ipairs(facts.ripe:list()) do
    local known = false
    for _, g in ipairs(goals) do
      known = known or g.name == "harvest" and g[1] == name
    end
    if not known then
      want(1, "harvest", name)
    end
  end
end

local function work_on(g)
  local steps, why = plan(g)
  if not steps then
    return false, why
  end
  local ok, refused, played, s = carry_out(steps)
  if ok then
    return true
  end
  diary.write("broken", "%s broke at %s: %s", describe(g), tostring(s), refused)
  return false, refused, played
end

---------------------------------------------------------------------------
-- orders by word of mouth
---------------------------------------------------------------------------

local function parse_order(text)
  local verb, n, item = text:match("^(%a+)%s+(%d+)%s+([%a_]+)$")
  if not verb then
    verb, item = text:match("^(%a+)%s+([%a_]+)$")
    n = 1
  end
  if not verb then
    return nil
  end
  return verb:lower(), tonumber(n), item:lower()
end

on("heard", function(who, text)
  local verb, n, item = parse_order(text)
  if verb == "sell" or verb == "have" then
    want(3, verb, item, n)
    say("yes, " .. who)
  elseif verb == "diary" then
    print(diary.last(n))
  end
end)

---------------------------------------------------------------------------
-- advice for next year: which crop where, by trying all ways
---------------------------------------------------------------------------

local WORTH = { wheat = 3, bean = 4, oak = 6 }
local TIRES = 2 -- what a plot loses that bears the same crop again

local function permutations(list, n)
  n = n or #list
  return coroutine.wrap(function()
    if n <= 1 then
      coroutine.yield(list)
      return
    end
    for i = 1, n do
      list[i], list[n] = list[n], list[i]
      for inner in permutations(list, n - 1) do
        coroutine.yield(inner)
      end
      list[i], list[n] = list[n], list[i]
    end
  end)
end

local function worth_of(order, names, history)
  local sum = 0
  for i, name in ipairs(names) do
    local crop = order[i]
    sum = sum + WORTH[crop]
    if history[name] == crop then
      sum = sum - TIRES
    end
  end
  return sum
end

local function advise(names, history)
  local best, most = nil, -math.huge
  local tried = 0
  for order in permutations({ "wheat", "bean", "oak", "wheat" }) do
    tried = tried + 1
    local value = worth_of(order, names, history)
    if value > most then
      best, most = table.move(order, 1, #order, 1, {}), value
    end
  end
  return best, most, tried
end

---------------------------------------------------------------------------
-- the year
---------------------------------------------------------------------------

look_round()
want(4, "plant", "bean", "p1")
want(4, "plant", "wheat", "p2")
want(4, "plant", "wheat", "p3")
want(5, "sell", "flour", 1)
want(6, "sell", "bread", 3)
want(8, "have", "crate", 1)
want(9, "tidy")

local won, lost = {}, {}

local function finish(g, list, why)
  drop_goal(g)
  list[#list + 1] = why and describe(g) .. " (" .. why .. ")" or describe(g)
end

local rounds = 0
while #goals > 0 and rounds < 120 do
  rounds = rounds + 1
  look_round()
  chores()
  local g = pick_goal()
  local ok, why, played = work_on(g)
  if ok then
    finish(g, won)
    goto next_round
  end
  g.misses = g.misses + 1
  if why == "later" or why == "tired" then
    -- Nothing is wrong; other goals come first for a while.
    if #goals == 1 or g.misses % 3 == 0 then
      wait(6)
    end
  elseif g.misses > 12 then
    learn(g, why)
    finish(g, lost, why)
  elseif not played or played == 0 then
    wait(3)
  end
  ::next_round::
end

if #goals > 0 then
  local open = {}
  for i, g in ipairs(goals) do
    open[i] = describe(g)
  end
  print("left", table.concat(open, ", "))
end

local bag, parts = inventory(), {}
for item, n in pairs(bag) do
  if n > 0 then
    parts[#parts + 1] = item .. " " .. n
  end
end
table.sort(parts)

local kinds = {}
for kind, n in pairs(diary.counts) do
  kinds[#kinds + 1] = kind .. "=" .. n
end
table.sort(kinds)

local all = Set.of("wheat", "bean", "oak")
local grown = Set.of()
for _, fact in pairs(facts.plots) do
  if fact.crop ~= "" then
    grown:add(fact.crop)
  end
end

print("won", table.concat(won, ", "))
if #lost > 0 then
  print("lost", table.concat(lost, ", "))
end
print("rounds", rounds, "coins", me.coins, "rains", facts.rains)
print("owned", table.concat(parts, ", "))
print("growing", #grown, "idle", table.concat((all - grown):list(), " "))
print("everything", #(all + grown), "of bread", bag.bread)
print("diary", table.concat(kinds, " "))
print(diary.last(3))
do
  local names, history = { "p1", "p2", "p3", "p4" }, { p1 = "bean", p2 = "wheat", p3 = "wheat" }
  local best, value, tried = advise(names, history)
  print("next year", table.concat(best or {}, " "), value, "of", tried)
end
note("coins " .. me.coins .. " after " .. rounds .. " rounds")
return me.coins > 0, "coins", me.coins
