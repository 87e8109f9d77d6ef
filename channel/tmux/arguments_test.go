package tmux_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

func TestArguments(t *testing.T) { channeltest.Run(t, arguments) }

// secret is in every text that a caller gives here.
const secret = "SECRET"

// every runs all that the code can run: each operation with each of its options, in each kind of scope, while the client
// answers in each way that makes a difference to what comes next.
func every(t *testing.T) (calls []tmux.Call, errs []error) {
	t.Helper()
	for _, config := range []channel.Config{
		{}, {SocketName: "name", AllowedSessions: []string{"live", "it's; kill-server"}}, {SocketPath: "/path", AllowedSessions: []string{"$1", "50%"}},
	} {
		for _, answer := range []tmux.Answer{
			{}, {Stdout: "absent\n"}, {Stdout: "pasted\n"}, {Stderr: "can't find pane: " + secret, Failed: true}, {Stderr: secret, Failed: true},
			{Stdout: secret}, {Stdout: "refused " + secret},
		} {
			backend, ran, err := tmux.NewFaked(config, func(args []string) tmux.Answer {
				if slices.Contains(args, "list-sessions") {
					return tmux.Answer{Stdout: tmux.Row("$4", "$1")}
				}
				return answer
			})
			require.NoError(t, err)
			note := func(err error) { errs = append(errs, err) }
			id := tmux.ChannelID(config, "%7")
			_, err = backend.List(t.Context())
			note(err)
			_, err = backend.Inspect(t.Context())
			note(err)
			backend.Health(t.Context())
			for _, yes := range []bool{false, true} {
				_, err = backend.Read(t.Context(), channel.Capture{ChannelID: id, Rows: 10, Bytes: 100, Join: yes, Alternate: yes})
				note(err)
				for _, text := range []string{secret, ""} {
					for _, mode := range []channel.Mode{channel.ModeExact, channel.ModeBracketed} {
						for _, expect := range []channel.Expectation{{}, {Instance: "i1-a-b-c", Commands: []string{"bash", "cat"}}} {
							note(backend.WriteText(t.Context(), channel.WriteRequest{ChannelID: id, Text: text, Submit: yes, Mode: mode, Expect: expect}))
						}
					}
				}
				for _, control := range []channel.Control{channel.ControlEnter, channel.ControlInterrupt, channel.ControlEscape} {
					note(backend.SendControl(t.Context(), channel.ControlRequest{ChannelID: id, Control: control}))
				}
				note(backend.WriteText(t.Context(), channel.WriteRequest{ChannelID: id, Text: secret, Expect: channel.Expectation{Instance: secret}}))
			}
			calls = append(calls, ran.All()...)
		}
	}
	return calls, errs
}

var arguments = []channeltest.Case{
	{Name: "C57: text is in no argument and in no error", Run: func(t *testing.T) {
		calls, errs := every(t)
		loaded := 0
		for _, call := range calls {
			require.NotContains(t, strings.Join(call.Args, "\n"), secret)
			if call.Stdin != "" {
				require.Equal(t, secret, call.Stdin)
				require.Contains(t, call.Args, "load-buffer")
				loaded++
			}
		}
		require.Greater(t, loaded, 100)
		for _, err := range errs {
			if err == nil {
				continue
			}
			e := channel.AsError(err)
			require.NotEqual(t, channel.CodeInternalError, e.Code)
			require.NotContains(t, e.Error(), secret)
			for name, value := range e.Details {
				require.NotContains(t, name, secret)
				require.NotEqual(t, secret, value)
			}
		}
	}},
}

// TestEveryCommand reads each argument vector that the code can build: it holds no command but these, none of them makes,
// ends or renames anything but a buffer, and those that read or change a pane name it, with its session where sessions are
// restricted.
func TestEveryCommand(t *testing.T) {
	known := map[string]string{ // by command, the options that it may have
		"list-panes": "-a -F", "list-sessions": "-F", "display-message": "-p -t", "if-shell": "-F -t", "load-buffer": "-b",
		"paste-buffer": "-p -r -d -b -t", "delete-buffer": "-b", "send-keys": "-t", "capture-pane": "-p -J -t -S",
	}
	target := regexp.MustCompile(`^(%7|=live:\.%7|=it's; kill-server:\.%7|\$4:\.%7|=50%:\.%7)$`)
	calls, _ := every(t)
	seen := map[string]bool{}
	for _, call := range calls {
		args := call.Args
		require.Equal(t, []string{"-u", "-N"}, args[:2])
		args = args[2:]
		restricted := false
		if args[0] == "-L" || args[0] == "-S" {
			args, restricted = args[2:], true
		}
		for _, command := range commands(t, args) {
			options, ok := known[command[0]]
			require.True(t, ok, "tmux is told to %s", command[0])
			seen[command[0]] = true
			named := ""
			for i, word := range command[1:] {
				if strings.HasPrefix(word, "-") && word != "-" && !strings.HasPrefix(command[i], "-S") {
					require.Contains(t, strings.Fields(options), word, "%s %s", command[0], word)
				}
				if word == "-t" {
					named = command[i+2]
					require.Regexp(t, target, named)
					require.Equal(t, restricted, named != "%7")
				}
			}
			switch command[0] {
			case "paste-buffer", "send-keys", "capture-pane", "if-shell":
				require.NotEmpty(t, named, "%s names no pane", command[0])
			case "delete-buffer", "load-buffer":
				require.Regexp(t, "^"+tmux.BufferPrefix+`\d+-[0-9a-f]{24}$`, command[2])
			}
			if command[0] == "send-keys" {
				require.Contains(t, []string{"Enter", "C-c", "Escape"}, command[len(command)-1])
			}
		}
	}
	require.Len(t, seen, len(known))
}

// commands takes an argument vector apart into all of its commands, those inside conditions too. It knows of tmux's language
// what the code writes: words, words in single quotes with \' between them, braces and semicolons.
func commands(t *testing.T, args []string) [][]string {
	t.Helper()
	var out [][]string
	var current []string
	end := func() {
		if len(current) == 0 {
			return
		}
		if current[0] == "if-shell" {
			require.Len(t, current, 7, "%q", current)
			for _, branch := range current[5:] {
				out = append(out, commands(t, words(t, branch))...)
			}
			current = current[:5]
		}
		out = append(out, current)
		current = nil
	}
	for _, arg := range args {
		if arg == ";" {
			end()
			continue
		}
		current = append(current, arg)
	}
	end()
	return out
}

// words splits a text of tmux's command language; what is in braces is one word.
func words(t *testing.T, s string) []string {
	t.Helper()
	var out []string
	for s = strings.TrimLeft(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		var word strings.Builder
		depth, quoted, i := 0, false, 0
		for ; i < len(s) && (s[i] != ' ' || depth > 0 || quoted); i++ {
			switch c := s[i]; {
			case c == '\'':
				quoted = !quoted
			case quoted:
			case c == '\\':
				word.WriteByte(c)
				i++
			case c == '{':
				depth++
			case c == '}':
				depth--
			}
			word.WriteByte(s[i])
		}
		require.False(t, quoted || depth != 0, "%q does not end well", s)
		text := word.String()
		if inner, found := strings.CutPrefix(text, "{ "); found {
			text = strings.TrimSuffix(inner, " }")
		} else if strings.HasPrefix(text, "'") {
			text = strings.ReplaceAll(text, `'\''`, "\x00")
			text = strings.ReplaceAll(strings.ReplaceAll(text, "'", ""), "\x00", "'")
		}
		out = append(out, text)
		s = s[i:]
	}
	return out
}
