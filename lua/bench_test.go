package lua

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	glua "github.com/yuin/gopher-lua"
)

// benchBox has one word that blocks for a tick and one that answers at once.
func benchBox(tb testing.TB) *Sandbox {
	tb.Helper()
	box, err := NewSandbox(&Options{
		MaxThink: 1 << 40, MaxBucket: 1 << 40,
		Words: map[string]Word{
			"dig": {Steps: 200, Func: func(c *Call) error {
				c.Pause()
				c.Thread().ResetThink()
				c.PushBool(true)
				c.PushText("full")
				c.PushNumber(3)
				return nil
			}},
			"pos": {Steps: 50, Func: func(c *Call) error {
				c.PushNumber(7)
				return nil
			}},
		},
		Prelude: "function must(ok, why) if not ok then error(why, 2) end return ok end",
	})
	require.NoError(tb, err)
	return box
}

func benchProgram(tb testing.TB, source string) *Program {
	tb.Helper()
	p, err := Compile("", source)
	require.NoError(tb, err)
	return p
}

func BenchmarkVerbCallAndReturn(b *testing.B) {
	box := benchBox(b)
	st, err := box.NewState(StateConfig{})
	require.NoError(b, err)
	defer st.Close()
	th := st.Start(benchProgram(b, "while true do local ok, why, n = dig(1) end"))
	st.Grant(1 << 40)
	th.Resume()
	b.ReportAllocs()
	for b.Loop() {
		th.Resume()
	}
	require.Equal(b, Paused, th.Status())
}

func BenchmarkSenseCall(b *testing.B) {
	benchLoop(b, "local n = 0 for i = 1, 1000 do n = n + pos() end", 1000)
}

// benchLoop measures one run of a script on a warm state, and reports the time of each of its n turns.
func benchLoop(b *testing.B, source string, n int) {
	b.Helper()
	box := benchBox(b)
	p := benchProgram(b, source)
	b.ReportAllocs()
	for b.Loop() {
		st, err := box.NewState(StateConfig{})
		require.NoError(b, err)
		st.Grant(1 << 40)
		th := st.Start(p)
		if th.Resume() != Done {
			b.Fatal(th.Err())
		}
		st.Close()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/turn")
}

func BenchmarkRunStart(b *testing.B) {
	benchLoop(b, strings.Repeat("local function f(a) return a end\n", 40)+"dig = dig", 1)
}

// plainLoop is computation that calls no library.
const plainLoop = `
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local sum = 0
for i = 1, 2000 do
	local x = i % 7
	if x > 3 then sum = sum + x * 2 else sum = sum - x end
end
return fib(15) + sum`

func BenchmarkPlainCounted(b *testing.B) { benchLoop(b, plainLoop, 1) }

// BenchmarkPlainBare runs the same code on the VM alone.
func BenchmarkPlainBare(b *testing.B) {
	p := benchProgram(b, plainLoop)
	L := glua.NewState()
	defer L.Close()
	b.ReportAllocs()
	for b.Loop() {
		L.Push(L.NewFunctionFromProto(p.proto))
		L.Call(0, 0)
	}
}

func BenchmarkPcall(b *testing.B) {
	benchLoop(b, "local f = function() end for i = 1, 1000 do pcall(f) end", 1000)
}

func BenchmarkPcallError(b *testing.B) {
	benchLoop(b, "for i = 1, 1000 do pcall(error, 'x') end", 1000)
}

func BenchmarkCoroutine(b *testing.B) {
	benchLoop(b, "local co = coroutine.wrap(function() while true do coroutine.yield(1) end end) for i = 1, 1000 do co() end", 1000)
}

// BenchmarkBlockedAgent reports what one agent holds whose script is blocked in a verb.
func BenchmarkBlockedAgent(b *testing.B) {
	const agents = 1000
	box := benchBox(b)
	p := benchProgram(b, `local seen = {}
local function work(n) for i = 1, n do seen[i] = i end return dig(n) end
while true do local ok, why = work(5) if not ok then break end end`)
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.GC() // the pool forgets its states at the second one
		runtime.ReadMemStats(&before)
		var states []*State
		for range agents {
			st, err := box.NewState(StateConfig{Mem: []byte(`{"gold":3,"seen":[1,2,3]}`)})
			require.NoError(b, err)
			st.Grant(1 << 40)
			require.Equal(b, Paused, st.Start(p).Resume())
			states = append(states, st)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		for _, st := range states {
			st.Close()
		}
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/agents, "heap-B/agent")
		b.ReportMetric(float64(after.StackInuse-before.StackInuse)/agents, "stack-B/agent")
	}
}
