--- saved ones
run("farm") run "haul_all"
--- no literal
local which = me.gold > 3 and "farm" or "haul_all"
run(which)
--- dropping one that is not there
forget("fram")
--- handed on
pcall(run, "fram")
--- a local that hides the word
local function run(name) print(name) end
run("fram")
--- another function
print("fram")
