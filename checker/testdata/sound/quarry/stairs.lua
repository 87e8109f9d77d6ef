-- 120 ticks, done: stairs down, remembered as text so that a second run goes on below the first

local path = mem.stairs or ""

local function go(letter)
  local verbs = { f = forward, d = down, u = up, b = back }
  local digs = { f = "front", d = "down", u = "up" }
  local dir = digs[letter]
  if dir and inspect(dir) then
    local ok, why = dig(dir)
    if not ok then return false, why end
  end
  local ok, why = verbs[letter]()
  if ok then path = path .. letter end
  return ok, why
end

for i = 1, 4 do
  for letter in ("df"):gmatch(".") do
    local ok, why = go(letter)
    if not ok then
      print("stairs end at step", i, why)
      goto out
    end
  end
end
::out::

mem.stairs = path
local opposite = { f = "b", d = "u", u = "d", b = "f" }
for letter in path:reverse():gmatch(".") do
  if not go(opposite[letter]) then
    alert("the stairs are gone")
    break
  end
end
local counts = {}
path:gsub(".", function(c) counts[c] = (counts[c] or 0) + 1 end)
print(path, counts.d, counts.u)
