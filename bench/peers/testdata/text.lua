-- String building: pieces joined with .., formatted, searched and put together.
local lines = {}
for i = 1, 200 do
  local name = "item-" .. i
  local line = name .. ": " .. i * 3 .. " of " .. i * 7
  if i % 3 == 0 then line = string.upper(line) end
  if string.find(line, "9", 1, true) then line = string.gsub(line, "9", "nine") end
  lines[#lines + 1] = string.format("%-24s|%5d|", line, i)
end
local all = table.concat(lines, "\n")
local digits = 0
for digit in string.gmatch(all, "%d") do digits = digits + tonumber(digit) end
return digits + #all
