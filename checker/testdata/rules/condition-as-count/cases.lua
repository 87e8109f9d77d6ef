--- a comparison
dig(me.gold < 10) -- want `error: dig wants a count for n, not a condition; while me.gold < 10 do if not dig\(1\) then break end end`
--- in parentheses
dig((me.gold < 10)) -- want "while me.gold < 10 do if not dig"
--- not
dig(not me.tired) -- want `while not me.tired do if not dig\(1\) then break end end`
--- and
drop(me.gold > 3 and me.hp < 5) -- want "while me.gold > 3 and me.hp < 5 do"
--- or
drop(me.gold > 3 or me.tired == true) -- want "while me.gold > 3 or me.tired == true do"
--- true
dig(true) -- want `dig wants a count for n, not true or false; dig\(n=1\): n is a whole number`
--- a function
dig(function() return me.gold < 10 end) -- want "dig wants a count for n, not a function; while me.gold < 10 do"
--- a longer function
dig(function() local n = me.gold return n < 10 end) -- want `not a function; dig\(n=1\)`
--- at a later place
give("bo", "ore", me.gold > 3) -- want `give wants a count for n, not a condition; while me.gold > 3 do if not give\(.bo., .ore., 1\) then break end end`
--- a condition as seconds
wait(me.hp > 5) -- want `wait wants a number of seconds, not a condition; while not \(me.hp > 5\) do wait\(1\) end`
--- a condition over two lines
dig(me.gold < 10 -- want "while CONDITION do if not dig"
  and not me.tired)
--- true as seconds
wait(true) -- want `wait wants a number of seconds, not true or false; write wait\(seconds\)`
--- a function as seconds
wait(function() return me.hp > 5 end) -- want `not a function; while not \(me.hp > 5\) do wait\(1\) end`
--- a long condition as seconds
wait(me.name == "0123456789012345678901234567890123456789012345678901234567890123456789012345678901") -- want "while not \(CONDITION\) do wait"
