-- 100 ticks, done: keeps a place beside the cart, with a controller that overshoots less each time

local function controller(gain, damping)
  local last = 0
  return function(wanted, is)
    local err = wanted - is
    local move = gain * err - damping * (err - last)
    last = err
    if move >= 0 then
      return math.floor(move + 0.5)
    end
    return math.ceil(move - 0.5)
  end
end

local steer = controller(1, 0.25)
local errors = {}
for beat = 1, 20 do
  local c = friend("cart")
  if not c then
    print("the cart is out of sight")
    break
  end
  local by = steer(c.x - 2, me.x)
  errors[beat] = math.abs(c.x - 2 - me.x)
  if by == 0 then
    wait(2)
  else
    local ok, why = walk(me.x + by)
    if not ok then
      print("held up", why)
      wait(1)
    end
  end
end
local worst = math.max(table.unpack(errors))
print("beats", #errors, "worst", worst, "x", me.x)
