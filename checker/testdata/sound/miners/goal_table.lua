-- 120 ticks, done: goals as a table of predicates and actions, tried in order until all hold

local goals = {
  {
    name = "five",
    holds = function() return me.gold >= 5 end,
    act = function() return dig(5 - me.gold) end,
  },
  {
    name = "noted",
    holds = function() return mem.noted == true end,
    act = function()
      note("five gold at " .. now())
      mem.noted = true
      return true
    end,
  },
  {
    name = "empty",
    holds = function() return me.gold == 0 and mem.noted end,
    act = function() return drop("all") end,
  },
}

local reached = {}
for _, goal in ipairs(goals) do
  local tries = 0
  while not goal.holds() do
    local ok, why = goal.act()
    tries = tries + 1
    if not ok then
      print(goal.name, why)
      if tries == 3 then
        stop(goal.name .. ": " .. why)
      end
      wait(1)
    end
  end
  reached[#reached + 1] = goal.name .. "(" .. tries .. ")"
end
print(table.concat(reached, " "))
