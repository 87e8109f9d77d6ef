-- Calls of the library, one by one.
print(string.rep("", 10) == "")
--> true
print(string.rep("a", 1, "xyz"))
--> a
print(("Hello World"):upper())
--> HELLO WORLD
print(("Hello World"):lower())
--> hello world
print(("hello world"):find("xyz"))
--> nil
print(("hello world"):find(""))
--> 1	0
print(("hello world"):find("", 12))
--> 12	11
print(("hello world"):find("", 13))
--> nil
print(("hello world"):gsub("", "-"))
--> -h-e-l-l-o- -w-o-r-l-d-	12
print(("a]b"):gsub("[]]", "x"))
--> axb	1
print(("a^b"):gsub("[%^]", "x"))
--> axb	1
print(("a^b"):gsub("[b^]", "x"))
--> axx	2
print(("a-z"):gsub("[a-]", "x"))
--> xxz	2
print(("x = 1"):gsub("%s", ""))
--> x=1	2
print(("äöü"):gsub("[\128-\255]+", "?"))
--> ?	1
print(string.format("%d", 3))
--> 3
print(string.format("%5d|%-5d|%05d|%+d|% d", 42, 42, 42, 42, 42))
-->    42|42   |00042|+42| 42
print(string.format("%i", 7))
--> 7
print(string.format("%x %X %#x %o", 255, 255, 255, 8))
--> ff FF 0xff 10
print(string.format("%c%c", 72, 105))
--> Hi
print(string.format("%s %s %s", 1, true, nil))
--> 1 true nil
print(string.format("%10s|%-10s|%.2s", "hi", "hi", "hello"))
-->         hi|hi        |he
print(string.format("%5.1f|%.3f|%f|%.0f", 3.14159, 2, 1.5, 2.5))
-->   3.1|2.000|1.500000|2
print(string.format("%e|%.2e|%E", 12345.678, 0.00012, 1e100))
--> 1.234568e+04|1.20e-04|1.000000E+100
print(string.format("%G", 1e-10))
--> 1E-10
print(string.format("%.3g|%#.3g|%10.3g|", 3.14159, 3, 2.5))
--> 3.14|3.00|       2.5|
print(string.format("%a|%a|%A", 1, 0.5, 255.5))
--> 0x1p+0|0x1p-1|0X1.FFP+7
print(string.format("%q", 42))
--> 42
print(string.format("%q", 1/3))
--> 0x1.5555555555555p-2
print(string.format("%5s|%5s", "ab", "abcdefg"))
-->    ab|abcdefg
print(string.format("%-5d|", 3))
--> 3    |
print(string.format("%+.2f", 2))
--> +2.00
print(string.format("%08.3f", -3.14159))
--> -003.142
print(string.format("%s", setmetatable({}, {__tostring = function() return "me" end})))
--> me
print(string.format("%5.3s|", "abcdef"))
-->   abc|
print(string.format("%g", 1/0))
--> inf
print(string.format("%f", -1/0))
--> -inf
print(string.format("%.99f", 1/3):len())
--> 101
print(string.format("%.0e", 12345))
--> 1e+04
print(string.format("%#o", 8))
--> 010
print(string.format("%#.0f", 3))
--> 3.
print(string.format("% 5d", 42))
-->    42
print(table.concat({1.5, 2.25}, " "))
--> 1.5 2.25
print(table.unpack({1, 2, 3}, 2, 3))
--> 2	3
print(table.pack(1, nil, 3).n)
--> 3
print(select("#", math.modf(3.7)))
--> 2
print(tostring(42))
--> 42
print(tostring(-0.5))
--> -0.5
print(tostring(3.14159265358979))
--> 3.1415926535898
print(tonumber("-0x10"))
--> -16
print(tonumber("10", 10))
--> 10
print(select("#"))
--> 0
print(select("#", nil, nil))
--> 2
print(select("#", select(5, "a")))
--> 0
print(rawlen({1, 2, 3}))
--> 3
print(rawget({a = 1}, "a"))
--> 1
print(select(2, pcall(error, {code = 1})).code)
--> 1
print(select(2, pcall(assert, false, {1})) ~= nil)
--> true
print("0x10" * 2)
--> 32
print(-5 // 2)
--> -3
