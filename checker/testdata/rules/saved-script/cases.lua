--- a misspelt name
run("fram") -- want `error: no script is saved as "fram"; write run\("farm"\); saved: farm, haul_all`
--- a name that is nothing near
run("mining") -- want `no script is saved as "mining"; saved: farm, haul_all`
--- nothing is saved [miners]
run("farm") -- want `no script is saved as "farm"; nothing is saved; the run tool's name saves a script`
--- in a function
local function work() run "fram" end -- want "no script is saved"
work()
--- as a value
local ok = run("fram") -- want "no script is saved"
print(ok)
--- capitals count
run("FARM") -- want `write run\("farm"\)`
