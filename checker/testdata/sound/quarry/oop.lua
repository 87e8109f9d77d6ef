-- 120 ticks, done: classes with inheritance, class methods, getters by __index, and a chain of calls

local Base = {}
Base.__index = Base

function Base.extend(parent, fields)
  local class = fields or {}
  class.__index = class
  class.super = parent
  setmetatable(class, {
    __index = parent,
    __call = function(c, ...) return c.new(c, ...) end,
  })
  return class
end

function Base.new(class, ...)
  local self = setmetatable({}, class)
  self:setup(...)
  return self
end

function Base:setup() end

function Base:isA(class)
  local c = getmetatable(self)
  while c do
    if rawequal(c, class) then return true end
    c = c.super
  end
  return false
end

local Tool = Base:extend({ wear = 0, limit = 8 })

function Tool:setup(name) self.name = name end

function Tool:use()
  self.wear = self.wear + 1
  return self.wear <= self.limit
end

local Pick = Tool:extend()

function Pick:setup(name, dir)
  Tool.setup(self, name)
  self.dir = dir
  self.got = {}
end

function Pick:strike()
  if not self:use() then
    return false, "worn"
  end
  local seen = inspect(self.dir)
  local ok, why = dig(self.dir)
  if ok and seen then
    self.got[#self.got + 1] = seen.name
  end
  return ok, why
end

local Robot = Base:extend()

function Robot:setup(...)
  self.tools = {}
  for _, tool in ipairs({ ... }) do self.tools[tool.name] = tool end
  self.steps = 0
end

-- each step gives the robot back, so that steps can stand in a row
function Robot:down(n)
  for _ = 1, n or 1 do
    local ok, why = self.tools.pick:strike()
    if not ok and why ~= "none" then
      self.stopped = why
      return self
    end
    if down() then self.steps = self.steps + 1 end
  end
  return self
end

function Robot:up()
  if self.steps > 0 then
    local ok, _, n = up(self.steps)
    self.steps = self.steps - n
    if not ok then self.stopped = "stuck" end
  end
  return self
end

function Robot:say(text)
  print(self.steps, text or self.stopped or "fine")
  return self
end

local robot = Robot(Pick("pick", "down"), Tool("lamp"))
robot:down(2):say():down(2):say("deep"):up():say()
print(robot:isA(Robot), robot.tools.pick:isA(Tool), robot.tools.lamp:isA(Pick), Pick.limit)
print(table.concat(robot.tools.pick.got, " "), rawget(robot.tools.lamp, "wear"), robot.tools.pick.wear)
