package mcpclient

import (
	"bytes"
	"context"
	"io"

	"github.com/mark3labs/mcp-go/client/transport"
)

// maxAnswer is how long one answer of a server may be, in bytes. An observation has at most 4 MiB, and comes twice: as structured
// content, and as a text in which each quote is escaped.
const maxAnswer = 16 << 20

// pipes is the library's transport over two streams, for a server that cannot be trusted to read and write as it should.
type pipes struct{ *transport.Stdio }

func newPipes(in io.Reader, out io.WriteCloser) *pipes {
	return &pipes{transport.NewIO(&lines{from: in}, out, nil)}
}

// SendRequest returns when its context ends. The library's own waits for a server that does not read; what is left of that ends
// when the connection is closed.
func (p *pipes) SendRequest(ctx context.Context, request transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	type answer struct {
		response *transport.JSONRPCResponse
		err      error
	}
	answered := make(chan answer, 1)
	go func() {
		response, err := p.Stdio.SendRequest(ctx, request)
		answered <- answer{response, err}
	}()
	select {
	case a := <-answered:
		return a.response, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// lines reads what a server writes, and ends where a line is longer than an answer may be.
type lines struct {
	from   io.Reader
	length int // of the line so far
}

func (l *lines) Read(p []byte) (int, error) {
	if l.length > maxAnswer {
		return 0, io.EOF
	}
	n, err := l.from.Read(p)
	l.length += n
	if last := bytes.LastIndexByte(p[:n], '\n'); last >= 0 {
		l.length = n - last - 1
	}
	if err != nil {
		err = io.EOF // how the stream ended makes no difference, and the library would log it
	}
	return n, err
}
