//go:build unix

package channeltest

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"

	"github.com/stretchr/testify/require"
)

// Recorder is a pane whose program is in raw mode and writes every byte that it reads to a file.
type Recorder struct {
	Pane
	file  string
	taken int // how many bytes Take returned, with its probes
	turn  int
}

// Recorder makes a session with a recorder.
func (s *Server) Recorder(session string) *Recorder { return s.recorder(session, nil, "") }

// Asking makes a session with a recorder that asks for bracketed pastes.
func (s *Server) Asking(session string) *Recorder {
	return s.recorder(session, nil, `printf '\033[?2004h'; `)
}

// Recorder makes a recorder in another pane beside one.
func (p Pane) Recorder() *Recorder { return p.server.recorder("", &p, "") }

func (s *Server) recorder(session string, beside *Pane, first string) *Recorder {
	s.t.Helper()
	file, err := os.CreateTemp(s.Dir, "recorded")
	require.NoError(s.t, err)
	require.NoError(s.t, file.Close())
	name := filepath.Base(file.Name())
	command := "stty raw -echo && " + first + "printf ready && exec cat >" + name
	r := &Recorder{file: file.Name()}
	if beside != nil {
		r.Pane = beside.Split(command)
	} else {
		r.Pane = s.Session(session, command)
	}
	r.Shows("ready")
	return r
}

// Bytes returns all that was recorded up to now.
func (r *Recorder) Bytes() []byte {
	r.server.t.Helper()
	b, err := os.ReadFile(r.file)
	require.NoError(r.server.t, err)
	return b
}

// Take returns what was recorded since the last Take. It types a probe after it, with a bare tmux, and waits for that: so
// what it returns is all that was sent before, and nothing is still to come. The pane must take input.
func (r *Recorder) Take() []byte {
	r.server.t.Helper()
	r.turn++
	probe := []byte("<probe " + strconv.Itoa(r.turn) + ">")
	r.server.Run("send-keys", "-l", "-t", r.ID, "--", string(probe))
	var got []byte
	Eventually(r.server.t, "the recorder reads "+string(probe), func() bool {
		var found bool
		got, found = bytes.CutSuffix(r.Bytes()[r.taken:], probe)
		return found
	})
	r.taken += len(got) + len(probe)
	return got
}

// TakeText is Take as a text.
func (r *Recorder) TakeText() string { r.server.t.Helper(); return string(r.Take()) }

// Folder makes a folder of the given name in the server's folder, for a pane to stand in, and returns its path.
func (s *Server) Folder(name string) string {
	s.t.Helper()
	dir := filepath.Join(s.Dir, name)
	require.NoError(s.t, os.MkdirAll(dir, 0o700))
	return dir
}
