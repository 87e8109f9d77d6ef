-- 20 ticks, done: prints the tree of recipes with recursion, and asks what cannot be made

local function tree(item, n, depth, lines)
  lines = lines or {}
  depth = depth or 0
  lines[#lines + 1] = ("  "):rep(depth) .. n .. " " .. item
  local r = recipe(item)
  if r then
    local parts = {}
    for part in pairs(r.needs) do parts[#parts + 1] = part end
    table.sort(parts)
    for _, part in ipairs(parts) do
      tree(part, r.needs[part] * math.ceil(n / r.makes), depth + 1, lines)
    end
  end
  return lines
end

for _, line in ipairs(tree("bread", 6)) do print(line) end
for _, item in ipairs({ "wheat", "crate", "oak_seed" }) do
  print(item, recipe(item) and "is made" or "is not made")
end
