package plain_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/games/miners/plain"
	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

func TestScenarios(t *testing.T) {
	sdktest.Scenarios(t, "testdata/*.txtar", func() (*sdk.World, error) { return plain.New(nil) })
}

func TestSaveAndLoad(t *testing.T) {
	mine := &plain.Mine{}
	require.NoError(t, mine.Load([]byte(`{"tick":7,"gold":3}`)))
	require.Equal(t, int64(7), mine.Tick())
	max, _ := mine.Agent("max")
	require.Equal(t, 3, max.Gold)
	data, err := mine.Save()
	require.NoError(t, err)
	require.Equal(t, `{"tick":7,"gold":3}`, string(data))
	require.Error(t, mine.Load([]byte("no save")))
}
