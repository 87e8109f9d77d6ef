-- The worker of the peer lua5.4: an agent is a table of globals in the one state of this process, with the libraries shared,
-- so it is what an interpreter can do and no sandbox. doc.go says what requests and answers look like; yard.go is the world
-- that this file holds again.

local texts = "testdata/"
local maxGold = 40
local grounds = {"rock", "sand", "clay"}

local function read(name)
  local file = assert(io.open(texts .. name .. ".lua"))
  local text = file:read("a")
  file:close()
  return text
end

local compiled = {}

-- compile makes the function that a script is, with globals of its own. Its text is read and compiled once.
local function compile(name, globals)
  if not compiled[name] then compiled[name] = string.dump(assert(load(read(name), name, "t"))) end
  return load(compiled[name], name, "b", globals)
end

local asks = {
  turns = function(y) return y.turns end,
  pos = function(y) return y.at end,
  gold = function(y) return y.gold end,
  room = function(y) return maxGold - y.gold end,
  health = function(y) return y.health end,
  depth = function(y) return y.at % 8 end,
  light = function(y) return y.ticks * 7 % 12 end,
  home = function() return 3 end,
  danger = function(y) return (y.at * 5 + y.ticks) % 9 end,
  price = function(y, n) return (n * 13 + y.ticks) % 17 + 1 end,
  ore = function(y, n) return (y.at + n) * 7 % 5 end,
  weight = function(_, n) return n % 4 + 1 end,
  ground = function(y) return grounds[y.at % 3 + 1] end,
  title = function(_, n) return "item-" .. n end,
  around = function(y, n)
    local all = {}
    for i = 1, n do
      all[i] = {kind = grounds[(y.at + i) % 3 + 1], far = (y.at * i + y.ticks) % 6 + 1, gold = (y.at + i * 3) % 9 + 1}
    end
    return all
  end,
  report = function(y, text)
    y.told = y.told + #text
    return true, nil, #text
  end,
}

local actions = {
  dig = function(y, n)
    if y.gold + n > maxGold then return false, "full", 0 end
    y.gold, y.health = y.gold + n, y.health - 1
    return true, nil, n
  end,
  step = function(y, n)
    y.at = (y.at + n) % 97
    return true, nil, n
  end,
  drop = function(y, n)
    if n > y.gold then return false, "short", 0 end
    y.gold = y.gold - n
    return true, nil, n
  end,
  rest = function(y, n)
    y.health = math.min(20, y.health + n)
    return true, nil, n
  end,
}

-- finish plays an action's tick.
local function finish(yard, action, n)
  yard.ticks = yard.ticks + 1
  return actions[action](yard, n)
end

local blocking = {}
for name in pairs(actions) do
  blocking[name] = function(n) return coroutine.yield(name, n) end
end

local function newAgent(turns)
  local yard = {turns = turns, at = 1, gold = 0, health = 20, ticks = 0, told = 0}
  local globals = setmetatable({}, {__index = _G})
  for name, ask in pairs(asks) do
    globals[name] = function(n) return ask(yard, n) end
  end
  for name, action in pairs(blocking) do globals[name] = action end
  compile("prelude", globals)()
  return {yard = yard, globals = globals}
end

-- resume plays a script until its next action or its end.
local function resume(thread, ...)
  local ok, what, n = coroutine.resume(thread, ...)
  if not ok then error(what, 0) end
  return what, n
end

local function play(agent, fn)
  local yard, thread = agent.yard, coroutine.create(fn)
  local what, n = resume(thread)
  while coroutine.status(thread) == "suspended" do
    what, n = resume(thread, finish(yard, what, n))
  end
  return what
end

-- timed measures the processor time that a function uses.
local function timed(fn)
  collectgarbage()
  local began = os.clock()
  local result = fn()
  return math.floor((os.clock() - began) * 1e9), result
end

local function script(name, count)
  local turns, times = 1, count
  if read(name):find("turns()", 1, true) then turns, times = count, 1 end
  local agent = newAgent(turns)
  local fn = compile(name, agent.globals)
  local ns, result = timed(function()
    local result
    for _ = 1, times do result = play(agent, fn) end
    return result
  end)
  return ns, 0, result
end

local held = {}

local function agents(work, count)
  local source = work == "blocked" and "verb" or "ready"
  collectgarbage()
  local before = collectgarbage("count")
  local ns, result = timed(function()
    local result = 0
    for _ = 1, count do
      local agent = newAgent(1)
      local fn = compile(source, agent.globals)
      if work == "blocked" then
        agent.thread = coroutine.create(fn)
        resume(agent.thread)
      else
        result = play(agent, fn)
      end
      if work ~= "create" then held[#held + 1] = agent end
    end
    return result
  end)
  if work == "create" then return ns, 0, result end
  collectgarbage()
  return ns, math.floor((collectgarbage("count") - before) * 1024), result
end

local crowd

-- crowded has the crowd, which the first request makes, play turns, and answers where all agents are together.
local function crowded(turns)
  if not crowd then
    crowd = {}
    for i = 1, 2000 do
      local agent = newAgent(1)
      agent.thread = coroutine.create(compile("crowd", agent.globals))
      agent.action, agent.n = resume(agent.thread)
      crowd[i] = agent
    end
  end
  local ns = timed(function()
    for _ = 1, turns do
      for i = 1, #crowd do
        local agent = crowd[i]
        agent.action, agent.n = resume(agent.thread, finish(agent.yard, agent.action, agent.n))
      end
    end
  end)
  local sum = 0
  for _, agent in ipairs(crowd) do sum = sum + agent.yard.at end
  return ns, 0, sum
end

local function answer(line)
  local name, count = line:match("^(%a+) (%d+)$")
  if not name then error("no request: " .. line, 0) end
  count = math.tointeger(count)
  if name == "collect" then
    collectgarbage()
    return 0, 0, 0
  elseif name == "create" or name == "idle" or name == "blocked" then
    return agents(name, count)
  elseif name == "crowd" then
    return crowded(count)
  end
  return script(name, count)
end

for line in io.lines() do
  local ok, ns, bytes, result = pcall(answer, line)
  if ok then
    io.write(string.format("ok %d %d %.0f\n", ns, bytes, result))
  else
    io.write("error ", (tostring(ns):gsub("\n", " ")), "\n")
  end
  io.flush()
end
