--- added
local n = dig(3) -- want "warning: 'n' is the first result of dig, ok: true or false, but line 2 takes it for a number; write local ok, why, n = dig\(3\)"
local total = 1 + n
print(total)
--- compared with a number
local got = dig(3) -- want "line 2 takes it for a number"
if got > 2 then drop(1) end
--- equal to a number
local got = dig(3) -- want "line 2 takes it for a number"
if got == 3 then drop(1) end
--- as a count
local got = dig(3) -- want "line 2 takes it for a number"
drop(got)
--- as a bound
local got = dig(3) -- want "line 2 takes it for a number"
for i = 1, got do print(i) end
--- the second result
local ok, n = dig(3) -- want "'n' is the second result of dig, the refusal word, but line 2 takes it for a number"
print(ok, n + 1)
--- without a variable
print(dig(3) + 1) -- want "dig gives ok first, true or false, but this takes it for a number; write local ok, why, n = dig\(3\)"
--- compared without a variable
if dig(3) < 3 then print("x") end -- want "dig gives ok first"
--- joined to a text
local n = dig(3) -- want "but line 2 joins it to a text; write local ok, why, n = dig"
say("got " .. n)
--- compared with a refusal word
if drop(3) == "short" then dig(1) end -- want "drop gives ok first, true or false, but this compares it with a text"
--- in a global
got = dig(3) -- want "'got' is the first result of dig"
print(got * 2)
--- under the name ok
local ok = dig(3) -- want "write local ok, why, n = dig"
print(-ok)
--- as seconds
local got = dig(3) -- want "takes it for a number"
wait(got)
--- fields of the first result
local ok = dig(3) -- want "warning: 'ok' is the first result of dig, ok: true or false, but line 2 looks for a field of it; write local ok, why, n = dig\(3\)"
if not ok then print(ok.why, ok.n) end
--- fields of a table of results that is none
local result = drop(3) -- want "'result' is the first result of drop, ok: true or false, but line 2 looks for a field of it; write local ok, why, n = drop\(3\)"
if result.ok then dig(1) end
--- an element of it
local result = dig(3) -- want "looks for a field of it; write local ok, why, n = dig"
print(result[2])
--- a method of it
local result = dig(3) -- want "looks for a field of it"
print(result:why())
--- a field without a variable
if dig(3).ok then drop(1) end -- want "dig gives ok first, true or false, but this looks for a field of it; write local ok, why, n = dig\(3\)"
