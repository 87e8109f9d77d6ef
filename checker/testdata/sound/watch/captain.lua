-- 150 ticks, stopped: a guard with a behaviour tree, a threat table, a blackboard and stances

-- The tree decides every moment; what it needs to know lies on the blackboard, which senses and events fill. Nodes answer
-- "done", "failed" or "busy"; a busy one is asked again at the next beat.

local DONE, FAILED, BUSY = "done", "failed", "busy"

-- ===========================================================================
-- a small object system with mixins
-- ===========================================================================

local Object = {}
Object.__index = Object

function Object:extend(name)
  local child = {}
  for k, v in pairs(self) do
    if type(k) == "string" and k:sub(1, 2) == "__" then
      child[k] = v
    end
  end
  child.__index = child
  child.super = self
  child.class_name = name
  return setmetatable(child, self)
end

function Object:mix(...)
  for _, mixin in ipairs({ ... }) do
    for k, v in pairs(mixin) do
      if self[k] == nil then
        self[k] = v
      end
    end
  end
  return self
end

function Object:new(...)
  local o = setmetatable({}, self)
  if o.init then
    o:init(...)
  end
  return o
end

function Object:is(class)
  local c = getmetatable(self)
  while c do
    if c == class then
      return true
    end
    c = c.super
  end
  return false
end

-- ===========================================================================
-- emitters
-- ===========================================================================

local Emitter = {}

function Emitter:listen(event, fn)
  self.listeners = self.listeners or {}
  local list = self.listeners[event] or {}
  self.listeners[event] = list
  list[#list + 1] = fn
  return function()
    for i = #list, 1, -1 do
      if list[i] == fn then
        table.remove(list, i)
      end
    end
  end
end

function Emitter:emit(event, ...)
  local list = self.listeners and self.listeners[event]
  if not list then
    return 0
  end
  local copy = table.move(list, 1, #list, 1, {})
  for _, fn in ipairs(copy) do
    fn(...)
  end
  return #copy
end

-- ===========================================================================
-- the blackboard
-- ===========================================================================

local Board = Object:extend("Board"):mix(Emitter)

function Board:init()
  self.facts = {}
  self.stamps = {}
  self.beat = 0
end

function Board:put(key, value)
  local before = self.facts[key]
  self.facts[key] = value
  self.stamps[key] = self.beat
  if before ~= value then
    self:emit("changed", key, value, before)
  end
end

function Board:get(key, default)
  local value = self.facts[key]
  if value == nil then
    return default
  end
  return value
end

function Board:age(key)
  local stamp = self.stamps[key]
  return stamp and self.beat - stamp or math.huge
end

function Board:bump(key, by)
  self:put(key, self:get(key, 0) + (by or 1))
end

local board = Board:new()

-- ===========================================================================
-- threat: who hurt whom, fading with time
-- ===========================================================================

local Threat = Object:extend("Threat")

local FADE = 0.9
local FORGET = 0.5

function Threat:init()
  self.by = {}
end

function Threat:add(name, amount)
  self.by[name] = (self.by[name] or 0) + amount
end

function Threat:drop(name)
  self.by[name] = nil
end

function Threat:fade()
  local faded = {}
  for name, amount in pairs(self.by) do
    local left = amount * FADE
    if left >= FORGET then
      faded[name] = left
    end
  end
  self.by = faded
end

function Threat:of(name)
  return self.by[name] or 0
end

function Threat:list()
  local all = {}
  for name, amount in pairs(self.by) do
    all[#all + 1] = { name = name, amount = amount }
  end
  table.sort(all, function(a, b)
    if a.amount ~= b.amount then
      return a.amount > b.amount
    end
    return a.name < b.name
  end)
  return all
end

local threat = Threat:new()

-- ===========================================================================
-- scoring of foes: a list of considerations, each from 0 to 1
-- ===========================================================================

local function curve(low, high)
  return function(x)
    if high == low then
      return 0
    end
    local share = (x - low) / (high - low)
    return math.min(1, math.max(0, share))
  end
end

local near = curve(10, 0)
local weak = curve(12, 1)
local angry = curve(0, 6)

local RANK = { wolf = 0.4, bandit = 0.7, troll = 1 }

local considerations = {
  { weight = 3, name = "near", of = function(f) return near(f.far) end },
  { weight = 2, name = "weak", of = function(f) return weak(f.hp) end },
  { weight = 4, name = "angry", of = function(f) return angry(threat:of(f.name)) end },
  { weight = 1, name = "rank", of = function(f) return RANK[f.kind] or 0.5 end },
  {
    weight = 2,
    name = "same",
    of = function(f)
      return f.name == me.target and 1 or 0
    end,
  },
}

local function score(f)
  local sum, weights = 0, 0
  for _, c in ipairs(considerations) do
    sum = sum + c.weight * c.of(f)
    weights = weights + c.weight
  end
  return sum / weights
end

local function explain(f)
  local parts = {}
  for _, c in ipairs(considerations) do
    parts[#parts + 1] = ("%s %.2f"):format(c.name, c.of(f))
  end
  return f.name .. ": " .. table.concat(parts, ", ")
end

local function choose_foe()
  local best, best_score
  for _, f in ipairs(foes()) do
    local s = score(f)
    if best_score == nil or s > best_score then
      best, best_score = f, s
    end
  end
  return best, best_score
end

-- ===========================================================================
-- nodes of the tree
-- ===========================================================================

local Node = Object:extend("Node")

function Node:init(label)
  self.label = label
  self.asked = 0
end

function Node:tick(depth)
  self.asked = self.asked + 1
  local result = self:run(depth or 0)
  self.last = result
  return result
end

function Node:reset()
  self.last = nil
end

-- Leaf calls a function, which may answer a word, or true and false.
local Leaf = Node:extend("Leaf")

function Leaf:init(label, fn)
  Node.init(self, label)
  self.fn = fn
end

function Leaf:run()
  local result = self.fn()
  if result == true then
    return DONE
  elseif not result then
    return FAILED
  end
  return result
end

local Branch = Node:extend("Branch")

function Branch:init(label, children)
  Node.init(self, label)
  self.children = children
  self.at = 1
end

function Branch:reset()
  Node.reset(self)
  self.at = 1
  for _, child in ipairs(self.children) do
    child:reset()
  end
end

local Sequence = Branch:extend("Sequence")

function Sequence:run(depth)
  while self.at <= #self.children do
    local result = self.children[self.at]:tick(depth + 1)
    if result == BUSY then
      return BUSY
    elseif result == FAILED then
      self.at = 1
      return FAILED
    end
    self.at = self.at + 1
  end
  self.at = 1
  return DONE
end

local Selector = Branch:extend("Selector")

function Selector:run(depth)
  for i, child in ipairs(self.children) do
    local result = child:tick(depth + 1)
    if result ~= FAILED then
      if result == BUSY and self.at ~= i and self.children[self.at] then
        self.children[self.at]:reset()
      end
      self.at = i
      return result
    end
  end
  return FAILED
end

local Invert = Node:extend("Invert")

function Invert:init(child)
  Node.init(self, "not " .. child.label)
  self.child = child
end

function Invert:run(depth)
  local result = self.child:tick(depth + 1)
  if result == DONE then
    return FAILED
  elseif result == FAILED then
    return DONE
  end
  return result
end

local Cooldown = Node:extend("Cooldown")

function Cooldown:init(beats, child)
  Node.init(self, child.label .. " at times")
  self.beats = beats
  self.child = child
  self.ready_at = 0
end

function Cooldown:run(depth)
  if board.beat < self.ready_at then
    return FAILED
  end
  local result = self.child:tick(depth + 1)
  if result == DONE then
    self.ready_at = board.beat + self.beats
  end
  return result
end

local Tries = Node:extend("Tries")

function Tries:init(n, child)
  Node.init(self, child.label .. " up to " .. n .. " times")
  self.n = n
  self.left = n
  self.child = child
end

function Tries:reset()
  Node.reset(self)
  self.left = self.n
end

function Tries:run(depth)
  local result = self.child:tick(depth + 1)
  if result ~= FAILED then
    self.left = self.n
    return result
  end
  self.left = self.left - 1
  if self.left > 0 then
    return BUSY
  end
  self.left = self.n
  return FAILED
end

-- short names, so that the tree below reads as a tree
local function seq(label)
  return function(children)
    return Sequence:new(label, children)
  end
end

local function any(label)
  return function(children)
    return Selector:new(label, children)
  end
end

local function act(label, fn)
  return Leaf:new(label, fn)
end

local is = act

local function never(child)
  return Invert:new(child)
end

local function every(beats, child)
  return Cooldown:new(beats, child)
end

local function tries(n, child)
  return Tries:new(n, child)
end

-- ===========================================================================
-- stances: numbers by which the leaves decide
-- ===========================================================================

local stances = {
  calm = { heal_at = 0.8, flee_at = 0.2, leash = 6, chase = 4, shield_at = 0 },
  wary = { heal_at = 0.7, flee_at = 0.3, leash = 4, chase = 6, shield_at = 0.5 },
  grim = { heal_at = 0.5, flee_at = 0.4, leash = 3, chase = 8, shield_at = 0.8 },
}

local stance_name = "calm"

local function stance()
  return stances[stance_name]
end

local function set_stance(name)
  if stances[name] and name ~= stance_name then
    stance_name = name
    board:put("stance", name)
  end
end

board:listen("changed", function(key, value)
  if key == "seen" then
    if value >= 3 then
      set_stance("grim")
    elseif value >= 1 then
      set_stance("wary")
    else
      set_stance("calm")
    end
  end
end)

-- ===========================================================================
-- leaves
-- ===========================================================================

local function health()
  return me.hp / me.max_hp
end

local function the_cart()
  local c = friend("cart")
  if c then
    board:put("cart_x", c.x)
    board:put("cart_hp", c.hp)
  end
  return c
end

local function remember(ok, why, key)
  if not ok then
    board:put(key or "refused", why)
  end
  return ok
end

local function hurt_badly()
  return health() < stance().flee_at
end

local function run_home()
  local x = board:get("cart_x", 0)
  if me.x == x then
    return false
  end
  local ok, why = walk(x - 1)
  return remember(ok, why, "walk")
end

local function raise_shield()
  if me.mana < 3 or board:age("shield") < 2 then
    return false
  end
  local ok, why = shield()
  if ok then
    board:put("shield", board.beat)
  end
  return remember(ok, why)
end

local function heal_self()
  if health() >= stance().heal_at or me.mana < 4 then
    return false
  end
  return remember(heal(me.id))
end

local function heal_cart()
  local c = the_cart()
  if not c or c.hp > 24 or me.mana < 8 then
    return false
  end
  if c.far > 2 then
    local ok = walk(c.x)
    if not ok then
      return false
    end
  end
  return remember(heal("cart"))
end

local function pick_foe()
  local foe, worth = choose_foe()
  if not foe or foe.far > stance().chase then
    board:put("foe", nil)
    return false
  end
  board:put("foe", foe.name)
  board:put("worth", worth)
  return true
end

local function foe_there()
  local name = board:get("foe")
  return name ~= nil and look_for(name) ~= nil
end

local function come_near()
  local name = board:get("foe")
  local f = name and look_for(name)
  if not f then
    return false
  elseif f.far <= 1 then
    return true
  end
  local ok, why = approach(name)
  return remember(ok, why, "approach")
end

local function strike()
  local name = board:get("foe")
  if not name then
    return false
  end
  local ok, why, n = attack(name)
  if ok then
    board:bump("damage", n)
    threat:add(name, n / 2)
    return look_for(name) and BUSY or DONE
  elseif why == "gone" then
    threat:drop(name)
    return DONE
  end
  return false
end

local function too_far_from_cart()
  local c = the_cart()
  return c == nil or c.far > stance().leash
end

local function back_to_cart()
  local c = the_cart()
  if c == nil then
    return remember(walk(board:get("cart_x", 0)))
  end
  local side = me.x < c.x and -1 or 1
  return remember(walk(c.x + side))
end

local function tired()
  return health() < 1 and #foes() == 0
end

local function breathe()
  local ok, why, n = rest(3)
  if not ok and why == "interrupted" then
    board:bump("broken_rests")
    return n > 0
  end
  return ok
end

local function keep_watch()
  wait(1)
  return true
end

local function tell()
  local list = threat:list()
  local first = list[1]
  if not first then
    return false
  end
  local f = look_for(first.name)
  if f then
    board:put("news", explain(f))
  end
  return true
end

-- ===========================================================================
-- the tree
-- ===========================================================================

local root = any "guard" {
  seq "flight" {
    is("hurt badly", hurt_badly),
    any "safety" {
      act("shield", raise_shield),
      act("heal me", heal_self),
      tries(2, act("run home", run_home)),
    },
  },
  seq "fight" {
    act("pick", pick_foe),
    is("there", foe_there),
    any "near enough" {
      seq "protected" {
        is("in danger", function() return health() < stance().shield_at end),
        act("shield", raise_shield),
      },
      act("come near", come_near),
    },
    tries(3, act("strike", strike)),
  },
  act("heal the cart", heal_cart),
  seq "leash" {
    never(is("by the cart", function() return not too_far_from_cart() end)),
    act("back", back_to_cart),
  },
  seq "break" {
    is("tired", tired),
    act("heal me", heal_self),
  },
  seq "nap" {
    is("tired", tired),
    act("breathe", breathe),
  },
  every(8, act("tell", tell)),
  act("watch", keep_watch),
}

-- show draws the tree with what its nodes answered last.
local function show(node, depth, lines)
  depth, lines = depth or 0, lines or {}
  local mark = ({ done = "+", failed = "-", busy = "~" })[node.last] or " "
  lines[#lines + 1] = ("%s%s %s (%d)"):format(("  "):rep(depth), mark, node.label, node.asked)
  if node:is(Branch) then
    for _, child in ipairs(node.children) do
      show(child, depth + 1, lines)
    end
  elseif node.child then
    show(node.child, depth + 1, lines)
  end
  return lines
end

-- ===========================================================================
-- events
-- ===========================================================================

local fights = { seen = 0, fell = 0, hurts = 0, calls = 0 }

on("hurt", function(amount, by)
  fights.hurts = fights.hurts + amount
  threat:add(by, 2 * amount)
end)

on("seen", function(name)
  fights.seen = fights.seen + 1
  threat:add(name, 1)
end)

on("fell", function(name)
  fights.fell = fights.fell + 1
  threat:drop(name)
  if board:get("foe") == name then
    board:put("foe", nil)
  end
end)

on("call", function(who)
  fights.calls = fights.calls + 1
  if who == "cart" then
    local close = nearest()
    if close then
      threat:add(close.name, 1.5)
    end
  end
end)

local WORDS = {
  stance = function(arg)
    set_stance(arg)
    return stance_name
  end,
  report = function()
    return ("%d seen, %d fell"):format(fights.seen, fights.fell)
  end,
  tree = function()
    for _, line in ipairs(show(root)) do
      print(line)
    end
    return "printed"
  end,
}

on("heard", function(who, text)
  local word, arg = text:match("^guard[,:]?%s+(%a+)%s*(%a*)")
  local fn = word and WORDS[word]
  if fn then
    say(("%s, %s"):format(who, fn(arg)))
  end
end)

-- ===========================================================================
-- the beat
-- ===========================================================================

local LIMIT = 260

local function beat()
  board.beat = board.beat + 1
  board:put("seen", #foes())
  threat:fade()
  the_cart()
  local result = root:tick()
  if result == FAILED then
    -- A tree in which all fails would go round without a breath.
    wait(1)
  end
  return result
end

local counts = setmetatable({}, {
  __index = function()
    return 0
  end,
})

while board.beat < LIMIT do
  local ok, result = xpcall(beat, function(err)
    return tostring(err)
  end)
  if ok then
    counts[result] = counts[result] + 1
  else
    counts.broken = counts.broken + 1
    alert("the tree broke: " .. result)
    wait(1)
  end
  if board.beat % 50 == 0 then
    mem.guard = {
      beat = board.beat,
      damage = board:get("damage", 0),
      stance = stance_name,
    }
  end
  if fights.fell >= 6 then
    break
  end
end

for i, line in ipairs(show(root)) do
  if i <= 6 then
    print(line)
  end
end
print("beats", board.beat, "damage", board:get("damage", 0))
print("done", counts.done, "busy", counts.busy, "broken", counts.broken)
print(("seen %d fell %d hurts %d calls %d"):format(fights.seen, fights.fell, fights.hurts, fights.calls))
for i, entry in ipairs(threat:list()) do
  if i > 3 then
    break
  end
  print(("threat %s %.1f"):format(entry.name, entry.amount))
end
stop("relieved after " .. board.beat .. " beats")
