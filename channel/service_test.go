package channel_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
)

// One caller at a time changes a channel; others wait, at most 64, and who gives up waiting makes room.
func TestOneChangeAtATime(t *testing.T) {
	inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
		screen.hold = make(chan struct{})
		entered := func() int {
			synctest.Wait()
			screen.mu.Lock()
			defer screen.mu.Unlock()
			return screen.entered
		}
		var all sync.WaitGroup
		write := func(ctx context.Context, to string) error {
			_, err := service.WriteText(ctx, channel.WriteRequest{ChannelID: to, Text: "x"})
			return err
		}
		errs, given := make(chan error, 66), make(chan error, 1)
		later := func(to string) { all.Go(func() { errs <- write(t.Context(), to) }) }
		for range 64 {
			later(id)
		}
		require.Equal(t, 1, entered())
		ctx, cancel := context.WithCancel(t.Context())
		all.Go(func() { given <- write(ctx, id) })
		synctest.Wait()
		fails(t, write(t.Context(), id), channel.CodeResourceExhausted)
		later(id2)
		require.Equal(t, 2, entered())
		cancel()
		require.ErrorIs(t, <-given, context.Canceled)
		later(id)
		require.Equal(t, 2, entered())
		close(screen.hold)
		all.Wait()
		for range 66 {
			require.NoError(t, <-errs)
		}
		require.Equal(t, 66, entered())
	})
}

// Sixteen operations run at once, and what else there is waits.
func TestOperationsAtOnce(t *testing.T) {
	inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
		screen.hold = make(chan struct{})
		var all sync.WaitGroup
		write := func(n int) error {
			_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: fmt.Sprint("tmux:0123456789ab:", 1+n)})
			return err
		}
		errs := make(chan error, 16+256)
		for n := range 16 + 256 {
			all.Go(func() { errs <- write(n) })
		}
		synctest.Wait()
		require.Equal(t, 16, screen.entered)
		fails(t, write(1000), channel.CodeResourceExhausted)
		require.Equal(t, channel.Health{BackendKind: "tmux", Detail: "RESOURCE_EXHAUSTED"}, service.Health(t.Context()))
		close(screen.hold)
		all.Wait()
		for range 16 + 256 {
			require.NoError(t, <-errs)
		}
		require.Equal(t, 16+256, screen.entered)
	})
}

// Nobody waits for longer than one operation may take, neither for a channel nor for room, and a call whose turn did not come
// did nothing.
func TestTurnThatDoesNotCome(t *testing.T) {
	inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
		screen.hold = make(chan struct{})
		var all sync.WaitGroup
		write := func(n int) error {
			_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: fmt.Sprint("tmux:0123456789ab:", n)})
			return err
		}
		for n := range 16 {
			all.Go(func() {
				if err := write(n); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		for _, n := range []int{0, 16} {
			begun := time.Now()
			e := fails(t, write(n), channel.CodeTimeout)
			require.Equal(t, channel.Details{"reason": "queued"}, e.Details)
			require.Equal(t, service.Config().Timeout, time.Since(begun))
		}
		require.Equal(t, channel.Health{BackendKind: "tmux", Detail: "TIMEOUT"}, service.Health(t.Context()))
		require.Equal(t, 16, screen.entered)
		close(screen.hold)
		all.Wait()
		require.NoError(t, write(0), "the place of the one who gave up is free")
	})
}

func TestReadOnly(t *testing.T) {
	screen := newTerminal()
	service, err := channel.NewService(screen, channel.Config{ReadOnly: true})
	require.NoError(t, err)
	defer service.Close()
	_, err = service.WriteText(t.Context(), channel.WriteRequest{ChannelID: id, Text: "x"})
	require.Equal(t, "read_only", fails(t, err, channel.CodePermissionDenied).Details["reason"])
	_, err = service.SendControl(t.Context(), channel.ControlRequest{ChannelID: id, Control: channel.ControlEnter})
	fails(t, err, channel.CodePermissionDenied)
	require.Zero(t, screen.entered)
	_, err = service.Read(t.Context(), channel.ReadRequest{ChannelID: id})
	require.NoError(t, err)
}

// FuzzText takes any text: it is written exactly where it is short enough, valid, and holds no control character but two.
func FuzzText(f *testing.F) {
	f.Add("plain\n\ttext")
	f.Add("\x00")
	f.Add("a\u0085b")
	f.Add("\xff")
	f.Add("\ud7ff\u202e👩‍👩‍👧")
	f.Fuzz(func(t *testing.T, text string) {
		good := len(text) <= channel.MaxTextBytes && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t'
		})
		err := channel.WriteRequest{ChannelID: id, Text: text}.Check()
		require.Equal(t, good, err == nil)
		if err != nil {
			require.Equal(t, "text", fails(t, err, channel.CodeInvalidArgument).Details["field"])
		}
		require.Error(t, channel.ControlRequest{ChannelID: id, Control: channel.Control(text)}.Check())
	})
}

// FuzzBounds asks for any number of lines and bytes of any output, twice: what is returned is the end of it, within bounds and
// between characters, and nothing is new the second time.
func FuzzBounds(f *testing.F) {
	f.Add("one\ntwo\nthree\nfour\nfive", 2, 5, "six")
	f.Add("alpha-世界", 1, 7, "")
	f.Add("", 0, 0, "x\nx\nx\nx\nx\nx")
	f.Add(strings.Repeat("a\n", 40), 5000, 1, "a")
	f.Fuzz(func(t *testing.T, output string, lines, bytes int, more string) {
		screen := newTerminal()
		screen.rows[id] = strings.Split(strings.ToValidUTF8(output, ""), "\n")
		service, err := channel.NewService(screen, channel.Config{})
		require.NoError(t, err)
		defer service.Close()
		got, err := service.Read(t.Context(), channel.ReadRequest{ChannelID: id, Lines: lines, Bytes: bytes})
		if lines < 0 || lines > 1000 || bytes < 0 || bytes > 262144 {
			fails(t, err, channel.CodeInvalidArgument)
			return
		}
		require.NoError(t, err)
		if lines == 0 {
			lines = 200
		}
		if bytes == 0 {
			bytes = 262144
		}
		whole := strings.Join(screen.rows[id], "\n")
		require.True(t, strings.HasSuffix(whole, got.Text) && utf8.ValidString(got.Text))
		require.Equal(t, len(got.Text) < len(whole), got.Truncated)
		require.LessOrEqual(t, got.LineCount, lines)
		require.LessOrEqual(t, got.ByteCount, bytes)
		require.LessOrEqual(t, len(got.Revision), channel.MaxRevisionLength)

		next := channel.ReadRequest{ChannelID: id, After: got.Revision}
		same, err := service.Read(t.Context(), next)
		require.NoError(t, err)
		require.False(t, *same.Changed)
		before := screen.rows[id]
		screen.rows[id] = append(before[:len(before):len(before)], strings.Split(strings.ToValidUTF8(more, ""), "\n")...)
		fresh, err := service.Read(t.Context(), next)
		require.NoError(t, err)
		require.True(t, *fresh.Changed)
		if !fresh.Gap && !fresh.Truncated {
			require.Equal(t, strings.Join(screen.rows[id][len(before)-1:], "\n"), fresh.Text)
		}
	})
}

// FuzzRevision takes any text for a revision: it is refused, or is one that this package wrote.
func FuzzRevision(f *testing.F) {
	screen := newTerminal()
	service, err := channel.NewService(screen, channel.Config{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(service.Close)
	first, err := service.Read(context.Background(), channel.ReadRequest{ChannelID: id})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(first.Revision)
	f.Add(first.Revision[:20])
	f.Add("AQ")
	f.Add("AQAAAAAAAAAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := service.Read(t.Context(), channel.ReadRequest{ChannelID: id, After: text})
		switch {
		case text == "":
			require.NoError(t, err)
		case err == nil:
			require.NotNil(t, got.Changed)
		default:
			require.Contains(t, []channel.Code{channel.CodeInvalidArgument, channel.CodeChannelInstanceChanged}, channel.AsError(err).Code)
		}
	})
}
