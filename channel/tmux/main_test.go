package tmux_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

func TestMain(m *testing.M) { os.Exit(channeltest.Main(m)) }

// TestNumbers holds this package to the cases that are its own: each number is the name of a subtest, and nothing else is.
func TestNumbers(t *testing.T) {
	channeltest.Numbers(t, "A1-A24 B25-B28 B31-B44 C45-C55 C57-C67 D69 D71-D73 E74-E83 F91 I111 W1-W15 W18-W25 W27-W28",
		discovery, hostileNames, reading, pictures, writing, refusals, delivery, backendCases, outages, weaknesses, arguments)
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
