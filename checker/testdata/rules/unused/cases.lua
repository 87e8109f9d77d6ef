--- a value
local target = 10 -- want "warning: the local 'target' is never read; use it, or leave it out"
dig(1)
--- a function
local function haul() drop("all") end -- want "the function 'haul' is never called; call it, or leave it out"
dig(1)
--- a function value
local haul = function() drop("all") end -- want "the function 'haul' is never called"
dig(1)
--- a function that only calls itself
local function again(n) if n > 0 then again(n - 1) end end -- want "the function 'again' is never called"
--- only written
local last -- want "the local 'last' is never read"
for i = 1, 3 do last = i end
--- what a sense answers
local things = scan() -- want "the local 'things' is never read"
--- two together
local a, b = 1, 2 -- want "the local 'a' is never read"
--- hidden by another
local n = 3 -- want "the local 'n' is never read"
do local n = 4 print(n) end
--- a handler that nothing is told of
local function heard(who, text) say(who .. text) end -- want `warning: nothing calls the function 'heard'; a handler is given to on; write on\("heard", heard\)`
local on_hurt = function() stop() end -- want `write on\("hurt", on_hurt\)`
--- a function that calls itself for ever
local function again() again() end -- want "the function 'again' is never called"
--- a table that is only filled
local log = {} -- want "filled and never read"
log.a = 1
