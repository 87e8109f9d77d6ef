--- a refusal word that the verb never gives
local ok, why = drop(1)
if why == "shrot" then dig(1) end -- want `error: drop never gives "shrot"; write "short"`
print(ok)
--- the word of another verb
local ok, why = drop(1)
if not ok and why == "blocked" then dig(1) end -- want `drop never gives "blocked"; drop gives "short", "cancelled", "interrupted" or "unknown"`
--- unequal
local ok, why = drop(1)
if why ~= "shrt" then print(ok) end -- want `drop never gives "shrt"; write "short"`
--- the word on the left
local ok, why = drop(1)
if "shrt" == why then print(ok) end -- want `drop never gives "shrt"`
--- of two verbs
local ok, why
if me.gold > 3 then ok, why = drop(1) else ok, why = dig(1) end
if why == "ful" then print(ok) end -- want `drop or dig never gives "ful"; write "full"`
--- in parentheses
local _, why = go("home")
if (why) == ("bloked") then dig(1) end -- want `go never gives "bloked"`
--- in a global
ok, why = drop(1)
if why == "shrot" then print(ok) end -- want `drop never gives "shrot"`
