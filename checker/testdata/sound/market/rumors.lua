-- 200 ticks, done: sleeps in the inn and collects what is said, newest first, each once

local news = {}

local function remember(r)
  for i, old in ipairs(news) do
    if old.town == r.town and old.good == r.good then
      table.remove(news, i)
      break
    end
  end
  table.insert(news, 1, r)
  if #news > 4 then news[#news] = nil end
end

for _ = 1, 8 do
  local r = hear_say()
  if r then
    remember(r)
  end
  local ok, why = rest()
  if not ok then
    print("woken:", why)
  end
end

for i, r in ipairs(news) do
  print(i, r.town, r.good, r.price)
end
print(season(), "day", me.day, "news", #news)
