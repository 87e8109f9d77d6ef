package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
)

// Serve answers the requests that come in at listener until ctx ends. Then calls that wait answer at once with what there
// is to say, their replies go out, and it returns nil. It returns an error when the listener fails. It closes listener and
// drains the server in either case; a server serves once.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	defer s.Drain()
	web := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.opts.Log.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(limitConnections(listener, s.opts.Connections)) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", errors.Join(err, web.Close()))
	case <-ctx.Done():
	}
	s.Drain()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	if err := web.Shutdown(grace); err != nil {
		// Who has not read its reply by now never will.
		err = errors.Join(err, web.Close())
		s.opts.Log.Warn("connections were cut at the end", slog.Any("error", err))
	}
	<-ended
	return nil
}

// limitConnections makes a listener hold open at most so many connections. When there are as many, the next waits in the
// system's queue until one ends.
func limitConnections(listener net.Listener, most int) net.Listener {
	return &limitedListener{Listener: listener, seats: make(chan struct{}, most), closed: make(chan struct{})}
}

type limitedListener struct {
	net.Listener
	seats  chan struct{} // one element for each open connection
	closed chan struct{}
	once   sync.Once // closes closed
}

func (l *limitedListener) Accept() (net.Conn, error) {
	select {
	case l.seats <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.seats
		return nil, err
	}
	return &limitedConn{Conn: conn, leave: sync.OnceFunc(func() { <-l.seats })}, nil
}

func (l *limitedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

type limitedConn struct {
	net.Conn
	leave func()
}

func (c *limitedConn) Close() error {
	err := c.Conn.Close()
	c.leave()
	return err
}
