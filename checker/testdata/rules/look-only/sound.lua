--- senses, me, mem, the library [look]
print(me.gold, scan(), find("home"), price("ore"), now(), mem.home, #mem)
local t = {}
t.x = 1
table.insert(t, mem.home)
for k, v in pairs(mem) do print(k, v) end
alert("look")
--- a local of a verb's name [look]
local function dig(n) return n end
print(dig(1))
--- a local called mem [look]
local mem = {}
mem.x = 1
print(mem.x)
--- not a look
dig(1) wait(1) mem.home = "mine"
--- a verb as a value [look]
print(dig ~= nil, type(drop))
--- a copy of what is in mem [look]
local list = { unpack(mem.list or {}) }
table.insert(list, 3) rawset(list, 1, 2) table.sort(list) string.rep("a", 3)
local names = { insert = print }
names.insert(mem.list)
