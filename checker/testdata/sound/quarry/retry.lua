-- 80 ticks, done: retry helpers that take verbs as values, with a growing pause and a last word

local function backoff(first, most)
  local pause = first
  return function()
    local now_pause = pause
    pause = math.min(pause * 2, most)
    return now_pause
  end
end

local function retry(times, verb, ...)
  local next_pause = backoff(1, 8)
  local ok, why, n
  for attempt = 1, times do
    ok, why, n = verb(...)
    if ok then
      return true, attempt, n
    elseif why == "hard" or why == "unknown" then
      return false, why
    end
    wait(next_pause())
  end
  return false, why or "gave up"
end

-- try_all goes through alternatives until one works
local function try_all(...)
  local tried = {}
  for i = 1, select("#", ...) do
    local option = select(i, ...)
    local ok, why = option()
    if ok then
      return i, tried
    end
    tried[#tried + 1] = tostring(why)
  end
  return nil, tried
end

print(retry(2, dig, "down"))
print(retry(2, down))
print(retry(3, forward, 2))

local which, tried = try_all(
  function() return forward() end,
  function() return dig("front") end,
  function() return up() end
)
print("option", which, table.concat(tried, " "))

local fine, err = pcall(retry, 1, nil)
print(fine, (tostring(err):gsub("^.-:%d+: ", "")))
