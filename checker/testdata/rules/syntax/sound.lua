--- Lua 5.4
local limit <const> = 7 // 2
print(limit, 3 & 1, ~0, "\u{41}", 0x1p4)
--- a shebang line
#!/usr/bin/lua
dig(1)
--- comments and long texts
--[[ a
comment ]] print([==[ text ]==])
--- a semicolon
dig(1); drop(1);
--- continue as a label
for i = 1, 3 do
  if i == 2 then goto continue end
  dig(i)
  ::continue::
end
--- method calls on texts, and calls without parentheses
print(("x"):rep(3), #"abc", type "x", next { 1 })
--- integers, floats and escapes
local t = { 0xff, 1e3, .5, 3., 7 // 2, 7 % 3, 1 << 4, ~0, 5 & 3, "\x41\z
  b", '\'', "\065" }
print(#t)
