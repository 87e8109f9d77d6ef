-- 60 ticks, done: puts what is carried into the chest by rules, and says what is over and what is short

local rules = {
  { match = "^coal$", keep = 2 },
  { match = "^torch$", keep = 4 },
  { match = "^i", keep = 0 },
  { match = ".", keep = 0 },
}

local function rule_for(name)
  for _, rule in ipairs(rules) do
    if name:match(rule.match) then
      return rule
    end
  end
end

local function sort_out()
  local moved = {}
  for name, n in pairs(me.pack) do
    local rule = rule_for(name)
    local over = n - rule.keep
    if over > 0 then
      local ok, why, done = unload(name, over)
      moved[name] = ok and done or why
    elseif over < 0 then
      local ok, why, done = fetch(name, -over)
      moved[name] = ok and -done or why
    end
  end
  return moved
end

fetch("coal", 5)
fetch("torch", 2)
dig("down")

for name, what in pairs(sort_out()) do
  if type(what) == "number" then
    print(name, what > 0 and "stored" or "taken", math.abs(what))
  else
    print(name, "refused", what)
  end
end

local box = peek()
if box then
  local names = {}
  for name in pairs(box.items) do names[#names + 1] = name end
  table.sort(names, function(a, b) return box.items[a] > box.items[b] end)
  print(box.kinds, "kinds, most of", names[1])
end
