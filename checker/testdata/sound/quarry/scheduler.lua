-- 200 ticks, running: jobs in a heap by their time, done between two looks at the fuel; global functions and local tables mixed

local heap, size = {}, 0

function push(time, name)
  size = size + 1
  heap[size] = { time = time, name = name }
  local i = size
  while i > 1 do
    local p = i // 2
    if heap[p].time <= heap[i].time then return end
    heap[p], heap[i] = heap[i], heap[p]
    i = p
  end
end

function pop()
  if size == 0 then return nil end
  local top = heap[1]
  heap[1] = heap[size]
  heap[size] = nil
  size = size - 1
  local i = 1
  repeat
    local least = i
    for child = 2 * i, 2 * i + 1 do
      if child <= size and heap[child].time < heap[least].time then
        least = child
      end
    end
    if least == i then break end
    heap[i], heap[least] = heap[least], heap[i]
    i = least
  until false
  return top
end

local time = 0

local jobs = {
  dig = function()
    local ok, why = dig("down")
    if ok and down() then
      return 3
    end
    return why == "full" and 40 or 8
  end,
  home = function()
    if me.y < 0 then
      local ok, why = up(-me.y)
      if not ok then
        print("the way up", why)
        return 2
      end
    end
    for name, n in pairs(me.pack) do
      if n > 0 and name ~= "coal" then
        local ok, why = unload(name, n)
        if not ok then print(name, why) end
      end
    end
    return 30
  end,
  report = function()
    print("time", time, "depth", -me.y, "fuel", me.fuel)
    return 50
  end,
}

push(0, "dig")
push(20, "home")
push(5, "report")

while true do
  local job = pop()
  if not job then break end
  if job.time > time then
    wait(job.time - time)
    time = job.time
  end
  local again = jobs[job.name]()
  push(time + again, job.name)
  if me.fuel < 20 then
    alert("fuel is low")
    break
  end
end
print("stopped at", time)
