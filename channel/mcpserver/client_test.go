package mcpserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/mcpserver"
	"mystic-sdk/channel/tmux"
)

// The eras of the protocol, each by a version.
const (
	modernVersion = "2026-07-28"
	legacyVersion = "2025-11-25"
)

// patience bounds what must come anyway, so that a broken test ends.
func patience(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), channeltest.Patience)
	t.Cleanup(cancel)
	return ctx
}

// console is the other end of a Serve, line by line. Its Serve ends with the test, and must then return nil.
type console struct {
	t     *testing.T
	in    *io.PipeWriter
	out   *io.PipeReader
	lines *bufio.Reader
	taken bool // by a client
	log   *logged
	ended chan error
}

// open serves the channels of a config over real tmux.
func open(t *testing.T, config channel.Config) *console {
	t.Helper()
	backend, err := tmux.New(config)
	require.NoError(t, err)
	service, err := channel.NewService(backend, config)
	require.NoError(t, err)
	return openOver(t, service)
}

func openOver(t *testing.T, service *channel.Service) *console {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	c := &console{t: t, in: inWrite, out: outRead, lines: bufio.NewReader(outRead), log: &logged{}, ended: make(chan error, 1)}
	opts := &mcpserver.Options{Version: "1.2.3", Log: slog.New(slog.NewJSONHandler(c.log, nil))}
	go func() {
		err := mcpserver.Serve(context.Background(), service, inRead, outWrite, opts)
		_ = outWrite.Close()
		c.ended <- err
	}()
	t.Cleanup(func() {
		_ = inWrite.Close()
		if !c.taken {
			_, _ = io.Copy(io.Discard, c.lines)
		}
		require.NoError(t, <-c.ended)
		service.Close()
	})
	return c
}

// connect puts a client of mcp-go on the console, which is the client's from then on.
func (c *console) connect(version string) *client.Client {
	c.t.Helper()
	c.taken = true
	mine := client.NewClient(transport.NewIO(c.out, c.in, io.NopCloser(eof{})), client.WithProtocolVersion(version))
	c.t.Cleanup(func() { _ = mine.Close() })
	require.NoError(c.t, mine.Start(patience(c.t)))
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "test", Version: "1"}
	got, err := mine.Initialize(patience(c.t), hello)
	require.NoError(c.t, err)
	require.Equal(c.t, version, mine.ProtocolVersion())
	require.Equal(c.t, "mystic-channel", got.ServerInfo.Name)
	require.Equal(c.t, "1.2.3", got.ServerInfo.Version)
	require.NotEmpty(c.t, got.Instructions)
	return mine
}

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }

// logged is a log that several goroutines write to.
type logged struct {
	mu   sync.Mutex
	text []byte
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// user calls tools by a client of mcp-go.
type user struct {
	t *testing.T
	*client.Client
}

// serve opens a console and connects to it.
func serve(t *testing.T, config channel.Config) user {
	t.Helper()
	return user{t, open(t, config).connect(legacyVersion)}
}

type args = map[string]any

// reply is what a tool answered: a payload or an error.
type reply struct {
	text  string
	Error *struct {
		Code    channel.Code
		Message string
		Details map[string]any
	}
	Channels  []channel.Channel
	Truncated bool
	Channel   channel.Channel
	Read      channel.Read
	Health    channel.Health
	ChannelID string `json:"channel_id"`
	Submitted *bool
	Control   string
}

// call calls a tool whose answer may be an error, and holds the answer to the form that all have.
func (u user) call(tool string, a args) reply {
	got, err := u.try(patience(u.t), tool, a)
	require.NoError(u.t, err)
	return got
}

// try is call for any goroutine and with a context.
func (u user) try(ctx context.Context, tool string, a args) (reply, error) {
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = tool, a
	result, err := u.CallTool(ctx, request)
	if err != nil {
		return reply{}, err
	}
	if len(result.Content) != 1 {
		return reply{}, fmt.Errorf("%d contents", len(result.Content))
	}
	got := reply{text: result.Content[0].(mcp.TextContent).Text}
	if err := json.Unmarshal([]byte(got.text), &got); err != nil {
		return reply{}, err
	}
	var object map[string]any
	if err := json.Unmarshal([]byte(got.text), &object); err != nil {
		return reply{}, err
	}
	if structured, ok := result.StructuredContent.(map[string]any); !ok || !equalJSON(structured, object) {
		return reply{}, errors.New("the text is not the structured content: " + got.text)
	}
	if result.IsError != (got.Error != nil) {
		return reply{}, errors.New("isError and the payload differ: " + got.text)
	}
	return got, nil
}

func equalJSON(a, b any) bool {
	first, err := json.Marshal(a)
	if err != nil {
		return false
	}
	second, err := json.Marshal(b)
	return err == nil && string(first) == string(second)
}

// does calls a tool that must succeed.
func (u user) does(tool string, a args) reply {
	u.t.Helper()
	got := u.call(tool, a)
	require.Nil(u.t, got.Error, got.text)
	return got
}

// fails calls a tool that must fail with a code, and returns the details.
func (u user) fails(code channel.Code, tool string, a args) map[string]any {
	u.t.Helper()
	got := u.call(tool, a)
	require.NotNil(u.t, got.Error, got.text)
	require.Equal(u.t, code, got.Error.Code, got.text)
	return got.Error.Details
}

// shows reads a channel until its text is as wanted.
func (u user) shows(id, wanted string) {
	u.t.Helper()
	channeltest.Eventually(u.t, "the channel shows "+wanted, func() bool {
		return contains(u.does("read_channel", args{"channel_id": id}).Read.Text, wanted)
	})
}

// send writes lines.
func (c *console) send(lines ...string) {
	c.t.Helper()
	for _, line := range lines {
		_, err := io.WriteString(c.in, line+"\n")
		require.NoError(c.t, err)
	}
}

// message is an answer as it came.
type message struct {
	line  string
	ID    json.RawMessage
	Error *struct {
		Code    int
		Message string
	}
	Result struct {
		Content           []struct{ Type, Text string }
		StructuredContent json.RawMessage
		IsError           bool
	}
}

// next reads an answer.
func (c *console) next() message {
	c.t.Helper()
	line, err := c.lines.ReadString('\n')
	require.NoError(c.t, err)
	return decode(c.t, line)
}

func decode(t *testing.T, line string) message {
	t.Helper()
	m := message{line: line}
	require.NoError(t, json.Unmarshal([]byte(line), &m), line)
	return m
}

// ask sends a line and reads the answer.
func (c *console) ask(line string) message {
	c.t.Helper()
	c.send(line)
	return c.next()
}

// failure returns the error of a tool's answer.
func (m message) failure(t *testing.T) reply {
	t.Helper()
	require.True(t, m.Result.IsError, m.line)
	var got reply
	require.NoError(t, json.Unmarshal(m.Result.StructuredContent, &got))
	require.NotNil(t, got.Error)
	return got
}

func request(id any, method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"method":%q,"params":%s}`, id, method, params)
}

// callLine is a call of a tool whose arguments are any JSON.
func callLine(id any, tool, arguments string) string {
	return request(id, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments))
}
