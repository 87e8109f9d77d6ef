-- 60 ticks, running: does what others say, word by word, and keeps count in mem

mem.asked = mem.asked or {}

local verbs = {
  dig = function(n) return dig(n or 1) end,
  drop = function(n) return drop(n or "all") end,
  wait = function(n) wait(n or 1) return true end,
}

local pending = {}

on("heard", function(who, text)
  local word, rest = text:match("^%s*(%a+)%s*(.-)%s*$")
  if not word or not verbs[word] then
    say(who .. "? I know dig, drop and wait")
    return
  end
  mem.asked[word] = (mem.asked[word] or 0) + 1
  pending[#pending + 1] = { who = who, word = word, n = tonumber(rest) }
end)

pending[1] = { who = "me", word = "dig", n = 2 }
pending[2] = { who = "me", word = "drop", n = 5 }

while true do
  local order = table.remove(pending, 1)
  if order then
    local ok, why, n = verbs[order.word](order.n)
    local answer = ok and "done" or why
    print(order.who, order.word, answer, n)
    say(order.who .. ": " .. answer)
  else
    wait(2)
  end
end
