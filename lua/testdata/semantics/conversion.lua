-- tostring.
print(tostring(nil), tostring(true), tostring(false), tostring("s"), tostring(12), tostring(-1), tostring(1.5))
--> nil	true	false	s	12	-1	1.5
print(tostring(1e16), tostring(10 // 1), tostring(0.1), tostring(1/3), tostring(1e100), tostring(-1e-10), tostring(123456789012))
--> 1e+16	10	0.1	0.33333333333333	1e+100	-1e-10	123456789012
print(tostring(1/0), tostring(-1/0), tostring(2^63) == tostring(2^63))
--> inf	-inf	true
print(tostring(setmetatable({}, {__tostring = function() return "me" end})), tostring(print):match("^function"), tostring({}):match("^table:"))
--> me	function	table:
print(tostring(setmetatable({}, {__name = "Point"})):match("^Point:"), (tostring(coroutine.create(print)):match("^thread:")))
--> Point:	thread:
print((pcall(tostring, setmetatable({}, {__tostring = function() return {} end}))), (pcall(tostring, setmetatable({}, {__tostring = function() end}))))
--> false	false
print(fails(function() return tostring(setmetatable({}, {__tostring = function() return {} end})) end))
--> fails in line 1
print(fails(function() tostring() end))
--> fails in line 1
print(#tostring(12345), tostring(12):rep(2), (tostring(nil) .. "!"))
--> 5	1212	nil!
local t = {} print(tostring(t) == tostring(t), tostring(t) ~= tostring({}))
--> true	true

-- tonumber.
print(tonumber("10"), tonumber("  10  "), tonumber("-5"), tonumber("+5"), tonumber("0x10"), tonumber("1.5"), tonumber(".5"), tonumber("0x.8"))
--> 10	10	-5	5	16	1.5	0.5	0.5
print(tonumber("1e1") == 10, tonumber("1E-1"), tonumber("0x1p4") == 16, tonumber("5.") == 5, tonumber("10.0") == 10)
--> true	0.1	true	true	true
print(tonumber(""), tonumber(" "), tonumber("abc"), tonumber("10a"), tonumber("1 2"), tonumber("1e"), tonumber("e1"), tonumber("0x"), tonumber("--1"), tonumber("- 5"))
--> nil	nil	nil	nil	nil	nil	nil	nil	nil	nil
print(tonumber("inf"), tonumber("nan"), tonumber("1_000"), tonumber("0b1"), tonumber("0o7"), tonumber("1,5"), tonumber("½"))
--> nil	nil	nil	nil	nil	nil	nil
print(tonumber("ff", 16), tonumber("FF", 16), tonumber("zz", 36), tonumber("777", 8), tonumber("-101", 2), tonumber("8", 8), tonumber("1.5", 10), tonumber(" 11 ", 2))
--> 255	255	1295	511	-5	nil	nil	3
print(tonumber(nil), tonumber(true), tonumber({}), tonumber(print))
--> nil	nil	nil	nil
print(tonumber(5), tonumber(1.5), tonumber("5", 10), tonumber("z", 36), tonumber("-ff", 16), tonumber("", 16))
--> 5	1.5	5	35	-255	nil
print((pcall(tonumber)), (pcall(tonumber, 5, 10)), (pcall(tonumber, "1", 1)), (pcall(tonumber, "1", 37)))
--> false	false	false	false
print(fails(function() tonumber() end)) print(fails(function() tonumber(5, 10) end)) print(fails(function() tonumber("1", 99) end))
--> fails in line 1
--> fails in line 1
--> fails in line 1
print(tonumber("1\n"), tonumber("\t1"), tonumber("1\0"), tonumber("0x1g"), tonumber("1e400"), tonumber("9007199254740993") == 9007199254740992 or tonumber("9007199254740993") == 9007199254740993)
--> 1	1	nil	nil	inf	true
print(tonumber("1e400"), -tonumber("1e400"))
--> inf	-inf
print(tonumber("99999999999999999999"))
--> 1e+20
print(tonumber("7fffffff", 16), tonumber("111111111111", 2), tonumber("100", 3))
--> 2147483647	4095	9

-- type.
print(type(nil), type(1), type("x"), type({}), type(print), type(true), type(coroutine.create(print)), type(1.5))
--> nil	number	string	table	function	boolean	thread	number
print(fails(function() type() end))
--> fails in line 1
print(math.type(1), math.type(1.5), math.type("1"), math.type(nil) == nil, math.type({}))
--> integer	float	nil	true	nil
print(math.type(3 // 1), math.type(7 // 2), math.type(1 << 3), math.type(#"x"))
--> integer	integer	integer	integer
print(math.tointeger(3), math.tointeger(3.5), math.tointeger("8"), math.tointeger({}), math.tointeger(2^31), math.tointeger(5.0))
--> 3	nil	8	nil	2147483648	5
print(math.tointeger("x"), math.tointeger(1/0), math.tointeger(0/0))
--> nil	nil	nil
print(math.maxinteger // 1 > 2^52, math.mininteger < 0, math.ult(1, 2), math.ult(-1, 2), math.ult(2, -1))
--> true	true	true	false	true
print(rawequal(1, 1.0), rawequal("a", "a"), rawequal({}, {}), rawlen({1, 2}), rawlen("abc"))
--> true	true	false	2	3
print(#"1234" + "1", 10 .. "", ("10" + 0) .. "", tostring(10) == "10", 10 == tonumber("10"))
--> 5	10	10	true	true
