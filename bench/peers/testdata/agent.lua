-- What an agent does: each turn it looks around, weighs what it sees, keeps notes, and plays one verb.
local seen, notes, score = {}, {}, 0

local function worthOf(thing, i)
  if thing.kind == "rock" then return -1 end
  return worth(thing.kind, thing.gold) * price(i) - thing.far * weight(i)
end

local function choose()
  local found, most = nil, 0
  for i, thing in ipairs(around(5)) do
    local value = worthOf(thing, i)
    if value > most then found, most = thing, value end
  end
  return found, most
end

local function act(goal)
  if hurt() then return "rest", rest(12) end
  if full() then return "drop", drop(gold()) end
  if danger_near() then return "flee", step(2) end
  if goal and goal.far <= limits.near then return "dig", dig(clamp(goal.gold, 1, room())) end
  return "step", step(goal and goal.far or 1)
end

for turn = 1, turns() do
  local here = place()
  seen[here] = (seen[here] or 0) + 1
  local goal, value = choose()
  local what, ok, why, n = act(goal)
  if not ok then what = what .. "/" .. why end
  notes[#notes + 1] = string.format("%s at %s: %d", what, here, n)
  score = (score * 3 + value + n + #here) % 1000003
  if #notes == 10 then
    local ok, _, told = report(table.concat(notes, "; "))
    if ok then score = score + told + count(seen) end
    notes = {}
  end
end
return score
