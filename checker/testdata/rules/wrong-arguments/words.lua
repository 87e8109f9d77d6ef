--- too few for a word
wait() -- want `error: wait needs 1 argument; write wait\(seconds\)`
--- too many for a word
wait(1, 2) -- want "wait takes 1 argument, not 2"
--- pieces of a text
say("I have ", me.gold, " gold") -- want `say takes 1 argument, not 3; write say\(text\), with one text: say\(a .. b\)`
--- an argument for a word without any
print(now(1)) -- want "now takes no argument, not 1"
--- a text as seconds
wait("5") -- want `wait wants game seconds, 0 or more, not "5"`
--- seconds below zero
wait(-1) -- want "wait wants game seconds, 0 or more, not -1"
--- no name of a saved script
run(3) -- want "run wants the name of a saved script, not 3"
--- a misspelt event
on("herd", function(who) print(who) end) -- want `there is no event "herd"; write on\("heard", function\(who, text\) … end\)`
--- a made-up event
on("attacked", function() end) -- want `there is no event "attacked"; the events are heard, resumed, hurt and arrived`
--- no text as an event
on(3, print) -- want "on wants the name of an event, not 3"
--- a handler that is called at once
on("heard", say("hi")) -- want `this calls say at once; on wants a function; write on\("heard", function\(who, text\) … end\)`
--- a handler that is a verb called at once
on("hurt", go("home")) -- want "this calls go at once"
--- a handler that is a text
on("heard", "hello") -- want `on wants a function, not "hello"`
--- a handler that is missing
on("heard") -- want `on needs 2 arguments; write on\(event, fn\)`
--- mem called
mem("home") -- want "mem is a table, not a function; write mem.name"
--- must with a verb that is not called
must(dig) -- want `error: must takes the results of a call, not the verb dig itself; write must\(dig\(1\)\)`
must(dig, 3) must((go), "home") -- want `write must\(dig\(3\)\)` `write must\(go\("home"\)\)`
must(give, "bo", "ore", 2) must(scan) -- want `write must\(give\("bo", "ore", 2\)\)` `write must\(scan\(\)\)`
--- must with the name of a verb
must("dig", 1) must "drop" -- want `not "dig"; write must\(dig\(1\)\)` `not "drop"; write must\(drop\(1\)\)`
--- must with what always passes
must(function() return dig(1) end) -- want `not a function; write must\(dig\(1\)\)`
must("there is gold", "no gold") must({ dig(1) }) must(1) -- want `not "there is gold"` "not a table" "not 1"
--- must with a word that is not called
must(now) -- want `must takes the results of a call, not the word now itself; write must\(now\(\)\)`
--- seconds that are a word which is not called
wait(now) -- want `wait wants game seconds, 0 or more, not the word now itself; call it: now\(\)`
--- a handler that is the name of a function
local function greet(who) say(who) end
on("heard", "greet") greet("bo") -- want `on wants a function, not "greet"; write on\("heard", greet\)`
