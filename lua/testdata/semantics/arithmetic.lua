-- Operators and what they give.
print(7 + 2, 7 - 2, 7 * 2, 7 % 2, 7 // 2, 1 / 4, 1.5 + 1.25)
--> 9	5	14	1	3	0.25	2.75
print(2^0.5 == math.sqrt(2), 2^-1, (-2)^3 == -8, 2^3^2 == 512)
--> true	0.5	true	true
print(3 == 3.0, 1e2 == 100, 0.1 + 0.2 == 0.3, 0.1 + 0.2 - 0.3 < 1e-15)
--> true	true	false	true
print(0 == -0.0, 1 / -0.0)
--> true	-inf
print(1 / 0, -1 / 0, 0 / 0 ~= 0 / 0, 1e308 * 10)
--> inf	-inf	true	inf
print(1e16, -1e16, 1e17)
--> 1e+16	-1e+16	1e+17
print(1e14 + 0.5, 123456.789, 1e100, 1e-7, 0.1, 1/3, 100 / 3)
--> 1e+14	123456.789	1e+100	1e-07	0.1	0.33333333333333	33.333333333333
print(2^31 | 0, 2147483647 + 1, 4294967296 // 1)
--> 2147483648	2147483648	4294967296
print(9007199254740991, -9007199254740991, 9007199254740992)
--> 9007199254740991	-9007199254740991	9007199254740992
print(9007199254740991 + 1, 9007199254740992 - 1, 4503599627370496 * 2)
--> 9007199254740992	9007199254740991	9007199254740992
print(94906265 * 94906265, 1000003 * 1000003)
--> 9007199136250225	1000006000009
print(12345678 * 87654321, 99999999 * 90000000)
--> 1082152022374638	8999999910000000

-- Division and remainder: both round down, the remainder has the sign of the divisor.
print(7 // 2, -7 // 2, 7 // -2, -7 // -2)
--> 3	-4	-4	3
print(7 % 3, -7 % 3, 7 % -3, -7 % -3)
--> 1	2	-2	-1
print(6 % 3, -6 % 3, 6 % -3, 0 % 5)
--> 0	0	0	0
print(5.5 // 2 == 2, -5.5 // 2 == -3, 5.5 % 2, -5.5 % 2, 5.5 % -2, -5.5 % -2)
--> true	true	1.5	0.5	-0.5	-1.5
print(5 % 2.5 == 0, 1 % 0.1 < 0.1, 3 % math.huge == 3, -3 % math.huge, 3 % -math.huge)
--> true	true	true	inf	-inf
print(fails(function() return 1 // 0 end))
--> fails in line 1
print((pcall(function() return 1 % 0 end)))
--> false
print(0.0 / 0 ~= 0, 5 // math.huge == 0, -5 // math.huge == -1)
--> true	true	false
for a = -3, 3 do for _, b in ipairs({-2, 2}) do if a // b * b + a % b ~= a then print("wrong", a, b) end end end print("a // b * b + a % b is a")
--> a // b * b + a % b is a
print(1e15 // 1 == 1e15, 1e15 % 7 == 1e15 - 1e15 // 7 * 7, 2^53 // 3 == 3002399751580330)
--> true	true	true

-- Precedence, from the weakest: or, and, comparison, |, ~, &, shift, .., + -, * / // %, unary, ^.
print(1 + 2 * 3, (1 + 2) * 3, 2 * 3 % 4, 2 + 3 .. 4 + 5, -2 ^ 2 == -4, 2 ^ -1, -3 ^ 2 == -9)
--> 7	9	2	59	true	0.5	true
print(not nil == true, not (1 == 2), #"ab" + 1, -#"ab", - -3, not not 1)
--> true	true	3	-2	3	true
print(1 .. 2 == "12", "a" .. "b" == "ab" and "yes" or "no", 1 + 1 == 2 and 3 or 4)
--> true	yes	3
print(1 | 2 & 2, 1 << 2 + 1, 5 & 3 == 1 and 0 or 6 ~ 3, 1 | 6 ~ 3, ~0 & 0xFF)
--> 3	8	0	5	255
print(2 * -3, 2^-2 == 1 / 4, 7 // 2 * 2, 7 - 3 - 2, 2^2^3 == 256, "a" .. "b" .. "c")
--> -6	true	6	2	true	abc
print(1 < 2 == true, "x" < "y" ~= false, 1 .. "" == "1", -2 .. "")
--> true	true	true	-2
print(1 or error("never"), nil and error("never"), false or nil, 1 and 2 or 3, nil and 2 or 3)
--> 1	nil	nil	2	3
print(8 // 3 % 2, 2 * 3 // 4, 7 % 4 * 2, -7 // 2 * 2, - 7 % 3)
--> 0	1	6	-8	2
print(1 << 1 << 2, 256 >> 2 >> 1, 3 & 6 | 8, 5 ~ 1 << 1)
--> 8	32	10	7
print(~5 + 1, ~5 & 7, -~5, not 1 == 2)
--> -5	2	6	false

-- Comparison.
print(1 < 2, 2 <= 2, 3 > 4, 4 >= 4, 1 ~= 2, 1 == 1.0)
--> true	true	false	true	true	true
print("a" < "b", "a" < "B", "" < "a", "a" < "aa", "Z" < "a", "10" < "9", "a\0b" < "a\0c", "a" <= "a")
--> true	false	true	true	true	true	true	true
print(1 == "1", "1" == 1, nil == false, 0 == false, "" == false, {} == {})
--> false	false	false	false	false	false
local t = {} local u = t print(t == u, t ~= {}, print == print)
--> true	true	true
print((pcall(function() return 1 < "2" end)), (pcall(function() return {} < {} end)), (pcall(function() return nil < 1 end)), (pcall(function() return true < false end)))
--> false	false	false	false
print(fails(function() return 1 < "2" end))
--> fails in line 1
print(fails(function() return {} < {} end))
--> fails in line 1
print(fails(function() return nil <= 1 end))
--> fails in line 1
local nan = 0 / 0 print(nan == nan, nan ~= nan, nan < nan, nan < 1, nan > 1, nan <= nan, not (nan < 1))
--> false	true	false	false	false	false	true
print(math.huge > 1e308, -math.huge < -1e308, math.huge == math.huge, 1 < 1.5, 2^53 == 2^53 + 0)
--> true	true	true	true	true
print(0.1 < 0.2, -1 < 0, 1e15 < 1e15 + 1, -0.0 == 0.0, 1 == 1 + 1e-17)
--> true	true	true	true	true

-- Strings become numbers in arithmetic, numbers become strings in concatenation.
print("10" + 5, "3" * "4", "0x10" + 0, " 7 " - 2, -"2", "10" // 3, "7" % 4)
--> 15	12	16	5	-2	3	3
print("1.5" + 1, "2" ^ 2 == 4, "1e2" * 1 == 100, 10 .. 20, 1 .. "", "a" .. 1 .. 2)
--> 2.5	true	true	1020	1	a12
print(1.5 .. "|", -1 .. "|", 2^31 // 1 | 0, 1e15 // 1 == 10^15)
--> 1.5|	-1|	2147483648	true
print((pcall(function() return "x" + 1 end)), (pcall(function() return {} + 1 end)), (pcall(function() return nil .. "x" end)), (pcall(function() return -{} end)))
--> false	false	false	false
print(fails(function() return {} .. "x" end))
--> fails in line 1
print(fails(function() return "x" .. nil end))
--> fails in line 1
print(fails(function() local t = {} return t + 1 end))
--> fails in line 1
print(fails(function() local t = {} return t.x + 1 end))
--> fails in line 1
print(fails(function() return -{} end))
--> fails in line 1
print(fails(function() return #5 end))
--> fails in line 1
print(fails(function() return 2 ^ {} end))
--> fails in line 1
print("10" == 10, "abc" < "abd", "10" + 0 == 10, ("5" * 2) .. "")
--> false	true	true	10

-- Bits: whole numbers of 64 bits.
print(5 & 3, 5 | 3, 5 ~ 3, ~5, 1 << 4, 256 >> 4, -1 >> 60, -1 << 1)
--> 1	7	6	-6	16	16	15	-2
print(0xFF & 0x0F, 0xF0 | 0x0F, 0xFF ~ 0x0F, ~0, ~0 >> 32, 1 << 31, 1 << 52)
--> 15	255	240	-1	4294967295	2147483648	4503599627370496
print(1 << 64, 1 << 100, 1 >> 64, 1 << -1, 2 >> -1, -1 >> 63, -1 << 63 ~= 0)
--> 0	0	0	0	4	1	true
print(0xffffffffffffffff)
--> -1
print(~0 >> 11, ~0 >> 12)
--> 9007199254740991	4503599627370495
print(3.0 & 1, 2^31 | 0, 2^52 | 1, (pcall(function() return "3" & 1 end)))
--> 1	2147483648	4503599627370497	false
print((pcall(function() return 1.5 | 0 end)), (pcall(function() return "a" | 0 end)), (pcall(function() return {} & 1 end)), (pcall(function() return 2^64 | 0 end)), (pcall(function() return 1 << 0.5 end)))
--> false	false	false	false	false
print(fails(function() return {} & 1 end))
--> fails in line 1
print(5 // 1 | 0, -5 >> 60, -5 & 0xF, -5 ~ -1, 0xDEADBEEF & 0xFFFF, 0xDEADBEEF >> 16)
--> 5	15	11	4	48879	57005
local function bits(n) local s = "" for i = 7, 0, -1 do s = s .. (n >> i & 1) end return s end print(bits(0xA5), bits(0x5A), bits(0xA5 ~ 0xFF))
--> 10100101	01011010	01011010
local h = 5381 for c in ("hash"):gmatch(".") do h = (h * 33 + c:byte()) & 0xFFFFFFFF end print(h)
--> 2090320585
local x = 1 for i = 1, 5 do x = (x * 69069 + 1) & 0xFFFFFFFF end print(x)
--> 3877832058
