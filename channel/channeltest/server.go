//go:build unix

package channeltest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/tmux"
)

// Patience is how long Eventually waits for what must come. It only bounds how long a broken test takes.
const Patience = time.Minute

// Server is a tmux server on a private socket.
type Server struct {
	Dir    string // a folder of its own, removed at the end
	Socket string // the path of its socket

	t   testing.TB
	pid int
}

// Start starts a server without sessions, which also stays when its last session goes. It is killed when the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	// A path in t.TempDir can be too long for a socket.
	dir, err := os.MkdirTemp("", "mystic")
	require.NoError(t, err)
	s := &Server{Dir: dir, Socket: filepath.Join(dir, "s"), t: t}
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	t.Cleanup(s.Kill)
	s.Launch()
	return s
}

// Launch starts the server again after Kill or after it ended by itself.
func (s *Server) Launch() {
	s.t.Helper()
	s.Run("start-server", ";", "set-option", "-s", "exit-empty", "off", ";", "set-option", "-g", "default-size", "80x24")
	pid, err := strconv.Atoi(strings.TrimSpace(s.Run("display-message", "-p", "#{pid}")))
	require.NoError(s.t, err)
	s.pid = pid
}

// Kill ends the server, also one that is stopped, and waits until it is gone.
func (s *Server) Kill() {
	s.t.Helper()
	if s.pid == 0 {
		return
	}
	pid := s.pid
	s.pid = 0
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		require.ErrorIs(s.t, err, syscall.ESRCH)
	}
	Eventually(s.t, "the tmux server is gone", func() bool { return gone(pid) })
}

// gone says whether a process has ended; one that nobody has waited for yet has, too.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return errors.Is(err, os.ErrNotExist)
	}
	_, state, found := strings.Cut(string(stat), ") ")
	return found && strings.HasPrefix(state, "Z")
}

// Stop halts the server with SIGSTOP, so that it answers nobody.
func (s *Server) Stop() {
	s.t.Helper()
	require.NoError(s.t, syscall.Kill(s.pid, syscall.SIGSTOP))
}

// Continue lets a halted server go on.
func (s *Server) Continue() {
	s.t.Helper()
	require.NoError(s.t, syscall.Kill(s.pid, syscall.SIGCONT))
}

// Config returns a config for the server, with every session visible.
func (s *Server) Config(allowed ...string) channel.Config {
	return channel.Config{SocketPath: s.Socket, AllowedSessions: allowed}
}

// Run runs a tmux command on the server, which must succeed, and returns what it printed.
func (s *Server) Run(args ...string) string {
	s.t.Helper()
	out, err := s.Try(args...)
	require.NoError(s.t, err, "tmux %s: %s", strings.Join(args, " "), out)
	return out
}

// Try runs a tmux command on the server, and returns what it printed on both outputs.
func (s *Server) Try(args ...string) (string, error) {
	out, err := s.command(args...).CombinedOutput()
	return string(out), err
}

func (s *Server) command(args ...string) *exec.Cmd {
	cmd := exec.Command("tmux", append([]string{"-u", "-f", "/dev/null", "-S", s.Socket}, args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.Dir, "TERM=screen", "LC_ALL=C.UTF-8"}
	cmd.Dir = s.Dir
	return cmd
}

// Buffers returns the names of the server's paste buffers.
func (s *Server) Buffers() []string {
	s.t.Helper()
	return strings.Fields(s.Run("list-buffers", "-F", "#{buffer_name}"))
}

// Attach attaches a client to a session until the test ends, and returns the client's name.
func (s *Server) Attach(session string) string {
	s.t.Helper()
	cmd := s.command("-C", "attach-session", "-t", "="+session)
	stdin, err := cmd.StdinPipe()
	require.NoError(s.t, err)
	require.NoError(s.t, cmd.Start())
	s.t.Cleanup(func() {
		// The client ends with its input; how it ends does not matter.
		_ = stdin.Close()
		_ = cmd.Wait()
	})
	var name string
	Eventually(s.t, "the client is attached", func() bool {
		name = strings.TrimSpace(s.Run("list-clients", "-t", "="+session, "-F", "#{client_name}"))
		return name != ""
	})
	return name
}

// Pane is a pane of a server.
type Pane struct {
	ID      string // such as %10
	Channel string // the channel_id

	server *Server
}

// Session makes a session with one pane of 80 by 24 that runs a command, or a plain bash where there is none.
func (s *Server) Session(name string, command ...string) Pane {
	s.t.Helper()
	return s.pane(append([]string{"new-session", "-d", "-P", "-F", "#{pane_id}", "-s", name, "-x", "80", "-y", "24"}, shell(command)...))
}

// Split makes another pane beside one.
func (p Pane) Split(command ...string) Pane {
	p.server.t.Helper()
	return p.server.pane(append([]string{"split-window", "-d", "-P", "-F", "#{pane_id}", "-t", p.ID}, shell(command)...))
}

func shell(command []string) []string {
	if len(command) > 0 {
		return command
	}
	return []string{"PS1='$ ' exec bash --noprofile --norc"}
}

func (s *Server) pane(args []string) Pane {
	s.t.Helper()
	id := strings.TrimSpace(s.Run(args...))
	return Pane{ID: id, Channel: tmux.ChannelID(s.Config(), id), server: s}
}

// Screen returns what the pane shows now, as tmux captures it.
func (p Pane) Screen() string {
	p.server.t.Helper()
	return p.server.Run("capture-pane", "-p", "-t", p.ID)
}

// Shows waits until the pane shows a text.
func (p Pane) Shows(text string) {
	p.server.t.Helper()
	Eventually(p.server.t, "the pane shows "+text, func() bool { return strings.Contains(p.Screen(), text) })
}

// Show returns what a format says about the pane.
func (p Pane) Show(format string) string {
	p.server.t.Helper()
	return strings.TrimSuffix(p.server.Run("display-message", "-p", "-t", p.ID, format), "\n")
}

// Set sets options of the pane, such as "remain-on-exit", "on".
func (p Pane) Set(option, value string) {
	p.server.t.Helper()
	p.server.Run("set-option", "-p", "-t", p.ID, option, value)
}

// Eventually waits until a condition holds, and fails the test where it does not come to hold.
func Eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	limit := time.Now().Add(Patience)
	for !condition() {
		if time.Now().After(limit) {
			t.Fatalf("waited in vain: %s", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
