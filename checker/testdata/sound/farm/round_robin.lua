-- 150 ticks, running: tasks as coroutines that take turns; each yields what it waits for

local tasks = {}

local function spawn(name, fn)
  tasks[#tasks + 1] = { name = name, co = coroutine.create(fn), until_true = nil }
end

local function yield_until(test)
  coroutine.yield(test)
end

local function busy(plot_name, crop)
  return function()
    while true do
      yield_until(function() return me.energy > 6 end)
      local p = plot(plot_name)
      if p and p.crop == "" then
        local seed = crop .. "_seed"
        if (me.basket[seed] or 0) == 0 then
          if not walk("barn") or not fetch(seed, 1) then return "no seed" end
        end
        if walk(plot_name) then
          if p.soil == "raw" then till() end
          local ok, why = sow(crop)
          if not ok then return why end
          pour()
        end
      elseif p and p.ripe then
        if walk(plot_name) then reap() end
      end
      yield_until(function()
        local q = plot(plot_name)
        return q and (q.ripe or not q.wet)
      end)
      local dry = plot(plot_name)
      if dry and not dry.wet and not dry.ripe and walk(plot_name) then
        local ok = pour()
        if not ok then walk("barn") end
      end
    end
  end
end

spawn("wheat", busy("p1", "wheat"))
spawn("beans", busy("p2", "bean"))
spawn("news", function()
  for i = 1, math.huge do
    yield_until(function() return me.energy < 30 or i == 1 end)
    print("energy", me.energy, "round", i)
    coroutine.yield()
    if i > 5 then return "said enough" end
  end
end)

while #tasks > 0 do
  local ran = false
  for i = #tasks, 1, -1 do
    local t = tasks[i]
    if not t.until_true or t.until_true() then
      ran = true
      local ok, what = coroutine.resume(t.co)
      if not ok or coroutine.status(t.co) == "dead" then
        print(t.name, "ends:", what)
        table.remove(tasks, i)
      else
        t.until_true = what
      end
    end
  end
  wait(ran and 1 or 3)
end
