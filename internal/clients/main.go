// Command clients plays the miners with MCP clients that this project did not write, over HTTP and over stdio, and uses a
// terminal with them: go-sdk's, and the TypeScript SDK's, which play.mjs and terminals.mjs drive under Node. It prints a line
// for each check, and its exit code is 1 when one fails. It runs in its own folder, as "make clients" does, and is a module
// of its own so that these clients are no dependencies of the SDK.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	token = "a-token-for-the-clients-of-others"
	limit = 5 * time.Minute // for all of it
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		os.Exit(1)
	}
}

// run builds mystic, plays with each client over each transport, and uses a terminal with each. It goes on after a failure,
// to tell all of them.
func run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "mystic-clients-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "mystic")
	if err := command(ctx, "go", "build", "-C", "../..", "-o", binary, "./cmd/mystic").Run(); err != nil {
		return fmt.Errorf("build mystic: %w", err)
	}
	overStdio := []string{"serve", "miners", "--stdio", "--tick", "10ms"}
	return errors.Join(
		withServer(ctx, binary, func(url string) error {
			return playGo(ctx, "http", &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: bearing(token)})
		}),
		playGo(ctx, "stdio", &mcp.CommandTransport{Command: exec.CommandContext(ctx, binary, overStdio...)}),
		withServer(ctx, binary, func(url string) error { return playNode(ctx, "http", url, token) }),
		playNode(ctx, append([]string{"stdio", binary}, overStdio...)...),
		withTerminal(ctx, func(socket string) error { return useTerminal(ctx, binary, socket) }),
		withTerminal(ctx, func(socket string) error { return useTerminalNode(ctx, binary, socket) }),
	)
}

// command makes a command whose output is ours.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	return c
}

func playNode(ctx context.Context, args ...string) error {
	if err := command(ctx, "node", append([]string{"play.mjs"}, args...)...).Run(); err != nil {
		return fmt.Errorf("the TypeScript client over %s: %w", args[0], err)
	}
	return nil
}

// withServer serves a fresh world over HTTP, with ten milliseconds a tick, while f plays, and then asks the server to end.
func withServer(ctx context.Context, binary string, f func(url string) error) error {
	server := exec.CommandContext(ctx, binary, "serve", "miners", "--http", "127.0.0.1:0", "--tick", "10ms")
	server.Env = append(os.Environ(), "MYSTIC_TOKENS=max="+token)
	messages, err := server.StderrPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return fmt.Errorf("start the server: %w", err)
	}
	lines := bufio.NewScanner(messages)
	url := ""
	for url == "" && lines.Scan() {
		url = regexp.MustCompile(`http://[0-9.]+:[0-9]+/mcp`).FindString(lines.Text())
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, messages) // the audit, which nobody reads
	}()
	if url == "" {
		err = errors.New("the server did not say where it is")
	} else {
		err = f(url)
	}
	if signalled := server.Process.Signal(syscall.SIGTERM); signalled != nil {
		err = errors.Join(err, fmt.Errorf("end the server: %w", signalled))
	}
	<-drained
	if ended := server.Wait(); ended != nil {
		err = errors.Join(err, fmt.Errorf("the server did not end well: %w", ended))
	}
	return err
}

// player uses one client over one transport.
type player struct {
	session   *mcp.ClientSession
	transport string
	failed    int
}

func playGo(ctx context.Context, transport string, over mcp.Transport) error {
	return withGo(ctx, transport, over, func(p *player) { p.play(ctx) })
}

// withGo connects go-sdk's client while f uses it.
func withGo(ctx context.Context, transport string, over mcp.Transport, f func(p *player)) error {
	client := mcp.NewClient(&mcp.Implementation{Name: "mystic-clients", Version: "1"}, nil)
	session, err := client.Connect(ctx, over, nil)
	if err != nil {
		return fmt.Errorf("connect go-sdk's client over %s: %w", transport, err)
	}
	p := &player{session: session, transport: transport}
	f(p)
	if err := session.Close(); err != nil {
		return fmt.Errorf("close go-sdk's client over %s: %w", transport, err)
	}
	if p.failed > 0 {
		return fmt.Errorf("go-sdk's client over %s: %d checks failed", transport, p.failed)
	}
	return nil
}

func (p *player) play(ctx context.Context) {
	var names []string
	for tool, err := range p.session.Tools(ctx, nil) {
		if err != nil {
			p.check("lists the five tools", false, err.Error())
			break
		}
		names = append(names, tool.Name)
	}
	p.check("lists the five tools", strings.Join(names, " ") == "card run status ask journal", strings.Join(names, " "))

	text, isError := p.call(ctx, "card", nil)
	p.check("reads the card", !isError && strings.Contains(text, "dig("), text)
	text, isError = p.call(ctx, "run", map[string]any{"script": "while me.gold < 10 do digg(2) end"})
	p.check("is told of a slip", isError && strings.Contains(text, "unknown-word") && strings.Contains(text, "^"), text)
	text, isError = p.call(ctx, "run", map[string]any{"script": "while me.gold < 10 do dig(2) end", "wait": 0})
	p.check("sends the right script", !isError && strings.Contains(text, "run 1"), text)
	for range 20 {
		if text, isError = p.call(ctx, "status", map[string]any{"wait": 20}); isError || strings.Contains(text, "run 1 done") {
			break
		}
	}
	p.check("hears of its end", !isError && strings.Contains(text, "run 1 done"), text)
	text, isError = p.call(ctx, "run", map[string]any{"script": "return me.gold", "mode": "look"})
	p.check("has ten gold", !isError && strings.Contains(text, "> 10"), text)
}

// call calls a tool. A call that gets no answer is one that failed.
func (p *player) call(ctx context.Context, tool string, args map[string]any) (text string, isError bool) {
	result, err := p.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return err.Error(), true
	}
	for _, content := range result.Content {
		if block, ok := content.(*mcp.TextContent); ok {
			text += block.Text
		}
	}
	return text, result.IsError
}

// check prints how a check went; got is shown when it failed.
func (p *player) check(what string, ok bool, got string) {
	verdict := "ok  "
	if !ok {
		verdict = "FAIL"
		p.failed++
	}
	fmt.Printf("%s  %-10s %-5s  %s\n", verdict, "go-sdk", p.transport, what)
	if !ok {
		fmt.Println("      got: " + strings.ReplaceAll(got, "\n", "\n           "))
	}
}
