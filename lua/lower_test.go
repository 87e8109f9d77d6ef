package lua_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

type output struct{ strings.Builder }

// printing is a sandbox whose one word is print, which writes to the state's *output.
var printing = sync.OnceValues(func() (*lua.Sandbox, error) {
	return lua.NewSandbox(&lua.Options{
		MaxThink: 1 << 40,
		Words: map[string]lua.Word{"print": {Func: func(c *lua.Call) error {
			w := c.Data().(*output)
			for i := range c.Len() {
				if i > 0 {
					w.WriteByte('\t')
				}
				w.WriteString(c.Arg(i).Display(1 << 16))
			}
			w.WriteByte('\n')
			return nil
		}}},
	})
})

// perform runs a script to its end and returns what it printed and the error that it ended with, "line n: message".
func perform(t testing.TB, source string) (printed, problem string) {
	t.Helper()
	box, err := printing()
	require.NoError(t, err)
	program, err := lua.Compile("", source)
	require.NoError(t, err, source)
	w := &output{}
	state, err := box.NewState(lua.StateConfig{Data: w})
	require.NoError(t, err)
	defer state.Close()
	thread := state.Start(program)
	for state.Grant(100_000); thread.Resume() < lua.Done; {
		state.Grant(100_000)
	}
	if thread.Err() != nil {
		problem = thread.Err().Error()
	}
	return w.String(), problem
}
