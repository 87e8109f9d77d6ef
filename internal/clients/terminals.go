package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// withTerminal makes two sessions on a tmux server of its own, of which demo has a shell that shows nothing but what its
// commands print, and ends the server when f returns.
func withTerminal(ctx context.Context, f func(socket string) error) (err error) {
	dir, err := os.MkdirTemp("", "mystic-clients-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "s")
	defer func() { err = errors.Join(err, tmux(ctx, socket, "kill-server").Run()) }()
	for name, program := range map[string]string{
		"other": "exec cat", "demo": "stty -echo; echo ready; PS1= exec bash --noprofile --norc",
	} {
		if err := tmux(ctx, socket, "new-session", "-d", "-s", name, program).Run(); err != nil {
			return fmt.Errorf("make the session %s: %w", name, err)
		}
	}
	return f(socket)
}

// tmux makes a command of tmux on a socket.
func tmux(ctx context.Context, socket string, args ...string) *exec.Cmd {
	return command(ctx, "tmux", append([]string{"-f", "/dev/null", "-S", socket}, args...)...)
}

// useTerminal uses the shell of demo with go-sdk's client.
func useTerminal(ctx context.Context, binary, socket string) error {
	server := exec.CommandContext(ctx, binary, "channel", "serve")
	server.Env = append(os.Environ(), "TMUX_SOCKET_PATH="+socket, "TMUX_ALLOWED_SESSIONS=demo")
	return withGo(ctx, "stdio", &mcp.CommandTransport{Command: server}, func(p *player) { (&typist{p, socket}).use(ctx) })
}

// useTerminalNode does it with the TypeScript SDK's client.
func useTerminalNode(ctx context.Context, binary, socket string) error {
	if err := command(ctx, "node", "terminals.mjs", binary, socket).Run(); err != nil {
		return fmt.Errorf("the TypeScript client at a terminal: %w", err)
	}
	return nil
}

// typist uses a terminal with one client.
type typist struct {
	*player
	socket string
}

// screen is what the checks need of answers.
type screen struct {
	Health   struct{ Available bool }
	Channels []struct {
		ID string `json:"channel_id"`
	}
	Channel struct {
		Command string `json:"current_command"`
	}
	Read struct{ Text, Revision string }
	Sent bool `json:"submitted"`
}

func (y *typist) use(ctx context.Context) {
	var names []string
	for tool, err := range y.session.Tools(ctx, nil) {
		if err != nil {
			names = append(names, err.Error())
			break
		}
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	got := strings.Join(names, " ")
	y.check("lists the six tools", got == "get_channel health list_channels read_channel send_control write_text", got)

	answer, text := y.ask(ctx, "health", nil)
	y.check("is told that tmux answers", answer.Health.Available, text)
	answer, text = y.ask(ctx, "list_channels", nil)
	y.check("finds the one shell that is allowed", len(answer.Channels) == 1, text)
	if len(answer.Channels) != 1 {
		return
	}
	id := answer.Channels[0].ID
	y.runs(ctx, id, "bash")
	answer, text = y.ask(ctx, "read_channel", map[string]any{"channel_id": id, "lines": 5, "bytes": 1024})
	y.check("reads what it shows", answer.Read.Text == "ready", text)

	y.marks(ctx, id, answer.Read.Revision, 1)
	y.types(ctx, id, "sleep 30")
	y.runs(ctx, id, "sleep")
	_, text = y.ask(ctx, "send_control", map[string]any{"channel_id": id, "control": "INTERRUPT"})
	y.check("interrupts a program", y.runs(ctx, id, "bash"), text)
	answer, _ = y.ask(ctx, "read_channel", map[string]any{"channel_id": id})
	y.marks(ctx, id, answer.Read.Revision, 2)

	killed := tmux(ctx, y.socket, "kill-session", "-t", "=demo").Run()
	text, isError := y.call(ctx, "get_channel", map[string]any{"channel_id": id})
	y.check("is told that the shell is gone", killed == nil && isError && strings.Contains(text, "CHANNEL_NOT_FOUND"), text)
	list := tmux(ctx, y.socket, "list-sessions", "-F", "#{session_name}")
	list.Stdout = nil
	sessions, err := list.Output()
	y.check("brings nothing back", err == nil && string(sessions) == "other\n", string(sessions))
}

// ask calls a tool and returns the answer in both forms.
func (y *typist) ask(ctx context.Context, tool string, args map[string]any) (answer screen, text string) {
	text, _ = y.call(ctx, tool, args)
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		text += " (" + err.Error() + ")"
	}
	return answer, text
}

// types types a text and Enter.
func (y *typist) types(ctx context.Context, id, text string) {
	answer, said := y.ask(ctx, "write_text", map[string]any{"channel_id": id, "text": text, "submit": true})
	y.check("types "+text, answer.Sent, said)
}

// marks has the shell print a marker, and reads after a revision until it is there. The shell puts the marker together, so
// that an echo is not taken for it.
func (y *typist) marks(ctx context.Context, id, revision string, n int) {
	y.types(ctx, id, fmt.Sprintf("echo marker-$((1000+%d))", n))
	seen, marker := "", fmt.Sprintf("marker-%d", 1000+n)
	for !strings.Contains(seen, marker) && ctx.Err() == nil {
		answer, text := y.ask(ctx, "read_channel", map[string]any{"channel_id": id, "after": revision, "wait_ms": 10_000, "quiet_ms": 250})
		if answer.Read.Revision == "" {
			seen += text
			break
		}
		seen, revision = seen+"\n"+answer.Read.Text, answer.Read.Revision
	}
	y.check("waits for "+marker, strings.Contains(seen, marker), seen)
}

// runs waits until a program is the foreground program, and says whether it came to be.
func (y *typist) runs(ctx context.Context, id, command string) bool {
	for ctx.Err() == nil {
		answer, _ := y.ask(ctx, "get_channel", map[string]any{"channel_id": id})
		switch answer.Channel.Command {
		case command:
			return true
		case "":
			return false
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}
