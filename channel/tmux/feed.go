package tmux

import (
	"errors"
	"os"
	"syscall"
)

// feed returns the reading end of a pipe that holds a whole text and ends after it, or nil where a pipe cannot hold so much.
//
// A process that is handed its text bit by bit takes the death of this one for the end of the text, and a client that gets
// the first half of a command line would have it typed, Enter and all. With the pipe full before there is a client, it gets
// all of the text whatever becomes of this process.
func feed(text string) (*os.File, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer write.Close()
	whole, err := fill(write, text)
	if !whole || err != nil {
		read.Close()
		return nil, err
	}
	return read, nil
}

// fill writes a text into a pipe that nobody reads yet, and says whether all of it found room.
func fill(pipe *os.File, text string) (whole bool, err error) {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return false, err
	}
	rest := []byte(text)
	var failed error
	err = raw.Write(func(fd uintptr) (done bool) {
		widen(fd, len(rest))
		for len(rest) > 0 {
			n, err := writeFD(fd, rest)
			switch {
			case errors.Is(err, syscall.EINTR):
				continue
			case errors.Is(err, syscall.EAGAIN): // it is full
				return true
			case err != nil:
				failed = err
				return true
			}
			rest = rest[n:]
		}
		return true
	})
	return len(rest) == 0, errors.Join(err, failed)
}
