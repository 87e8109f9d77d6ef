-- 60 ticks, done: objects that stand for foes, with fields that ask the world when they are read

local Foe = {}

local fields = {
  hp = function(name) local f = look_for(name) return f and f.hp or 0 end,
  far = function(name) local f = look_for(name) return f and f.far or math.huge end,
  gone = function(name) return look_for(name) == nil end,
}

Foe.__index = function(self, key)
  local field = fields[key]
  if field then return field(rawget(self, "name")) end
  return Foe[key]
end

Foe.__newindex = function(_, key)
  error("a foe's " .. tostring(key) .. " cannot be set", 2)
end

Foe.__tostring = function(self) return self.name .. "[" .. self.hp .. "]" end

function Foe.of(name) return setmetatable({ name = name }, Foe) end

function Foe:strike()
  if self.far > 1 then
    local ok, why = approach(self.name)
    if not ok then return false, why end
  end
  return attack(self.name)
end

local names = {}
on("seen", function(name) names[#names + 1] = name end)

repeat wait(1) until #names > 0

local foe = Foe.of(names[1])
print(tostring(foe), foe.far)
local blows = 0
while not foe.gone and blows < 8 do
  local ok, why = foe:strike()
  blows = blows + 1
  if not ok then
    print(why)
    break
  end
end
print("gone", foe.gone, "after", blows)
local set, err = pcall(function() foe.hp = 3 end)
print(set, (err:gsub("^.-: ", "")))
