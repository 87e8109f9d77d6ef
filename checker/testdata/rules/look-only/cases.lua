--- an action [look]
dig(1) -- want "error: dig is an action; a look only asks; leave it out, or use mode run"
--- wait [look]
wait(1) -- want "wait does something; a look only asks"
--- say and note [look]
say("hi") note("x") -- want "say does something" "note does something"
--- a handler [look]
on("heard", nil) -- want "on does something"
--- a field of mem [look]
mem.home = "mine" -- want "this writes to mem; a look only asks"
--- deep in mem [look]
mem.places.home[1] = "mine" -- want "this writes to mem"
--- into a list of mem [look]
table.insert(mem.list, 3) -- want "this writes to mem"
--- with rawset [look]
rawset(mem, "home", 1) -- want "this writes to mem"
--- in a function [look]
local function work() drop(1) end -- want "drop is an action"
work()
--- a removal from mem [look]
table.remove(mem.list) -- want "this writes to mem"
