package channel_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
)

var errOther = errors.New("an error of another kind")

// terminal is a backend of screens in memory, for what hangs on time; channel/tmux tests the same service on real panes.
type terminal struct {
	mu      sync.Mutex
	rows    map[string][]string
	reads   int
	slow    time.Duration // how long a look takes before it sees
	entered int           // calls of WriteText that came in
	hold    chan struct{} // where it is set, WriteText waits until it is closed
}

const id, id2 = "tmux:0123456789ab:1", "tmux:0123456789ab:2"

func newTerminal() *terminal {
	return &terminal{rows: map[string][]string{id: {"one", "two", "three", "four", "five", "$"}}}
}

func (s *terminal) print(row string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := s.rows[id]
	s.rows[id] = append(slices.Clone(rows[:len(rows)-1]), row, "$")
}

func (s *terminal) Owns(channelID string) bool {
	scope, _, ok := channel.SplitID(channelID)
	return ok && scope == "0123456789ab"
}

func (s *terminal) List(context.Context) ([]channel.Channel, error) { return nil, nil }

func (s *terminal) Read(_ context.Context, c channel.Capture) (channel.Snapshot, error) {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	rows := s.rows[c.ChannelID]
	return channel.Snapshot{Instance: "i", Rows: rows, Above: max(0, len(rows)-1)}, nil
}

func (s *terminal) WriteText(ctx context.Context, _ channel.WriteRequest) error {
	s.mu.Lock()
	s.entered++
	s.mu.Unlock()
	if s.hold != nil {
		<-s.hold
	}
	return nil
}

func (s *terminal) SendControl(context.Context, channel.ControlRequest) error { return nil }

func (s *terminal) Health(context.Context) channel.Health { return channel.Health{Available: true} }

// inTime makes a service over a terminal in a bubble of its own time.
func inTime(t *testing.T, f func(t *testing.T, screen *terminal, service *channel.Service)) {
	synctest.Test(t, func(t *testing.T) {
		screen := newTerminal()
		service, err := channel.NewService(screen, channel.Config{})
		require.NoError(t, err)
		defer service.Close()
		f(t, screen, service)
	})
}

func TestWaiting(t *testing.T) { channeltest.Run(t, waiting) }

// after returns a request to wait for what comes after now.
func after(t *testing.T, service *channel.Service, wait, quiet time.Duration) channel.ReadRequest {
	t.Helper()
	first, err := service.Read(t.Context(), channel.ReadRequest{ChannelID: id})
	require.NoError(t, err)
	return channel.ReadRequest{ChannelID: id, After: first.Revision, Wait: wait, Quiet: quiet}
}

var waiting = []channeltest.Case{
	{Name: "I102: nothing happens", Run: func(t *testing.T) {
		inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
			request := after(t, service, channel.MaxWait, 0)
			begun := time.Now()
			got, err := service.Read(t.Context(), request)
			require.NoError(t, err)
			require.Equal(t, channel.MaxWait, time.Since(begun))
			require.True(t, got.TimedOut)
			require.False(t, *got.Changed)
			require.Equal(t, request.After, got.Revision)
			require.Empty(t, got.Text)
		})
	}},
	{Name: "I103: output and then quiet", Run: func(t *testing.T) {
		inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
			request := after(t, service, channel.MaxWait, 2*time.Second)
			begun := time.Now()
			go func() {
				for i := range 8 {
					time.Sleep(time.Second)
					screen.print(fmt.Sprint("new ", i))
				}
			}()
			got, err := service.Read(t.Context(), request)
			require.NoError(t, err)
			require.False(t, got.TimedOut)
			require.True(t, *got.Changed)
			require.Equal(t, "new 0\nnew 1\nnew 2\nnew 3\nnew 4\nnew 5\nnew 6\nnew 7\n$", got.Text)
			require.NotEqual(t, request.After, got.Revision)
			passed := time.Since(begun)
			require.GreaterOrEqual(t, passed, 10*time.Second)
			require.LessOrEqual(t, passed, 10*time.Second+250*time.Millisecond)
		})
	}},
	{Name: "I104: more changes than anything remembers, across two deadlines", Run: func(t *testing.T) {
		inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
			request := after(t, service, channel.MaxWait, time.Second)
			go func() {
				for i := range 300 {
					time.Sleep(330 * time.Millisecond)
					screen.print(fmt.Sprint("new ", i))
				}
			}()
			for range 2 {
				got, err := service.Read(t.Context(), request)
				require.NoError(t, err)
				require.True(t, got.TimedOut)
				require.True(t, *got.Changed)
			}
			got, err := service.Read(t.Context(), request)
			require.NoError(t, err)
			require.False(t, got.TimedOut)
			require.True(t, *got.Changed)
			require.Contains(t, got.Text, "new 299")
		})
	}},
	{Name: "I106: too many who wait", Run: func(t *testing.T) {
		inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
			request := after(t, service, channel.MaxWait, 0)
			ids := []string{id}
			for i := range 8 {
				ids = append(ids, fmt.Sprint("tmux:0123456789ab:1", i))
				screen.rows[ids[i+1]] = screen.rows[id]
			}
			errs := make(chan error, 16)
			for _, one := range ids[:8] {
				for range 2 {
					r := request
					r.ChannelID = one
					go func() { _, err := service.Read(t.Context(), r); errs <- err }()
				}
				synctest.Wait()
				if one == id {
					_, err := service.Read(t.Context(), request)
					require.Equal(t, 2, fails(t, err, channel.CodeResourceExhausted).Details["limit"])
				}
			}
			request.ChannelID = ids[8]
			_, err := service.Read(t.Context(), request)
			require.Equal(t, 16, fails(t, err, channel.CodeResourceExhausted).Details["limit"])
			for range 16 {
				require.NoError(t, <-errs)
			}
			_, err = service.Read(t.Context(), request)
			require.NoError(t, err)
		})
	}},
	{Name: "I107: who goes away makes room, and two share the looking", Run: func(t *testing.T) {
		inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
			request := after(t, service, channel.MaxWait, 0)
			ctx, cancel := context.WithCancel(t.Context())
			gone := make(chan error)
			for range 2 {
				go func() { _, err := service.Read(ctx, request); gone <- err }()
			}
			time.Sleep(10*time.Second + time.Millisecond)
			// Besides the first read and that of each who waits, there were 41 looks in 10 seconds.
			screen.mu.Lock()
			require.Equal(t, 1+2+41, screen.reads)
			screen.mu.Unlock()
			cancel()
			require.ErrorIs(t, <-gone, context.Canceled)
			require.ErrorIs(t, <-gone, context.Canceled)
			synctest.Wait()
			reads := screen.reads
			time.Sleep(time.Minute)
			require.Equal(t, reads, screen.reads, "nobody waits, and still it is looked")
			_, err := service.Read(t.Context(), request)
			require.NoError(t, err)
		})
	}},
	{Name: "I109: bounds", Run: func(t *testing.T) {
		inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
			valid := after(t, service, time.Second, channel.MinQuiet)
			for field, change := range map[string]func(r *channel.ReadRequest){
				"wait_ms":    func(r *channel.ReadRequest) { r.Wait = channel.MaxWait + time.Millisecond },
				"wait_ms 2":  func(r *channel.ReadRequest) { r.Wait = -time.Millisecond },
				"wait_ms 3":  func(r *channel.ReadRequest) { r.After = "" },
				"quiet_ms":   func(r *channel.ReadRequest) { r.Quiet = channel.MinQuiet - time.Millisecond },
				"quiet_ms 2": func(r *channel.ReadRequest) { r.Quiet = channel.MaxQuiet + time.Millisecond },
				"quiet_ms 3": func(r *channel.ReadRequest) { r.Wait = 0 },
				"lines":      func(r *channel.ReadRequest) { r.Lines = -1 },
				"bytes":      func(r *channel.ReadRequest) { r.Bytes = -1 },
				"after":      func(r *channel.ReadRequest) { r.After += "A" },
				"channel_id": func(r *channel.ReadRequest) { r.ChannelID = "" },
			} {
				r := valid
				change(&r)
				_, err := service.Read(t.Context(), r)
				require.Contains(t, field, fails(t, err, channel.CodeInvalidArgument).Details["field"])
			}
			_, err := service.Read(t.Context(), valid)
			require.NoError(t, err)
		})
	}},
}

// Quiet is what was seen to be quiet: where the looks take time, none may have ended while the last word was still being
// printed.
func TestQuietIsSeen(t *testing.T) {
	inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
		request := after(t, service, channel.MaxWait, channel.MinQuiet)
		screen.slow = 20 * time.Millisecond
		ended := make(chan time.Time, 1)
		go func() {
			for i := range 50 {
				time.Sleep(110 * time.Millisecond)
				screen.print(fmt.Sprint("new ", i))
			}
			ended <- time.Now()
		}()
		got, err := service.Read(t.Context(), request)
		returned := time.Now()
		require.NoError(t, err)
		require.False(t, got.TimedOut)
		require.GreaterOrEqual(t, returned.Sub(<-ended), channel.MinQuiet)
		require.Contains(t, got.Text, "new 49")
	})
}

func TestCloseEndsWaiting(t *testing.T) {
	inTime(t, func(t *testing.T, screen *terminal, service *channel.Service) {
		request := after(t, service, channel.MaxWait, 0)
		gone := make(chan error)
		go func() { _, err := service.Read(t.Context(), request); gone <- err }()
		synctest.Wait()
		service.Close()
		fails(t, <-gone, channel.CodeBackendUnavailable)
		_, err := service.Read(t.Context(), request)
		fails(t, err, channel.CodeBackendUnavailable)
	})
}
