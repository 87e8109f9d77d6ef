package cli_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel/channeltest"
)

// TestChannelServeEnds ends a server in each way: while a read waits, which is then answered, and while tmux does not answer,
// which is given some seconds to. Nothing is left in either case.
func TestChannelServeEnds(t *testing.T) {
	t.Run("the end of input while a read waits", func(t *testing.T) {
		t.Parallel()
		r := startRaw(t)
		r.waits()
		require.NoError(t, r.stdin.Close())
		require.Contains(t, r.ends(), `"BACKEND_UNAVAILABLE"`)
	})
	t.Run("SIGINT while a read waits", func(t *testing.T) {
		t.Parallel()
		r := startRaw(t)
		r.waits()
		require.NoError(t, r.mystic.Process.Signal(os.Interrupt))
		require.Contains(t, r.ends(), `"BACKEND_UNAVAILABLE"`)
	})
	t.Run("SIGTERM while tmux does not answer", func(t *testing.T) {
		t.Parallel()
		r := startRaw(t)
		r.tmux.Stop()
		r.calls("list_channels", `{}`)
		r.runs("list-panes")
		require.NoError(t, r.mystic.Process.Signal(syscall.SIGTERM))
		r.ends()
	})
}

// raw is a mystic channel serve whose lines the test writes and reads itself.
type raw struct {
	t      *testing.T
	tmux   *channeltest.Server
	pane   channeltest.Pane
	mystic *exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	stderr bytes.Buffer
}

func startRaw(t *testing.T) *raw {
	t.Helper()
	r := &raw{t: t, tmux: channeltest.Start(t)}
	r.pane = r.tmux.Session("live", "exec cat")
	r.mystic = mysticCommand(t, []string{"TMUX_SOCKET_PATH=" + r.tmux.Socket, "TMUX_TIMEOUT_MS=60000"}, "channel", "serve")
	r.mystic.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // all of its processes can be found by their group
	r.mystic.Stderr = &r.stderr
	stdin, err := r.mystic.StdinPipe()
	require.NoError(t, err)
	stdout, err := r.mystic.StdoutPipe()
	require.NoError(t, err)
	r.stdin, r.stdout = stdin, bufio.NewReader(stdout)
	require.NoError(t, r.mystic.Start())
	t.Cleanup(func() { _ = r.mystic.Process.Kill() }) // it has ended, but where the test fails
	r.writes(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	r.reads()
	r.writes(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return r
}

func (r *raw) writes(line string) {
	r.t.Helper()
	_, err := io.WriteString(r.stdin, line+"\n")
	require.NoError(r.t, err)
}

func (r *raw) reads() string {
	r.t.Helper()
	line, err := r.stdout.ReadString('\n')
	require.NoError(r.t, err)
	return line
}

func (r *raw) calls(tool, arguments string) {
	r.t.Helper()
	r.writes(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`)
}

// waits has a read wait.
func (r *raw) waits() {
	r.t.Helper()
	r.calls("read_channel", `{"channel_id":"`+r.pane.Channel+`"}`)
	revision := find(r.t, `"revision":"([\w-]+)"`, r.reads())
	r.calls("read_channel", `{"channel_id":"`+r.pane.Channel+`","wait_ms":45000,"after":"`+revision+`"}`)
	r.runs("capture-pane")
}

// runs waits until the server runs a tmux client that does a command.
func (r *raw) runs(command string) {
	r.t.Helper()
	channeltest.Eventually(r.t, "a tmux client runs "+command, func() bool {
		files, err := filepath.Glob("/proc/" + strconv.Itoa(r.mystic.Process.Pid) + "/task/*/children")
		require.NoError(r.t, err)
		for _, file := range files {
			children, _ := os.ReadFile(file) // a thread can end meanwhile, and so can a child
			for child := range strings.FieldsSeq(string(children)) {
				arguments, _ := os.ReadFile("/proc/" + child + "/cmdline")
				if strings.Contains(string(arguments), command) {
					return true
				}
			}
		}
		return false
	})
}

// ends waits for the end of the server, which must be a good one that leaves no process, and returns what it still printed.
func (r *raw) ends() string {
	r.t.Helper()
	printed, err := io.ReadAll(r.stdout)
	require.NoError(r.t, err)
	require.NoError(r.t, r.mystic.Wait())
	require.ErrorIs(r.t, syscall.Kill(-r.mystic.Process.Pid, 0), syscall.ESRCH, "a process is left")
	require.Empty(r.t, r.stderr.String())
	for line := range strings.Lines(string(printed)) {
		require.True(r.t, json.Valid([]byte(line)), line)
	}
	return string(printed)
}
