package cli_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/games/miners"
	"mystic-sdk/sdk/sdktest"
)

// TestDig stands in README.md: the smallest test of a game.
func TestDig(t *testing.T) {
	world, err := miners.New(nil)
	require.NoError(t, err)
	p := sdktest.Play(t, world, "max", `dig(3)`).Ticks(7)
	require.Contains(t, p.Status(), "gold 3")
}
