-- 260 ticks, done: maps a maze by walking to the nearest place it never saw, then takes gold and leaves by the door

local Grid, Walker = {}, {}

------------------------------------------------------------------------------
-- Grid: squares by x and y, with neighbours and a search
------------------------------------------------------------------------------

Grid.__index = Grid

local SIDES = {
  north = { 0, -1 },
  east = { 1, 0 },
  south = { 0, 1 },
  west = { -1, 0 },
}

local OPPOSITE = { north = "south", south = "north", east = "west", west = "east" }

function Grid.new()
  return setmetatable({ cells = {}, marks = {}, low = { 1, 1 }, high = { 1, 1 } }, Grid)
end

local function id(x, y)
  return y * 1000 + x
end

local function xy(n)
  return n % 1000, n // 1000
end

function Grid:set(x, y, what)
  local n = id(x, y)
  local before = self.cells[n]
  self.cells[n] = what
  self.low[1], self.low[2] = math.min(self.low[1], x), math.min(self.low[2], y)
  self.high[1], self.high[2] = math.max(self.high[1], x), math.max(self.high[2], y)
  return before ~= what
end

function Grid:get(x, y)
  return self.cells[id(x, y)]
end

function Grid:passable(x, y)
  local what = self:get(x, y)
  return what ~= nil and what ~= "wall" and what ~= "door"
end

-- around iterates the four neighbours: side, x, y
function Grid:around(x, y)
  local side
  return function()
    local by
    side, by = next(SIDES, side)
    if side then
      return side, x + by[1], y + by[2]
    end
  end
end

function Grid:is_frontier(x, y)
  if not self:passable(x, y) then
    return false
  end
  for _, nx, ny in self:around(x, y) do
    if self:get(nx, ny) == nil then
      return true
    end
  end
  return false
end

-- search goes out from a place in rings until found says yes; it answers the sides to walk
function Grid:search(fromX, fromY, found)
  local from = id(fromX, fromY)
  local came = { [from] = false }
  local ring = { from }
  while #ring > 0 do
    local outer = {}
    for _, n in ipairs(ring) do
      local x, y = xy(n)
      if found(x, y) then
        local route = {}
        local at = n
        while came[at] do
          table.insert(route, 1, came[at].side)
          at = came[at].from
        end
        return route, x, y
      end
      for side, nx, ny in self:around(x, y) do
        local m = id(nx, ny)
        if came[m] == nil and self:passable(nx, ny) then
          came[m] = { side = side, from = n }
          outer[#outer + 1] = m
        end
      end
    end
    ring = outer
  end
  return nil
end

-- beside finds a place from which a square can be touched, and the side on which it is then
function Grid:beside(x, y)
  for side, nx, ny in self:around(x, y) do
    if self:passable(nx, ny) then
      return nx, ny, OPPOSITE[side]
    end
  end
  return nil
end

function Grid:find(what)
  local all = {}
  for n, content in pairs(self.cells) do
    if content == what then
      local x, y = xy(n)
      all[#all + 1] = { x = x, y = y }
    end
  end
  table.sort(all, function(a, b)
    return id(a.x, a.y) < id(b.x, b.y)
  end)
  return all
end

function Grid:mark(x, y, char)
  self.marks[id(x, y)] = char
end

local PICTURE = { wall = "#", floor = ".", door = "D", key = "k", gold = "g", exit = "e" }

function Grid:__tostring()
  local rows = {}
  for y = self.low[2], self.high[2] do
    local row = {}
    for x = self.low[1], self.high[1] do
      local n = id(x, y)
      row[#row + 1] = self.marks[n] or PICTURE[self.cells[n]] or " "
    end
    rows[#rows + 1] = (table.concat(row):gsub("%s+$", ""))
  end
  return table.concat(rows, "\n")
end

------------------------------------------------------------------------------
-- Walker: moves, and keeps the grid as what was seen
------------------------------------------------------------------------------

Walker.__index = Walker

function Walker.new(grid)
  local w = setmetatable({ grid = grid, turns = 0, trail = {}, refusals = {} }, Walker)
  w:look()
  return w
end

function Walker:look()
  local news = 0
  for _, sq in ipairs(sight()) do
    if self.grid:set(sq.x, sq.y, sq.what) then
      news = news + 1
    end
  end
  return news
end

-- runs joins equal steps: n n n e becomes {north 3} {east 1}
local function runs(route)
  local all = {}
  for _, side in ipairs(route) do
    local last = all[#all]
    if last and last.side == side then
      last.n = last.n + 1
    else
      all[#all + 1] = { side = side, n = 1 }
    end
  end
  return all
end

function Walker:refused(side, why)
  local key = side .. " " .. why
  self.refusals[key] = (self.refusals[key] or 0) + 1
end

function Walker:follow(route)
  for _, leg in ipairs(runs(route)) do
    local ok, why, n = move(leg.side, leg.n)
    self.turns = self.turns + n
    self.trail[#self.trail + 1] = leg.side:sub(1, 1) .. n
    self:look()
    if not ok then
      self:refused(leg.side, why)
      return false, why
    end
  end
  return true
end

function Walker:go_to(x, y)
  for _ = 1, 4 do
    if me.x == x and me.y == y then
      return true
    end
    local route = self.grid:search(me.x, me.y, function(cx, cy)
      return cx == x and cy == y
    end)
    if not route then
      return false, "no way"
    end
    local ok, why = self:follow(route)
    if not ok and why ~= "wall" then
      return false, why
    end
  end
  return me.x == x and me.y == y, "lost"
end

function Walker:explore(limit)
  for _ = 1, limit do
    local route = self.grid:search(me.x, me.y, function(x, y)
      return self.grid:is_frontier(x, y)
    end)
    if not route then
      return true
    end
    if #route == 0 then
      -- What is unseen cannot be seen from here: walk on to where it may be.
      local moved = false
      for _, side in ipairs(exits()) do
        if self:follow({ side }) then
          moved = true
          break
        end
      end
      if not moved then
        return false, "walled in"
      end
      self.grid:mark(me.x, me.y, "+")
    else
      local ok, why = self:follow(route)
      if not ok then
        return false, why
      end
    end
  end
  return false, "tired"
end

function Walker:collect(what)
  local got = 0
  for _, at in ipairs(self.grid:find(what)) do
    local there, why = self:go_to(at.x, at.y)
    if there then
      local ok, none = take()
      if ok then
        got = got + 1
        self.grid:set(at.x, at.y, "floor")
        self.grid:mark(at.x, at.y, "*")
      else
        print("nothing to take:", none)
      end
    else
      print(("%s at %d,%d: %s"):format(what, at.x, at.y, why))
    end
  end
  return got
end

function Walker:open_doors()
  local opened = 0
  for _, door in ipairs(self.grid:find("door")) do
    local x, y, side = self.grid:beside(door.x, door.y)
    if x and me.keys > 0 and self:go_to(x, y) then
      local ok, why = unlock(side)
      if ok then
        opened = opened + 1
        self:look()
      else
        print("the door stays shut:", why)
      end
    end
  end
  return opened
end

------------------------------------------------------------------------------
-- the walk
------------------------------------------------------------------------------

local noises = 0
on("noise", function(away, side)
  noises = noises + 1
  if away <= 2 then
    print("something is near, to the", side)
  end
end)

local walker = Walker.new(Grid.new())
local phase = mem.phase or "explore"

local phases = {}

function phases.explore()
  local ok, why = walker:explore(60)
  if not ok then
    print("not all was seen:", why)
  end
  return "keys"
end

function phases.keys()
  local n = walker:collect("key")
  print("keys", n)
  return "gold"
end

function phases.gold()
  walker:collect("gold")
  if #walker.grid:find("door") > 0 and me.keys > 0 then
    return "doors"
  end
  return "leave"
end

function phases.doors()
  if walker:open_doors() == 0 then
    return "leave"
  end
  walker:explore(20)
  return "gold"
end

function phases.leave()
  local exit = walker.grid:find("exit")[1]
  if not exit then
    print("no exit was seen")
    return nil
  end
  local ok, why = walker:go_to(exit.x, exit.y)
  if not ok then
    print("the exit cannot be reached:", why)
  end
  return nil
end

while phase do
  mem.phase = phase
  phase = phases[phase]()
end
mem.phase = nil

walker.grid:mark(me.x, me.y, "@")
for row in tostring(walker.grid):gmatch("[^\n]+") do
  print(row)
end
print("gold", me.gold, "moved", me.moved, "turns", walker.turns, "noises", noises)
print("trail", table.concat(walker.trail, " "):sub(1, 120))
for key, n in pairs(walker.refusals) do
  print("refused", key, n)
end
return me.gold > 0, "gold", me.gold
