// Command semantics asks the real Lua, Debian's lua5.4, what the scripts of the semantic table print, and writes its answers
// below them. It is run by make semantics, from the root of the module.
//
// Each file of this folder holds scripts, one a line; an indented line goes on with the script above it. The lines that
// begin with "-->" are the answers, which this program replaces. A comment begins with "-- ".
//
// Messages are in words of our own, so scripts do not print them but call fails(f), which tells the line that an error names,
// or nil where there is none. What ends a whole script is told in the same way, or as "does not parse". Where a message is
// printed all the same, its place is written as it is here: "line 3: ".
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const folder = "lua/testdata/semantics"

// driver runs a script that comes on standard input. It makes the stack large first: 5.4.4 loses a value where the stack has
// to grow while __concat runs.
const driver = `
local function grow(n) return n > 0 and 1 + grow(n - 1) or 0 end
grow(150)
function fails(f, ...)
	local ok, problem = pcall(f, ...)
	if ok then return nil end
	local line = tostring(problem):match("^line.(%d+): ")
	return line and "fails in line " .. line or "fails"
end
local script = load(io.read("a"), "=line")
local outcome = "does not parse"
if script then outcome = fails(script) end
if outcome then print(outcome) end
`

func main() {
	log.SetFlags(0)
	files, err := filepath.Glob(filepath.Join(folder, "*.lua"))
	if err != nil {
		log.Fatal(err)
	}
	if len(files) == 0 {
		log.Fatalf("there is no %s/*.lua here: run it from the root of the module", folder)
	}
	for _, file := range files {
		if err := answerFile(file); err != nil {
			log.Fatalf("%s: %v", file, err)
		}
	}
}

// answerFile writes the answers to the scripts of a file anew.
func answerFile(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var out strings.Builder
	script := ""
	flush := func() error {
		if script == "" {
			return nil
		}
		answers, err := answer(script)
		if err != nil {
			return fmt.Errorf("%w:\n%s", err, script)
		}
		out.WriteString(script)
		for line := range strings.Lines(answers) {
			if line == "\n" {
				line = "-->" + line
			} else {
				line = "--> " + line
			}
			out.WriteString(line)
		}
		script = ""
		return nil
	}
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "-->"):
			continue
		case script != "" && (line[0] == ' ' || line[0] == '\t'):
			script += line
			continue
		}
		if err := flush(); err != nil {
			return err
		}
		if line == "\n" || strings.HasPrefix(line, "-- ") {
			out.WriteString(line)
		} else {
			script = line
		}
	}
	if err := flush(); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(out.String()), 0o644)
}

var place = regexp.MustCompile(`\bline:(\d+): `)

// answer returns what a script prints. What is not the same in two runs, as the address of a table, is no answer.
func answer(script string) (string, error) {
	first, err := run(script)
	if err != nil {
		return "", err
	}
	second, err := run(script)
	switch {
	case err != nil:
		return "", err
	case first != second:
		return "", fmt.Errorf("it prints %q, and then %q", first, second)
	case first == "":
		return "", errors.New("it prints nothing")
	case strings.Contains(first, " \n"), strings.Contains(first, "\t\n"):
		return "", fmt.Errorf("it prints a line that ends in white space, which an editor may remove: %q", first)
	}
	return place.ReplaceAllString(first, "line $1: "), nil
}

func run(script string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "lua5.4", "-e", driver)
	cmd.Stdin = strings.NewReader(script)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "LUA_INIT_5_4=", "LUA_INIT=")
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("lua5.4: %w %s", err, problems.String())
	}
	return out.String(), nil
}
