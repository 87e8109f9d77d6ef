--- in one function alone
local function haul()
  load = me.gold -- want "warning: 'load' is a global that only this function uses; write local load"
  drop(load)
end
haul()
--- in a loop of one function
local function haul()
  while me.gold > 3 do
    left = me.gold -- want "'left' is a global that only this function uses"
    if not drop(left) then break end
  end
end
haul()
--- a misspelt write
local count = 0
cuont = count + 1 -- want "'cuont' is set and never read"
print(count)
--- a function that is never called
function main() dig(1) end -- want "the function 'main' is never called; call it: main\(\)"
--- set in a handler alone
on("heard", function(who) last = who print(last) end) -- want "'last' is a global that only this function uses"
--- in a named function
function visit()
  there = me.place -- want "'there' is a global that only this function uses"
  print(there)
end
visit()
--- a function that is never called, in a script that does something
function unload() drop("all") end -- want "the function 'unload' is never called"
dig(1)
--- main among other functions
function helper() dig(1) end
function main() helper() end -- want "the function 'main' is never called"
--- one of several results that nothing reads
ok, why = dig(1) -- want "'why' is set and never read; write local ok, why = dig\(1\)"
if not ok then stop() end
--- one of several results, of which another is used elsewhere
local function work()
  ok, why = dig(1) -- want "'why' is set and never read; write local ok, why before"
end
work() print(ok)
--- one of several results whose others are no plain globals
local n
ok, n = dig(1) -- want "'ok' is set and never read; declare it with local before"
print(n)
--- one of several targets with fields
mem.ok, why = dig(1) -- want "'why' is set and never read; leave out what nothing reads"
--- several results in one function
local function work()
  ok, why = dig(1) -- want "'ok' is a global that only this function uses; write local ok, why = dig\(1\)"
  if not ok then print(why) end
end
work()
--- a handler that nothing is told of
function heard(who, text) say("hi " .. who .. text) end -- want `nothing calls the function 'heard'; a handler is given to on; write on\("heard", heard\)`
dig(1)
--- handlers under names of every form
function on_heard(who) say(who) end -- want `write on\("heard", on_heard\)`
function onHurt(amount) print(amount) end -- want `write on\("hurt", onHurt\)`
arrived_handler = function(place) print(place) end -- want `write on\("arrived", arrived_handler\)`
function handle_resumed() print("again") end -- want `write on\("resumed", handle_resumed\)`
