package stdio_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/internal/rpc"
	"mystic-sdk/internal/stdio"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// answerer answers requests by their methods: echo at once, wait when it is drained, stay when its context ends. refuse is
// refused.
type answerer struct {
	drained chan struct{}
	began   chan string
	sent    chan bool
}

func newAnswerer() *answerer {
	return &answerer{make(chan struct{}), make(chan string, 100), make(chan bool, 100)}
}

func (a *answerer) Refuse(m *rpc.Message) *rpc.Error {
	if m.Method == "refuse" {
		return &rpc.Error{Code: mcp.METHOD_NOT_FOUND, Text: "no"}
	}
	return nil
}

func (a *answerer) Answer(ctx context.Context, m *rpc.Message, line []byte, send func([]byte) bool) {
	a.began <- string(m.ID)
	switch m.Method {
	case "wait":
		select {
		case <-a.drained:
		case <-ctx.Done():
		}
	case "stay":
		<-ctx.Done()
	}
	a.sent <- send([]byte(strings.TrimSpace(string(line))))
}

func (a *answerer) Drain() { close(a.drained) }

// peer is the client of a Serve.
type peer struct {
	*answerer
	t     *testing.T
	in    *io.PipeWriter
	out   *io.PipeReader
	lines *bufio.Scanner
	stop  context.CancelFunc
	ended chan error
}

func open(t *testing.T, limits stdio.Limits) *peer {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	p := &peer{newAnswerer(), t, inWrite, outRead, bufio.NewScanner(outRead), stop, make(chan error, 1)}
	go func() {
		err := stdio.Serve(ctx, p.answerer, limits, inRead, outWrite)
		_ = outWrite.Close()
		p.ended <- err
	}()
	t.Cleanup(stop)
	return p
}

func (p *peer) send(lines ...string) {
	p.t.Helper()
	_, err := io.WriteString(p.in, strings.Join(lines, "\n")+"\n")
	require.NoError(p.t, err)
}

func (p *peer) next() string {
	p.t.Helper()
	require.True(p.t, p.lines.Scan())
	return p.lines.Text()
}

func (p *peer) end() {
	p.t.Helper()
	require.NoError(p.t, p.in.Close())
	require.NoError(p.t, <-p.ended)
}

func request(id int, method string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, id, method)
}

func TestLines(t *testing.T) {
	const most = 100_000
	p := open(t, stdio.Limits{Line: most, InFlight: 10})
	const tooLong = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is too long"}}`
	for _, c := range []struct{ line, want string }{
		{request(1, "echo"), request(1, "echo")},
		{request(2, "refuse"), `{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}`},
		{"garbage", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not valid JSON"}}`},
		{strings.Repeat(" ", most-1-len(request(3, "echo"))) + request(3, "echo"), request(3, "echo")},
		{strings.Repeat(" ", most-len(request(3, "echo"))) + request(3, "echo"), tooLong},
		{strings.Repeat(" ", 5*most) + request(3, "echo"), tooLong},
		{strings.Repeat("x", 5*most), tooLong},
	} {
		p.send("", " ", `{"jsonrpc":"2.0","method":"echo"}`, c.line)
		require.Equal(t, c.want, p.next())
	}
	_, err := io.WriteString(p.in, request(4, "echo"))
	require.NoError(t, err)
	go func() { _ = p.in.Close() }()
	require.Equal(t, request(4, "echo"), p.next(), "the last line may lack its break")
	require.NoError(t, <-p.ended)
}

func TestInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, stdio.Limits{Line: 1000, InFlight: 3})
		p.send(request(1, "wait"), request(2, "wait"), request(3, "wait"), request(4, "echo"), request(5, "echo"))
		synctest.Wait()
		require.Len(t, p.began, 3)
		p.stop()
		var got []string
		for range 3 {
			got = append(got, p.next())
		}
		require.ElementsMatch(t, []string{request(1, "wait"), request(2, "wait"), request(3, "wait")}, got)
		require.NoError(t, <-p.ended)
		require.Len(t, p.began, 3, "what was not taken up is left")
	})
}

func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, stdio.Limits{Line: 1000, InFlight: 100})
		cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`
		for id := range 20 {
			p.send(request(id, "wait"), fmt.Sprintf(cancel, id+100), fmt.Sprintf(cancel, id))
		}
		for range 20 {
			require.False(t, <-p.sent, "a cancel does not overtake what it is about")
		}
		p.send(request(100, "echo"))
		require.Equal(t, request(100, "echo"), p.next())
		require.True(t, <-p.sent)
		p.end()
	})
}

// The end of the input drains what waits, whose answers are written, and count for nothing.
func TestEndOfInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, stdio.Limits{Line: 1000, InFlight: 100})
		began := time.Now()
		p.send(request(1, "wait"))
		synctest.Wait()
		require.NoError(t, p.in.Close())
		require.Equal(t, request(1, "wait"), p.next())
		require.NoError(t, <-p.ended)
		require.False(t, <-p.sent)
		require.Zero(t, time.Since(began))
	})
}

// What takes too long at the end is cut off, and leaves nothing behind.
func TestCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, stdio.Limits{Line: 1000, InFlight: 100})
		p.send(request(1, "stay"))
		synctest.Wait()
		began := time.Now()
		p.stop()
		require.NoError(t, <-p.ended)
		require.Equal(t, 5*time.Second, time.Since(began))
		require.False(t, <-p.sent)
		_, err := io.WriteString(p.in, "x\n")
		require.ErrorIs(t, err, io.ErrClosedPipe, "nobody reads any more")
	})
}

// A client that reads nothing does not keep the server from its end.
func TestClientThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, stdio.Limits{Line: 1000, InFlight: 100})
		p.send(request(1, "echo"), request(2, "stay"))
		synctest.Wait()
		began := time.Now()
		p.stop()
		require.NoError(t, <-p.ended)
		require.Equal(t, 6*time.Second, time.Since(began))
		require.NoError(t, p.out.Close())
	})
}

func TestBrokenStreams(t *testing.T) {
	broken := errors.New("the terminal is gone")
	p := open(t, stdio.Limits{Line: 1000, InFlight: 100})
	require.NoError(t, p.out.CloseWithError(broken))
	p.send(request(1, "echo"))
	require.False(t, <-p.sent)
	err := <-p.ended
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "write to the client: the terminal is gone")

	p = open(t, stdio.Limits{Line: 1000, InFlight: 100})
	require.NoError(t, p.in.CloseWithError(broken))
	require.EqualError(t, <-p.ended, "read from the client: the terminal is gone")
}
