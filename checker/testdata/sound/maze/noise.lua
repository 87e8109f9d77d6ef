-- 180 ticks, running: flees from noises: the handler sets a direction, the main part obeys it

local away
local away_from = { north = "south", south = "north", east = "west", west = "east" }

on("noise", function(far, side)
  if far <= 3 then
    away = away_from[side]
    print("noise", far, side)
  end
end)

local function run(side)
  local n = 0
  while n < 3 do
    local ok = move(side)
    if not ok then break end
    n = n + 1
  end
  return n
end

while true do
  if away then
    local side = away
    away = nil
    if run(side) == 0 then
      local open = exits()
      if #open > 0 then
        run(open[math.random(#open)])
      end
    end
  else
    wait(2)
  end
end
