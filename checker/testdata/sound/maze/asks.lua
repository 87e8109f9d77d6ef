-- 30 ticks, done: looks only: what is where, and what was never seen

local what = {}
for _, sq in ipairs(sight()) do
  what[sq.what] = (what[sq.what] or 0) + 1
end
local kinds = {}
for kind, n in pairs(what) do kinds[#kinds + 1] = kind .. " " .. n end
table.sort(kinds)
print(table.concat(kinds, ", "))

local unseen = 0
for y = 0, 8 do
  local row = {}
  for x = 0, 12 do
    local sq = square(x, y)
    if not sq then
      unseen = unseen + 1
      row[#row + 1] = "?"
    else
      row[#row + 1] = sq.what == "wall" and "#" or sq.what:sub(1, 1)
    end
  end
  print(table.concat(row))
end
print("unseen", unseen, "exits", table.concat(exits(), " "))
