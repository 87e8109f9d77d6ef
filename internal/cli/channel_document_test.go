package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/sdk/sdktest"
)

const channelDocument = "docs/channels.md"

// TestChannelWords checks the prose as that of the other documents is.
func TestChannelWords(t *testing.T) {
	text := readDocument(t, channelDocument)
	require.Less(t, strings.Count(text, "\n"), readmeLines)
	checkWords(t, block.ReplaceAllString(text, ""))
}

// TestChannelTables holds the tables of codes and variables to the code; -update writes them.
func TestChannelTables(t *testing.T) {
	cell := strings.NewReplacer("|", `\|`)
	codes := "| code | means | what to do |\n|---|---|---|\n"
	for _, c := range channel.Codes() {
		codes += fmt.Sprintf("| `%s` | %s | %s |\n", c.Code, cell.Replace(c.Meaning), cell.Replace(c.Remedy))
	}
	variables := "| variable | default | valid | what |\n|---|---|---|---|\n"
	for _, v := range channel.Variables() {
		variables += fmt.Sprintf("| `%s` | %s | %s | %s |\n", v.Name, cell.Replace(v.Default), cell.Replace(v.Valid), cell.Replace(v.Meaning))
	}
	text := readDocument(t, channelDocument)
	for name, want := range map[string]string{"codes": codes, "variables": variables} {
		begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
		before, rest, found := strings.Cut(text, begin)
		require.True(t, found, begin)
		got, after, found := strings.Cut(rest, end)
		require.True(t, found, end)
		if sdktest.Update() {
			text, got = before+begin+want+end+after, want
		}
		require.Equal(t, want, got, "-update writes it")
	}
	if sdktest.Update() {
		writeDocument(t, text)
	}
}

func writeDocument(t *testing.T, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(root, channelDocument), []byte(text), 0o644))
}

// manual is docs/channels.md as somebody follows it from the top: with a folder for tmux's sockets, in a project with tests.
type manual struct {
	t      *testing.T
	folder string
	blocks map[string]string // by language; of each there is one
	client *terminals
	names  map[string]string // what stands for a long word, by that word
}

// TestChannelManual runs the commands of docs/channels.md, gives its configuration to a client, and replays its transcript,
// whose replies -update takes over.
func TestChannelManual(t *testing.T) {
	m := &manual{t: t, blocks: map[string]string{}, names: map[string]string{}}
	text := readDocument(t, channelDocument)
	for _, part := range block.FindAllStringSubmatch(text, -1) {
		require.NotContains(t, m.blocks, part[1], "two blocks of a language")
		m.blocks[part[1]] = part[3]
	}
	require.Len(t, m.blocks, 3, "nothing checks a block of another language")
	var err error
	m.folder, err = os.MkdirTemp("", "mystic") // a path in t.TempDir can be too long for a socket
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(m.folder)) })
	m.project()
	t.Cleanup(func() { m.shell("tmux -L agents kill-server") })
	require.Contains(t, m.shell(m.blocks["sh"]), "\nall is well\n")

	m.start()
	m.tools(text)
	got := m.replay()
	if sdktest.Update() {
		writeDocument(t, strings.Replace(text, "```text\n"+m.blocks["text"]+"```", "```text\n"+got+"```", 1))
		return
	}
	require.Equal(t, got, m.blocks["text"], "-update takes it over")
}

// project makes what stands for a project: its tests go on until there is a file named end.
func (m *manual) project() {
	m.t.Helper()
	makefile := "help:\n\t@printf '%s\\n' 'build  builds it' 'test   tests it' 'clean  removes what was built'\n" +
		"test:\n\t@echo running 12 tests; until [ -e end ]; do sleep 0.1; done; echo all 12 tests passed\n"
	require.NoError(m.t, os.WriteFile(filepath.Join(m.folder, "Makefile"), []byte(makefile), 0o600))
}

// environment is what a person's shell has. A make around the tests is none of it.
func (m *manual) environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + m.folder, "TMUX_TMPDIR=" + m.folder, "LC_ALL=C.UTF-8", "GORACE=" + raceQuick}
}

// shell runs commands as a person does, and returns what they print.
func (m *manual) shell(commands string) string {
	m.t.Helper()
	c := exec.Command("sh", "-ec", commands)
	c.Env, c.Dir = m.environment(), m.folder
	out, err := c.CombinedOutput()
	require.NoError(m.t, err, "%s: %s", commands, out)
	return string(out)
}

// shows waits until the pane of the document shows a text.
func (m *manual) shows(text string) {
	m.t.Helper()
	channeltest.Eventually(m.t, "the pane shows "+text, func() bool {
		return strings.Contains(m.shell("tmux -L agents capture-pane -p -t =demo:"), text)
	})
}

// start starts the server that the document's configuration names.
func (m *manual) start() {
	m.t.Helper()
	var config struct {
		MCPServers map[string]struct {
			Command string
			Args    []string
			Env     map[string]string
		}
	}
	require.NoError(m.t, json.Unmarshal([]byte(m.blocks["json"]), &config))
	require.Len(m.t, config.MCPServers, 1)
	for _, server := range config.MCPServers {
		env := m.environment()
		for name, value := range server.Env {
			env = append(env, name+"="+value)
		}
		m.client = serveTerminals(m.t, env, server.Command, server.Args...)
	}
}

// tools holds the table of tools to what the server lists: what must and what can be given, by name.
func (m *manual) tools(text string) {
	listed, err := m.client.c.ListTools(m.t.Context(), mcp.ListToolsRequest{})
	require.NoError(m.t, err)
	require.Len(m.t, listed.Tools, 6)
	argument := regexp.MustCompile("`([a-z_]+)`")
	names := func(cell string) []string {
		var found []string
		for _, name := range argument.FindAllStringSubmatch(cell, -1) {
			found = append(found, name[1])
		}
		slices.Sort(found)
		return found
	}
	for _, tool := range listed.Tools {
		row := find(m.t, "(?m)^\\| `"+tool.Name+"` \\|(.*)$", text)
		takes, _, _ := strings.Cut(row, "|")
		must, _, _ := strings.Cut(takes, ";")
		required := slices.Sorted(slices.Values(tool.InputSchema.Required))
		require.Equal(m.t, required, names(must), tool.Name)
		var all []string
		for name := range tool.InputSchema.Properties {
			all = append(all, name)
		}
		slices.Sort(all)
		require.Equal(m.t, all, names(takes), tool.Name)
	}
}

// replay makes the calls of the transcript and returns it with their replies. Before some calls something happens in the
// terminal, so that a reply does not hang on how fast the machine is.
func (m *manual) replay() string {
	m.t.Helper()
	before := map[int]func(){
		0: func() {
			m.shows("$") // what is typed before the shell reads would be echoed twice
			m.shell("tmux -L agents send-keys -t =demo: make Enter")
			m.shows("clean  removes what was built\n$")
		},
		3: func() { m.shows("running 12 tests") },
		4: func() {
			m.shell("touch end")
			m.shows("all 12 tests passed\n$")
		},
	}
	var out []string
	for i, call := range regexp.MustCompile(`(?m)^--> (\w+) (.*)$`).FindAllStringSubmatch(m.blocks["text"], -1) {
		if happens := before[i]; happens != nil {
			happens()
		}
		arguments := call[2]
		for long, short := range m.names {
			arguments = strings.ReplaceAll(arguments, `"`+short+`"`, `"`+long+`"`)
		}
		var args map[string]any
		require.NoError(m.t, json.Unmarshal([]byte(arguments), &args))
		var answer map[string]any
		m.client.call(call[1], args, &answer)
		out = append(out, call[0]+"\n"+m.excerpt(answer)+"\n")
	}
	require.Len(m.t, out, 5)
	return strings.Join(out, "\n")
}

// excerpt writes an answer with those of its fields that the document shows.
func (m *manual) excerpt(answer any) string {
	switch v := answer.(type) {
	case []any:
		var parts []string
		for _, element := range v {
			parts = append(parts, m.excerpt(element))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		var parts []string
		for _, name := range []string{
			"channels", "read", "channel_id", "submitted", "state", "text", "truncated", "changed", "gap", "timed_out", "current_command", "instance", "revision",
		} {
			if value, ok := v[name]; ok && (name != "instance" || v["state"] != nil) && (name != "channel_id" || v["text"] == nil) {
				parts = append(parts, `"`+name+`":`+m.excerpt(m.short(name, value)))
			}
		}
		if len(parts) < len(v) {
			parts = append(parts, "…")
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	require.NoError(m.t, encoder.Encode(answer))
	return strings.TrimSpace(b.String())
}

// short returns the name that stands for a long word, and any other value as it is.
func (m *manual) short(field string, value any) any {
	prefix := map[string]string{"instance": "I", "revision": "R"}[field]
	word, isWord := value.(string)
	if prefix == "" || !isWord {
		return value
	}
	if m.names[word] == "" {
		n := 1
		for _, name := range m.names {
			if strings.HasPrefix(name, prefix) {
				n++
			}
		}
		m.names[word] = fmt.Sprint(prefix, n)
	}
	return m.names[word]
}
