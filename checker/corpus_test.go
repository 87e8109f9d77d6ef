package checker_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
)

// The corpus of sound scripts has at least so many.
const (
	leastSound    = 120 // all
	leastLong     = 15  // of more than 300 lines
	leastVeryLong = 4   // of about 800
	long          = 300
	veryLong      = 760
)

// The lists of findings that are right.
const (
	soundWarnings  = "testdata/sound/warnings.txt"
	soundElsewhere = "testdata/sound/elsewhere.txt"
)

// soundScript is a script of testdata/sound/WORLD. Its first line says how long it is played and how its run stands then:
//
//	-- 600 ticks, done: a shaft with a way back
type soundScript struct {
	file   string // below testdata/sound
	world  string
	source string
	ticks  int
	ends   contract.RunState
}

// handlerFailed is what an alert says of a handler that ended with an error.
const handlerFailed = `(?m)^! handler .* failed`

var firstLine = regexp.MustCompile(`^-- (\d+) ticks, (running|done|stopped): .+\n`)

func readSound(t *testing.T) []soundScript {
	t.Helper()
	root := filepath.Join("testdata", "sound")
	files, err := filepath.Glob(filepath.Join(root, "*", "*.lua"))
	require.NoError(t, err)
	var all []soundScript
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		short, err := filepath.Rel(root, file)
		require.NoError(t, err)
		m := firstLine.FindSubmatch(text)
		require.NotNil(t, m, "%s: the first line says how it is played: -- 600 ticks, done: what it does", file)
		ticks, err := strconv.Atoi(string(m[1]))
		require.NoError(t, err)
		short = filepath.ToSlash(short)
		world, _, _ := strings.Cut(short, "/")
		all = append(all, soundScript{file: short, world: world, source: string(text), ticks: ticks, ends: contract.RunState(m[2])})
	}
	return all
}

// readFindings reads a list of findings that are right: a line for each, with the script, the line, the code and the reason.
//
//	quarry/shaft.lua 12 ignored-failure: the block above may be bedrock
func readFindings(t *testing.T, file string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(file))
	require.NoError(t, err)
	all := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m := regexp.MustCompile(`^(\S+) (\d+ [a-z-]+): \S.+$`).FindStringSubmatch(line)
		require.NotNil(t, m, "%s: a line is SCRIPT LINE CODE: WHY, not %q", file, line)
		all[m[1]] = append(all[m[1]], m[2])
	}
	return all
}

// TestSoundCorpus holds the checker to its first promise with scripts of all sizes: it says nothing of them but the warnings
// that are listed, and each of them plays without a script error, so that sound is more than a word.
func TestSoundCorpus(t *testing.T) {
	scripts := readSound(t)
	listed := readFindings(t, soundWarnings)
	for _, s := range scripts {
		want := listed[s.file]
		delete(listed, s.file)
		t.Run(s.file, func(t *testing.T) {
			a := playIn(t, s.world)
			diagnostics := a.check(s.source, false)
			for _, d := range diagnostics {
				require.Equal(t, contract.SeverityWarning, d.Severity, "line %d: %s: %s", d.Line, d.Code, shown(d))
			}
			sameFindings(t, soundWarnings, want, diagnostics)
			run, told := a.play(s.source, s.ticks)
			t.Log(told)
			require.Equal(t, s.ends, run.State)
			require.NotRegexp(t, handlerFailed, told)
			require.Regexp(t, `(?m)^> |\d ok`, told, "it does nothing that can be seen")
		})
	}
	require.Empty(t, listed, "warnings of scripts that are not there")
}

// soundCases are the short cases of testdata/sound/*.lua, which TestSoundScripts checks.
func soundCases(t *testing.T) []script {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "sound", "*.lua"))
	require.NoError(t, err)
	var all []script
	for _, file := range files {
		all = append(all, readScripts(t, file)...)
	}
	return all
}

// TestSoundCases plays the short cases in the vale and the mine.
func TestSoundCases(t *testing.T) {
	for _, s := range soundCases(t) {
		t.Run(s.title, func(t *testing.T) {
			world := "vale"
			if strings.Contains(s.title, "[miners]") {
				world = "miners"
			}
			a := playIn(t, world)
			if world == "vale" {
				saveForVale(a)
			}
			if s.env.Look {
				reply := a.call(contract.ToolRun, map[string]any{"script": s.source, "mode": contract.ModeLook})
				require.Nil(t, reply.Error, reply.Text())
				return
			}
			run, told := a.play(s.source, 60)
			require.NotEqual(t, contract.RunFailed, run.State, told)
			require.NotRegexp(t, handlerFailed, told)
		})
	}
}

// elsewhere is a script that lies where it is used, with the world that it is used in.
type elsewhere struct {
	name   string // FILE#PART, from the root of the module
	source string
	env    *checker.Env // nil: the mine
	look   bool
}

// scenarioScripts reads the Lua files of scenarios and of scripts of the command.
func scenarioScripts(t *testing.T, glob string, env func() *checker.Env) []elsewhere {
	t.Helper()
	files, err := filepath.Glob(filepath.FromSlash(glob))
	require.NoError(t, err)
	require.NotEmpty(t, files, glob)
	var all []elsewhere
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		archive := txtar.Parse(text)
		var saved []string
		for _, m := range regexp.MustCompile(`\bname=([a-z0-9_]+)`).FindAllSubmatch(archive.Comment, -1) {
			saved = append(saved, string(m[1]))
		}
		for _, part := range archive.Files {
			if filepath.Ext(part.Name) != ".lua" {
				continue
			}
			e := elsewhere{name: partName(file, part.Name), source: string(part.Data)}
			e.look = regexp.MustCompile(`(?m)^(unheard )?look ` + regexp.QuoteMeta(part.Name)).Match(archive.Comment)
			if env != nil {
				e.env = env()
				e.env.Saved, e.env.Look = saved, e.look
			}
			all = append(all, e)
		}
	}
	return all
}

// transcriptScripts reads the scripts of a session that a page shows: behind a call of run, each line behind a bar.
func transcriptScripts(t *testing.T, file string) []elsewhere {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(file))
	require.NoError(t, err)
	var all []elsewhere
	for _, m := range regexp.MustCompile(`(?m)^--> run(.*)\n((?:  \| .*\n)+)`).FindAllStringSubmatch(string(text), -1) {
		all = append(all, elsewhere{
			name: partName(file, strconv.Itoa(len(all)+1)), look: strings.Contains(m[1], "mode=look"),
			source: regexp.MustCompile(`(?m)^  \| `).ReplaceAllString(m[2], ""),
		})
	}
	require.NotEmpty(t, all, file)
	return all
}

func partName(file, part string) string {
	return strings.TrimPrefix(filepath.ToSlash(file), "../") + "#" + part
}

func allElsewhere(t *testing.T) []elsewhere {
	t.Helper()
	all := transcriptScripts(t, "../README.md")
	all = append(all, transcriptScripts(t, "../internal/cli/testdata/demo.txt")...)
	all = append(all, scenarioScripts(t, "../sdk/testdata/scenarios/*.txtar", yardEnv)...)
	all = append(all, scenarioScripts(t, "../games/miners/testdata/*.txtar", nil)...)
	all = append(all, scenarioScripts(t, "../games/miners/plain/testdata/*.txtar", nil)...)
	return append(all, scenarioScripts(t, "../internal/cli/testdata/script/*.txtar", nil)...)
}

// TestSoundElsewhere reads the scripts of scenarios, the README and the command's tests where they lie, so that they cannot
// drift. Some of them are wrong on purpose: what the checker says of those is listed, and of all others it says nothing.
func TestSoundElsewhere(t *testing.T) {
	listed := readFindings(t, soundElsewhere)
	for _, e := range allElsewhere(t) {
		want := listed[e.name]
		delete(listed, e.name)
		t.Run(e.name, func(t *testing.T) {
			if e.env == nil {
				sameFindings(t, soundElsewhere, want, playIn(t, "miners").check(e.source, e.look))
				return
			}
			result := checker.Check(e.source, e.env)
			require.Len(t, result.Diagnostics, result.Errors+result.Warnings, "findings past those that a reply shows")
			sameFindings(t, soundElsewhere, want, result.Diagnostics)
		})
	}
	require.Empty(t, listed, "findings of scripts that are not there")
}

// TestCardExamples checks and plays what the card of each world shows as examples.
func TestCardExamples(t *testing.T) {
	for world := range corpusWorlds() {
		t.Run(world, func(t *testing.T) {
			for _, example := range cardExamples(t, world) {
				a := playIn(t, world)
				source, look := strings.CutPrefix(example, "-- mode look\n")
				require.Empty(t, a.check(source, look), source)
				if look {
					continue // a look was played when it was checked
				}
				run, told := a.play(source, 100)
				require.NotEqual(t, contract.RunFailed, run.State, told)
			}
		})
	}
}

func cardExamples(t *testing.T, world string) []string {
	t.Helper()
	_, examples, ok := strings.Cut(playIn(t, world).world.Gateway().Card(), "\nEXAMPLES\n")
	require.True(t, ok, "the card of %s has no examples", world)
	all := strings.Split(strings.TrimSpace(examples), "\n\n")
	require.GreaterOrEqual(t, len(all), 3)
	return all
}

// TestSoundCorpusIsLarge counts the scripts of which the checker says no error.
func TestSoundCorpusIsLarge(t *testing.T) {
	sound, longer, longest := len(soundCases(t)), 0, 0
	for _, s := range readSound(t) {
		sound++
		if n := bytes.Count([]byte(s.source), []byte("\n")); n > long {
			longer++
			if n >= veryLong {
				longest++
			}
		}
	}
	require.GreaterOrEqual(t, longer, leastLong)
	require.GreaterOrEqual(t, longest, leastVeryLong)
	listed := readFindings(t, soundElsewhere)
	for _, e := range allElsewhere(t) {
		if len(listed[e.name]) == 0 {
			sound++
		}
	}
	for world := range corpusWorlds() {
		sound += len(cardExamples(t, world))
	}
	require.GreaterOrEqual(t, sound, leastSound)
}
