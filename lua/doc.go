// Package lua runs scripts that nobody trusts: each in a state of its own, as a coroutine that the host resumes, under a
// budget of counted steps. It is the only importer of the VM, and no type of the VM shows in what it exports.
//
// The smallest working use:
//
//	box, err := lua.NewSandbox(&lua.Options{Words: map[string]lua.Word{
//		"dig": {Steps: 200, Func: func(c *lua.Call) error {
//			c.Pause() // the script stands here until the next Resume
//			c.PushBool(true)
//			return nil
//		}},
//	}})
//	program, err := lua.Compile("", "while dig() do end")
//	state, err := box.NewState(lua.StateConfig{})
//	thread := state.Start(program)
//	state.Grant(20_000)
//	for thread.Resume() == lua.Paused { // one tick after the other
//		state.Grant(20_000)
//	}
//	state.Close()
//
// # What a run is
//
// A run has fresh globals, a mem table rebuilt from JSON, a seeded stream of random numbers and counted steps. Nothing else
// enters: no clock, no address, no order of a Go map. So the same program with the same StateConfig and the same answers of
// its words goes the same way and costs the same steps, on every machine.
//
// # Blocking
//
// A Thread is a Go coroutine. A word that calls [Call.Pause] stops it wherever it is (inside pcall, an iterator, a
// metamethod, a comparator of table.sort, a callback of string.gsub, a coroutine of the script), and [Thread.Resume] goes
// on behind it. A thread whose steps are spent is stopped in the same way between two instructions.
//
// # Ends that scripts cannot catch
//
// A thread that was stopped, that ran out of thinking or memory, or whose word panicked is unwound: pcall, xpcall,
// coroutines, table.sort and string.gsub pass the end on, and every instruction and every charge raises it again.
//
// # Lifetime and concurrency
//
// A [Program] and a [Sandbox] may be shared by goroutines. A [State] and its threads belong to one goroutine at a time; two
// states never share anything that either could write. [State.Close] must be called: a paused thread holds a goroutine.
package lua
