-- 200 ticks, done: a timetable of what to do when, kept sorted, with repeating entries

local table_of = {}

local function at(time, what, every)
  local entry = { time = time, what = what, every = every }
  for i, other in ipairs(table_of) do
    if other.time > time then
      table.insert(table_of, i, entry)
      return entry
    end
  end
  table_of[#table_of + 1] = entry
  return entry
end

local clock = 0

local function pass(seconds)
  wait(seconds)
  clock = clock + seconds
end

local done = {}

local function did(what) done[what] = (done[what] or 0) + 1 end

local duties = {}

function duties.water()
  for _, name in ipairs(plots()) do
    local p = plot(name)
    if p and p.crop ~= "" and not p.wet and not p.ripe and me.energy > 2 then
      if walk(name) and pour() then did("water") end
    end
  end
end

function duties.reap()
  for _, name in ipairs(plots()) do
    local p = plot(name)
    if p and p.ripe and walk(name) and reap() then did("reap") end
  end
end

function duties.sow()
  if not walk("barn") then return end
  local ok, why = fetch("wheat_seed", 2)
  if not ok then
    print("no seed:", why)
    return
  end
  for _, name in ipairs({ "p1", "p2" }) do
    if walk(name) and till() and sow("wheat") then
      pour()
      did("sow")
    end
  end
end

at(1, "sow")
at(10, "water", 15)
at(30, "reap", 20)

while clock < 100 do
  local entry = table_of[1]
  if not entry then break end
  if entry.time > clock then
    pass(math.min(entry.time - clock, 5))
  else
    table.remove(table_of, 1)
    duties[entry.what]()
    if entry.every then
      at(clock + entry.every, entry.what, entry.every)
    end
  end
end
print("sown", done.sow or 0, "watered", done.water or 0, "reaped", done.reap or 0)
