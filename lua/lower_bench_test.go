package lua_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua"
)

// guarded are loops over the operators that lowering makes calls of; an operation is one turn.
var guarded = map[string]string{
	"Concat":   "local a, b, s = 'abc', 'def' for i = 1, 1000 do s = a .. b end",
	"Concat5":  "local a, b, s = 'abc', 'def' for i = 1, 1000 do s = a .. b .. a .. b .. i end",
	"Store":    "local t = {} for i = 1, 1000 do t[i] = i end",
	"Length":   "local t, n = {1, 2, 3} for i = 1, 1000 do n = #t end",
	"Append":   "local t = {} for i = 1, 1000 do t[#t + 1] = i end",
	"Table":    "local t for i = 1, 1000 do t = {x = i, y = 2} end",
	"Divide":   "local n, k = 0, 3 for i = 1, 1000 do n = i % k end",
	"Counting": "local n = 0 for i = 1, 1000 do n = n + i if n > 500 then n = n - 500 end end",
}

// BenchmarkGuards compares the guarded operators with the VM's own.
func BenchmarkGuards(b *testing.B) {
	for name, source := range guarded {
		b.Run(name+"/guarded", func(b *testing.B) {
			program, err := lua.Compile("", "while true do "+source+" turn() end")
			require.NoError(b, err)
			box, err := lua.NewSandbox(&lua.Options{MaxThink: 1 << 60, MaxBucket: 1 << 60, Words: map[string]lua.Word{
				"turn": {Func: func(c *lua.Call) error { c.Pause(); return nil }},
			}})
			require.NoError(b, err)
			state, err := box.NewState(lua.StateConfig{})
			require.NoError(b, err)
			defer state.Close()
			thread := state.Start(program)
			state.Grant(1 << 59)
			b.ReportAllocs()
			for b.Loop() {
				require.Equal(b, lua.Paused, thread.Resume())
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/turn")
		})
		b.Run(name+"/bare", func(b *testing.B) {
			L := glua.NewState()
			defer L.Close()
			fn, err := L.LoadString(source)
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				L.Push(fn)
				L.Call(0, 0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/turn")
		})
	}
}

// BenchmarkCompile100Lines reads, lowers and compiles a script of a hundred lines.
func BenchmarkCompile100Lines(b *testing.B) {
	source := ""
	for i := range 20 {
		source += "local function f" + string(rune('a'+i)) + "(x)\n  for i = 1, 10 do\n    if x[i] ~= nil then x[i] = x[i] .. '!' end\n  end\nend\n"
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		_, err := lua.Compile("", source)
		require.NoError(b, err)
	}
}
