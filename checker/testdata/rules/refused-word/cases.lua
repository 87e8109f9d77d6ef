--- a library that is absent
math.randomseed(os.time()) -- want "error: 'os' is not for scripts; now\(\) tells the time"
--- a function that is absent
local f = loadstring("return 1") -- want "'loadstring' is not for scripts; write the code as a function"
print(f)
--- a field of a library
local s = string.dump(print) -- want "'string.dump' is not for scripts; keep the script's text"
print(s)
--- a word that the game refuses
teleport("home") -- want `'teleport' is not for scripts; walk there: go\(place\)`
--- handed on instead of called
pcall(require, "x") -- want "'require' is not for scripts"
--- in a condition without being used
while io do dig(1) end -- want "'io' is not for scripts"
--- a local of that name that comes later
local function work() dig(load) end -- want "'load' is not for scripts; the local load comes later, in line 2"
local load = 3
work() print(load)
--- each use is told
collectgarbage() debug.traceback() -- want "'collectgarbage'" "'debug'"
