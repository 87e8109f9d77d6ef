--- what is called has functions near, not what is called like it elsewhere
move("north") -- want "unknown word 'move'; use go\(place\)"
--- a function of the library that games have too [miners]
move("north") remove("x") match("x") -- want "'move'; the verbs are dig and drop" "'remove'; the verbs" "'match'; the verbs"
--- a clear function of the library
local t = {}
insert(t, 1) -- want "write table.insert"
print(format("%d", 3), max(1, 2), random(), upper("a")) -- want "write string.format" "write math.max" "write math.random" "write string.upper"
print(concat(t)) -- want "write table.concat"
--- a clear function with what it does not take
insert("coin") format() floor("x") -- want "'insert'; the verbs" "'format'; the verbs" "'floor'; the verbs"
--- a clear function handed on, and a number of the library
local f = floor -- want "write math.floor"
print(f(pi), huge) -- want "write math.pi" "write math.huge"
--- what has a field is no function
local a = text.split(",") -- want "unknown word 'text'; give it a value first: local text = …"
print(a, tst:upper()) -- want "unknown word 'tst'; give it a value first: local tst = …"
--- what has a field is no number or function of the script
local goods, good = 3, function() end
print(goodz.x, goods, good) -- want "'goodz'; give it a value first"
--- what has a field is a table of the script, of the library, or me
local route = { "home" }
print(routes[1], strng.upper("a"), m.gold, Me.gold, frends[1], route) -- want "write route" "write string" "write me.gold" "write me.gold" "write me.friends"
--- what is written into is a table to make
inventory.gold = 3 -- want "unknown word 'inventory'; make the table first: local inventory = {}"
--- what is only read is no verb, word or function of the library
print(undefinedvar) -- want "unknown word 'undefinedvar'; give it a value first: local undefinedvar = …"
print(test, dogs, scam, typ, wat) -- want "'test'; give" "'dogs'; give" "'scam'; give" "'typ'; give" "'wat'; give"
if not digs then stop() end -- want "'digs'; give it a value first: local digs = …"
--- what is only read is no function of the script
local function total() return 3 end
print(totals + total()) -- want "'totals'; give it a value first"
--- what is only read is a local, a global or a field of me
local limit = 3
target = 4
print(limt + targt, me.gold > golds, limit, target) -- want "write limit" "write target" "write me.gold"
--- what is called is a function of the script and no number
local function haul() drop(1) end
local hauls = 3
haull(hauls) haul() -- want "write haul$"
--- what is called is no table and no field
local digs = { 1 }
names() tird() print(digs) -- want "'names'; the verbs" "'tird'; the verbs"
--- two letters make nothing near
if ok then dig(1) end -- want "unknown word 'ok'; give it a value first: local ok, why = dig\(1\)"
print(why, mp, an, me.mp) -- want "give it a value first: local ok, why = dig\(1\)" "'mp'; give it" "'an'; give it" "'me' has no field 'mp'; me has"
og("home") dg(1) -- want "write go" "write dig"
--- a verb handed on
pcall(digg, 1) -- want "write dig"
local step = scn -- want "write scan"
local steps = { dorp, step } -- want "write drop"
on("heard", shoot) print(steps) -- want "write shout"
--- a verb or function of the script handed to a function of the script
local function twice(f) f() f() end
local function helper() dig(1) end
twice(hepler) twice(digg) helper() -- want "write helper" "write dig"
--- a name without its quotes
go(home) -- want `unknown word 'home'; write go\("home"\)`
give(bo, ore, 3) -- want `write give\("bo", ore, 3\)` `write give\(bo, "ore", 3\)`
drop(all) -- want `unknown word 'all'; write drop\("all"\)`
shout(hello) say(hello) -- want `give it a value first: local hello = …; a text stands in quotes: "hello"` `a text stands in quotes: "hello"`
go(somewhere) -- want `give it a value first: local somewhere = …; a text stands in quotes: "somewhere"`
--- an event without its quotes
local function greet(who) say(who) end
on(heard, greet) -- want `unknown word 'heard'; write on\("heard", greet\)`
on(hurt, function() stop() end) -- want `write on\("hurt", function\(\) stop\(\) end\)`
--- an event with a handler of several lines
on(heard, function(who) -- want `write on\("heard", function\(who, text\) … end\)`
  say(who)
end)
--- a saved script without its quotes
forget(farm) -- want `error: unknown word 'farm'; write forget\("farm"\)`
--- a saved script called without its quotes
run(farm) -- want `error: unknown word 'farm'; write run\("farm"\)`
--- a saved script called without its quotes, among other calls
run("haul_all") run(farm) -- want `error: unknown word 'farm'; write run\("farm"\)`
--- no saved script of that name, and nothing that can set it
run(mining) -- want `error: unknown word 'mining'; give it a value first: local mining = …`
--- another saved script may set it
run("farm") run(mining) -- want `warning: unknown word 'mining', unless a script called with run sets it; give it a value first`
--- a saved script read
print(farm) -- want "'farm'; give it a value first"
--- words of other languages where they stand for something
while not done do dig(1) end -- want "'done'; give it a value first: local done = …"
print(count, state, log) -- want "'count'; give it" "'state'; give it" "'log'; give it"
console.log("x") log("x") done() -- want "write print" "write print" "write stop"
print(time, player, none, this.gold) -- want "'time'; give" "your own fields are in me" "write nil" "write me.gold"
print(memory.x, _ENV.x) -- want "mem is the table that is kept" "write _G"
--- synonyms are for calls
print(harvest, walk) -- want "'harvest'; give it a value first" "'walk'; give it a value first"
--- a name too long to repeat
print(aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeE) -- want "ddd…'; give it a value first$"
