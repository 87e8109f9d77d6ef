-- 80 ticks, done: a dance of random steps, each undone by its opposite

local moves = {
  { "up", up, down },
  { "forward", forward, back },
  { "back", back, forward },
  { "left", function() return turn("left") end, function() return turn("right") end },
  { "right", function() return turn("right") end, function() return turn("left") end },
}

local performed = {}
for beat = 1, 12 do
  local move = moves[math.random(#moves)]
  local name, dance = move[1], move[2]
  if dance() then
    performed[#performed + 1] = move
    print(beat, name)
  end
end

for i = #performed, 1, -1 do
  local undo = performed[i][3]
  undo()
end
print("at", me.x, me.y, me.z, me.facing)
