package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/internal/cli"
)

// TestValues holds every value that is none to a sentence of ours: which flag, what it takes, and what it got.
func TestValues(t *testing.T) {
	const (
		ticks = "--ticks is 1 to 1000000"
		tick  = "--tick is 1ms to 24h"
		name  = "--agent takes an agent's name, 1 to 32 letters, digits, - and _, not "
		seed  = "--seed takes a whole number from 0 to 18446744073709551615, not "
		long  = "--tick takes a length of time such as 250ms or 1.5s, not "
		doors = "--tokens is for clients that come over HTTP, and --stdio alone takes none; --http ADDR takes both"
	)
	for _, test := range []struct {
		command string // apart by spaces; '' is an empty word
		want    string
	}{
		{"run miners a.lua --ticks 0", ticks},
		{"run miners a.lua --ticks -5", ticks},
		{"run miners a.lua --ticks=-5", ticks},
		{"run miners a.lua --ticks 1000001", ticks},
		{"run miners a.lua --ticks 99999999999999999999", ticks},
		{"run miners a.lua --ticks -99999999999999999999", ticks},
		{"run miners a.lua --ticks many", `--ticks takes a whole number, not "many"`},
		{"run miners a.lua --ticks 1.5", `--ticks takes a whole number, not "1.5"`},
		{"run miners a.lua --ticks 0x10", `--ticks takes a whole number, not "0x10"`},
		{"run miners a.lua --ticks ''", "--ticks is empty"},
		{"run miners a.lua --ticks", "--ticks needs a value: --ticks=N"},
		{"run miners a.lua --ticks --json", "--ticks needs a value: --ticks=N"},
		{"run miners a.lua --ticks 3 --ticks 4", "--ticks is given twice"},
		{"run miners a.lua --seed -1", seed + `"-1"`},
		{"run miners a.lua --seed 18446744073709551616", seed + `"18446744073709551616"`},
		{"run miners a.lua --seed x", seed + `"x"`},
		{"run miners a.lua --json=maybe", `--json is true or false, not "maybe"`},
		{"run miners a.lua --agent ''", "--agent is empty"},
		{"run miners a.lua --agent a/b", name + `"a/b"`},
		{"run miners a.lua --agent a,b", name + `"a,b"`},
		{"run miners a.lua --agent " + strings.Repeat("a", 33), name + `"` + strings.Repeat("a", 31) + `…"`},
		{"run miners a.lua --agent -x", "--agent needs a value: --agent=ID"},
		{"run '' a.lua", "<game> is empty"},
		{"run miners ''", "<file> is empty"},
		{"run miners", "<file> is missing"},
		{"run", "<game> <file> is missing"},
		{"check miners a.lua ''", "<file> is empty"},
		{"check miners a.lua --agent a --agent b", "--agent is given twice"},
		{"check miners - a.lua -", "- is given twice, and standard input can be read once"},
		{"serve miners --agent ''", "--agent is empty"},
		{"serve miners --agent=", "--agent is empty"},
		{"serve miners --agent --stdio", "--agent needs a value: --agent=ID"},
		{"serve miners --agent max,", name + `""`},
		{"serve miners --agent max,a/b", name + `"a/b"`},
		{"serve miners --agent max,max", "--agent names max twice"},
		{"serve miners --agent max --agent bo,max", "--agent names max twice"},
		{"serve miners --tick 0", tick},
		{"serve miners --tick 0s", tick},
		{"serve miners --tick 1us", tick},
		{"serve miners --tick -1s", tick},
		{"serve miners --tick=-1s", tick},
		{"serve miners --tick 25h", tick},
		{"serve miners --tick 5", long + `"5"`},
		{"serve miners --tick soon", long + `"soon"`},
		{"serve miners --tick ''", "--tick is empty"},
		{"serve miners --http ''", "--http is empty"},
		{"serve miners --http 8420", `"8420" is no address`},
		{"serve miners --http 127.0.0.1:", `"127.0.0.1:" is no address`},
		{"serve miners --http 127.0.0.1:http", `"127.0.0.1:http" is no address`},
		{"serve miners --http 127.0.0.1:65536", `"127.0.0.1:65536" is no address`},
		{"serve miners --tokens ''", "--tokens is empty"},
		{"serve miners --stdio --tokens file", doors},
	} {
		t.Run(test.command, func(t *testing.T) {
			args := strings.Fields(test.command)
			for i, arg := range args {
				args[i] = strings.ReplaceAll(arg, "''", "")
			}
			require.EqualError(t, cli.Parse(args), test.want)
		})
	}
}

func TestValuesThatAreTaken(t *testing.T) {
	for _, command := range []string{
		"run miners - --ticks 1 --seed 0",
		"run miners a.lua --ticks 1000000 --seed 18446744073709551615 --json=false --agent=-x",
		"check miners - a.lua a.lua",
		"serve miners --agent max,bo --agent ann --tick 1ms",
		"serve miners --stdio --http 127.0.0.1:0 --tokens file --tick 24h",
		"serve miners --http [::1]:65535",
	} {
		require.NoError(t, cli.Parse(strings.Fields(command)), command)
	}
}

// mystic runs a command in this process.
func mystic(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = cli.Main(t.Context(), &cli.Process{Args: args, Stdout: &out, Stderr: &errs})
	return code, out.String(), errs.String()
}

// TestOrder gives commands that are wrong in all that they name: they say what is wrong first in the order command line, game,
// agents and their tokens, files, network.
func TestOrder(t *testing.T) {
	leftovers(t)
	s := serve(t, &cli.Process{}, "miners", "--http", "127.0.0.1:0")
	taken := find(t, `MCP at http://([^/]+)/`, s.until("miners plays"))
	folder := t.TempDir()
	tokens := filepath.Join(folder, "tokens")
	require.NoError(t, os.WriteFile(tokens, []byte("max a-token-and-not-its-hash\n"), 0o600))
	const hint = "\nthe games are: miners\n"
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"serve nogame --http " + taken + " --tokens " + folder + " --tick 0", 2, "mystic: --tick is 1ms to 24h\n" +
			"usage: mystic serve <game> [flags]; \"mystic serve --help\" explains it\n"},
		{"serve nogame --http " + taken + " --tokens " + folder, 2, `mystic: there is no game "nogame"` + hint},
		{"serve nogame --http 0.0.0.0:1", 2, `mystic: there is no game "nogame"` + hint},
		{"serve miners --http " + taken + " --tokens " + folder, 1, "mystic: read tokens: " + folder + " is a directory, not a file\n"},
		{"serve miners --http " + taken + " --tokens " + tokens, 1, "mystic: read tokens: " + tokens +
			": line 1: it must be AGENT sha256:HASH, the hash in 64 hexadecimal digits; the token itself is never stored\n"},
		{"serve miners --http 0.0.0.0:1 --tokens " + folder, 1, "mystic: read tokens: " + folder + " is a directory, not a file\n"},
		{"run nogame " + folder + " --agent a/b", 2, "mystic: --agent takes an agent's name, 1 to 32 letters, digits, - and _, not \"a/b\"\n" +
			"usage: mystic run <game> <file> [flags]; \"mystic run --help\" explains it\n"},
		{"run nogame " + folder, 2, `mystic: there is no game "nogame"` + hint},
		{"run miners " + folder, 1, "mystic: read " + folder + ": is a directory\n"},
		{"check nogame " + folder, 2, `mystic: there is no game "nogame"` + hint},
	} {
		t.Run(test.args, func(t *testing.T) {
			code, stdout, stderr := mystic(t, strings.Fields(test.args)...)
			require.Equal(t, test.want, stderr)
			require.Equal(t, test.code, code)
			require.Empty(t, stdout)
		})
	}
	code, said := s.end()
	require.Zero(t, code, said)
}

// TestInterrupted asks commands to end before they begin.
func TestInterrupted(t *testing.T) {
	leftovers(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	script := filepath.Join(t.TempDir(), "a.lua")
	require.NoError(t, os.WriteFile(script, []byte("while true do dig(2) end"), 0o600))
	for command, want := range map[string]string{
		"run":   "mystic: interrupted after 0 ticks\n",
		"check": "mystic: interrupted after 0 of 1 scripts\n",
	} {
		var stderr bytes.Buffer
		require.Equal(t, 1, cli.Main(ctx, &cli.Process{Args: []string{command, "miners", script}, Stderr: &stderr}), command)
		require.Equal(t, want, stderr.String())
	}
}
