-- One of many: a sense and a verb each turn, for ever.
while true do
  local at = pos()
  step(at % 3 + 1)
end
