package lua_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// replayed are scripts in which a machine could show: the order of its maps, its addresses, its clock, its garbage collector,
// or how its goroutines are scheduled.
var replayed = []struct{ name, script string }{
	{"loops", `
		local sum = 0
		for i = 1, 4000 do sum = (sum * 31 + i) % 65521 end
		local i = 0
		while i < 500 do i = i + 1 if i % 100 == 0 then dig(i) end end
		repeat i = i - 1 until i == 0
		return sum`},
	{"order of tables", `
		local t, seen = {}, {}
		for i = 1, 200 do t["k" .. i * 7919 % 1009] = i end
		for i = 1, 200, 3 do t["k" .. i * 7919 % 1009] = nil end
		for i = 1, 50 do t[i / 2], t[-i] = i, true end
		for k, v in pairs(t) do seen[#seen + 1] = tostring(k) .. "=" .. tostring(v) end
		print(table.concat(seen, " "))
		print(t, next({b = 1, a = 2, c = 3}))
		mem.kept = {z = 1, y = {x = 2, w = {3, 4}}, [1] = nil}
		for k in pairs(_G) do print(k) end
		for k, v in pairs(mem) do print(k, v) end`},
	{"names of objects", `
		local kept = {}
		for i = 1, 400 do
			local t, f = {}, function() end
			if i % 40 == 0 then kept[#kept + 1] = t dig(1) end
			if i % 16 == 0 then print(tostring(t), tostring(f), tostring(kept[1])) end
		end
		print(print, string.format("%s %s", kept[3], coroutine.create(print)), tostring(mem), tostring(coroutine.running()))`},
	{"random numbers", `
		local t = {}
		for i = 1, 300 do t[i] = math.random(1000) end
		for i = #t, 2, -1 do local j = math.random(i) t[i], t[j] = t[j], t[i] end
		print(table.concat(t, " ", 1, 40), math.random())
		math.randomseed(t[1])
		print(math.random(1, 1e9), math.random())`},
	{"sorting", `
		local t, asked = {}, 0
		for i = 1, 300 do t[i] = {key = i * 271 % 97, at = i} end
		table.sort(t, function(a, b)
			asked = asked + 1
			if asked % 500 == 0 then dig(asked) end
			return a.key < b.key
		end)
		local out = {}
		for i, e in ipairs(t) do out[i] = e.key .. ":" .. e.at end
		print(asked, table.concat(out, " "))
		print(pcall(table.sort, {3, 1, "x"}))
		print(pcall(table.sort, {5, 2, 4, 1, 3}, function() return true end))`},
	{"patterns", `
		local text = ("the quick brown fox jumps over the lazy dog "):rep(30)
		local n = 0
		local out = text:gsub("(%a)(%a*)", function(head, tail)
			n = n + 1
			if n % 90 == 0 then dig(n) end
			return n % 2 == 0 and head:upper() .. tail or nil
		end)
		local count = {}
		for word in out:gmatch("%a+") do count[word] = (count[word] or 0) + 1 end
		for word, times in pairs(count) do print(word, times) end
		print(out:find("%f[%a]Lazy"), #out, out:byte(1, 5))`},
	{"strings", `
		local parts = {}
		for i = 1, 200 do parts[i] = string.format("%05d %x %g %q", i, i * 977, i / 7, "n" .. i) end
		local long = table.concat(parts, "\n"):rep(3)
		local s = ""
		for i = 1, 150 do s = s .. i .. "," end
		print(#long, s, long < s, long == long .. "")
		print(0.1 + 0.2, 1e15, 2 ^ 53, -1 / 0, 0 / 0, 1e300 * 1e10, 7 // 2, -7 % 3)`},
	{"coroutines", `
		local function gen(n) return coroutine.wrap(function() for i = 1, n do if i % 20 == 0 then dig(i) end coroutine.yield(i * n) end end) end
		local sum = 0
		for n = 1, 12 do
			local next = gen(40)
			for i = 1, 3 * n do sum = sum + next() end
			if n % 3 == 0 then next = nil end
		end
		local co = coroutine.create(function(a) local b = coroutine.yield(a, {}) error({code = b}) end)
		print(coroutine.resume(co, 1))
		print(coroutine.resume(co, 2))
		print(coroutine.status(co), sum, co)`},
	{"errors", `
		local function deep(n) if n == 0 then error("at the bottom") end return 1 + deep(n - 1) end
		print(pcall(deep, 20))
		print(pcall(function() local t = nil return t.x end))
		print(pcall(function() return {} .. "x" end))
		print(xpcall(deep, function(e) return "handled " .. e end, 3))
		local function forever() return 1 + forever() end
		print(pcall(forever))
		print(pcall(error, setmetatable({}, {__tostring = function() return "an object" end})))
		print(select(2, pcall(string.rep, "x", 1e9)))
		local me = {}
		me.ore.n = 1`},
	{"handlers", `
		local hits, log = 0, {}
		on(function(tick)
			hits = hits + 1
			log[#log + 1] = tick
			local t = {}
			for i = 1, 30 + tick do t["h" .. i] = {i} end
			if hits % 2 == 0 then dig(hits) end
			mem.hits = hits
		end)
		for i = 1, 30 do dig(i) for j = 1, 40 do local x = j * i end end
		print(hits, table.concat(log, " "))
		return hits`},
	{"audits of memory", `
		local kept = {}
		for i = 1, 6000 do
			local t = {i, name = "n" .. i}
			if i % 20 == 0 then kept["k" .. i] = t end
			if i % 50 == 0 then kept["k" .. (i - 500)] = nil end
			if i % 600 == 0 then
				kept[i] = ("x"):rep(i)
				local co = coroutine.wrap(function() coroutine.yield(t) coroutine.yield(kept) end)
				co()
				dig(i)
			end
		end
		local n = 0
		for k, v in pairs(kept) do n = n + 1 if n % 100 == 0 then print(k, v) end end
		return n`},
	{"too much memory", `
		hoard = {}
		do
			local shelf = {}
			for _, side in ipairs({"north", "south", "east", "west", "up", "down"}) do hoard[side] = {shelf = shelf} end
		end
		local i = 0
		while true do
			i = i + 1
			hoard.east.shelf[i] = {i, "box " .. i}
			if i % 300 == 0 then dig(i) mem.boxes = i end
		end`},
	{"too much thinking", `
		mem.at = {}
		for i = 1, 3 do
			for j = 1, 2000 do mem.at[i] = j end
			dig(i)
		end
		while true do
			for j = 1, 100 do mem.at[4] = j end
		end`},
	{"large charges", `
		for i = 1, 8 do
			local s = ("ab"):rep(9000 + i)
			local ok = pcall(string.rep, s, 100)
			mem["n" .. i] = #s:upper():reverse()
			local t = {s:byte(1, 200)}
			table.move(t, 1, 200, 100)
			print(ok, #t, s:sub(1, 300):find(("a?"):rep(6) .. "c"), utf8.len(s))
		end`},
}

// playing is one state as a world keeps it: main, and at most one handler above it.
type playing struct {
	state         *lua.State
	main, handler *lua.Thread
	order         *lua.Func
	log           strings.Builder
}

// replayBox has words that block, that keep functions and that print, and so many others that the order of a Go map of them shows.
func replayBox() (*lua.Sandbox, error) {
	opts := &lua.Options{
		MaxThink: 150_000, MaxMemory: 512 << 10, MaxBucket: 20_000,
		Prelude: "helpers = {twice = function(f) f() f() end}",
		Words: map[string]lua.Word{
			"dig": {Steps: 200, Func: func(c *lua.Call) error {
				c.Pause()
				c.Thread().ResetThink()
				c.PushBool(true)
				return nil
			}},
			"on": {Steps: 20, Func: func(c *lua.Call) error {
				p := c.Data().(*playing)
				p.order = c.Arg(0).Func()
				p.order.Keep()
				return nil
			}},
			"print": {Steps: 50, Func: func(c *lua.Call) error {
				p := c.Data().(*playing)
				for i := range c.Len() {
					fmt.Fprint(&p.log, c.Arg(i).Display(2000), "\t")
				}
				p.log.WriteByte('\n')
				return nil
			}},
		},
	}
	for i := range 20 {
		opts.Words[fmt.Sprint("word", i)] = lua.Word{Func: func(*lua.Call) error { return nil }}
	}
	return lua.NewSandbox(opts)
}

// tick grants some steps and lets what is topmost go on, as one tick of a world does; then it notes where that stands.
func (p *playing) tick(n int) error {
	if p.main.Status() >= lua.Done {
		return nil
	}
	p.state.Grant(int64(150 + n*n*37%2900)) // so that a tick ends in another place each time
	if p.order != nil && p.handler == nil && n%9 == 4 {
		var err error
		if p.handler, err = p.state.StartFunc(p.order, n); err != nil {
			return err
		}
	}
	t := p.main
	if p.handler != nil {
		t = p.handler
	}
	status := t.Resume()
	mem, err := p.state.MemJSON(64 << 10)
	if err != nil {
		return err
	}
	fmt.Fprintf(&p.log, "tick %d: %v in line %d, steps %d of %d, think %d, left %d, mem %s\n",
		n, status, t.Line(), t.Steps(), p.state.Steps(), t.Think(), p.state.Balance(), mem)
	switch {
	case status < lua.Done:
		return nil
	case t == p.handler:
		p.handler = nil
	}
	if e := t.Err(); e != nil {
		fmt.Fprintf(&p.log, "%s at %d:%d: %s; %q; %q\n", e.Code, e.Line, e.Column, e.Message, e.Hint, e.Stack)
	}
	fmt.Fprintf(&p.log, "returned %v\n", t.Results())
	return nil
}

// schedule is how a machine goes about the same work.
type schedule struct {
	procs   int // GOMAXPROCS
	workers int // goroutines among which the states change hands each tick
	unrest  bool
}

// replay plays all scripts under a schedule, and returns what came of each.
func replay(box *lua.Sandbox, s schedule) (map[string]string, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(s.procs))
	if s.unrest {
		defer unrest()()
	}
	all := make([]*playing, len(replayed))
	for i, r := range replayed {
		program, err := lua.Compile("", r.script)
		if err != nil {
			return nil, err
		}
		p := &playing{}
		p.state, err = box.NewState(lua.StateConfig{Data: p, Seed: uint64(i), Mem: []byte(`{"z":1,"a":{"y":[1,2],"b":true}}`)})
		if err != nil {
			return nil, err
		}
		defer p.state.Close()
		p.main = p.state.Start(program)
		all[i] = p
	}
	const ticks = 250
	errs := make([]error, len(all))
	goesOn := func(p *playing) bool { return p.main.Status() < lua.Done }
	for n := 0; n < ticks && slices.ContainsFunc(all, goesOn); n++ {
		var tick sync.WaitGroup
		for worker := range s.workers {
			tick.Go(func() {
				for i := range all {
					// Another worker than in the last tick, and another order.
					if k := (i*5 + n) % len(all); (k+n)%s.workers == worker && errs[k] == nil {
						errs[k] = all[k].tick(n)
					}
				}
			})
		}
		tick.Wait()
		if s.unrest {
			if runtime.Gosched(); n%10 == 0 {
				runtime.GC()
			}
		}
	}
	out := map[string]string{}
	for i, p := range all {
		name := replayed[i].name
		switch {
		case errs[i] != nil:
			return nil, fmt.Errorf("%s: %w", name, errs[i])
		case goesOn(p):
			return nil, fmt.Errorf("%s: it has not ended after %d ticks", name, ticks)
		}
		out[name] = p.log.String()
	}
	return out, nil
}

// unrest keeps goroutines busy with garbage, until what it returns is called.
func unrest() (stop func()) {
	done := make(chan struct{})
	var busy sync.WaitGroup
	for range 2 {
		busy.Go(func() {
			litter := map[int][]byte{}
			for i := 0; ; i++ {
				select {
				case <-done:
					return
				default:
					litter[i%100] = make([]byte, 1000+i%3000)
					runtime.Gosched()
				}
			}
		})
	}
	return func() {
		close(done)
		busy.Wait()
	}
}

// replayFile is the environment's name for where a child process writes what came of the scripts.
const replayFile = "MYSTIC_TEST_REPLAY"

// TestReplay plays the same scripts on fresh and on used states, with few and many cores, handed over between goroutines
// from tick to tick, beside busy goroutines and collections of garbage, and in another process: each time every status, line,
// step, printed byte and kept byte is the same.
func TestReplay(t *testing.T) {
	box, err := replayBox()
	require.NoError(t, err)
	want, err := replay(box, schedule{procs: 1, workers: 1})
	require.NoError(t, err)
	if file := os.Getenv(replayFile); file != "" {
		require.NoError(t, os.WriteFile(file, []byte(fmt.Sprint(want)), 0o600))
		return
	}
	for _, r := range replayed {
		require.Contains(t, want[r.name], ": thinking in line", "%s is paused inside an instruction", r.name)
	}
	for _, s := range []schedule{{1, 5, true}, {2, 1, true}, {2, 2, false}, {8, 2, true}, {8, 5, true}} {
		got, err := replay(box, s)
		require.NoError(t, err)
		for name := range want {
			require.Equal(t, want[name], got[name], "%s, %+v", name, s)
		}
	}
	fresh, err := replayBox()
	require.NoError(t, err)
	got, err := replay(fresh, schedule{procs: 2, workers: 2})
	require.NoError(t, err)
	require.Equal(t, want, got, "a fresh sandbox")

	file := filepath.Join(t.TempDir(), "replay")
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestReplay$")
	child.Env = append(os.Environ(), replayFile+"="+file, "GOGC=20")
	said, err := child.CombinedOutput()
	require.NoError(t, err, "%s", said)
	there, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprint(want), string(there), "another process")
}
