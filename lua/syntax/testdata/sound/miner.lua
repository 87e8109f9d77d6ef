-- Digs until the pack is full, sells, and comes back. Talks to others when they greet.
local PACK <const>, REST <const> = 10, 2
local trips, best = 0, nil

--[[ What the mine
     gave so far, by ore. ]]
local found = {gold = 0, iron = 0; ["coal dust"] = 0}

on("heard", function(who, text)
  if text:lower():find("hello", 1, true) then
    say(("hello %s, I have made %d trips"):format(who, trips))
  elseif who ~= me.name and #text > 3 then note(who .. ": " .. text) end
end)

local function sell(ore)
  local ok, why, n = walk("market")
  if not ok then
    return false, why
  end
  ok, why, n = drop(ore, "all")
  return ok, why, n or 0
end

while true do
  for _, ore in ipairs {"gold", "iron"} do
    local seen = look(ore)
    if not seen then goto continue end
    if best == nil or seen.amount > best.amount then best = seen end
    for i = PACK, 1, -1 do
      local ok, why = dig(ore, i)
      if ok then found[ore] = found[ore] + i break end
      if why == "tired" then wait(REST) end
    end
    ::continue::
  end
  if me.load >= PACK // 2 then
    local ok, why = sell(best and best.name or "gold")
    if not ok then alert("cannot sell: " .. why) return false, why end
    trips = trips + 1
  end
  repeat
    local tired = me.tired > 3
    if tired then wait(1) end
  until not tired
  mem.found, mem.trips = found, trips
end
