package games_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/games"
)

func TestAllGamesStart(t *testing.T) {
	names := map[string]bool{}
	for _, g := range games.All() {
		require.Regexp(t, `^[a-z][a-z0-9]*$`, g.Name)
		require.False(t, names[g.Name], g.Name)
		names[g.Name] = true
		require.NotEmpty(t, g.Doc)
		world, err := g.New(nil)
		require.NoError(t, err)
		require.NotEmpty(t, world.Gateway().Card())
	}
	require.True(t, names["miners"])
}
