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
    drop(left)
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
