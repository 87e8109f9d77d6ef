//go:build !race

package lua_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// The race detector gives small objects more room than they have without it, so what is measured here is measured without it.

// TestHeapIsBounded measures what a script really holds when it is ended: at most 1.5 times its limit and 1 MiB.
func TestHeapIsBounded(t *testing.T) {
	const limit = 4 << 20
	for name, c := range growers {
		t.Run(name, func(t *testing.T) {
			box := newBox(t, func(o *lua.Options) { o.MaxThink = 1 << 40 })
			st, err := box.NewState(lua.StateConfig{})
			require.NoError(t, err)
			defer st.Close()
			th := st.Start(compile(t, c.source))
			before := heap()
			most := int64(0)
			for {
				st.Grant(50_000)
				if th.Resume() >= lua.Done {
					break
				}
				most = max(most, heap()-before)
			}
			require.Less(t, most, int64(limit+limit/2+1<<20), "%d KiB", most>>10)
		})
	}
}
