-- 160 ticks, done: a plan kept in mem step by step, so that a new run or a restart goes on where it ended

local plan = mem.plan
if not plan then
  plan = { at = 1, steps = {} }
  for i = 1, 3 do
    table.insert(plan.steps, { "dig", "down" })
    table.insert(plan.steps, { "down", 1 })
    if i % 2 == 1 then
      table.insert(plan.steps, { "turn", "right" })
    end
  end
  table.insert(plan.steps, { "up", 3 })
  mem.plan = plan
end

on("resumed", function()
  print("again from step", plan.at)
end)

local verbs = { dig = dig, down = down, up = up, turn = turn, forward = forward }

while plan.at <= #plan.steps do
  local step = plan.steps[plan.at]
  local verb, arg = verbs[step[1]], step[2]
  local ok, why, n = verb(arg)
  if not ok and why ~= "none" then
    mem.failed = { step = plan.at, why = why, done = n }
    alert(("step %d, %s: %s"):format(plan.at, step[1], why))
    return false, why, plan.at
  end
  plan.at = plan.at + 1
end

mem.plan = nil
mem.failed = nil
print("plan done", #plan.steps)
return true, "done", #plan.steps
