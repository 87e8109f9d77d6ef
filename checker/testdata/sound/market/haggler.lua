-- 160 ticks, done: calls out a price, comes down step by step, and learns the price that works

local good = "salt"
local ok, why = buy(good, 4)
if not ok then
  print("bought less", why)
end

local asked = {}
local ask = 8
local sold = 0
while (me.cargo[good] or 0) > 0 do
  local did, refused, paid = offer(good, ask)
  asked[#asked + 1] = ask
  if did then
    sold = sold + 1
    mem.last_price = paid
    ask = ask + 1
  elseif refused == "dear" then
    ask = ask - 1
    if ask < 3 then break end
  else
    alert("cannot call out: " .. refused)
    break
  end
end

print("asked", table.concat(asked, " "))
print("sold", sold, "last", mem.last_price or "never", "gold", me.gold)
return sold > 0
