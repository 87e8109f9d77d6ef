--- a constant
local limit <const> = 3
limit = 4 -- want "error: "
print(limit)
--- in a function
local limit <const> = 3
local function raise() limit = limit + 1 end -- want "error: "
raise()
