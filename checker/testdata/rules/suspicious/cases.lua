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
--- a verb that is not called in a condition
if dig then drop(1) end -- want `warning: dig is the verb itself, always true; call it: dig\(1\)`
while not dig do wait(1) end -- want `dig is the verb itself, always true; call it: dig\(1\)`
while me.gold < 3 and dig do wait(1) end -- want "dig is the verb itself"
repeat wait(1) until (not go) -- want `call it: go\(place\)`
--- a verb that is not called in an elseif, and behind a not
if me.gold > 3 then stop() elseif drop then stop() end -- want `call it: drop\(1\)`
if not dig then stop() end -- want "dig is the verb itself, always true"
--- a verb that is called before its condition
while true do
  dig(1)
  if not dig then break end -- want "dig is the verb itself, always true"
end
--- a word that is not called in a condition
while now do dig(1) end -- want `now is the word itself, always true; call it: now\(\)`
--- a verb that is not called in an expression
print("cost " .. price, scan + 1, -price, dig == true) -- want "price is the verb itself, not what it gives" "scan is" "price is" "dig is"
--- a word that is not called in an expression
say("at " .. now) say(now) alert(scan) -- want `now is the word itself, not what it gives; call it: now\(\)` "now is" "scan is"
for i = 1, price do dig(i) end -- want "price is the verb itself, not what it gives"
--- the results of a verb that is not called
local ok, why = dig -- want "dig is the verb itself, not what it gives"
if not ok then stop(why) end
ok = drop -- want "drop is the verb itself"
ok, why = drop -- want "drop is the verb itself"
print(ok, why)
--- a text and a plus
print("gold: " + me.gold) -- want `error: "gold: " is no number, and \+ takes numbers only; use .. to join: "gold: " .. me.gold`
say("I have " + me.gold + " gold") -- want `use .. to join: "I have " .. me.gold .. " gold"`
say(me.gold + 1 + " gold") -- want `" gold" is no number, and \+ takes numbers only; use .. to join: me.gold \+ 1 .. " gold"`
say("gold: " .. me.gold + " g") -- want `use .. to join: me.gold .. " g"`
say(me.name + " has " + me.gold) -- want `use .. to join: me.name .. " has " .. me.gold`
local text = "" + me.gold -- want `error: "" is no number`
print(text)
--- joined texts and a plus
print(("a: " .. me.gold) + 1, 1 + (me.gold .. "b: " .. me.hp)) -- want `error: a text made with .. is no number, and \+ takes` "made with"
--- a text and a plus whose rest is not known
local function tell(n) print("gold: " + n) end -- want `error: "gold: " is no number`
tell(3)
--- a text and a plus in a long expression
print("x: " + me.gold + 1111111111111111 + 1111111111111111111111 + 111111111111111111111111111 + 11111111111111111) -- want "use .. to join texts"
--- a text and another sign
print("-" * 20, "%d gold" % me.gold, "x" - 1, 3 / "x", 7 % "y", "z" ^ 2 + 1) -- want `write string.rep\("-", 20\)` `write string.format\("%d gold", me.gold\)` "tonumber\(text\) makes" "and / takes" "tonumber" "tonumber"
--- a text and a plus that fails on purpose
print(pcall(function() return "a" + 1 end)) -- want `warning: "a" is no number`
--- a boolean joined
print("tired: " .. me.tired) -- want `error: a boolean cannot be joined to a text; write tostring\(me.tired\)`
local found = false
for _, thing in ipairs(scan()) do if thing.name == "ore" then found = true end end
say("found: " .. found .. "!") -- want `write tostring\(found\)`
say((me.gold > 3) .. " it is") -- want `write tostring\(me.gold > 3\)`
--- a table joined
print("at " .. me.pos) -- want `error: a table cannot be joined to a text; join what is in it, or hand it to print: print\(me.pos\)`
print("I am " .. me, "kept: " .. mem) -- want "a table cannot be joined to a text" "hand it to print: print\(mem\)"
--- nil joined
local nothing
print("x" .. nothing, nil .. "x") -- want "error: nil cannot be joined to a text; give it a value first" "nil cannot be joined"
--- a handler that takes its event for a table
on("heard", function(e) print(e.who, e.text) end) -- want `warning: heard gives its handler who and text, not a table; write function\(who, text\)`
local function heard(event) -- the first place is told
  if event.text == "stop" then -- want `heard gives its handler who and text, not a table`
    print(event.who)
  end
end
on("heard", heard)
on("hurt", function(e) print(e.amount) end) -- want `hurt gives its handler amount, not a table; write function\(amount\)`
on("resumed", function(e) print(e.world) end) -- want `resumed gives its handler no arguments, not a table; write function\(\)`
--- a handler that is a global function
function heard(who) print(who.name) end -- want "heard gives its handler who and text"
on("heard", heard)
--- a verb called before pcall
pcall(dig(1)) -- want `dig is called before pcall, which gets only what it gave; write pcall\(dig, 1\)`
--- a verb called before xpcall
print(xpcall(go("home"), print)) -- want `write xpcall\(go, handler, "home"\)`
--- a word called before pcall
local ok = pcall(wait(3)) -- want `wait is called before pcall`
print(ok)
