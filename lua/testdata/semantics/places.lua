-- The line that an error names.
local t = {
	a = 1,
	b = nil + 1,
	}
--> fails in line 3
local x = nil
	print("a",
	"b",
	x.y)
--> fails in line 4
local x = nil
	local y = 1 +
	2 +
	x
--> fails in line 3
local t = {}
	t.a
	.b
	.c = 1
--> fails in line 3
local function f(a)
	return a.b
	end
	local r = f(
	nil
	)
--> fails in line 2
local function f(a)
	error("here")
	end
	f(
	1
	)
--> fails in line 2
print(fails(function()
	local x = nil
	return x
	.y
	end))
--> fails in line 4
if nil
	< 1 then
	end
--> fails in line 2
local t = setmetatable({}, {__index = function(t, k)
	error("no " .. k)
	end})
	print(t.x)
--> fails in line 2
local f = function() error("a", 2) end
	f()
--> fails in line 2
local f = function()
	error("a", 2)
	end
	(function()
	f()
	end)()
--> fails in line 5
local a = {1, 2,
	3, nil .. "x", 5}
--> fails in line 2
return (function()
	return nil + 1
	end)()
--> fails in line 2
local x = 5
	x
	()
--> fails in line 2
local t = {f = function() error("in f") end}
	t.f()
	print("never")
--> fails in line 1
repeat
	local y = nil
	until y.z
--> fails in line 3
while nil + 1 do
	end
--> fails in line 1
local x = {} 
	x.y = 1
	x.z = x.y + 
	x.w
--> fails in line 3
local co = coroutine.wrap(function()
	local a
	a()
	end)
	print(fails(co))
--> fails in line 3
error("a\
	b")
--> fails in line 1
local function f(...)
	local a, b = ...
	return a + b
	end
	print(fails(f, 1))
--> fails in line 3
string.rep("x",
	-1,
	{})
--> fails in line 1
print(#
	nil)
--> fails in line 1
print(-
	{})
--> fails in line 1
local t = {} t.x = t.x
	+ 1
--> fails in line 2
print(1 + 1,
	2 .. {})
--> fails in line 2
table.sort({3, 2, 1}, function(a, b)
	return a.x < b.x
	end)
--> fails in line 2
("x"):gsub(".", function()
	error("cb")
	end)
--> fails in line 2
goto a
	::a:: error("label")
--> fails in line 2
local x <const> = 1
	error(x)
--> fails
local a = 1
	local b = a.b.c
--> fails in line 2
local a = "x"
	local b = a.b.c
--> fails in line 2
local a = true
	a.b = 1
--> fails in line 2
