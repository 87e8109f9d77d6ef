-- List stores and reads: the primes up to 4,000.
local limit, found = 4000, 0
local crossed = {}
for i = 1, limit do crossed[i] = false end
for i = 2, limit do
  if not crossed[i] then
    found = found + i
    for j = i * i, limit, i do crossed[j] = true end
  end
end
return found
