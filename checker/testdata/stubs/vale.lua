---@meta
-- What scripts of vale can call, for editors with lua-language-server. Scripts do not load it.
-- Scripts run without io, os, package and debug: .luarc.json says so with
-- "runtime.builtin": {"io": "disable", "os": "disable", "package": "disable", "debug": "disable"}

---What you are and have. It can only be read.
---@class (exact) Me
---@field gold number
---@field hp number
---@field name string
---@field place string
---@field tired boolean
---@field target string|nil
---@field pack table<string, {: number}>
---@field pos {x: number, y: number}
---@field friends {name: string, hp: number}[]

---@param n? integer|"all"
---@return boolean ok
---@return "full"|"none"|"cancelled"|"interrupted"|"unknown"|nil why
---@return integer n
function dig(n) end

---@param n? integer|"all"
---@return boolean ok
---@return "short"|"cancelled"|"interrupted"|"unknown"|nil why
---@return integer n
function drop(n) end

---@param place string
---@return boolean ok
---@return "blocked"|"cancelled"|"interrupted"|"unknown"|nil why
---@return integer n
function go(place) end

---@param to string # a who that you know
---@param item string
---@param n? integer|"all"
---@return boolean ok
---@return string|nil why
---@return integer n
function give(to, item, n) end

---@param text string
---@return boolean ok
---@return string|nil why
---@return integer n
function shout(text) end

---@param angle number
---@param slowly? string
---@return boolean ok
---@return string|nil why
---@return integer n
function turn(angle, slowly) end

---@param kind? string # a item that you know
---@return {name: string, far: number}[]
function scan(kind) end

---@param place string
---@return {x: number, y: number}|nil
function find(place) end

---@param item string
---@return number
function price(item) end

---lets game time pass, up to whole ticks, at least one
---@param seconds number
function wait(seconds) end

---others hear it; one a second, 280 characters
---@param text string
function say(text) end

---wakes you: the waiting call answers
---@param text string
function alert(text) end

---shows you values in the next reply
---@param ... any
function print(...) end

---ends the run
---@param why? string
function stop(why) end

---stops the run with why unless ok; takes a call: must(verb(...))
---@generic T
---@param ok T
---@param why? string
---@param n? integer
---@return T ok
---@return string? why
---@return integer? n
function must(ok, why, n) end

---calls fn on every such event from now on; nil drops it
---@overload fun(event: "heard", fn: fun(who: string, text: string)|nil)
---@overload fun(event: "resumed", fn: fun()|nil)
---@overload fun(event: "hurt", fn: fun(amount: any)|nil)
---@overload fun(event: "arrived", fn: fun(place: any)|nil)
function on(event, fn) end

---calls a saved script as a function
---@param name string
---@return any ...
function run(name) end

---drops a saved script
---@param name string
function forget(name) end

---writes into your journal
---@param text string
function note(text) end

---the game's time, as text
---@return string
function now() end

---your table that is kept for good: texts, numbers, booleans, tables; 64 KiB
---@type table<string|integer, any>
mem = {}

---what you are and have, read-only
---@type Me
me = {}

---defined by the game
---@type any
nearest = nil

---defined by the game
---@type any
haul = nil
