-- Arithmetic and branches in nested loops.
local sum = 0
for i = 1, 120 do
  for j = 1, 120 do
    local x = (i * j) % 7
    if x > 3 then
      sum = sum + x * 2
    elseif x == 3 then
      sum = sum - 1
    else
      sum = sum + i - j
    end
  end
end
return sum
