-- Pieces of strings.
print(("hello"):sub(2, 4), ("hello"):sub(-3), ("hello"):sub(2, -2), ("hello"):sub(0), ("hello"):sub(-100, 2), ("hello"):sub(2, 100))
--> ell	llo	ell	hello	he	ello
print(#("hello"):sub(10), #("hello"):sub(3, 2), #("hello"):sub(0, 0), ("hello"):sub(-1, -1), ("hello"):sub(1.0, 2))
--> 0	0	0	o	he
print(("x"):sub(math.mininteger, math.maxinteger), ("abc"):sub(2, math.huge // 1 == math.huge and 3 or 3))
--> x	bc
print((pcall(string.sub, "x", 1.5)), (pcall(string.sub, "x")), (pcall(string.sub)))
--> false	false	false
print(("hello"):byte(), ("hello"):byte(2), ("hello"):byte(-1), ("hello"):byte(1, -1))
--> 104	101	111	104	101	108	108	111
print(select("#", ("hello"):byte(10)), select("#", ("hello"):byte(0)), select("#", (""):byte()), ("a"):byte(1, 5))
--> 0	0	0	97
print(string.char(72, 105), #string.char(), (pcall(string.char, 256)), (pcall(string.char, -1)), string.char(0, 255):byte(1, -1))
--> Hi	0	false	false	0	255
print(("x"):rep(3), #("x"):rep(0), #("x"):rep(-1), ("ab"):rep(3, ","), #(""):rep(10), ("a"):rep(1, "xyz"))
--> xxx	0	0	ab,ab,ab	0	a
print(("Hello"):upper(), ("Hello"):lower(), ("hello"):reverse(), ("hello"):len(), #"hello", ("ä"):upper(), #"ä")
--> HELLO	hello	olleh	5	5	ä	2
print(("x" .. 1 .. true and "x"), ("a"):rep(2) .. ("b"):rep(2), #("a" .. "bc"))
--> fails in line 1
print((pcall(function() return "x" .. true end)), (pcall(string.rep)), (pcall(string.upper)), (pcall(string.len)))
--> false	false	false	false
print(string.len(12345), string.rep(12, 2), string.reverse(123), ("5"):rep(2) + 1, string.upper(1.5))
--> 5	1212	321	56	1.5
local s = "a,b,,c" local n = 0 for piece in (s .. ","):gmatch("([^,]*),") do n = n + 1 print(n, "<" .. piece .. ">") end
--> 1	<a>
--> 2	<b>
--> 3	<>
--> 4	<c>
print(("abc"):len() == #"abc", ("a\0b"):len(), #"\0", ("x"):byte() == 120)
--> true	3	1	true

-- format.
print(string.format("%d %5d|%-5d|%05d|%+d|% d", 3, 42, 42, 42, 42, 42))
--> 3    42|42   |00042|+42| 42
print(string.format("%i %u", 7, 8))
--> 7 8
print(string.format("%x %X %#x %o %#o", 255, 255, 255, 8, 8), string.format("%x", -1), string.format("%5x|%-5x|%05x", 255, 255, 255))
--> ff FF 0xff 10 010	ffffffffffffffff	   ff|ff   |000ff
print(string.format("%c%c%c", 72, 105, 33), #string.format("%c", 0), string.format("%5c|%-5c|", 65, 66))
--> Hi!	1	    A|B    |
print(string.format("%s %s %s %s", 1, true, nil, "x"), string.format("%10s|%-10s|%.2s|%5.1s|", "hi", "hi", "hello", "xyz"))
--> 1 true nil x	        hi|hi        |he|    x|
print(string.format("%s %s", setmetatable({}, {__tostring = function() return "me" end}), 1.5), (string.format("%s", {}):match("^table:")))
--> me 1.5	table:
print(string.format("%5.1f|%.3f|%f|%.0f|%+.2f|%08.3f|%#.0f", 3.14159, 2, 1.5, 2.5, 2, -3.14159, 3))
-->   3.1|2.000|1.500000|2|+2.00|-003.142|3.
print(string.format("%e|%.2e|%E|%.0e", 12345.678, 0.00012, 1e100, 12345), string.format("%g|%g|%g|%g|%g", 1e20, 0.1, 100000, 1000000, 1e-5), string.format("%G|%.3g|%#.3g|%10.3g|", 1e-10, 3.14159, 3, 2.5))
--> 1.234568e+04|1.20e-04|1.000000E+100|1e+04	1e+20|0.1|100000|1e+06|1e-05	1E-10|3.14|3.00|       2.5|
print(string.format("%a|%a|%A|%.3a", 1, 0.5, 255.5, 1.5))
--> 0x1p+0|0x1p-1|0X1.FFP+7|0x1.800p+0
print(string.format("%q", 'he said "hi"\n\0001\r\\'), string.format("%q %q %q", 42, 1/3, true), string.format("%q", math.mininteger) ~= nil)
--> "he said \"hi\"\
--> \0001\13\\"	42 0x1.5555555555555p-2 true	true
print(string.format("%q", 0.5), string.format("%q", 1e100), string.format("%q", 1/0), string.format("%q", -1/0), string.format("%q", 0/0))
--> 0x1p-1	0x1.249ad2594c37dp+332	1e9999	-1e9999	(0/0)
print((pcall(string.format, "%q", {})), (pcall(string.format, "%q", print)), string.format("%q", nil))
--> false	false	nil
print(string.format("%%"), string.format("100%%"), string.format("%d%%", 50), string.format("no directives"), #string.format(""))
--> %	100%	50%	no directives	0
print(string.format("%d", "10"), string.format("%d", 3.0), string.format("%s", "a\0b") == "a\0b", string.format("%.3d", 5), string.format("%5.3d|", 5))
--> 10	3	true	005	  005|
print((pcall(string.format, "%d", 3.5)), (pcall(string.format, "%d", "x")), (pcall(string.format, "%d")), (pcall(string.format, "%y", 1)), (pcall(string.format, "%", 1)), (pcall(string.format, "%10")))
--> false	false	false	false	false	false
print(fails(function() string.format("%d", 3.5) end)) print(fails(function() string.format("%d", "x") end)) print(fails(function() string.format("%y", 1) end))
--> fails in line 1
--> fails in line 1
--> fails in line 1
print((pcall(string.format, "%100d", 1)), (pcall(string.format, "%.100f", 1)), #string.format("%99d", 1), #string.format("%.99f", 1/3))
--> false	false	99	101
print(string.format("%g %g %g", 1/0, -1/0, 1e300), string.format("%f", 1/0), string.format("%d", -0), string.format("%5s|%-5s|", true, nil))
--> inf -inf 1e+300	inf	0	 true|nil  |
print(string.format("%.20f", 0.1), string.format("%.14g", 0.1), string.format("%.17g", 0.1), string.format("%5.2f%%", 99.5), string.format("%.3f", 2/3), string.format("%g", 100000000000000))
--> 0.10000000000000000555	0.1	0.10000000000000001	99.50%	0.667	1e+14
print(string.format("%-10s|%10s|", "left", "right"), string.format("%3d|%-3d|%03d", 1000, 1000, 1000), ("%s=%d"):format("x", 5), string.format("%s", "%d"))
--> left      |     right|	1000|1000|1000	x=5	%d
print(string.format("%.3s", "ä"), string.format("%s %s", 1, 2, 3), string.format("%x", 2^53), string.format("%d", 2^53), string.format("%.0f", 2^63))
--> ä	1 2	20000000000000	9007199254740992	9223372036854775808
print(string.format("%.0f", 0.5), string.format("%.0f", 1.5), string.format("%.2f", 0.125), string.format("%.1f", 0.25), string.format("%.1f", -0.04))
--> 0	2	0.12	0.2	-0.0
print(string.format("%d", 2^31), string.format("%d", -2^31), string.format("%i", 1e15), string.format("%x", 1e15))
--> 2147483648	-2147483648	1000000000000000	38d7ea4c68000
print((pcall(string.format, "%b", 5)), (pcall(string.format, "%n")), (pcall(string.format, "%l", 1)))
--> false	false	false
print(string.format("%#x %#o %+d %+.1f % .1f", 0, 0, 0, 0, 0), string.format("%+d % d", -1, -1), string.format("%-+5d|", 3), string.format("%- 5d|", 3))
--> 0 0 +0 +0.0  0.0	-1 -1	+3   |	 3   |

-- utf8.
print(utf8.char(72, 228, 8364, 128512), utf8.char(), utf8.char(0x10FFFF) == "\u{10FFFF}", utf8.char(0) == "\0")
--> Hä€😀		true	true
print(utf8.len("häß€"), utf8.len(""), utf8.len("abc", 2), utf8.len("häß", 2, 3), utf8.len("\xff"), utf8.len("abc", 4), utf8.len("abc", -1))
--> 4	0	2	1	nil	0	1
print(select(2, utf8.len("a\xffb")), utf8.len("\xed\xa0\x80"), (pcall(utf8.len, "abc", 5)))
--> 2	nil	false
print(utf8.codepoint("häß", 1, -1)) print(utf8.codepoint("a"), utf8.codepoint("€", 1), (pcall(utf8.codepoint, "\xff")), (pcall(utf8.codepoint, "abc", 4)))
--> 104	228	223
--> 97	8364	false	false
print(utf8.offset("häß", 3), utf8.offset("häß", -1), utf8.offset("abc", 5), utf8.offset("abc", 4), utf8.offset("häß", 0, 3), utf8.offset("häß", 1), utf8.offset("häß", 2, 2), (pcall(utf8.offset, "ä", 1, 2)))
--> 4	4	nil	4	2	1	4	false
for p, c in utf8.codes("aä€") do print(p, c) end
--> 1	97
--> 2	228
--> 4	8364
print((pcall(function() for _ in utf8.codes("a\xff") do end end)), #utf8.charpattern)
--> false	14
for c in ("aä€"):gmatch(utf8.charpattern) do print(#c, c) end
--> 1	a
--> 2	ä
--> 3	€
local t = {} for _, c in utf8.codes("hé") do t[#t + 1] = utf8.char(c) end print(table.concat(t, "|"), #"hé")
--> h|é	3
print(utf8.codepoint("\u{10FFFF}") == 0x10FFFF, (pcall(utf8.codepoint, "\u{110000}")), (pcall(utf8.char, -1)))
--> true	false	false
