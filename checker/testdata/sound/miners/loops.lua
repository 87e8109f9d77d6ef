-- 160 ticks, done: loops that end, each in another way

-- by a bound that a field keeps
local job = { left = 3, log = {} }
while job.left > 0 do
  job.left = job.left - 1
  job.log[#job.log + 1] = job.left
end

-- by a list that is worked off
local list = { 1, 2, 3 }
while #list > 0 do table.remove(list) end

-- by a function that moves what it closes over
local function ticker(n)
  return function()
    n = n - 1
    return n >= 0
  end
end
local tick = ticker(4)
local ticks = 0
while tick() do ticks = ticks + 1 end

-- by halving and by doubling
local x, halvings = 1000, 0
while x > 1 do x, halvings = x // 2, halvings + 1 end
local y = 1
repeat y = y * 2 until y > 100

-- by a text that gets shorter
local text, words = "dig and drop and rest", 0
while true do
  local word, rest = text:match("^(%a+)%s*(.*)$")
  if not word then break end
  words = words + 1
  text = rest
end

-- by a chain that comes to its end
local chain
for i = 1, 5 do chain = { value = i, next = chain } end
local sum, node = 0, chain
while node do
  sum = sum + node.value
  node = node.next
end

-- by numbers that meet
local a, b = 48, 36
while b ~= 0 do a, b = b, a % b end

-- by a random draw, with a wait so that it may take as long as it likes
local draws = 0
while math.random() < 0.7 do
  draws = draws + 1
  wait(1)
end

-- by goto
local n = 0
::top::
n = n + 1
if n < 5 then goto top end

-- by the world
repeat
  local ok, why = dig(1)
  if not ok then
    print("no gold", why)
    break
  end
until me.gold >= 3

-- by an error that is caught outside
local rounds = 0
local ok = pcall(function()
  while true do
    rounds = rounds + 1
    if rounds > 6 then error("enough") end
  end
end)

-- by the first that is found
local function first(t, test)
  for i, v in ipairs(t) do
    if test(v) then return i end
  end
end
local function any_key(t)
  for k in pairs(t) do return k end
end

print(#job.log, #list, ticks, halvings, y, words, sum, a, n, rounds, ok)
print(first({ 5, 6, 7 }, function(v) return v > 5 end), any_key({ only = 1 }), draws >= 0)
