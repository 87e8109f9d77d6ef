--- known names
go("home") go "mine" find("shack") scan("ore") give("bo", "wood", 2)
--- no literal
local there = "cellar"
go(there) go("cel" .. "lar") go(mem.home)
--- another kind of argument
shout("cellar") say("cellar") note("cellar")
--- a local that hides the verb
local function go(place) print(place) end
go("cellar")
--- handed on
pcall(go, "cellar")
--- a game that does not say what is known [miners]
print("cellar")
--- a table's function
local t = { go = print }
t.go("cellar")
