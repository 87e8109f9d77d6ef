package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"mystic-sdk/channel"
	"mystic-sdk/channel/tmux"
	"mystic-sdk/contract"
)

// diagnosis is what mystic channel doctor finds.
type diagnosis struct {
	OK              bool      `json:"ok"`                         // there are no troubles
	Tmux            string    `json:"tmux,omitempty"`             // its version, such as 3.3a
	Socket          string    `json:"socket,omitempty"`           // the path on which the server is looked for
	AllowedSessions []string  `json:"allowed_sessions,omitempty"` // absent: every session may be seen
	Panes           *panes    `json:"panes,omitempty"`            // absent: they could not be listed
	Troubles        []trouble `json:"troubles,omitempty"`
	Notes           []string  `json:"notes,omitempty"` // what explains something and needs nothing done
}

// panes counts the panes of the server.
type panes struct {
	Visible int `json:"visible"`
	Hidden  int `json:"hidden"` // because no allowed session shows them
}

// trouble is one thing that keeps terminals from being served, with what would help.
type trouble struct {
	Problem   string       `json:"problem"`
	Remedy    string       `json:"remedy"`
	Command   string       `json:"command,omitempty"`    // of a shell, which does what the remedy says
	Code      channel.Code `json:"code,omitempty"`       // what a client is told meanwhile
	ChannelID string       `json:"channel_id,omitempty"` // absent: it is not about one channel
}

// diagnose says what a report means for somebody who sets a server up. The config is one of channel.Load, failed what ended
// the inspection, if anything did.
func diagnose(config channel.Config, report tmux.Report, failed error, getenv func(string) string) *diagnosis {
	d := &diagnosis{Tmux: strings.TrimPrefix(report.Version, "tmux "), Socket: report.Socket, AllowedSessions: config.AllowedSessions}
	bare := bareTmux(config)
	if failed != nil {
		d.Troubles = append(d.Troubles, unanswered(config, report, failed, bare))
	} else {
		d.Panes = &panes{Visible: report.Visible, Hidden: report.Hidden}
		for _, name := range report.Missing {
			d.Troubles = append(d.Troubles, trouble{
				Problem: "no session is called " + contract.Quote(name, 0),
				Remedy:  "start it, or correct TMUX_ALLOWED_SESSIONS, whose names are compared letter by letter",
				Command: bare + newSession(name), Code: channel.CodeChannelNotFound,
			})
		}
		for _, pane := range report.Blocked {
			d.Troubles = append(d.Troubles, blocked(pane, bare))
		}
		if report.Visible+report.Hidden == 0 && len(report.Missing) == 0 {
			d.Troubles = append(d.Troubles, trouble{Problem: "the tmux server has no sessions", Remedy: "start one", Command: bare + newSession("demo")})
		}
		if report.Visible > config.MaxChannels {
			d.Notes = append(d.Notes, fmt.Sprintf("list_channels names the first %d of the panes (TMUX_MAX_CHANNELS); the others are reached by their ids", config.MaxChannels))
		}
	}
	d.Notes = append(d.Notes, surroundings(config, report, getenv)...)
	d.OK = len(d.Troubles) == 0
	return d
}

// unanswered says why there is no list of panes.
func unanswered(config channel.Config, report tmux.Report, failed error, bare string) trouble {
	t := trouble{Code: channel.AsError(failed).Code}
	switch {
	case errors.Is(failed, exec.ErrNotFound), errors.Is(failed, fs.ErrNotExist):
		t.Problem = "there is no tmux where this account looks for programs"
		t.Remedy = "install tmux 3.2 or newer, or put its folder into the PATH that the client gives to its servers"
	case report.Version != "" && !report.Serves:
		t.Problem = "this tmux is too old"
		t.Remedy = "install tmux 3.2 or newer"
	case t.Code == channel.CodeBackendUnavailable:
		return noServer(config, report.Socket, bare)
	case t.Code == channel.CodePermissionDenied:
		t.Problem = fmt.Sprintf("this account, user %d, may not use the tmux server", os.Getuid())
		t.Remedy = "serve as the account whose server it is, or let this one in there: by the rights of the socket and its folder, and " +
			"from tmux 3.3 on by server-access"
	case t.Code == channel.CodeTimeout:
		t.Problem = fmt.Sprintf("tmux did not answer within %d ms (TMUX_TIMEOUT_MS)", config.Timeout/time.Millisecond)
		t.Remedy = "look whether the server is stopped, which kill -CONT ends, or has too much to do"
	default:
		t.Problem = "tmux does not list its panes as it should"
		t.Remedy = "look at what it says itself"
		t.Command = bare + " list-panes -a"
	}
	return t
}

// longestSocket is how many bytes the path of a socket has at most.
const longestSocket = len(syscall.RawSockaddrUnix{}.Path) - 1

// noServer says why nobody answers on the socket. Where it is more than that no server runs, none could be started there.
func noServer(config channel.Config, socket, bare string) trouble {
	name := "demo"
	if len(config.AllowedSessions) > 0 {
		name = config.AllowedSessions[0]
	}
	t := trouble{
		Problem: "no tmux server runs on the socket",
		Remedy:  "start one, or correct TMUX_SOCKET_NAME or TMUX_SOCKET_PATH; the channels never start one",
		Command: bare + newSession(name), Code: channel.CodeBackendUnavailable,
	}
	found, err := os.Stat(socket)
	folder := filepath.Dir(config.SocketPath)
	switch {
	case len(socket) > longestSocket:
		t.Problem = fmt.Sprintf("the path of the socket has %d bytes, and no socket has one of more than %d", len(socket), longestSocket)
		t.Remedy, t.Command = "name a shorter one in TMUX_SOCKET_PATH", ""
	case err == nil && found.Mode().Type() != fs.ModeSocket:
		t.Problem = "what is on the path of the socket is none"
		t.Remedy, t.Command = "correct TMUX_SOCKET_NAME or TMUX_SOCKET_PATH", ""
	case config.SocketPath != "" && !exists(folder):
		t.Problem = "the folder of the socket is not there"
		t.Remedy = "make it and start a server in it, or correct TMUX_SOCKET_PATH; the channels do neither"
		t.Command = "mkdir -p " + shellWord(folder) + " && " + t.Command
	}
	return t
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// blocked says why a pane takes no input.
func blocked(pane tmux.Blocked, bare string) trouble {
	t := trouble{Code: channel.CodeChannelUnavailable, ChannelID: pane.ChannelID}
	says := map[string]struct{ problem, remedy, command string }{
		channel.ReasonDead: {"is dead: its program has ended",
			"it can be read and not written to; start its program again, or close it", "respawn-pane -t %s"},
		channel.ReasonMode: {"is in copy mode or another mode, which takes its keys",
			"leave the mode", "copy-mode -q -t %s"},
		channel.ReasonInputOff: {"has its input switched off",
			"switch it on", "select-pane -e -t %s"},
		channel.ReasonSynchronized: {"is synchronized: a key would reach the other panes of its window too",
			"it takes text without submit; to have all of it, end the synchronization", "set-option -w -t %s synchronize-panes off"},
	}[pane.Reason]
	t.Problem = fmt.Sprintf("the pane %s of the session %s %s", pane.Pane, contract.Quote(pane.Session, 0), says.problem)
	t.Remedy = says.remedy
	t.Command = bare + " " + fmt.Sprintf(says.command, pane.Pane)
	return t
}

// surroundings says what of the environment leads tmux's own clients elsewhere than to the socket.
func surroundings(config channel.Config, report tmux.Report, getenv func(string) string) []string {
	var notes []string
	outer, _, _ := strings.Cut(getenv("TMUX"), ",")
	if outer != "" && report.Socket != "" && !same(outer, report.Socket) {
		notes = append(notes, "the tmux around this shell is another one, on "+readable(outer)+"; TMUX_SOCKET_PATH can name it")
	}
	if config.SocketPath != "" && !filepath.IsAbs(config.SocketPath) {
		notes = append(notes, "TMUX_SOCKET_PATH is relative: it is looked for from the folder in which a client starts its server")
	}
	if config.SocketPath == "" && getenv("TMUX_TMPDIR") != "" {
		notes = append(notes, "TMUX_TMPDIR decides where the socket is; a client that does not pass it on makes its server look elsewhere, "+
			"and TMUX_SOCKET_PATH does not depend on it")
	}
	return notes
}

// same says whether two paths are one file.
func same(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return a == b
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// bareTmux is how a shell runs tmux on the server of a config, also inside another tmux.
func bareTmux(config channel.Config) string {
	switch {
	case config.SocketPath != "":
		return "tmux -S " + shellWord(config.SocketPath)
	case config.SocketName != "":
		return "tmux -L " + shellWord(config.SocketName)
	}
	return "tmux -L default"
}

// newSession is the tmux command that starts a session of that name. tmux would expand a format in it.
func newSession(name string) string {
	return " new-session -d -s " + shellWord(strings.ReplaceAll(name, "#", "##"))
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./@:+-]+$`)

// shellWord writes a text as one word of a shell.
func shellWord(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
