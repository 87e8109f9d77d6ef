---@meta
-- What scripts of miners can call, for editors with lua-language-server. Scripts do not load it.
-- Scripts run without io, os, package and debug: .luarc.json says so with
-- "runtime.builtin": {"io": "disable", "os": "disable", "package": "disable", "debug": "disable"}

---What you are and have. It can only be read.
---@class (exact) Me
---@field gold number

---@param n? integer|"all"
---@return boolean ok
---@return string|nil why
---@return integer n
function dig(n) end

---@param n? integer|"all"
---@return boolean ok
---@return "short"|"cancelled"|"interrupted"|"unknown"|nil why # short: you have less
---@return integer n
function drop(n) end

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
