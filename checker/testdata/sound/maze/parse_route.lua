-- 80 ticks, done: routes written as text, "2e s 3(e w)", parsed by hand and walked, with their inverse

local letters = { n = "north", e = "east", s = "south", w = "west" }
local inverse = { n = "s", s = "n", e = "w", w = "e" }

local function parse(text)
  local at = 1
  local function group(closing)
    local steps = {}
    while at <= #text do
      local count = text:match("^%d+", at)
      if count then at = at + #count end
      local n = tonumber(count) or 1
      local c = text:sub(at, at)
      at = at + 1
      if c == "(" then
        local inner = group(")")
        for _ = 1, n do
          table.move(inner, 1, #inner, #steps + 1, steps)
        end
      elseif c == ")" then
        if closing ~= ")" then error("a bracket too many at " .. at - 1, 0) end
        return steps
      elseif letters[c] then
        for _ = 1, n do steps[#steps + 1] = c end
      elseif not c:find("^%s*$") then
        error(("%q at %d is no side"):format(c, at - 1), 0)
      end
    end
    if closing then error("a bracket is open", 0) end
    return steps
  end
  return group()
end

local function back(steps)
  local out = {}
  for i = #steps, 1, -1 do out[#out + 1] = inverse[steps[i]] end
  return out
end

local function walk(steps)
  for i, c in ipairs(steps) do
    local ok, why = move(letters[c])
    if not ok then return i - 1, why end
  end
  return #steps
end

for _, text in ipairs({ "2e", "2s 2(e w)", "e", "3x", "(e" }) do
  local ok, steps = pcall(parse, text)
  if ok then
    local n, why = walk(steps)
    print(text, n, why or "all", me.x, me.y)
    local way_back = table.move(back(steps), #steps - n + 1, #steps, 1, {})
    walk(way_back)
  else
    print(text, steps)
  end
end
print("home", me.x == 1 and me.y == 1)
