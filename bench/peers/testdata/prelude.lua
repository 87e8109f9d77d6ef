-- What every agent's script finds besides the host's functions: a hundred lines of helpers, as a game's prelude has them.
limits = {low = 0, high = 100, hurt = 5, full = 40, near = 3}
kinds = {"rock", "sand", "clay"}
values = {rock = 1, sand = 2, clay = 4}

function clamp(x, low, high)
  if x < low then return low end
  if x > high then return high end
  return x
end

function sign(x)
  if x > 0 then return 1 elseif x < 0 then return -1 end
  return 0
end

function round(x) return math.floor(x + 0.5) end

function total(list)
  local sum = 0
  for i = 1, #list do sum = sum + list[i] end
  return sum
end

function each(list, fn)
  local out = {}
  for i = 1, #list do out[i] = fn(list[i], i) end
  return out
end

function keep(list, fn)
  local out = {}
  for i = 1, #list do
    if fn(list[i]) then out[#out + 1] = list[i] end
  end
  return out
end

function best(list, score)
  local found, most = nil, nil
  for i = 1, #list do
    local worth = score(list[i])
    if most == nil or worth > most then found, most = list[i], worth end
  end
  return found, most
end

function has(list, value)
  for i = 1, #list do
    if list[i] == value then return true end
  end
  return false
end

function count(map)
  local n = 0
  for _ in pairs(map) do n = n + 1 end
  return n
end

function copy(map)
  local out = {}
  for key, value in pairs(map) do out[key] = value end
  return out
end

function starts(text, with) return string.sub(text, 1, #with) == with end

function padded(text, width)
  if #text >= width then return text end
  return text .. string.rep(" ", width - #text)
end

function words(text)
  local out = {}
  for word in string.gmatch(text, "%a+") do out[#out + 1] = word end
  return out
end

function worth(kind, gold) return (values[kind] or 0) * gold end

function hurt() return health() < limits.hurt end

function full() return room() < limits.near end

function danger_near() return danger() > 6 end

function place() return ground() .. ":" .. depth() end

function recover(n)
  local ok, why, got = rest(n)
  if not ok then return 0, why end
  return got
end

function empty()
  local carried = gold()
  if carried == 0 then return 0 end
  local ok, why, n = drop(carried)
  if not ok then return 0, why end
  return n
end
