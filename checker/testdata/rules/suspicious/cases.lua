--- not and ==
local state = me.place
if not state == "home" then dig(1) end -- want `warning: not binds tighter: this compares \(not …\) with something; write state ~= "home"`
--- not and <
if not me.gold < 3 then dig(1) end -- want "write me.gold >= 3"
--- a table literal
local t = scan()
if t == {} then dig(1) end -- want `a table made here equals no other, so this is always false; next\(t\) == nil asks whether a table is empty`
--- a table literal with something in it
local t = scan()
if t ~= { "ore" } then dig(1) end -- want "a table made here equals no other, so this is always true; compare what is in it"
--- a function literal
if dig == function() end then dig(1) end -- want "a function made here equals no other"
--- counting down without a step
for i = 10, 1 do dig(i) end -- want "this counts up from the larger number, so it does not run; write for i = 10, 1, -1 do"
--- from the length down
local t = scan()
for i = #t, 1 do print(t[i]) end -- want "write for i = #t, 1, -1 do"
--- counting up with a step down
for i = 1, 10, -1 do dig(i) end -- want "this counts down from the smaller number"
--- step 0
for i = 1, 10, 0 do dig(i) end -- want "a loop with step 0 never ends"
--- to itself
local n = 3
n = n -- want "this assigns something to itself"
print(n)
--- a field to itself
mem.home = mem.home -- want "this assigns something to itself"
--- the length of a number
print(#me.gold) -- want "# of a number: only texts and tables have a length"
--- a number and a text
if me.gold > "3" then dig(1) end -- want "a number and a text cannot be compared; write the number without quotes"
--- a number equal to a text
if me.gold == "3" then dig(1) end -- want "a number and a text are never equal, so this is always false"
--- a local number and a text
local n = 3
if n ~= "3" then dig(1) end -- want "so this is always true"
--- the number of an outcome
local ok, why, n = dig(3)
if ok and n == "3" then print(why) end -- want "a number and a text are never equal"
--- a choice with false in the middle
local next_step = me.tired and false or 3 -- want "this always gives what stands behind it; write if … then … else … end"
print(next_step)
--- a choice with nil in the middle
dig(me.tired and nil or 3) -- want "this always gives what stands behind it"
--- a computed number and a text
local a, b = 2, -me.gold
if a * b == "3" then dig(1) end -- want "never equal"
--- a text made here and a number
if "a" .. me.gold == 3 then dig(1) end -- want "never equal"
--- what the library gives
if math.floor(me.hp) == "3" then dig(1) end -- want "never equal"
if tostring(me.hp) == 3 then dig(1) end -- want "never equal"
if string.format("%d", 3) < 3 then dig(1) end -- want "cannot be compared"
--- what a sense gives
if price("ore") == "3" then dig(1) end -- want "never equal"
--- either of two numbers
local n = me.gold > 3 and 1 or 2
if n == "3" then dig(1) end -- want "never equal"
--- a loop variable
for i = 1, 3 do if i == "3" then dig(1) end end -- want "never equal"
--- a negation of a long expression
if not me.name == "0123456789012345678901234567890123456789012345678901234567890123456789012345678901" then dig(1) end -- want "write a ~= b"
--- from a long expression down
for i = #"0123456789012345678901234567890123456789012345678901234567890123456789012345678901", 1 do dig(i) end -- want "write for i = …, 1, -1 do"
