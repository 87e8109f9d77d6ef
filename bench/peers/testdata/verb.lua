-- A blocking verb and nothing else.
local sum = 0
for turn = 1, turns() do
  local ok, why, n = step(turn % 4)
  if ok then sum = sum + n end
end
return sum
