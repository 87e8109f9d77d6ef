package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mystic-sdk/internal/cli"
	"mystic-sdk/mcpserver"
	"mystic-sdk/sdk/sdktest"
)

const (
	root         = "../.."
	readme       = "README.md"
	operators    = "docs/operators.md"
	readmeLines  = 150
	proseColumns = 132 // of prose; a row of a table is one line
)

// documents are those that people read and write; the others are made by what they are about.
var documents = []string{readme, "docs/games.md", operators}

// block matches a fenced block: its language, the files that it shows a part of, its text.
var block = regexp.MustCompile("(?ms)^```(\\w*) ?([^\n]*)\n(.*?)^```$")

func readDocument(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	require.NoError(t, err)
	return string(text)
}

// TestDocuments holds each snippet to what it shows: Go to lines that are compiled, the transcript to the demo, commands to
// the command line, the Makefile and the go command.
func TestDocuments(t *testing.T) {
	for _, name := range documents {
		t.Run(name, func(t *testing.T) { checkDocument(t, name) })
	}
}

func checkDocument(t *testing.T, name string) {
	text := readDocument(t, name)
	if sdktest.Update() {
		text = block.ReplaceAllStringFunc(text, func(found string) string {
			if part := block.FindStringSubmatch(found); part[1] == "text" {
				return strings.TrimSuffix(found, part[3]+"```") + demo(t) + "```"
			}
			return found
		})
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	require.Less(t, strings.Count(text, "\n"), readmeLines)
	folder := t.TempDir() // where the commands are that a reader gives one after another
	for _, part := range block.FindAllStringSubmatch(text, -1) {
		switch language, of, body := part[1], strings.Fields(part[2]), part[3]; language {
		case "text":
			require.Equal(t, demo(t), body, "-update takes it over")
		case "go":
			require.NotEmpty(t, of, "the block says not which file it shows:\n%s", body)
			for _, file := range of {
				requireLines(t, file, body)
			}
		case "sh":
			for line := range strings.Lines(body) {
				line, _, _ = strings.Cut(line, " #")
				for command := range strings.SplitSeq(line, " && ") {
					requireCommand(t, folder, strings.TrimSpace(command))
				}
			}
		default:
			require.Fail(t, "nothing checks this block", part[0])
		}
	}
}

// requireLines checks that a Go file has these lines one after another, as code or as code in a comment.
func requireLines(t *testing.T, file, lines string) {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root, file))
	require.NoError(t, err)
	comment := regexp.MustCompile(`(?m)^`).ReplaceAllString(strings.TrimSuffix(lines, "\n"), "//\t") + "\n"
	text := "\n" + string(source)
	require.True(t, strings.Contains(text, "\n"+lines) || strings.Contains(text, "\n"+comment),
		"%s has not the lines that a document shows of it:\n%s", file, lines)
}

// requireCommand checks a shell command. It runs those that are cheap and write no more than a folder of the test's.
func requireCommand(t *testing.T, folder, line string) {
	t.Helper()
	words := strings.Fields(line)
	switch command := strings.Join(words[:min(2, len(words))], " "); {
	case words[0] == "make":
		makefile, err := os.ReadFile(root + "/Makefile")
		require.NoError(t, err)
		for _, target := range words[1:] {
			require.Regexp(t, `(?m)^`+regexp.QuoteMeta(target)+`:`, string(makefile), "make has no target for: %s", line)
		}
	case words[0] == "mystic":
		args := slices.DeleteFunc(words[1:], func(word string) bool { return word == "…" })
		require.NoError(t, cli.Parse(args), line)
	case words[0] == "claude":
		require.Equal(t, cli.ClaudeCommand("miners", "http://127.0.0.1:8420/mcp", "TOKEN"), line)
	case command == "go install":
		require.FileExists(t, filepath.Join(root, words[2], "main.go"), line)
	case command == "go mod" && words[2] == "tidy": // it would ask the network; what it needs is there
		requireReplaced(t, folder)
	case command == "go mod" && (words[2] == "init" || words[2] == "edit"):
		run(t, folder, line)
	case words[0] == "printf":
		requireHash(t, line)
	default:
		require.Fail(t, "nothing checks this command", line)
	}
}

// run runs a shell command and returns what it prints.
func run(t *testing.T, folder, line string) string {
	t.Helper()
	c := exec.Command("sh", "-c", line)
	c.Dir = folder
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	require.NoError(t, err, "%s: %s", line, &errs)
	return string(out)
}

// requireReplaced checks that the go.mod in a folder names another folder for this module.
func requireReplaced(t *testing.T, folder string) {
	t.Helper()
	module, err := os.ReadFile(root + "/go.mod")
	require.NoError(t, err)
	var other struct {
		Replace []struct{ Old, New struct{ Path string } }
	}
	require.NoError(t, json.Unmarshal([]byte(run(t, folder, "go mod edit -json")), &other))
	require.Len(t, other.Replace, 1)
	require.Equal(t, find(t, `(?m)^module (\S+)$`, string(module)), other.Replace[0].Old.Path)
	require.True(t, filepath.IsAbs(other.Replace[0].New.Path))
}

// requireHash checks that a command prints what a line of a tokens file takes.
func requireHash(t *testing.T, line string) {
	t.Helper()
	token, file := mcpserver.NewToken(), filepath.Join(t.TempDir(), "tokens")
	hash, _, _ := strings.Cut(run(t, filepath.Dir(file), strings.Replace(line, "TOKEN", token, 1)), " ")
	require.Contains(t, readDocument(t, operators), "`max sha256:HASH`")
	require.NoError(t, os.WriteFile(file, []byte("max sha256:"+hash+"\n"), 0o600))
	tokens, err := mcpserver.ReadTokens(file)
	require.NoError(t, err)
	agent, known := tokens.Agent(token)
	require.True(t, known, line)
	require.Equal(t, "max", agent)
}

func requireConfiguration(t *testing.T, text string) {
	t.Helper()
	var config struct {
		MCPServers map[string]struct {
			Command string   `json:"command"`
			Args    []string `json:"args"`
		} `json:"mcpServers"`
	}
	require.NoError(t, json.Unmarshal([]byte(text), &config))
	require.Len(t, config.MCPServers, 1)
	for _, server := range config.MCPServers {
		require.Equal(t, "mystic", server.Command)
		require.NoError(t, cli.Parse(server.Args))
	}
}

// TestDocumentWords checks that the prose is readable as text, and the commands, the configuration and the files that it
// names.
func TestDocumentWords(t *testing.T) {
	for _, name := range documents {
		t.Run(name, func(t *testing.T) { checkWords(t, block.ReplaceAllString(readDocument(t, name), "")) })
	}
}

func checkWords(t *testing.T, prose string) {
	for line := range strings.Lines(prose) {
		require.True(t, strings.HasPrefix(line, "|") || utf8.RuneCountInString(strings.TrimSpace(line)) <= proseColumns, "wrap: %s", line)
	}
	for _, link := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(prose, -1) {
		require.True(t, exists(filepath.Join(root, link[1])), "the link %s leads nowhere", link[1])
	}
	for _, code := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(prose, -1) {
		word := code[1]
		switch first, _, more := strings.Cut(word, " "); {
		case strings.HasPrefix(word, "{"):
			requireConfiguration(t, word)
		case more && (first == "mystic" || first == "make" || strings.Contains(word, " | ")):
			if word != "mystic serve" { // a command's name, without its arguments
				requireCommand(t, "", word)
			}
		case !more && regexp.MustCompile(`^[a-z][\w./]*(/|\.go)[\w./]*$|^RATIONALE.md$`).MatchString(word):
			require.True(t, exists(filepath.Join(root, word)), "%s is named, which is not there", word)
		}
	}
}

// TestReadmeFolders checks that the map of folders leaves none out and names none that is not there.
func TestReadmeFolders(t *testing.T) {
	_, table, found := strings.Cut(readDocument(t, readme), "\n|---|---|\n")
	require.True(t, found)
	var folders []string
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		if len(cells) < 3 {
			break
		}
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
			require.DirExists(t, filepath.Join(root, name[1]))
			folders = append(folders, strings.Split(name[1], "/")[0])
		}
	}
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	for _, entry := range entries {
		if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
			require.Contains(t, folders, entry.Name(), "the map of folders in README.md leaves it out")
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestBenchmarkTable checks that bench/README.md names benchmarks that are there.
func TestBenchmarkTable(t *testing.T) {
	text, err := os.ReadFile(root + "/bench/README.md")
	require.NoError(t, err)
	rows := regexp.MustCompile("(?m)^\\|.*\\| `(Benchmark\\w+)` \\| `([\\w/]+)` \\|").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, rows)
	for _, row := range rows {
		files, err := filepath.Glob(filepath.Join(root, row[2], "*_test.go"))
		require.NoError(t, err)
		found := false
		for _, file := range files {
			source, err := os.ReadFile(file)
			require.NoError(t, err)
			found = found || strings.Contains(string(source), "func "+row[1])
		}
		require.True(t, found, "%s is not in %s", row[1], row[2])
	}
}
