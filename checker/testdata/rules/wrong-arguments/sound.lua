--- what may be left out
dig() drop() scan() print(scan())
dig(nil) turn(30) turn(30, nil) turn(-30.5, "slow")
--- all
dig "all" drop("all") dig(3) dig(3.0)
--- what is no literal is for the run
local n, place = me.gold, me.place
dig(n) dig(n * 2) dig(#mem) go(place) turn(n / 3) wait(n) shout(me.name) shout("a" .. n)
--- a call or ... at the end gives any number
local function both() return "bo", "ore" end
give(both()) give("bo", both())
local function hand(...) give(...) end
hand("bo", "ore")
--- a local that hides the verb
local function go(a, b, c) print(a, b, c) end
go(1, 2, 3)
--- a verb handed on
pcall(go) pcall(dig, 0)
local jump = go
jump("home")
--- a table's function of that name
local t = { go = function(...) print(...) end }
t.go() t:go(1, 2, 3)
--- the words
wait(0) wait(0.5) wait(me.gold) say("a" .. "b") alert(me.name) note("x") print() print(1, 2, 3)
must(dig(1)) must(true, "why")
--- stop with a reason [miners]
stop("done")
--- handlers
on("heard", nil) on("hurt", print) on("resumed", dig)
local function greet(who) print(who) end
on("heard", greet)
local event = "heard"
on(event, function() end)
--- a handler that a function of the script makes
local function maker() return function() end end
on("heard", maker())
--- a handler that a saved script gives
on("heard", run("farm"))
--- must with the results of a call, in every form
local ok, why = dig(1)
must(ok, why) must(me.gold > 3, "poor") must(ok and me.gold > 3, "poor") must(true) must(me.target, "none")
must(drop("all"))
must(nil, "why")
--- a must of the script's own
local function must(verb, ...) return verb(...) end
must(dig, 3) must("dig")
