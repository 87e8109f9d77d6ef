package miners_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/games/miners"
	"mystic-sdk/games/miners/plain"
	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

func TestScenarios(t *testing.T) {
	sdktest.Scenarios(t, "testdata/*.txtar", func() (*sdk.World, error) { return miners.New(nil) })
}

// games are the two ways in which the one game is written.
var games = map[string]func(*sdk.Options) (*sdk.World, error){"miners": miners.New, "plain": plain.New}

// open makes a world that is closed when the test ends.
func open(t *testing.T, newGame func(*sdk.Options) (*sdk.World, error)) *sdk.World {
	t.Helper()
	world, err := newGame(nil)
	require.NoError(t, err)
	t.Cleanup(world.Close)
	return world
}

// TestBothAreTheSeedsGame holds both games to what the seed's game does.
func TestBothAreTheSeedsGame(t *testing.T) {
	tests := []struct {
		name, script string
		ticks        int
		output       string
		state        contract.RunState
	}{
		{"dig(3) goes on for six ticks", "local t = now() local ok, why, n = dig(3) print(t, ok, why, n, now())", 6, "", contract.RunRunning},
		{"dig(3) ends six ticks after it starts", "local t = now() local ok, why, n = dig(3) print(t, ok, why, n, now())", 7,
			"1 true nil 3 7", contract.RunDone},
		{"dig() digs one", "print(dig()) print(me.gold, now())", 3, "true nil 1\n1 3", contract.RunDone},
		{`dig("all") digs 99`, `print(dig("all")) print(me.gold, now())`, 199, "true nil 99\n99 199", contract.RunDone},
		{"drop() drops one, at once", "dig(2) print(drop()) print(me.gold, now())", 5, "true nil 1\n1 5", contract.RunDone},
		{"drop(5) of 2 is short", "dig(2) print(drop(5)) print(me.gold)", 5, "false short 0\n2", contract.RunDone},
		{`drop("all") drops all`, `dig(2) print(drop("all")) print(me.gold)`, 5, "true nil 2\n0", contract.RunDone},
		{`drop("all") of nothing`, `print(drop("all"))`, 1, "true nil 0", contract.RunDone},
		{"must ends a run", "must(drop(1)) print(1)", 1, "", contract.RunStopped},
		{"me has id and gold", "print(me.id, me.gold)", 1, "max 0", contract.RunDone},
	}
	for name, newGame := range games {
		for _, tt := range tests {
			t.Run(name+" "+tt.name, func(t *testing.T) {
				world := open(t, newGame)
				p := sdktest.Play(t, world, "max", tt.script).Ticks(tt.ticks)
				p.Status()
				require.Equal(t, tt.output, strings.Join(p.Last().Output, "\n"))
				require.Equal(t, tt.state, p.Last().Run.State)
			})
		}
	}
}

func TestBothSave(t *testing.T) {
	for name, newGame := range games {
		t.Run(name, func(t *testing.T) {
			world := open(t, newGame)
			sdktest.Play(t, world, "max", "dig(2)").Ticks(6)
			data, err := world.Save()
			require.NoError(t, err)

			again := open(t, newGame)
			require.NoError(t, again.Load(data))
			same, err := again.Save()
			require.NoError(t, err)
			require.Equal(t, string(data), string(same))
			p := sdktest.NewPlayer(t, again, "max")
			require.Equal(t, []string{"2 6"}, p.Look("print(me.gold, now())").Output)
			p.Run("drop() dig()")
			require.Contains(t, p.Ticks(3).Status(), "9 · mine · gold 2")
		})
	}
}

func TestNewcomersAreSaved(t *testing.T) {
	world := open(t, miners.New)
	sdktest.Play(t, world, "bo", "dig(2)").Ticks(6)
	world.Remove("max")
	data, err := world.Save()
	require.NoError(t, err)

	again := open(t, miners.New)
	require.NoError(t, again.Load(data))
	require.Equal(t, []string{"bo"}, again.AgentIDs())
	require.Equal(t, []string{"2"}, sdktest.NewPlayer(t, again, "bo").Look("print(me.gold)").Output)
}

func TestOthers(t *testing.T) {
	world := open(t, miners.New)
	require.Equal(t, []string{"max"}, world.AgentIDs())
	bo := sdktest.Play(t, world, "bo", "dig()").Ticks(3)
	require.Contains(t, bo.Status(), "mine · gold 1")
	require.Equal(t, []string{"max", "bo"}, world.AgentIDs())

	alone := open(t, plain.New)
	reply := sdktest.NewPlayer(t, alone, "bo").Run("dig()")
	require.NotNil(t, reply.Error)
	require.Equal(t, contract.AgentUnknown, reply.Error.Code)
}

// TestOneReads holds the game to what it is for: a file to read in five minutes, and a card to read in no time.
func TestOneReads(t *testing.T) {
	text, err := os.ReadFile("miners.go")
	require.NoError(t, err)
	require.LessOrEqual(t, bytes.Count(text, []byte("\n")), 60, "lines of miners.go")
	for name, newGame := range games {
		world := open(t, newGame)
		require.LessOrEqual(t, contract.Tokens(world.Gateway().Card()), 1200, "estimated tokens of the card of "+name)
	}
}
