package lua_test

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestHostile sends what somebody hostile would send. Each attempt is played in a bare sandbox, again inside pcall, and in a
// world beside an agent that minds its own business; what must hold for all of them, however they end, is what hostileSandbox
// and hostileWorld measure. Each guard names what stands between its attempts and the host: with the guard taken out at least
// one of them is red.
func TestHostile(t *testing.T) {
	if isChild() {
		defer mindMemory()()
	}
	for i, f := range hostileFamilies() {
		t.Run(fmt.Sprintf("%d-%s", i+1, f.name), func(t *testing.T) {
			if !isChild() && f.needsChild() {
				inChild(t)
			}
			for _, g := range f.guards {
				if !isChild() || g.kills {
					t.Run(g.holds, g.run)
				}
			}
			if f.more != nil && (!isChild() || f.kills) {
				f.more(t)
			}
		})
	}
}

// family is one kind of hostile input.
type family struct {
	name   string
	guards []guard
	more   func(t *testing.T) // what is no script that runs by itself; nil: nothing
	kills  bool               // more may end the process, as a guard
}

// guard is a promise with the attempts to break it.
type guard struct {
	holds string // what holds, as long as the guard stands
	where where
	kills bool // without the guard the process may end, which no recover catches: a child of the test goes first
	dear  bool // the attempts need many steps
	tries []try
}

// where says what the attempts of a guard need.
type where uint8

const (
	anywhere  where = iota
	inWorld         // the words of a world
	inSandbox       // the words of these tests
)

// try is a script, on one line, and how it ends: "done", "goes on" for as long as anybody looks, or a code with a part of the
// message behind it.
type try struct{ script, ends string }

// hostileFamilies are the families in the order of their numbers.
func hostileFamilies() []family {
	return []family{
		{name: "endless", guards: endlessScripts()},
		{name: "patterns", guards: hostilePatterns()},
		{name: "strings", guards: hostileStrings()},
		{name: "tables", guards: hostileTables()},
		{name: "sorting", guards: hostileSorting()},
		{name: "source", guards: hostileSources(), more: testUnreadable, kills: true},
		{name: "recursion", guards: endlessRecursion()},
		{name: "escape", guards: escapes(), more: testCrossTalk},
		{name: "crashes", guards: knownCrashes()},
		{name: "border", guards: hostileValues()},
	}
}

// hostileScripts are the attempts that need no world, for the fuzzer to begin with.
func hostileScripts() []string {
	var all []string
	for _, f := range hostileFamilies() {
		for _, g := range f.guards {
			for _, a := range g.tries {
				if g.where != inWorld {
					all = append(all, a.script)
				}
			}
		}
	}
	return all
}

func (f family) needsChild() bool {
	return f.kills || slices.ContainsFunc(f.guards, func(g guard) bool { return g.kills })
}

// run plays the attempts of a guard: in a child what could end the process, here the rest.
func (g guard) run(t *testing.T) {
	on := ground{maxThink: defaultThink}
	if g.dear {
		on.maxThink = dearThink
	}
	if g.where != inSandbox {
		a := newArena(t, defaultThink)
		on.sound = a.playSound("good")
		a.Close()
	}
	on.heap = newHeapWatch()
	for i, a := range g.tries {
		t.Run(strconv.Itoa(i+1), func(t *testing.T) {
			say(t, a.script)
			caught := try{"local ok, err = pcall(function() " + a.script + "\nend)", a.caught()}
			if g.where != inWorld && isChild() == g.kills {
				hostileSandbox(t, &on, a)
				hostileSandbox(t, &on, caught)
			}
			if g.where == inSandbox || g.where == anywhere && isChild() {
				return
			}
			hostileWorld(t, &on, a, 1)
			if g.where == inWorld {
				hostileWorld(t, &on, caught, 1)
			}
			if i == 0 {
				hostileWorld(t, &on, a, 3)
			}
		})
	}
}

// caught is how an attempt ends inside pcall, which catches errors of scripts and nothing else.
func (a try) caught() string {
	if code, _ := a.end(); code == "script_error" {
		return "done"
	}
	return a.ends
}

// say tells what is about to be tried: in a child the last of it is what ended the process.
func say(t *testing.T, script string) {
	t.Helper()
	t.Logf("%.500q", script)
	if isChild() {
		fmt.Fprintf(os.Stderr, "%s: %.500q\n", t.Name(), script)
	}
}

// childVariable marks the process in which the attempts go first that could end it.
const childVariable = "MYSTIC_LUA_HOSTILE_CHILD"

func isChild() bool { return os.Getenv(childVariable) != "" }

// inChild runs the test once more in a process of its own.
func inChild(t *testing.T) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHostile$/^"+path.Base(t.Name())+"$", "-test.timeout=5m")
	child.Env = append(os.Environ(), childVariable+"=1")
	out, err := child.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// mindMemory ends a child that fills the machine, before the machine ends others.
func mindMemory() (stop func()) {
	debug.SetMaxStack(64 << 20)
	done := make(chan struct{})
	var beside sync.WaitGroup
	beside.Go(func() {
		look := time.NewTicker(10 * time.Millisecond)
		defer look.Stop()
		for {
			select {
			case <-done:
				return
			case <-look.C:
			}
			var m runtime.MemStats
			if runtime.ReadMemStats(&m); m.HeapAlloc > 1<<30 {
				fmt.Fprintln(os.Stderr, "a child holds more than 1 GiB")
				os.Exit(1)
			}
		}
	})
	return func() {
		close(done)
		beside.Wait()
	}
}
