-- 120 ticks, running: walks with the cart and strikes what comes near, and nothing else

while true do
  local f = nearest()
  local c = friend("cart")
  if f and f.far <= 1 then
    local ok, why = attack(f.name)
    if not ok and why ~= "gone" then
      wait(1)
    end
  elseif c and c.far > 1 then
    walk(c.x)
  else
    wait(1)
  end
end
