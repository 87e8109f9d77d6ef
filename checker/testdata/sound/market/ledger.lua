-- 60 ticks, done: an account book with a metatable for sums, and formatted columns

local Account = {}
Account.__index = Account

function Account.open(name)
  return setmetatable({ name = name, entries = {} }, Account)
end

function Account:post(amount, text)
  self.entries[#self.entries + 1] = { amount = amount, text = text, day = me.day }
  return self
end

function Account:balance()
  local sum = 0
  for _, e in ipairs(self.entries) do sum = sum + e.amount end
  return sum
end

Account.__add = function(a, b)
  local both = Account.open(a.name .. "+" .. b.name)
  for _, account in ipairs({ a, b }) do
    for _, e in ipairs(account.entries) do both:post(e.amount, e.text) end
  end
  return both
end

Account.__lt = function(a, b) return a:balance() < b:balance() end
Account.__le = function(a, b) return a:balance() <= b:balance() end
Account.__len = function(a) return #a.entries end
Account.__tostring = function(a) return ("%s: %d"):format(a.name, a:balance()) end

local salt, cloth = Account.open("salt"), Account.open("cloth")
local accounts = { salt = salt, cloth = cloth }

for _, good in ipairs({ "salt", "cloth" }) do
  local before = me.gold
  local ok, why, n = buy(good, 2)
  if n > 0 then
    accounts[good]:post(me.gold - before, "bought " .. n)
  end
  if not ok then print(good, why) end
  before = me.gold
  ok, why = sell(good, 1)
  if ok then
    accounts[good]:post(me.gold - before, "sold 1")
  else
    print(good, why)
  end
end

print(tostring(salt), tostring(cloth), tostring(salt + cloth))
print("cloth below salt", cloth < salt, "entries", #salt, #(salt + cloth))
for _, e in ipairs((salt + cloth).entries) do
  print(("%+5d %s"):format(e.amount, e.text))
end
