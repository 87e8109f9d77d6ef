package tmux_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
)

// TestCrowd writes 1 MiB of everything fifty times, while four others write to the same pane and eight to other ones: each
// text arrives byte for byte with its own Enter after it, in its own pane, and no buffer is left.
func TestCrowd(t *testing.T) {
	const rounds = 50
	server := channeltest.Start(t)
	target := server.Recorder("live")
	config := server.Config()
	config.Timeout = channeltest.Patience
	service := serve(t, config)
	var done atomic.Bool
	var others, main sync.WaitGroup
	sent := make([]int, 12)
	recorders := make([]*channeltest.Recorder, len(sent))
	text := func(i, n int) string {
		return fmt.Sprintf("writer %d\n\t;text %d %s", i, n, strings.Repeat("x", 1000*i))
	}
	for i := range sent {
		recorders[i] = target
		if i >= 4 {
			recorders[i] = server.Recorder(fmt.Sprint("other", i))
		}
		others.Go(func() {
			for !done.Load() {
				_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: recorders[i].Channel, Text: text(i, sent[i]), Submit: true})
				if err != nil {
					t.Error(err)
					return
				}
				sent[i]++
			}
		})
	}
	big := mixed(channel.MaxTextBytes)
	main.Go(func() {
		defer done.Store(true)
		for range rounds {
			if _, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: target.Channel, Text: big, Submit: true}); err != nil {
				t.Error(err)
				return
			}
		}
	})
	main.Wait()
	others.Wait()
	bigs, next := 0, make([]int, len(sent))
	check := func(r *channeltest.Recorder, writers ...int) {
		whole, found := strings.CutSuffix(r.TakeText(), "\r")
		require.True(t, found)
		for _, got := range strings.Split(whole, "\r") {
			if r == target && len(got) == len(big) && got == big {
				bigs++
				continue
			}
			known := false
			for _, i := range writers {
				if got == text(i, next[i]) {
					next[i]++
					known = true
				}
			}
			require.True(t, known, "a text of %d bytes is none that was written", len(got))
		}
	}
	check(target, 0, 1, 2, 3)
	for i := 4; i < len(sent); i++ {
		check(recorders[i], i)
	}
	require.Equal(t, rounds, bigs)
	require.Equal(t, sent, next)
	require.NotContains(t, sent, 0)
	require.Empty(t, server.Buffers())
}
