-- 200 ticks, done: goes as deep as it can and comes back along its own trail

local opposite = { north = "south", south = "north", east = "west", west = "east" }
local delta = { north = { 0, -1 }, south = { 0, 1 }, east = { 1, 0 }, west = { -1, 0 } }

local seen = {}
local function key(x, y) return x + 100 * y end

local deepest = 0

local function visit(depth)
  seen[key(me.x, me.y)] = true
  if depth > deepest then deepest = depth end
  take()
  for _, side in ipairs(exits()) do
    local d = delta[side]
    if not seen[key(me.x + d[1], me.y + d[2])] and me.moved < 90 then
      if move(side) then
        visit(depth + 1)
        local ok, why = move(opposite[side])
        if not ok then error("the way back is gone: " .. why) end
      end
    end
  end
end

local ok, err = pcall(visit, 1)
if not ok then
  alert(err)
end

local n = 0
for _ in pairs(seen) do n = n + 1 end
print("seen", n, "deepest", deepest, "moved", me.moved, "gold", me.gold, "back", me.x == 1 and me.y == 1)
