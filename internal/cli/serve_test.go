package cli_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/internal/cli"
	"mystic-sdk/mcpserver"
)

// served is a mystic serve in this process.
type served struct {
	t      *testing.T
	said   *said
	cancel context.CancelFunc
	code   chan int
}

// serve starts mystic serve with arguments. The test must call end, or wait for code.
func serve(t *testing.T, p *cli.Process, args ...string) *served {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s := &served{t: t, said: newSaid(), cancel: cancel, code: make(chan int, 1)}
	p.Args, p.Stderr = append([]string{"serve"}, args...), s.said
	go func() {
		code := cli.Main(ctx, p)
		s.said.end()
		s.code <- code
	}()
	return s
}

// until waits for a line that matches, and returns all that was said.
func (s *served) until(pattern string) string {
	s.t.Helper()
	text, found := s.said.until(regexp.MustCompile(`(?m)` + pattern + `.*\n`))
	require.True(s.t, found, "it ended and nothing it said matches %s:\n%s", pattern, text)
	return text
}

// end cancels the server and returns its exit code and all that it said.
func (s *served) end() (code int, said string) {
	s.cancel()
	code = <-s.code
	return code, s.said.String()
}

// said keeps what is written to it, for readers who wait for some of it.
type said struct {
	mu    sync.Mutex
	more  *sync.Cond
	text  strings.Builder
	ended bool
}

func newSaid() *said {
	s := &said{}
	s.more = sync.NewCond(&s.mu)
	return s
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.more.Broadcast()
	return s.text.Write(p)
}

func (s *said) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.more.Broadcast()
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// until waits until the text matches; when there will be no more it says that it does not.
func (s *said) until(pattern *regexp.Regexp) (text string, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !pattern.MatchString(s.text.String()) {
		if s.ended {
			return s.text.String(), false
		}
		s.more.Wait()
	}
	return s.text.String(), true
}

// variables is an environment that has these.
func variables(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}
}

func find(t *testing.T, pattern, in string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(in)
	require.NotNil(t, found, "%s is not in:\n%s", pattern, in)
	return found[1]
}

// connect connects a client over a transport.
func connect(t *testing.T, over transport.Interface) *client.Client {
	t.Helper()
	c := client.NewClient(over)
	require.NoError(t, c.Start(t.Context()))
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "test", Version: "1"}
	_, err := c.Initialize(t.Context(), hello)
	require.NoError(t, err)
	return c
}

func overHTTP(t *testing.T, url, token string) *client.Client {
	t.Helper()
	web := &http.Transport{}
	t.Cleanup(web.CloseIdleConnections)
	over, err := transport.NewStreamableHTTP(url, transport.WithHTTPBasicClient(&http.Client{Transport: web}),
		transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	require.NoError(t, err)
	return connect(t, over)
}

func call(t *testing.T, c *client.Client, tool string, args map[string]any) string {
	t.Helper()
	text, err := ask(t.Context(), c, tool, args)
	require.NoError(t, err)
	return text
}

func ask(ctx context.Context, c *client.Client, tool string, args map[string]any) (string, error) {
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = tool, args
	result, err := c.CallTool(ctx, request)
	if err != nil {
		return "", err
	}
	return result.Content[0].(mcp.TextContent).Text, nil
}

func TestServeMintsTokens(t *testing.T) {
	leftovers(t)
	s := serve(t, &cli.Process{}, "miners", "--http", "127.0.0.1:0", "--agent", "bo", "--tick", "1ms", "--seed", "7")
	said := s.until("miners plays, a tick every 1ms, seed 7")
	url := find(t, `MCP at (http://127\.0\.0\.1:\d+/mcp), for this machine only`, said)
	for _, agent := range []string{"max", "bo"} {
		token := find(t, `a client of `+agent+` is told, .*\n\nclaude .*"Authorization: Bearer (\S+)"`, said)
		require.Contains(t, said, cli.ClientConfig("miners", url, token))
		c := overHTTP(t, url, token)
		require.Contains(t, call(t, c, "run", map[string]any{"script": `print("I am " .. me.id) dig(2)`, "wait": 45}), "> I am "+agent)
		require.NoError(t, c.Close())
	}
	code, rest := s.end()
	require.Zero(t, code, rest)
	require.Contains(t, rest, "agent=bo tool=run run=1")
}

func TestServeKnowsTokensOfTheEnvironment(t *testing.T) {
	leftovers(t)
	const token = "0123456789abcdef"
	s := serve(t, &cli.Process{LookupEnv: variables(map[string]string{"MYSTIC_TOKENS": "max=" + token})}, "miners", "--http", "127.0.0.1:0", "--agent", "bo")
	said := s.until("miners plays, a tick every 1s, seed")
	require.Contains(t, said, "there are tokens for max; ")
	require.Contains(t, said, "bo has no token and cannot call")
	require.NotContains(t, said, token)
	c := overHTTP(t, find(t, `MCP at (\S+),`, said), token)
	require.Contains(t, call(t, c, "status", nil), "gold 0")
	require.NoError(t, c.Close())
	code, _ := s.end()
	require.Zero(t, code)
}

func TestServeKnowsTokensOfAFile(t *testing.T) {
	leftovers(t)
	file, token := filepath.Join(t.TempDir(), "tokens"), mcpserver.NewToken()
	require.NoError(t, mcpserver.AppendToken(file, "ann", token))
	s := serve(t, &cli.Process{}, "miners", "--http", "127.0.0.1:0", "--tokens", file)
	said := s.until("miners plays")
	require.Contains(t, said, "there are tokens for ann; ")
	c := overHTTP(t, find(t, `MCP at (\S+),`, said), token)
	require.Contains(t, call(t, c, "status", nil), "gold 0", "ann is a newcomer, and miners takes newcomers")
	require.NoError(t, c.Close())
	code, _ := s.end()
	require.Zero(t, code)
}

// TestServeDrains ends a server while a call waits: the call is answered with what there is to say.
func TestServeDrains(t *testing.T) {
	leftovers(t)
	s := serve(t, &cli.Process{}, "miners", "--http", "127.0.0.1:0")
	said := s.until("miners plays")
	c := overHTTP(t, find(t, `MCP at (\S+),`, said), find(t, `"Authorization: Bearer (\S+)"`, said))
	type answer struct {
		text string
		err  error
	}
	waiting := make(chan answer, 1)
	go func() {
		text, err := ask(t.Context(), c, "run", map[string]any{"script": `dig("all")`, "wait": 45})
		waiting <- answer{text, err}
	}()
	for !strings.Contains(call(t, c, "status", nil), "run 1 running") {
	}
	code, rest := s.end()
	require.Zero(t, code, rest)
	got := <-waiting
	require.NoError(t, got.err)
	require.Contains(t, got.text, "run 1 running")
}

func TestServeStdio(t *testing.T) {
	leftovers(t)
	stdin, toServer := io.Pipe()
	fromServer, stdout := io.Pipe()
	s := serve(t, &cli.Process{Stdin: stdin, Stdout: stdout}, "miners", "--stdio", "--agent", "bo", "--tick", "1ms")
	s.until("bo speaks MCP on standard input and output")
	c := connect(t, transport.NewIO(fromServer, toServer, io.NopCloser(strings.NewReader(""))))
	require.Contains(t, call(t, c, "run", map[string]any{"script": `print(me.id) dig(1)`, "wait": 45}), "> bo")
	require.NoError(t, c.Close()) // the client leaves, and so the server ends by itself
	require.Zero(t, <-s.code)
	require.NoError(t, stdout.Close())
	s.cancel()
}

func TestServeStdioEndsWhenItIsAsked(t *testing.T) {
	leftovers(t)
	stdin, toServer := io.Pipe()
	defer toServer.Close()
	s := serve(t, &cli.Process{Stdin: stdin}, "miners", "--stdio")
	s.until("miners plays")
	code, said := s.end()
	require.Zero(t, code, said)
}

func TestServeAddressInUse(t *testing.T) {
	leftovers(t)
	s := serve(t, &cli.Process{}, "miners", "--http", "127.0.0.1:0")
	address := find(t, `MCP at http://([^/]+)/`, s.until("miners plays"))
	second := serve(t, &cli.Process{}, "miners", "--http", address)
	require.Equal(t, 1, <-second.code)
	second.cancel()
	require.Equal(t, fmt.Sprintf("mystic: listen tcp %s: bind: address already in use; --http 127.0.0.1:0 takes a free port\n", address),
		second.said.String())
	code, _ := s.end()
	require.Zero(t, code)
}

// TestServeEndsBySignal runs a process of its own: TestMain makes this binary mystic when it bears that name.
func TestServeEndsBySignal(t *testing.T) {
	binary, err := os.Executable()
	require.NoError(t, err)
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		c := &exec.Cmd{Path: binary, Args: []string{"mystic", "serve", "miners", "--http", "127.0.0.1:0"}}
		c.Env = append(os.Environ(), "GORACE="+raceQuick)
		stderr, err := c.StderrPipe()
		require.NoError(t, err)
		require.NoError(t, c.Start())
		said := bufio.NewReader(stderr)
		for line := ""; !strings.Contains(line, "miners plays"); {
			line, err = said.ReadString('\n')
			require.NoError(t, err)
		}
		require.NoError(t, c.Process.Signal(signal))
		_, err = io.Copy(io.Discard, said)
		require.NoError(t, err)
		require.NoError(t, c.Wait(), "%s", signal)
	}
}

// leftovers fails the test when a goroutine is left at its end.
func leftovers(t *testing.T) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, before) })
}
