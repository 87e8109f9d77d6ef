-- 400 ticks, done: an escort with states as tables of functions, handlers that only set flags, and a log of the journey

local State = {}          -- states by name
local machine = { name = nil, since = 0, beats = 0, history = {} }

local journey = {
  goal = 30,
  started = now(),
  wounds = 0,
  kills = {},
  calls = 0,
}

local flags = { hurt = false, call = false, seen = {} }

----------------------------------------------------------------
-- the machine

local function enter(name, ...)
  local state = State[name]
  if not state then
    error("no state is called " .. tostring(name), 2)
  end
  local old = State[machine.name]
  if old and old.leave then
    old.leave(name)
  end
  machine.history[#machine.history + 1] = name
  machine.name, machine.since = name, machine.beats
  if state.enter then
    state.enter(...)
  end
end

local function beats_in_state()
  return machine.beats - machine.since
end

local function beat()
  machine.beats = machine.beats + 1
  local state = State[machine.name]
  local next_state, argument = state.beat()
  if next_state and next_state ~= machine.name then
    enter(next_state, argument)
  end
  return machine.name ~= "arrived"
end

----------------------------------------------------------------
-- the cart

local cart = { x = 0, hp = 0, lost = 0 }

local function see_cart()
  local c = friend("cart")
  if c then
    cart.x, cart.hp, cart.lost = c.x, c.hp, 0
    return c
  end
  cart.lost = cart.lost + 1
  return nil
end

local function stand_by(offset)
  local c = see_cart()
  local x = (c and c.x or cart.x) + offset
  if me.x == x then
    return true
  end
  local ok, why = walk(x)
  if not ok then
    print("cannot stand by the cart", why)
  end
  return ok
end

local function danger()
  local sum = 0
  for _, f in ipairs(foes()) do
    sum = sum + f.hp / math.max(f.far, 1)
  end
  return sum
end

----------------------------------------------------------------
-- march: walk in front of the cart

State.march = {
  enter = function()
    flags.call = false
  end,
  beat = function()
    if see_cart() and cart.x >= journey.goal then
      return "arrived"
    elseif me.hp * 3 < me.max_hp then
      return "heal"
    elseif flags.call then
      return "defend"
    end
    local f = nearest()
    if f and f.far <= 5 then
      return "fight", f.name
    end
    if not stand_by(2) then
      wait(1)
    end
    wait(2)
    return nil
  end,
}

----------------------------------------------------------------
-- fight: one foe until it falls, or we do not want to any more

do
  local name
  local rounds

  local function fallen()
    return name == nil or look_for(name) == nil
  end

  State.fight = {
    enter = function(who)
      name = who
      rounds = 0
    end,
    leave = function()
      name = nil
    end,
    beat = function()
      rounds = rounds + 1
      if fallen() then
        return "march"
      elseif me.hp * 4 < me.max_hp then
        return "heal"
      elseif rounds > 25 then
        return "defend"
      end
      local ok, why = attack(name)
      if ok then
        return nil
      elseif why == "far" then
        ok, why = approach(name)
        if ok then
          return nil
        end
      end
      if why == "gone" or why == "unknown" then
        return "march"
      end
      print("the fight with", name, "breaks off:", why)
      return "march"
    end,
  }
end

----------------------------------------------------------------
-- defend: between the cart and whatever bites it

State.defend = {
  beat = function()
    flags.call = false
    if not stand_by(1) then
      return "march"
    end
    local f = nearest()
    if not f or f.far > 3 then
      return "march"
    end
    if danger() > 12 then
      local ok, why = shield()
      if not ok and why ~= "mana" then
        print("no shield", why)
      end
    end
    return "fight", f.name
  end,
}

----------------------------------------------------------------
-- heal: away from the foes, then as often as the mana allows

State.heal = {
  enter = function()
    local f = nearest()
    if f and f.far <= 2 then
      local ok, why = walk(me.x - 5)
      if not ok then
        print("cannot get away", why)
      end
    end
  end,
  beat = function()
    if me.hp * 3 > me.max_hp * 2 or beats_in_state() > 12 then
      return "march"
    end
    local ok, why = heal(me.id)
    if ok then
      return nil
    end
    if why == "mana" then
      local rested, broken, n = rest(6)
      if not rested and n == 0 then
        print("no rest", broken)
        return "defend"
      end
    end
    return nil
  end,
}

----------------------------------------------------------------
-- arrived: the end

State.arrived = {
  enter = function()
    journey.ended = now()
  end,
  beat = function()
    return nil
  end,
}

----------------------------------------------------------------
-- what happens; handlers only take notes, the machine decides

on("hurt", function(amount, by)
  journey.wounds = journey.wounds + amount
  flags.hurt = by
end)

on("call", function()
  journey.calls = journey.calls + 1
  flags.call = true
end)

on("seen", function(name)
  flags.seen[#flags.seen + 1] = name
end)

on("fell", function(name)
  local kind = name:match("^%a+")
  journey.kills[kind] = (journey.kills[kind] or 0) + 1
end)

on("resumed", function()
  print("the world began again; so do I")
end)

----------------------------------------------------------------
-- telling

local function telling(t)
  local parts = {}
  for k, v in pairs(t) do
    parts[#parts + 1] = ("%s=%s"):format(k, v)
  end
  table.sort(parts)
  return table.concat(parts, " ")
end

local function compressed(list)
  local out, i = {}, 1
  while i <= #list do
    local j = i
    while list[j + 1] == list[i] do
      j = j + 1
    end
    local n = j - i + 1
    out[#out + 1] = n > 1 and list[i] .. "*" .. n or list[i]
    i = j + 1
  end
  return table.concat(out, " ")
end

-- pairs_of shortens a b a b a b to (a b)*3
local function pairs_of(list)
  local out, i = {}, 1
  while i <= #list do
    local n = 0
    while list[i + 2 * n] and list[i + 2 * n + 1]
      and list[i + 2 * n] == list[i] and list[i + 2 * n + 1] == list[i + 1] do
      n = n + 1
    end
    if n > 1 then
      out[#out + 1] = ("(%s %s)*%d"):format(list[i], list[i + 1], n)
      i = i + 2 * n
    else
      out[#out + 1] = list[i]
      i = i + 1
    end
  end
  return out
end

local function report(final)
  print(final and "arrived" or "on the way", "at", me.x, "cart", cart.x, "hp", me.hp)
  print("kills", telling(journey.kills), "wounds", journey.wounds, "calls", journey.calls)
end

mem.journeys = (mem.journeys or 0) + 1
see_cart()
enter("march")

local broken = 0
while machine.beats < 400 do
  local ok, going = pcall(beat)
  if not ok then
    broken = broken + 1
    print("broken", going)
    if broken > 3 then
      alert("the escort cannot go on: " .. tostring(going))
      break
    end
    wait(1)
    enter("march")
  elseif not going then
    break
  end
  if machine.beats % 40 == 0 then
    report(false)
  end
  if flags.hurt and machine.name == "march" then
    local by = flags.hurt
    flags.hurt = false
    if look_for(by) then
      enter("fight", by)
    end
  end
  if #machine.history > 60 then
    machine.history = table.move(machine.history, #machine.history - 29, #machine.history, 1, {})
  end
end

report(true)
print("states", compressed(pairs_of(machine.history)):sub(1, 200))
print("first seen", flags.seen[1] or "nobody", "of", #flags.seen)
mem.best = math.max(mem.best or 0, cart.hp)
if journey.ended then
  note(("escorted from %s to %s"):format(journey.started, journey.ended))
end
return cart.x >= journey.goal, "arrived", cart.hp
