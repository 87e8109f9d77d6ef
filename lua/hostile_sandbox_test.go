package lua_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// The budget of an attempt. It is small, so that what goes beyond it shows.
const (
	hostileGrant  = 20_000  // steps of a tick in a world
	closeGrant    = 5_000   // the same in a bare sandbox, where more can be looked at
	hostileMemory = 1 << 20 // accounted bytes
	hostileTicks  = 20      // of hostileGrant: enough to pay for all of dearThink
	defaultThink  = 60_000  // steps without getting anywhere
	dearThink     = 220_000 // the same where an attempt needs more: as many as fill the memory, or one call of the library may cost

	// owedSteps is what a run may owe when it pauses: what a call of the library has to pay for at once, which may be
	// more elsewhere, and an audit of its memory, which takes a step for each object.
	owedSteps = 50_000 + hostileMemory/100

	// heapRoom is what a run may add to the live heap.
	heapRoom = hostileMemory*3/2 + 1<<20
)

// hostileHead stands before each attempt, so that a reply which names the line has to know it.
const (
	hostileHead = "-- This is no nice script.\n\n"
	hostileLine = 3
)

// hostileBox is the sandbox that attempts are played in.
func hostileBox(t testing.TB, maxThink int64) *lua.Sandbox {
	return newBox(t, func(o *lua.Options) {
		o.MaxThink, o.MaxMemory = maxThink, hostileMemory
		o.Words["take"] = lua.Word{Steps: 10, Func: func(c *lua.Call) error {
			_, err := c.Arg(0).Go()
			return err
		}}
		o.Objects = map[string]lua.Object{"me": {
			Index: func(c *lua.Call, key string) error { c.PushText(key); return nil },
			Keys:  func(*lua.Call) []string { return []string{"a", "b"} },
		}}
	})
}

// hostileSandbox plays an attempt in a bare sandbox, tick by tick. Between two ticks
//   - what was spent is what the bucket lost, and what is owed is at most owedSteps;
//   - a run that thinks has nothing left;
//   - the live heap has grown by at most heapRoom.
//
// What it allocated, dead or alive, is paid for. It ends as it should, with a line and without a trace of the host, and the
// machine that it ran on serves the next script.
func hostileSandbox(t *testing.T, g *ground, a try) {
	t.Helper()
	box := hostileBox(t, g.maxThink)
	require.LessOrEqual(t, playHostile(t, box, g.heap, a), g.maxThink+owedSteps)
	require.Equal(t, []any{"abab", "table: 1", float64(3)}, result(t, box, "return ('ab'):rep(2), tostring({}), #'abc'"))
}

// playHostile returns the steps that the thread thought.
func playHostile(t *testing.T, box *lua.Sandbox, heap heapWatch, a try) int64 {
	t.Helper()
	var printed []string
	st, err := box.NewState(lua.StateConfig{Data: &printed})
	require.NoError(t, err)
	defer st.Close()
	th := st.Start(compile(t, hostileHead+a.script))
	made := allocated()
	for range hostileTicks * hostileGrant / closeGrant {
		st.Grant(closeGrant)
		had, spent := st.Balance(), st.Steps()
		status := th.Resume()
		require.GreaterOrEqual(t, st.Steps(), spent)
		require.Equal(t, had-st.Balance(), st.Steps()-spent)
		require.GreaterOrEqual(t, st.Balance(), int64(-owedSteps))
		if status == lua.Thinking {
			require.LessOrEqual(t, st.Balance(), int64(0))
		}
		heap.look(t, heapRoom)
		if status >= lua.Done {
			break
		}
	}
	require.LessOrEqual(t, int64(allocated()-made), 1<<20+st.Steps()*bytesPaid)
	wantEnd(t, a, th)
	return th.Think()
}

// wantEnd compares how a thread ended with what was expected, and looks at what its host is told.
func wantEnd(t *testing.T, a try, th *lua.Thread) {
	t.Helper()
	code, message := a.end()
	err := th.Err()
	if err == nil {
		got := "goes on"
		if th.Status() >= lua.Done {
			got = th.Status().String()
		}
		require.Equal(t, code, got)
		return
	}
	require.NotEqual(t, "internal", err.Code, "%v\n%s", err.Panic, err.Trace)
	require.Equal(t, code, err.Code, "%v", err)
	require.Contains(t, err.Message, message)
	require.Equal(t, hostileLine, err.Line, "%v", err)
	wantNoInsides(t, err.Message+err.Hint)
}

// end splits how an attempt ends into a code or a state, and a part of the message.
func (a try) end() (code, message string) {
	code, message, _ = strings.Cut(a.ends, ": ")
	return code, message
}

// heapWatch is what the live heap was before a guard's attempts. What one of them left behind counts for the next.
type heapWatch int64

func newHeapWatch() heapWatch {
	runtime.GC()
	runtime.GC() // what lay dead in a pool is free after the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return heapWatch(m.HeapAlloc)
}

// look fails where the live heap has grown by more than room. What is not collected yet counts, so that nothing has to be
// collected as long as all of it has room.
func (h heapWatch) look(t *testing.T, room int64) {
	t.Helper()
	var m runtime.MemStats
	for range 3 {
		runtime.ReadMemStats(&m)
		if int64(m.HeapAlloc)-int64(h) <= room {
			return
		}
		runtime.GC()
	}
	require.LessOrEqual(t, int64(m.HeapAlloc)-int64(h), room)
}

// bytesPaid is how much may be allocated for one step, dead or alive: a step pays for 32 bytes of what a script makes, and
// what is made on the way to it is a few times as much.
const bytesPaid = 512

// allocated returns the bytes that were ever allocated.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
