package stdio

import (
	"bufio"
	"errors"
	"io"
)

// line is one line of input, or why there is none.
type line struct {
	text    []byte
	tooLong bool // text is not all of it
	err     error
}

// readLines sends the lines of in, of which none is longer than most bytes, until in ends or done is closed. The last line
// may lack its break.
func readLines(in io.Reader, most int, lines chan<- line, done <-chan struct{}) {
	reader := bufio.NewReaderSize(in, 64<<10)
	for {
		text, tooLong, err := readLine(reader, most)
		if len(text) > 0 || err == nil {
			select {
			case lines <- line{text: text, tooLong: tooLong}:
			case <-done:
				return
			}
		}
		if err != nil {
			select {
			case lines <- line{err: err}:
			case <-done:
			}
			return
		}
	}
}

// readLine reads to the next break. It keeps no more than most bytes of a line and reads over the rest.
func readLine(reader *bufio.Reader, most int) (text []byte, tooLong bool, err error) {
	for {
		part, err := reader.ReadSlice('\n')
		if keep := most - len(text); len(part) > keep {
			part, tooLong = part[:keep], true
		}
		text = append(text, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, tooLong, err
		}
	}
}
