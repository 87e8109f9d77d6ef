//go:build differential

package lua_test

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"mystic-sdk/lua/syntax"
)

var (
	programs = flag.Int("programs", 20000, "random programs to compare with lua5.4")
	answers  = flag.Bool("answers", false, "write down what lua5.4 answers")
)

// realLua is the real Lua 5.4: lua5.4, as Debian's package of that name installs it.
func realLua(t *testing.T) string {
	path, err := exec.LookPath("lua5.4")
	require.NoError(t, err)
	return path
}

// real runs a script in the real Lua and returns what it prints.
func real(t *testing.T, source string) string {
	path := filepath.Join(t.TempDir(), "script.lua")
	require.NoError(t, os.WriteFile(path, []byte(source), 0o600))
	out, err := exec.Command(realLua(t), path).CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, source)
	return string(out)
}

// TestDifferential runs random programs here and in the real Lua, and compares what they print.
func TestDifferential(t *testing.T) {
	for seed := range uint64(*programs) {
		source := program(seed)
		want := real(t, source)
		got, problem := perform(t, source)
		require.Nil(t, problem, "seed %d:\n%s", seed, source)
		require.Equal(t, want, got, "seed %d:\n%s", seed, source)
	}
}

// TestDifferentialAnswers asks the real Lua for the answers that the other tests pin, and with -answers writes them down.
func TestDifferentialAnswers(t *testing.T) {
	archive, err := txtar.ParseFile(answersFile)
	require.NoError(t, err)
	for i := 0; i < len(archive.Files); i += 2 {
		want := []byte(real(t, string(archive.Files[i].Data)))
		if !*answers {
			require.Equal(t, string(want), string(archive.Files[i+1].Data), archive.Files[i].Name)
		}
		archive.Files[i+1].Data = want
	}
	var sums strings.Builder
	for seed := range uint64(300) {
		fmt.Fprintln(&sums, sumOf(real(t, program(seed))))
	}
	if *answers {
		require.NoError(t, os.WriteFile(answersFile, txtar.Format(archive), 0o644))
		require.NoError(t, os.WriteFile(sumsFile, []byte(sums.String()), 0o644))
	}
	pinned, err := os.ReadFile(sumsFile)
	require.NoError(t, err)
	require.Equal(t, sums.String(), string(pinned))
}

// reader makes the real Lua say of each text, which comes as one quoted line, whether it parses.
const reader = `for line in io.lines() do
	local source = load("return " .. line)()
	local ok, err = load(source, "=s", "t")
	print(ok and "yes" or "no " .. err:gsub("\n", " "))
end`

// TestDifferentialGrammar breaks random programs and asks both readers whether they still parse.
func TestDifferentialGrammar(t *testing.T) {
	cmd := exec.Command(realLua(t), "-e", reader)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	answers := bufio.NewReader(out)
	for seed := range uint64(*programs) {
		source := mutated(program(seed%500), rand.New(rand.NewPCG(seed, 2)))
		if len(source) > syntax.MaxSource {
			continue
		}
		fmt.Fprintln(in, syntax.Quote(source))
		answer, err := answers.ReadString('\n')
		require.NoError(t, err)
		_, errs := syntax.Parse("", source)
		if answer == "yes\n" {
			require.Empty(t, errs, "seed %d:\n%s", seed, source)
		} else {
			require.NotEmpty(t, errs, "seed %d: %s\n%s", seed, answer, source)
		}
	}
	require.NoError(t, in.Close())
	require.NoError(t, cmd.Wait())
}

var tokenPattern = regexp.MustCompile(`\w+|\.\.\.|\.\.|[=~<>]=|//|::|<<|>>|'[^'\n]*'|\S|\s+`)

// mutated takes a few lines of a program, breaks them elsewhere, and removes, repeats, swaps or replaces some of their words.
func mutated(source string, rng *rand.Rand) string {
	lines := strings.SplitAfter(source, "\n")
	from := rng.IntN(len(lines))
	list := tokenPattern.FindAllString(strings.Join(lines[from:min(len(lines), from+1+rng.IntN(12))], ""), -1)
	layout := rng.IntN(4)
	for i, word := range list {
		if strings.TrimSpace(word) == "" && (layout == 1 || layout == 2 && rng.IntN(3) == 0) {
			list[i] = []string{" ", "\n", "\n  "}[rng.IntN(3)%(1+layout)]
		}
	}
	for range rng.IntN(4) {
		if len(list) == 0 {
			break
		}
		i, j := rng.IntN(len(list)), rng.IntN(len(list))
		switch rng.IntN(4) {
		case 0:
			list = append(list[:i:i], list[i+1:]...)
		case 1:
			list = append(list[:i:i], append([]string{list[j], " "}, list[i:]...)...)
		case 2:
			list[i], list[j] = list[j], list[i]
		default:
			tokens := strings.Fields("and break do else elseif end false for function goto if in local nil not or repeat return then true until while + - * / // % ^ # & ~ | << >> == ~= <= >= < > = ( ) { } [ ] :: ; : , . .. ... a b 1 'x' <const> continue")
			list[i] = " " + tokens[rng.IntN(len(tokens))] + " "
		}
	}
	return strings.Join(list, "")
}
