package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
)

// TestChannelNumbers holds this package to the cases of the specification that are its own.
func TestChannelNumbers(t *testing.T) { channeltest.Numbers(t, "F84 F86 F89 H100", channelCases) }

func TestChannel(t *testing.T) { channeltest.Run(t, channelCases) }

var channelCases = []channeltest.Case{
	{Name: "F84: two addresses of one server", Run: func(t *testing.T) {
		refusesToServe(t, "TMUX_SOCKET_NAME and TMUX_SOCKET_PATH cannot both be set", "TMUX_SOCKET_NAME=a", "TMUX_SOCKET_PATH=/b")
	}},
	{Name: "F86: time limits", Run: func(t *testing.T) {
		for _, value := range []string{"0", "-5", "1.5", "abc", "60001"} {
			refusesToServe(t, "TMUX_TIMEOUT_MS must be a whole number from 1 to 60000 in decimal digits", "TMUX_TIMEOUT_MS="+value)
		}
		for _, value := range []string{"1", "60000"} {
			code, stdout, stderr := mysticProcess(t, []string{"TMUX_TIMEOUT_MS=" + value}, "channel", "serve")
			require.Zero(t, code, value)
			require.Empty(t, stdout+stderr)
		}
	}},
	{Name: "F89: an allowlist of nothing", Run: func(t *testing.T) {
		for _, value := range []string{"", " ", ",", " , ,,"} {
			refusesToServe(t, "TMUX_ALLOWED_SESSIONS names no session; unset it to see every session", "TMUX_ALLOWED_SESSIONS="+value)
		}
		refusesToServe(t, "TMUX_ALLOWED_SESSIONS has a name that no tmux session can have: names hold no colon, dot or control character",
			"TMUX_ALLOWED_SESSIONS=a:b")
	}},
	{Name: "H100: a shell from the first look to its end", Run: endToEnd},
}

// refusesToServe requires that the server does not start: one line that says why, and an exit code.
func refusesToServe(t *testing.T, why string, env ...string) {
	t.Helper()
	code, stdout, stderr := mysticProcess(t, env, "channel", "serve")
	require.Equal(t, 1, code, env)
	require.Equal(t, "mystic: "+why+"\n", stderr)
	require.Empty(t, stdout)
}

// mysticCommand is mystic as a process of its own, in this process's environment with some more. It is told of no tmux but
// what env names.
func mysticCommand(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	binary, err := exec.LookPath("mystic") // TestMain puts it there
	require.NoError(t, err)
	c := exec.Command(binary, args...)
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "TMUX") {
			c.Env = append(c.Env, entry)
		}
	}
	c.Env = append(append(c.Env, "GORACE="+raceQuick), env...)
	return c
}

// mysticProcess runs mystic without input, as a process of its own.
func mysticProcess(t *testing.T, env []string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	c := mysticCommand(t, env, args...)
	return outcome(t, c)
}

func outcome(t *testing.T, c *exec.Cmd) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		require.IsType(t, &exec.ExitError{}, err)
	}
	return c.ProcessState.ExitCode(), out.String(), errs.String()
}

// terminals is mcp-go's client of a mystic channel serve that it started itself.
type terminals struct {
	t *testing.T
	c *client.Client
}

// serveTerminals starts a mystic with arguments as a client does. When the test ends it closes the connection, and requires
// that the server then ended well and had nothing to say.
func serveTerminals(t *testing.T, env []string, command string, args ...string) *terminals {
	t.Helper()
	require.Equal(t, "mystic", command)
	var said bytes.Buffer
	over := transport.NewStdioWithOptions(command, env, args, transport.WithCommandFunc(
		func(_ context.Context, _ string, env, args []string) (*exec.Cmd, error) {
			c := mysticCommand(t, env, args...)
			c.Stderr = &said
			return c, nil
		}))
	c := connect(t, over)
	t.Cleanup(func() {
		require.NoError(t, c.Close())
		require.Empty(t, said.String())
	})
	return &terminals{t: t, c: c}
}

// call calls a tool, which must succeed, and puts its structured answer into answer.
func (s *terminals) call(tool string, args map[string]any, answer any) {
	s.t.Helper()
	result := s.result(tool, args)
	require.False(s.t, result.IsError, "%s: %v", tool, result.StructuredContent)
	remarshal(s.t, result.StructuredContent, answer)
}

// refused calls a tool, which must fail, and returns the code.
func (s *terminals) refused(tool string, args map[string]any) channel.Code {
	s.t.Helper()
	result := s.result(tool, args)
	require.True(s.t, result.IsError, tool)
	var failure struct{ Error struct{ Code channel.Code } }
	remarshal(s.t, result.StructuredContent, &failure)
	return failure.Error.Code
}

func (s *terminals) result(tool string, args map[string]any) *mcp.CallToolResult {
	s.t.Helper()
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = tool, args
	result, err := s.c.CallTool(s.t.Context(), request)
	require.NoError(s.t, err)
	return result
}

func remarshal(t *testing.T, from, into any) {
	t.Helper()
	text, err := json.Marshal(from)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, into))
}

// channel returns the channel as get_channel tells it.
func (s *terminals) channel(id string) channel.Channel {
	s.t.Helper()
	var answer struct{ Channel channel.Channel }
	s.call("get_channel", map[string]any{"channel_id": id}, &answer)
	return answer.Channel
}

func (s *terminals) read(args map[string]any) channel.Read {
	s.t.Helper()
	var answer struct{ Read channel.Read }
	s.call("read_channel", args, &answer)
	return answer.Read
}

// observes reads what comes after a revision until a text is among it.
func (s *terminals) observes(id, revision, text string) {
	s.t.Helper()
	limit := time.Now().Add(channeltest.Patience)
	for seen := ""; !strings.Contains(seen, text); {
		require.True(s.t, time.Now().Before(limit), "%q was not seen in:\n%s", text, seen)
		got := s.read(map[string]any{"channel_id": id, "after": revision, "wait_ms": 10_000, "quiet_ms": 250})
		seen, revision = seen+"\n"+got.Text, got.Revision
	}
}

// runs waits until a program is the foreground program.
func (s *terminals) runs(id, command string) {
	s.t.Helper()
	channeltest.Eventually(s.t, command+" runs", func() bool { return s.channel(id).CurrentCommand == command })
}

// endToEnd is what an upper layer does with a terminal that somebody made and takes away again.
func endToEnd(t *testing.T) {
	server := channeltest.Start(t)
	server.Session("other", "exec cat")
	pane := server.Session("demo", "stty -echo; echo ready; PS1= exec bash --noprofile --norc")
	pane.Shows("ready")
	s := serveTerminals(t, []string{"TMUX_SOCKET_PATH=" + server.Socket, "TMUX_ALLOWED_SESSIONS=demo"}, "mystic", "channel", "serve")

	var health struct{ Health channel.Health }
	s.call("health", nil, &health)
	require.Equal(t, channel.Health{BackendKind: "tmux", Available: true}, health.Health)
	var listing channel.Listing
	s.call("list_channels", nil, &listing)
	require.Len(t, listing.Channels, 1)
	id := listing.Channels[0].ChannelID
	require.Equal(t, pane.Channel, id)
	s.runs(id, "bash")
	require.Equal(t, listing.Channels[0].Instance, s.channel(id).Instance)
	first := s.read(map[string]any{"channel_id": id, "lines": 5, "bytes": 1024})
	require.Equal(t, "ready", first.Text)

	write := func(text string, more map[string]any) {
		t.Helper()
		args := map[string]any{"channel_id": id, "text": text, "submit": true}
		for name, value := range more {
			args[name] = value
		}
		var answer channel.WriteResult
		s.call("write_text", args, &answer)
		require.Equal(t, channel.WriteResult{ChannelID: id, Submitted: true}, answer)
	}
	// The shell puts the marker together, so an echo of the text is not taken for it.
	write("echo marker-$((1000+1))", nil)
	s.observes(id, first.Revision, "marker-1001")

	write("sleep 30", nil)
	s.runs(id, "sleep")
	var pressed channel.ControlResult
	s.call("send_control", map[string]any{"channel_id": id, "control": "INTERRUPT", "expect_command": []string{"sleep"}}, &pressed)
	require.Equal(t, channel.ControlResult{ChannelID: id, Control: channel.ControlInterrupt}, pressed)
	s.runs(id, "bash")
	again := s.read(map[string]any{"channel_id": id})
	write("echo marker-$((1000+2))", map[string]any{"expect_command": []string{"bash"}, "expect_instance": again.Instance})
	s.observes(id, again.Revision, "marker-1002")

	server.Run("kill-session", "-t", "=demo")
	for tool, args := range map[string]map[string]any{
		"get_channel": {}, "read_channel": {}, "write_text": {"text": "x", "submit": true}, "send_control": {"control": "ENTER"},
	} {
		args["channel_id"] = id
		require.Equal(t, channel.CodeChannelNotFound, s.refused(tool, args), tool)
	}
	require.Equal(t, "other\n", server.Run("list-sessions", "-F", "#{session_name}"), "a session came back")
}

// TestChannelServeReadOnly serves terminals that nobody may change: all can be seen, and nothing reaches a program.
func TestChannelServeReadOnly(t *testing.T) {
	server := channeltest.Start(t)
	recorder := server.Recorder("live")
	s := serveTerminals(t, []string{"TMUX_SOCKET_PATH=" + server.Socket}, "mystic", "channel", "serve", "--read-only")
	listed, err := s.c.ListTools(t.Context(), mcp.ListToolsRequest{})
	require.NoError(t, err)
	require.Len(t, listed.Tools, 6)
	id := recorder.Channel
	require.Equal(t, []channel.Capability{channel.CapabilityRead}, s.channel(id).Capabilities)
	require.Equal(t, "ready", s.read(map[string]any{"channel_id": id}).Text)
	require.Equal(t, channel.CodePermissionDenied, s.refused("write_text", map[string]any{"channel_id": id, "text": "x", "submit": true}))
	require.Equal(t, channel.CodePermissionDenied, s.refused("send_control", map[string]any{"channel_id": id, "control": "INTERRUPT"}))
	require.Empty(t, recorder.TakeText())
}
