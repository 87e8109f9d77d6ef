--- a local of that name
local load = me.gold
print(load)
--- a global of that name
load = 3
print(load)
--- a function of that name
function require(x) return x end
print(require(1))
--- a field of that name
local t = { os = 1, io = 2 }
print(t.os, t.io)
--- asking whether it is there
local compile = load or loadstring or function() end
if os and os.time then print(os.time()) end
print(compile, type(debug))
--- a word that another game refuses [miners]
teleport = 3
print(teleport)
--- a parameter and a method
local object = {}
function object.load(self, package) return package end
print(object:load(3))
--- a text
print("os.time()")
