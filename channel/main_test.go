package channel_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestNumbers holds this package to the cases that are its own; the others are in channel/tmux and channel/mcpserver.
func TestNumbers(t *testing.T) {
	channeltest.Numbers(t, "F84-F90 I102-I104 I106 I107 I109 W16", configuration, waiting)
}

// fails requires that an error has a code, and returns it.
func fails(t testing.TB, err error, code channel.Code) *channel.Error {
	t.Helper()
	require.Error(t, err)
	e := channel.AsError(err)
	require.Equal(t, code, e.Code, "%v %v", e, e.Details)
	return e
}
