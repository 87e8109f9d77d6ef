-- 200 ticks, done: digs dirt, then builds a wall of it; nested closures count bricks

local function counter(limit)
  local n = 0
  return function()
    if n >= limit then return nil end
    n = n + 1
    return n
  end
end

local function collect(n)
  for i in counter(n) do
    if not dig("down") then return i - 1 end
    if i < n then
      turn("right")
      local ok, why = forward()
      if not ok then
        print("blocked", why)
        return i
      end
    end
  end
  return n
end

local got = collect(4)
print("collected", got)

local function brick()
  local item = (me.pack.dirt or 0) > 0 and "dirt" or (me.pack.stone or 0) > 0 and "stone"
  if not item then return false, "nothing left" end
  return place(item)
end

local built = 0
for _ in counter(got) do
  local ok, why = brick()
  if ok then
    built = built + 1
  elseif why ~= "blocked" then
    print("no brick", why)
    break
  end
  if not up() then break end
end
if me.y > 0 then
  must(down(me.y))
end
print("built", built)
return built > 0, "wall", built
