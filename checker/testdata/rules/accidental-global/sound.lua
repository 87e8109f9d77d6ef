--- kept from one call to the next
local function step()
  turn_count = (turn_count or 0) + 1
  print(turn_count)
end
step() step()
--- set at the top
total = 0
local function add(n) total = total + n end
add(3) print(total)
--- set in one function, read in another
local function setup() home = "mine" end
local function use() go(home) end
setup() use()
--- read in a handler
on("heard", function(who) last = who end)
wait(5) print(last)
--- set only sometimes
local function note_it(x)
  if x then seen = x end
  print(seen)
end
note_it(1) note_it()
--- read in the loop before it is set
local function rounds()
  for i = 1, 3 do
    print(before)
    before = i
  end
end
rounds()
--- functions of the script that are called
function work() dig(1) end
work()
--- saved scripts may use it
run("farm")
setting = 3
--- _G may be read anywhere
x = 1
for k, v in pairs(_G) do print(k, v) end
local name = "x"
print(_G[name])
--- set twice and never read is for a saved script or a debugger
state = 1
state = 2
--- a script that is there for its functions
limit = 20
function go_home() go("home") end
function go_work() go("mine") end
--- several functions for another script, and one call
function go_home() go("home") end
function go_work() go("mine") end
print("loaded")
--- handlers that are told of
function heard(who, text) say(who .. text) end
on("heard", heard)
function on_hurt() stop() end
on("hurt", on_hurt)
--- functions that only have such a name in theirs
function overheard(who) print(who) end
function hurt_count() return 3 end
