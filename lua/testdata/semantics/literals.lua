-- Numerals.
print(0xFF, 0XAB, 0x10, 1e3 == 1000, 1E2 == 100, 3e-2, .5, 5. == 5, 0x.8, 0xA.8 == 10.5, 0x1p4 == 16, 0x1P-1)
--> 255	171	16	true	true	0.03	0.5	true	0.5	true	true	0.5
print(3 == 3., 0x7fffffff, 0xdeadbeef, 00012)
--> true	2147483647	3735928559	12
print(1//1, 1 // 1, 0x0p1 == 0, 1e0 == 1)
--> 1	1	true	true
print(0x)
--> does not parse
print(1e)
--> does not parse
print(1.2.3)
--> does not parse
print(3x)
--> does not parse
print(1_000)
--> does not parse
print(0b101)
--> does not parse
local a<const>=1 print(a)
--> does not parse

-- Strings in quotes.
print("a\tb", 'single "double"', "double 'single'", "\\", "\"", '\'')
--> a	b	single "double"	double 'single'	\	"	'
print("\65\066\1147", "\x41\x42", "\u{48}\u{e4}\u{20AC}\u{1F600}", #"\u{7FFFFFFF}")
--> ABr7	AB	Hä€😀	6
print("one\ntwo", #"\a\b\f\v\r\n\t\0", "a\
	b")
--> one
--> two	8	a
--> 	b
print("a\z
	   b", "x\z   y", "tab\z	end", "\z", "a\z
	b\z
	c")
--> ab	xy	tabend		abc
print(#"a\0b", ("a\0b"):byte(2), "\0" == "\x00", "\10" == "\n", "\104\105")
--> 3	0	true	true	hi
print(("%q"):format("a\nb\0c\r\"\\"))
--> "a\
--> b\0c\13\"\\"
print("\q")
--> does not parse
print("\300")
--> does not parse
print("\xZZ")
--> does not parse
print("\u{110000}" == nil, #"\u{110000}")
--> false	4
print("\u{}")
--> does not parse
print("open
--> does not parse
print('a' 'b')
--> does not parse
print("caf\u{e9}" == "café", #"é", "日本語", ("日本語"):len())
--> true	2	日本語	9

-- Long brackets.
print([[one]], [==[two ]] still]==], [[
	the first newline is dropped]], #[[
	]])
--> one	two ]] still		the first newline is dropped	1
print([==[a]=]]==] == "a]=]", #[[]], [[\n]], [==[]==] == "")
--> true	0	\n	true
print([[a
	b]], [[ ]] .. [=[ ]=] .. "|")
--> a
--> 	b	  |
local t = {[ [[k]] ] = 1, [1] = [[v]]} print(t.k, t[1])
--> 1	v
print(#[===[]]]=]]==]===])
--> 8
print([==[never closed]=])
--> does not parse
local s = [[x]] --[[ comment ]] print(s) --[==[ another ]] one ]==] print("after")
--> x
--> after

-- Comments.
print(1) -- to the end of the line
--> 1
--[[ one line ]] print(2)
--> 2
print(--[[ inside ]] 3 --[=[ and ]] again ]=])
--> 3
---[[ this comment ends with its line
	print(4)
--> 4
print("--" .. "--", "-- in a string", #"--[[")
--> ----	-- in a string	4
print(1 --[[
	over lines ]] + 1)
--> 2
--[==[
--> does not parse
print(5 --[[a]] - --[[b]] 3)
--> 2

-- Names and words.
local _, _a, a1, A, café = 1, 2, 3, 4 print(_, _a, a1, A)
--> does not parse
local function goto_() return 1 end print(goto_())
--> 1
local t = {["end"] = 1, then_ = 2, ["if"] = 3} print(t["end"], t.then_, t["if"])
--> 1	2	3
local t = {} t.end = 1
--> does not parse
local end = 1
--> does not parse
local x y = 2 print(x, y)
--> nil	2
x = = 2
--> does not parse
local a = {1, 2,, 3}
--> does not parse
f(
--> does not parse
if true print(1) end
--> does not parse
for i = 1 do end
--> does not parse
local function end
--> does not parse
return return
--> does not parse
print("a" "b")
--> does not parse
a.b:c = 1
--> does not parse
(1)()
--> fails in line 1
"x":upper()
--> does not parse
print(("x"):upper())
--> X
x + 1
--> does not parse
local t = {} t.x.y = 1
--> fails in line 1
