-- 100 ticks, done: a haulier with a list of orders, who finds a good round by inserting, swapping and reversing stops

-- Orders say what goes from where to where; the cart holds 30. A round is a list of stops. It is made by putting each order
-- where it costs least, and then bettered for as long as that helps.

local CAPACITY = me.room

local ORDERS = {
  { good = "salt", n = 10, from = "harbor", to = "castle" },
  { good = "wood", n = 8, from = "hill", to = "harbor" },
  { good = "grain", n = 10, from = "mill", to = "abbey" },
  { good = "cloth", n = 4, from = "abbey", to = "castle" },
  { good = "wood", n = 6, from = "mill", to = "harbor" },
}

---------------------------------------------------------------- distances: Floyd and Warshall

local function distances()
  local names = towns()
  local d, via = {}, {}
  for _, a in ipairs(names) do
    d[a], via[a] = {}, {}
    for _, b in ipairs(names) do
      d[a][b] = a == b and 0 or math.huge
    end
    for _, r in ipairs(roads(a)) do
      d[a][r.to] = r.days
      via[a][r.to] = r.to
    end
  end
  for _, k in ipairs(names) do
    for _, i in ipairs(names) do
      for _, j in ipairs(names) do
        local through = d[i][k] + d[k][j]
        if through < d[i][j] then
          d[i][j] = through
          via[i][j] = via[i][k]
        end
      end
    end
  end
  return d, via
end

local days, via = distances()

local function hops(from, to)
  return function(_, at)
    if at == nil then
      at = from
    end
    if at ~= to then
      return via[at][to]
    end
    return nil
  end
end

---------------------------------------------------------------- rounds

-- a stop is { town, order, load }: load is above zero where goods are taken in
local function stops_of(order)
  return { town = order.from, order = order, load = order.n }, { town = order.to, order = order, load = -order.n }
end

local function length(round, start)
  local at, sum = start, 0
  for _, stop_at in ipairs(round) do
    sum = sum + days[at][stop_at.town]
    at = stop_at.town
  end
  return sum
end

local function feasible(round)
  local load, taken = 0, {}
  for _, s in ipairs(round) do
    if s.load < 0 and not taken[s.order] then
      return false, "delivered before it was fetched"
    end
    taken[s.order] = true
    load = load + s.load
    if load > CAPACITY then
      return false, "too much at once"
    end
  end
  return true
end

local function copy(list)
  return table.move(list, 1, #list, 1, {})
end

local function with(round, i, a, j, b)
  local new = copy(round)
  table.insert(new, i, a)
  table.insert(new, j, b)
  return new
end

local tries = 0

local function cheapest_insert(round, order, start)
  local best, best_length
  local a, b = stops_of(order)
  for i = 1, #round + 1 do
    for j = i + 1, #round + 2 do
      tries = tries + 1
      local candidate = with(round, i, a, j, b)
      if feasible(candidate) then
        local l = length(candidate, start)
        if not best or l < best_length then
          best, best_length = candidate, l
        end
      end
    end
  end
  return best, best_length
end

local function build(orders, start)
  local round, left_out = {}, {}
  for _, order in ipairs(orders) do
    local better = cheapest_insert(round, order, start)
    if better then
      round = better
    else
      left_out[#left_out + 1] = order
    end
  end
  return round, left_out
end

local function swapped(round, i, j)
  local new = copy(round)
  new[i], new[j] = new[j], new[i]
  return new
end

local function reversed(round, i, j)
  local new = copy(round)
  while i < j do
    new[i], new[j] = new[j], new[i]
    i, j = i + 1, j - 1
  end
  return new
end

local function moved(round, i, j)
  local new = copy(round)
  table.insert(new, j, table.remove(new, i))
  return new
end

local moves = { swapped, reversed, moved }

local function improve(round, start)
  local best, shortest = round, length(round, start)
  local again = true
  while again do
    again = false
    for i = 1, #best - 1 do
      for j = i + 1, #best do
        for _, change in ipairs(moves) do
          tries = tries + 1
          local candidate = change(best, i, j)
          local l = length(candidate, start)
          if l < shortest and feasible(candidate) then
            best, shortest, again = candidate, l, true
          end
        end
      end
    end
  end
  return best, shortest
end

local function shown(round)
  local parts = {}
  for _, s in ipairs(round) do
    parts[#parts + 1] = ("%s%s%d %s"):format(s.town, s.load > 0 and "+" or "-", math.abs(s.load), s.order.good)
  end
  return table.concat(parts, ", ")
end

---------------------------------------------------------------- the road

local function drive(to)
  for hop in hops(me.town, to) do
    local ok, why = travel(hop)
    if not ok then
      return false, why
    end
  end
  return true
end

local done = { fetched = {}, delivered = 0, short = 0, spent = 0, earned = 0 }

local function fetch_goods(order)
  local before = me.gold
  local ok, why, n = buy(order.good, order.n)
  done.fetched[order] = n
  done.spent = done.spent + before - me.gold
  if not ok then
    done.short = done.short + order.n - n
    print(("%s: got %d of %d %s: %s"):format(me.town, n, order.n, order.good, why))
  end
  return n > 0
end

local function deliver(order)
  local n = done.fetched[order] or 0
  if n == 0 then
    return false
  end
  local before = me.gold
  local ok, why, sold = sell(order.good, n)
  if not ok then
    print(("%s: nobody takes %s: %s"):format(me.town, order.good, why))
    return false
  end
  done.delivered = done.delivered + sold
  done.earned = done.earned + me.gold - before
  return true
end

---------------------------------------------------------------- news on the way

local inbox = {}

on("heard", function(who, text)
  local n, good, from, to = text:match("^bring (%d+) (%a+) from (%a+) to (%a+)$")
  if n then
    table.insert(inbox, { good = good, n = tonumber(n), from = from, to = to, by = who })
  end
end)

on("robbed", function(lost)
  done.spent = done.spent + lost
end)

local function valid(order)
  local known = {}
  for _, t in ipairs(towns()) do
    known[t] = true
  end
  return known[order.from] and known[order.to] and order.n > 0 and order.n <= CAPACITY
end

-- take_in puts orders that came on the way into what is left of the round.
local function take_in(round, at)
  while #inbox > 0 do
    local order = table.remove(inbox, 1)
    if valid(order) then
      local better, l = cheapest_insert(round, order, at)
      if better then
        round = better
        say(("%s: in %d days"):format(order.by, l))
      else
        say(order.by .. ": the cart is full")
      end
    else
      say(order.by .. ": no such order")
    end
  end
  return round
end

local round, left_out = build(ORDERS, me.town)
local first = length(round, me.town)
local better, shortest = improve(round, me.town)
round = better
print("round of", first, "days, bettered to", shortest, "after", tries, "tries")
print(shown(round))
for _, order in ipairs(left_out) do
  print("left out", order.n, order.good, order.from, order.to)
end

local visited = 0
while #round > 0 do
  round = take_in(round, me.town)
  local s = table.remove(round, 1)
  if me.town ~= s.town then
    local ok, why = drive(s.town)
    if not ok then
      alert("the cart stands in " .. me.town .. ": " .. why)
      break
    end
  end
  visited = visited + 1
  local fine
  if s.load > 0 then
    fine = fetch_goods(s.order)
  else
    fine = deliver(s.order)
  end
  if not fine and s.load > 0 then
    -- What was not fetched need not be delivered.
    for i = #round, 1, -1 do
      if round[i].order == s.order then
        table.remove(round, i)
      end
    end
    if #round > 1 then
      round = improve(round, me.town)
    end
  end
end

-- what is left in the cart goes to whoever takes it here
local leftovers = 0
for good, n in pairs(me.cargo) do
  if n > 0 then
    local ok, _, sold = sell(good, n)
    if ok then leftovers = leftovers + sold end
  end
end

mem.rounds = (mem.rounds or 0) + 1
print("stops", visited, "delivered", done.delivered, "short", done.short, "leftovers", leftovers)
print("spent", done.spent, "earned", done.earned, "gold", me.gold)
return done.delivered > 0, "delivered", done.delivered
