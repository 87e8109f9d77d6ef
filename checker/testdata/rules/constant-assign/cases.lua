--- a constant
local limit <const> = 3
limit = 4 -- want "error: "
print(limit)
--- in a function
local limit <const> = 3
local function raise() limit = limit + 1 end -- want "error: "
raise()
--- one of several targets
local limit <const> = 3
local n
n, limit = 4, 5 -- want "error: "
print(n, limit)
--- in a loop
local limit <const> = 3
for i = 1, 3 do limit = i end -- want "error: "
print(limit)
--- a constant function
local work <const> = function() dig(1) end
function work() drop(1) end -- want "error: "
work()
--- one of several constants
local low <const>, high <const> = 1, 3
high = 4 -- want "error: "
print(low, high)
