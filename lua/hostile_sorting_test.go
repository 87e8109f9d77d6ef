package lua_test

// hostileSorting compares what has no order, and goes through tables that change.
func hostileSorting() []guard {
	const thousand = `local t = {} for i = 1, 1000 do t[i] = i * 7919 % 1000 end `
	return []guard{
		{holds: "a comparator without an order ends", dear: true, tries: []try{
			{thousand + `table.sort(t, function() return true end)`, "done"},
			{thousand + `table.sort(t, function() return false end)`, "done"},
			{thousand + `table.sort(t, function() return math.random() < 0.5 end)`, "done"},
			{thousand + `local n = 0 table.sort(t, function() n = n + 1 return n % 2 == 0 end)`, "done"},
			{thousand + `table.sort(t, function(a, b) return a <= b end)`, "done"},
			{thousand + `table.sort(t, function(a, b) return not (a < b) end)`, "done"},
		}},
		{holds: "a comparison is a step, and more for long strings", dear: true, tries: []try{
			{`local t = {} for i = 1, 250 do t[i] = i * 7919 % 251 end for i = 1, 120 do table.sort({table.unpack(t)}) end`, "steps_exhausted"},
			{`local s, t = ("x"):rep(3000), {} for i = 1, 100 do t[i] = s .. i end for i = 1, 8 do table.sort({table.unpack(t)}) end`, "steps_exhausted"},
			{`local t = {} for i = 1, 250 do t[i] = i end for i = 1, 400 do table.sort(t, rawequal) end`, "steps_exhausted"},
			{`local t = setmetatable({}, {__len = function() return 8000 end, __index = function() return 1 end, __newindex = function() end}) table.sort(t)`, "done"},
			{`local m = {} m.__lt = function(a, b) while true do end end table.sort({setmetatable({}, m), setmetatable({}, m)})`, "steps_exhausted"},
		}},
		{holds: "a table is sorted as a copy", tries: []try{
			{`local t = {3, 1, 2} local ok = pcall(table.sort, t, function() error("no") end) if t[1] ~= 3 or t[2] ~= 1 then error("changed") end`, "done"},
			{`local t = {3, 1, 2} table.sort(t, function(a, b) t[#t + 1] = 1 return a < b end)`, "done"},
			{`local t = {3, 1, 2} table.sort(t, function(a, b) table.remove(t) return a < b end)`, "done"},
			{`local t = {3, 1, 2} table.sort(t, function(a, b) t = {} return a < b end)`, "done"},
			{`local t = {3, 1, 2} table.sort(t, function(a, b) for k in pairs(t) do t[k] = nil end return a < b end)`, "done"},
			{`local t = {3, 1, 2} table.sort(t, function(a, b) table.sort(t) return a < b end)`, "done"},
			{`local t = {3, 1, 2} local function less(a, b) table.sort(t, less) return a < b end table.sort(t, less)`, "script_error: stack overflow"},
			{`local t = {3, 1, 2} table.sort(t, function(a, b) t[1] = "x" return a < b end) return t[1] + t[2]`, "done"},
			{`local t = {3, 1, 2} table.sort(t, function(a, b) t[6e7] = 1 return a < b end)`, "done"},
		}},
		{holds: "a comparator may stop anywhere", tries: []try{
			{`table.sort({3, 1, 2}, function(a, b) error({}) end)`, "script_error: error value {}"},
			{`table.sort({3, 1, 2}, function(a, b) error() end)`, "script_error: error() was called without a message"},
			{`table.sort({3, 1, 2}, function(a, b) coroutine.yield() end)`, "script_error: attempt to yield from outside a coroutine"},
			{`local co = coroutine.wrap(function() table.sort({3, 1, 2}, function(a, b) coroutine.yield() return a < b end) end) co() co()`, "done"},
			{`local co = coroutine.create(function() table.sort({3, 1, 2}, function(a, b) coroutine.yield() end) end) coroutine.resume(co) coroutine.close(co)`, "done"},
			{`local co = coroutine.wrap(function() table.sort({3, 1, 2}, function(a, b) coroutine.yield() end) end) co() co = nil while true do end`, "steps_exhausted"},
			{`table.sort({3, 1, 2}, function(a, b) return a.x < b.x end)`, "script_error: attempt to index a number value"},
			{`table.sort({3, nil, 1})`, "script_error: attempt to compare nil with number"},
			{`table.sort({1, "x", {}})`, "script_error: attempt to compare string with number"},
			{`table.sort({{}, {}})`, "script_error: attempt to compare two table values"},
			{`table.sort({0/0, 1, 0/0, 2, 0/0})`, "done"},
			{`table.sort({1, 2}, 5)`, "script_error: bad argument"},
			{`table.sort({1, 2}, print)`, "done"},
			{`table.sort({1, 2}, table.sort)`, "script_error: bad argument"},
			{`table.sort("x")`, "script_error: bad argument"},
			{`table.sort(string)`, "script_error: cannot change a read-only table"},
			{`table.sort({1, 2}, setmetatable({}, {__call = function() end}))`, "script_error: bad argument"},
		}},
		{holds: "a table may change while it is gone through", dear: true, tries: []try{
			{`local t = {a = 1} for k in pairs(t) do t[k .. "x"] = 1 end`, "memory_exhausted"},
			{`local t = {1} for i, v in ipairs(t) do t[i + 1] = v end`, "memory_exhausted"},
			{`local t = {} for i = 1, 100 do t["k" .. i] = i end for k in pairs(t) do for i = 1, 100 do t["k" .. i] = nil end end`, "done"},
			{`local t = {} for i = 1, 100 do t["k" .. i] = i end for k in pairs(t) do t[k] = nil for i = 1, 100 do t["n" .. i] = i end end`, "done"},
			{`local t = {} for i = 1, 100 do t["k" .. i] = i end local n = 0 for k in pairs(t) do t[k] = nil n = n + 1 end return n + 0 * t.x`, "script_error: attempt to perform arithmetic on a nil value"},
			{`local t = {1, 2, 3} for k in next, t do table.remove(t) end`, "done"},
			{`local t = {1, 2, 3} for k in pairs(t) do t[k] = nil t[k + 6e7] = 1 end`, "steps_exhausted"},
			{`local t = {1, 2, 3} for k in pairs(t) do for i = 1, 100 do t[i] = i end end`, "done"},
			{`for k in pairs(_G) do _G[k .. "x"] = 1 end`, "memory_exhausted"},
			{`for k in pairs(_G) do _G[k] = nil end return pairs`, "script_error: attempt to index a nil value"},
			{`local t = {} for i = 1, 50 do t[i .. "k"] = i end for k in pairs(t) do setmetatable(t, {__index = t}) t[k] = nil end`, "done"},
			{`local k = "a" local t = {a = 1, b = 2} while true do k = next(t, k) if k == nil then t = {a = 1, b = 2} end end`, "steps_exhausted"},
			{`local t = {a = 1} next(t, "b")`, "done"},
			{`local t = {a = 1, b = 2} t.a = nil return next(t, "a") .. 1 .. nil`, "script_error: attempt to concatenate a nil value"},
		}},
	}
}
