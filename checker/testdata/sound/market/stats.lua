-- 40 ticks, done: means, medians, percentiles and a histogram of prices with vararg helpers

local function sorted(list, less)
  local copy = { table.unpack(list) }
  table.sort(copy, less)
  return copy
end

local function sum(...)
  local total = 0
  for _, v in ipairs({ ... }) do total = total + v end
  return total
end

local function mean(...)
  local n = select("#", ...)
  if n == 0 then return 0 end
  return sum(...) / n
end

local function percentile(list, p)
  local s = sorted(list)
  if #s == 0 then return nil end
  local rank = (#s - 1) * p + 1
  local low = math.floor(rank)
  local high = math.min(low + 1, #s)
  return s[low] + (s[high] - s[low]) * (rank - low)
end

local samples = {}
for _, good in ipairs(goods()) do
  local q = price(good)
  if q then
    samples[#samples + 1] = q.buy
    samples[#samples + 1] = q.sell
  end
end

local histogram = {}
for _, v in ipairs(samples) do
  local bin = v // 5
  histogram[bin] = (histogram[bin] or 0) + 1
end

print("n", #samples, "sum", sum(table.unpack(samples)), "mean", ("%.2f"):format(mean(table.unpack(samples))))
print("median", percentile(samples, 0.5), "high", percentile(samples, 0.9))
for bin = 0, 4 do
  print(("%2d-%2d %s"):format(bin * 5, bin * 5 + 4, ("*"):rep(histogram[bin] or 0)))
end
print(mean(), math.max(table.unpack(samples)), math.min(table.unpack(samples)))
