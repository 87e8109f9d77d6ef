package sdktest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/sdk"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type counter struct {
	sdk.Agent
	N int `me:"n"`
}

// openCounter makes a world of max and bo, who count.
func openCounter(t *testing.T) *sdk.World {
	t.Helper()
	w, err := sdk.NewWorld(&sdk.Game[*counter]{
		Name: "counter", Start: []string{"max", "bo"},
		Verbs: []sdk.Verb[*counter]{sdk.Instant("count", "Counts.", func(c *counter, _ struct{}) sdk.Outcome {
			c.N++
			return sdk.Did(c.N)
		})},
		Join: func(id, name string) (*counter, error) { return &counter{Agent: sdk.NewAgentState(id, name)}, nil },
	}, nil)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	return w
}

const good = `# Who counts, and a reply that got lost.
run count.lua
unheard status

as bo
run count.lua wait=0 id=job-1
tick 2
status after=0
look look.lua
check count.lua
ask script x
call run {"mode": "run"}
-- count.lua --
count()
print(me.n)
-- look.lua --
return me.name
-- want --
$ run count.lua
run 1 done
  count 1 ok
> 1
1 · idle · @3
$ unheard status
nothing new
1 · idle · @3
$ run count.lua wait=0 id=job-1
run job-1 running: waiting
1 · waiting · @1
$ status after=0
run job-1 done
  count 1 ok
> 1
3 · idle · @4
$ look look.lua
> bo
$ check count.lua
sound
$ ask script x
no script is saved; save one with the argument name of run
$ call run {"mode": "run"}
(error invalid_argument)
invalid_argument: argument 'script' is missing
  hint: script, string: Lua 5.4, at most 32768 bytes
`

// scenarioFile writes a scenario where a test may change it.
func scenarioFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "test.txtar")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func TestReplay(t *testing.T) {
	file := scenarioFile(t, good)
	require.NoError(t, replay(t, file, openCounter(t), false))
	require.NoError(t, replay(t, file, openCounter(t), true))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, good, string(text), "what is right is not written again")
}

func TestReplayThatDiffers(t *testing.T) {
	const wrong = "run count.lua\n-- count.lua --\ncount()\n-- want --\n$ run count.lua\nrun 1 done\n  count 2 ok\n"
	file := scenarioFile(t, wrong)
	require.EqualError(t, replay(t, file, openCounter(t), false), file+`: the replies differ; -update takes them over.
from line 3, want:
  count 2 ok


got:
  count 1 ok
1 · idle · @2
`)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, wrong, string(text))

	require.NoError(t, replay(t, file, openCounter(t), true))
	text, err = os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "run count.lua\n-- count.lua --\ncount()\n-- want --\n$ run count.lua\nrun 1 done\n  count 1 ok\n1 · idle · @2\n", string(text))
	require.NoError(t, replay(t, file, openCounter(t), false))
}

func TestReplayWithoutReplies(t *testing.T) {
	file := scenarioFile(t, "status\n")
	require.ErrorContains(t, replay(t, file, openCounter(t), false), "the replies differ")
	require.NoError(t, replay(t, file, openCounter(t), true))
	require.NoError(t, replay(t, file, openCounter(t), false))
}

func TestReplayOfWhatIsNoCommand(t *testing.T) {
	for command, want := range map[string]string{
		"dig 3":            `unknown command "dig"`,
		"unheard dance":    `unknown command "dance"`,
		"run":              "run needs the name of a file",
		"look nowhere.lua": "there is no file nowhere.lua",
		"status wait":      `"wait" is no NAME=VALUE`,
		"tick soon":        `tick takes a number from 1, not "soon"`,
	} {
		file := scenarioFile(t, "# what is wrong\n\n"+command+"\n-- want --\n")
		require.EqualError(t, replay(t, file, openCounter(t), true), file+":3: "+want, "it is wrong with -update, too")
	}
	require.Error(t, replay(t, filepath.Join(t.TempDir(), "none.txtar"), openCounter(t), false))
}

func TestScenarios(t *testing.T) {
	file := scenarioFile(t, good)
	worlds := 0
	Scenarios(t, filepath.Join(filepath.Dir(file), "*.txtar"), func() (*sdk.World, error) {
		worlds++
		return openCounter(t), nil
	})
	require.Equal(t, 1, worlds)
}

func TestPlayer(t *testing.T) {
	w := openCounter(t)
	max := Play(t, w, "max", "while true do count() wait(1) end").Ticks(3)
	require.Equal(t, "nothing new; line 1\n3 · waiting · @1", max.Status())
	require.Equal(t, 3, max.Last().Run.Report[0].OK)
	require.Equal(t, []string{"3"}, max.Look("return me.n").Output)
	require.Empty(t, max.CallUnheard("status", nil, sdk.Meta{}).Alerts)

	waited := max.Call("status", map[string]any{"wait": 5})
	require.EqualValues(t, 8, waited.Tick, "the world was ticked while the call waited")
	bo := NewPlayer(t, w, "bo")
	require.Equal(t, "run 1 running: waiting\n8 · waiting · @1", bo.Run("wait(1)").Text())
	require.Contains(t, bo.Call("status", map[string]any{"wait": 45}).Text(), "run 1 done", "no longer than it must")
}
