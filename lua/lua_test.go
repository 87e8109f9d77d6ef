package lua_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/lua"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// words are what the scripts of these tests can call besides the library.
func words() map[string]lua.Word {
	return map[string]lua.Word{
		// dig blocks until the next Resume.
		"dig": {Steps: 200, Func: func(c *lua.Call) error {
			c.Pause()
			c.Thread().ResetThink()
			c.PushBool(true)
			c.PushNil()
			c.PushNumber(c.Arg(0).Number())
			return nil
		}},
		"pos":  {Steps: 50, Func: func(c *lua.Call) error { c.PushNumber(7); return nil }},
		"stop": {Func: func(c *lua.Call) error { return lua.ErrEnd }},
		"boom": {Func: func(c *lua.Call) error { panic("boom") }},
		"print": {Func: func(c *lua.Call) error {
			log, _ := c.Data().(*[]string)
			if log == nil {
				return nil
			}
			line := ""
			for i := range c.Len() {
				if i > 0 {
					line += " "
				}
				line += c.Arg(i).Display(200)
			}
			*log = append(*log, line)
			return nil
		}},
	}
}

func newBox(t testing.TB, change func(*lua.Options)) *lua.Sandbox {
	t.Helper()
	opts := &lua.Options{Words: words()}
	if change != nil {
		change(opts)
	}
	box, err := lua.NewSandbox(opts)
	require.NoError(t, err)
	return box
}

func compile(t testing.TB, source string) *lua.Program {
	t.Helper()
	p, err := lua.Compile("", source)
	require.NoError(t, err, "%s", source)
	return p
}

// outcome is what came of a script that was run to its end.
type outcome struct {
	status  lua.Status
	results []any
	err     *lua.ScriptError
	steps   int64
	line    int
	resumes int
	printed []string
}

// play runs a script to its end, with steps as often as it asks.
func play(t testing.TB, box *lua.Sandbox, source string) outcome {
	t.Helper()
	return playWith(t, box, source, lua.StateConfig{})
}

func playWith(t testing.TB, box *lua.Sandbox, source string, cfg lua.StateConfig) outcome {
	t.Helper()
	var o outcome
	cfg.Data = &o.printed
	st, err := box.NewState(cfg)
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(compile(t, source))
	for o.resumes = 1; ; o.resumes++ {
		st.Grant(20_000)
		if th.Resume() >= lua.Done {
			break
		}
		require.Less(t, o.resumes, 10_000, "it never ends: %s", source)
	}
	o.status, o.results, o.err, o.steps, o.line = th.Status(), th.Results(), th.Err(), th.Steps(), th.Line()
	return o
}

// result runs a script that must return.
func result(t testing.TB, box *lua.Sandbox, source string) []any {
	t.Helper()
	o := play(t, box, source)
	require.Equal(t, lua.Done, o.status, "%s: %v", source, o.err)
	return o.results
}
