package lua_test

import (
	"errors"
	"fmt"

	"mystic-sdk/lua"
)

// A script digs until the game refuses. Each call of dig takes one tick.
func Example() {
	ore := 2
	box, err := lua.NewSandbox(&lua.Options{
		Words: map[string]lua.Word{
			"dig": {Steps: 200, Func: func(c *lua.Call) error {
				c.Pause() // until the next tick
				c.Thread().ResetThink()
				ok := ore > 0
				if ok {
					ore--
				}
				c.PushBool(ok)
				return nil
			}},
			"print": {Func: func(c *lua.Call) error {
				fmt.Println(">", c.Arg(0).Display(500))
				return nil
			}},
		},
		Prelude: `function dig_all() local n = 0 while dig() do n = n + 1 end return n end`,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	program, err := lua.Compile("", `
mem.trips = (mem.trips or 0) + 1
print({dug = dig_all(), trips = mem.trips})
digg()`)
	if err != nil {
		fmt.Println(err)
		return
	}
	state, err := box.NewState(lua.StateConfig{Mem: []byte(`{"trips":6}`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer state.Close()
	main := state.Start(program)
	for tick := 1; ; tick++ {
		state.Grant(20_000)
		status := main.Resume()
		fmt.Printf("tick %d: %s at line %d\n", tick, status, main.Line())
		if status >= lua.Done {
			break
		}
	}
	mem, _ := state.MemJSON(64 << 10)
	fmt.Printf("%v\n%s\nmem %s\n", main.Err(), main.Err().Hint, mem)
	// Output:
	// tick 1: paused at line 3
	// tick 2: paused at line 3
	// tick 3: paused at line 3
	// > {dug = 2, trips = 7}
	// tick 4: failed at line 4
	// line 4: attempt to call a nil value (global 'digg')
	// did you mean 'dig'?
	// mem {"trips":7}
}

// A text that does not parse is answered with everything that is wrong with it.
func ExampleCompile() {
	_, err := lua.Compile("", "local gold = = 3")
	var syntaxError *lua.SyntaxError
	fmt.Println(errors.As(err, &syntaxError), len(syntaxError.Errors), syntaxError.Errors[0].Start.Column)
	// Output: true 1 14
}
