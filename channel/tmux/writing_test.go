package tmux_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

func TestWriting(t *testing.T) { channeltest.Run(t, writing) }

var writing = []channeltest.Case{
	{Name: "C45: everything that looks like syntax is data", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		target, other := server.Recorder("live"), server.Recorder("other")
		service := serve(t, server.Config())
		text := "  世界\n\ttab '\" ` $HOME ; | && #{pane_id} #(id) \\ trailing  "
		write(t, service, target.Pane, text, false)
		require.Equal(t, text, target.TakeText())
		require.Empty(t, other.TakeText())
	}},
	{Name: "C46: with and without Enter", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		target := server.Recorder("live")
		service := serve(t, server.Config("live"))
		write(t, service, target.Pane, "plain", false)
		require.Equal(t, "plain", target.TakeText())
		got, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: target.Channel, Text: "submit", Submit: true})
		require.NoError(t, err)
		require.Equal(t, channel.WriteResult{ChannelID: target.Channel, Submitted: true}, got)
		require.Equal(t, "submit\r", target.TakeText())
	}},
	{Name: "C47 C61: control characters", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		target := server.Recorder("live")
		service := serve(t, server.Config())
		for _, r := range []rune{0, '\r', 3, 0x1b, 0x7f, 0x85} {
			_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: target.Channel, Text: "a" + string(r) + "\nb", Submit: true})
			require.Equal(t, fmt.Sprintf("U+%04X", r), fails(t, err, channel.CodeInvalidArgument).Details["code_point"])
		}
		_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: target.Channel, Text: "a\r\nb"})
		require.Equal(t, "U+000D", fails(t, err, channel.CodeInvalidArgument).Details["code_point"])
		_, err = service.WriteText(t.Context(), channel.WriteRequest{ChannelID: target.Channel, Text: "a\xff"})
		require.Equal(t, "text", fails(t, err, channel.CodeInvalidArgument).Details["field"])
		require.Empty(t, target.TakeText())
	}},
	{Name: "C48 C49: as many bytes as there may be, and one more", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		target := server.Recorder("live")
		service, calls := counted(t, server.Config())
		for _, text := range []string{strings.Repeat("a", channel.MaxTextBytes+1), strings.Repeat("世", 349526)} {
			_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: target.Channel, Text: text})
			e := fails(t, err, channel.CodeInvalidArgument)
			require.Equal(t, channel.Details{"field": "text", "byte_count": len(text), "max_bytes": 1048576}, e.Details)
		}
		require.Empty(t, calls.All())
		write(t, service, target.Pane, strings.Repeat("a", channel.MaxTextBytes), false)
		require.Equal(t, strings.Repeat("a", channel.MaxTextBytes), target.TakeText())
	}},
	{Name: "C50: a program that asks for bracketed pastes, in exact mode", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		target := server.Asking("live")
		write(t, serve(t, server.Config()), target.Pane, "plain\ntext", true)
		require.Equal(t, "plain\ntext\r", target.TakeText())
	}},
	{Name: "C53: two panes at once", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		service := serve(t, server.Config())
		var all sync.WaitGroup
		var recorders []*channeltest.Recorder
		for i := range 2 {
			recorders = append(recorders, server.Recorder(fmt.Sprint("live", i)))
			all.Go(func() { submit(t, service, recorders[i].Pane, strings.Repeat(fmt.Sprint(i), 5000), 10) })
		}
		all.Wait()
		for i, r := range recorders {
			require.Equal(t, strings.Repeat(strings.Repeat(fmt.Sprint(i), 5000)+"\r", 10), r.TakeText())
		}
		require.Empty(t, server.Buffers())
	}},
	{Name: "C54 C55: a hidden pane, and one that is gone", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		live, hidden := server.Recorder("live"), server.Recorder("hidden")
		service := serve(t, server.Config("live"))
		unreachable(t, server, service, hidden.Channel, live, hidden)
		server.Run("kill-session", "-t", "live")
		unreachable(t, server, service, live.Channel, hidden)
		require.Equal(t, "hidden\n", server.Run("list-sessions", "-F", "#{session_name}"))
	}},
	{Name: "C58: 1 MiB of everything", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		target := server.Recorder("live")
		text := mixed(channel.MaxTextBytes)
		write(t, serve(t, server.Config("live")), target.Pane, text, true)
		require.True(t, text+"\r" == target.TakeText(), "the text did not arrive byte for byte")
		require.Empty(t, server.Buffers())
	}},
	{Name: "C59: words of tmux", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		target := server.Recorder("live")
		service := serve(t, server.Config())
		for _, text := range []string{"Enter", "C-c", "#{pane_id}", "$(id)", ";", "-R", "a;", "\\;", "'", "{ }", "%1", "\n", "\t"} {
			write(t, service, target.Pane, text, false)
			require.Equal(t, text, target.TakeText())
		}
	}},
	{Name: "C60 W4: an empty text", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		target := server.Recorder("live")
		service := serve(t, server.Config("live"))
		write(t, service, target.Pane, "", false)
		require.Empty(t, target.TakeText())
		write(t, service, target.Pane, "", true)
		require.Equal(t, "\r", target.TakeText())
	}},
	{Name: "C66 W9: four who submit to one pane", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		target := server.Recorder("live")
		// Four services stand for four processes: nothing but the one sequence keeps them apart.
		var all sync.WaitGroup
		for i := range 4 {
			service := serve(t, server.Config())
			all.Go(func() { submit(t, service, target.Pane, strings.Repeat(string(rune('a'+i)), 50_000), 5) })
		}
		all.Wait()
		lines := strings.Split(strings.TrimSuffix(target.TakeText(), "\r"), "\r")
		require.Len(t, lines, 20)
		for _, line := range lines {
			require.Equal(t, strings.Repeat(line[:1], 50_000), line)
		}
	}},
	{Name: "C67: bracketed mode", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		asking, plain := server.Asking("asking"), server.Recorder("plain")
		service := serve(t, server.Config())
		bracketed := func(pane channeltest.Pane, text string, submit bool) {
			_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: pane.Channel, Text: text, Submit: submit, Mode: channel.ModeBracketed})
			require.NoError(t, err)
		}
		bracketed(asking.Pane, "a\nb", true)
		require.Equal(t, "\x1b[200~a\nb\x1b[201~\r", asking.TakeText())
		bracketed(plain.Pane, "a\nb", true)
		require.Equal(t, "a\nb\r", plain.TakeText())
		shell := server.Session("shell")
		shell.Shows("$")
		bracketed(shell, "echo one$((1))\necho two$((2))", false)
		shell.Shows("two$((2))")
		require.NotContains(t, shell.Screen(), "one1")
		press(t, service, shell, channel.ControlEnter)
		shell.Shows("one1")
		shell.Shows("two2")
	}},
	{Name: "D69: the three keys", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		target, other := server.Recorder("live"), server.Recorder("other")
		service := serve(t, server.Config("live"))
		for _, control := range []channel.Control{channel.ControlEnter, channel.ControlInterrupt, channel.ControlEscape} {
			got, err := service.SendControl(t.Context(), channel.ControlRequest{ChannelID: target.Channel, Control: control})
			require.NoError(t, err)
			require.Equal(t, channel.ControlResult{ChannelID: target.Channel, Control: control}, got)
		}
		require.Equal(t, "\r\x03\x1b", target.TakeText())
		require.Empty(t, other.TakeText())
	}},
	{Name: "D71: INTERRUPT leaves a shell that can be used", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		shell := server.Session("live")
		service := serve(t, server.Config())
		write(t, service, shell, "echo begun$((1)); sleep 1000", true)
		shell.Shows("begun1")
		channeltest.Eventually(t, "the shell sleeps", func() bool { return shell.Show("#{pane_current_command}") == "sleep" })
		press(t, service, shell, channel.ControlInterrupt)
		write(t, service, shell, "echo again$((2))", true)
		shell.Shows("again2")
	}},
}

// submit writes a text so many times; it can be called by any goroutine.
func submit(t *testing.T, service *channel.Service, pane channeltest.Pane, text string, times int) {
	for range times {
		if _, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: pane.Channel, Text: text, Submit: true}); err != nil {
			t.Error(err)
		}
	}
}

// mixed returns n bytes that hold everything a text may.
func mixed(n int) string {
	const piece = "-R 'q' \"d\" `b` $HOME $(id) ; | && #{pane_id} #[x] %1 \\ 世界 é 👩‍👩‍👧 \u202e\u200b\n\t--\n;\n"
	text := strings.Repeat(piece, n/len(piece))
	return text + strings.Repeat(".", n-len(text))
}

// delivery holds what a real server cannot be brought to do at will.
var delivery = []channeltest.Case{
	{Name: "C51: a paste that fails", Run: func(t *testing.T) {
		for _, removal := range []tmux.Answer{{}, {Stderr: "no buffer", Failed: true}} {
			backend, calls, err := tmux.NewFaked(channel.Config{}, func(args []string) tmux.Answer {
				if strings.Contains(strings.Join(args, " "), "load-buffer") {
					return tmux.Answer{Stderr: "something odd\n", Failed: true}
				}
				return removal
			})
			require.NoError(t, err)
			err = backend.WriteText(t.Context(), channel.WriteRequest{ChannelID: tmux.ChannelID(channel.Config{}, "%1"), Text: "secret", Submit: true})
			e := fails(t, err, channel.CodeBackendOperationFailed)
			require.Equal(t, channel.Details{"operation": "paste-buffer"}, e.Details)
			require.NotContains(t, e.Error(), "odd")
			all := calls.All()
			require.Len(t, all, 2)
			require.Contains(t, all[1].Args, "delete-buffer")
			require.Contains(t, all[0].Args, all[1].Args[len(all[1].Args)-1], "the buffer that was loaded is the one that is removed")
		}
	}},
	{Name: "C52: an Enter that fails", Run: func(t *testing.T) {
		for _, c := range []struct {
			answer  tmux.Answer
			code    channel.Code
			outcome string
		}{
			{tmux.Answer{Stdout: "pasted\n", Stderr: "something odd", Failed: true}, channel.CodeBackendOperationFailed, "failed"},
			{tmux.Answer{Stdout: "pasted\n", Stderr: "server exited unexpectedly", Failed: true}, channel.CodeBackendUnavailable, "unknown"},
			{tmux.Answer{Stdout: "pasted\n", Late: true}, channel.CodeTimeout, "unknown"},
		} {
			synctest.Test(t, func(t *testing.T) {
				backend, calls, err := tmux.NewFaked(channel.Config{}, func([]string) tmux.Answer { return c.answer })
				require.NoError(t, err)
				err = backend.WriteText(t.Context(), channel.WriteRequest{ChannelID: tmux.ChannelID(channel.Config{}, "%1"), Text: "a", Submit: true})
				e := fails(t, err, c.code)
				require.Equal(t, channel.Details{"operation": "paste-buffer", "text_delivered": true, "submit_outcome": c.outcome}, e.Details)
				require.Len(t, calls.All(), 1)
			})
		}
	}},
}

func TestDelivery(t *testing.T) { channeltest.Run(t, delivery) }

// The whole of the longest text is in the pipe before anybody reads, and ends there.
func TestFeed(t *testing.T) {
	for _, size := range []int{1, 1 << 12, 1<<16 + 1, channel.MaxTextBytes} {
		text := mixed(size)
		pipe, err := tmux.Feed(text)
		require.NoError(t, err)
		if pipe == nil && runtime.GOOS != "linux" {
			continue // a pipe has a size of its own there
		}
		require.NotNil(t, pipe)
		got, err := io.ReadAll(pipe)
		require.NoError(t, err)
		require.NoError(t, pipe.Close())
		require.True(t, text == string(got), size)
	}
}

// A client that ends with status 0 and says nothing, or something else than was asked for, has not done what it should.
func TestSuccessNeedsItsMarker(t *testing.T) {
	id := tmux.ChannelID(channel.Config{}, "%1")
	for _, said := range []string{"", "pasted\n", "pressed", "submitted\n", "pasted\nsubmitted", "absent", "refused"} {
		backend, calls, err := tmux.NewFaked(channel.Config{}, func([]string) tmux.Answer { return tmux.Answer{Stdout: said} })
		require.NoError(t, err)
		_, err = backend.List(t.Context())
		fails(t, err, channel.CodeBackendOperationFailed)
		_, err = backend.Read(t.Context(), channel.Capture{ChannelID: id, Rows: 1, Bytes: 1})
		fails(t, err, channel.CodeBackendOperationFailed)
		require.Equal(t, channel.Health{BackendKind: "tmux", Detail: "BACKEND_OPERATION_FAILED"}, backend.Health(t.Context()))
		ran := len(calls.All())
		for _, err := range []error{
			backend.WriteText(t.Context(), channel.WriteRequest{ChannelID: id, Text: "a", Submit: true}),
			backend.WriteText(t.Context(), channel.WriteRequest{ChannelID: id, Submit: true}),
			backend.SendControl(t.Context(), channel.ControlRequest{ChannelID: id, Control: channel.ControlEnter}),
		} {
			require.Equal(t, "unknown", fails(t, err, channel.CodeBackendOperationFailed).Details["delivery_outcome"], "%q", said)
		}
		require.Len(t, calls.All(), ran+3, "none is tried twice")
	}
}
