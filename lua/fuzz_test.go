package lua_test

import (
	"testing"

	"mystic-sdk/lua"
)

// FuzzScript: any text that compiles comes to an end within its steps, harms no later run, and is never the host's fault.
// The seeds are the scripts of the other tests.
func FuzzScript(f *testing.F) {
	for _, source := range boundaries {
		f.Add(source)
	}
	for _, source := range hostileScripts() {
		f.Add(source)
	}
	for _, source := range attacks {
		f.Add(source)
	}
	f.Add(counted)
	var box *lua.Sandbox
	f.Fuzz(func(t *testing.T, source string) {
		if box == nil {
			box = hostileBox(t, 300_000)
		}
		p, err := lua.Compile("", source)
		if err != nil {
			return
		}
		st, err := box.NewState(lua.StateConfig{})
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		th := st.Start(p)
		for range 50 {
			st.Grant(5000)
			if th.Resume() >= lua.Done {
				break
			}
		}
		if err := th.Err(); err != nil && err.Code == "internal" && err.Panic != "boom" {
			t.Fatalf("%v\n%s", err.Panic, err.Trace)
		}
		_, _ = st.MemJSON(64 << 10)
	})
}
