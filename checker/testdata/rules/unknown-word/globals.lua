--- misspelt verb
digg(3) -- want "error: unknown word 'digg'; write dig"
--- swapped letters
dorp(1) -- want "unknown word 'dorp'; write drop"
--- misspelt word of the SDK
alrt("help") -- want "unknown word 'alrt'; write alert"
--- misspelt word of the library
for k, v in piars(mem) do print(k, v) end -- want "unknown word 'piars'; write pairs"
--- misspelt local of the script
local target_gold = 10
while me.gold < target_gld do dig(1) end -- want "unknown word 'target_gld'; write target_gold"
--- misspelt global of the script
target = 10
while me.gold < targt do dig(target) end -- want "unknown word 'targt'; write target"
--- capital letter
Dig(1) -- want "unknown word 'Dig'; write dig"
--- the game's own synonym
harvest(1) -- want `unknown word 'harvest'; use dig\(n=1\)`
--- the game's own synonym, in capitals
MINE(1) -- want `use dig\(n=1\)`
--- a common synonym of a verb that is there
walk("home") -- want `unknown word 'walk'; use go\(place\)`
--- a common synonym with an underscore
move_to("home") -- want `use go\(place\)`
--- a synonym of a verb that the game does not have [miners]
walk(1) -- want `unknown word 'walk'; the verbs are dig and drop`
--- a word of another host
sleep(5) -- want `unknown word 'sleep'; write wait\(seconds\)`
--- a word of another language
local n = len("abc") -- want `unknown word 'len'; write #t`
print(n)
--- a field of me without me
while gold < 10 do dig(1) end -- want `unknown word 'gold'; write me.gold`
--- a misspelt field of me without me [miners]
if golt > 3 then drop(1) end -- want `unknown word 'golt'; write me.gold`
--- a library function without its table
print(floor(2.5)) -- want `unknown word 'floor'; write math.floor`
--- an event called
hurt(3) -- want `it is an event: on\("hurt", function\(amount\) … end\)`
--- a saved script called
farm() -- want `it is a saved script: run\("farm"\)`
--- a made-up object in front of a field
print(player.gold) -- want `unknown word 'player'; write me.gold`
--- a made-up object in front of a verb
game.dig(1) -- want `unknown word 'game'; a verb stands alone: dig\(n=1\)`
--- a made-up object with a method
bot:dig(1) -- want `unknown word 'bot'; a verb stands alone: dig\(n=1\)`
--- a made-up object in front of a word
game.wait(1) -- want `a word stands alone: wait\(seconds\)`
--- a condition of made-up words
while not inventory_full do dig(1) end -- want "unknown word 'inventory_full'; give it a value first: local inventory_full = …"
--- each use is told
foo() bar() -- want "'foo'" "'bar'"
--- only compared with a text
if state_name == "idle" then dig(1) end -- want "unknown word 'state_name'"
--- a name of 41 characters
aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeE() -- want "unknown word 'aaaaaaaaaabbbbbbbbbbccccccccccddddddddd…'"
--- a local whose block ended
if me.gold > 3 then
  local spare = me.gold - 3
  print(spare)
end
drop(spare) -- want "unknown word 'spare'; the local spare of line 2 ends with its block: write `local spare` before that block"
--- a local that comes later
local function work() dig(share) end -- want "the local share comes later, in line 2: write `local share` before this"
local share = 3
work() print(share)
--- a local function that comes later
local function work() haul_home() end -- want "the local function haul_home comes later, in line 2: move it before this"
local function haul_home() drop("all") end
work() haul_home()
--- a local in its own value
local again = function(n) if n > 0 then again(n - 1) end end -- want "the local again is not there yet in its own value"
again(3)
--- a parameter outside of its function
local function work(amount) dig(amount) end
work(3) drop(amount) -- want "amount is a parameter of the function in line 1 alone"
--- in a script that calls saved ones it is a warning
run("farm")
unload_all() -- want "warning: unknown word 'unload_all', unless a script called with run sets it"
--- beside a statement that means nothing the rest is read
digg(1) -- want "unknown word 'digg'"
go("home")
--- a misspelt local function
local function helper() dig(1) end
hepler() -- want "unknown word 'hepler'; write helper"
--- a misspelt function
function helper() dig(1) end
hepler() -- want "unknown word 'hepler'; write helper"
--- in a metamethod and a default
local t = setmetatable({}, { __index = function(_, k) return fallbak[k] end }) -- want "unknown word 'fallbak'"
print(t.x)
--- a word of the library's older kind
print(gcinfo()) -- want "unknown word 'gcinfo'"
--- as a method's object
inventory:sort() -- want "unknown word 'inventory'"
--- as an argument
print(goldd) -- want "unknown word 'goldd'; write me.gold"
--- indexed, and the table has no such field
print(worlds.gold) -- want "unknown word 'worlds'; write me.gold"
