-- 160 ticks, done: a tunnel of a length, two blocks high, as a program with a usage check and small functions

local args = mem.tunnel or { length = 5 }
mem.tunnel = args

if type(args.length) ~= "number" or args.length < 1 then
  print("usage: mem.tunnel = { length = blocks }")
  return false, "usage"
end

local dug = 0

local function attempt(dir)
  while inspect(dir) do
    local ok, why = dig(dir)
    if not ok then
      return false, why
    end
    dug = dug + 1
  end
  return true
end

local function advance()
  local ok, why = attempt("front")
  if ok then
    ok, why = forward()
  end
  if ok then
    ok = attempt("up")
  end
  return ok, why
end

must(dig("down"))
must(down())
must(dig("down"))
must(down())

local done = 0
for i = 1, args.length do
  local ok, why = advance()
  if not ok then
    print("tunnel ends after", i - 1, why)
    break
  end
  done = i
  if i % 2 == 0 and (me.pack.torch or 0) > 0 then
    place("torch", "up")
  end
end

must(back(done))
must(up(2))
print("dug", dug, "of", done)
return done == args.length, "dug", dug
