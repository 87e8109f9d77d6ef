--- too few
go() -- want `error: go needs 'place'; go\(place\): place is a place that you know`
--- too few of several
give("bo") -- want `give needs 'item'; give\(to: who, item, n=1\)`
--- a literal nil is left out
go(nil) -- want "go needs 'place'"
--- too many
dig(1, 2) -- want `dig takes at most 1 argument, not 2; dig\(n=1\): n is a whole number from 1 or "all", or left out`
--- too many with a call at the end
go("home", "mine", scan()) -- want "go takes 1 argument, not 2"
--- too many for a sense
print(scan("ore", 1)) -- want "scan takes at most 1 argument, not 2"
--- a fraction as a count
dig(0.5) -- want `dig wants a count for n, not 0.5`
--- zero as a count
dig(0) -- want "not 0;"
--- a negative count
dig(-1) -- want "not -1;"
--- a text as a count
dig("3") -- want `not "3"; leave the quotes out; dig\(n=1\)`
--- another word for all
drop("everything") -- want `drop wants a count for n, not "everything"`
--- a table as a count
dig { 3 } -- want "not a table"
--- a number as a name
go(3) -- want "go wants a place for place, not 3"
--- nil in the middle
give("bo", nil, 3) -- want "give wants an item for item, not nil"
--- a condition as a name
go(me.gold == 3) -- want "go wants a place for place, not a boolean"
--- a number as a text
shout(3) -- want "shout wants a text for text, not 3"
--- a function as a text
shout(function() end) -- want "shout wants a text for text, not a function"
--- a text as a number
turn("left") -- want `turn wants a number for angle, not "left"; turn\(angle: number, slowly\?: text\)`
--- a boolean as a number
turn(true) -- want "turn wants a number for angle, not a boolean"
--- in the middle of an expression
if dig(1, 1) and me.gold > 3 then drop(1) end -- want "dig takes at most 1 argument, not 2"
--- a verb that is not called as an argument
dig(price) -- want `dig wants a count for n, not the verb price itself; call it: price\(item\)`
go(scan) shout(now) -- want `go wants a place for place, not the verb scan itself; call it: scan\(\)` `not the word now itself; call it: now\(\)`
