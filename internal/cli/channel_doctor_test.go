package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"mystic-sdk/channel/channeltest"
	"mystic-sdk/sdk/sdktest"
)

const (
	doctorGolden = "testdata/doctor.txtar"
	nobody       = 65534 // the user without rights
)

// ward is a tmux server with the doctor's words about it.
type ward struct {
	*channeltest.Server
	t       *testing.T
	version string // of tmux
	said    txtar.Archive
}

// says runs the doctor and keeps what it says under a name, with its exit code.
func (w *ward) says(name string, env ...string) {
	w.t.Helper()
	w.keeps(name, w.doctor(env))
}

// saysJSON is says of the other form.
func (w *ward) saysJSON(name string, env ...string) {
	w.t.Helper()
	w.keeps(name+", as JSON", w.doctor(env, "--json"))
}

// doctor is the doctor of this server, but for what the environment says.
func (w *ward) doctor(env []string, args ...string) *exec.Cmd {
	w.t.Helper()
	return mysticCommand(w.t, append([]string{"TMUX_SOCKET_PATH=" + w.Socket}, env...), append([]string{"channel", "doctor"}, args...)...)
}

func (w *ward) keeps(name string, c *exec.Cmd) {
	w.t.Helper()
	code, stdout, stderr := outcome(w.t, c)
	require.Empty(w.t, stderr)
	text := strings.NewReplacer(w.Socket, "SOCKET", w.Dir, "DIR", "tmux      "+w.version+"\n", "tmux      VERSION\n",
		`"tmux": "`+w.version+`"`, `"tmux": "VERSION"`, "tmux-"+strconv.Itoa(os.Getuid())+"/", "tmux-UID/",
		"user "+strconv.Itoa(nobody)+",", "user UID,", "user "+strconv.Itoa(os.Getuid())+",", "user UID,").Replace(stdout)
	text = regexp.MustCompile(`tmux:[0-9a-f]{12}:`).ReplaceAllString(text, "tmux:SCOPE:")
	w.said.Files = append(w.said.Files, txtar.File{Name: name, Data: []byte("exit " + strconv.Itoa(code) + "\n" + text)})
}

// follows runs the commands that the doctor gives, and requires that all is well then.
func (w *ward) follows(env ...string) {
	w.t.Helper()
	code, stdout, _ := outcome(w.t, w.doctor(env, "--json"))
	require.Equal(w.t, 1, code)
	var found struct{ Troubles []struct{ Command string } }
	require.NoError(w.t, json.Unmarshal([]byte(stdout), &found))
	require.NotEmpty(w.t, found.Troubles)
	for _, trouble := range found.Troubles {
		c := exec.Command("sh", "-c", trouble.Command)
		c.Env = append(os.Environ(), append(env, "HOME="+w.Dir)...)
		out, err := c.CombinedOutput()
		require.NoError(w.t, err, "%s: %s", trouble.Command, out)
	}
	code, stdout, _ = outcome(w.t, w.doctor(env))
	require.Zero(w.t, code, stdout)
	require.Contains(w.t, stdout, "\nall is well\n")
}

// TestDoctor brings a real server into each state that the doctor knows, holds what it says to the golden file, and does what
// it advises.
func TestDoctor(t *testing.T) {
	w := &ward{Server: channeltest.Start(t), t: t}
	w.version = strings.TrimSpace(w.Run("display-message", "-p", "#{version}"))
	w.said.Comment = []byte("What mystic channel doctor says of a server in each state; -update writes it.\n\n")
	w.sessions()
	w.panes()
	w.environment()
	w.noAnswer()
	w.noServer()
	if sdktest.Update() {
		require.NoError(t, os.WriteFile(doctorGolden, txtar.Format(&w.said), 0o644))
	}
	want, err := os.ReadFile(doctorGolden)
	require.NoError(t, err)
	require.Equal(t, string(want), string(txtar.Format(&w.said)))
}

func (w *ward) sessions() {
	w.says("no sessions")
	w.follows()
	w.Run("kill-session", "-t", "=demo")
	w.Session("demo", "exec cat").Split("exec cat")
	w.says("all is well")
	w.saysJSON("all is well")
	w.Session("private", "exec cat")
	w.says("an allowlist", "TMUX_ALLOWED_SESSIONS=demo")
	names := `TMUX_ALLOWED_SESSIONS=demo,dem,it's\ #{pid}`
	w.says("names that no session has", names)
	w.saysJSON("names that no session has", names)
	w.follows(names)
	w.says("more panes than a listing names", "TMUX_MAX_CHANNELS=2")
}

func (w *ward) panes() {
	moded := w.Session("moded", "exec cat")
	w.Run("copy-mode", "-t", moded.ID)
	off := w.Session("off", "exec cat")
	w.Run("select-pane", "-d", "-t", off.ID)
	synchronized := w.Session("synchronized", "exec cat")
	w.Run("set-option", "-w", "-t", synchronized.ID, "synchronize-panes", "on")
	dead := w.Session("dead", "stty -echo; echo ready; read -r _ && exec cat")
	dead.Set("remain-on-exit", "on")
	dead.Shows("ready")
	w.Run("send-keys", "-t", dead.ID, "C-c")
	channeltest.Eventually(w.t, "the pane is dead", func() bool {
		w.Run("run-shell", "true") // tmux 3.3a misses the end of a program now and then, until another one ends
		return dead.Show("#{pane_dead}") == "1"
	})
	const allowed = "TMUX_ALLOWED_SESSIONS=moded,off,synchronized,dead"
	w.says("panes that take no input", allowed)
	w.saysJSON("panes that take no input", allowed)
	w.follows(allowed)
}

func (w *ward) environment() {
	w.says("a configuration that is wrong", "TMUX_TIMEOUT_MS=soon")
	w.saysJSON("a configuration that is wrong", "TMUX_ALLOWED_SESSIONS=")
	w.says("another tmux around", "TMUX="+filepath.Join(w.Dir, "outer")+",1,0")
	link := filepath.Join(w.Dir, "link")
	require.NoError(w.t, os.Symlink(w.Socket, link))
	w.says("the same tmux around", "TMUX="+link+",1,0")
	relative := w.doctor([]string{"TMUX_SOCKET_PATH=" + filepath.Base(w.Socket)})
	relative.Dir = w.Dir
	w.keeps("a relative path", relative)
}

func (w *ward) noAnswer() {
	w.Stop()
	w.says("a server that is stopped", "TMUX_TIMEOUT_MS=300")
	w.Continue()

	w.keeps("no permission", w.asNobody())
	require.NoError(w.t, os.Chmod(w.Socket, 0o600))

	tmux := func(script string) string {
		dir := w.t.TempDir()
		require.NoError(w.t, os.WriteFile(filepath.Join(dir, "tmux"), []byte("#!/bin/sh\n"+script), 0o700))
		return "PATH=" + dir
	}
	w.says("no tmux", "PATH="+w.t.TempDir())
	w.says("a tmux that is too old", tmux("echo tmux 3.1c"))
	w.says("a tmux that is none", tmux(`[ "$1" = -V ] && echo tmux 3.9 || echo what?`))
}

// asNobody is the doctor of a user who may not use the socket. Where the tests are not root's, that is their own user, from
// whom the rights were taken.
func (w *ward) asNobody() *exec.Cmd {
	w.t.Helper()
	require.NoError(w.t, os.Chmod(w.Dir, 0o755))
	require.NoError(w.t, os.Chmod(w.Socket, 0))
	c := w.doctor(nil)
	if os.Geteuid() == 0 {
		// The command's own folder lets nobody in.
		binary := filepath.Join(w.Dir, "mystic")
		require.NoError(w.t, os.Link(c.Path, binary))
		c.Path, c.Dir = binary, "/"
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	return c
}

func (w *ward) noServer() {
	w.Kill()
	w.says("no server")
	w.saysJSON("no server")
	w.says("no server with an allowed session", "TMUX_ALLOWED_SESSIONS=first one,second")
	w.endsWith("-S", w.Socket)
	w.follows()

	w.says("a path that is too long", "TMUX_SOCKET_PATH=/"+strings.Repeat("long", 50))
	w.says("a folder for a socket", "TMUX_SOCKET_PATH="+w.Folder("folder"))
	missing := filepath.Join(w.Dir, "not there", "s")
	w.says("a socket in no folder", "TMUX_SOCKET_PATH="+missing)
	w.endsWith("-S", missing)
	w.follows("TMUX_SOCKET_PATH=" + missing)

	folder := []string{"TMUX_SOCKET_PATH=", "TMUX_TMPDIR=" + w.Dir}
	w.says("no default server", folder...)
	w.endsWith("-L", "default")
	w.follows(append(folder, "TMUX="+filepath.Join(w.Dir, "outer")+",1,0")...)
	named := append(folder, "TMUX_SOCKET_NAME=its name")
	w.says("no server of a name", named...)
	w.endsWith("-L", "its name")
	w.follows(named...)
}

// endsWith ends a server that the doctor's advice starts when the test ends.
func (w *ward) endsWith(address ...string) {
	w.t.Cleanup(func() {
		c := exec.Command("tmux", append(address, "kill-server")...)
		c.Env = append(os.Environ(), "TMUX_TMPDIR="+w.Dir)
		require.NoError(w.t, c.Run())
	})
}
