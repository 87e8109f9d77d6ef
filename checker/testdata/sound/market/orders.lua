-- 60 ticks, done: a little language of orders with a tokenizer, a parser by descent and an interpreter

local SOURCE = [[
  buy 3 salt;
  if gold > 50 then buy 2 cloth; end
  repeat 2 { sell 1 salt; }
  print gold + 2 * 3;
]]

local function tokenize(text)
  local tokens, at = {}, 1
  while at <= #text do
    local space = text:match("^%s+", at)
    if space then
      at = at + #space
    else
      local number = text:match("^%d+", at)
      local word = not number and text:match("^%a+", at)
      local sign = not number and not word and text:match("^[%p]", at)
      local token = number or word or sign
      if not token then error("a strange letter at " .. at, 0) end
      tokens[#tokens + 1] = {
        kind = number and "number" or word and "word" or "sign",
        text = token,
        value = tonumber(number),
      }
      at = at + #token
    end
  end
  return tokens
end

local Parser = {}
Parser.__index = Parser

function Parser:peek() return self.tokens[self.at] end

function Parser:accept(text)
  local t = self:peek()
  if t and t.text == text then
    self.at = self.at + 1
    return t
  end
end

function Parser:expect(text)
  local t = self:accept(text)
  if not t then
    local found = self:peek()
    error(("expected %s, found %s"):format(text, found and found.text or "the end"), 0)
  end
  return t
end

function Parser:value()
  local t = self:peek()
  if not t then error("a value is missing", 0) end
  self.at = self.at + 1
  if t.kind == "number" then
    return function() return t.value end
  elseif t.text == "gold" or t.text == "room" or t.text == "day" then
    return function() return me[t.text] end
  elseif t.text == "(" then
    local inner = self:sum()
    self:expect(")")
    return inner
  end
  error("no value: " .. t.text, 0)
end

function Parser:product()
  local left = self:value()
  while self:accept("*") do
    local a, b = left, self:value()
    left = function() return a() * b() end
  end
  return left
end

function Parser:sum()
  local left = self:product()
  while true do
    if self:accept("+") then
      local a, b = left, self:product()
      left = function() return a() + b() end
    elseif self:accept("-") then
      local a, b = left, self:product()
      left = function() return a() - b() end
    else
      return left
    end
  end
end

function Parser:condition()
  local a = self:sum()
  if self:accept(">") then
    local b = self:sum()
    return function() return a() > b() end
  end
  self:expect("<")
  local b = self:sum()
  return function() return a() < b() end
end

function Parser:block(last)
  local all = {}
  while not self:accept(last) do
    all[#all + 1] = self:statement()
  end
  return function()
    for _, statement in ipairs(all) do statement() end
  end
end

function Parser:deal(verb)
  local n = self:sum()
  local good = self:peek()
  if not good then error("a good is missing", 0) end
  self.at = self.at + 1
  self:expect(";")
  return function()
    local ok, why, done = verb(good.text, n())
    print(good.text, done, ok and "" or why)
  end
end

function Parser:statement()
  if self:accept("buy") then
    return self:deal(buy)
  elseif self:accept("sell") then
    return self:deal(sell)
  elseif self:accept("print") then
    local v = self:sum()
    self:expect(";")
    return function() print(v()) end
  elseif self:accept("if") then
    local condition = self:condition()
    self:expect("then")
    local body = self:block("end")
    return function() if condition() then body() end end
  elseif self:accept("repeat") then
    local n = self:sum()
    self:expect("{")
    local body = self:block("}")
    return function()
      for _ = 1, n() do body() end
    end
  end
  local t = self:peek()
  error("no order begins with " .. (t and t.text or "the end"), 0)
end

local function compile(text)
  local p = setmetatable({ tokens = tokenize(text), at = 1 }, Parser)
  local all = {}
  while p:peek() do all[#all + 1] = p:statement() end
  return all
end

local ok, program = pcall(compile, SOURCE)
if not ok then stop(program) end
for _, statement in ipairs(program) do statement() end

print(pcall(compile, "buy 3"))
print(pcall(compile, "dance;"))
