--- out of two loops
for i = 1, 3 do
  for j = 1, 3 do
    if i * j == 4 then goto out end
  end
end
::out::
print("out")
