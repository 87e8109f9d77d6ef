--- out of two loops
for i = 1, 3 do
  for j = 1, 3 do
    if i * j == 4 then goto out end
  end
end
::out::
print("out")
--- back to a label before
::top::
if dig(1) then goto top end
--- forward over a block
if me.gold > 3 then goto rich end
do local left = 3 - me.gold print(left) end
::rich:: print("rich")
--- to a label at the end of the block, over a local
for i = 1, 3 do
  if i == 2 then goto continue end
  local n = i * 2
  print(n)
  ::continue::
end
--- the same label in two blocks
for i = 1, 3 do if i == 1 then goto done end dig(i) ::done:: end
for i = 1, 3 do if i == 3 then goto done end drop(i) ::done:: end
--- a label in a function and one outside
local function work() if not dig(1) then goto out end drop(1) ::out:: end
work()
if me.gold > 3 then goto out end
dig(1)
::out::
--- a name called goto or continue
local continue = 3
print(continue)
