package tmux

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// collector takes in what a process writes to a pipe.
type collector struct {
	// fixed at creation
	read, write *os.File
	into        *window
	done        chan struct{} // closed when the goroutine of begin has ended

	begun bool
}

func newCollector(into *window) (*collector, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &collector{read: read, write: write, into: into, done: make(chan struct{})}, nil
}

// begin takes in what comes, until finish. The process has its end of the pipe by now.
func (c *collector) begin() {
	c.write.Close()
	c.begun = true
	go func() {
		defer close(c.done)
		buffer := make([]byte, 32<<10)
		for {
			n, err := c.read.Read(buffer)
			_, _ = c.into.Write(buffer[:n]) // a window takes all
			if err != nil {
				return
			}
		}
	}()
}

// finish takes in what is in the pipe after the process has ended, and does not wait for others that hold the pipe open.
func (c *collector) finish() error {
	if err := c.read.SetReadDeadline(time.Unix(1, 0)); err != nil {
		return err
	}
	<-c.done
	if err := c.read.SetReadDeadline(time.Time{}); err != nil {
		return err
	}
	raw, err := c.read.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	buffer := make([]byte, 32<<10)
	err = raw.Read(func(fd uintptr) (done bool) {
		for {
			n, err := readFD(fd, buffer)
			switch {
			case errors.Is(err, syscall.EINTR):
				continue
			case errors.Is(err, syscall.EAGAIN), err == nil && n == 0:
				return true
			case err != nil:
				failed = err
				return true
			}
			_, _ = c.into.Write(buffer[:n])
		}
	})
	return errors.Join(err, failed)
}

// close gives up what is left of the pipe.
func (c *collector) close() {
	if !c.begun {
		c.write.Close()
	}
	c.read.Close()
}

// window keeps the beginning and the end of what is written to it, and never fails.
type window struct {
	// fixed at creation
	head, tail int

	first []byte
	last  []byte
	cut   bool
}

func (w *window) Write(p []byte) (int, error) {
	n := len(p)
	room := min(w.head-len(w.first), n)
	w.first = append(w.first, p[:room]...)
	p = p[room:]
	w.last = append(w.last, p...)
	if over := len(w.last) - w.tail; over > w.tail {
		w.last = append(w.last[:0], w.last[over:]...)
		w.cut = true
	}
	return n, nil
}

func (w *window) bytes() (head, tail []byte, cut bool) {
	if over := len(w.last) - w.tail; over > 0 {
		w.last, w.cut = w.last[over:], true
	}
	return w.first, w.last, w.cut
}
