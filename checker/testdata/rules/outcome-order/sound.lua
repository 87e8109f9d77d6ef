--- the third result
local ok, why, n = dig(3)
if ok then print(n + 1, why) end
--- the first as a truth
local ok = dig(3)
if ok and me.gold > 3 then drop(1) end
while dig(1) do print("x") end
if dig(1) == true then print("x") end
--- a sense answers a value
local cost = price("ore")
print(cost + 1, price("wood") * 2)
--- set to something else too
local n = dig(3)
n = me.gold
print(n + 1)
--- through select
local n = select(3, dig(3))
print(n + 1)
--- through pcall
local fine, n = pcall(dig, 3)
print(fine, n)
--- the word joined to a text
local ok, why = drop(1)
if not ok then say("refused: " .. why) end
--- in a table
local outcome = { dig(3) }
print(outcome[3] + 1)
--- handed to a function
local function report(ok, why, n) print(ok, why, n + 1) end
report(dig(3))
--- a method of the refusal word
local ok, why = drop(1)
if not ok then say(why:upper()) end
--- fields of what a sense answers
local spot = find("home")
if spot then print(spot.x) end
--- a table made of the results
local function try(ok, why, n) return { ok = ok, why = why, n = n } end
local result = try(dig(1))
print(result.ok, result.why)
--- set to a table too
local result = dig(1)
result = { ok = result }
print(result.ok)
