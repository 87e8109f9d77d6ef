package tmux_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

// TestMain fails the package where a test leaves a goroutine or a child process behind.
func TestMain(m *testing.M) {
	code := m.Run()
	if err := errors.Join(goleak.Find(), childless()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// childless says which child processes there are, where the system tells.
func childless() error {
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return err
	}
	for _, file := range files {
		if b, err := os.ReadFile(file); err == nil && len(b) > 0 {
			return fmt.Errorf("child processes are left: %s", b)
		}
	}
	return nil
}

// acceptance is a case of the specification. Its name begins with its numbers.
type acceptance struct {
	name string
	run  func(t *testing.T)
}

func runCases(t *testing.T, cases []acceptance) {
	for _, c := range cases {
		t.Run(c.name, c.run)
	}
}

// TestNumbers holds this package to the cases that are its own: each number is the name of a subtest, and nothing else is.
func TestNumbers(t *testing.T) {
	var want []string
	for _, part := range []struct {
		letter string
		from   int
		to     int
	}{
		{"A", 1, 24}, {"B", 25, 28}, {"B", 31, 44}, {"C", 45, 55}, {"C", 57, 67}, {"D", 69, 69}, {"D", 71, 73}, {"E", 74, 83},
		{"F", 91, 91}, {"I", 111, 111}, {"W", 1, 15}, {"W", 18, 25}, {"W", 27, 28},
	} {
		for n := part.from; n <= part.to; n++ {
			want = append(want, fmt.Sprint(part.letter, n))
		}
	}
	var got []string
	for _, cases := range [][]acceptance{discovery, hostileNames, reading, pictures, writing, refusals, delivery, backendCases, outages, weaknesses, arguments} {
		for _, c := range cases {
			numbers, _, _ := strings.Cut(c.name, ":")
			got = append(got, strings.Fields(numbers)...)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	require.Equal(t, want, got)
}

// serve makes a service over the real backend, and closes it when the test ends.
func serve(t testing.TB, config channel.Config) *channel.Service {
	t.Helper()
	backend, err := tmux.New(config)
	require.NoError(t, err)
	return over(t, backend, config)
}

func over(t testing.TB, backend channel.Backend, config channel.Config) *channel.Service {
	t.Helper()
	service, err := channel.NewService(backend, config)
	require.NoError(t, err)
	t.Cleanup(service.Close)
	return service
}

// counted makes a service over the real backend that notes what it runs.
func counted(t *testing.T, config channel.Config) (*channel.Service, *tmux.Calls) {
	t.Helper()
	backend, calls, err := tmux.NewCounted(config)
	require.NoError(t, err)
	return over(t, backend, config), calls
}

// fails requires that an error has a code, and returns it.
func fails(t testing.TB, err error, code channel.Code) *channel.Error {
	t.Helper()
	require.Error(t, err)
	e := channel.AsError(err)
	require.Equal(t, code, e.Code, "%v %v", e, e.Details)
	return e
}

// onlyChannel lists, and requires that one channel is visible.
func onlyChannel(t *testing.T, service *channel.Service) channel.Channel {
	t.Helper()
	listing, err := service.List(t.Context())
	require.NoError(t, err)
	require.Len(t, listing.Channels, 1)
	return listing.Channels[0]
}

func read(t testing.TB, service *channel.Service, r channel.ReadRequest) channel.Read {
	t.Helper()
	got, err := service.Read(t.Context(), r)
	require.NoError(t, err)
	return got
}

func write(t testing.TB, service *channel.Service, pane channeltest.Pane, text string, submit bool) {
	t.Helper()
	_, err := service.WriteText(t.Context(), channel.WriteRequest{ChannelID: pane.Channel, Text: text, Submit: submit})
	require.NoError(t, err)
}

func press(t testing.TB, service *channel.Service, pane channeltest.Pane, control channel.Control) {
	t.Helper()
	_, err := service.SendControl(t.Context(), channel.ControlRequest{ChannelID: pane.Channel, Control: control})
	require.NoError(t, err)
}

// everyOperation calls the four operations that name a channel, and returns their errors by name.
func everyOperation(ctx context.Context, service *channel.Service, id string) map[string]error {
	out := map[string]error{}
	_, out["get"] = service.Get(ctx, id)
	_, out["read"] = service.Read(ctx, channel.ReadRequest{ChannelID: id})
	for _, submit := range []bool{false, true} {
		_, err := service.WriteText(ctx, channel.WriteRequest{ChannelID: id, Text: "forbidden", Submit: submit})
		out[fmt.Sprint("write ", submit)] = err
		_, err = service.WriteText(ctx, channel.WriteRequest{ChannelID: id, Submit: submit})
		out[fmt.Sprint("empty write ", submit)] = err
	}
	for _, control := range []channel.Control{channel.ControlEnter, channel.ControlInterrupt, channel.ControlEscape} {
		_, err := service.SendControl(ctx, channel.ControlRequest{ChannelID: id, Control: control})
		out[string(control)] = err
	}
	return out
}

// unreachable requires that no operation finds a channel, that nothing came to the recorders and that no buffer is left.
func unreachable(t *testing.T, server *channeltest.Server, service *channel.Service, id string, recorders ...*channeltest.Recorder) {
	t.Helper()
	for name, err := range everyOperation(t.Context(), service, id) {
		require.Error(t, err, name)
		require.Equal(t, channel.CodeChannelNotFound, channel.AsError(err).Code, name)
	}
	for _, r := range recorders {
		require.Empty(t, r.TakeText())
	}
	require.Empty(t, server.Buffers())
}

// fileOnce returns a file when it ends with a text.
func fileOnce(t *testing.T, name, end string) string {
	t.Helper()
	var got []byte
	channeltest.Eventually(t, "the file ends with "+end, func() bool {
		var err error
		got, err = os.ReadFile(name)
		return err == nil && strings.HasSuffix(string(got), end)
	})
	return string(got)
}
