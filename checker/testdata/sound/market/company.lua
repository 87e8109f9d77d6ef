-- 520 ticks, done: a trading company with a price book, a ledger, routes and orders given as text

--[[
  Parts, from the bottom up:
    1. small helpers
    2. a JSON printer and reader, to keep the books as one text
    3. the map: Dijkstra over the roads that were seen
    4. the price book: what each good cost where, and when
    5. the ledger: what came in and went out
    6. orders: a little language of lines
    7. the desk: decides what to do next
    8. the owner's report: tables and charts in plain text
]]

-- 1. helpers ----------------------------------------------------------------

local function map(list, fn)
  local out = {}
  for i = 1, #list do
    out[i] = fn(list[i], i)
  end
  return out
end

local function filter(list, fn)
  local out = {}
  for i = 1, #list do
    if fn(list[i], i) then out[#out + 1] = list[i] end
  end
  return out
end

local function fold(list, start, fn)
  local value = start
  for i = 1, #list do
    value = fn(value, list[i])
  end
  return value
end

local function keysOf(t)
  local keys = {}
  for k in pairs(t) do keys[#keys + 1] = k end
  table.sort(keys)
  return keys
end

local function clamp(x, low, high)
  if x < low then return low end
  if x > high then return high end
  return x
end

local function round(x, places)
  local scale = 10 ^ (places or 0)
  return math.floor(x * scale + 0.5) / scale
end

local function memoize(fn)
  local cache = {}
  return function(a, b)
    local key = tostring(a) .. "\0" .. tostring(b)
    local hit = cache[key]
    if hit == nil then
      hit = fn(a, b)
      cache[key] = hit
    end
    return hit
  end, function()
    cache = {}
  end
end

local function trim(s) return (s:gsub("^%s+", ""):gsub("%s+$", "")) end

local function split(s, sep)
  local parts, from = {}, 1
  while true do
    local i, j = s:find(sep, from, true)
    if not i then break end
    parts[#parts + 1] = s:sub(from, i - 1)
    from = j + 1
  end
  parts[#parts + 1] = s:sub(from)
  return parts
end

-- 2. JSON -------------------------------------------------------------------

local json = {}

local ESCAPES = {
  ["\\"] = "\\\\", ["\""] = "\\\"", ["\n"] = "\\n",
  ["\r"] = "\\r", ["\t"] = "\\t", ["\b"] = "\\b", ["\f"] = "\\f",
}

local function quoted(s)
  return '"' .. s:gsub('[%c"\\]', function(c)
    return ESCAPES[c] or ("\\u%04x"):format(c:byte())
  end) .. '"'
end

local writers = {}

local function write(value, out)
  local writer = writers[type(value)]
  if not writer then
    error("JSON has no " .. type(value), 0)
  end
  writer(value, out)
end

writers["nil"] = function(_, out) out[#out + 1] = "null" end
writers.boolean = function(v, out) out[#out + 1] = tostring(v) end
writers.string = function(v, out) out[#out + 1] = quoted(v) end

function writers.number(v, out)
  if v ~= v or v == math.huge or v == -math.huge then
    error("JSON has no such number", 0)
  end
  out[#out + 1] = ("%.14g"):format(v)
end

function writers.table(v, out)
  if #v > 0 or next(v) == nil then
    out[#out + 1] = "["
    for i, item in ipairs(v) do
      if i > 1 then out[#out + 1] = "," end
      write(item, out)
    end
    out[#out + 1] = "]"
    return
  end
  out[#out + 1] = "{"
  for i, key in ipairs(keysOf(v)) do
    if i > 1 then out[#out + 1] = "," end
    out[#out + 1] = quoted(tostring(key)) .. ":"
    write(v[key], out)
  end
  out[#out + 1] = "}"
end

function json.write(value)
  local out = {}
  write(value, out)
  return table.concat(out)
end

local UNESCAPES = {
  b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
}

local Reader = {}
Reader.__index = Reader

function Reader:fail(what)
  error(("at %d: %s"):format(self.pos, what), 0)
end

function Reader:space()
  self.pos = self.text:find("%S", self.pos) or #self.text + 1
end

function Reader:take(pattern)
  local i, j, captured = self.text:find("^" .. pattern, self.pos)
  if not i then return nil end
  self.pos = j + 1
  return captured or self.text:sub(i, j)
end

function Reader:expect(char)
  self:space()
  if self.text:sub(self.pos, self.pos) ~= char then
    self:fail("expected " .. char)
  end
  self.pos = self.pos + 1
end

function Reader:string()
  local parts = {}
  self:expect('"')
  while true do
    local plain = self:take('[^"\\]+')
    if plain then parts[#parts + 1] = plain end
    if self:take('"') then break end
    local hex = self:take("\\u(%x%x%x%x)")
    if hex then
      parts[#parts + 1] = utf8.char(tonumber(hex, 16))
    else
      local char = self:take("\\(.)")
      if not char then self:fail("a text without end") end
      parts[#parts + 1] = UNESCAPES[char] or char
    end
  end
  return table.concat(parts)
end

function Reader:list()
  local all = {}
  self:expect("[")
  self:space()
  if self:take("%]") then return all end
  repeat
    all[#all + 1] = self:value()
    self:space()
  until not self:take(",")
  self:expect("]")
  return all
end

function Reader:object()
  local all = {}
  self:expect("{")
  self:space()
  if self:take("}") then return all end
  repeat
    self:space()
    local key = self:string()
    self:expect(":")
    all[key] = self:value()
    self:space()
  until not self:take(",")
  self:expect("}")
  return all
end

function Reader:value()
  self:space()
  local char = self.text:sub(self.pos, self.pos)
  if char == "{" then
    return self:object()
  elseif char == "[" then
    return self:list()
  elseif char == '"' then
    return self:string()
  elseif self:take("null") then
    return nil
  elseif self:take("true") then
    return true
  elseif self:take("false") then
    return false
  end
  local number = self:take("%-?%d+%.?%d*[eE]?[+-]?%d*")
  return number and tonumber(number) or self:fail("no value begins with '" .. char .. "'")
end

function json.read(text)
  local reader = setmetatable({ text = text, pos = 1 }, Reader)
  local value = reader:value()
  reader:space()
  if reader.pos <= #text then reader:fail("more than one value") end
  return value
end

-- 3. the map ----------------------------------------------------------------

local Map = {}
Map.__index = Map

function Map.new()
  return setmetatable({ edges = {} }, Map)
end

function Map:learn(town)
  local edges = {}
  for _, r in ipairs(roads(town)) do
    edges[r.to] = r.days
  end
  self.edges[town] = edges
end

-- routes finds the shortest way from one town to all others.
function Map:routes(from)
  local dist, via, open = { [from] = 0 }, {}, { from }
  while #open > 0 do
    local best = 1
    for i = 2, #open do
      if dist[open[i]] < dist[open[best]] then best = i end
    end
    local town = table.remove(open, best)
    for to, days in pairs(self.edges[town] or {}) do
      local total = dist[town] + days
      if not dist[to] or total < dist[to] then
        if not dist[to] then open[#open + 1] = to end
        dist[to], via[to] = total, town
      end
    end
  end
  return dist, via
end

function Map:path(from, to)
  local dist, via = self:routes(from)
  if not dist[to] then return nil, math.huge end
  local hops, town = {}, to
  while town ~= from do
    table.insert(hops, 1, town)
    town = via[town]
  end
  return hops, dist[to]
end

local atlas = Map.new()
for _, town in ipairs(towns()) do
  atlas:learn(town)
end

local daysBetween, forgetDays = memoize(function(from, to)
  local _, days = atlas:path(from, to)
  return days
end)

-- 4. the price book -----------------------------------------------------------

local Book = {}
Book.__index = Book

function Book.new(saved)
  local book = setmetatable({ entries = {} }, Book)
  for key, entry in pairs(saved or {}) do
    if type(entry) == "table" and entry.n then
      book.entries[key] = entry
    end
  end
  return book
end

local function entryKey(town, good) return town .. "/" .. good end

function Book:entry(town, good)
  local key = entryKey(town, good)
  local entry = self.entries[key]
  if not entry then
    entry = { n = 0, mean = 0, spread = 0, low = math.huge, high = 0 }
    self.entries[key] = entry
  end
  return entry
end

-- see takes in one price; mean and spread go on from what they were.
function Book:see(town, good, q)
  local e = self:entry(town, good)
  e.n = e.n + 1
  local off = q.buy - e.mean
  e.mean = e.mean + off / e.n
  e.spread = e.spread + off * (q.buy - e.mean)
  e.low, e.high = math.min(e.low, q.buy), math.max(e.high, q.buy)
  e.day = me.day
  e.last = q.buy
  e.stock = q.stock
end

function Book:observe()
  for _, good in ipairs(goods()) do
    local q = price(good)
    if q then self:see(me.town, good, q) end
  end
end

-- guess is what a good will cost in a town: the newest price, drawn to the mean the older it is.
function Book:guess(town, good)
  local e = self.entries[entryKey(town, good)]
  if not e or e.n == 0 then return nil end
  local age = clamp(me.day - e.day, 0, 10)
  local weight = 1 - age / 10
  return weight * e.last + (1 - weight) * e.mean
end

function Book:deviation(town, good)
  local e = self.entries[entryKey(town, good)]
  if not e or e.n < 2 then return 0 end
  return math.sqrt(e.spread / (e.n - 1))
end

function Book:size()
  return #keysOf(self.entries)
end

local function loadBook()
  if type(mem.book) ~= "string" then return nil end
  local ok, value = pcall(json.read, mem.book)
  if not ok then
    print("the book cannot be read", value)
    return nil
  end
  return value
end

local book = Book.new(loadBook())

-- 5. the ledger ---------------------------------------------------------------

local ledger = { rows = {}, byKind = {} }

local function enter(kind, good, n, amount)
  local row = { day = me.day, kind = kind, good = good, n = n, amount = amount }
  table.insert(ledger.rows, row)
  local sum = ledger.byKind[kind]
  if not sum then
    sum = { n = 0, amount = 0 }
    ledger.byKind[kind] = sum
  end
  sum.n = sum.n + n
  sum.amount = sum.amount + amount
  if #ledger.rows > 50 then table.remove(ledger.rows, 1) end
  return row
end

local function balance()
  return fold(keysOf(ledger.byKind), 0, function(total, kind)
    return total + ledger.byKind[kind].amount
  end)
end

local function statement(n)
  local rows = ledger.rows
  local lines = {}
  for i = math.max(1, #rows - n + 1), #rows do
    local r = rows[i]
    lines[#lines + 1] = ("day %d %-5s %2d %-6s %+d"):format(r.day, r.kind, r.n, r.good, r.amount)
  end
  return lines
end

local function doBuy(good, n)
  local before = me.gold
  local ok, why, got = buy(good, n)
  if got > 0 then
    enter("buy", good, got, me.gold - before)
  end
  return ok, why, got
end

local function doSell(good, n)
  local before = me.gold
  local ok, why, got = sell(good, n)
  if ok then
    enter("sell", good, got, me.gold - before)
  end
  return ok, why, got
end

-- 6. orders -------------------------------------------------------------------

local ORDERS = [[
# what the owner wants, a line each
avoid wine
reserve 15
most 20
until day 40
goal 900
prefer salt grain
]]

local orders = { avoid = {}, prefer = {}, reserve = 0, most = 30, lastDay = 60, goal = math.huge }

local readers = {
  avoid = function(words)
    for _, good in ipairs(words) do orders.avoid[good] = true end
  end,
  prefer = function(words)
    for rank, good in ipairs(words) do orders.prefer[good] = #words - rank + 1 end
  end,
  reserve = function(words) orders.reserve = tonumber(words[1]) or orders.reserve end,
  most = function(words) orders.most = tonumber(words[1]) or orders.most end,
  goal = function(words) orders.goal = tonumber(words[1]) or orders.goal end,
}

readers["until"] = function(words)
  assert(words[1] == "day", "until what?")
  orders.lastDay = assert(tonumber(words[2]), "until which day?")
end

local function readOrders(text)
  local problems = {}
  for number, line in ipairs(split(text, "\n")) do
    line = trim((line:gsub("#.*", "")))
    if line ~= "" then
      local words = {}
      for word in line:gmatch("%S+") do words[#words + 1] = word end
      local verb = table.remove(words, 1)
      local reader = readers[verb]
      if reader then
        local ok, err = pcall(reader, words)
        if not ok then problems[#problems + 1] = number .. ": " .. err end
      else
        problems[#problems + 1] = number .. ": no such order: " .. verb
      end
    end
  end
  return problems
end

local problems = readOrders(ORDERS)
if #problems > 0 then
  alert("the orders are wrong: " .. table.concat(problems, "; "))
end

-- 7. the desk -----------------------------------------------------------------

local rumors = {}

local function listen()
  local r = hear_say()
  if r then
    rumors[entryKey(r.town, r.good)] = { price = r.price, day = me.day }
  end
end

local function expected(town, good)
  local r = rumors[entryKey(town, good)]
  if r and me.day - r.day < 4 then return r.price end
  return book:guess(town, good)
end

-- deals lists what could be bought here and sold elsewhere, the best first.
local function deals()
  local all = {}
  for _, good in ipairs(goods()) do
    local q = not orders.avoid[good] and price(good)
    if q and q.stock > 0 then
      for _, town in ipairs(towns()) do
        local there = town ~= me.town and expected(town, good)
        if there then
          local budget = me.gold - orders.reserve
          local n = math.min(q.stock, me.room, orders.most, budget // q.buy)
          local days = daysBetween(me.town, town)
          local risk = book:deviation(town, good)
          local gain = n * (there - 1 - q.buy) - risk
          if n > 0 and gain > 0 and days < math.huge then
            local bonus = 1 + (orders.prefer[good] or 0) / 10
            all[#all + 1] = {
              good = good, town = town, n = n, gain = gain, days = days,
              score = gain / (days + 0.5) * bonus,
            }
          end
        end
      end
    end
  end
  table.sort(all, function(a, b)
    if a.score == b.score then return a.good < b.good end
    return a.score > b.score
  end)
  return all
end

local function sellAll()
  local sold = 0
  for good, n in pairs(me.cargo) do
    if n > 0 then
      local ok, why, got = doSell(good, "all")
      if ok then
        sold = sold + got
      elseif why ~= "closed" then
        print("cannot sell", good, why)
      end
    end
  end
  return sold
end

local function goTo(town)
  local hops = atlas:path(me.town, town)
  if not hops then return false, "no way" end
  for _, hop in ipairs(hops) do
    local ok, why = travel(hop)
    if not ok then return false, why end
    book:observe()
    listen()
  end
  return true
end

-- unseen is the nearest town of which the book knows nothing.
local function unseen()
  local candidates = filter(towns(), function(town)
    if town == me.town then return false end
    for _, good in ipairs(goods()) do
      if book:guess(town, good) then return false end
    end
    return true
  end)
  table.sort(candidates, function(a, b)
    return daysBetween(me.town, a) < daysBetween(me.town, b)
  end)
  return candidates[1]
end

local stuck = 0

local modes = {}

function modes.explore()
  local town = unseen()
  if not town then return "trade" end
  local ok, why = goTo(town)
  if not ok then
    print("cannot see", town, why)
    return "pause"
  end
  sellAll()
  return "trade"
end

function modes.trade()
  sellAll()
  local best = deals()[1]
  if not best then
    stuck = stuck + 1
    if stuck % 2 == 1 and unseen() then return "explore" end
    return "pause"
  end
  stuck = 0
  local ok, why, n = doBuy(best.good, best.n)
  if n == 0 then
    print("cannot buy", best.good, why)
    return "pause"
  elseif not ok then
    print("bought less", best.good, n)
  end
  local arrived
  arrived, why = goTo(best.town)
  if not arrived then print("stranded", why) end
  return "trade"
end

function modes.pause()
  rest(1)
  book:observe()
  listen()
  return "trade"
end

on("robbed", function(lost)
  enter("lost", "gold", 1, -lost)
end)

on("dawn", function(day)
  if day % 10 == 0 then forgetDays() end
end)

on("heard", function(who, text)
  local command, rest_of = text:match("^(%S+)%s*(.*)$")
  if command == "book" then
    say(who .. ": " .. book:size() .. " prices")
  elseif command == "balance" then
    say(who .. ": " .. balance())
  elseif command == "order" then
    local wrong = readOrders(rest_of)
    say(who .. ": " .. (wrong[1] or "noted"))
  end
end)

-- 8. the report ----------------------------------------------------------------

local Report = {}
Report.__index = Report

function Report.new(...)
  local columns = {}
  for i = 1, select("#", ...) do
    local name, side = (select(i, ...)):match("^([^:]+):?(%a*)$")
    columns[i] = { name = name, right = side == "right", width = #name }
  end
  return setmetatable({ columns = columns, rows = {} }, Report)
end

function Report:row(...)
  local cells = table.pack(...)
  for i = 1, cells.n do
    cells[i] = tostring(cells[i])
    local column = self.columns[i]
    column.width = math.max(column.width, utf8.len(cells[i]) or #cells[i])
  end
  self.rows[#self.rows + 1] = cells
  return self
end

function Report:line(cells)
  local parts = {}
  for i, column in ipairs(self.columns) do
    local cell = cells[i] or ""
    local gap = (" "):rep(column.width - (utf8.len(cell) or #cell))
    parts[i] = column.right and gap .. cell or cell .. gap
  end
  return (table.concat(parts, "  "):gsub("%s+$", ""))
end

function Report:__tostring()
  local lines = { self:line(map(self.columns, function(c) return c.name end)) }
  for _, cells in ipairs(self.rows) do
    lines[#lines + 1] = self:line(cells)
  end
  return table.concat(lines, "\n")
end

local BARS = { [0] = " ", ".", ":", "-", "=", "+", "*", "#" }

-- chart draws numbers as one line, each as a sign that is darker the larger it is.
local function chart(numbers)
  if #numbers == 0 then return "" end
  local low = fold(numbers, math.huge, math.min)
  local high = fold(numbers, -math.huge, math.max)
  local width = high - low
  return table.concat(map(numbers, function(n)
    local share = width > 0 and (n - low) / width or 0
    return BARS[math.floor(share * #BARS)]
  end))
end

local purse = {}

local function watchPurse()
  purse[#purse + 1] = me.gold
  if #purse > 30 then table.remove(purse, 1) end
end

local function report()
  local table_of = Report.new("town", "good", "mean:right", "low:right", "high:right", "seen:right")
  for _, key in ipairs(keysOf(book.entries)) do
    local town, good = key:match("^(.-)/(.+)$")
    local e = book.entries[key]
    if e.n > 1 then
      table_of:row(town, good, round(e.mean, 1), e.low, e.high, e.n)
    end
  end
  return tostring(table_of)
end

-- main ------------------------------------------------------------------------

local function finished()
  return me.day >= orders.lastDay or me.gold >= orders.goal
end

book:observe()
local mode, turns = "trade", 0
repeat
  local fn = assert(modes[mode], "no such mode: " .. tostring(mode))
  local ok, nextMode = pcall(fn)
  if ok then
    mode = nextMode
  else
    alert("the desk broke: " .. tostring(nextMode))
    mode = "pause"
  end
  turns = turns + 1
  watchPurse()
  if turns % 5 == 0 then
    local saved, text = pcall(json.write, book.entries)
    if saved then mem.book = text end
  end
until finished() or turns >= 60

sellAll()
mem.book = json.write(book.entries)
print("gold", me.gold, "balance", balance(), "turns", turns)
for _, line in ipairs(statement(4)) do print(line) end

local summary = map(keysOf(ledger.byKind), function(kind)
  local sum = ledger.byKind[kind]
  return kind .. " " .. sum.n .. " for " .. sum.amount
end)
note(table.concat(summary, ", "))
for _, line in ipairs(split(report(), "\n")) do print(line) end
print("purse", "[" .. chart(purse) .. "]")
print("book of", book:size(), "mean of salt", round(book:entry("harbor", "salt").mean, 2))
return me.gold > 100, "profit", me.gold - 100
