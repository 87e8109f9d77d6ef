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
