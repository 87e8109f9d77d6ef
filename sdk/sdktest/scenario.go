package sdktest

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

var update = flag.Bool("update", false, "write the replies that scenarios get into their files")

// Update says whether the tests were run with -update. This package registers that flag, so a test package that keeps golden
// files of its own asks here instead of registering it again.
func Update() bool { return *update }

// Scenarios replays every file that matches a glob, each as a subtest in a world of its own. With -update the replies are
// written into the files in place of those that stand there.
//
// A scenario is a txtar file. Its first part is a list of commands, one a line, # starting a comment:
//
//	as AGENT            who calls from here on; at first the first agent of the world
//	run FILE [ARG=V…]   the tool run with the script of a file below; V is JSON or a plain word
//	look FILE           the same with mode look
//	check FILE          the same with mode check
//	status [ARG=V…]     also: card, journal, ask TEXT
//	call TOOL JSON      a tool with arguments as they are, valid or not
//	unheard COMMAND     the same, but the reply never reaches the client
//	tick N              N ticks of the world
//
// A call that waits is ticked until it answers. The file "want" holds what the calls answered, each behind its command.
func Scenarios(t *testing.T, glob string, world func() (*sdk.World, error)) {
	t.Helper()
	files, err := filepath.Glob(glob)
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenario matches %s", glob)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		t.Run(name, func(t *testing.T) {
			w, err := world()
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			if err := replay(t, file, w, *update); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// replay plays a file in a world. The error names what is wrong with a command, or shows where the replies differ; with
// rewrite they are written into the file instead.
func replay(t testing.TB, file string, world *sdk.World, rewrite bool) error {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		return err
	}
	s := scenario{t: t, world: world, files: map[string]string{}}
	for _, f := range archive.Files {
		s.files[f.Name] = string(f.Data)
	}
	if ids := world.AgentIDs(); len(ids) > 0 {
		s.agent = ids[0]
	}
	for n, line := range strings.Split(string(archive.Comment), "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if err := s.command(line); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n+1, err)
		}
	}
	got := s.out.String()
	if got == s.files[want] {
		return nil
	}
	if !rewrite {
		return fmt.Errorf("%s: the replies differ; -update takes them over.\n%s", file, difference(s.files[want], got))
	}
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == want })
	archive.Files = append(archive.Files, txtar.File{Name: want, Data: []byte(got)})
	return os.WriteFile(file, txtar.Format(archive), 0o644)
}

// want is the file of a scenario that holds the replies.
const want = "want"

// difference shows two texts from the first line in which they differ.
func difference(old, got string) string {
	w, g := strings.Split(old, "\n"), strings.Split(got, "\n")
	n := 0
	for n < len(w) && n < len(g) && w[n] == g[n] {
		n++
	}
	return fmt.Sprintf("from line %d, want:\n%s\n\ngot:\n%s", n+1, strings.Join(w[n:], "\n"), strings.Join(g[n:], "\n"))
}

// scenario is one file being replayed.
type scenario struct {
	t     testing.TB
	world *sdk.World
	files map[string]string
	agent string
	out   strings.Builder
}

func (s *scenario) command(text string) error {
	word, rest := cutWord(text)
	unheard := word == "unheard"
	if unheard {
		word, rest = cutWord(rest)
	}
	tool, raw := word, json.RawMessage(nil)
	switch word {
	case "as":
		s.agent = rest
		return nil
	case "tick":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 {
			return fmt.Errorf("tick takes a number from 1, not %q", rest)
		}
		for range n {
			s.world.Tick()
		}
		return nil
	case "call":
		var args string
		tool, args = cutWord(rest)
		raw = json.RawMessage(args)
	default:
		args, err := s.arguments(word, rest)
		if err != nil {
			return err
		}
		if raw, err = json.Marshal(args); err != nil {
			return err
		}
		if word == "look" || word == "check" {
			tool = contract.ToolRun
		}
	}
	s.call(text, tool, raw, unheard)
	return nil
}

func cutWord(text string) (word, rest string) {
	word, rest, _ = strings.Cut(text, " ")
	return word, strings.TrimSpace(rest)
}

// arguments reads what stands behind a tool's name.
func (s *scenario) arguments(word, rest string) (map[string]any, error) {
	args := map[string]any{}
	fields := strings.Fields(rest)
	switch word {
	case "ask":
		args["about"] = rest
		return args, nil
	case "run", "look", "check":
		if len(fields) == 0 {
			return nil, fmt.Errorf("%s needs the name of a file", word)
		}
		script, ok := s.files[fields[0]]
		if !ok {
			return nil, fmt.Errorf("there is no file %s", fields[0])
		}
		args["script"] = script
		if word != "run" {
			args["mode"] = word
		}
		fields = fields[1:]
	case "status", "card", "journal":
	default:
		return nil, fmt.Errorf("unknown command %q", word)
	}
	for _, f := range fields {
		name, text, ok := strings.Cut(f, "=")
		if !ok {
			return nil, fmt.Errorf("%q is no NAME=VALUE", f)
		}
		var value any
		if json.Unmarshal([]byte(text), &value) != nil {
			value = text
		}
		args[name] = value
	}
	return args, nil
}

// call calls a tool, acknowledges the reply unless nobody heard it, and writes down what it was.
func (s *scenario) call(text, tool string, raw json.RawMessage, unheard bool) {
	s.t.Helper()
	p := NewPlayer(s.t, s.world, s.agent)
	call := p.CallRaw
	if unheard {
		call = p.CallUnheard
	}
	reply := call(tool, raw, sdk.Meta{})
	fmt.Fprintf(&s.out, "$ %s\n", text)
	if reply.Error != nil {
		fmt.Fprintf(&s.out, "(error %s)\n", reply.Error.Code)
	}
	if body := reply.Text(); body != "" {
		s.out.WriteString(body + "\n")
	}
}
