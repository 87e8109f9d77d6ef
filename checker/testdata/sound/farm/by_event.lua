-- 200 ticks, running: sows four plots, then waits for the news that something is ripe

local ripe = {}
on("ripe", function(name) ripe[#ripe + 1] = name end)
on("rain", function() print("rain: no watering today") end)

local function sow_at(name, crop)
  local ok, why = walk(name)
  if ok then ok, why = till() end
  if ok then ok, why = sow(crop) end
  if ok then ok, why = pour() end
  if not ok then print(name, crop, why) end
  return ok
end

must(fetch("wheat_seed", 3))
must(fetch("bean_seed", 1))
sow_at("p1", "wheat")
sow_at("p2", "wheat")
sow_at("p3", "wheat")
sow_at("p4", "bean")

while true do
  local name = table.remove(ripe, 1)
  if not name then
    wait(4)
  elseif me.energy < 4 then
    ripe[#ripe + 1] = name
    wait(16)
  else
    local p = plot(name)
    local crop = p and p.crop
    if walk(name) then
      local ok, why, n = reap()
      print(name, ok and n or why)
      if ok and crop then
        local sown, refused = sow(crop)
        if not sown then print("not sown again", refused) end
        pour()
      end
    end
  end
end
