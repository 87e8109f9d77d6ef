package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
)

// process is this test's program as a server of its own.
type process struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
}

// start prepares a process with variables of the environment, and something to read.
func start(t *testing.T, input string, environment ...string) *process {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	p := &process{Cmd: exec.CommandContext(patience(t), program)}
	p.Env = append([]string{"PATH=" + os.Getenv("PATH"), serveVariable + "=1"}, environment...)
	p.Stdin, p.Stdout, p.Stderr = strings.NewReader(input), &p.stdout, &p.stderr
	return p
}

var processCases = []channeltest.Case{
	{Name: "G94: the end of standard input", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		for _, input := range []string{"", callLine(1, "health", `{}`) + "\n", callLine(1, "health", `{}`)} {
			p := start(t, input, "TMUX_SOCKET_PATH="+server.Socket)
			require.NoError(t, p.Run(), "exit status 0")
			if input != "" {
				require.True(t, contains(p.stdout.String(), `"available":true`), "what was asked is answered before the end")
			}
		}
	}},
	{Name: "G95: what is on the streams", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		recorder := server.Recorder("live")
		var input strings.Builder
		for tool, a := range good(recorder.Channel) {
			sent, err := json.Marshal(a)
			require.NoError(t, err)
			input.WriteString(callLine(1, tool, string(sent)) + "\n" + callLine(2, tool, `{"channel_id":"x"}`) + "\n")
		}
		input.WriteString("garbage\n" + request(3, "initialize", hello) + "\n" + request(4, "none", `{}`) + "\n")
		p := start(t, input.String(), "TMUX_SOCKET_PATH="+server.Socket)
		require.NoError(t, p.Run())
		require.Empty(t, p.stderr.String())
		lines := strings.SplitAfter(p.stdout.String(), "\n")
		require.Empty(t, lines[len(lines)-1], "each line is whole")
		require.Len(t, lines, 6+6+3+1)
		for _, line := range lines[:len(lines)-1] {
			var answer struct{ JSONRPC string }
			require.NoError(t, json.Unmarshal([]byte(line), &answer))
			require.Equal(t, "2.0", answer.JSONRPC)
		}
	}},
	{Name: "W26: a wrong configuration is one clear line", Run: func(t *testing.T) {
		for _, c := range []struct{ name, value, want string }{
			{"TMUX_TIMEOUT_MS", "1e3", "INVALID_ARGUMENT: TMUX_TIMEOUT_MS must be a whole number from 1 to 60000 in decimal digits\n"},
			{"TMUX_TIMEOUT_MS", "0x10", "INVALID_ARGUMENT: TMUX_TIMEOUT_MS must be a whole number from 1 to 60000 in decimal digits\n"},
			{"TMUX_MAX_CHANNELS", "5.0", "INVALID_ARGUMENT: TMUX_MAX_CHANNELS must be a whole number from 1 to 5000 in decimal digits\n"},
			{"TMUX_READ_MAX_LINES", "+5", "INVALID_ARGUMENT: TMUX_READ_MAX_LINES must be a whole number from 1 to 5000 in decimal digits\n"},
			{"TMUX_ALLOWED_SESSIONS", " , ", "INVALID_ARGUMENT: TMUX_ALLOWED_SESSIONS names no session; unset it to see every session\n"},
		} {
			p := start(t, callLine(1, "health", `{}`)+"\n", c.name+"="+c.value)
			var ended *exec.ExitError
			require.ErrorAs(t, p.Run(), &ended, c.value)
			require.Equal(t, 2, ended.ExitCode())
			require.Empty(t, p.stdout.String(), "nothing is served")
			require.Equal(t, c.want, p.stderr.String())
		}
	}},
}

func TestProcess(t *testing.T) { channeltest.Run(t, processCases) }

// TestKilledInAWrite kills a server that has begun to hand a text over: all of the text arrives with its Enter, or nothing does,
// and neither a buffer nor a process is left.
func TestKilledInAWrite(t *testing.T) {
	server := channeltest.Start(t)
	recorder := server.Recorder("live")
	p := start(t, "", "TMUX_SOCKET_PATH="+server.Socket, "TMUX_TIMEOUT_MS=60000")
	p.Stdin = nil
	stdin, err := p.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, p.Start())
	text := strings.Repeat("echo all of it or nothing\n", channel.MaxTextBytes/26)
	sent, err := json.Marshal(args{"channel_id": recorder.Channel, "text": text, "submit": true})
	require.NoError(t, err)
	// While tmux is stopped, its client cannot have taken in the text.
	server.Stop()
	_, err = io.WriteString(stdin, callLine(1, "write_text", string(sent))+"\n")
	require.NoError(t, err)
	var client string
	channeltest.Eventually(t, "a client runs that is to load the text", func() bool {
		client = childOf(t, p.Process.Pid, "load-buffer")
		return client != ""
	})
	require.NoError(t, p.Process.Kill())
	require.Error(t, p.Wait())
	server.Continue()
	channeltest.Eventually(t, "the client has ended", func() bool { return commandLine(client) == "" })
	got := recorder.TakeText()
	require.True(t, got == "" || got == text+"\r", "%d bytes of %d arrived", len(got), len(text))
	require.Empty(t, server.Buffers())
}

// childOf returns the id of a process's child whose arguments hold a word, "" where there is none.
func childOf(t *testing.T, parent int, word string) string {
	t.Helper()
	files, err := filepath.Glob("/proc/" + strconv.Itoa(parent) + "/task/*/children")
	require.NoError(t, err)
	for _, file := range files {
		children, _ := os.ReadFile(file) // a thread can end meanwhile
		for child := range strings.FieldsSeq(string(children)) {
			if contains(commandLine(child), word) {
				return child
			}
		}
	}
	return ""
}

// commandLine returns the arguments of a process, which one that has ended has not.
func commandLine(pid string) string {
	b, _ := os.ReadFile("/proc/" + pid + "/cmdline")
	return string(b)
}
