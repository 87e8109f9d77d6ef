package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/internal/cli"
)

const (
	root        = "../.."
	readme      = root + "/README.md"
	readmeLines = 150
)

// block matches a fenced block: its language, the file that it shows, its text.
var block = regexp.MustCompile("(?ms)^```(\\w*) ?([^\n]*)\n(.*?)^```$")

func readReadme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	return string(text)
}

// TestReadme holds each snippet to what it shows: Go to the file that is compiled, the transcript to the demo, commands to
// the command line and the Makefile.
func TestReadme(t *testing.T) {
	text := readReadme(t)
	if *update {
		text = block.ReplaceAllStringFunc(text, func(found string) string {
			part := block.FindStringSubmatch(found)
			if shown, ok := shownText(t, part[1], part[2]); ok {
				return strings.TrimSuffix(found, part[3]+"```") + shown + "```"
			}
			return found
		})
		require.NoError(t, os.WriteFile(readme, []byte(text), 0o644))
	}
	require.Less(t, strings.Count(text, "\n"), readmeLines)
	for _, part := range block.FindAllStringSubmatch(text, -1) {
		language, of, body := part[1], part[2], part[3]
		if shown, ok := shownText(t, language, of); ok {
			require.Equal(t, shown, body, "-update takes it over")
			continue
		}
		switch language {
		case "sh":
			for line := range strings.Lines(body) {
				line, _, _ = strings.Cut(line, " #")
				requireCommand(t, strings.TrimSpace(line))
			}
		default:
			require.Fail(t, "nothing checks this block of README.md", part[0])
		}
	}
}

// shownText is what a block must hold, when it shows the text of something.
func shownText(t *testing.T, language, of string) (string, bool) {
	t.Helper()
	switch language {
	case "text":
		return demo(t), true
	case "go":
		source, err := os.ReadFile(filepath.Join(root, of))
		require.NoError(t, err)
		return string(source), true
	default:
		return "", false
	}
}

// requireCommand checks a shell command without running it.
func requireCommand(t *testing.T, line string) {
	t.Helper()
	words := strings.Fields(line)
	switch {
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
	case slices.Equal(words[:2], []string{"go", "install"}):
		require.FileExists(t, filepath.Join(root, words[2], "main.go"), line)
	default:
		require.Fail(t, "nothing checks this command of README.md", line)
	}
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

// TestReadmeWords checks the commands, the configuration and the files that the prose names.
func TestReadmeWords(t *testing.T) {
	prose := block.ReplaceAllString(readReadme(t), "")
	for _, code := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(prose, -1) {
		word := code[1]
		switch first, _, more := strings.Cut(word, " "); {
		case strings.HasPrefix(word, "{"):
			requireConfiguration(t, word)
		case more && (first == "mystic" || first == "make"):
			if word != "mystic serve" { // a command's name, without its arguments
				requireCommand(t, word)
			}
		case !more && regexp.MustCompile(`^[a-z][\w./]*(/|\.go)[\w./]*$|^RATIONALE.md$`).MatchString(word):
			require.True(t, exists(filepath.Join(root, word)), "README.md names %s, which is not there", word)
		}
	}
}

// TestReadmeFolders checks that the map of folders leaves none out and names none that is not there.
func TestReadmeFolders(t *testing.T) {
	_, table, found := strings.Cut(readReadme(t), "\n|---|---|\n")
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
