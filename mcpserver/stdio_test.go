package mcpserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/mcpserver"
)

// console is a client at the other end of Stdio.
type console struct {
	t     *testing.T
	game  *game
	in    *io.PipeWriter
	out   *io.PipeReader
	lines *bufio.Scanner
	ended chan error
	stop  context.CancelFunc
	log   *lockedBuffer
}

func openConsole(t *testing.T, opts *mcpserver.Options) *console {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	c := &console{
		t: t, game: newGame(t), in: inWrite, out: outRead, lines: bufio.NewScanner(outRead), ended: make(chan error, 1), stop: stop,
		log: &lockedBuffer{},
	}
	filled := mcpserver.Options{}
	if opts != nil {
		filled = *opts
	}
	filled.Log = slog.New(slog.NewJSONHandler(c.log, nil))
	c.lines.Buffer(nil, 1<<20)
	go func() {
		c.ended <- mcpserver.ServeStdio(ctx, c.game, "max", inRead, outWrite, &filled)
		_ = outWrite.Close()
	}()
	t.Cleanup(func() {
		stop()
		_ = inWrite.Close()
		_ = outRead.Close()
	})
	return c
}

func (c *console) send(line string) {
	c.t.Helper()
	_, err := io.WriteString(c.in, line+"\n")
	require.NoError(c.t, err)
}

func (c *console) call(id int, call string) { c.send(rpc(id, "tools/call", call)) }

// next reads one message.
func (c *console) next() string {
	c.t.Helper()
	require.True(c.t, c.lines.Scan(), "the stream ended")
	return c.lines.Text()
}

func idOf(t *testing.T, body string) int {
	var m struct{ ID int }
	require.NoError(t, json.Unmarshal([]byte(body), &m))
	return m.ID
}

func TestStdioTellsAndAcknowledges(t *testing.T) {
	for name, meta := range map[string]string{
		"legacy": "",
		"modern": `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`,
	} {
		t.Run(name, func(t *testing.T) {
			c := openConsole(t, nil)
			c.game.happen("max", "rain")
			c.call(3, `{"name":"status","arguments":{}`+meta+`}`)
			require.Contains(t, textOf(t, c.next()), "rain")
			c.game.untilTold(t, 1)
			require.Equal(t, []string{"max"}, c.game.acknowledged())
			c.call(4, `{"name":"status","arguments":{}`+meta+`}`)
			require.NotContains(t, textOf(t, c.next()), "rain")
		})
	}
}

func TestStdioManyWaitsLeaveRoom(t *testing.T) { // 8
	c := openConsole(t, &mcpserver.Options{WaitingCalls: 99})
	for id := range 99 {
		c.call(id+1, toolCall("status", `{"wait":45}`))
	}
	c.game.untilInside(t, 99)
	c.call(100, toolCall("status", `{}`))
	require.Equal(t, 100, idOf(t, c.next()))

	c.call(101, toolCall("status", `{"wait":45}`))
	require.Equal(t, 101, idOf(t, c.next()), "no more calls may wait")
	c.stop()
	seen := map[int]bool{}
	for range 99 {
		seen[idOf(t, c.next())] = true
	}
	require.Len(t, seen, 99)
}

func TestStdioCancel(t *testing.T) {
	c := openConsole(t, &mcpserver.Options{WaitingCalls: 50})
	c.call(5, toolCall("status", `{"wait":45}`))
	c.game.untilInside(t, 1)
	c.game.gather("max", "rain")
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":6}}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}`)
	c.game.untilInside(t, 0)
	require.Empty(t, c.game.acknowledged())

	// A cancelled call is not answered, and its lines come again. A cancel cannot overtake its call.
	for id := range 20 {
		c.call(100+id, toolCall("status", `{"wait":45}`))
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, 100+id))
	}
	c.call(6, toolCall("status", `{}`))
	got := c.next()
	require.Equal(t, 6, idOf(t, got))
	require.Contains(t, textOf(t, got), "rain")
}

func TestStdioEndOfInput(t *testing.T) {
	c := openConsole(t, nil)
	c.call(5, toolCall("status", `{"wait":45}`))
	c.game.untilInside(t, 1)
	c.game.gather("max", "rain")
	require.NoError(t, c.in.Close())
	require.Contains(t, textOf(t, c.next()), "rain")
	require.NoError(t, <-c.ended)
	require.Empty(t, c.game.acknowledged(), "a client that closed its end may not read the answer")
}

func TestStdioLastLineWithoutBreak(t *testing.T) {
	c := openConsole(t, nil)
	_, err := io.WriteString(c.in, rpc(5, "ping", `{}`))
	require.NoError(t, err)
	require.NoError(t, c.in.Close())
	require.JSONEq(t, `{"jsonrpc":"2.0","id":5,"result":{}}`, c.next())
	require.NoError(t, <-c.ended)
}

func TestStdioEndOfContext(t *testing.T) {
	c := openConsole(t, nil)
	c.call(5, toolCall("status", `{"wait":45}`))
	c.game.untilInside(t, 1)
	c.game.gather("max", "rain")
	c.stop()
	require.Contains(t, textOf(t, c.next()), "rain")
	require.NoError(t, <-c.ended)
	require.Equal(t, []string{"max"}, c.game.acknowledged(), "the client was there to read it")
	_, err := io.WriteString(c.in, "x\n")
	require.ErrorIs(t, err, io.ErrClosedPipe)
}

func TestStdioBrokenOutput(t *testing.T) {
	c := openConsole(t, nil)
	broken := errors.New("the terminal is gone")
	c.call(5, toolCall("status", `{"wait":45}`))
	c.game.untilInside(t, 1)
	require.NoError(t, c.out.CloseWithError(broken))
	c.game.happen("max", "rain")
	err := <-c.ended
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "write to the client: the terminal is gone")
	require.Empty(t, c.game.acknowledged())
}

func TestStdioClientThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, _ := io.Pipe()
		unread, out := io.Pipe()
		lines := io.MultiReader(strings.NewReader(rpc(1, "tools/call", toolCall("card", `{}`))+"\n"), in)
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() {
			ended <- mcpserver.ServeStdio(ctx, newGame(t), "max", struct {
				io.Reader
				io.Closer
			}{lines, in}, out, &mcpserver.Options{Log: slog.New(slog.DiscardHandler)})
		}()
		synctest.Wait()
		stop()
		require.NoError(t, <-ended)
		require.NoError(t, unread.Close())
	})
}

func TestStdioBrokenInput(t *testing.T) {
	c := openConsole(t, nil)
	broken := errors.New("the terminal is gone")
	require.NoError(t, c.in.CloseWithError(broken))
	require.ErrorIs(t, <-c.ended, broken)
}

func TestStdioBrokenMessages(t *testing.T) {
	c := openConsole(t, nil)
	for _, m := range []struct{ line, want string }{
		{"[" + rpc(1, "ping", `{}`) + "]",
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not taken; send one message at a time"}}`},
		{"{", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not valid JSON"}}`},
		{rpc(7, "subscriptions/listen", `{}`),
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"there is nothing to subscribe to"}}`},
		{strings.Repeat("x", mcpserver.MaxBody+10),
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is too long"}}`},
		{`{"jsonrpc":"2.0","id":8,"result":{}}`,
			`{"jsonrpc":"2.0","id":8,"error":{"code":-32600,"message":"the message has no method"}}`},
	} {
		c.send("") // nothing answers an empty line
		c.send(rpc(0, "notifications/initialized", `{}`))
		c.send(`{"jsonrpc":"1.0","method":"ping"}`)
		c.send(m.line)
		require.Equal(t, m.want, c.next())
	}
	c.send(rpc(9, "ping", `{}`))
	require.JSONEq(t, `{"jsonrpc":"2.0","id":9,"result":{}}`, c.next())
}

func TestStdioWhatBreaksIsInternalWithARef(t *testing.T) {
	c := openConsole(t, nil)
	c.call(3, structured(toolCall("ask", `{"about":"break"}`)))
	fault := faultOf(t, c.next())
	require.Equal(t, contract.Internal, fault.Code)
	require.Contains(t, c.log.String(), `"ref":"`+fault.Ref+`"`)
}

func TestStdioSeveralInOneProcess(t *testing.T) { // 8: mcp-go's own session is a global of the process
	first, second := openConsole(t, nil), openConsole(t, nil)
	first.call(1, toolCall("status", `{"wait":45}`))
	second.call(1, toolCall("status", `{"wait":45}`))
	first.game.untilInside(t, 1)
	second.game.untilInside(t, 1)
	first.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	first.game.untilInside(t, 0)
	second.game.happen("max", "rain")
	require.Contains(t, textOf(t, second.next()), "rain")
}

// TestStdioAnswersWhatCameBeforeTheEnd pipes calls in whose input ends at once, as printf does: all are answered, and none waits.
func TestStdioAnswersWhatCameBeforeTheEnd(t *testing.T) {
	const calls = 8
	quiet := &mcpserver.Options{Log: slog.New(slog.DiscardHandler)}
	for range 50 {
		var in, out strings.Builder
		for id := range calls {
			call := toolCall("card", `{}`)
			if id%2 == 0 {
				call = toolCall("run", `{"script":"dig()","wait":45}`)
			}
			in.WriteString(rpc(id+1, "tools/call", call) + "\n")
		}
		game := newGame(t)
		require.NoError(t, mcpserver.ServeStdio(t.Context(), game, "max", strings.NewReader(in.String()), &out, quiet))
		answers := strings.Split(strings.TrimSpace(out.String()), "\n")
		require.Equal(t, calls, len(answers))
		for _, answer := range answers {
			require.False(t, resultOf(t, answer).IsError, "%s", answer)
		}
	}
}
