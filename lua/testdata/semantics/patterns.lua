-- find and match.
print(("hello world"):find("wor"), ("hello world"):find("o", 6), ("hello world"):find("l+"), ("hello"):find("xyz"), ("hello"):find(""), ("hello"):find("", 6), ("hello"):find("", 7))
--> 7	8	3	nil	1	6	nil
print(("a.b"):find(".", 1, true), ("a.b"):find("%."), ("a+b"):find("+", 1, true), ("hello"):find("l", -2), ("hello"):find("(l)(l)"), ("hello"):find("()ll()"))
--> 2	2	2	4	3	3	4	3	5
print(("hello"):match("h(.-)o"), ("hello"):match("(h)(e)(l)"), ("hello"):match("()"), ("hello"):match(".", -1), #("hello"):match("x*"), ("hello"):match("xyz"))
--> ell	h	1	o	0	nil
print(("key = value"):match("^(%w+)%s*=%s*(%w+)$"), ("  trim  "):match("^%s*(.-)%s*$"), ("2024-01-02"):match("(%d+)-(%d+)-(%d+)"))
--> key	trim	2024	01	02
print(("THE (quick) fox"):find("%((%a+)%)"), ("f(a(b)c)d"):match("%b()"), ("f(a(b"):match("%b()"), ("[[x]]"):match("%b[]"), ("xaxbx"):match("%bxx"))
--> 5	(a(b)c)	nil	[[x]]	xax
print(("THE (quick) fox"):gsub("%f[%a]%a+", "W"), ("hello"):match("%f[%z]"), ("foo.bar"):match("%f[%w]%w+$"), ("x"):find("%f[x]x%f[^x]"))
--> W (W) W		bar	1	1
print(("aXbX"):find("%u"), ("0x1F"):match("%x+"), ("abc123"):match("%a+"), ("abc123"):match("%d+"), ("a_b c"):match("%w+"), ("a\tb"):match("%c") == "\t", ("a!b"):match("%p"), ("a b"):find("%s"), ("Ab"):match("%l"), ("a b"):match("%g+"))
--> 2	0	abc	123	a	true	!	2	b	a
print(("abc"):match("%A"), ("123"):match("%D"), ("  x"):match("%S"), ("aB"):match("%L"), ("a.b"):match("%W"), ("x"):match("%X"), ("x"):match("%C"), ("x"):match("%P"), ("xY"):match("%U"))
--> nil	nil	x	B	.	x	x	x	x
print(("abcabc"):match("(a)(b)(c)%1%2%3"), ("aa"):match("(a)%1"), ("ab"):match("(a)%1"), ('"x"'):match([[(["'])(.-)%1]]), ("xx=yy"):match("(x*)=(y*)"))
--> a	a	nil	"	xx	yy
print(("[test]"):match("[%[%]]+"), ("a-z"):match("[a%-z]+"), ("a]b"):match("[]]"), ("a^b"):match("[%^]"), ("a^b"):match("[b^]"), ("a-z"):match("[a-]+"), ("abc"):match("[^a]+"), ("5"):match("[0-9]"), ("x-y"):match("[+-]"))
--> [	a-z	]	^	^	a-	bc	5	-
print(("aaa"):match("a-b"), ("aaab"):match("a-b"), ("aaa"):match("^a?a?a?a?$"), ("aaa"):match("a*a"), ("aab"):match("a+b"), ("b"):match("a?b"), ("aaa"):match("^(a-)$"), ("<<a>>"):match("<(.-)>"))
--> nil	aaab	aaa	aaa	aab	b	aaa	<a
print(("hello"):find("l", 1, true), ("a%b"):find("%", 1, true), ("hello"):find("h", 2), ("hello"):find("^e", 2), ("hello"):find("^h", 2), ("x^y"):find("x^y"), ("a$b"):find("a$b"))
--> 3	2	nil	2	nil	1	1	3
print(("a\0b"):find("\0"), ("a\0b"):match("a.b") == "a\0b", ("a\0b"):find("%z"), ("äöü"):match("[\128-\255]+") == "äöü", ("a\nb"):match("a.b") == "a\nb")
--> 2	true	2	true	true
print(("one two"):match("^(%S+)%s+(%S+)"), ("x=1, y=2"):match("y=(%d)"), ("path/to/file.txt"):match("([^/]+)%.(%w+)$"), ("  a"):find("%S"), ("#ff00"):match("^#(%x%x)(%x%x)$"))
--> one	2	file	3	ff	00
print((pcall(string.find, "x", "[")), (pcall(string.find, "x", "%")), (pcall(string.find, "x", "(")), (pcall(string.find, "x", ")")), (pcall(string.find, "x", "%1")), (pcall(string.find, "x", "%f")), (pcall(string.find, "x", "%b")), (pcall(string.find, "x", "[a")), (pcall(string.find, "x", "(()")))
--> false	false	false	true	false	false	false	false	false
print(fails(function() ("x"):find("[") end)) print(fails(function() ("x"):find("%") end)) print(fails(function() ("x"):find("(") end)) print(fails(function() ("x"):find("%f") end)) print(fails(function() ("x"):find("%b") end)) print(pcall(function() ("x"):find(")") end))
--> fails in line 1
--> fails in line 1
--> fails in line 1
--> fails in line 1
--> fails in line 1
--> true
print((pcall(string.rep, "x", -1)), ("x"):find("x", -10), ("x"):find("x", 10), (""):find(""), (""):match(".*") == "", (""):find("x"))
--> true	1	nil	1	true	nil
print(("abc"):find("b", nil), ("abc"):find("b", 1, false), ("a.c"):find(".c", 1, 1), ("abc"):match("b", 2.0))
--> 2	2	2	b
print(("12"):match("^%d%d?$"), ("123"):match("^%d%d?$"), ("1.5e3"):match("^[+-]?%d+%.?%d*[eE]?%d*$"), ("-7"):match("^%-?%d+$") + 0, (" 12 "):match("%d+") + 1)
--> 12	nil	1.5e3	-7	13
print(string.find("a\nb", "^b"), ("ab"):match("^(a)(b)$"), ("ab"):match("((a)(b))"), ("aXb"):find("X", 1), ("abc"):find("c", -1), ("x"):match("(x)()"))
--> nil	a	ab	2	3	x	2

-- gmatch.
for w in ("one two  three"):gmatch("%a+") do print(w) end
--> one
--> two
--> three
for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do print(k, v) end
--> a	1
--> b	2
for p in ("ab"):gmatch("()") do print(p) end
--> 1
--> 2
--> 3
local n = 0 for _ in ("abc"):gmatch("") do n = n + 1 end print(n)
--> 4
for w in ("aXbXc"):gmatch("[^X]*") do print("<" .. w .. ">") end
--> <a>
--> <b>
--> <c>
for w in ("hello"):gmatch("l", 4) do print(w) end
--> l
local n = 0 for w in ("abc"):gmatch("^a") do n = n + 1 end print(n)
--> 0
local next_word = ("x y"):gmatch("%a") print(next_word(), next_word(), (next_word()))
--> x	y	nil
local t = {} for a, b in ("k1=v1;k2=v2"):gmatch("(%w+)=(%w+)") do t[a] = b end print(t.k1, t.k2)
--> v1	v2
local s = "" for l in ("a\n\nb"):gmatch("([^\n]*)\n?") do s = s .. "<" .. l .. ">" end print(s)
--> <a><><b>
local n = 0 for _ in ("a,b,c"):gmatch(",") do n = n + 1 end print(n)
--> 2
for a, b in ("abcd"):gmatch("(.)(.)") do print(a, b) end
--> a	b
--> c	d

-- gsub with each kind of replacement.
print(("hello world"):gsub("o", "0"), ("hello world"):gsub("o", "0", 1), ("hello"):gsub("", "-"), ("hello"):gsub("l*", "x"), ("abc"):gsub("%w", "%0%0"), ("hello"):gsub("x", "y"))
--> hell0 w0rld	hell0 world	-h-e-l-l-o-	xhxexox	aabbcc	hello	0
print(("abc def"):gsub("(%w+) (%w+)", "%2 %1"), ("abc"):gsub("b", "%%"), ("x"):gsub(".", "%1"), ("a b c"):gsub(" ", "", 0), ("abc"):gsub("$", "!"), ("abc"):gsub("^", "!"))
--> def abc	a%c	x	a b c	abc!	!abc	1
print(("$name is $age"):gsub("%$(%w+)", {name = "Bo", age = 7}), ("abc"):gsub("%w", {a = "1", b = false}), ("abc"):gsub("(%w)(%w)", {a = "X"}))
--> Bo is 7	1bc	Xc	1
print(("abc"):gsub("%w", function(c) if c == "b" then return "[" .. c .. "]" end end), ("abc"):gsub("(a)(b)", function(x, y) return y .. x end), ("abc"):gsub("%w", function() return false end), ("123"):gsub("%d", function(d) return d + 1 end), ("ab"):gsub("()", function(p) return p end))
--> a[b]c	bac	abc	234	1a2b3	3
print((("a"):gsub("a", function() end)), ("abc"):gsub("b", 5), ("hello"):gsub("l+", string.upper), ("x y"):gsub("%S", {x = 1, y = 2.5}))
--> a	a5c	heLLo	1 2.5	2
print((pcall(string.gsub, "a", "a", true)), (pcall(string.gsub, "a", "a")), (pcall(string.gsub, "a", "a", "%2")), (pcall(string.gsub, "a", "a", "%x")), (pcall(string.gsub, "a", "a", function() return {} end)), (pcall(string.gsub, "a", "a", {a = true})))
--> false	false	false	false	false	false
print(fails(function() ("a"):gsub("a", "%x") end)) print(fails(function() ("abc"):gsub("%w", {a = "1", b = true}) end)) print(fails(function() ("a"):gsub("a", function() return {} end) end))
--> fails in line 1
--> fails in line 1
--> fails in line 1
print(("hello"):gsub("^h", "J"), ("hello hello"):gsub("^hello", "x"), ("a,b,,c"):gsub(",", ";"), ("hello"):gsub("", ""), ("[[x]]"):gsub("[%[%]]", ""), ("a-b"):gsub("[a%-]", "x"), ("abc123"):gsub("[^%d]", ""))
--> Jello	x hello	a;b;;c	hello	x	xxb	123	3
print(("abc"):gsub(".", {a = 1}, 1), ("abc"):gsub("", "-", 2), ("aaa"):gsub("a", "b", 2), ("aaa"):gsub("a", "b", -1), ("aaa"):gsub("a", "b", 100))
--> 1bc	-a-bc	bba	aaa	bbb	3
local s = ("%d"):rep(3) print((s:gsub("%%d", "x")), ("50%"):gsub("%%", " percent"), ("a.b"):gsub("%.", "%%."))
--> xxx	50 percent	a%.b	1
local t = setmetatable({}, {__index = function(_, k) return k:upper() end}) print(("abc"):gsub("%w", t))
--> ABC	3
print((("  x  "):gsub("^%s+", "")), (("  x  "):gsub("%s+$", "") .. "|"), (("a  b"):gsub("%s+", " ")), ("CamelCaseWord"):gsub("(%u)", " %1"), ("x"):rep(3):gsub("x", "%0,"))
--> x  	  x|	a b	 Camel Case Word	x,x,x,	3
print(("äx"):gsub("[\128-\255]+", "?"), ("a\0b"):gsub("%z", "0"), ("x\ny"):gsub("\n", "\\n"), ("tab\t"):gsub("%c", "."))
--> ?x	a0b	x\ny	tab.	1
local out = {} ("k=v; a=b"):gsub("(%w+)=(%w+)", function(k, v) out[#out + 1] = k .. v end) print(table.concat(out, " "))
--> kv ab
